libheadroom_a_SOURCES += \
	src/chart/axis.c src/chart/axis.h \
	src/chart/bars.c \
	src/chart/charts.c src/chart/charts.h \
	src/chart/cost.c \
	src/chart/cover.c src/chart/cover.h \
	src/chart/font.c src/chart/font.h \
	src/chart/frontier.c \
	src/chart/generic.h \
	src/chart/generic_axis.c src/chart/generic_axis.h \
	src/chart/head.c \
	src/chart/heat.c \
	src/chart/labels.c \
	src/chart/lines.c \
	src/chart/paint.h \
	src/chart/paint_png.c \
	src/chart/paint_svg.c \
	src/chart/palette.c src/chart/palette.h \
	src/chart/parts.c src/chart/parts.h \
	src/chart/plot.c src/chart/plot.h \
	src/chart/scalein.c \
	src/chart/scene.c src/chart/scene.h \
	src/chart/show.h \
	src/chart/survival.c \
	src/chart/throughput.c \
	src/chart/ttfab.c \
	src/chart/ttotal.c
