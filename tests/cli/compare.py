"""headroom compare: every difference, the input that moved it (found again here by planning), cost, and honesty where
a plan does not carry what is needed."""
import json, re, shutil, subprocess
import kit


def plan(d, name, *args, codes=(0,)):
    r = kit.run("plan", *args, "-o", d / f"{name}.json")
    kit.check(r.returncode in codes, f"plan {name}", r.stderr[:300])
    return d / f"{name}.json"


def compare(*args, code=0, what="compare", **kw):
    r = kit.run("compare", *args, "--format", "json", **kw)
    kit.check(r.returncode == code, what, f"exit {r.returncode}: {r.stderr[:300]}")
    return json.loads(r.stdout) if r.returncode == 0 else r


def differences(doc, pair=0):
    return {c["path"]: c for c in doc["comparisons"][pair]["differences"]}


def moved(a, b):
    """Whether two values differ by more than the rounding of their last digits."""
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b) > 1e-14 * max(abs(a), abs(b))
    return a != b


def value(doc, path):
    """The value of plan.json that a path of compare names."""
    at = doc
    for key in re.findall(r"[^.\[\]]+", path):
        at = at[key] if isinstance(at, dict) else next(x for x in at if x["name"] == key)
    return at


LADDER, SCALE_OUT = ["--qmax", str(kit.QMAX)], ["--ttotal", str(kit.TTOTAL)]
CHOICES = {"peak_load": ["--peak-rps", "8000"], "surge_ratio": ["--max-scaling-per-t-total", "1.1"],
           "min_floor": ["--min-floor", "3"], "rate": ["--rate", "2.5"], "quota": ["--quota", "5"]}
FIRST = {"peak_load": ["--peak-rps", "5000"]}


def arguments(changed):
    """Arguments of plan with the inputs CHANGED taken from the other plan."""
    out = ["--trough-rps", "10"]
    for name, args in CHOICES.items():
        out += args if name in changed else FIRST.get(name, [])
    return out


def causes(d):
    a, b = plan(d, "a", *kit.PAIR, *arguments(())), plan(d, "b", *kit.PAIR, *arguments(CHOICES))
    doc, found = compare(a, b), None
    found, old, new = differences(doc), kit.load(a), kit.load(b)
    pair = doc["comparisons"][0]
    kit.equal([i["input"] for i in pair["inputs"]], ["peak_load", "surge_ratio", "min_floor", "rate", "quota"], "the inputs that differ")
    kit.check(all(i["tried"] and i["untried"] is None for i in pair["inputs"]), "each was tried alone")
    kit.check(pair["first_computed_again"] and pair["other_computed_again"], "both were computed again")
    kit.equal(pair["notes"], [], "there is nothing to note")
    ours = [p for p in found if not p.startswith("cost.")]
    kit.check(len(ours) > 40, "many values differ", len(ours))
    for path in ours:
        if path.startswith("headroom.audit.checks") or path.endswith("verdict"):
            continue
        kit.equal((found[path]["was"], found[path]["is"]), (value(old, path), value(new, path)), f"{path}: both values")
    # Every figure that verify would see differ is listed.
    for key in old["plan"]:
        if isinstance(old["plan"][key], (int, float)) and moved(old["plan"][key], new["plan"][key]):
            kit.check(f"plan.{key}" in found, f"plan.{key} is listed")
    alone = {name: kit.load(plan(d, f"alone-{name}", *kit.PAIR, *arguments([name]))) for name in CHOICES}
    undone = {name: kit.load(plan(d, f"undone-{name}", *kit.PAIR, *arguments([n for n in CHOICES if n != name]))) for name in CHOICES}
    for path in ours:
        if "checks[" in path or path == "verdict":
            continue
        got = {c["input"]: c for c in found[path]["causes"]}
        for name in CHOICES:
            with_it, without = value(alone[name], path), value(undone[name], path)
            cause = got.get(name, {})
            kit.equal("alone" in cause, moved(with_it, value(old, path)), f"{path}: moved by {name} alone")
            kit.equal("undone" in cause, moved(without, value(new, path)), f"{path}: moved by undoing {name}")
            if "alone" in cause:
                kit.equal(cause["alone"], with_it, f"{path}: {name} alone")
            if "undone" in cause:
                kit.equal(cause["undone"], without, f"{path}: {name} undone")
    # Cost of a month: that of `headroom cost`.
    for file, key in ((a, "was"), (b, "is")):
        cost = json.loads(kit.run("cost", file, "--format", "json").stdout)
        kit.equal(found["cost.month_average"][key], cost["published"]["cost_per_month"]["average"], f"a month of {file.name}")
    text = kit.run("compare", a, b).stdout
    for part in ("B against A: maximum instances 11, not 9 (+22.2 %)", "peak load: 5\u2009000 requests/s -> 8\u2009000 requests/s",
                 "rate: 1.408 USD per hour (built-in, 2026-08) -> 2.5 USD per hour (flag)",
                 "why: floor of instances alone", "why: peak load (alone: 14); surge ratio (alone: 7)"):
        kit.check(part in text, f"text has {part!r}", text[:3000])
    kit.check(max(map(len, text.splitlines())) <= 104, "text keeps its width")
    markdown = kit.run("compare", a, b, "--format", "markdown").stdout
    rows = [l for l in markdown.splitlines() if l.startswith("|")]
    kit.check("| maximum instances | 9 | 11 | +22.2 % | peak load (alone: 14); surge ratio (alone: 7) |" in rows, "Markdown", markdown[:2000])
    kit.check(all(l.endswith(" |") or set(l) <= set("|-:") for l in rows), "Markdown rows are whole")
    for form in ("text", "markdown", "json"):
        one = kit.run("compare", a, b, "--format", form, cwd=d)
        kit.equal(kit.run("compare", "./a.json", d / "b.json", "--format", form, cwd=d).stdout, one.stdout, f"{form} does not depend on paths")
    return a, b


def one_by_one(d, a):
    """Each further choice by itself: it alone is named, tried in both directions, and explains what moved."""
    (d / "load-test.json").write_text(json.dumps([{"check": "fleet 2 at 200 rps", "verdict": "ok", "detail": "p95 900 ms"}]))
    base = ["--trough-rps", "10", "--peak-rps", "5000"]
    for name, args, was, becomes, moves in [
        ("ceiling", ["--ceiling-s", "2.5"], "60 s", "2.5 s", "plan.findings[invocation_ceiling].verdict"),
        ("method", ["--method", "flow"], "published", "flow", None),
        ("sampling", ["--no-sample"], "200 trials", "exact only", "plan.shed_probability_at_c_scale_max"),
        ("audit", ["--audit", "full"], "standard", "full", None),
        ("load_test", ["--validate", d / "load-test.json"], "none", "load-test.json (SHA-256 ", None),
        ("quota", ["--quota", "3"], "not given", "3", "headroom.audit.checks[quota].verdict"),
    ]:
        other = plan(d, f"one-{name}", *kit.PAIR, *base, *args, codes=(0, 1))
        for first, second, x, y in (a, other, was, becomes), (other, a, becomes, was):
            doc = compare(first, second, what=f"compare, {name}")["comparisons"][0]
            kit.equal([i["input"] for i in doc["inputs"]], [name], f"{name}: it alone differs")
            i = doc["inputs"][0]
            kit.check(i["was"].startswith(x) and i["is"].startswith(y), f"{name}: both values", i)
            kit.check(i["tried"] and i["untried"] is None, f"{name}: it was tried", i)
            old, new = kit.load(first), kit.load(second)
            for c in doc["differences"]:
                if c["path"].startswith(("cost.", "headroom.audit.checks")) or c["path"].endswith("verdict"):
                    continue
                kit.equal((c["was"], c["is"]), (value(old, c["path"]), value(new, c["path"])), f"{name}, {c['path']}: both values")
                kit.equal([k["input"] for k in c["causes"]], [name], f"{name}, {c['path']}: its cause")
            kit.check(moves is None or moves in [c["path"] for c in doc["differences"]], f"{name} moves {moves}", doc["differences"])


def same(d, a):
    doc = compare(a, a, what="a plan and itself")
    kit.equal((doc["comparisons"][0]["differences"], doc["comparisons"][0]["inputs"]), ([], []), "nothing differs from itself")
    kit.check("the same plan" in kit.run("compare", a, a).stdout, "it says so")


def artifacts(d, a):
    """Another ladder and an assumed T_total: each is tried alone as well."""
    q = kit.load(kit.QMAX)
    q["steps"] = [dict(s, meets_slo=s["ttfab_p95_ms"] <= 2000) if s["usable"] else s for s in q["steps"]]
    good = [s for s in q["steps"] if s["usable"] and s["meets_slo"]]
    best = max(good, key=lambda s: s["concurrency"])
    q.update(slo_ms=2000, q_max=best["concurrency"], q_max_per_run=[best["concurrency"]], ttfab_p95_at_q_max_ms=best["ttfab_p95_ms"])
    (d / "fast.json").write_text(json.dumps(q))
    other = plan(d, "other", "--qmax", d / "fast.json", "--assume-t-total", "100", "--allow-inconsistent", *arguments(()))
    doc = compare(a, other)
    found = differences(doc)
    inputs = {i["input"]: i for i in doc["comparisons"][0]["inputs"]}
    kit.equal(list(inputs), ["ladder", "t_total"], "ladder and T_total differ")
    kit.check(all(i["tried"] for i in inputs.values()), "both were tried", inputs)
    kit.equal([c["input"] for c in found["plan.q_max"]["causes"]], ["ladder"], "Q_max comes from the ladder")
    kit.equal([c["input"] for c in found["plan.scale_in_cooldown_s"]["causes"]], ["t_total"], "the cool-down from T_total")
    kit.equal(found["plan.q_max"]["causes"][0]["alone"], best["concurrency"], "the ladder alone gives its Q_max")
    kit.equal(inputs["t_total"]["is"], "100.0 s, assumed", "an assumed T_total says so")
    three = compare(a, other, d / "b.json")
    kit.equal([(c["first"], c["other"]) for c in three["comparisons"]], [("A", "B"), ("A", "C")], "three plans: all against the first")
    kit.equal(three["comparisons"][0]["differences"], doc["comparisons"][0]["differences"], "a third plan changes nothing for the second")


def hardly(d, a):
    """A figure that moves in digits that are not shown says so, where 0.0 % would be no movement."""
    b = plan(d, "hardly", *kit.PAIR, "--peak-rps", "5000.1", "--trough-rps", "10")
    text = kit.run("compare", a, b).stdout
    kit.check("peak load, of capacity: 31.0\u00d7 -> 31.0\u00d7 (less than 0.1 %)" in text, "moved less than is shown", text)
    kit.check("share refused at peak: 96.8 % -> 96.8 % (less than 0.1 points)" in text, "a share moves in points", text)
    kit.check("0.0 %)" not in text, "nothing moves by 0.0 %", text)


def honest(d, a):
    bare = kit.load(a)
    del bare["headroom"]
    bare["plan"]["scenario"]["peak_rps"], bare["plan"]["max_instances"] = 4000.0, 7
    bare["plan"]["q_max"] = bare["plan"]["measured"]["q_max"] = 40
    (d / "bare.json").write_text(json.dumps(bare))
    pair = compare(a, d / "bare.json", what="a plan of another tool")["comparisons"][0]
    inputs = {i["input"]: i for i in pair["inputs"]}
    kit.equal(list(inputs), ["ladder", "peak_load"], "what is recorded is compared")
    kit.equal((inputs["ladder"]["tried"], inputs["ladder"]["untried"]), (False, "the other plan does not carry it"), "the ladder is not there")
    kit.check(inputs["peak_load"]["tried"], "the load was tried")
    kit.equal((pair["first_computed_again"], pair["other_computed_again"]), (True, False), "who was computed again")
    notes = " ".join(pair["notes"])
    kit.check("bare.json does not carry the artifacts" in notes and "rate, quota" in notes, "notes say what is missing", notes)
    text = kit.run("compare", a, d / "bare.json").stdout
    kit.check("not tried: the other plan does not carry it" in text and "ladder could not be tried" in text, "text says so", text[-1500:])
    kit.check(re.search(r"share refused at peak +96.8 % +unknown", text), "what it does not say is unknown, not 0", text)
    pair = compare(d / "bare.json", a, what="the other way round")["comparisons"][0]
    kit.check(any("undone" in c for x in pair["differences"] for c in x["causes"]), "tried by putting back", pair["differences"][:2])
    pair = compare(d / "bare.json", d / "bare.json")["comparisons"][0]
    kit.equal((pair["inputs"], pair["differences"]), ([], []), "two of another tool")
    # A plan that an older version computed otherwise.
    edited = kit.load(a)
    edited["plan"]["max_instances"] = 12
    (d / "edited.json").write_text(json.dumps(edited))
    pair = compare(a, d / "edited.json")["comparisons"][0]
    kit.equal([(x["path"], [c["input"] for c in x["causes"]]) for x in pair["differences"]],
              [("plan.max_instances", ["version"])], "a version's doing")
    kit.check("computes 1 of its values differently" in " ".join(pair["notes"]), "and the note", pair["notes"])
    # A swap that gives no plan is said: the first one's trough is above the other one's peak.
    low = plan(d, "low", *kit.PAIR, "--peak-rps", "5", "--trough-rps", "1")
    pair = compare(a, low)["comparisons"][0]
    peak = next(i for i in pair["inputs"] if i["input"] == "peak_load")
    kit.check(peak["tried"] and "alone it gives no plan: --trough-rps: 10 is above" in peak["untried"], "what cannot be tried says why", peak)
    kit.check("partly tried: alone it gives no plan" in kit.run("compare", a, low).stdout, "text says so too")


def refused(d, a):
    kit.expect(["compare", a], 2, "one plan", err_has=["2 to 8 PLANs"], out="")
    kit.expect(["compare"], 2, "no plan")
    kit.expect(["compare", *[a] * 9], 2, "nine plans")
    kit.equal(len(compare(*[a] * 8, what="eight plans")["comparisons"]), 7, "eight plans")
    kit.expect(["compare", a, a, "--format", "csv"], 2, "a format", err_has=["csv"], out="")
    kit.expect(["compare", a, a, "--paper", "a4"], 2, "paper alone", err_has=["--report"])
    kit.expect(["compare", a, a, "--report", d / "x.pdf", "--paper", "a3"], 2, "a paper", err_has=["a3"])
    kit.expect(["compare", "-", "-"], 2, "standard input twice")
    kit.expect(["compare", "-", a], 0, "standard input", stdin=a.read_text(), has=["stdin"])
    kit.expect(["compare", a, d / "none.json"], 3, "a missing plan", err_has=["none.json"], out="")
    (d / "broken.json").write_text('{"plan": {')
    kit.expect(["compare", a, d / "broken.json", "--report", d / "no.pdf"], 3, "a broken plan", err_has=["broken.json"], out="")
    kit.check(not (d / "no.pdf").exists(), "nothing is written for it")
    kit.expect(["compare", a, kit.QMAX], 3, "an artifact", out="")
    before = a.read_text()
    kit.expect(["compare", a, d / "b.json", "--report", a], 2, "an input as output", out="")
    kit.equal(a.read_text(), before, "the input is left alone")
    kit.expect(["compare", a, a, "--report", d], 4, "a directory as output", out="")


def pdf(d, a, b):
    for paper in ("a4", "letter"):
        for out in ("1.pdf", "2.pdf"):
            kit.expect(["compare", a, b, d / "other.json", "--report", d / out, "--paper", paper], 0, f"report on {paper}", err="")
        kit.equal((d / "1.pdf").read_bytes(), (d / "2.pdf").read_bytes(), "the same bytes each time")
    kit.expect(["compare", a, b, "--report", d / "two.pdf"], 0, "report of two")
    if not shutil.which("pdftotext"):
        print("not run, missing: pdftotext")
        return
    text = subprocess.run(["pdftotext", "-layout", d / "two.pdf", "-"], capture_output=True, text=True).stdout
    for part in ("B against A: 5 inputs differ", "surge ratio alone", "peak load (alone: 14)", "Every difference", "a.json", "page 1 of"):
        kit.check(part in text, f"PDF has {part!r}", text[:2000])
    digest = kit.load(a)["headroom"]["inputs"][0]["sha256"]
    kit.check(digest in text.replace("\n", ""), "hashes of the inputs are in it")
    doc = kit.load(a)
    doc["plan"]["model_name"] = doc["plan"]["measured"]["model_name"] = "*evil*|\x1b[31m\u202e"
    (d / "evil.json").write_text(json.dumps(doc))
    r = kit.expect(["compare", d / "evil.json", a, "--report", d / "evil.pdf"], 0, "a hostile name")
    kit.check("\x1b" not in r.stdout and "\u202e" not in r.stdout, "it drives no terminal", r.stdout[:400])
    r = kit.expect(["compare", d / "evil.json", a, "--format", "markdown"], 0, "a hostile name in Markdown")
    kit.check("\\*evil\\*\\|" in r.stdout and "\x1b" not in r.stdout, "it is text there", r.stdout[:400])


with kit.folder() as d:
    a, b = causes(d)
    one_by_one(d, plan(d, "one", *kit.PAIR, "--trough-rps", "10", "--peak-rps", "5000"))
    same(d, a)
    artifacts(d, a)
    hardly(d, a)
    honest(d, a)
    refused(d, a)
    pdf(d, a, b)
kit.done()
