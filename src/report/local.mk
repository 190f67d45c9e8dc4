libheadroom_a_SOURCES += \
	src/report/draw.c \
	src/report/haru.c src/report/haru.h src/report/haru_impl.h \
	src/report/internals.h \
	src/report/layout.c src/report/layout.h src/report/layout_impl.h \
	src/report/lines.c src/report/lines.h \
	src/report/look.c src/report/look.h \
	src/report/page_answer.c \
	src/report/page_blind.c \
	src/report/page_charts.c \
	src/report/page_config.c \
	src/report/page_figures.c \
	src/report/page_findings.c \
	src/report/page_measurements.c \
	src/report/page_sources.c \
	src/report/pages.h \
	src/report/paint_scene.c src/report/paint_scene.h \
	src/report/report.c src/report/report.h \
	src/report/table.c \
	src/report/tags.c src/report/tags.h \
	src/report/words.c
if HARU_INTERNALS
libheadroom_a_SOURCES += src/report/internals.c
else
libheadroom_a_SOURCES += src/report/internals_none.c
endif
