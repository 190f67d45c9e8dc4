# Tests of validate, drift, gate and ladder.
aws_tests = \
	tests/cli/validate.py \
	tests/cli/drift.py \
	tests/cli/gate.py \
	tests/cli/ladder.py

check_PROGRAMS += tests/unit/test_aws
TESTS += tests/unit/test_aws $(aws_tests)
EXTRA_DIST += $(aws_tests) tests/cli/awskit.py tests/oracle/ladder_events.py tests/bench/exports.py

bench: bench-exports
.PHONY: bench-exports
bench-exports: headroom
	HEADROOM=./headroom top_srcdir='$(top_srcdir)' $(PYTHON) $(srcdir)/tests/bench/exports.py
