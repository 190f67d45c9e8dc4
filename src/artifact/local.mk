libheadroom_a_SOURCES += \
	src/artifact/artifact.h \
	src/artifact/fields.c src/artifact/fields.h \
	src/artifact/fingerprint.c src/artifact/fingerprint.h \
	src/artifact/integrity.c src/artifact/integrity.h \
	src/artifact/notes.c src/artifact/notes.h \
	src/artifact/qmax.c \
	src/artifact/rates.c \
	src/artifact/ttotal.c \
	src/artifact/validate.c
