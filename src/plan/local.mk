libheadroom_a_SOURCES += \
	src/plan/audit.c src/plan/audit.h \
	src/plan/audit_evidence.c \
	src/plan/audit_flow.c \
	src/plan/audit_surge.c \
	src/plan/build.c src/plan/build.h \
	src/plan/catalogue.c src/plan/catalogue.h \
	src/plan/checks.h \
	src/plan/findings.c src/plan/findings.h \
	src/plan/measured.c src/plan/measured.h \
	src/plan/plan.c src/plan/plan.h
