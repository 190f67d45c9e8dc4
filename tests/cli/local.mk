# Command-line tests: Python scripts over tests/cli/kit.py, a line each.
cli_tests =
cli_tests += tests/cli/again.py
cli_tests += tests/cli/async_api.py
cli_tests += tests/cli/async_check.py
cli_tests += tests/cli/async_docs.py
cli_tests += tests/cli/async_emit.py
cli_tests += tests/cli/async_estimate.py
cli_tests += tests/cli/async_ledger.py
cli_tests += tests/cli/async_outputs.py
cli_tests += tests/cli/async_replay.py
cli_tests += tests/cli/async_simulate.py
cli_tests += tests/cli/audit.py
cli_tests += tests/cli/batch.py
cli_tests += tests/cli/batch_async.py
cli_tests += tests/cli/batch_faults.py
cli_tests += tests/cli/cases.py
cli_tests += tests/cli/charts.py
cli_tests += tests/cli/charts_pictures.py
cli_tests += tests/cli/cluster.py
cli_tests += tests/cli/compare.py
cli_tests += tests/cli/docs.py
cli_tests += tests/cli/emit.py
cli_tests += tests/cli/emit_api.py
cli_tests += tests/cli/emit_forms.py
cli_tests += tests/cli/fleet.py
cli_tests += tests/cli/goldens.py
cli_tests += tests/cli/hostile.py
cli_tests += tests/cli/limits.py
cli_tests += tests/cli/members.py
cli_tests += tests/cli/plan.py
cli_tests += tests/cli/report.py
cli_tests += tests/cli/sandbox.py
cli_tests += tests/cli/sweep.py
cli_tests += tests/cli/tables.py
cli_tests += tests/cli/targets.py
cli_tests += tests/cli/usage.py
cli_tests += tests/cli/workbook.py
cli_tests += tests/cli/workbook_libreoffice.py

# Exact outputs as tables: no entry in TESTS needed, tables.py runs all that are there.
cli_tables = \
	tests/cli/cases/top.case

TESTS += $(cli_tests)

# Writes the golden files anew, for review in the diff.
.PHONY: goldens
goldens:
	UPDATE_GOLDENS=1 $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(cli_tests)'

EXTRA_DIST += $(cli_tests) $(cli_tables) tests/cli/clusterkit.py tests/cli/kit.py tests/cli/sheets.py tests/no-python \
	docs/plan.schema.json

TEST_EXTENSIONS = .py
PY_LOG_COMPILER = $(PYTHON)

EXTRA_DIST += \
	tests/golden/plan/bare.json tests/golden/plan/bare.markdown tests/golden/plan/bare.snippet \
	tests/golden/plan/bare.text \
	tests/golden/plan/flow.json tests/golden/plan/flow.markdown tests/golden/plan/flow.snippet \
	tests/golden/plan/flow.text \
	tests/golden/plan/infeasible.json tests/golden/plan/infeasible.markdown \
	tests/golden/plan/infeasible.snippet tests/golden/plan/infeasible.text \
	tests/golden/plan/kokoro.json tests/golden/plan/kokoro.markdown tests/golden/plan/kokoro.snippet \
	tests/golden/plan/kokoro.text \
	tests/golden/plan/mismatched.json tests/golden/plan/mismatched.markdown \
	tests/golden/plan/mismatched.snippet tests/golden/plan/mismatched.text

# The long form of the comparison with LibreOffice: every input cell with three values.
.PHONY: check-libreoffice
check-libreoffice: headroom$(EXEEXT)
	@$(AM_TESTS_ENVIRONMENT) HEADROOM_LIBREOFFICE=full $(PYTHON) $(srcdir)/tests/cli/workbook_libreoffice.py

EXTRA_DIST += tests/oracle/replay.py
