libheadroom_a_SOURCES += \
	src/cmd/args.c \
	src/cmd/charts.c \
	src/cmd/check.c \
	src/cmd/cmd.h \
	src/cmd/cost.c \
	src/cmd/evidence.c \
	src/cmd/evidence.h \
	src/cmd/explain.c \
	src/cmd/plan.c \
	src/cmd/report.c \
	src/cmd/pricing.c \
	src/cmd/pricing.h \
	src/cmd/verify.c \
	src/cmd/verify.h \
	src/cmd/workbook.c
