libheadroom_a_SOURCES += \
	src/ladder/derive.c src/ladder/derive.h \
	src/ladder/events.c src/ladder/events.h \
	src/ladder/schedule.c src/ladder/schedule.h \
	src/ladder/write.c
