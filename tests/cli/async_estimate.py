"""async estimate: the published figures, refusals, CSV in and out, other services apart from compute, and the chart."""
import csv, io, json, os, re
import kit
from kit import check, equal, expect, run

BASE = ["async", "estimate", "--rate", "0.23"]


def days(*args, **kw):
    r = run(*args, "--format", "json", **kw)
    check(r.returncode == 0, f"{args[2:]}: runs", r.stderr[:300])
    return json.loads(r.stdout)


# --- the published figures: USD a day at 0.23 USD an hour ----------------------------------------
doc = days(*BASE, "--hours", "24,2,2.5,4")
equal([f"{x['compute_usd']:.3f}" for x in doc["days"]], ["5.520", "0.460", "0.575", "0.920"], "published figures")
equal([f"{100 * x['saving_share']:.1f}" for x in doc["days"]], ["0.0", "91.7", "89.6", "83.3"],
      "2.5 h is 89.6 % below 24 h")
for x in doc["days"]:
    equal(x["compute_usd"], x["hourly_rate_usd"] * x["instance_hours"], f"{x['instance_hours']} h: exactly the product")
    equal(x["always_on_usd"], 24.0 * 0.23, f"{x['instance_hours']} h: always on")
equal((repr(doc["always_on_instances"]), doc["other_usd"]), ("1", {}), "one always-on instance, no other service")
r = run(*BASE, "--hours", "24,2,2.5,4")
rows = [x.split() for x in r.stdout.splitlines()]
for hours, cost, saved in [("24", "5.520", "0.0"), ("2", "0.460", "91.7"), ("2.5", "0.575", "89.6"),
                           ("4", "0.920", "83.3")]:
    check(any(x[1:6] == ["0.23", hours, cost, "5.520", saved] for x in rows), f"text: {hours} h", r.stdout)
check("before discounts" in r.stdout and "no quote" in r.stdout, "text: what the figures are", r.stdout)
doc = days(*BASE, "--hours", "30,48,0", "--always-on", "2")
equal([x["saving_share"] for x in doc["days"]], [0.375, 0.0, 1.0], "against two always-on instances")
equal(days(*BASE, "--hours", "36")["days"][0]["saving_share"], -0.5, "more hours than always on: a negative saving")
equal(days(*BASE, "--hours", "-0,0.0,1e-3")["days"][0]["compute_usd"], 0.0, "no hours cost nothing")

# --- other services: beside the compute, never in it ----------------------------------------
plain, other = days(*BASE, "--hours", "2.5"), days(*BASE, "--hours", "2.5", "--other", "storage=12.3", "--other",
                                                   "a=b=0")
equal(other["other_usd"], {"storage": 12.3, "a=b": 0.0}, "others are named")
equal(other["days"], plain["days"], "others change no compute figure")
r = run(*BASE, "--hours", "2.5", "--other", "storage=12.3")
check("not part of the figures above:\n  storage: 12.300 USD" in r.stdout and "0.575" in r.stdout,
      "others in the text", r.stdout)

# --- the table holds together whatever is in it ----------------------------------------
lines = run("async", "estimate", "--rate", "1e8", "--hours", "24,2.5,1e10").stdout.splitlines()[2:6]
equal(len({len(x) for x in lines}), 1, "every row of the table ends in one column")
for row in lines[1:]:
    equal(len(re.split("  +", row)), 6, f"two spaces at least between the columns of {row!r}")
check("  1\u2009000\u2009000\u2009000\u2009000\u2009000\u2009000.000  " in lines[3], "thousands are parted", lines[3])
r = run(*BASE, "--hours", "1", "--other", "a\n\x1b[1mb=3")
check("\n  a\\x0a\\x1b[1mb: 3.000 USD\n" in r.stdout, "a name stays on its line", r.stdout)

# --- usage: exit 2, nothing printed ----------------------------------------
for args, part in [
    ([], "--hours H or a CSV is needed"), (["--hours", "2"], "--rate R is needed"),
    (["--rate", "0", "--hours", "2"], "above 0"),
    (["--rate", "-0.0", "--hours", "2"], "above 0"), (["--rate", "-1", "--hours", "2"], "above 0"),
    (["--rate", "nan", "--hours", "2"], "--rate"),
    (["--rate", "inf", "--hours", "2"], "--rate"), (["--rate", "1e999", "--hours", "2"], "--rate"),
    (["--rate", "", "--hours", "2"], "--rate"),
    (["--rate", "1", "--hours", "-1"], "expected a finite number from 0"),
    (["--rate", "1", "--hours", "2,-0.1"], "from 0"),
    (["--rate", "1", "--hours", "nan"], "--hours"), (["--rate", "1", "--hours", "inf"], "--hours"),
    (["--rate", "1", "--hours", "1e999"], "--hours"),
    (["--rate", "1", "--hours", ""], "--hours"), (["--rate", "1", "--hours", "2,"], "--hours"),
    (["--rate", "1", "--hours", "2,,3"], "--hours"),
    (["--rate", "1", "--hours", "2 "], "--hours"), (["--rate", "1e308", "--hours", "1e308"], "not a finite"),
    (["--rate", "1e308", "--hours", "1"], "not a finite"),
    (["--rate", "5e306", "--hours", "1,1"], "of all days together is not a finite"),
    (["--rate", "1", "--hours", "2", "--other", "storage"], "NAME=USD"),
    (["--rate", "1", "--hours", "2", "--other", "=3"], "NAME=USD"),
    (["--rate", "1", "--hours", "2", "--other", "a=-1"], "from 0"),
    (["--rate", "1", "--hours", "2", "--other", "a=nan"], "from 0"),
    (["--rate", "1", "--hours", "2", "--other", "a=1", "--other", "a=2"], "given twice"),
    (["--rate", "1", "--hours", "2", "--always-on", "0"], "--always-on"),
    (["--rate", "1", "--hours", "2", "--format", "xml"], "none of text, json, csv"),
    (["--rate", "1", "--rate", "2", "--hours", "2"], "given twice"),
    (["--rate", "1", "--hours", "2", "x.csv"], "exclude each other"),
    (["--rate", "1", "x.csv", "y.csv"], "one CSV at most"),
]:
    expect(["async", "estimate", *args], 2, f"usage {args}", out="", err_has=[part])

# --- CSV in ----------------------------------------
text = "\ufefflabel,hourly_rate_usd,instance_hours\r\nMonday,0.23,24\r\nTuesday,0.5,2.5\r\n,1,0"
doc = days("async", "estimate", "-", stdin=text)
equal([(x["label"], x["hourly_rate_usd"], x["instance_hours"]) for x in doc["days"]],
      [("Monday", 0.23, 24.0), ("Tuesday", 0.5, 2.5), ("", 1.0, 0.0)], "CSV: rows in the order of the file")
equal(days("async", "estimate", "-", stdin="instance_hours,hourly_rate_usd\n2,3\n")["days"][0]["compute_usd"], 6.0,
      "CSV: columns in any order")
equal(days("async", "estimate", "-", "--rate", "3", stdin="instance_hours\n2\n4")["days"][1]["compute_usd"], 12.0,
      "CSV: the rate from outside")
for text, line, part in [
    ("", 0, "has no day"), ("instance_hours\n", 0, "has no day"), ("hours\n2\n", 1, "expected a header"),
    ("instance_hours,x\n2,3\n", 1, "expected a header"),
    ("instance_hours,instance_hours\n2,3\n", 1, "expected a header"), ("label\na\n", 1, "expected a header"),
    ("instance_hours,\n", 1, "expected a header"),
    ("instance_hours\n2\n2,3\n", 3, "expected 1 field, as"), ("instance_hours\n2\n\n", 3, "not a finite decimal number"),
    ("instance_hours\nx\n", 2, "instance_hours 'x'"),
    ("instance_hours\n-1\n", 2, "expected a finite number from 0"), ("instance_hours\nnan\n", 2, "'nan'"),
    ("instance_hours\n1e999\n", 2, "'1e999'"),
    ("label,instance_hours\n\"a\",2\n", 2, "quotation mark"), ("label,instance_hours\n\xff,2\n".encode("latin-1"), 2,
                                                               "not text in UTF-8"),
    (b"label,instance_hours\na\0,2\n", 2, "not text in UTF-8"), ("label,instance_hours\n" + "a" * 1000 + ",2\n", 2,
                                                                 "longer than the 1000 bytes"),
    ("instance_hours\n" + "2\n" * 20001, 0, "more than 20000 days"),
]:
    r = run("async", "estimate", "-", "--rate", "1", stdin=text)
    equal((r.returncode, r.stdout), (3, ""), f"CSV {text[:40]!r} is refused")
    check(r.stderr.startswith("headroom: stdin: " + (f"line {line}: " if line else "")) and part in r.stderr,
          f"CSV {text[:40]!r}: file, line, what", r.stderr)
for rate in ("0", "-1", "-0"):
    r = run("async", "estimate", "-", stdin=f"instance_hours,hourly_rate_usd\n2,1\n2,{rate}\n")
    check(r.returncode == 3 and "line 3" in r.stderr and "above 0" in r.stderr, f"CSV: a rate of {rate} is refused",
          r.stderr)
equal(len(days("async", "estimate", "-", "--rate", "1", stdin="instance_hours\n" + "2\n" * 20000)["days"]), 20000,
      "CSV: the most days that are allowed")
expect(["async", "estimate", "-"], 2, "CSV without a rate", out="", err_has=["--rate R is needed"],
       stdin="instance_hours\n2\n")
expect(["async", "estimate", "-", "--rate", "1"], 2, "CSV with two rates", out="", err_has=["--rate has no meaning"],
       stdin="instance_hours,hourly_rate_usd\n2,1\n")

# --- CSV out ----------------------------------------
source = "label,hourly_rate_usd,instance_hours\n=1+1,0.23,2.5\nb;c,0.1,7\n"
r = run("async", "estimate", "-", "--format", "csv", "--other", "+x=1.5", stdin=source)
got = list(csv.DictReader(io.StringIO(r.stdout)))
equal([x["kind"] for x in got], ["compute", "compute", "other"], "CSV out: rows")
equal([x["label"] for x in got], ["'=1+1", "b;c", "'+x"], "CSV out: nothing is a formula")
equal([float(x["compute_usd"]) for x in got[:2]], [0.23 * 2.5, 0.1 * 7], "CSV out: every digit")
equal((got[2]["compute_usd"], got[2]["other_usd"]), ("", "1.5"), "CSV out: others apart")

# --- the chart ----------------------------------------
with kit.folder() as d:
    r = run(*BASE, "--hours", "24,2,2.5,4", "--charts", d / "c")
    svg = (d / "c" / "estimate.svg").read_text()
    for part in ["always on", "5.520", "0.575, 89.6", "2.5 h",
                 "The cheapest day, 0.460 USD instead of 5.520 always on: 91.7"]:
        check(part in svg, f"chart: {part}")
    equal([f.name for f in (d / "c").iterdir()], ["estimate.svg"], "chart: one file")
    bars = [float(w) for w in re.findall(r'<rect[^>]* width="([0-9.]+)" height="11"(?! fill="#FFFFFF")', svg)]
    if check(len(bars) == 5, "chart: five bars", svg[:2000]):
        for got, cost in zip(bars, [5.52, 5.52, 0.46, 0.575, 0.92]):
            check(abs(got / bars[0] - cost / 5.52) < 0.002, f"chart: the bar of {cost} has its length", str(bars))
    hostile = "label,instance_hours\n<script>&\"\u202e".replace('"', "'") + ",2\n"
    run("async", "estimate", "-", "--rate", "1", "--charts", d / "h", stdin=hostile)
    svg = (d / "h" / "estimate.svg").read_text()
    check("<script>" not in svg and "\u202e" not in svg, "chart: hostile labels are data")
    many = "instance_hours\n" + "".join(f"{i % 30}\n" for i in range(500))
    run("async", "estimate", "-", "--rate", "1", "--charts", d / "m", stdin=many)
    check("500 days: " in (d / "m" / "estimate.svg").read_text(), "chart: many days are summed up")
    for args, code in [(["--charts", d / "none" / "x"], 4), (["--charts", ""], 2)]:
        r = run(*BASE, "--hours", "2", *args)
        equal((r.returncode, r.stdout), (code, ""), f"chart {args[1:]}: exit, and nothing printed")
    (d / "days.csv").write_text("instance_hours\n24\n")
    (d / "in").mkdir()
    (d / "in" / "estimate.svg").write_text("instance_hours\n24\n")
    r = run(*BASE, d / "in" / "estimate.svg", "--charts", d / "in")
    equal((r.returncode, (d / "in" / "estimate.svg").read_text()), (2, "instance_hours\n24\n"),
          "the chart does not replace its input")
    equal(run(*BASE, d / "days.csv").returncode, 0, "a file")
    expect(["async", "estimate", "--rate", "1", d / "none.csv"], 3, "no such file", out="")
kit.done()
