# make bench: times and memory, never a test.
EXTRA_PROGRAMS += tests/bench/bench_model
tests_bench_bench_model_LDADD = libheadroom.a
CLEANFILES += tests/bench/bench_model
EXTRA_DIST += tests/bench/run.sh

bench: headroom tests/bench/bench_model
	sh $(srcdir)/tests/bench/run.sh $(abs_builddir)/headroom $(srcdir) tests/bench/bench_model
.PHONY: bench

EXTRA_PROGRAMS += tests/bench/bench_json
tests_bench_bench_json_LDADD = libheadroom.a $(CJSON_LIBS)
CLEANFILES += tests/bench/bench_json
EXTRA_DIST += tests/bench/batch.py
bench-batch: headroom tests/bench/bench_json
	HEADROOM=$(abs_builddir)/headroom top_srcdir=$(srcdir) $(PYTHON) $(srcdir)/tests/bench/batch.py \
		$(abs_builddir)/tests/bench/bench_json
.PHONY: bench-batch
