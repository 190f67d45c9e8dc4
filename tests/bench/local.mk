# make bench: times and memory, never a test.
EXTRA_PROGRAMS += tests/bench/bench_model
tests_bench_bench_model_LDADD = libheadroom.a
CLEANFILES += tests/bench/bench_model
EXTRA_DIST += tests/bench/run.sh

bench: headroom tests/bench/bench_model
	sh $(srcdir)/tests/bench/run.sh $(abs_builddir)/headroom $(srcdir) tests/bench/bench_model
.PHONY: bench
