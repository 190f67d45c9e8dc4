# Command-line tests: Python scripts over tests/cli/kit.py.
cli_tests = \
	tests/cli/cases.py \
	tests/cli/tables.py \
	tests/cli/plan.py \
	tests/cli/report.py

# Exact outputs as tables: no entry in TESTS needed, tables.py runs all that are there.
cli_tables = \
	tests/cli/cases/top.case

TESTS += $(cli_tests)
EXTRA_DIST += $(cli_tests) $(cli_tables) tests/cli/kit.py tests/no-python \
	docs/plan.schema.json

TEST_EXTENSIONS = .py
PY_LOG_COMPILER = $(PYTHON)
