libheadroom_a_SOURCES += \
	src/base/awsname.c src/base/awsname.h \
	src/base/csv.c src/base/csv.h \
	src/base/date.c src/base/date.h \
	src/base/dynlib.c src/base/dynlib.h \
	src/base/err.c src/base/err.h \
	src/base/file.c src/base/file.h \
	src/base/jsonw.c src/base/jsonw.h \
	src/base/limits.h \
	src/base/lines.c src/base/lines.h \
	src/base/mem.c src/base/mem.h \
	src/base/num.c src/base/num.h \
	src/base/outset.c src/base/outset.h \
	src/base/strays.c src/base/strays.h \
	src/base/process.c src/base/process.h \
	src/base/sandbox.c src/base/sandbox.h \
	src/base/sanitized.h \
	src/base/sha256.c src/base/sha256.h \
	src/base/strbuf.c src/base/strbuf.h \
	src/base/utf8.c src/base/utf8.h \
	src/base/value.h
