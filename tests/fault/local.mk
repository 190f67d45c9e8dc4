# Faults are injected by a library that is loaded in front of the others; no libtool is needed for one.
tests/fault/shim.so: tests/fault/shim.c
	$(AM_V_CCLD)$(MKDIR_P) tests/fault && $(CC) $(CPPFLAGS) -D_GNU_SOURCE $(CFLAGS) -shared -fPIC -o $@ $(srcdir)/tests/fault/shim.c -ldl

check_DATA += tests/fault/shim.so
CLEANFILES += tests/fault/shim.so
TESTS += tests/fault/faults.py
EXTRA_DIST += tests/fault/faults.py tests/fault/shim.c

# Every call, one by one, and a thousand kills: see CONTRIBUTING.md for how long.
check-faults: all tests/fault/shim.so
	$(AM_TESTS_ENVIRONMENT) FAULT_RUNS=0 FAULT_KILLS=1000 $(PYTHON) $(srcdir)/tests/fault/faults.py
.PHONY: check-faults
