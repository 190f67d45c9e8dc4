TESTS += tests/gates/gates.py
EXTRA_DIST += tests/gates/gates.py tests/gates/includes.txt tests/gates/banned.txt
