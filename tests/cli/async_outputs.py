"""headroom async simulate: chart, PDF page and workbook, as other programs read them; nothing written after an error."""
import csv, hashlib, io, json, pathlib, re, shutil, subprocess
import xml.etree.ElementTree as ET

import kit
import sheets

CMD = ["async", "simulate"]
SVG = "{http://www.w3.org/2000/svg}"
SWEEP = ["--sweep", "target=1:5:3", "--sweep", "provision=60:320:2"]
DAY = ["--office-hours", "40", "--hours", "48", "--seed", "3", "--service", "60", "--rate", "0.23"]


def simulate(d, args, code=0, **kw):
    return kit.expect([*CMD, *args], code, f"{args}", cwd=d, **kw)


def outputs(d, name, args, **kw):
    return simulate(d, [*args, "--charts", f"{name}.d", "--report", f"{name}.pdf", "--workbook", f"{name}.xlsx"], **kw)


def drawn(path):
    root = ET.parse(path).getroot()
    return root, [t.text or "" for t in root.iter(SVG + "text")]


def close(book, cells, what):
    """The formulas calculate to what the program wrote beside them."""
    values = book.calculate()
    kit.check(len(values) > 0, f"{what}: formulas")
    for k, v in values.items():
        stored = book.cells[k].value
        kit.check(sheets.close(v, stored, 1e-9) or (isinstance(v, float) and abs(v - stored) < 1e-9), f"{what}: {k}",
                  f"calculates to {v!r}, stored is {stored!r}: {book.cells[k].formula}")
    return values


def agrees(book, doc, what):
    """Named figures of the workbook against the JSON document."""
    flat = {k: doc[k] for k in ("accepted", "completed", "failed", "expired", "unfinished", "beyond_end", "wake_ups", "hours_at_zero")}
    flat |= {"instance_hours": doc["billable_instance_hours"], "replay_hours": doc["end_s"] / 3600, "cost": doc["cost_usd"],
             "always_on_cost": doc["always_on_cost_usd"]}
    for group, figures in doc["latency_s"].items():
        flat |= {f"{group}_{k}": v for k, v in figures.items()}
    for k, v in flat.items():
        got = book.named(k)
        absent = "unknown" if "cost" in k else "-"
        kit.check(got == absent if v is None else sheets.close(got, float(v), 1e-12), f"{what}: {k}", f"{got!r}, expected {v!r}")


with kit.folder() as d:
    # Rows in any order, every state, an instance that drains.
    rows = [(i * 613 % 9000 + 0.25 * i, (i * 37) % 240) for i in range(60)] + [(100, 950), (0, 0)]
    text = "arrival_s,service_s\n" + "".join(f"{a},{s}\n" for a, s in rows)
    (d / "trace.csv").write_text(text)
    ONE = ["trace.csv", "--provision", "200", "--rate", "0.23", "--ttl", "300", "--target", "2", "--until", "8000"]
    r = outputs(d, "one", ONE, err="")
    doc = json.loads(simulate(d, [*ONE, "--format", "json"]).stdout)
    kit.check(all(doc[k] > 0 for k in ("completed", "failed", "expired", "unfinished", "beyond_end", "wake_ups")), "every state", f"{doc}")
    digest = hashlib.sha256(text.encode()).hexdigest()

    # The chart: titled by what to see, labelled, with the trace's hash.
    kit.equal([p.name for p in (d / "one.d").iterdir()], ["simulation.svg"], "one chart")
    root, words = drawn(d / "one.d" / "simulation.svg")
    kit.check(digest in root.find(SVG + "metadata").text and "trace.csv" in root.find(SVG + "metadata").text, "hash in the chart")
    kit.check(re.match(r"At most \d+ requests wait or run; at most \d+ instances? serves?$", root.find(SVG + "title").text),
              "title of the chart", root.find(SVG + "title").text)
    for label in ("backlog, requests", "capacity, instances", "billed", "serving", "time, h"):
        kit.check(any(label in w for w in words), f"the chart says {label!r}", f"{words}")
    table = list(csv.DictReader(io.StringIO(simulate(d, [*ONE, "--format", "csv"]).stdout)))
    steps = sorted([(float(q["arrival_s"]), 0, 1) for q in table if q["state"] != "beyond_end"] +
                   [(float(q["terminal_s"]), 1, -1) for q in table if q["terminal_s"]])
    most = now = 0
    for i, (at, _, by) in enumerate(steps):
        now += by
        if i + 1 == len(steps) or steps[i + 1][0] > at:
            most = max(most, now)
    kit.check(root.find(SVG + "title").text.startswith(f"At most {most} requests"), "largest backlog", f"{most}")
    kit.check(root.find(SVG + "title").text.find(f"at most {max(c[2] for c in doc['capacity'])} instance") > 0, "most that serve")

    # The workbook: its own arithmetic, the figures of the JSON, and a rate that is typed in.
    book = sheets.Book(d / "one.xlsx")
    kit.equal(book.sheets, ["Summary", "Requests", "Capacity"], "sheets")
    close(book, doc, "workbook")
    agrees(book, doc, "workbook")
    totals = {k: book.cells[book.at(k)].formula for k in ("accepted", "completed", "all_p95", "cold_p50", "instance_hours", "cost")}
    kit.check(all(totals.values()), "totals are formulas", f"{totals}")
    listed = [book.cells["Requests", f"C{i + 3}"].value for i in range(len(rows))]
    kit.equal(listed, [q["state"] for q in table], "requests in the workbook")
    kit.equal([[book.cells["Capacity", f"{c}{i + 3}"].value for c in "ACD"] for i in range(len(doc["capacity"]))],
              [[float(x) for x in p] for p in doc["capacity"]], "capacity in the workbook")
    book.set(book.at("rate_usd"), 1.5)
    book.set(book.at("always_on"), 3.0)
    dearer = json.loads(simulate(d, [*ONE[:3], "--rate", "1.5", "--always-on", "3", *ONE[5:], "--format", "json"]).stdout)
    values = book.calculate()
    for name, key in (("cost", "cost_usd"), ("always_on_cost", "always_on_cost_usd")):
        kit.check(sheets.close(values[book.at(name)], dearer[key], 1e-12), f"{name} follows the inputs", f"{values[book.at(name)]}")
    kit.equal({k for k, c in book.cells.items() if c.style in book.unlocked}, {book.at("rate_usd"), book.at("always_on")}, "inputs")
    strings = "".join(str(c.value) for c in book.cells.values())
    kit.check(digest in strings, "hash in the workbook")

    # Without a rate the cost waits for one.
    outputs(d, "free", [x for x in ONE if x not in ("--rate", "0.23")])
    book = sheets.Book(d / "free.xlsx")
    close(book, doc, "no rate")
    agrees(book, doc | {"cost_usd": None, "always_on_cost_usd": None}, "no rate")
    book.set(book.at("rate_usd"), 0.23)
    kit.check(sheets.close(book.calculate()[book.at("cost")], doc["cost_usd"], 1e-12), "a rate that is typed in")

    # Side by side: the trap in the chart, and a sheet for each.
    PAIR = ["--burst", "4@0", "--service", "60", "--provision", "320", "--rate", "0.23", "--compare"]
    outputs(d, "pair", PAIR)
    root, words = drawn(d / "pair.d" / "simulation.svg")
    for label in ("wake pair", "without it", "capacity with the wake pair, instances"):
        kit.check(label in words, f"--compare: the chart says {label!r}", f"{words}")
    book = sheets.Book(d / "pair.xlsx")
    kit.equal(book.sheets, ["Summary", "Requests", "Capacity", "CapacityNoWake"], "--compare: sheets")
    both = json.loads(simulate(d, [*PAIR, "--format", "json"]).stdout)
    close(book, both, "--compare")
    agrees(book, both, "--compare")
    beside = {k: book.cells[s, a.replace("B", "C")].value for k in ("completed", "expired", "instance_hours", "cost", "all_p95")
              for s, a in [book.at(k)]}
    kit.equal(beside, {"completed": 0.0, "expired": 4.0, "instance_hours": 0.0, "cost": 0.0, "all_p95": 21600.0}, "beside it")

    # A sweep: a point a setting.
    outputs(d, "sweep", [*DAY, *SWEEP])
    points = json.loads(simulate(d, [*DAY, *SWEEP, "--format", "json"]).stdout)["sweep"]
    best = min(points, key=lambda p: (p["latency_s"]["all"]["p95"], p["cost_usd"]))
    title = (f"The shortest p95 latency, {best['latency_s']['all']['p95']:.1f} s, costs {best['cost_usd']:.2f} USD "
             f"(target {best['target']:g}, {best['provision_s']:g} s)")
    root, words = drawn(d / "sweep.d" / "simulation.svg")
    kit.equal(root.find(SVG + "title").text, title, "--sweep: title of the chart")
    kit.equal(simulate(d, [*DAY, *SWEEP]).stdout.splitlines()[0], title, "--sweep: text")
    book = sheets.Book(d / "sweep.xlsx")
    close(book, points, "--sweep")
    kit.equal(book.cells["Sweep", "A2"].value, f"The shortest p95 latency, {best['latency_s']['all']['p95']:.1f} s, takes "
              f"{best['billable_instance_hours']:.2f} instance-hours (target {best['target']:g}, {best['provision_s']:g} s)", "--sweep: answer")
    for i, p in enumerate(points):
        got = [book.cells["Sweep", f"{c}{9 + i}"].value for c in "ABHIM"]
        want = [p["target"], p["provision_s"], p["latency_s"]["all"]["p95"], p["billable_instance_hours"], p["cost_usd"]]
        kit.check(all(sheets.close(a, b, 1e-12) for a, b in zip(got, want)), f"--sweep: row {i}", f"{got}, expected {want}")

    # The PDF pages: one each, that say what the text says.
    if shutil.which("pdftotext") and shutil.which("pdfinfo"):
        for name, parts in (("one", [digest[:20], "accepted", "instance-hours billed", "USD"]), ("sweep", [title, "Wake-ups"]),
                            ("pair", ["Without the wake pair 4 of 4 requests", "Without it", "All 4 requests were completed"]),
                            ("free", ["expired: waited as long as the TTL"])):
            pdf = d / f"{name}.pdf"
            info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True).stdout
            kit.check(re.search(r"^Pages:\s+1$", info, re.M), f"{name}.pdf is a page", info)
            kit.check("1980" in info and "headroom" in info, f"{name}.pdf: date and maker", info)
            said = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True).stdout
            for part in parts:
                kit.check(part in said, f"{name}.pdf says {part!r}", said)
    else:
        print("not run: the text of the PDF pages, which needs pdftotext and pdfinfo (poppler-utils)")

    # Many steps are thinned to the largest of each part: the title still holds the largest of all.
    crowd = ["--poisson", "200", "--hours", "30", "--seed", "5", "--service", "20", "--provision", "60"]
    outputs(d, "crowd", crowd)
    root, words = drawn(d / "crowd.d" / "simulation.svg")
    kit.check(any("the largest value of each part" in w for w in words), "a thinned curve says so", f"{words}")
    busy = json.loads(simulate(d, [*crowd, "--format", "json"]).stdout)
    kit.check(f"at most {max(c[2] for c in busy['capacity'])} instance" in root.find(SVG + "title").text, "thinned: the largest stays")
    # No request at all, no time at all, and nobody who ends.
    (d / "none.csv").write_text("arrival_s,service_s\n")
    for name, args in (("none", ["none.csv", "--provision", "60"]), ("zero", [*ONE[:-1], "0"]),
                       ("nobody", ["none.csv", "--provision", "60", "--sweep", "target=1:2:2"])):
        outputs(d, name, args)
        close(sheets.Book(d / f"{name}.xlsx"), None, name)

    # The same bytes again, whatever the environment; dated by SOURCE_DATE_EPOCH.
    first = {p.name: p.read_bytes() for p in (d / "one.pdf", d / "one.xlsx", d / "one.d" / "simulation.svg")}
    outputs(d, "one", ONE, env={"TZ": "Pacific/Auckland", "LC_ALL": "de_DE.UTF-8", "HOME": "/nonexistent"})
    kit.equal({p.name: p.read_bytes() == first[p.name] for p in (d / "one.pdf", d / "one.xlsx", d / "one.d" / "simulation.svg")},
              {n: True for n in first}, "the same bytes again")
    outputs(d, "dated", ONE, env={"SOURCE_DATE_EPOCH": "1700000000"})
    kit.check(b"2023-11-14" in sheets.Book(d / "dated.xlsx").parts["docProps/core.xml"], "SOURCE_DATE_EPOCH")

    # Refused: nothing is written, what was there stays, and the message has file and line.
    (d / "bad.csv").write_text("arrival_s,service_s\n1,2\n3,x\n")
    (d / "bad.json").write_text('{\n  "t_total_s": 1,\n  oops\n}\n')
    (d / "old.pdf").write_text("old")
    before = sorted(p.name for p in d.iterdir())
    NEW = ["--charts", "new.d", "--report", "old.pdf", "--workbook", "new.xlsx"]
    simulate(d, ["bad.csv", "--provision", "60", *NEW], 3, out="", err_has=["bad.csv: line 3: service_s 'x'", "plain decimal"])
    simulate(d, ["trace.csv", "--ttotal", "bad.json", *NEW], 3, out="", err_has=["bad.json", "line 3", "column"])
    simulate(d, ["trace.csv", "--ttotal", "trace.csv", *NEW], 3, out="", err_has=["trace.csv", "line 1"])
    simulate(d, ["trace.csv", "--provision", "60", "--report", "trace.csv"], 2, out="", err_has=["trace.csv"])
    simulate(d, ["trace.csv", "--provision", "60", "--report", "x", "--workbook", "x"], 2, out="", err_has=["x"])
    simulate(d, ["trace.csv", "--provision", "60", "--charts", "new.d", "--report", "no/where.pdf"], 4, out="", err_has=["where.pdf"])
    simulate(d, ["trace.csv", "--provision", "60", "--charts", "new.d", "--workbook", "one.d"], 4, out="", err_has=["one.d"])
    kit.equal(sorted(p.name for p in d.iterdir()), before, "nothing written")
    kit.equal((d / "old.pdf").read_text(), "old", "what was there stays")
kit.done()
