libheadroom_a_SOURCES += \
	src/aws/compare.c src/aws/compare.h \
	src/aws/config.c src/aws/config.h \
	src/aws/drift.c src/aws/drift.h \
	src/aws/exports.c src/aws/exports.h \
	src/aws/mend.c src/aws/mend.h \
	src/aws/out_json.c \
	src/aws/out_junit.c \
	src/aws/out_markdown.c \
	src/aws/out_sarif.c \
	src/aws/out_text.c \
	src/aws/read.c \
	src/aws/text.c src/aws/text.h \
	src/aws/validate.c src/aws/validate.h
EXTRA_DIST += docs/deployed.md
