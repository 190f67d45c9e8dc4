# Command-line tests: Python scripts over tests/cli/kit.py.
cli_tests = \
	tests/cli/cases.py \
	tests/cli/plan.py

TESTS += $(cli_tests)
EXTRA_DIST += $(cli_tests) tests/cli/kit.py \
	docs/plan.schema.json

TEST_EXTENSIONS = .py
PY_LOG_COMPILER = $(PYTHON)
