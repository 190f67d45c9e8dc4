libheadroom_a_SOURCES += \
	src/cmd/args.c src/cmd/cmd.h
