libheadroom_a_SOURCES += \
	src/report/draw.c \
	src/report/haru.c src/report/haru.h src/report/haru_impl.h \
	src/report/internals.h \
	src/report/layout.c src/report/layout.h src/report/layout_impl.h \
	src/report/lines.c src/report/lines.h \
	src/report/look.c src/report/look.h \
	src/report/table.c \
	src/report/tags.c src/report/tags.h
if HARU_INTERNALS
libheadroom_a_SOURCES += src/report/internals.c
else
libheadroom_a_SOURCES += src/report/internals_none.c
endif
