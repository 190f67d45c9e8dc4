libheadroom_a_SOURCES += \
	src/store/compare.c \
	src/store/diff.c src/store/diff.h \
	src/store/evidence.c src/store/evidence.h \
	src/store/evidence_compare.c \
	src/store/gate.c src/store/gate.h \
	src/store/read.c \
	src/store/store.h \
	src/store/tables.c src/store/tables.h \
	src/store/verify.c src/store/verify.h \
	src/store/write.c
