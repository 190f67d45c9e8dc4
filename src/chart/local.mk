libheadroom_a_SOURCES += \
	src/chart/axis.c src/chart/axis.h \
	src/chart/cover.c src/chart/cover.h \
	src/chart/font.c src/chart/font.h \
	src/chart/head.c \
	src/chart/labels.c \
	src/chart/paint.h \
	src/chart/paint_png.c \
	src/chart/paint_svg.c \
	src/chart/palette.c src/chart/palette.h \
	src/chart/plot.c src/chart/plot.h \
	src/chart/scene.c src/chart/scene.h
