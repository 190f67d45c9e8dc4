libheadroom_a_SOURCES += src/cmd/args.c
libheadroom_a_SOURCES += src/cmd/aws.c
libheadroom_a_SOURCES += src/cmd/aws.h
libheadroom_a_SOURCES += src/cmd/charts.c
libheadroom_a_SOURCES += src/cmd/check.c
libheadroom_a_SOURCES += src/cmd/cmd.h
libheadroom_a_SOURCES += src/cmd/cost.c
libheadroom_a_SOURCES += src/cmd/drift.c
libheadroom_a_SOURCES += src/cmd/emit.c
libheadroom_a_SOURCES += src/cmd/explain.c
libheadroom_a_SOURCES += src/cmd/gate.c
libheadroom_a_SOURCES += src/cmd/ladder.c
libheadroom_a_SOURCES += src/cmd/plan.c
libheadroom_a_SOURCES += src/cmd/pricing.c
libheadroom_a_SOURCES += src/cmd/pricing.h
libheadroom_a_SOURCES += src/cmd/report.c
libheadroom_a_SOURCES += src/cmd/report.h
libheadroom_a_SOURCES += src/cmd/validate.c
libheadroom_a_SOURCES += src/cmd/verify.c
libheadroom_a_SOURCES += src/cmd/workbook.c
libheadroom_a_SOURCES += \
	src/cmd/args.c \
	src/cmd/batch.c \
	src/cmd/charts.c \
	src/cmd/aws.c \
	src/cmd/aws.h \
	src/cmd/check.c \
	src/cmd/drift.c \
	src/cmd/cmd.h \
	src/cmd/cost.c \
	src/cmd/explain.c \
	src/cmd/gate.c \
	src/cmd/ladder.c \
	src/cmd/plan.c \
	src/cmd/report.c \
	src/cmd/report.h \
	src/cmd/pricing.c \
	src/cmd/pricing.h \
	src/cmd/validate.c \
	src/cmd/verify.c \
	src/cmd/workbook.c
