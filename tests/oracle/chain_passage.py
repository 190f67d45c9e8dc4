#!/usr/bin/env python3
"""Probabilities and mean times of absorption of birth-death chains: rows of a C table
(chain_passage.py chains > model_passages.inc, chain_passage.py shaped > model_shaped.inc).

The probability is summed by uniformization in long double (numpy), with Poisson weights from their mode;
the mean time solves the balance equations in exact fractions. Neither shares a method with the program's
closed form. Erlang rows do the same with the stages of work left as the state.
"""
from fractions import Fraction
import math
import sys

import numpy as np

LD = np.longdouble


def weights(mean):
    mode = int(mean)
    reach = int(14 * math.sqrt(mean) + 60)
    low, high = max(0, mode - reach), mode + reach
    w = np.ones(high - low + 1, dtype=LD)
    for k in range(mode, low, -1):
        w[k - 1 - low] = w[k - low] * LD(k) / LD(mean)
    for k in range(mode, high):
        w[k + 1 - low] = w[k - low] * LD(mean) / LD(k + 1)
    return low, high, w / w.sum()


def absorbed(birth, death, levels, start, horizon, stages=1):
    if start >= levels:
        return LD(1)
    if horizon == 0:
        return LD(0)
    rate = LD(birth) + LD(death) * stages
    up, down = LD(birth) / rate, LD(death) * stages / rate
    states = (levels - 1) * stages + 1
    v = np.zeros(states, dtype=LD)
    v[start * stages] = 1
    low, high, w = weights(float(rate * LD(horizon)))
    done, total = LD(0), LD(0)
    for k in range(high + 1):
        if k >= low:
            total += w[k - low] * done
        lost = v[max(0, states - stages):].sum() * up
        z = np.zeros_like(v)
        z[stages:] = v[:states - stages] * up if states > stages else z[stages:]
        z[:-1] += v[1:] * down
        z[0] += v[0] * down
        done += lost
        v = z
    return total


def mean_time(birth, death, levels, start):
    if start >= levels:
        return 0.0
    b, d = Fraction(birth), Fraction(death)
    step = total = Fraction(0)
    for n in range(levels):
        step = 1 / b + (d / b * step if n else 0)
        if n >= start:
            total += step
    return float(total)


REFERENCE_S = 0.06132258724884511
U = 37.5 / 38.5
MU = 17.916666666666668
CHAINS = [
    ("reference", U / REFERENCE_S, 1 / REFERENCE_S, 50, 38, 320.248496),
    ("reference growing", 1.25 * U * MU, MU, 50, 38, 3.0),
    ("reference growing, whole", 1.25 * U * MU, MU, 50, 38, 320.248496),
    ("reference from empty", U / REFERENCE_S, 1 / REFERENCE_S, 50, 0, 100.0),
    ("one level", 0.25, 7.0, 1, 0, 3.0),
    ("two levels, empty", 1.5, 2.5, 2, 0, 4.0),
    ("two levels, one", 1.5, 2.5, 2, 1, 4.0),
    ("three levels", 0.125, 4.0, 3, 1, 100.0),
    ("equal rates", 5.0, 5.0, 40, 10, 120.0),
    ("equal rates, deep", 100.0, 100.0, 300, 150, 50.0),
    ("hyperbolic", 3.0, 4.0, 20, 12, 60.0),
    ("strongly hyperbolic", 1.0, 8.0, 6, 5, 400.0),
    ("stable, almost never", 1.0, 3.0, 30, 5, 600.0),
    ("critical, K = 4", 16.0, 25.0, 4, 2, 1.0),
    ("critical, K = 10", 100.0, 121.0, 10, 3, 2.0),
    ("critical, K = 50", 2500.0, 2601.0, 50, 40, 0.5),
    ("just real, K = 10", 100.0, 120.99, 10, 3, 2.0),
    ("growing", 6.0, 5.0, 60, 10, 45.0),
    ("growing, large weight", 8.0, 5.0, 120, 4, 38.0),
    ("growing fast", 50.0, 1.0, 80, 0, 1.6),
    ("no deaths", 3.0, 0.0, 30, 4, 8.0),
    ("few events", 1.0, 1.2, 12, 6, 9.0),
    ("hardly any event", 0.001, 0.002, 3, 2, 1.0),
    ("long", 0.9, 1.0, 25, 24, 20000.0),
    ("deep, start near the top", 480.0, 500.0, 2000, 1990, 5.0),
]
SHAPED = [("reference", U / REFERENCE_S, 1 / REFERENCE_S, 50, 38, 320.248496, m) for m in (1, 2, 4, 8, 16)]
SHAPED += [
    ("one level", 0.25, 7.0, 1, 0, 3.0, 4),
    ("two levels, three stages", 1.5, 2.5, 2, 1, 4.0, 3),
    ("growing", 6.0, 5.0, 40, 10, 20.0, 8),
    ("equal rates", 2.0, 2.0, 20, 0, 90.0, 16),
    ("emptying", 1.0, 3.0, 8, 7, 5.0, 5),
]

if __name__ == "__main__":
    which = sys.argv[1]
    print(f"/* Made by tests/oracle/chain_passage.py {which}; do not edit. */")
    if which == "chains":
        for name, *chain in CHAINS:
            text = ", ".join(repr(x) for x in chain)
            print(f'{{"{name}", {text}, {float(absorbed(*chain))!r}, {mean_time(*chain[:4])!r}}},')
    else:
        for name, *chain in SHAPED:
            text = ", ".join(repr(x) for x in chain)
            print(f'{{"{name}", {text}, {float(absorbed(*chain))!r}}},')
