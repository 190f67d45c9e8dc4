check_PROGRAMS += tests/chart/gallery
tests_chart_gallery_SOURCES = \
	tests/chart/gallery.c \
	tests/chart/generic_sample.c tests/chart/generic_sample.h \
	tests/chart/sample.c tests/chart/sample.h
