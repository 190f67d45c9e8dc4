libheadroom_a_SOURCES += \
	src/cmd/args.c \
	src/cmd/charts.c \
	src/cmd/check.c \
	src/cmd/cmd.h \
	src/cmd/evidence.c \
	src/cmd/evidence.h \
	src/cmd/explain.c \
	src/cmd/plan.c \
	src/cmd/report.c \
	src/cmd/verify.c \
	src/cmd/verify.h
