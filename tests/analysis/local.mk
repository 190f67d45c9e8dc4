# Static analysis: cppcheck, clang-tidy, gcc -fanalyzer. A stamp stands for a source without findings; any
# change to any source makes all stale, because headers matter.
ANALYZER_CC = gcc
CLANG_TIDY = clang-tidy
CPPCHECK = cppcheck
SUFFIXES = .gccx .tidyx
.c.gccx:
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(ANALYZER_CC) $(DEFS) $(AM_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) $(WARN_CFLAGS) -Werror -O2 -fanalyzer -c -o /dev/null $< && echo >$@
.c.tidyx:
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(CLANG_TIDY) --quiet --config-file=$(srcdir)/.clang-tidy $< -- $(DEFS) $(AM_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) 2>$@.log || { cat $@.log; exit 1; }
	@rm -f $@.log; echo >$@

analyze_gcc = $(headroom_SOURCES:.c=.gccx) $(libheadroom_a_OBJECTS:.o=.gccx)
analyze_tidy = $(headroom_SOURCES:.c=.tidyx) $(libheadroom_a_OBJECTS:.o=.tidyx)
$(analyze_gcc) $(analyze_tidy): $(headroom_SOURCES) $(libheadroom_a_SOURCES) $(BUILT_SOURCES)

analyze: analyze-cppcheck analyze-gcc analyze-tidy
	@echo 'analyze: no finding'
analyze-gcc: $(analyze_gcc)
analyze-tidy: $(analyze_tidy)
analyze-cppcheck: $(BUILT_SOURCES)
	$(CPPCHECK) --quiet --error-exitcode=1 --enable=style,warning,performance,portability --inconclusive --std=c11 \
		--suppressions-list=$(srcdir)/tests/analysis/cppcheck.txt --template='{file}:{line}: {id}: {message}' \
		$(DEFS) -D_GNU_SOURCE '-DHEADROOM_VERSION="$(VERSION)"' -I$(srcdir)/src $(srcdir)/src
.PHONY: analyze analyze-gcc analyze-tidy analyze-cppcheck
CLEANFILES += $(analyze_gcc) $(analyze_tidy)
EXTRA_DIST += tests/analysis/cppcheck.txt .clang-tidy docs/coverage.md

# Lines and branches of src/ that the tests reach, in a build of its own: configure --enable-coverage. Fails when
# something is not reached that docs/coverage.md does not list.
GCOVR = gcovr
GCOVR_FLAGS = --exclude-unreachable-branches --exclude-throw-branches --gcov-ignore-parse-errors --object-directory .
if COVERAGE
libheadroom_a_SOURCES += tests/analysis/gcov_exit.c
endif
coverage:
	@test -n '$(COV_CFLAGS)' || { echo 'coverage: configure with --enable-coverage, in a directory of its own'; exit 1; }
	find . -name '*.gcda' -exec rm -f {} +
	$(MAKE) $(AM_MAKEFLAGS) check
	$(MAKE) $(AM_MAKEFLAGS) coverage-report
# Without running the tests again.
coverage-report:
	$(MKDIR_P) coverage
	top=`cd $(srcdir) && pwd` && $(GCOVR) $(GCOVR_FLAGS) --root "$$top" --filter "$$top/src/" \
		--json coverage/all.json --html-details coverage/index.html .
	$(PYTHON) $(srcdir)/tests/analysis/coverage.py $(srcdir) coverage/all.json coverage/unreached.txt
.PHONY: coverage coverage-report
EXTRA_DIST += tests/analysis/coverage.py tests/analysis/gcov_exit.c

# The tests under valgrind: the unit tests themselves, and the program in the scripts. The short form is what
# continuous integration runs: what reads and writes, and one run of each subcommand.
VALGRIND = valgrind
VALGRIND_FLAGS = -q --error-exitcode=97 --leak-check=full --show-leak-kinds=definite \
	--errors-for-leak-kinds=definite --suppressions=$(abs_top_srcdir)/tests/analysis/valgrind.supp
valgrind_short = tests/unit/test_aws tests/unit/test_file tests/unit/test_json tests/unit/test_jsonw \
	tests/unit/test_lines tests/unit/test_num tests/unit/test_outset tests/unit/test_pdf tests/unit/test_scene \
	tests/unit/test_sheet tests/unit/test_template tests/unit/test_text tests/cli/sandbox.py
# Scripts compare what the program prints, so valgrind speaks to a file of each process.
tests/analysis/headroom-valgrind: Makefile
	@$(MKDIR_P) tests/analysis/valgrind
	$(AM_V_GEN)printf '#!/bin/sh\nexec %s "%s" "$$@"\n' \
		'$(VALGRIND) $(VALGRIND_FLAGS) --log-file=$(abs_top_builddir)/tests/analysis/valgrind/%p.log' \
		'$(abs_top_builddir)/headroom' >$@ && chmod +x $@
# Fails when one of these files tells an error, whatever the test made of the exit status.
valgrind_logs = bad=`grep -lE '^==[0-9]+== [A-Z0-9].*(Invalid|uninitialised|lost|overlap|Mismatched|Argument)' \
	tests/analysis/valgrind/*.log`; for log in $$bad; do cat $$log; done; test -z "$$bad"
under_valgrind = LOG_COMPILER='$(VALGRIND) $(VALGRIND_FLAGS)' \
	TESTS_ENVIRONMENT='HEADROOM=$(abs_top_builddir)/tests/analysis/headroom-valgrind SANITIZERS=valgrind CK_TIMEOUT_MULTIPLIER=20'
# Not under valgrind: what bounds memory and processes, looks at files and calls, or kills; seccomp and Landlock are
# calls that valgrind does not know.
not_under_valgrind = tests/unit/test_hostile tests/unit/test_sandbox tests/fault/faults.py tests/gates/gates.py \
	tests/gates/hardening.py tests/gates/dist.py tests/cli/batch.py tests/cli/workbook_libreoffice.py
check-valgrind: all tests/analysis/headroom-valgrind
	$(MAKE) $(AM_MAKEFLAGS) check $(under_valgrind) TESTS="`for t in $(TESTS); do \
		case ' $(not_under_valgrind) ' in *" $$t "*) ;; *) printf '%s ' $$t ;; esac; done`"
	@$(valgrind_logs)
check-valgrind-short: all tests/analysis/headroom-valgrind
	$(MAKE) $(AM_MAKEFLAGS) check $(under_valgrind) TESTS='$(valgrind_short)'
	@$(valgrind_logs)
.PHONY: check-valgrind check-valgrind-short
CLEANFILES += tests/analysis/headroom-valgrind tests/analysis/valgrind/*.log
EXTRA_DIST += tests/analysis/valgrind.supp
