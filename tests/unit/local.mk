# One libcheck program for each module: add its name here, its source is the file of the same name.
check_LIBRARIES += tests/unit/libunit.a
tests_unit_libunit_a_SOURCES = tests/unit/unit.c tests/unit/unit.h

unit_tests =
unit_tests += tests/unit/test_axis
unit_tests += tests/unit/test_chain
unit_tests += tests/unit/test_date
unit_tests += tests/unit/test_erlang
unit_tests += tests/unit/test_file
unit_tests += tests/unit/test_hostile
unit_tests += tests/unit/test_json
unit_tests += tests/unit/test_jsonw
unit_tests += tests/unit/test_lines
unit_tests += tests/unit/test_num
unit_tests += tests/unit/test_outset
unit_tests += tests/unit/test_passage
unit_tests += tests/unit/test_pdf
unit_tests += tests/unit/test_progress
unit_tests += tests/unit/test_sampler
unit_tests += tests/unit/test_sandbox
unit_tests += tests/unit/test_scene
unit_tests += tests/unit/test_sheet
unit_tests += tests/unit/test_store
unit_tests += tests/unit/test_strays
unit_tests += tests/unit/test_survive
unit_tests += tests/unit/test_text
unit_tests += tests/unit/test_template

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

EXTRA_DIST += tests/oracle/num_repr.py tests/data/num_repr.txt

EXTRA_DIST += tests/unit/model_oracle.h tests/unit/model_cases.inc tests/unit/model_passages.inc \
	tests/unit/model_samples.inc tests/unit/model_searches.inc tests/unit/model_shaped.inc \
	tests/oracle/model_cases.py tests/oracle/sampler.py tests/oracle/chain_passage.py \
	tests/oracle/erlang_quantiles.py tests/oracle/survive.py
