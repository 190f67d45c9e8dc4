libheadroom_a_SOURCES += \
	src/cmd/args.c \
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
