"""Each limit of src/base/limits.h, at the limit and one past it, through the program. Those of the JSON reader
(depth, values, members, names) are in tests/unit/test_json.c, those of plan.json's lists in test_store.c, a cell's
text in test_sheet.c, pictures in test_scene.c. HEADROOM_SLOW=1 adds the five million records."""
import json
import os
import re
import subprocess

import kit

HEADER = (kit.SOURCE / "src" / "base" / "limits.h").read_text()
LIMIT = {}
for name, text in re.findall(r"^#define LIMIT_(\w+) (.+)$", HEADER, re.M):
    LIMIT[name] = eval(re.sub(r"\(size_t\)", "", re.sub(r"LIMIT_(\w+)", r"LIMIT['\1']", text)))

QMAX, TTOTAL = kit.load(kit.QMAX), kit.load(kit.TTOTAL)


def padded(doc, size):
    text = doc if isinstance(doc, str) else json.dumps(doc)
    return text + " " * (size - len(text))


def both(what, limit, run, past):
    """RUN(n) gives the finished process; it succeeds for LIMIT and says PAST for one more."""
    r = run(limit)
    kit.check(r.returncode in (0, 1) and '"exit"' not in r.stdout, f"{what}: {limit}",
              f"exit {r.returncode}: {r.stderr[:300]!r} {r.stdout[-300:]!r}")
    r = run(limit + 1)
    said = r.stderr or r.stdout
    kit.check(r.returncode in (2, 3) or '"exit"' in r.stdout, f"{what}: {limit + 1} is refused", f"exit {r.returncode}")
    kit.check(past in said, f"{what}: one past", f"{past!r} is not in {said[:300]!r}")


def plan(d, *more, qmax=None, ttotal=None):
    q, t = kit.QMAX, kit.TTOTAL
    if qmax is not None:
        q = d / "q.json"
        q.write_text(qmax if isinstance(qmax, str) else json.dumps(qmax))
    if ttotal is not None:
        t = d / "t.json"
        t.write_text(ttotal if isinstance(ttotal, str) else json.dumps(ttotal))
    return kit.run("plan", "--qmax", q, "--ttotal", t, "--peak-rps", 50, "--no-sample", "--allow-inconsistent",
                   "--format", "json", *more)


def steps(n):
    first = [s for s in QMAX["steps"]]
    more = [dict(first[0], step_index=8 + i) for i in range(n - len(first))]
    return dict(QMAX, steps=first + more)


def artifacts(d):
    both("bytes of an artifact", LIMIT["ARTIFACT_BYTES"], lambda n: plan(d, qmax=padded(QMAX, n)), "larger than the")
    both("rungs", LIMIT["STEPS"], lambda n: plan(d, "-o", d / "big.json", qmax=steps(n)), "$.steps")
    kit.expect(["cost", d / "big.json"], 0, "a plan of the most rungs reads back")
    both("stages", LIMIT["STAGES"], lambda n: plan(d, ttotal=dict(
        TTOTAL, timeline=TTOTAL["timeline"] + [dict(TTOTAL["timeline"][-1], stage=f"s{i}")
                                               for i in range(n - len(TTOTAL["timeline"]))])), "$.timeline")
    both("a list", LIMIT["LIST"], lambda n: plan(d, qmax=dict(QMAX, instance_counts_observed=[1] * n)),
         "$.instance_counts_observed")

    def load_test(checks):
        (d / "v.json").write_text(json.dumps(checks))
        return plan(d, "--validate", d / "v.json")
    one = {"check": "c", "verdict": "ok", "detail": "d"}
    both("checks of a load test", LIMIT["FINDINGS"], lambda n: load_test([one] * n), "more than 1000 checks")
    both("a check's name", LIMIT["CHECK_NAME"], lambda n: load_test([dict(one, check="c" * n)]), "longer than the 200")
    def rated(amount):
        (d / "r.json").write_text(json.dumps({"rates": {QMAX["instance_type"]: amount}}))
        return plan(d, "--rates", d / "r.json")
    both("T_total", int(LIMIT["T_TOTAL_S"]), lambda n: kit.run(
        "plan", "--qmax", kit.QMAX, "--assume-t-total", n, "--peak-rps", 50, "--no-sample"), "beyond the 1e9 s")
    both("a service time's p95", int(LIMIT["MEASURED"]), lambda n: plan(
        d, "--allow-inconsistent", qmax=dict(QMAX, s_p95_s=n)), "$.s_p95_s: is 1e+15 s, beyond the 1e15")
    both("a rung's requests/s", int(LIMIT["MEASURED"]), lambda n: plan(d, "--allow-inconsistent", qmax=dict(
        QMAX, steps=[dict(QMAX["steps"][0], achieved_rps=n), *QMAX["steps"][1:]])), "beyond the 1e15")
    both("a rate", int(LIMIT["RATE"]), lambda n: plan(d, "--rate", n), "--rate: 1000000000000001 is above 1000000000000000.0, the most")
    both("a table's rate", int(LIMIT["RATE"]), lambda n: rated(n), "beyond the 1e15")
    both("a service time", 0, lambda n: plan(d, "--allow-inconsistent", qmax=dict(
        QMAX, s_mean_s=LIMIT["SERVICE_S"] * (1 - n / 1000))), "$.s_mean_s: is 9.99e-10 s, expected")
    for key in ("concurrency_mean", "achieved_rps"):
        both(f"a rung's least {key}", 0, lambda n: plan(d, "--allow-inconsistent", qmax=dict(QMAX, steps=[
            dict(QMAX["steps"][0], **{key: LIMIT["OCCUPANCY"] * (1 - n / 1000)}), *QMAX["steps"][1:]])),
            f".{key}: is 9.99e-10, expected")
    both("a rung's service time", 0, lambda n: plan(d, "--allow-inconsistent", qmax=dict(QMAX, steps=[
        dict(QMAX["steps"][0], s_mean_s=LIMIT["SERVICE_S"] * (1 - n / 1000)), *QMAX["steps"][1:]])),
        ".s_mean_s: is 9.99e-10 s, expected")
    both("a fleet", int(LIMIT["FLEET"]), lambda n: plan(d, "--min-floor", n), "--min-floor")


def plans(d):
    kit.expect(["plan", *kit.PAIR, *kit.LOAD, "--no-sample", "-o", d / "plan.json"], 0, "a plan")
    text = (d / "plan.json").read_text()

    def cost(n):
        (d / "p.json").write_text(padded(text, n - len(text.encode()) + len(text)))
        return kit.run("cost", d / "p.json")
    both("bytes of a plan", LIMIT["PLAN_BYTES"], cost, "larger than the")
    # A ladder within its limit whose plan would not be: DEL is one byte in an artifact and six in a plan.
    r = plan(d, "-o", d / "none.json", qmax=json.dumps(dict(QMAX, note="NOTE")).replace("NOTE", "\x7f" * 7000000))
    kit.equal(r.returncode, 3, "a plan that could not be read again is not written")
    kit.check(f"more than the {LIMIT['PLAN_BYTES']} that can be read again" in r.stderr, "and says so", r.stderr[:200])
    kit.check(not (d / "none.json").exists(), "and leaves no file")

    def targets(text):
        (d / "targets.json").write_text(text)
        (d / "policies.json").write_text('{"ScalingPolicies": []}')
        return kit.run("validate", d / "plan.json", "--targets", d / "targets.json", "--policies", d / "policies.json")
    both("bytes of an export", LIMIT["EXPORT_BYTES"], lambda n: targets(padded('{"ScalableTargets": []}', n)),
         "larger than the")
    both("values of an export", LIMIT["EXPORT_NODES"],
         lambda n: targets('{"ScalableTargets": [], "x": [%s]}' % ",".join("0" * (n - 3))), "more than 500000 values")

    def profile(text):
        (d / "p.csv").write_text(text)
        return kit.run("cost", d / "plan.json", "--profile", d / "p.csv")
    both("hours of a profile", LIMIT["PROFILE_ROWS"],
         lambda n: profile("hour,rps\n" + "".join(f"{i},1\n" for i in range(n))), "more than 8784 rows")
    both("a line of a profile", LIMIT["CSV_LINE"], lambda n: profile("hour,rps\n0," + "1".zfill(n - 2) + "\n"),
         "not a line of CSV")
    both("requests/s of a profile", int(LIMIT["PROFILE_RPS"]), lambda n: profile(f"hour,rps\n0,{n}\n"), "to 1e12")
    r = profile("hour,rps\n0,1\n" + "\n" * (LIMIT["PROFILE_BYTES"] - 12))
    kit.check("larger than" in r.stderr and r.returncode == 3, "bytes of a profile, one past", r.stderr[:200])
    r = profile("hour,rps\n0,1\n" + "\n" * (LIMIT["PROFILE_BYTES"] - 13))
    kit.check("line 3" in r.stderr, "bytes of a profile, at the limit, are read", r.stderr[:200])


def event(i=0, pair=0, pad=0):
    x = {"run": pair // 1000, "concurrency": 1 + pair % 1000, "start_s": i, "first_byte_s": i + 0.1, "end_s": i + 0.2,
         "ok": True}
    text = json.dumps(x)
    return text if not pad else text[:-1] + ', "x": "' + "x" * (pad - len(text) - 9) + '"}'


def streams(d):
    def batch(text, *more):
        return kit.run("batch", *more, stdin=text)
    line = {"qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL), "peak_rps": 5, "no_sample": True}
    both("bytes of a line", LIMIT["LINE_BYTES"], lambda n: batch(padded(line, n) + "\n"), "longer than the 16777216")

    def endless(n, *words):
        with open(d / "long.jsonl", "wb") as f:  # zeros that take no room
            f.truncate(n)
            f.seek(n)
            f.write(b"\n" + json.dumps(line).encode() + b"\n")
        return kit.run(*words, d / "long.jsonl")
    for words in (["async", "check", "--lines"], ["batch"], ["batch", "-j", "2"]):
        # The long line is an answer of its own; what counts is whether the one behind it is reached.
        r = endless(LIMIT["LINE_PASSED"], *words)
        kit.check(r.returncode == 1 and r.stdout.count("\n") == 2, f"{words} passes over {LIMIT['LINE_PASSED']} bytes",
                  f"exit {r.returncode}: {r.stderr[:300]!r}")
        r = endless(LIMIT["LINE_PASSED"] + 1, *words)
        kit.check(r.returncode == 3 and "has no end within 268435456" in r.stderr,
                  f"{words} does not pass over one more", f"exit {r.returncode}: {r.stderr[:300]!r}")
    for n, long in ((LIMIT["LINE_BYTES"], False), (LIMIT["LINE_BYTES"] + 1, True)):
        r = endless(n, "async", "check", "--lines")
        kit.check(("16777216" in r.stdout) == long and r.stdout.count("\n") == 2, f"async check: a line of {n}", r.stdout[:300])
    (d / "long.jsonl").unlink()
    both("workers", LIMIT["WORKERS"], lambda n: batch("", "--jobs", n), "--jobs")
    (d / "empty.jsonl").write_text("")
    both("shards", LIMIT["SHARDS"], lambda n: kit.run("batch", "--shard", f"1/{n}", d / "empty.jsonl"), "1000000")

    def ladder(text):
        (d / "events.jsonl").write_text(text)
        return kit.run("ladder", "--events", d / "events.jsonl", "--slo-ms", 3000, "--model", "m", "--instance-type",
                       "t", "--image-digest", "d")
    both("bytes of a record", LIMIT["EVENT_BYTES"], lambda n: ladder(event(pad=n) + "\n"), "65536")
    both("rungs of records", LIMIT["EVENT_RUNGS"],
         lambda n: ladder("".join(event(i, i) + "\n" for i in range(n))), "more than 5000 pairs")
    def trace(text):
        (d / "trace.csv").write_text(text)
        return kit.run("async", "simulate", d / "trace.csv", "--service", "1", "--provision", "60")
    both("a line of a trace", LIMIT["CSV_LINE"], lambda n: trace("arrival_s\n" + "1".zfill(n) + "\n"), "line 2")
    both("rungs of a schedule", LIMIT["SCHEDULE_RUNGS"],
         lambda n: kit.run("ladder", "--concurrency", ",".join(str(i + 1) for i in range(n))), "more than 1000 rungs")
    if os.environ.get("HEADROOM_SLOW") != "1":
        print("the five million records of a load test are left out: HEADROOM_SLOW=1 tries them")
        return
    block = (event() + "\n").encode() * 10000

    def records(n):
        p = subprocess.Popen([kit.PROGRAM, "ladder", "--events", "-", "--slo-ms", "3000", "--model", "m",
                              "--instance-type", "t", "--image-digest", "d", "-o", d / "made.json"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            for _ in range(n // 10000):
                p.stdin.write(block)
            p.stdin.write(block[:len(block) // 10000 * (n % 10000)])
        except BrokenPipeError:
            pass
        out, err = p.communicate()
        return subprocess.CompletedProcess([], p.returncode, out.decode(), err.decode())
    both("records", LIMIT["EVENTS"], records, "more than 5000000 records")


def requests(d):
    good = {"EndpointName": "e", "InputLocation": "s3://b/k", "InferenceId": "i"}

    def check(**members):
        return kit.run("async", "check", stdin=json.dumps(dict(good, **members)))

    def refused(r):
        """async check answers 1 where the others refuse with 3."""
        return subprocess.CompletedProcess([], 3 if r.returncode == 1 else r.returncode, r.stdout, r.stderr)
    both("a name", LIMIT["AWS_NAME"], lambda n: refused(check(EndpointName="e" * n)), "1 to 63")
    both("an inference id", LIMIT["REQUEST_ID"], lambda n: refused(check(InferenceId="i" * n)), "1 to 64")
    both("a location", LIMIT["REQUEST_TEXT"], lambda n: refused(check(InputLocation="s3://b/".ljust(n, "k"))), "at most 1024")
    both("a content type", LIMIT["REQUEST_TEXT"], lambda n: refused(check(ContentType="t" * n)), "at most 1024")
    both("time in the queue", LIMIT["TTL_S"], lambda n: refused(check(RequestTTLSeconds=n)), "60 to 21600")
    both("time of execution", LIMIT["TIMEOUT_S"], lambda n: refused(check(InvocationTimeoutSeconds=n)), "1 to 3600")
    kit.check(check(RequestTTLSeconds=LIMIT["TTL_LEAST_S"]).returncode == 0, "the least time in the queue")
    kit.check(check(RequestTTLSeconds=LIMIT["TTL_LEAST_S"] - 1).returncode == 1, "less than the least time in the queue")
    both("values of a request", LIMIT["REQUEST_NODES"], lambda n: subprocess.CompletedProcess(
        [], 3 if "100000 values" in (r := check(x=[0] * (n - 5))).stderr else 0, "", r.stderr), "more than 100000 values")

    def days(line):
        (d / "days.csv").write_text("label,instance_hours\n" + line + "\n")
        return kit.run("async", "estimate", d / "days.csv", "--rate", 1)
    both("bytes of a day", LIMIT["DAY_LINE"], lambda n: days("1".rjust(n - 2, "x") + ",1"), "longer than the 1000")

    def many_days(n):
        (d / "days.csv").write_text("instance_hours\n" + "1\n" * n)
        return kit.run("async", "estimate", d / "days.csv", "--rate", 1)
    both("days", LIMIT["DAYS"], many_days, "more than 20000 days")


def replays(d):
    def replay(*more, burst="1@0"):
        return kit.run("async", "simulate", "--burst", burst, "--service", 1, "--provision", 1, *more)
    both("time of a replay", LIMIT["REPLAY_S"], lambda n: replay(burst=f"1@{n}"), "--burst")
    both("hours of arrivals", LIMIT["REPLAY_HOURS"], lambda n: kit.run(
        "async", "simulate", "--poisson", "0.001", "--hours", n, "--seed", 1, "--service", 1, "--provision", 1), "--hours")
    both("instances of a replay", LIMIT["REPLAY_INSTANCES"], lambda n: replay("--max", n), "--max")
    both("requests of an instance", LIMIT["REPLAY_SLOTS"], lambda n: replay("--per-instance", n), "--per-instance")
    both("minutes until the wake alarm", LIMIT["WAKE_PERIODS"], lambda n: replay("--wake-periods", n, "--until", 60), "--wake-periods")
    # At the limit no trace is short enough to be held.
    for n, said in ((int(LIMIT["ARRIVALS_PER_HOUR"]), "more than 5000000 arrivals"), (int(LIMIT["ARRIVALS_PER_HOUR"]) + 1, "outside")):
        kit.expect(["async", "simulate", "--poisson", n, "--hours", 1, "--seed", 1, "--service", 1, "--provision", 1], 2,
                   f"{n} arrivals an hour", err_has=[said])
    both("the rate of a replay", int(LIMIT["REPLAY_RATE"]), lambda n: replay("--rate", n), "--rate")
    both("settings of a sweep", LIMIT["SWEEP_REPLAYS"], lambda n: replay("--sweep", f"target=1:2:{n}"), "COUNT 2 to 1000")
    book = d / "book.xlsx"
    for n, left_out in ((LIMIT["SHEET_REQUESTS"], False), (LIMIT["SHEET_REQUESTS"] + 1, True)):
        r = replay("--workbook", book, burst=f"{n}@0")
        kit.equal(r.returncode, 0, f"a workbook of {n} requests")
        kit.equal(book.stat().st_size < 100000, left_out, f"{n} requests are {'not ' * left_out}listed")

    def sweep(*axes):
        return kit.run("sweep", *kit.PAIR, "--peak-rps", 50, *axes)
    both("values of an axis", LIMIT["SWEEP_VALUES"], lambda n: kit.run("sweep", *kit.PAIR, f"rate=1:2:{n}", "--peak-rps", 50)
         if os.environ.get("HEADROOM_SLOW") == "1" or n > LIMIT["SWEEP_VALUES"] else sweep("rate=1:2:2"), "1 to 100000")
    r = sweep(f"rate=1:2:{LIMIT['SWEEP_POINTS'] // 50000 + 1}", "surge=1:1.4:50000")
    kit.check(r.returncode == 2 and "more than 250000" in r.stderr, "points of a sweep, past the limit", r.stderr[:200])
    kit.expect(["plan", *kit.PAIR, *kit.LOAD, "--no-sample", "-o", d / "one.json"], 0, "a plan to compare")
    both("plans side by side", LIMIT["COMPARED"], lambda n: kit.run("compare", *[d / "one.json"] * n), "2 to 8 PLANs")
    both("concurrency of a rung", LIMIT["SCHEDULE_CONCURRENCY"], lambda n: kit.run("ladder", "--concurrency", n), "to 1000000")
    deep = d / "deep"
    deep.mkdir()
    (deep / "p.json").write_text((d / "one.json").read_text())

    def nested(n):
        at = deep.joinpath(*["d"] * n)
        at.mkdir(parents=True, exist_ok=True)
        (at / "p.json").write_text((d / "one.json").read_text())
        r = kit.run("fleet", deep)
        return subprocess.CompletedProcess([], 3 if r.returncode == 1 else r.returncode, r.stdout, r.stderr)
    both("directories of plans", LIMIT["DIRECTORY_DEPTH"] - 1, nested, "not read")


def every_limit_has_a_reason():
    """A comment stands above each group of limits, and src/ keeps each of them."""
    source = "".join(p.read_text() for p in (kit.SOURCE / "src").rglob("*.[ch]") if p.name != "limits.h")
    for name in LIMIT:
        kit.check(re.search(rf"\bLIMIT_{name}\b", source + HEADER.replace(f"define LIMIT_{name}", "")), f"LIMIT_{name} is used")
    for block in HEADER.split("\n\n"):
        if "#define LIMIT_" in block:
            kit.check(block.lstrip().startswith("/*"), "a reason above " + re.search(r"LIMIT_\w+", block)[0], block[:80])


with kit.folder() as folder:
    artifacts(folder)
    plans(folder)
    streams(folder)
    requests(folder)
    replays(folder)
every_limit_has_a_reason()
kit.done()
