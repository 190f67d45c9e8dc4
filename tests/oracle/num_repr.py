#!/usr/bin/python3
"""Prints the table tests/data/num_repr.txt: the bits of doubles and Python's repr of them, which is the
shortest text that reads back as the same double. Run: tests/oracle/num_repr.py > tests/data/num_repr.txt"""
import math
import random
import struct

values = [0.0, -0.0, 1.0, -1.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 1 / 3, 2 / 3, 100.0, 123456.789, 5e-324, -5e-324,
          1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, 2.225073858507201e-308,
          1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 9007199254740991.0, 9007199254740992.0, 9007199254740994.0,
          9999999999999998.0, 0.0001, 0.00001, 0.00012345, 0.000099999, 12.671999999999999, 37.5, 0.995,
          320.155344, 4.35, 2.675, 1.005, 9.5, 1e-7, 123e-20, 0.30000000000000004, 1e100, 1.5e300]
for e in range(-1074, 1024):
    values.append(math.ldexp(1.0, e))
for e in range(-323, 309, 4):
    x = float("1e%d" % e)
    values += [x, math.nextafter(x, 0.0), math.nextafter(x, math.inf)]
draw = random.Random(20260804)
for _ in range(600):
    x = struct.unpack("<d", struct.pack("<Q", draw.getrandbits(64)))[0]
    if math.isfinite(x):
        values.append(x)
for _ in range(300):
    values.append(round(draw.uniform(0, 10 ** draw.randint(0, 9)), draw.randint(0, 9)))
for _ in range(100):
    values.append(struct.unpack("<d", struct.pack("<Q", draw.getrandbits(draw.randint(1, 52))))[0])
print("# Made by tests/oracle/num_repr.py: bits of a double, Python's repr of it.")
for x in values:
    print("%016x %r" % (struct.unpack("<Q", struct.pack("<d", x))[0], x))
