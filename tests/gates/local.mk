TESTS += tests/gates/gates.py tests/gates/hardening.py tests/gates/dist.py
EXTRA_DIST += tests/gates/gates.py tests/gates/hardening.py tests/gates/dist.py tests/gates/includes.txt \
	tests/gates/banned.txt
