"""headroom sweep: every point equals the plan of the same choices; formats, limits, refusals, charts."""
import csv, hashlib, io, itertools, json, os, resource, signal
import xml.etree.ElementTree as ET

import kit

SVG = "{http://www.w3.org/2000/svg}"
BASE = ["sweep", *kit.PAIR, *kit.LOAD]
KEYS = {"peak_rps": "peak_rps", "trough_rps": "trough_rps", "surge": "max_scaling_per_t_total", "t_total": "assume_t_total_s",
        "rate": "rate", "min_floor": "min_instances_floor"}


def rows(*axes, args=kit.LOAD, what="", code=0):
    """The rows of a sweep as objects, from JSON Lines; the CSV must say the same."""
    what = what or " ".join(axes)
    r = kit.expect(["sweep", *kit.PAIR, *args, *axes, "--format", "jsonl"], code, what)
    got = [json.loads(x) for x in r.stdout.splitlines()]
    table = list(csv.reader(io.StringIO(kit.run("sweep", *kit.PAIR, *args, *axes).stdout, newline="")))
    kit.equal(len(table), len(got) + 1, f"{what}: a line of CSV each")
    for cells, row in zip(table[1:], got):
        flat = {k: v for k, v in row.items() if k not in ("verdicts", "error")}
        flat |= {f"verdict_{k}": v for k, v in row.get("verdicts", {}).items()}
        flat |= {"error": row["error"]["message"]} if "error" in row else {}
        said = dict(zip(table[0], cells))
        kit.check(len(cells) == len(table[0]) and set(flat) <= set(said) and
                  all(said[k] == ("" if flat.get(k) is None else v if isinstance(v := flat[k], str) else repr(v)) for k in said),
                  f"{what}: CSV says what JSON Lines say", f"{said} {flat}")
    return got


def batch(lines):
    text = "".join(json.dumps(x) + "\n" for x in lines)
    return [json.loads(x) for x in kit.run("batch", stdin=text).stdout.splitlines()]


# --- the values -------------------------------------------------------------------------------------------------

ALL = {"peak_rps": [4000, 5000, 6000], "trough_rps": [1, 500.5, 1000], "surge": [1, 1.22, 1.44], "t_total": [60, 330, 600],
       "rate": [0.5, 1.25, 2], "min_floor": [1, 3, 5]}
for names in itertools.chain(([n] for n in ALL), [["surge", "t_total"], ["peak_rps", "trough_rps", "rate"], list(ALL)]):
    got = rows(*(f"{n}={ALL[n][0]}:{ALL[n][-1]}:3" for n in names))
    grid = list(itertools.product(*(ALL[n] for n in names)))
    kit.equal([tuple(r[n] for n in names) for r in got], grid, f"{names}: the last axis varies fastest")
    lines = []
    for values in grid:
        line = {"qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL), "peak_rps": 5000, "trough_rps": 10, "no_sample": True}
        line |= {KEYS[n]: v for n, v in zip(names, values)}
        if "t_total" in names:
            del line["ttotal"]
        lines.append(line)
    want = batch(lines)
    kit.check(all(len(w) == 24 for w in want), f"{names}: batch plans the same choices", str(want[0])[:300])
    kit.equal([{k: v for k, v in r.items() if k not in names} for r in got], want, f"{names}: each row is what batch says")

# A share is what a surge ratio amounts to: C_scale_max = (2 - k) Q_max.
for k, share in ((1.25, 0.75), (1.5 - 0.0625, 0.5625), (1, 1)):
    got = rows(f"share={share}:{share}:1", args=[*kit.LOAD, "--max-scaling-per-t-total", str(k)])[0]
    plan = json.loads(kit.run("plan", *kit.PAIR, *kit.LOAD, "--max-scaling-per-t-total", k, "--no-sample", "--format", "json").stdout)
    for name, v in got.items():
        if name in plan["plan"]:
            kit.equal(v, plan["plan"][name], f"share {share}: {name} is the plan's at k = {k}")
    kit.equal(got["verdict"], plan["verdict"], f"share {share}: verdict")
    kit.equal(got["shed_probability_exact"], plan["headroom"]["audit"]["figures"]["surge_exact"], f"share {share}: probability")
for row in rows("share=0.1:0.9:9"):
    q = 50
    kit.check(abs(row["c_scale_max"] - row["share"] * q) < 1e-9 and abs(row["c_scale_min"] - (row["share"] - 0.25) * q) < 1e-9,
              f"thresholds of share {row['share']}")
low, high = rows("share=0.1:1:2")
kit.check(low["shed_probability_exact"] < 0.1 < high["shed_probability_exact"] and low["max_instances"] > high["max_instances"],
          "a lower threshold survives better and needs more")
kit.equal(rows("t_total=60:60:1")[0]["shed_probability_at_c_scale_max"], None, "nothing is sampled")

# --- counts and ends ------------------------------------------------------------------------------------------------

kit.equal([r["surge"] for r in rows("surge=1.2:1.2:1")], [1.2], "COUNT 1")
kit.equal([r["surge"] for r in rows("surge=1.2:1.2:3")], [1.2] * 3, "LO = HI, three times")
kit.equal([r["surge"] for r in rows("surge=1:1.4:5")], [1.0, 1.1, 1.2, 1.3, 1.4], "inner values are round")
got = rows("min_floor=1:5:5")
kit.check(all(type(r["min_floor"]) is int for r in got), "instances are whole")
kit.equal(len(rows("peak_rps=1000:2000:2", args=[])), 2, "a load that only an axis gives")
kit.equal(len(rows("surge=1:1.2:2", args=["--peak-streams", "90"])), 2, "a load in streams")

# --- points without a plan ------------------------------------------------------------------------------------------

got = rows("trough_rps=1000:9000:3", what="a trough above the peak")
kit.equal([sorted(r) for r in got[1:2]], [sorted(got[0])], "points with a plan")
kit.equal(got[2], {"trough_rps": 9000.0, "error": {"exit": 2, "message": "trough_rps: 9000 is above the peak of 5000"}},
          "a point without one says why, in the words of its axis")
r = kit.run(*BASE, "trough_rps=1000:9000:3")
kit.check("1 of 3 points" in r.stderr and r.returncode == 0, "a warning counts them", r.stderr)
kit.expect([*BASE, "trough_rps=6000:9000:3"], 2, "no point with a plan", out="", err_has=["6000 is above the peak"])

# --- refusals -------------------------------------------------------------------------------------------------------

EVERY = "peak_rps, trough_rps, surge, t_total, rate, min_floor, share"
with kit.folder() as d:
    for args, code, part in ([BASE, 2, "AXIS=LO:HI:COUNT"], [["sweep", *kit.LOAD, "surge=1:1.2:2"], 2, "--qmax"],
                             [["sweep", "--qmax", kit.QMAX, "surge=1:1.2:2"], 2, "--ttotal"],
                             [["sweep", *kit.PAIR, "surge=1:1.2:2"], 2, "peak load is needed"],
                             [[*BASE, "slo=1000:2000:2"], 2, "Q_max is defined by it"],
                             [[*BASE, "ttfab_slo_ms=1000:2000:2"], 2, "Q_max is defined by it"],
                             [[*BASE, "--ttfab-slo-ms", "2000", "surge=1:1.2:2"], 3, "Q_max is defined by its SLO"],
                             [[*BASE, "peak=1:2:2"], 2, f"'peak' is no axis; there are {EVERY}"], [[*BASE, "=1:2:2"], 2, EVERY],
                             [[*BASE, ""], 2, EVERY], [[*BASE, "surge"], 2, "surge=LO:HI:COUNT"],
                             [[*BASE, "surge=1:1.2"], 2, "surge=LO:HI:COUNT"], [[*BASE, "surge=1:1.2:2:3"], 2, "surge=LO:HI:COUNT"],
                             [[*BASE, "surge=1::2"], 2, "surge=LO:HI:COUNT"], [[*BASE, "surge=1:x:2"], 2, "decimal numbers"],
                             [[*BASE, "surge=1:nan:2"], 2, "decimal numbers"], [[*BASE, "surge=1:1.2:2.5"], 2, "a whole one"],
                             [[*BASE, "surge=1:1.2:0"], 2, "COUNT is outside 1"], [[*BASE, "surge=1:1.2:-1"], 2, "COUNT is outside 1"],
                             [[*BASE, "surge=1:1.2:1"], 2, "one value cannot be both"], [[*BASE, "surge=1.2:1:2"], 2, "LO is above HI"],
                             [[*BASE, "surge=1:1.5:2"], 2, "1.5 is outside 1 to 1.5"], [[*BASE, "surge=0.5:1.2:2"], 2, "0.5 is outside"],
                             [[*BASE, "share=0:1:2"], 2, "share: 0.0 is outside 0 to 1"], [[*BASE, "share=0.5:1.1:2"], 2, "1.1 is outside"],
                             [[*BASE, "rate=-1:1:2"], 2, "rate: -1.0 is below 0"],
                             [[*BASE, "rate=1:1e308:2"], 2, "rate: 1e+308 is above 1000000000000000.0"],
                             [[*BASE, "min_floor=0:4:2"], 2, "min_floor: 0.0"],
                             [[*BASE, "min_floor=1:4:3"], 2, "2.5 is no whole number"],
                             [[*BASE, "surge=1:1.2:2", "surge=1:1.2:2"], 2, "surge is an axis twice"],
                             [[*BASE, "surge=1:1.2:100001"], 2, "COUNT is outside 1 to 100000"],
                             [[*BASE, "surge=1:1.2:501", "share=0.1:1:500"], 2, "250500 points, more than 250000"],
                             [[*BASE, "surge=1:1.2:2", "--format", "text"], 2, "neither csv nor jsonl"],
                             [[*BASE, "surge=1:1.2:2", "--format", "csv", "--format", "jsonl"], 2, "--format"],
                             [["sweep", "--qmax", d / "no.json", *BASE[3:], "surge=1:1.2:2"], 3, "no.json"],
                             [[*BASE, "surge=1:1.2:2", "-o", d / "no" / "rows.csv"], 4, "no"],
                             [[*BASE, "surge=1:1.2:2", "-o", "rows.csv", "--charts", d / "no" / "deeper"], 4, "no"]):
        kit.expect(args, code, f"sweep {' '.join(map(str, args[len(BASE):]))[:60]}", out="", err_has=[part], cwd=d)
    kit.equal(list(d.iterdir()), [], "refused calls write nothing")

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    kit.expect([*BASE, "surge=1:1.2:50", "-o", d / "rows.csv", "--charts", d / "c"], 4, "a full disk", preexec_fn=small_files)
    kit.equal(list(d.iterdir()), [], "a full disk leaves nothing")
    kit.expect([*BASE, "surge=1:1.2:3", "-o", d / "rows.csv"], 0, "-o", out="", err="")
    kit.equal((d / "rows.csv").read_text(), kit.run(*BASE, "surge=1:1.2:3").stdout, "-o writes what standard output gets")

# --- charts ---------------------------------------------------------------------------------------------------------


def drawn(d, *axes, args=kit.LOAD, pair=kit.PAIR):
    """The charts of a sweep: name to (texts, document)."""
    kit.expect(["sweep", *pair, *args, *axes, "-o", d / "rows.csv", "--charts", d / "c"], 0, f"charts of {' '.join(axes)}", out="")
    found = {}
    for p in sorted((d / "c").iterdir()):
        root = ET.fromstring(p.read_bytes())
        title, desc = root.find(SVG + "title").text, root.find(SVG + "desc").text
        kit.check(len(title) > 20 and desc.endswith("."), f"{p.name} has title and description", f"{title} {desc}")
        kit.check(b"nan" not in p.read_bytes() and b"e+" not in p.read_bytes(), f"{p.name}: plain numbers")
        evidence = root.find(SVG + "metadata").text
        kit.check(all(hashlib.sha256(open(f, "rb").read()).hexdigest() in evidence for f in pair[1::2] if os.path.exists(f)),
                  f"{p.name} carries the inputs' hashes")
        found[p.stem] = (title, [t.text or "" for t in root.iter(SVG + "text")])
        p.unlink()
    return found


with kit.folder() as d:
    got = drawn(d, "share=0.1:1:19")
    kit.equal(sorted(got), ["sweep_frontier", "sweep_lines"], "one axis: lines, and the frontier")
    title, words = got["sweep_lines"]
    kit.equal(title, "1 of 19 choices holds the 10 % limit: Q_max is reached in 1.5 % to 100.0 % of surges", "what the lines show")
    kit.check({"this plan: 96.8 %", "this plan: 9", "this plan: 12.67", "limit 10 %", "C_scale_max / Q_max"} <= set(words),
              "the plan is marked in each panel", str(words))
    for axis, there in (("share=0.1:0.7:4", True), ("share=0.1:0.2:2", False)):
        kit.equal("this plan: 12.67" in drawn(d, axis)["sweep_lines"][1], there, f"{axis}: a plan a little beside the axis is marked")
    title, words = got["sweep_frontier"]
    kit.equal(title, "Cheapest within the 10 % limit: share 0.1, 87.30 USD per hour", "what the frontier shows")
    kit.check({"this plan", "beaten by another", "1", "12", "share 0.9", "share 0.1", "limit 10 %"} <= set(words),
              "the frontier has its key", str(words))
    got = drawn(d, "surge=1:1.45:10", "t_total=60:600:10")
    kit.equal(sorted(got), ["sweep_cost", "sweep_fleet", "sweep_frontier", "sweep_probability"], "two axes: a map each")
    kit.equal(got["sweep_probability"][0], "No choice holds the 10 % limit: Q_max is reached in 44.5 % to 100.0 % of surges",
              "what the map shows")
    kit.equal(got["sweep_fleet"][0], "The choices need 7 to 12 instances", "fleet")
    kit.equal(got["sweep_cost"][0], "The peak costs 9.86 to 16.90 USD per hour", "cost")
    for name in ("sweep_cost", "sweep_fleet", "sweep_probability"):
        words = got[name][1]
        kit.check({"this plan", "surge ratio k", "T_total, s", "1.45", "600"} <= set(words) and len(words) > 100,
                  f"{name}: axes, cells, the plan", str(words)[:300])
    got = drawn(d, "surge=1.3:1.45:4", "t_total=60:600:10")
    kit.check("this plan" not in got["sweep_cost"][1], "a plan that lies outside is not on the map")
    got = drawn(d, "trough_rps=100:9000:4", "t_total=60:600:3")
    kit.check("Hatched: no plan is possible there." in got["sweep_fleet"][1], "points without a plan are hatched")
    kit.equal(got["sweep_fleet"][0], "Every choice needs 9 instances", "one fleet for all")
    kit.equal(sorted(drawn(d, "surge=1:1.4:3", "rate=1:2:2", "share=0.5:1:3")), ["sweep_frontier"], "three axes: the frontier")
    got = drawn(d, "peak_rps=1000:2000:2", args=[])
    kit.check("this plan" not in str(got), "no plan at the base, no mark")
    kit.check(any("A load is no choice" in w for w in got["sweep_frontier"][1]), "loads are no choices", str(got["sweep_frontier"]))
    for axis in ("surge=1.2:1.2:1", "rate=0:0:1", "min_floor=1:1000000000:2", "peak_rps=1e-300:1:3", "t_total=0:1e9:3"):
        drawn(d, axis, args=kit.LOAD[:2])
        drawn(d, axis, "share=0.75:0.75:1", args=kit.LOAD[:2])
    hostile = kit.changed(kit.load(kit.QMAX), model_name="<b>&\"'\u202e ")
    (d / "hostile.json").write_text(json.dumps(hostile))
    got = drawn(d, "share=0.5:1:3", pair=["--qmax", d / "hostile.json", "--assume-t-total", "300"])
    kit.check(any("<b>&\"'" in w for w in got["sweep_frontier"][1]), "hostile text is text")

    # The same bytes, whatever surrounds the process.
    seen = set()
    for env in ({}, {"LC_ALL": "de_DE.UTF-8"}, {"HOME": "/nonexistent", "FONTCONFIG_FILE": "/nonexistent"}):
        kit.expect([*BASE, "surge=1:1.4:4", "share=0.5:1:4", "-o", d / "rows.csv", "--charts", d / "c"], 0, f"with {env}", env=env)
        seen.add(b"".join(p.read_bytes() for p in [d / "rows.csv", *sorted((d / "c").iterdir())]))
    kit.equal(len(seen), 1, "the same bytes in any environment")

kit.done()
