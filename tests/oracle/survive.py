#!/usr/bin/env python3
"""Largest threshold, utilization and T_total at which a chain fills up with probability at most 0.1.

Survival here is a matrix exponential through numpy's eigenvalues of the symmetrized generator: exact to
some 1e-12 for these queues, and another way than the program's. Bisected in doubles; rows of a C table.
"""
import math

import numpy as np

LIMIT = 0.1


def absorbed(birth, death, levels, start, horizon):
    if start >= levels:
        return 1.0
    a = np.diag(np.full(levels, birth + death))
    a[0, 0] = birth
    off = -math.sqrt(birth * death)
    for n in range(levels - 1):
        a[n, n + 1] = a[n + 1, n] = off
    values, vectors = np.linalg.eigh(a)
    shape = (birth / death) ** ((np.arange(levels) - start) / 2.0)
    return 1.0 - float(np.sum(np.exp(-values * horizon) * vectors[start] * (shape @ vectors)))


def largest(f, low, high):
    """The border of f(x) <= LIMIT for a rising f."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) <= LIMIT else (low, middle)
    return low


def threshold(s, q_max, horizon):
    return largest(lambda c: absorbed(c / (1 + c) / s, 1 / s, q_max, round(c), horizon), 0.0, q_max)


def utilization(k, mu, q_max, horizon):
    return largest(lambda u: absorbed(k * u * mu, mu, q_max, round(u / (1 - u)), horizon), 0.0, 1 - 1e-9)


def horizon_of(c, s, q_max):
    u = c / (1 + c)
    return largest(lambda t: absorbed(u / s, 1 / s, q_max, round(c), t), 0.0, 1e7)


S, MU, T = 0.06132258724884511, 17.916666666666668, 320.248496
# name, S, k, mu_sat, Q_max, T, threshold whose longest T_total is sought
ROWS = [
    ("reference", S, 1.25, MU, 50, T, 37.5),
    ("reference, k 1", S, 1.0, MU, 50, T, 10.0),
    ("reference, k 1.45", S, 1.45, MU, 50, T, 27.5),
    ("slow service", 3.78, 1.25, 0.31, 8, 12.5, 6.0),
    ("Q_max 2", 0.5, 1.25, 2.2, 2, 10.0, 1.5),
    ("Q_max 1", 0.5, 1.25, 2.2, 1, 0.3, 0.4),
    ("Q_max 100, short", 0.05, 1.2, 22.0, 100, 60.0, 80.0),
    ("at a jump, half goes up to even", 2.0, 1.25, 0.6, 12, 10.0, 9.0),
    ("at a jump, half goes down to even", 2.0, 1.25, 0.6, 12, 5.0, 9.0),
]

if __name__ == "__main__":
    print("/* Made by tests/oracle/survive.py; do not edit. */")
    for name, s, k, mu, q, t, c in ROWS:
        row = (s, k, mu, q, t, c, threshold(s, q, t), utilization(k, mu, q, t), horizon_of(c, s, q))
        print(f'{{"{name}", {", ".join(repr(x) for x in row)}}},')
