"""headroom fleet: every plan beneath a directory, worst first; totals as formulas; what cannot be read is named."""
import json, math, os, re, shutil, subprocess
import kit, sheets
from sheets import Book


def plan(d, name, *args, codes=(0,), model=None, endpoint=None, kind=None):
    q, t = kit.load(kit.QMAX), kit.load(kit.TTOTAL)
    for doc in (q, t):
        doc["model_name"], doc["endpoint"] = model or doc["model_name"], endpoint or name
    if kind:
        q["instance_type"] = q["deployed_config"]["instance_type"] = kind
    file = d / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    pair = [file.parent / f"{what}-{file.name}" for what in ("qmax", "ttotal")]
    for path, doc in zip(pair, (q, t)):
        path.write_text(json.dumps(doc))
    r = kit.run("plan", "--qmax", pair[0], "--ttotal", pair[1], "--allow-config-mismatch", *args, "-o", file)
    kit.check(r.returncode in codes, f"plan {name}", r.stderr[:300])
    return file


def make(d):
    plan(d, "speech/big", *kit.LOAD)
    plan(d, "speech/flow", "--peak-rps", "100", "--trough-rps", "10", "--method", "flow")
    plan(d, "speech/small", "--peak-rps", "12", "--trough-rps", "1", "--rate", "0.5", kind="ml.g6.xlarge")
    plan(d, "vision/streams", "--peak-streams", "400", "--trough-streams", "3", model="yolo")
    plan(d, "vision/norate", "--peak-rps", "10", model="blip", kind="ml.none.such")
    r = kit.run("plan", "--qmax", kit.FIXTURES / "infeasible-qmax.json", "--ttotal", kit.FIXTURES / "infeasible-ttotal.json",
                "--peak-rps", "100", "-o", d / "vision/infeasible.json")
    kit.equal(r.returncode, 1, "an infeasible plan")


def fleet(d, *args, code=0, what="fleet", **kw):
    r = kit.run("fleet", d, "--format", "json", *args, **kw)
    kit.check(r.returncode == code, what, f"exit {r.returncode}: {r.stderr[:300]}")
    return json.loads(r.stdout), r


def close(a, b):
    return (a is None or math.isnan(a)) if b is None else sheets.close(a, b)


def rows(d):
    doc, r = fleet(d)
    kit.equal(r.stderr, "", "nothing to complain about")
    order = [p["file"] for p in doc["plans"]]

    def rank(p):
        return (0 if p["verdict"] == "INFEASIBLE" else 1 if p["audit"] == "stop" else 2 if p["verdict"].startswith("warn") else
                3 if p["audit"] == "warn" else 4)
    kit.equal(order, [p["file"] for p in sorted(doc["plans"], key=lambda p: (rank(p), p["file"]))], "worst verdict first, then by name")
    kit.equal(order[0], "vision/infeasible.json", "the infeasible one leads")
    kit.equal(sum(doc["verdicts"].values()), len(order), "each plan is counted once")
    kit.equal((doc["verdicts"]["infeasible"], len(order)), (1, 6), "how many")
    kit.equal(doc["not_read"], [], "everything was read")
    kit.equal(len(doc["other_files"]), 10, "artifacts are counted, not taken for plans")
    for p in doc["plans"]:
        committed = kit.load(d / p["file"])
        cost = json.loads(kit.run("cost", d / p["file"], "--format", "json").stdout)
        of = cost["flow" if p["method"] == "flow" else "published"]
        kit.equal((p["verdict"], p["audit"]), (committed["verdict"], committed["headroom"]["audit"]["verdict"]), f"{p['file']}: verdicts")
        kit.check(close(p["max_instances"], of["instances"]["peak"]) and close(p["month_average"], of["cost_per_month"]["average"])
                  and close(p["peak_cost_per_hour"], of["cost_per_hour"]["peak"]), f"{p['file']}: as headroom cost says", p)
        bad = [f["name"] for f in committed["plan"]["findings"] if f["verdict"] in ("infeasible", "warn")]
        kit.equal(sorted(r["name"] for r in p["reasons"] if r["of"] == "published"), sorted(bad), f"{p['file']}: every finding that is not well")
        bad = [c["name"] for c in committed["headroom"]["audit"]["checks"] if c["verdict"] in ("stop", "warn")]
        kit.equal(sorted(r["name"] for r in p["reasons"] if r["of"] == "audit"), sorted(bad), f"{p['file']}: every check that is not well")
    flow = next(p for p in doc["plans"] if p["file"] == "speech/flow.json")
    kit.equal(flow["max_instances"], kit.load(d / "speech/flow.json")["headroom"]["flow"]["maximum"] + 0.0, "a flow plan counts its own fleet")
    norate = next(p for p in doc["plans"] if p["file"] == "vision/norate.json")
    kit.equal((norate["rate_per_hour"], norate["month_average"]), (None, None), "no rate is unknown, not 0")
    for t in doc["by_instance_type"]:
        mine = [p for p in doc["plans"] if p["instance_type"] == t["instance_type"]]
        kit.equal(t["plans"], len(mine), f"{t['instance_type']}: plans")
        for key in ("min_instances", "max_instances", "peak_cost_per_hour", "month_average", "flow_month_average"):
            known = [p[key] for p in mine if key in p and p[key] is not None]
            kit.check(close(t[key], math.fsum(known) if known else None), f"{t['instance_type']}: sum of {key}", t)
    counts = [v for x in [*doc["plans"], *doc["totals"], *doc["by_instance_type"]]
              for k, v in x.items() if k in ("min_instances", "max_instances", "flow_max_instances")]
    kit.check(len(counts) > 20 and all(v is None or type(v) is int for v in counts), "instances are whole numbers", counts)
    kit.equal(len(doc["totals"]), 1, "one currency")
    months = [p["month_average"] for p in doc["plans"] if p["month_average"] is not None]
    kit.check(close(doc["totals"][0]["month_average"], math.fsum(months)), "the month of all")
    kit.equal(doc["totals"][0]["plans_without_cost"], 1, "who is missing in it")
    kit.check(any("no known cost" in n for n in doc["notes"]), "a note says so", doc["notes"])
    text = kit.run("fleet", d).stdout
    kit.check(text.startswith("headroom fleet: 6 plans: 1 infeasible, "), "text", text[:200])
    kit.check(all(p["file"] in text and p["sha256"] in text for p in doc["plans"]), "text names every plan and its hash")
    return doc


def workbook(d, doc):
    kit.expect(["fleet", d, "--workbook", d / "fleet.xlsx"], 0, "workbook", err="")
    b = Book(d / "fleet.xlsx")
    kit.equal(b.sheets, ["Summary", "Plans", "Reasons", "Sources"], "sheets")
    for k, c in b.formulas().items():
        used = {t for kind, t in sheets.tokens(c.formula) if kind == "fn"}
        kit.check(used <= sheets.FUNCTIONS and c.value is not None, f"{k}: functions and a cached value", c.formula)
    bad = sheets.differences({k: c.value for k, c in b.formulas().items()}, b.calculate())
    kit.check(len(b.formulas()) > 60 and not bad, "formulas calculate to the values they carry", bad[:5])

    def row(label, sheet="Summary", col="A"):
        return next(k[1][len(col):] for k, c in b.cells.items() if k[0] == sheet and k[1].startswith(col) and c.value == label)
    total = row("All plans")
    for col, key in (("C", "plans"), ("D", "min_instances"), ("E", "average_instances"), ("F", "max_instances"),
                     ("G", "peak_cost_per_hour"), ("H", "month_average"), ("I", "flow_max_instances"),
                     ("J", "flow_month_average"), ("K", "plans_without_cost")):
        cell = b.cells["Summary", col + total]
        kit.check(cell.formula and sheets.close(cell.value, doc["totals"][0][key] + 0.0), f"the total of {key} is a formula with its value", cell.value)
    none = row("ml.none.such")
    kit.equal((b.cells["Summary", "H" + none].value, b.cells["Summary", "G" + none].value), ("unknown", "unknown"), "a sum of nothing known is unknown")
    kit.equal([b.cells["Plans", f"D{5 + i}"].value for i in range(6)], [p["file"] for p in doc["plans"]], "rows in the same order")
    inputs = {k for k, c in b.cells.items() if c.style in b.unlocked}
    kit.equal(inputs, {b.at("discount_share"), b.at("hours_per_month")} |
              {("Plans", f"{c}{5 + i}") for c in "GH" for i in range(6)}, "the unlocked cells")
    # Somebody takes the dearest plan out, types a rate, a discount, other hours.
    dearest = max(range(6), key=lambda i: doc["plans"][i]["month_average"] or 0)
    unpriced = next(i for i in range(6) if doc["plans"][i]["rate_per_hour"] is None)
    b.set(("Plans", f"G{5 + dearest}"), 0.0)
    b.set(("Plans", f"H{5 + unpriced}"), 2.0)
    b.set(b.at("discount_share"), 0.25)
    b.set(b.at("hours_per_month"), 700.0)
    got = b.calculate()
    rate = [p["rate_per_hour"] or 2.0 for p in doc["plans"]]
    want = math.fsum(rate[i] * 0.75 * p["average_instances"] * 700 for i, p in enumerate(doc["plans"]) if i != dearest)
    kit.check(sheets.close(got["Summary", "H" + total], want), "the month follows", f"{got['Summary', 'H' + total]} {want}")
    kit.equal(got["Summary", "C" + total], 5.0, "the number of plans follows")
    kit.equal(got["Summary", "K" + total], 0.0, "all have a cost now")
    kit.check(b"fleet workbook" in b.parts["xl/worksheets/sheet1.xml"], "the foot of the page")


def unreadable(d):
    whole, _ = fleet(d)
    (d / "speech/broken.json").write_text('{"plan": {')
    old = kit.load(d / "speech/big.json")
    del old["headroom"]
    (d / "old.json").write_text(json.dumps(old))
    os.mkfifo(d / "fifo.json")
    (d / "loop").symlink_to(d)
    (d / "gone.json").symlink_to("nowhere")
    (d / ".hidden.json").write_text("{")
    (d / "notes.json").write_text("[1]")
    (d / "notes.txt").write_text("{")
    doc, r = fleet(d, "--report", d / "f.pdf", "--workbook", d / "f.xlsx", code=1, what="files that cannot be read")
    kit.equal([x["file"] for x in doc["not_read"]], ["fifo.json", "gone.json", "old.json", "speech/broken.json"], "each is named")
    why = doc["not_read"][3]["message"]
    kit.check("line 1, column" in why and "\n" not in why, "with its reason", why)
    kit.equal(doc["plans"], whole["plans"], "the others are as before")
    kit.equal(doc["totals"], whole["totals"], "so are the totals")
    kit.check("notes.json" in doc["other_files"] and not any(".hidden" in str(v) for v in doc.values()), "what is no plan")
    kit.check(any("loop is a link to a directory" in n for n in doc["notes"]), "a link is not followed, and said", doc["notes"])
    kit.check(all(f"not read: {x['file']}: {x['message']}" in r.stderr for x in doc["not_read"]), "standard error names them", r.stderr)
    kit.check(str(d) not in r.stdout, "no output holds where the directory is")
    values = [str(c.value) for c in Book(d / "f.xlsx").cells.values()]
    kit.check(all(any(x["file"] in v for v in values) for x in doc["not_read"]), "so does the workbook")
    text = kit.run("fleet", d).stdout
    kit.check(all(x["file"] in text for x in doc["not_read"]), "so does text")
    if shutil.which("pdftotext"):
        pdf = subprocess.run(["pdftotext", "-layout", d / "f.pdf", "-"], capture_output=True, text=True).stdout
        kit.check(all(x["file"] in pdf for x in doc["not_read"]), "so does the PDF", pdf[:800])
        kit.check(all(p["file"] in pdf and p["sha256"] in pdf for p in doc["plans"]), "which names every plan and its hash")
    for name in ("old.json", "fifo.json", "gone.json", "loop", "speech/broken.json"):
        (d / name).unlink()


def directory(d):
    with kit.folder() as e:
        kit.expect(["fleet", e], 3, "an empty directory", err_has=["no plan beneath it"], out="")
        (e / "bad.json").write_text("{")
        kit.expect(["fleet", e, "--report", e / "f.pdf"], 3, "nothing that can be read", err_has=["no plan beneath it can be read", "bad.json"], out="")
        kit.check(not (e / "f.pdf").exists(), "nothing is written for it")
        kit.expect(["fleet", e / "none"], 3, "no directory", err_has=["none"], out="")
        kit.expect(["fleet", e / "bad.json"], 3, "a file", out="")
        # Two plans for one endpoint, two currencies.
        rates = dict(kit.load(kit.FIXTURES / "rates.json"), currency="EUR")
        (e / "bad.json").write_text(json.dumps(rates))
        plan(e, "one", *kit.LOAD, endpoint="same")
        plan(e, "two", *kit.LOAD, "--rates", e / "bad.json", endpoint="same")
        doc, _ = fleet(e, "--workbook", e / "f.xlsx")
        kit.equal([t["currency"] for t in doc["totals"]], ["EUR", "USD"], "a total for each currency")
        notes = " ".join(doc["notes"])
        kit.check("Endpoint same has 2 plans (one.json, two.json)" in notes and "2 currencies" in notes, "notes", notes)
        b = Book(e / "f.xlsx")
        bad = sheets.differences({k: c.value for k, c in b.formulas().items()}, b.calculate())
        kit.check(not bad, "two currencies: formulas calculate to their values", bad[:5])
        # A plan whose texts would be formulas, or break a terminal.
        evil = kit.load(e / "one.json")
        for at in (evil["plan"], evil["plan"]["measured"]):
            at["model_name"] = '=HYPERLINK("http://x")\x1b[31m'
        (e / "one.json").write_text(json.dumps(evil))
        r = kit.expect(["fleet", e, "--workbook", e / "f.xlsx", "--report", e / "f.pdf"], 0, "hostile texts")
        kit.check("\x1b" not in r.stdout, "no escape reaches the terminal")
        kit.check(all("HYPERLINK" not in (c.formula or "") for c in Book(e / "f.xlsx").cells.values()), "a text stays a text")
        if not os.environ.get("SANITIZERS"):
            outside = e / "outside"
            outside.mkdir()
            (e / "in").mkdir()
            shutil.copy(e / "two.json", e / "in" / "two.json")
            shutil.copy(e / "two.json", outside / "far.json")
            (e / "in" / "far.json").symlink_to("../outside/far.json")
            doc, _ = fleet(e / "in", what="links lead everywhere")
            kit.equal(len(doc["plans"]), 2, "a link to a file is followed")
            r = kit.run("fleet", e / "in", "--root", e / "in", "--format", "json")
            if r.returncode == 2:
                print("not run: this kernel keeps no --root")
            else:
                kit.equal((r.returncode, [x["file"] for x in json.loads(r.stdout)["not_read"]]), (1, ["far.json"]), "--root keeps what leads outside")
    kit.expect(["fleet"], 2, "no DIR")
    kit.expect(["fleet", d, d], 2, "two DIRs")
    kit.expect(["fleet", d, "--format", "csv"], 2, "a format", err_has=["csv"], out="")
    kit.expect(["fleet", d, "--paper", "a4"], 2, "paper alone", err_has=["--report"])
    kit.expect(["fleet", d, "--report", d / "x", "--workbook", d / "x"], 2, "one name twice", out="")
    before = (d / "speech/big.json").read_text()
    kit.expect(["fleet", d, "--report", d / "speech/big.json"], 2, "a plan as output", out="")
    kit.equal((d / "speech/big.json").read_text(), before, "it is left alone")
    kit.expect(["fleet", d, "--workbook", d], 4, "a directory as output", out="")


def repeated(d):
    for i in "12":
        kit.expect(["fleet", d, "--report", d / f"r{i}.pdf", "--workbook", d / f"w{i}.xlsx"], 0, "again")
    kit.equal((d / "r1.pdf").read_bytes(), (d / "r2.pdf").read_bytes(), "PDF: the same bytes each time")
    kit.equal((d / "w1.xlsx").read_bytes(), (d / "w2.xlsx").read_bytes(), "workbook: the same bytes each time")
    with kit.folder() as e:
        shutil.copytree(d, e / "copy")
        a, b = (kit.run("fleet", x).stdout for x in (d, e / "copy"))
        kit.equal(a, b, "wherever the directory is")
        kit.equal(kit.run("fleet", ".", cwd=d).stdout, a, "and however it is named")


def of_one_model():
    with kit.folder() as d:
        plan(d, "one", "--peak-rps", "5000")
        plan(d, "two", "--peak-rps", "9000")
        kit.expect(["fleet", d, "--report", d / "f.pdf"], 0, "two plans of one model")
        if shutil.which("pdftotext"):
            pdf = subprocess.run(["pdftotext", "-layout", d / "f.pdf", "-"], capture_output=True, text=True).stdout
            titles = re.findall(".* a month$", pdf, re.M)
            kit.check(any(re.search(r", two\.json is [0-9.]+ % of ", x) for x in titles), "the chart says which of them", titles)


with kit.folder() as d:
    make(d)
    doc = rows(d)
    workbook(d, doc)
    unreadable(d)
    directory(d)
    repeated(d)
of_one_model()
kit.done()
