#!/usr/bin/env python3
"""model_cases.py PLAN.jsonl: what the queue tests need of the published cases, as rows of a C table.

Each row is name, Q_max, S, surge ratio k, T_total, the sampled and the exact probability. Cases that the
planner refuses carry no figures and are left out. Nothing is computed here.
"""
import json
import sys

print("/* Made by tests/oracle/model_cases.py; do not edit. */")
for line in open(sys.argv[1]):
    case = json.loads(line)
    expect = case["expect"]
    if "refused" in expect:
        continue
    k = case["scenario"].get("max_scaling_per_t_total", 1.25)
    row = [case["qmax"]["q_max"], case["qmax"]["s_mean_s"], k, expect["t_total_s"]]
    row += [expect["shed_probability_at_c_scale_max"], expect["shed_probability_exact"]]
    print('{"%s", %s},' % (case["name"], ", ".join(repr(float(x)) for x in row)))
