#!/usr/bin/env python3
"""Times validate and drift (each format) on 10,000 policies; the goal is under 1 s each.
By hand or `make bench-exports`: HEADROOM=build/headroom top_srcdir=. python3 tests/bench/exports.py"""
import json, pathlib, sys, time
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import kit
from awskit import *

d = scratch()
plan = make_plan(d)
names = [NAME] + [f"endpoint-{i:05d}" for i in range(4999)]
b = {"targets": [target(f"endpoint/{n}/variant/{VARIANT}") for n in names],
     "policies": [f(n) for n in names for f in (scale_out, scale_in)],
     "alarms": [f(n) for n in names for f in (in_alarm, first_chunk)]}
clean = described(b)
bad = described(b | {"targets": [t | {"MaxCapacity": 7} for t in b["targets"]],
                     "alarms": [a | {"Threshold": 1.5, "StateValue": "INSUFFICIENT_DATA"} for a in b["alarms"]]})
metrics = {"Metrics": [{"Namespace": "AWS/SageMaker", "MetricName": m, "Dimensions": dimensions(n)}
                       for n in names for m in ("ConcurrentRequestsPerModel", "FirstChunkLatency")]}
config = {"endpoints": {n: {"min_instances": 1, "max_instances": 9, "scaling_target_value": 37.5, "scale_in_threshold": 25.0,
                            "scale_out_cooldown_s": 30, "scale_in_cooldown_s": 960} for n in names}}
(d / "config.json").write_text(json.dumps(config))
(d / "empty.json").write_text('{"endpoints": {}}')
good = files(d, **clean, metrics=metrics)
size = sum(p.stat().st_size for p in d.glob("*.json"))
print(f"{len(b['policies'])} policies, {len(b['alarms'])} alarms, {len(names)} targets, {size / 1e6:.1f} MB of exports")


def timed(what, args, code):
    began = time.perf_counter()
    r = kit.run(*args)
    took = time.perf_counter() - began
    kit.equal(r.returncode, code, what)
    print(f"{took:7.3f} s  {len(r.stdout) / 1e6:6.1f} MB out  {what}")


without = good[:good.index("--metrics")]
timed("validate", ["validate", plan, *without], 0)
timed("drift, none", ["drift", "--config", d / "config.json", *good], 0)
timed("drift, all orphaned", ["drift", "--config", d / "empty.json", *good], 1)
(d / "bad").mkdir()
worse = files(d / "bad", **bad, metrics={"Metrics": []})
for f in ("text", "json", "sarif", "junit", "markdown"):
    timed(f"drift, all broken, {f}", ["drift", "--config", d / "config.json", *worse, "--format", f], 1)
kit.done()
