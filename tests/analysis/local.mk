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
EXTRA_DIST += tests/analysis/cppcheck.txt .clang-tidy
