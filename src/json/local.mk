libheadroom_a_SOURCES += \
	src/json/json.c src/json/json.h \
	src/json/scan.c src/json/scan.h
