libheadroom_a_SOURCES += \
	src/store/compare.c \
	src/store/read.c \
	src/store/store.h \
	src/store/tables.c src/store/tables.h \
	src/store/write.c
