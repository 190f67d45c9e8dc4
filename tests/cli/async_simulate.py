"""headroom async simulate: against hand arithmetic, against tests/oracle/replay.py on random traces, and its options."""
import csv, io, json, math, pathlib, random, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
import kit
sys.path.insert(0, str(kit.SOURCE / "tests" / "oracle"))
import replay as oracle

CMD = ["async", "simulate"]


def trace(rows):
    return "arrival_s,service_s\n" + "".join(f"{a},{s}\n" for a, s in rows)


def flags(settings):
    out = []
    for k, v in settings.items():
        name = "--" + k.replace("_", "-")
        out += [name] if v is True else [] if v in (False, None) else [name, v]
    return out


def same(got, want, what):
    if isinstance(want, dict):
        kit.equal(list(got), list(want), f"{what}: keys")
        for k in want:
            same(got[k], want[k], f"{what}.{k}")
    elif isinstance(want, float) and got is not None:
        kit.check(math.isclose(got, want, rel_tol=1e-12), what, f"got {got}, expected {want}")
    else:
        kit.equal(got, want, what)


def random_case(rng):
    def moment(most):
        return rng.choice([str(rng.randrange(0, most, 60)), str(rng.randrange(most)), f"{rng.uniform(0, most):.6f}"])

    length = rng.choice([60, 600, 3600, 20000])
    rows = []
    for _ in range(rng.choice([0, 1, 3, 10, 40])):
        at = moment(length) if rng.random() < 0.7 or not rows else rows[-1][0]
        rows.append((at, rng.choice(["0", "60", "1", "30", str(rng.randrange(0, 1200)), f"{rng.uniform(0, 200):.7f}"])))
    low = rng.choice([0, 0, 0, 1, 2])
    settings = dict(provision=rng.choice(["0", "0", "60", "120", "320", f"{rng.uniform(0, 300):.3f}"]), min=str(low),
                    max=str(rng.choice([max(1, low), 5, 20])), target=rng.choice(["1", "5", "0.5", "2", "3.3", "0.1"]),
                    per_instance=rng.choice(["1", "1", "2", "7"]), ttl=rng.choice(["60", "300", "1000", "21600"]),
                    timeout=rng.choice(["1", "60", "900"]), no_wake=rng.random() < 0.25,
                    wake_periods=rng.choice(["1", "2", "2", "5"]), wake_cooldown=rng.choice(["0", "300", "90.5"]),
                    scale_out_cooldown=rng.choice(["0", "300", "120"]), scale_in_cooldown=rng.choice(["0", "300", "61"]),
                    until=rng.choice([None, None, str(rng.randrange(0, 2 * length)), str(rng.randrange(0, length, 60)), "7200"]),
                    rate=rng.choice([None, "0.23"]), always_on=rng.choice([None, "3"]))
    return rows, settings


def conserved(doc, what):
    kit.equal(doc["accepted"], sum(doc[k] for k in ("completed", "failed", "expired", "unfinished")), f"{what}: conservation")
    points = doc["capacity"] + [[doc["end_s"], 0, 0]]
    for p, q in zip(points, points[1:]):
        kit.check(p[0] < q[0] or q is points[-1], what, f"{p} is not before {q}")
    area = sum((q[0] - p[0]) * p[1] for p, q in zip(points, points[1:])) / 3600
    kit.check(math.isclose(area, doc["billable_instance_hours"], rel_tol=1e-9, abs_tol=1e-12), f"{what}: instance-hours",
              f"the curve has {area}")
    zero = sum(q[0] - p[0] for p, q in zip(points, points[1:]) if p[1] == 0) / 3600
    kit.check(math.isclose(zero, doc["hours_at_zero"], rel_tol=1e-9, abs_tol=1e-9), f"{what}: hours at zero", str(zero))


def against_oracle(seed):
    rng = random.Random(seed)
    rows, settings = random_case(rng)
    args = [*CMD, "-", *flags(settings)]
    mixed = rows[:]
    rng.shuffle(mixed)
    return (seed, rows, settings, kit.run(*args, "--format", "json", stdin=trace(rows)),
            kit.run(*args, "--format", "csv", stdin=trace(mixed)))


states = {}
with ThreadPoolExecutor(4) as pool:
    for seed, rows, settings, r, c in pool.map(against_oracle, range(400)):
        what = f"random {seed} {rows if len(rows) < 5 else len(rows)} {settings}"
        if not kit.check(r.returncode == 0 and c.returncode == 0, what, r.stderr + c.stderr):
            continue
        want, table = oracle.replay(rows, settings)
        doc = json.loads(r.stdout)
        same(doc, want, what)
        conserved(doc, what)
        got = list(csv.reader(io.StringIO(c.stdout)))
        kit.equal(got[0], ["arrival_s", "service_s", "state", "start_s", "terminal_s", "cold"], f"{what}: CSV head")
        kit.equal(got[1:], table, f"{what}: CSV rows, shuffled input")
        for row in table:
            states[row[2]] = states.get(row[2], 0) + 1
kit.equal(sorted(states), ["beyond_end", "completed", "expired", "failed", "unfinished"], "random traces reach every state")


def simulate(args, stdin="", code=0, **kw):
    return kit.expect([*CMD, *args], code, f"{args}", stdin=stdin, **kw)


def doc_of(args, stdin=""):
    return json.loads(simulate([*args, "--format", "json"], stdin).stdout)


# A backlog of 4 under a target of 5: with the wake pair two minutes and 320 s; without it nobody comes.
d = doc_of(["--burst", "4@0", "--service", "60", "--provision", "320", "--compare", "--rate", "0.23"])
kit.equal((d["completed"], d["latency_s"]["all"]["p50"], d["latency_s"]["all"]["p95"]), (4, 560.0, 680.0), "with the wake pair")
w = d["without_wake"]
kit.equal((w["completed"], w["expired"], w["latency_s"]["all"]["p95"], w["billable_instance_hours"]), (0, 4, 21600.0, 0.0), "without")
kit.equal([k for k in w], [k for k in d if k != "without_wake"], "the same keys")

# --ttotal is --provision of its t_total_s; the artifact of the example.
t = kit.load(kit.TTOTAL)["t_total_s"]
args = ["--burst", "4@0", "--service", "60"]
kit.equal(doc_of([*args, "--ttotal", kit.TTOTAL]), doc_of([*args, "--provision", repr(t)]), "--ttotal")
with kit.folder(t=kit.changed(kit.load(kit.TTOTAL), t_total_s=None)) as folder:
    r = kit.run(*CMD, *args, "--ttotal", folder / "t.json")
    kit.check(r.returncode == 3 and "t_total_s" in r.stderr and not r.stdout, "null t_total_s", r.stderr)

# A year of silence costs nothing: far arrivals, and a long steady stretch with a fleet that stays.
d = doc_of(["-", "--provision", "60", "--min", "1"], trace([("0", "1"), ("1000000000", "1")]))
kit.equal((d["end_s"], d["capacity"], d["latency_s"]["all"]["p95"]), (1000000020.0, [[0.0, 1, 1]], 1.0), "1e9 s")

# Decimals: the seventh rounds half up, and a million beyond the point is no number.
r = simulate(["-", "--provision", "0", "--format", "csv"], trace([("0.0000005", "1.00000049"), ("007.5", "0.9999999")]))
kit.equal(r.stdout.splitlines()[1:], ["0.000001,1,completed,120,121,true", "7.5,1,completed,121,122,true"], "rounding")
for n, (text, part) in enumerate([
        ("", "is empty, expected the header"), ("arrival\n1\n", "line 1: expected the header"),
        ("arrival_s,service_s\n1\n", "line 2: expected two fields"), ("arrival_s,service_s\n1,2,3\n", "line 2: expected two fields"),
        ("arrival_s,service_s\n1,2\n\n", "line 3: expected two fields"), ("arrival_s,service_s\n-1,2\n", "line 2: arrival_s '-1'"),
        ("arrival_s,service_s\n1,1e3\n", "service_s '1e3'"), ("arrival_s,service_s\n1,.5\n", "'.5'"),
        ("arrival_s,service_s\n1,5.\n", "'5.'"), ("arrival_s,service_s\n 1,5\n", "' 1'"), ("arrival_s,service_s\nnan,5\n", "'nan'"),
        ("arrival_s,service_s\n1000000000.1,5\n", "from 0 to 1e9"), ("arrival_s,service_s\n1,\n", "service_s ''"),
        ("arrival_s,service_s\n" + "1" * 300 + ",5\n", "line 2: longer than"), ("arrival_s,service_s\n1\0,5\n", "line 2")]):
    simulate(["-", "--provision", "0"], text, 3, out="", err_has=["stdin", part])
for text in ("\ufeffarrival_s,service_s\r\n1,2\r\n", "arrival_s,service_s\n1,2"):
    kit.equal(doc_of(["-", "--provision", "0"], text)["accepted"], 1, f"accepted {text!r}")
kit.equal(doc_of(["-", "--provision", "0"], "arrival_s,service_s\n")["end_s"], 60.0, "no request at all")
simulate(["-", "--provision", "0"], "arrival_s\n1\n", 2, out="", err_has=["--service S is needed"])
simulate(["-", "--provision", "0", "--service", "1"], "arrival_s,service_s\n1,1\n", 2, out="", err_has=["--service has no meaning"])
kit.equal(doc_of(["-", "--provision", "0", "--service", "1"], "arrival_s\n1\n"),
          doc_of(["-", "--provision", "0"], "arrival_s,service_s\n1,1\n"), "--service")

BURST = ["--burst", "1@0", "--service", "1", "--provision", "1"]
for args, part in [
        ([], "TRACE, --poisson"), (["-", *BURST], "2 were given"), (["--burst", "1@0", "--provision", "1"], "--service S"),
        (["--burst", "1@0", "--service", "1"], "--provision S or --ttotal F"), ([*BURST, "--ttotal", "x"], "exclude each other"),
        ([*BURST, "--min", "6"], "--max: 5 is below --min, 6"), ([*BURST, "--max", "0"], "--max"), ([*BURST, "--target", "0"], "above 0"),
        ([*BURST, "--target", "-1"], "--target"), ([*BURST, "--target", "1.0000000001"], "nine decimals"),
        ([*BURST, "--ttl", "59"], "--ttl"), ([*BURST, "--ttl", "21601"], "--ttl"), ([*BURST, "--timeout", "0"], "--timeout"),
        ([*BURST, "--timeout", "3601"], "--timeout"), ([*BURST, "--timeout", "60.0"], "whole number"),
        ([*BURST, "--until", "1e3"], "--until"), ([*BURST, "--rate", "-1"], "--rate"), ([*BURST, "--rate", "inf"], "--rate"),
        ([*BURST, "--wake-periods", "0"], "--wake-periods"), ([*BURST, "--format", "xml"], "--format"),
        ([*BURST, "--compare", "--no-wake"], "--compare"), ([*BURST, "--compare", "--format", "csv"], "csv"),
        ([*BURST, "--compare", "--sweep", "target=1:2:2"], "exclude"), ([*BURST, "--sweep", "max=1:2:2"], "--sweep"),
        ([*BURST, "--sweep", "target=0:2:2"], "above 0"), ([*BURST, "--sweep", "target=2:1:2"], "not below"),
        ([*BURST, "--sweep", "target=1:2:1"], "2 to"), ([*BURST, "--sweep", "target=1:2"], "LO:HI:COUNT"),
        ([*BURST, "--sweep", "provision=1:2:2"], "no meaning"), ([*BURST, "--hours", "1"], "no meaning"),
        (["--poisson", "5", "--service", "1", "--provision", "1"], "--hours is needed"),
        (["--poisson", "0", "--hours", "1", "--seed", "1", "--service", "1", "--provision", "1"], "--poisson: expected"),
        *[(["--burst", text, "--service", "1", "--provision", "1"], "--burst: '") for text in ("1.5@0", "0@0", "1@0,", "1@-1", "1")],
        (["-", "--ttotal", "-"], "only one input"), ([*BURST, "--report", "a", "--report", "b"], "--report"),
        (["--burst", "5000001@0", "--service", "1", "--provision", "1"], "more than")]:
    simulate(args, "", 2, out="", err_has=[part])
simulate(["/nonexistent.csv", "--provision", "1"], "", 3, out="", err_has=["/nonexistent.csv"])

# Made arrivals against the definition: MT19937 seeded by the array [N] is Python's, and so are its 53 bits.
def poisson(per_hour, hours, seed, office=False):
    rng, clock, out = random.Random(), 0, []
    rng.seed(seed)
    while True:
        gap = float(f"{-math.log(1 - rng.random()) / (per_hour / 3600):.9g}")
        clock += oracle.us(f"{gap:.20f}".rstrip("0") if "e" in repr(gap) else repr(gap))
        day = 8 * 3600 * 10**6
        at = clock // day * 3 * day + 9 * 3600 * 10**6 + clock % day if office else clock
        if at >= hours * 3600 * 10**6:
            return out
        out.append(oracle.plain(at))


for flag, hours, seed in [("--poisson", 6, 7), ("--office-hours", 60, 1234)]:
    r = simulate([flag, "20", "--hours", str(hours), "--seed", str(seed), "--service", "5", "--provision", "60", "--format", "csv"])
    kit.equal([row.split(",")[0] for row in r.stdout.splitlines()[1:]], poisson(20, hours, seed, flag != "--poisson"), flag)
r = simulate(["--burst", "2@60.5,1@0", "--service", "5", "--provision", "60", "--format", "csv"])
kit.equal([row.split(",")[0] for row in r.stdout.splitlines()[1:]], ["0", "60.5", "60.5"], "--burst")

# A sweep is the single replays side by side.
made = ["--poisson", "30", "--hours", "5", "--seed", "1", "--service", "40", "--rate", "0.23"]
points = doc_of([*made, "--sweep", "target=1:5:3", "--sweep", "provision=60:90:2"])["sweep"]
kit.equal([(p["target"], p["provision_s"]) for p in points], [(t, p) for t in (1.0, 3.0, 5.0) for p in (60.0, 90.0)], "sweep settings")
for p in points:
    one = doc_of([*made, "--target", str(p["target"]), "--provision", str(p["provision_s"])])
    kit.equal({k: v for k, v in p.items() if k not in ("target", "provision_s")},
              {k: v for k, v in one.items() if k != "capacity"}, f"sweep {p['target']}, {p['provision_s']}")
rows = list(csv.DictReader(io.StringIO(simulate([*made, "--provision", "60", "--sweep", "target=1:5:3", "--format", "csv"]).stdout)))
kit.equal([float(r["billable_instance_hours"]) for r in rows], [p["billable_instance_hours"] for p in points[::2]], "sweep as CSV")

# Text: the answer first, the trap named.
r = simulate(["--burst", "4@0", "--service", "60", "--provision", "320", "--compare", "--rate", "0.23"],
             has=["All 4 requests were completed. Half took at most 560.0 s, 95 % at most 680.0 s.\n", "wake pair",
                  "Without the wake pair 4 of 4 requests expire", "1.38 USD", "21\u2009600.0 s", "; TTL 21\u2009600 s, timeout 900 s\n"], err="")
r = simulate(["--burst", "1@5", "--service", "61.25", "--provision", "90.248496", "--wake-cooldown", "0.5", "--max", "1"], err="",
             has=["The one request was completed. It took 266.5 s.\n",
                  "burst 1@5; 90.2 s to provision; 0 to 1 instance, each of 1 request at a time;", "cooldown 0.5 s;",
                  "and then 90.2 s for the instance."])
with tempfile.TemporaryDirectory() as d:
    name = pathlib.Path(d) / "a\x1b[31m\nb.csv"
    name.write_text(trace([(5, 1)]))
    r = simulate([name, "--provision", "1"], err="", has=["\na\\x1b[31m\\x0ab.csv; 1 s to provision"])
    kit.check("\x1b" not in r.stdout, "control characters of a name", r.stdout)
kit.expect([*CMD, "--burst", "2000000000@0", "--service", "1", "--provision", "1"], 2, "a burst beyond the limit", out="",
           err_has=["--burst: '2000000000@0' is not N@T, expected a whole number of requests (1 to 5000000), @"])
kit.expect([*CMD, "-", "--provision", "1"], 3, "a zero byte", out="", stdin="arrival_s,service_s\n5,2\0\n",
           err="headroom: stdin: line 2: service_s holds a zero byte, expected a plain decimal\n")
kit.done()
