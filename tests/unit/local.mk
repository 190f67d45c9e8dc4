# One libcheck program for each module: add its name here, its source is the file of the same name.
check_LIBRARIES += tests/unit/libunit.a
tests_unit_libunit_a_SOURCES = tests/unit/unit.c tests/unit/unit.h

unit_tests = \
	tests/unit/test_num \
	tests/unit/test_date \
	tests/unit/test_text \
	tests/unit/test_jsonw \
	tests/unit/test_file \
	tests/unit/test_outset \
	tests/unit/test_sampler \
	tests/unit/test_chain \
	tests/unit/test_passage \
	tests/unit/test_erlang \
	tests/unit/test_survive \
	tests/unit/test_json \
	tests/unit/test_hostile \
	tests/unit/test_lines \
	tests/unit/test_pdf

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

EXTRA_DIST += tests/oracle/num_repr.py tests/data/num_repr.txt

EXTRA_DIST += tests/unit/model_oracle.h tests/unit/model_cases.inc tests/unit/model_passages.inc \
	tests/unit/model_samples.inc tests/unit/model_searches.inc tests/unit/model_shaped.inc \
	tests/oracle/model_cases.py tests/oracle/sampler.py tests/oracle/chain_passage.py \
	tests/oracle/erlang_quantiles.py tests/oracle/survive.py
