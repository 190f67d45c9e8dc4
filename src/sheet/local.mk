libheadroom_a_SOURCES += \
	src/sheet/bookfile.c src/sheet/bookfile.h \
	src/sheet/costing.c src/sheet/costing.h \
	src/sheet/duty.c \
	src/sheet/evidence.c \
	src/sheet/hours.c \
	src/sheet/inputs.c \
	src/sheet/names.c \
	src/sheet/package.c src/sheet/package.h \
	src/sheet/pages.h \
	src/sheet/profile.c src/sheet/profile.h \
	src/sheet/scenarios.c \
	src/sheet/summary.c \
	src/sheet/verdicts.c \
	src/sheet/workbook.c src/sheet/workbook.h \
	src/sheet/xlsx.c src/sheet/xlsx.h
