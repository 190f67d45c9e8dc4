libheadroom_a_SOURCES += \
	src/plan/audit.c src/plan/audit.h \
	src/plan/build.c src/plan/build.h \
	src/plan/findings.c src/plan/findings.h \
	src/plan/measured.c src/plan/measured.h \
	src/plan/plan.c src/plan/plan.h
