libheadroom_a_SOURCES += \
	src/render/markdown.c \
	src/render/markdown.h \
	src/render/render.h \
	src/render/snippet.c src/render/snippet.h \
	src/render/summary.c \
	src/render/summary.h \
	src/render/text.c
