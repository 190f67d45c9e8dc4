"""headroom ladder: the schedule against hand arithmetic; the artifact from raw records against
tests/oracle/ladder_events.py, and accepted by check."""
import hashlib, json, math, pathlib, random, sys
import kit
from awskit import scratch
sys.path.insert(0, str(kit.SOURCE / "tests" / "oracle"))
import ladder_events as oracle

d = scratch()

# 8 x 240 + 7 x 30 = 2130 s = 35.5 min, and 120 s once a run: 37.5 min.
kit.expect(["ladder"], 0, "the default", has=["37.5 min in all: 1 run of 35.5 min on the ladder and 2.0 min to settle",
                                              "8 rungs held for 240 s each, 30 s between", "         60      0:33:30"], err="")
# 2 x (3 x 100 + 2 x 10 + 60) = 760 s = 12.7 min; 100/0.5 = 200 requests a rung, 1200 in all; 760/3600 x 1.8 = 0.38
kit.expect(["ladder", "--concurrency", "1,5,10", "--hold", "100", "--between", "10", "--settle", "60", "--runs", "2",
            "--expected-s", "0.5", "--slo-ms", "4999", "--rate", "1.8"], 0, "hand arithmetic",
           has=["12.7 min in all: 2 runs of 5.3 min", "about 1\u2009200 requests", "0.38 USD for one instance at 1.8 USD per hour", "200       5\u2009000 ms"])
for args, part in [(["--concurrency", "5,10"], "no rung at concurrency 1"), (["--concurrency", "1,10"], "without rungs at 5 and 10"),
                   (["--expected-s", "0.05", "--slo-ms", "3000"], "too low to bracket"),
                   (["--expected-s", "3"], "few for a p95")]:
    kit.expect(["ladder", *args], 0, f"warning {args}", has=["warning: ", part])
for args in ([], ["--expected-s", "0.0613", "--slo-ms", "3000"]):
    r = kit.expect(["ladder", *args], 0, f"no warning {args}")
    kit.check("warning" not in r.stdout, f"no warning {args}", r.stdout)
for args, part in [(["--concurrency", "1,0"], "'0'"), (["--concurrency", "5,1"], "above"), (["--concurrency", "1,,5"], "''"),
                   (["--concurrency", "1,1"], "above"), (["--concurrency", ""], "''"), (["--hold", "0"], "above 0"),
                   (["--hold", "-1"], "--hold"), (["--runs", "0"], "--runs"), (["--expected-s", "0"], "above 0"),
                   (["--rate", "nan"], "--rate"), (["--model", "m"], "needs --events"), (["x"], "'x'")]:
    kit.expect(["ladder", *args], 2, f"usage {args}", err_has=[part], out="")

CLAIM = ["--slo-ms", "3000", "--model", "kokoro-82m", "--instance-type", "ml.g5.xlarge",
         "--image-digest", "sha256:8b1b96bc4dc0b30ddd84d8fe37af7c490937333c44a9f8f7d77b918c3d7eaced"]


def lines(records):
    return "".join(json.dumps(r) + "\n" for r in records)


def derive(records, code, what, **kw):
    text = records if isinstance(records, (str, bytes)) else lines(records)
    return kit.expect(["ladder", "--events", "-", *CLAIM], code, what, stdin=text, **kw)


def same(got, want, what):
    if isinstance(want, dict):
        for k, v in want.items():
            same(got[k], v, f"{what}.{k}")
    elif isinstance(want, list):
        kit.equal(len(got), len(want), f"{what}: length")
        for i, (g, w) in enumerate(zip(got, want)):
            same(g, w, f"{what}[{i}]")
    elif isinstance(want, float):
        kit.check(got is not None and math.isclose(got, want, rel_tol=1e-9), what, f"got {got}, expected {want}")
    else:
        kit.equal(got, want, what)


def accepted(text, what):
    (d / "q.json").write_text(text)
    kit.expect(["check", "--qmax", d / "q.json"], 0, f"{what}: accepted by check", has=["agrees with itself"])


for name, kw in [("plain", {}), ("one run", {"runs": 1}), ("few", {"requests": 21}), ("not bracketed", {"rungs": (1, 5, 10)}),
                 ("no rung at 1", {"rungs": (5, 10, 60)}), ("failing", {"failing": 0.04, "runs": 4})]:
    records = oracle.simulate(7, **kw)
    r = derive(records, 0, name)
    same(json.loads(r.stdout), oracle.ladder(records, 3000), name)
    accepted(r.stdout, name)
shuffled = records[:]
random.Random(3).shuffle(shuffled)
shuffled = [r | {"unknown": {"a": 1}} for r in shuffled]
r = derive(shuffled, 0, "in any order")
same(json.loads(r.stdout), oracle.ladder(records, 3000), "in any order")

# A rung where more than a twentieth failed is not usable, and brackets all the same.
records = oracle.simulate(1, rungs=(1, 10), runs=1)
records += [r | {"concurrency": 20, "start_s": r["start_s"] + 1000, "end_s": r["end_s"] + 1000, "ok": i % 10 > 0,
                 "first_byte_s": (r["start_s"] + r["end_s"]) / 2 + 1000} for i, r in enumerate(records[:100])]
r = derive(records, 0, "failures", err_has=["1 of 3 rungs are not usable"])
doc = json.loads(r.stdout)
same(doc, oracle.ladder(records, 3000), "failures")
kit.check(doc["q_max"] == 10 and doc["q_max_bracketed"] and doc["steps"][2]["unusable_reason"].startswith("10.0 % of"), "failures")
kit.equal(doc["steps"][2]["outcome_counts"], {"ok": 90, "failed": 10}, "outcomes")
accepted(r.stdout, "failures")

# What the records cannot say is null; where they come from is stated.
text = lines(records)
for key in ("endpoint", "frozen", "unbounded_queue", "instance_counts_observed", "transport", "hold_s", "measure_window_s"):
    kit.equal(doc[key], None, f"{key} is unknown")
for key in ("rejected", "settled", "saturated", "client_bound", "server_concurrency_peak", "ttfab_drift_ms"):
    kit.equal(doc["steps"][0][key], None, f"steps.{key} is unknown")
sha = hashlib.sha256(text.encode()).hexdigest()
kit.equal(doc["deployed_config"], {"instance_type": "ml.g5.xlarge", "image_digest": CLAIM[-1][7:], "container_env": None}, "claims")
kit.check(sha in doc["provenance"]["note"] and "linear method" in doc["provenance"]["note"] and doc["run_id"] == sha[:12], "provenance")
kit.check(set(doc) >= set(kit.load(kit.QMAX)) and set(doc["steps"][0]) >= set(kit.load(kit.QMAX)["steps"][0]),
          "the keys of a published ladder", str(set(kit.load(kit.QMAX)) ^ set(doc)))
del records[5]["chars"]
records[7]["chars"] = None
kit.equal(json.loads(derive(records, 0, "no chars").stdout)["steps"][0]["chars"], None, "characters unknown")

# It plans: with the published T_total, on the same configuration.
(d / "q.json").write_text(r.stdout)
kit.expect(["plan", "--qmax", d / "q.json", "--ttotal", kit.TTOTAL, "--peak-rps", "50"], 0, "it plans")

# Output to a file; the last line without its end; blank lines; line ends of other systems.
(d / "events.jsonl").write_text(text)
kit.expect(["ladder", "--events", d / "events.jsonl", *CLAIM, "-o", d / "out.json"], 0, "-o", out="")
kit.equal((d / "out.json").read_text().replace("events.jsonl", "stdin"), r.stdout, "-o")
kit.expect(["ladder", "--events", d / "events.jsonl", *CLAIM, "-o", d / "events.jsonl"], 2, "its own input")
kit.equal((d / "events.jsonl").read_text(), text, "the input is untouched")
a = json.loads(derive(text.rstrip("\n"), 0, "no last line end").stdout)
b = json.loads(derive("\n\n" + text.replace("\n", "\r\n \n"), 0, "blank lines").stdout)
kit.equal(a["steps"], doc["steps"], "no last line end")
kit.equal(b["steps"], doc["steps"], "blank lines")

GOOD = {"run": 0, "concurrency": 1, "start_s": 1, "first_byte_s": 1.5, "end_s": 2, "ok": True, "chars": 3}
derive([GOOD], 0, "one record")
for change, part in [({"run": None}, "$.run: is null"), ({"run": -1}, "$.run: is -1"), ({"run": 0.5}, "expected an integer"),
                     ({"concurrency": 0}, "$.concurrency: is 0, expected 1"), ({"start_s": -1}, "$.start_s"),
                     ({"start_s": "1"}, "expected a number"), ({"end_s": 0.5}, "$.end_s: is 0.5, before start_s"),
                     ({"end_s": 1e16}, "$.end_s: is 1e+16, expected seconds from 0 to 1e15"), ({"first_byte_s": 0.5}, "$.first_byte_s"), ({"first_byte_s": 3}, "$.first_byte_s"),
                     ({"first_byte_s": None}, "although ok is true"), ({"ok": 1}, "expected true or false"),
                     ({"ok": ...}, "$.ok"), ({"chars": -1}, "$.chars"), ({"chars": 1.5}, "$.chars")]:
    bad = {k: v for k, v in (GOOD | change).items() if v is not ...}
    derive([GOOD, bad], 3, f"refused {change}", err_has=["stdin: line 2: ", part], out="")
for text, part in [("", "holds no record"), ("{", "line 1"), (lines([GOOD]) + "[]\n", "line 2: $: is an array"),
                   (lines([GOOD])[:-1] + " 1\n", "line 1"), (b"\xff\n", "line 1"), (lines([GOOD | {"pad": "x" * 70000}]), "longer than"),
                   (lines([GOOD | {"start_s": 0, "first_byte_s": 0, "end_s": 1e-12}]), "took 1e-12 s on average"),
                   (lines([GOOD, GOOD | {"concurrency": 5, "ok": False, "start_s": 0, "first_byte_s": None, "end_s": 1e-300}]),
                    "requests at concurrency 5 took"),
                   (lines([GOOD, GOOD | {"start_s": 1e15, "first_byte_s": 1e15, "end_s": 1e15}]),
                    "at concurrency 1, 2e-15 requests/s with 1e-15 in flight on average are too few"),
                   (lines([GOOD | {"first_byte_s": 9, "end_s": 9}]), "no rung meets the SLO of 3000 ms")]:
    derive(text, 3, f"refused {text[:30]!r}", err_has=[part], out="")
for i in (0, 2, 4, 6):
    kit.expect(["ladder", "--events", "-", *CLAIM[:i], *CLAIM[i + 2:]], 2, f"without {CLAIM[i]}", err_has=[CLAIM[i]], stdin=lines([GOOD]))
kit.expect(["ladder", "--events", "-", *CLAIM, "--hold", "3"], 2, "both uses", stdin=lines([GOOD]))
kit.expect(["ladder", "--events", d / "none", *CLAIM], 3, "no such file")
kit.expect(["ladder", "--events", d, *CLAIM], 3, "a directory", err_has=["directory"])
# A rung of which no request was ok, and requests that took no time.
def event(c, i, took, ok=True):
    at = 100.0 * c + i
    return {"run": 1, "concurrency": c, "start_s": at, "first_byte_s": at + took, "end_s": at + took, "ok": ok, "chars": 100}


r = derive([event(c, i, 0.5, c == 1) for c in (1, 2) for i in range(30)], 0, "a rung without an ok request")
bad = json.loads(r.stdout)["steps"][1]
kit.equal((bad["usable"], bad["unusable_reason"], bad["ttfab_p95_ms"], bad["ok"], bad["completed"]),
          (False, "no request was ok", None, 0, 30), "a rung without an ok request")
derive([event(1, i, 0.0) for i in range(30)], 3, "no time", err_has=["every request took 0 s, so there is no service time"], out="")
kit.done()
