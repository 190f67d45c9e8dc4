#!/usr/bin/env python3
"""Prints the 95th percentile of Erlang's distribution over its mean, for m = 16, 8, 4, 2, 1 stages.

The tail of m stages of rate m at time x is the sum of Poisson probabilities of 0 .. m-1 at m x; it is
bisected in 50-digit decimal arithmetic, which shares nothing with the program.
"""
from decimal import Decimal, getcontext

getcontext().prec = 50


def tail(stages, x):
    mean = stages * x
    term = total = Decimal(1)
    for k in range(1, stages):
        term *= mean / k
        total += term
    return total * (-mean).exp()


for stages in (16, 8, 4, 2, 1):
    low, high = Decimal(1), Decimal(4)
    for _ in range(140):
        middle = (low + high) / 2
        if tail(stages, middle) > Decimal("0.05"):
            low = middle
        else:
            high = middle
    print(stages, f"{low:.9g}", f"{low:.20f}")
