# Fuzz targets: one program each. In every build they replay what is committed in seeds/ and finds/; with
# configure --enable-fuzz they are libFuzzer programs (tools/fuzz.sh runs them, docs/fuzzing.md says how).
# A new target: its source fuzz_NAME.c, its name here, its line below, and seeds/NAME/.
fuzz_targets =
fuzz_targets += tests/fuzz/fuzz_aws
fuzz_targets += tests/fuzz/fuzz_batch
fuzz_targets += tests/fuzz/fuzz_charts
fuzz_targets += tests/fuzz/fuzz_compare
fuzz_targets += tests/fuzz/fuzz_contract
fuzz_targets += tests/fuzz/fuzz_estimate
fuzz_targets += tests/fuzz/fuzz_events
fuzz_targets += tests/fuzz/fuzz_evidence
fuzz_targets += tests/fuzz/fuzz_fleet
fuzz_targets += tests/fuzz/fuzz_json
fuzz_targets += tests/fuzz/fuzz_ledger
fuzz_targets += tests/fuzz/fuzz_number
fuzz_targets += tests/fuzz/fuzz_plan
fuzz_targets += tests/fuzz/fuzz_profile
fuzz_targets += tests/fuzz/fuzz_qmax
fuzz_targets += tests/fuzz/fuzz_quote
fuzz_targets += tests/fuzz/fuzz_rates
fuzz_targets += tests/fuzz/fuzz_report
fuzz_targets += tests/fuzz/fuzz_scene
fuzz_targets += tests/fuzz/fuzz_sweep
fuzz_targets += tests/fuzz/fuzz_template
fuzz_targets += tests/fuzz/fuzz_trace
fuzz_targets += tests/fuzz/fuzz_ttotal
fuzz_targets += tests/fuzz/fuzz_validation
fuzz_targets += tests/fuzz/fuzz_words
fuzz_targets += tests/fuzz/fuzz_workbook

check_LIBRARIES += tests/fuzz/libfuzz.a
tests_fuzz_libfuzz_a_SOURCES = tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/mutate.c
if !FUZZ
tests_fuzz_libfuzz_a_SOURCES += tests/fuzz/replay.c
TESTS += $(fuzz_targets)
endif
check_PROGRAMS += $(fuzz_targets)
fuzz_ldadd = tests/fuzz/libfuzz.a libheadroom.a $(CJSON_LIBS) $(NETTLE_LIBS) $(SECCOMP_LIBS) $(PACKAGE_CHECK_LIBS) \
	$(FUZZ_LIBS)
tests_fuzz_fuzz_aws_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_batch_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_charts_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_compare_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_contract_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_estimate_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_events_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_evidence_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_fleet_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_json_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_ledger_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_number_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_plan_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_profile_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_qmax_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_quote_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_rates_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_report_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_scene_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_sweep_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_template_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_trace_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_ttotal_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_validation_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_words_LDADD = $(fuzz_ldadd)
tests_fuzz_fuzz_workbook_LDADD = $(fuzz_ldadd)

EXTRA_DIST += tests/fuzz/replay.c tests/fuzz/json.dict tests/fuzz/seeds tests/fuzz/finds tools/fuzz.sh tools/fuzz_seeds.py \
	docs/fuzzing.md
