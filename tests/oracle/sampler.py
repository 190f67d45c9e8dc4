#!/usr/bin/env python3
"""Draws the published sample with Python's own MT19937 and logarithm: rows of a C table.

random.Random(1234) seeds by the array [1234] and random() is the 53-bit uniform of the method, so this
is the definition in other hands. Also prints known answers of the generator itself.
"""
import math
import random


def hits(birth, death, levels, start, horizon):
    if start >= levels:
        return 200
    if horizon <= 0:
        return 0
    rng = random.Random(1234)
    count = 0
    for _ in range(200):
        n, clock = start, 0.0
        while True:
            rate = birth + death if n > 0 else birth
            clock += -math.log(1.0 - rng.random()) / rate
            if clock > horizon:
                break
            n += 1 if n == 0 or rng.random() < birth / rate else -1
            if n >= levels:
                count += 1
                break
    return count


def published(c, q_max, s):
    u = c / (1.0 + c)
    return u / s, 1.0 / s, math.ceil(q_max), round(c)


CASES = [("reference", *published(37.5, 50, 0.06132258724884511), 320.248496)]
CASES += [
    ("horizon 0", 10.0, 11.0, 5, 2, 0.0),
    ("full at the start", 10.0, 11.0, 5, 5, 10.0),
    ("one level", 0.5, 3.0, 1, 0, 1.0),
    ("one level, rare", 1e-7, 3.0, 1, 0, 1e6),
    ("no deaths", 2.0, 0.0, 40, 10, 14.0),
    ("mostly empty", 0.01, 5.0, 2, 0, 5000.0),
    ("mostly empty, deep", 1.0, 3.0, 8, 0, 2000.0),
    ("starts empty", 1.0, 1.05, 30, 0, 300.0),
    ("one below full", 9.0, 10.0, 100, 99, 5.0),
    ("equal rates", 7.0, 7.0, 64, 32, 70.0),
    ("growing", 12.0, 10.0, 200, 20, 80.0),
    ("growing fast", 1000.0, 1.0, 1000, 3, 1.0),
    ("emptying", 5.0, 20.0, 12, 11, 1.0),
    ("short", 40.0, 41.0, 20, 10, 0.001),
    ("deep", 990.0, 1000.0, 5000, 4990, 1.0),
    ("large rates", 1e9, 1.01e9, 50, 25, 2e-7),
    ("small rates", 1e-7, 1.1e-7, 20, 10, 3e9),
]

if __name__ == "__main__":
    print("/* Made by tests/oracle/sampler.py; do not edit. */")
    for name, birth, death, levels, start, horizon in CASES:
        n = hits(birth, death, levels, start, horizon)
        print(f'{{"{name}", {birth!r}, {death!r}, {levels}, {start}, {horizon!r}, {n}}},')
    for key in ([1234], [0x123, 0x234, 0x345, 0x456]):
        rng = random.Random(sum(word << (32 * i) for i, word in enumerate(key)))
        words = [rng.getrandbits(32) for _ in range(2000)]
        print("/* key", key, "words 1..5:", words[:5], "623..626:", words[622:626],
              "1000:", words[999], "2000:", words[1999], "*/")
    rng = random.Random(1234)
    print("/* uniforms of [1234]:", [rng.random().hex() for _ in range(4)], "*/")
