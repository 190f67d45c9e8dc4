"""LibreOffice recalculates the workbook: every formula cell equals the value it carries, and after other values
are typed into the input cells, what `headroom plan` gives at those inputs.

The short form (make check) tries a few; HEADROOM_LIBREOFFICE=full (make check-libreoffice) tries every input cell
with three values, and more kinds of plan.
"""
import json, os, pathlib, shutil, subprocess, tempfile
import kit, sheets
from sheets import Book

FULL = os.environ.get("HEADROOM_LIBREOFFICE") == "full"
SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
if not SOFFICE:
    kit.skip("soffice is not installed (Debian package libreoffice-calc-nogui): no spreadsheet recalculated the workbook")

# Without this LibreOffice shows the stored values of a file that it did not write itself.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def recalculate(folder, out):
    """Converts every workbook of FOLDER to OUT, calculated anew. One process for all: starting takes longest."""
    home = out / "profile"
    (home / "user").mkdir(parents=True)
    (home / "user" / "registrymodifications.xcu").write_text(SETTINGS)
    books = sorted(folder.glob("*.xlsx"))
    r = subprocess.run([SOFFICE, f"-env:UserInstallation={home.as_uri()}", "--headless", "--convert-to", "xlsx", "--outdir", str(out),
                        *map(str, books)], capture_output=True, text=True, timeout=600, env={**os.environ, "HOME": str(home)})
    missing = [b.name for b in books if not (out / b.name).is_file()]
    kit.check(not missing, "LibreOffice opened every workbook", f"{missing} {r.stdout[-300:]} {r.stderr[-300:]}")


def plan_book(d, out, load, *args, pair=kit.PAIR):
    r = kit.run("plan", *pair, *load, "-o", d / "plan.json")
    kit.check(r.returncode in (0, 1), f"plan {load}", r.stderr)
    r = kit.run("workbook", d / "plan.json", "-o", out, *args)
    kit.check(r.returncode == 0, f"workbook {load}", r.stderr)


def main():
    work = pathlib.Path(tempfile.mkdtemp(prefix="headroom-lo-"))
    try:
        compare(work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    kit.done()


def compare(work):
    typed, fresh, out = work / "typed", work / "fresh", work / "out"
    for x in (typed, fresh, out):
        x.mkdir()
    plan_book(work, typed / "as-written.xlsx", sheets.plan_arguments())
    base = Book(typed / "as-written.xlsx")

    # A recalculation that does nothing would agree with everything: one stored value is spoilt, and must come back.
    spoilt = Book(typed / "as-written.xlsx")
    sheet, ref = spoilt.at("cost_per_month_average")
    part = f"xl/worksheets/sheet{spoilt.sheets.index(sheet) + 1}.xml"
    before = spoilt.parts[part].decode()
    value = before[before.index(f'<c r="{ref}"'):].split("<v>")[1].split("</v>")[0]
    spoilt.parts[part] = before.replace(f"<v>{value}</v>", "<v>999999</v>").encode()
    spoilt.save(typed / "spoilt.xlsx")

    wanted = {}
    picks = sheets.TYPED if FULL else {"peak_load": [1234.5], "surge_ratio": [1.1]}
    for name, values in picks.items():
        for value in values:
            file = f"{name}-{value}.xlsx"
            book = Book(typed / "as-written.xlsx")
            book.set(book.at(name), value)
            book.save(typed / file)
            if name in sheets.FLAGS:
                plan_book(work, fresh / file, sheets.plan_arguments(name, value))
            wanted[file] = (name, book)
    kinds = {
        "streams.xlsx": (["--peak-streams", "400.5", "--trough-streams", "3"], kit.PAIR),
        "mixed.xlsx": (["--peak-streams", "401", "--trough-rps", "9"], kit.PAIR),
        "no-trough.xlsx": (["--peak-rps", "123", "--min-floor", "4"], kit.PAIR),
        "assumed.xlsx": (["--peak-rps", "777", "--trough-rps", "3"], ["--qmax", str(kit.QMAX), "--assume-t-total", "300"]),
        "k1.xlsx": (["--peak-rps", "700", "--max-scaling-per-t-total", "1"], kit.PAIR),
    }
    for file, (load, pair) in list(kinds.items())[:None if FULL else 1]:
        plan_book(work, typed / file, load, pair=pair)
    if FULL:
        (work / "year.csv").write_text("hour,rps\n" + "".join(f"{h},{(h * 7919) % 4801 + 0.125}\n" for h in range(8760)))
        plan_book(work, typed / "year.xlsx", kit.LOAD, "--profile", work / "year.csv")

    fleet_books(work, typed, wanted)

    recalculate(typed, out)
    for path in sorted(typed.glob("*.xlsx")):
        if not (out / path.name).is_file():
            continue
        got = {k: c.value for k, c in Book(out / path.name).cells.items()}
        if path.name in wanted:
            changed(path.name, *wanted[path.name], got, fresh)
            continue
        source = base if path.name == "spoilt.xlsx" else Book(path)
        bad = sheets.differences({k: c.value for k, c in source.formulas().items()}, got)
        least = FLEETS.get(path.name, 200)
        kit.check(len(source.formulas()) > least and not bad, f"{path.name}: {len(source.formulas())} formula cells keep their values", bad[:5])


# Workbooks of `headroom fleet`, and how many formulas each has at least.
FLEETS = {"fleet.xlsx": 55, "fleet-changed.xlsx": 55, "fleet-one.xlsx": 25}


def fleet_books(work, typed, wanted):
    """Several plans (no rate, load in streams, two currencies), one that has no rate, and what somebody typed."""
    plans, one = work / "plans", work / "one"
    plans.mkdir()
    one.mkdir()
    q = kit.load(kit.QMAX)
    q["instance_type"] = q["deployed_config"]["instance_type"] = "ml.none.such"
    (work / "q.json").write_text(json.dumps(q))
    (work / "rates.json").write_text(json.dumps(dict(kit.load(kit.FIXTURES / "rates.json"), currency="EUR")))
    unpriced = ["--qmax", work / "q.json", "--assume-t-total", "90"]
    for folder, name, args in ((plans, "a", [*kit.PAIR, *kit.LOAD]), (plans, "b", [*kit.PAIR, "--peak-streams", "400.5", "--trough-rps", "9"]),
                               (plans, "c", [*kit.PAIR, "--peak-rps", "77", "--rates", work / "rates.json", "--method", "flow"]),
                               (plans, "d", [*unpriced, *kit.LOAD]), (one, "d", [*unpriced, *kit.LOAD])):
        r = kit.run("plan", *args, "-o", folder / f"{name}.json")
        kit.check(r.returncode == 0, f"plan {name}", r.stderr)
    for folder, name in ((plans, "fleet.xlsx"), (one, "fleet-one.xlsx")):
        r = kit.run("fleet", folder, "--workbook", typed / name)
        kit.check(r.returncode == 0, f"fleet {name}", r.stderr)
    book = Book(typed / "fleet.xlsx")
    for key, value in ((("Plans", "G5"), 0.0), (("Plans", "H6"), 2.25), (book.at("discount_share"), 0.1),
                       (book.at("hours_per_month"), 700.0)):
        book.set(key, value)
    book.save(typed / "fleet-changed.xlsx")
    wanted["fleet-changed.xlsx"] = ("fleet", book)


def changed(file, name, book, got, fresh):
    oracle = book.calculate()
    bad = sheets.differences(oracle, got)
    kit.check(len(oracle) > FLEETS.get(file, 450) and not bad, f"{file}: {len(oracle)} formula cells as calculated independently", bad[:5])
    if name not in sheets.FLAGS:
        return
    new = Book(fresh / file)
    # What was searched for at the plan's inputs, and the plan's own values, stay: they differ by right.
    roots = {k for k, c in book.cells.items() if c.formula is None and k in new.cells
             and not sheets.close(c.value, new.cells[k].value) and k != book.at(name)}
    apart = book.dependents(roots)
    moved = book.named("min_safe_instances") != new.named("min_safe_instances")
    common = {k: new.cells[k].value for k, c in book.formulas().items()
              if k not in apart and k in new.cells and new.cells[k].formula == c.formula
              and not (moved and k[0] == "Scenarios" and int(k[1][1:]) > 20)}
    bad = sheets.differences(common, got)
    kit.check(len(common) > 300 and not bad, f"{file}: {len(common)} formula cells as headroom plans at that input", bad[:5])


main()
