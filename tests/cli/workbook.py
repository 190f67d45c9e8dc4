"""The cost workbook and `headroom cost`: structure, values, what is typed in, hostile text, failing disks."""
import csv, io, json, math, os, re, resource, shutil, subprocess, sys, zipfile
import xml.etree.ElementTree as ET
import kit, sheets
from sheets import M, Book, close

SHEETS = ["Summary", "Inputs", "Profile", "Scenarios", "Duty", "Ladder", "Stages", "Findings", "Audit", "Provenance"]
PUBLISHED = {"c_scale_max": "c_scale_max", "c_scale_min": "c_scale_min", "min_safe_instances": "min_safe_instances",
             "w_max_s": "w_max_s", "cw_units_ratio": "cw_units_ratio", "scaling_target_value": "c_scale_max_in_cw_units",
             "utilization_at_c_scale_max": "utilization_at_c_scale_max", "trough_instances": "trough_instances",
             "peak_instances": "peak_instances", "min_instances": "min_instances", "max_instances": "max_instances",
             "peak_cost_per_hour": "peak_cost_per_hour", "peak_cost_per_m_chars": "peak_cost_per_m_chars", "q_max": "q_max"}
FLOW = {"flow_instances": "instances", "flow_min_instances": "minimum", "flow_max_instances": "maximum",
        "flow_target_per_minute": "target", "flow_cost_per_hour": "cost", "u_star": "u_star"}
FIGURES = {"mu_sat": "mu_sat", "rho_peak": "rho_peak", "refused_peak": "refused_peak", "keep_up_peak": "keep_up_peak",
           "unit_cost_served": "unit_cost"}
SHAPE = [20, 10, 5, 0, 0, 5, 15, 30, 50, 70, 80, 85, 85, 85, 90, 90, 90, 95, 100, 100, 95, 80, 55, 35]


def make_plan(d, *args, pair=kit.PAIR, out="plan.json", codes=(0,)):
    r = kit.run("plan", *pair, *args, "-o", d / out)
    kit.check(r.returncode in codes, f"plan {args}", r.stderr)
    return d / out


def make_book(d, plan, *args, out="cost.xlsx", what="workbook"):
    r = kit.run("workbook", plan, "-o", d / out, *args)
    kit.check(r.returncode == 0 and r.stderr == "" and r.stdout == "", what, f"{r.returncode} {r.stderr}")
    return Book(d / out)


def structure(b):
    kit.equal(b.sheets, SHEETS, "sheets")
    kit.check(not [n for n in b.parts if "externalLink" in n or "vba" in n.lower()], "no macros, no external links")
    kit.check(b"hyperlink" not in b"".join(v for n, v in b.parts.items() if "sheet" in n), "no links")
    for name, target in b.names.items():
        if name.startswith("_xlnm."):
            continue
        kit.check(re.fullmatch(r"[a-z][a-z0-9_]*", name) and re.fullmatch(r"[A-Z][a-z]+!\$[A-Z]\$\d+(:\$[A-Z]\$\d+)?", target),
                  "defined name", f"{name} {target}")
    for k, c in b.formulas().items():
        used = {t for kind, t in sheets.tokens(c.formula) if kind == "fn"}
        kit.check(used <= sheets.FUNCTIONS, f"functions of {k}", f"{used}")
        kit.check(c.value is not None, f"{k} has a cached value")
    inputs = {k for k, c in b.cells.items() if c.style in b.unlocked}
    named = {b.at(n) for n in sheets.TYPED} | {b.at("duty_hours")}
    profile = {("Profile", f"H{r}") for r in range(5, 29)}
    kit.equal(inputs, named | profile, "the unlocked cells are the inputs")
    kit.check(all(b.cells[k].formula is None for k in inputs), "input cells hold no formula")
    for i, sheet in enumerate(SHEETS):
        t = b.trees[f"xl/worksheets/sheet{i + 1}.xml"]
        p = t.find(M + "sheetProtection")
        kit.check(p is not None and p.get("sheet") == "1" and p.get("password") is None, f"{sheet} is protected without password")
        kit.equal(t.find(M + "sheetPr").find(M + "pageSetUpPr").get("fitToPage"), "1", f"{sheet} is fitted to pages")
        kit.equal(t.find(M + "pageSetup").get("paperSize"), "9", f"{sheet} prints on A4")
        if sheet not in ("Summary", "Provenance"):
            kit.check(t.find(f".//{M}pane").get("state") == "frozen", f"{sheet} has a frozen head")
    kit.equal(len(b.trees["xl/worksheets/sheet2.xml"].findall(f".//{M}dataValidation")), len(sheets.TYPED), "validations in Inputs")
    kit.equal(len(b.trees["xl/worksheets/sheet8.xml"].findall(f".//{M}cfRule")), 3, "conditional colours in Findings")
    drawings = [n for n in b.parts if re.fullmatch(r"xl/drawings/drawing\d+.xml", n)]
    texts = [e.get("descr") for n in drawings for e in b.trees[n].iter() if e.tag.endswith("}cNvPr")]
    kit.check(len(texts) == 7 and all(t and len(t) > 30 for t in texts), "each chart has an alternative text", texts)
    core = b.parts["docProps/core.xml"].decode()
    kit.check("2026-08-04T14:49:11Z" in core and "headroom" in core, "properties carry the newest measurement's date", core)
    zeros = [n for n in b.parts if n.startswith("xl/charts/") and
             all(float(v.text) == 0 for s in b.trees[n].iter() if s.tag.endswith(("}val", "}yVal")) for v in s.iter() if v.tag.endswith("}v"))]
    kit.equal(zeros, [], "charts carry the values of their formulas")


def words(b):
    """Thousands have commas in a sheet, in its sentences too; terms are the ones of the plan."""
    texts = {k: c.value for k, c in b.cells.items() if isinstance(c.value, str)}
    kit.equal([v for (sheet, _), v in texts.items() if sheet in ("Findings", "Audit") and "\u2009" in v], [], "no thin spaces")
    kit.check(any("SLO of 3,000 ms" in v for (sheet, _), v in texts.items() if sheet == "Findings"), "a comma in a finding")
    kit.check(any("the peak load is 5,000" in v for (sheet, _), v in texts.items() if sheet == "Audit"), "a comma in a check")
    kit.check(not any("unknown" in v for (sheet, _), v in texts.items() if sheet == "Audit"), "figures a check does not have are left out")
    kit.equal(texts[("Ladder", "A3")], "Pass", "a walk up the ladder is a pass")


def against_plan(b, plan, what):
    doc = kit.load(plan)
    for name, key in PUBLISHED.items():
        want = doc["plan"][key]
        if name == "min_safe_instances" and want is None:
            want = "none"
        kit.check(close(b.named(name), "unknown" if want is None else want, 1e-14), f"{what}: {name}", f"{b.named(name)} {want}")
    for table, names in ((doc["headroom"]["flow"], FLOW), (doc["headroom"]["audit"]["figures"], FIGURES)):
        for name, key in names.items():
            want = "unknown" if table[key] is None else table[key]
            kit.check(close(b.named(name), want), f"{what}: {name}", f"{b.named(name)} {want}")


def fleet(load, s, c):
    return 0 if load <= 0 else max(1, math.ceil(load * s / c))


def against_arithmetic(b, plan):
    """The day, the averages and the month by hand."""
    doc = kit.load(plan)
    p, m = doc["plan"], doc["plan"]["measured"]
    loads = [10 + 4990 * share / 100 for share in SHAPE]
    need = [min(p["max_instances"], max(p["min_instances"], fleet(x, m["s_mean_s"], p["c_scale_max"]))) for x in loads]
    for i, (x, n) in enumerate(zip(loads, need)):
        row = i + 5
        kit.check(close(b.cells["Profile", f"B{row}"].value, x), f"load of hour {i}")
        kit.equal(b.cells["Profile", f"C{row}"].value, n, f"instances of hour {i}")
        kit.check(close(b.cells["Profile", f"E{row}"].value, n * 1.408), f"cost of hour {i}")
    mean = sum(need) / 24
    for name, want in {"average_instances": mean, "cost_per_hour_average": mean * 1.408, "cost_per_day_average": mean * 24 * 1.408,
                       "cost_per_month_average": mean * 730 * 1.408, "cost_per_year_average": mean * 8760 * 1.408,
                       "instance_hours_per_year_peak": 9 * 8760, "cost_per_1000_requests_peak": 9 * 1.408 / (5000 * 3600) * 1000,
                       "cost_per_m_chars_peak": p["peak_cost_per_m_chars"], "cost_per_day_trough": 24 * 1.408}.items():
        kit.check(close(b.named(name), want), name, f"{b.named(name)} {want}")
    duty = {h: (b.cells["Duty", f"C{r}"].value, b.cells["Duty", f"E{r}"].value, b.cells["Duty", f"F{r}"].value)
            for r, h in zip(range(7, 11), (24, 4, 2.5, 2))}
    for h, (now, then, saving) in duty.items():
        kit.check(close(now, 1.408 * h) and close(then, 0.23 * h) and close(saving, 1 - h / 24), f"duty {h} h", f"{now} {then} {saving}")
    surges = [b.cells["Scenarios", f"A{r}"].value for r in range(4, 13)]
    kit.equal(surges, [(105 + 5 * i) / 100 for i in range(9)], "surge ratios of the scenarios")
    for r, k in zip(range(4, 13), surges):
        c = (1 - (k - 1)) * 50
        kit.equal(b.cells["Scenarios", f"F{r}"].value, max(1, fleet(5000, m["s_mean_s"], c)), f"fleet at k = {k}")
    floors = [k for k, c in b.cells.items() if k[0] == "Scenarios" and c.value == "Minimum floor"]
    kit.equal(len(floors), 1, "table of floors")
    row = int(floors[0][1][1:])
    kit.equal([b.cells.get(("Scenarios", f"A{row + i}"), sheets.Cell(None, None, 0)).value for i in range(1, 5)], [1, 2, 3, None], "floors")


def typed(d, b):
    """Each input cell gets three other values; the evaluator's results equal a fresh workbook's."""
    rates = kit.load(kit.FIXTURES / "rates.json")
    for name, values in sheets.TYPED.items():
        for value in values:
            what = f"{name} = {value}"
            x = Book(d / "cost.xlsx")
            x.set(x.at(name), value)
            got = x.calculate()
            if name in sheets.FLAGS:
                fresh = make_book(d, make_plan(d, *sheets.plan_arguments(name, value), out="f.json"), out="f.xlsx", what=what)
            elif name == "currency_code":
                rates.update(currency=value, rates={"ml.g5.xlarge": 1.408})
                (d / "r.json").write_text(json.dumps(rates))
                fresh = make_book(d, d / "plan.json", "--rates", d / "r.json", out="f.xlsx", what=what)
            else:
                base, hours, other = 1.408, 730.0, 0.0
                if name == "discount_share":
                    base *= 1 - value
                hours = value if name == "hours_per_month" else hours
                other = value if name == "other_monthly_cost" else other
                for where in ("trough", "average", "peak"):
                    for method in ("", "flow_"):
                        n = b.named(f"{method}instances_{where}")
                        month = n * base * hours + other
                        for cell, want in (("cost_per_hour", n * base), ("cost_per_month", month), ("cost_per_year", 12 * month),
                                           ("instance_hours_per_month", n * hours)):
                            cell = f"{method}{cell}_{where}"
                            kit.check(close(got[x.at(cell)], want), f"{what}: {cell}", f"{got[x.at(cell)]} {want}")
                continue
            # Cells that hold something searched for, or the plan's own values, differ by right; so does
            # whatever rests on them.
            roots = {k for k, c in x.cells.items()
                     if c.formula is None and k in fresh.cells and not close(c.value, fresh.cells[k].value) and k != x.at(name)}
            apart = x.dependents(roots)
            # With another smallest safe fleet the table of floors has other rows, and what is below moves.
            moved = x.named("min_safe_instances") != fresh.named("min_safe_instances")
            common = [k for k, c in x.formulas().items() if k not in apart and k in fresh.cells and fresh.cells[k].formula == c.formula
                      and not (moved and k[0] == "Scenarios" and int(k[1][1:]) > 20)]
            bad = sheets.differences({k: fresh.cells[k].value for k in common}, got)
            kit.check(len(common) > 300 and not bad, f"{what}: {len(common)} cells as planned at that input", bad[:4])
            for cell in ("max_instances", "cost_per_month_average", "cost_per_hour_peak", "c_scale_max"):
                kit.check(x.at(cell) in common, f"{what}: {cell} is among them")


def variants(d):
    """Loads in streams and mixed, no trough, no rate, an assumed T_total, a profile: formulas agree with their values."""
    q = kit.load(kit.QMAX)
    unknown = kit.changed(q, instance_type="ml.p9.huge", deployed_config__instance_type="ml.p9.huge")
    (d / "q.json").write_text(json.dumps(unknown))
    (d / "bare.json").write_text(json.dumps({**q, "steps": [{k: v for k, v in s.items() if k not in
                                 ("chars", "server_concurrency_peak", "achieved_rps")} for s in q["steps"]]}))
    (d / "day.csv").write_text("hour,rps\n" + "".join(f"{h},{(h * 37) % 91 + 0.25}\n" for h in range(5, 60)))
    (d / "hour.csv").write_text("\ufeffhour,rps\r\n7,12.5\r\n")
    assumed = ["--assume-t-total", "300"]
    rows = {
        "streams": (kit.PAIR, ["--peak-streams", "400.5", "--trough-streams", "3"], []),
        "mixed": (kit.PAIR, ["--peak-streams", "400", "--trough-rps", "9"], []),
        "mixed the other way": (kit.PAIR, ["--peak-rps", "400", "--trough-streams", "9"], []),
        "no trough": (kit.PAIR, ["--peak-rps", "123"], []),
        "no load": (kit.PAIR, ["--peak-rps", "0", "--trough-rps", "0"], []),
        "k = 1": (kit.PAIR, ["--peak-rps", "700", "--max-scaling-per-t-total", "1"], []),
        "tiny": (kit.PAIR, ["--peak-rps", "0.001", "--rate", "0.000123"], []),
        "floor above the peak": (kit.PAIR, ["--peak-rps", "20", "--min-floor", "7"], []),
        "no rate": (["--qmax", d / "q.json", *assumed], ["--peak-rps", "700", "--trough-rps", "3"], []),
        "bare ladder": (["--qmax", d / "bare.json", *assumed], ["--peak-rps", "700", "--trough-rps", "3", "--no-sample"], []),
        "profile": (kit.PAIR, kit.LOAD, ["--profile", d / "day.csv"]),
        "profile of one hour": (kit.PAIR, kit.LOAD, ["--profile", d / "hour.csv"]),
        "profile beside streams": (kit.PAIR, ["--peak-streams", "90"], ["--profile", d / "day.csv"]),
    }
    for what, (pair, load, args) in rows.items():
        r = kit.run("plan", *pair, *load, "-o", d / "v.json")
        if "--no-sample" in load and r.returncode == 2:
            load = [x for x in load if x != "--no-sample"]
            r = kit.run("plan", *pair, *load, "-o", d / "v.json")
        kit.check(r.returncode in (0, 1), what, r.stderr)
        b = make_book(d, d / "v.json", *args, out="v.xlsx", what=what)
        bad = sheets.differences({k: c.value for k, c in b.formulas().items()}, b.calculate())
        kit.check(len(b.formulas()) > 200 and not bad, f"{what}: {len(b.formulas())} formulas agree with their values", bad[:4])
        against_plan(b, d / "v.json", what)
        if what == "no rate":
            kit.equal((b.named("rate_usd_per_hour"), b.named("cost_per_month_average")), (None, "unknown"), "no rate reads unknown")
            b.set(b.at("rate_usd_per_hour"), 2.0)
            now = b.calculate()
            kit.check(close(now[b.at("cost_per_hour_peak")], 2 * b.named("max_instances")), "a rate typed in gives a cost")
        if what.startswith("profile"):
            kit.check(any(c.value == "day.csv" or c.value == "hour.csv" for k, c in b.cells.items() if k[0] == "Provenance"),
                      f"{what}: the profile is named in Provenance")
    kit.run("plan", *kit.PAIR, *kit.LOAD, "-o", d / "v.json")


HOSTILE = {
    "formula": '=HYPERLINK("x")', "plus": "+cmd|' /C calc'!A0", "at": "@SUM(1)", "tab": "\t=1+1", "markup": "<b>&\"'</b>]]>",
    "long": "m" * 300, "chinese": "语音模型" * 30, "escape": "_x0041__x000A_", "control": "a\u0001b\u007fc\u0085d",
    "sheet": "Summary!A1", "emoji": "\U0001F3A4 model", "nonchar": "a\ufffeb\uffffc", "rtl": "\u202eabc",
}


def hostile(d):
    q, t = kit.load(kit.QMAX), kit.load(kit.TTOTAL)
    plain = Book(d / "cost.xlsx")
    for what, name in HOSTILE.items():
        h, u = kit.changed(q, model_name=name, endpoint=name, transport=name), kit.changed(t, model_name=name)
        h["steps"][0]["unusable_reason"] = name
        (d / "hq.json").write_text(json.dumps(h))
        (d / "ht.json").write_text(json.dumps(u))
        plan = make_plan(d, *kit.LOAD, pair=["--qmax", d / "hq.json", "--ttotal", d / "ht.json"], out="h.json")
        b = make_book(d, plan, out="h.xlsx", what=f"hostile {what}")
        kit.equal({k: c.formula for k, c in b.formulas().items()}, {k: c.formula for k, c in plain.formulas().items()},
                  f"hostile {what}: no formula has changed")
        kit.equal((b.names, b.sheets), (plain.names, plain.sheets), f"hostile {what}: names and sheets are the same")
        title = b.cells["Summary", "A1"].value.replace("_x005F_", "_")
        shown = "".join(f"\\x{ord(c):02x}" if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160
                        else f"\\u{ord(c):04x}" if c in "\ufffe\uffff" else c for c in name)
        kit.equal(title, f"What {shown} costs on ml.g5.xlarge", f"hostile {what}: the title is text")
        kit.equal(b.cells["Ladder", "T4"].value.replace("_x005F_", "_"), shown, f"hostile {what}: a cell is text")
        r = kit.run("cost", plan, "--format", "csv")
        cells = [c for row in csv.reader(io.StringIO(r.stdout, newline="")) for c in row]
        kit.check(r.returncode == 0 and not [c for c in cells if c[:1] in tuple("=+-@\t\r")], f"hostile {what}: CSV is neutral", cells[:12])
        kit.check(any(name in c for c in cells), f"hostile {what}: CSV has the name")
        doc = json.loads(kit.run("cost", plan, "--format", "json").stdout)
        kit.equal(doc["model_name"], name, f"hostile {what}: JSON has the name")
    q["steps"][0]["unusable_reason"] = "\U0001F3A4" * 30000
    (d / "hq.json").write_text(json.dumps(q))
    b = make_book(d, make_plan(d, *kit.LOAD, pair=["--qmax", d / "hq.json", "--ttotal", str(kit.TTOTAL)], out="h.json"), out="h.xlsx",
                  what="a text longer than a cell")
    text = b.cells["Ladder", "T4"].value
    kit.check(len(text.encode("utf-16-le")) // 2 <= 32767 and text.endswith("[cut: longer than a cell may be]") and len(text) > 16000,
              "a text longer than a cell is cut, saying so", f"{len(text)} {text[-60:]!r}")


def same_bytes(d):
    first = (d / "cost.xlsx").read_bytes()
    other = d / "elsewhere"
    other.mkdir()
    for env in ({"TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"}, {"HOME": "/nonexistent", "TMPDIR": "/nonexistent"}):
        kit.expect(["workbook", d / "plan.json", "-o", "again.xlsx"], 0, f"workbook under {env}", cwd=other, env=env)
        kit.check((other / "again.xlsx").read_bytes() == first, f"same bytes under {env}")
    kit.expect(["workbook", "-", "-o", d / "piped.xlsx"], 0, "plan from a pipe", stdin=(d / "plan.json").read_text())
    kit.check((d / "piped.xlsx").read_bytes() == first, "same bytes from a pipe")
    kit.expect(["plan", *kit.PAIR, *sheets.plan_arguments(), "--workbook", d / "direct.xlsx"], 0, "plan --workbook")
    kit.check((d / "direct.xlsx").read_bytes() == first, "plan --workbook writes the same bytes")
    kit.expect(["workbook", d / "plan.json", "-o", d / "epoch.xlsx"], 0, "epoch 0", env={"SOURCE_DATE_EPOCH": "0"})
    kit.check(b"1970-01-01T00:00:01Z" in Book(d / "epoch.xlsx").parts["docProps/core.xml"], "epoch 0 is not now")


PROFILES = {
    "": "is empty, expected the header hour,rps",
    "hour,rps\n": "has no row, expected at least one hour",
    "0,1\n": "line 1: expected the header hour,rps",
    "hour;rps\n": "line 1: expected the header hour,rps",
    "hour,rps\n0,1,2\n": "line 2: expected two fields, hour,rps",
    "hour,rps\n0\n": "line 2: expected two fields, hour,rps",
    "hour,rps\n0,1\n\n1,2\n": "line 3: expected two fields, hour,rps",
    "hour,rps\n0,1\n2,1\n": "line 3: hour 2 follows hour 0; expected each hour once, in order",
    "hour,rps\n1,1\n1,1\n": "line 3: hour 1 follows hour 1; expected each hour once, in order",
    "hour,rps\n-1,1\n": "line 2: hour '-1' is not a whole number from 0 on",
    "hour,rps\n0.5,1\n": "line 2: hour '0.5' is not a whole number from 0 on",
    "hour,rps\n0,-1\n": "line 2: rps '-1' is not a plain decimal number from 0 to 1e12",
    "hour,rps\n0,1e3\n": "line 2: rps '1e3' is not a plain decimal number from 0 to 1e12",
    "hour,rps\n0, 1\n": "line 2: rps ' 1' is not a plain decimal number from 0 to 1e12",
    "hour,rps\n0,nan\n": "line 2: rps 'nan' is not a plain decimal number from 0 to 1e12",
    "hour,rps\n0,\n": "line 2: rps '' is not a plain decimal number from 0 to 1e12",
    "hour,rps\n0,=1+1\n": "line 2: rps '=1+1' is not a plain decimal number from 0 to 1e12",
    "hour,rps\n0,1" + "0" * 300 + "\n": "line 2: is not a line of CSV, expected hour,rps",
    "hour,rps\n" + "".join(f"{i},1\n" for i in range(8785)): "line 8786: more than 8784 rows; a profile holds at most a year of hours",
}


def refusals(d):
    plan = d / "plan.json"
    for text, why in PROFILES.items():
        (d / "p.csv").write_text(text)
        kit.expect(["workbook", plan, "-o", d / "no.xlsx", "--profile", d / "p.csv"], 3, f"profile {text[:40]!r}",
                   err=f"headroom: p.csv: {why}\n")
    (d / "p.csv").write_text("hour,rps\n" + "".join(f"{i},{i % 24}\n" for i in range(8784)))
    year = make_book(d, plan, "--profile", d / "p.csv", out="year.xlsx", what="a leap year of hours")
    days = [year.cells["Profile", f"K{row}"].value for row in range(5, 371)]
    kit.check(close(sum(days), year.cells["Profile", "E3"].value) and ("Profile", "K371") not in year.cells,
              "the days of a long profile add up to its sum", f"{sum(days)}")
    kit.expect(["workbook", plan], 2, "no -o", err_has=["-o F is needed"])
    kit.expect(["workbook", "-o", d / "no.xlsx"], 2, "no PLAN", err_has=["one PLAN is needed, 0 were given"])
    kit.expect(["workbook", plan, "-o", plan], 2, "output is the input", err_has=["is an input as well"])
    kit.expect(["workbook", plan, "-o", d], 4, "output is a directory", err_has=["is a directory"])
    kit.expect(["workbook", plan, "-o", d / "none" / "c.xlsx"], 4, "no such directory", err_has=["cannot write"])
    kit.expect(["workbook", d / "none.json", "-o", d / "no.xlsx"], 3, "no such plan", err_has=["none.json"])
    kit.expect(["workbook", plan, "-o", d / "no.xlsx", "--rates", d / "none.json"], 3, "no such rates", err_has=["none.json"])
    kit.expect(["workbook", "-", "-o", d / "no.xlsx", "--profile", "-"], 2, "two standard inputs", err_has=["only one input"])
    kit.expect(["cost", plan, "--format", "xml"], 2, "cost format", err_has=["'xml' is none of text, csv, json"])
    doc = kit.load(plan)
    del doc["headroom"]
    (d / "old.json").write_text(json.dumps(doc))
    for command in (["workbook", d / "old.json", "-o", d / "no.xlsx"], ["cost", d / "old.json"]):
        kit.expect(command, 3, f"{command[0]}: a plan without headroom's part", err_has=["headroom"])
    kit.check(not (d / "no.xlsx").exists(), "nothing was written by refused calls")


def failing_disks(d):
    old = b"what was there before"
    size = len((d / "cost.xlsx").read_bytes())
    sheet = max(len(v) for v in Book(d / "cost.xlsx").parts.values())
    # Below the finished file the output is cut; below the largest part a temporary file may be.
    limits = [0, 1, 512, 4096, 8192, 20000, 30000, 40000, size - 1, sheet - 1, sheet // 2]
    work = d / "disk"
    work.mkdir()
    for limit in limits:
        if limit >= max(size, sheet):
            continue
        (work / "c.xlsx").write_bytes(old)
        r = kit.run("workbook", d / "plan.json", "-o", work / "c.xlsx",
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        kit.check(r.returncode == 4 and "c.xlsx" in r.stderr, f"file size limit {limit}", f"{r.returncode} {r.stderr}")
        kit.equal((work / "c.xlsx").read_bytes(), old, f"file size limit {limit}: the old file")
        kit.equal([x.name for x in work.iterdir()], ["c.xlsx"], f"file size limit {limit}: nothing else is left")
    (work / "c.xlsx").unlink()
    small = ["unshare", "-rm", "sh", "-c"]
    if shutil.which("unshare") and subprocess.run([*small, f"mount -t tmpfs -o size=64k none {work}"], capture_output=True).returncode == 0:
        full = 0
        for kb in (4, 16, 32, 48, 64, 80, 100, 120, 160, 400):
            script = f"mount -t tmpfs -o size={kb}k none {work} && {kit.PROGRAM} workbook {d}/plan.json -o {work}/c.xlsx; " \
                     f"code=$?; ls -A {work}; cmp -s {work}/c.xlsx {d}/cost.xlsx && echo whole; exit $code"
            r = subprocess.run([*small, script], capture_output=True, text=True)
            full += r.returncode == 4
            kit.check((r.returncode, r.stdout) in ((4, ""), (0, "c.xlsx\nwhole\n")), f"a disk of {kb} KB: exit 4 and no file, or all of it",
                      f"{r.returncode} {r.stdout} {r.stderr}")
        kit.check(3 <= full < 10, f"{full} disks were too small")
    else:
        print("note: no user namespaces here, so the full disk was tried by file size limits only")


def cost(d, b):
    plan = d / "plan.json"
    doc = json.loads(kit.run("cost", plan, "--format", "json").stdout)
    for method, prefix in (("published", ""), ("flow", "flow_")):
        for quantity, columns in doc[method].items():
            for column, value in columns.items():
                cell = b.named(f"{prefix}{quantity}_{column}")
                kit.check(close(cell, "unknown" if value is None else value, 1e-14), f"cost {method} {quantity} {column}", f"{cell} {value}")
    rows = list(csv.DictReader(io.StringIO(kit.run("cost", plan, "--format", "csv").stdout)))
    for row in rows:
        if row["method"]:
            want = doc[row["method"]][row["quantity"]][row["at"]]
            kit.check(float(row["value"]) == want, f"CSV {row['quantity']}", f"{row} {want}")
    kit.equal(len([r for r in rows if r["method"]]), 2 * 3 * len(doc["published"]), "rows of the CSV")
    text = kit.expect(["cost", plan], 0, "cost as text", has=["Published method", "Flow plan", "5\u2009310.51", "assumed day"]).stdout
    kit.check(max(len(line) for line in text.splitlines()[5:]) <= 100, "cost as text fits a terminal")
    rates = d / "r.json"
    rates.write_text(json.dumps({"region": "x", "date": "2030-01", "source": "=offer", "currency": "EUR", "rates": {"ml.g5.xlarge": 2.0}}))
    doc = json.loads(kit.run("cost", plan, "--format", "json", "--rates", rates).stdout)
    kit.equal((doc["currency"], doc["rate_per_hour"], doc["published"]["cost_per_hour"]["peak"]), ("EUR", 2.0, 18.0), "cost --rates")
    x = make_book(d, plan, "--rates", rates, out="rates.xlsx", what="workbook --rates")
    kit.equal((x.named("currency_code"), x.named("cost_per_hour_peak")), ("EUR", 18.0), "workbook --rates")
    kit.check("EUR per hour" in [c.value for c in x.cells.values()], "units follow the currency")
    kit.check(any(k[0] == "Provenance" and c.value == "r.json" for k, c in x.cells.items()), "the rates file is named in Provenance")


with kit.folder() as d:
    plan = make_plan(d, *sheets.plan_arguments())
    b = make_book(d, plan)
    structure(b)
    words(b)
    against_plan(b, plan, "reference")
    against_arithmetic(b, plan)
    bad = sheets.differences({k: c.value for k, c in b.formulas().items()}, b.calculate())
    kit.check(len(b.formulas()) > 450 and not bad, f"{len(b.formulas())} formulas agree with their values", bad[:4])
    same_bytes(d)
    cost(d, b)
    typed(d, b)
    variants(d)
    hostile(d)
    refusals(d)
    failing_disks(d)
kit.done()
