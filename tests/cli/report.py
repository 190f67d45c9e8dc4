"""headroom report: the PDF as other programs see it. Without qpdf or poppler-utils their parts are not run
(it says so); usage, refusals, bytes and structure are tested all the same."""
import copy, json, os, re, shutil, stat, subprocess, tempfile, pathlib, zlib
import kit




def has(*tools):
    missing = [t for t in tools if not shutil.which(t)]
    if missing:
        print(f"not run, missing: {', '.join(missing)}")
    return not missing


def tool(*args, **kw):
    """Output of another program; any complaint of it is a failure."""
    r = subprocess.run(list(map(str, args)), capture_output=True, **kw)
    if not attached:
        # libharu's own table of characters: only its internals let us replace it.
        r.stderr = re.sub(rb"Syntax Warning: Invalid 'begincidrange' operator in ToUnicode CMap\n", b"", r.stderr)
    kit.check(r.returncode == 0 and not r.stderr, " ".join(map(str, args[:2])),
              f"exit {r.returncode}: {r.stderr[:300]!r}")
    return r.stdout


def plan(d, qmax, ttotal, *args, name="plan"):
    (d / f"{name}-qmax.json").write_text(json.dumps(qmax))
    (d / f"{name}-ttotal.json").write_text(json.dumps(ttotal))
    out = d / f"{name}.json"
    r = kit.run("plan", "--qmax", d / f"{name}-qmax.json", "--ttotal", d / f"{name}-ttotal.json", *kit.LOAD,
                "-o", out, *args)
    kit.check(r.returncode in (0, 1) and out.exists(), f"plan {name}", r.stderr[:300])
    return out


def report(plan, *args, **kw):
    out = plan.with_suffix(".pdf")
    r = kit.run("report", plan, "-o", out, *args, **kw)
    kit.check(r.returncode == 0, f"report {plan.name}", r.stderr[:300])
    return out, r


def ladder(rungs, passes=1):
    """A ladder like the example's with this many rungs; p95 crosses the SLO at nine tenths."""
    q = kit.load(kit.QMAX)
    base, q["steps"] = q["steps"][0], []
    for run in range(passes):
        for i in range(rungs):
            c = i + 1
            p95 = 3000 * c / (rungs * 0.9) + run
            q["steps"].append(dict(base, run_index=run, step_index=i, concurrency=c, concurrency_mean=float(c),
                                   concurrency_peak=c, server_concurrency_mean=float(c),
                                   server_concurrency_peak=float(c), ttfab_p95_ms=p95, meets_slo=p95 <= 3000))
    ok = [s for s in q["steps"] if s["meets_slo"]]
    q["q_max_per_run"] = [max(s["concurrency"] for s in ok if s["run_index"] == run) for run in range(passes)]
    q["q_max"], q["runs"] = min(q["q_max_per_run"]), passes
    q["ttfab_p95_at_q_max_ms"] = next(s["ttfab_p95_ms"] for s in ok if s["concurrency"] == q["q_max"])
    ones = sorted(s["ttfab_p95_ms"] for s in q["steps"] if s["concurrency"] == 1)
    q["ttfab_p95_at_c1_ms"] = sum(ones) / len(ones) if len(ones) < 3 else ones[len(ones) // 2]
    return q


def named(model, **more):
    q, t = kit.load(kit.QMAX), kit.load(kit.TTOTAL)
    q["model_name"] = t["model_name"] = model
    q.update(more)
    return q, t


def numbers(doc):
    """Every number in a JSON document."""
    if isinstance(doc, dict):
        for v in doc.values():
            yield from numbers(v)
    elif isinstance(doc, list):
        for v in doc:
            yield from numbers(v)
    elif isinstance(doc, (int, float)) and not isinstance(doc, bool):
        yield doc


def text_of(pdf):
    return tool("pdftotext", "-layout", pdf, "-").decode()


def words(pdf):
    """Pages of (x0, y0, x1, y1, word), and each page's width and height."""
    xml = tool("pdftotext", "-bbox", pdf, "-").decode()
    for page in re.split(r"<page ", xml)[1:]:
        w, h = map(float, re.match(r'width="([\d.]+)" height="([\d.]+)"', page).groups())
        yield w, h, [(*map(float, m[:4]), m[4]) for m in re.findall(
            r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', page)]


MARGIN = 18 * 72 / 25.4


def well_laid(pdf, what):
    """Nothing stands in the margins, and no heading is the last thing on a page."""
    for n, (w, h, found) in enumerate(words(pdf), 1):
        out = [x for x in found if x[0] < MARGIN - 1 or x[2] > w - MARGIN + 1 or x[1] < 20 or x[3] > h - 15]
        kit.check(not out, f"{what} page {n}: words in the margin", out[:3])
        body = [x for x in found if MARGIN - 2 <= x[1] and x[3] <= h - MARGIN + 6]
        if body:
            last = max(body, key=lambda x: x[3])
            # The height of a word's box tells its size: 9 pt text is 10 high, an 11 pt heading 12.
            kit.check(last[3] - last[1] < 11.5, f"{what} page {n}: a heading at the foot", last)
        clash = [(a, b) for i, a in enumerate(found) for b in found[i + 1:i + 2]
                 if abs(a[1] - b[1]) < 0.5 and a[0] < b[0] < a[2] - 1]
        kit.check(not clash, f"{what} page {n}: words overlap", clash[:2])


def streams(data):
    """The unpacked streams of a PDF, without another program."""
    for m in re.finditer(rb"/Length (\d+) 0 R.*?stream\r?\n", data, re.S):
        try:
            yield zlib.decompressobj().decompress(data[m.end():])
        except zlib.error:
            pass


tmp = pathlib.Path(tempfile.mkdtemp(prefix="headroom-report-"))
reference = tmp / "plan.json"
kit.check(kit.run("plan", *kit.PAIR, *kit.LOAD, "--validate", kit.VALIDATE, "-o", reference).returncode in (0, 1),
          "reference plan")
pdf, r = report(reference)
data = pdf.read_bytes()
kit.equal((r.stdout, r.stderr), ("", ""), "report says nothing")
kit.check(data.startswith(b"%PDF-1.") and data.endswith(b"%%EOF\n"), "a PDF")
kit.check(len(data) < 400_000, "size", len(data))
attached = b"/EmbeddedFiles" in data
if attached:
    kit.check(b"/Lang" in data and b"/StructTreeRoot" in data and b"/DisplayDocTitle true" in data and
              b"<dc:title>" in data, "language, tags, title")
    for f in (reference, kit.QMAX, kit.TTOTAL, kit.VALIDATE):
        kit.check(any(s == f.read_bytes() for s in streams(data)), f"{f.name} is inside")
else:
    print("not run: this build attaches nothing (--disable-haru-internals)")

# The same bytes, whatever the surroundings; the date and nothing else follows SOURCE_DATE_EPOCH.
for name, env in {"German": {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}, "C": {"LC_ALL": "C"},
                  "zone": {"TZ": "Pacific/Auckland"}, "home": {"HOME": "/nonexistent"},
                  "fontconfig": {"FONTCONFIG_FILE": "/nonexistent", "FONTCONFIG_PATH": "/nonexistent"},
                  "bare": {"PATH": ""}}.items():
    again = tmp / "again.pdf"
    kit.run("report", reference, "-o", again, env=env)
    kit.check(again.read_bytes() == data, f"same bytes: {name}")
kit.run("report", "plan.json", "-o", "again.pdf", cwd=tmp)
kit.check((tmp / "again.pdf").read_bytes() == data, "same bytes: other directory")
kit.run("report", "-", "-o", tmp / "again.pdf", stdin=reference.read_bytes())
kit.check((tmp / "again.pdf").read_bytes() == data, "same bytes: from standard input")
kit.run("report", reference, "-o", tmp / "again.pdf", env={"SOURCE_DATE_EPOCH": "86400"})
kit.check(b"D:19700102000000" in (tmp / "again.pdf").read_bytes(), "SOURCE_DATE_EPOCH")

# What is refused, and that nothing is left behind.
before = sorted(os.listdir(tmp))
for what, args, code, says in [
        ("no output", ["report", reference], 2, "-o F is needed"),
        ("no plan", ["report", "-o", tmp / "x.pdf"], 2, "PLAN is needed"),
        ("two plans", ["report", reference, reference, "-o", tmp / "x.pdf"], 2, "one PLAN is needed, 2 were given"),
        ("paper", ["report", reference, "-o", tmp / "x.pdf", "--paper", "a3"], 2, "neither a4 nor letter"),
        ("output is the input", ["report", reference, "-o", reference], 2, "plan.json"),
        ("no such plan", ["report", tmp / "none.json", "-o", tmp / "x.pdf"], 3, "none.json"),
        ("not a plan", ["report", kit.QMAX, "-o", tmp / "x.pdf"], 3, kit.QMAX.name),
        ("a directory", ["report", reference, "-o", tmp], 4, "directory"),
        ("a device", ["report", reference, "-o", "/dev/full"], 4, "/dev/full"),
        ("no parent", ["report", reference, "-o", tmp / "no" / "x.pdf"], 4, "x.pdf")]:
    kit.expect(args, code, what, out="", err_has=[says])
bare = kit.load(reference)
del bare["headroom"]
(tmp / "bare.json").write_text(json.dumps(bare))
kit.expect(["report", tmp / "bare.json", "-o", tmp / "x.pdf"], 3, "a plan of another tool", out="",
           err_has=["bare.json"])
os.remove(tmp / "bare.json")
kit.equal(sorted(os.listdir(tmp)), before, "nothing is left behind")
if os.geteuid() != 0:
    shut = tmp / "shut"
    shut.mkdir()
    shut.chmod(0o500)
    kit.expect(["report", reference, "-o", shut / "x.pdf"], 4, "a directory without permission", out="")
    shut.chmod(0o700)
full = subprocess.run(["bash", "-c", 'ulimit -f 8; exec "$0" report "$1" -o "$2"', kit.PROGRAM, str(reference),
                       str(tmp / "cut.pdf")], capture_output=True, text=True)
kit.check(full.returncode == 4 and not (tmp / "cut.pdf").exists(), "no room for the file",
          f"{full.returncode} {full.stderr!r}")

# Names and sizes that break layouts.
hard = {"reference": pdf, "letter": tmp / "letter.pdf"}
kit.run("report", reference, "-o", hard["letter"], "--paper", "letter")
LONG = "a-model-with-a-very-long-name-" * 4
q, t = named(LONG, endpoint="arn:aws:sagemaker:us-east-1:123456789012:endpoint/" + "speech-" * 20)
for doc in (q, t):
    doc["deployed_config"]["container_env"] = {"MODEL_DATA": "s3://bucket/" + "prefix/" * 30, "EMPTY": ""}
hard["long"] = report(plan(tmp, q, t, name="long"))[0]
q, t = named("\u6a21\u578b-\u0395\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ac-\u0451\u0161-\u05e2\u05d1\u05e8\u05d9\u05ea-\U0001f600",
             endpoint="<&>\"'()\\ \u202eevil")
hard["foreign"], foreign = report(plan(tmp, q, t, name="foreign"))
kit.check("without a glyph" in foreign.stderr, "missing glyphs are reported", foreign.stderr)
hard["200 rungs"] = report(plan(tmp, ladder(200, 2), kit.load(kit.TTOTAL), "--no-sample", name="rungs"))[0]
thousands, _ = report(plan(tmp, ladder(5000), kit.load(kit.TTOTAL), "--no-sample", name="thousands"))
q = kit.load(kit.QMAX)
for s in q["steps"]:
    s["server_concurrency_mean"] = s["server_concurrency_peak"] = None
hard["no conversion"] = report(plan(tmp, q, kit.load(kit.TTOTAL), name="noconv"))[0]
q = kit.load(kit.QMAX)
for s in q["steps"]:
    s["achieved_rps"] = None
hard["no throughput"] = report(plan(tmp, q, kit.load(kit.TTOTAL), "--quota", "5", name="norps"))[0]
hard["flow"] = report(plan(tmp, kit.load(kit.QMAX), kit.load(kit.TTOTAL), "--method", "flow", name="flow"))[0]
infeasible = tmp / "infeasible.json"
kit.run("plan", "--qmax", kit.FIXTURES / "infeasible-qmax.json", "--ttotal", kit.FIXTURES / "infeasible-ttotal.json",
        *kit.LOAD, "-o", infeasible)
hard["infeasible"] = report(infeasible)[0]
assumed = tmp / "assumed.json"
kit.run("plan", "--qmax", kit.QMAX, "--assume-t-total", "300", "--peak-streams", "200", "-o", assumed)
hard["assumed"] = report(assumed)[0]

if has("qpdf"):
    for what, f in {**hard, "5000 rungs": thousands}.items():
        r = subprocess.run(["qpdf", "--check", f], capture_output=True, text=True)
        kit.check(r.returncode == 0 and "WARNING" not in r.stdout + r.stderr, f"qpdf --check {what}",
                  (r.stdout + r.stderr)[-300:])

if has("pdftotext", "pdfinfo", "pdffonts", "pdftoppm", "pdfdetach"):
    text = text_of(pdf)
    # pdftotext makes a plain blank of the thin space between thousands.
    plain = re.sub(r"(?<=\d)[ \u2009](?=\d{3}\b)", "", text)
    for x in sorted(set(numbers({k: v for k, v in kit.load(reference)["plan"].items()
                                 if k not in ("findings", "measured")}))):
        kit.check(repr(x) in plain, "a figure of the plan is in the text", repr(x))
    for step in kit.load(kit.QMAX)["steps"]:
        p95 = step["ttfab_p95_ms"]
        shown = f"{p95:.1f}" if p95 < 99.95 else f"{p95:.0f}"
        kit.check(shown in plain, "p95 of a rung is in the text", shown)
    for stage in kit.load(kit.TTOTAL)["durations"]:
        kit.check(f"{stage['seconds']:.1f}" in plain, "a stage is in the text", stage["seconds"])
    # Shares are of the T_total that the plan uses, as the chart has them: they sum to it.
    shares = [100 * s["seconds"] / 320.248496 for s in kit.load(kit.TTOTAL)["durations"][1:]] + [100 * 60 / 320.248496]
    table = text[text.index("Share of"):text.index("the sum that the plan uses")]
    rows = [line for line in table.splitlines() if re.search("bounded|measured$", line) and re.search(r"\d\.\d", line)]
    kit.equal([re.findall(r"\d+\.\d", line)[1] for line in rows], [f"{s:.1f}" for s in shares], "shares of T_total")
    figures = text[text.index("Every figure"):]
    for field in ("peak_streams", "trough_streams"):
        kit.check(re.search(rf"plan.scenario.{field} +not given +null", figures), f"{field} is not unknown", figures[-900:])
    kit.check("error_bound" not in text and "probability unknown" not in text, "figures that a check does not have are left out")
    for n, page in enumerate(text.split("\f")[:-2]):
        kit.check(len(page.split("\n")) > 20, f"page {n + 1} is not nearly empty", page)
    document = kit.load(reference)
    for i in document["headroom"]["inputs"]:
        kit.check(i["sha256"] in text and i["name"] in text, "an input is in the text", i["name"])
    for f in document["plan"]["findings"] + document["headroom"]["audit"]["checks"]:
        kit.check(f["name"] in text, "a finding or check is in the text", f["name"])
    for line in document["config_block"].splitlines():
        head = line.split("#")[0].strip()
        kit.check(head in text, "the configuration is in the text", head)

    info = tool("pdfinfo", pdf).decode()
    for part in ("kokoro-82m on ml.g5.xlarge: autoscaling plan", "A4", "2026"):
        kit.check(part in info, "pdfinfo", info)
    kit.check("letter" in tool("pdfinfo", hard["letter"]).decode(), "letter paper")
    pages = int(re.search(r"Pages:\s+(\d+)", info).group(1))
    kit.check(f"page {pages} of {pages}" in text and f"page 1 of {pages}" in text, "page n of m")
    for n, page in enumerate(text.rstrip("\f").split("\f"), 1):
        kit.check(len(page.split()) > 60, "no page is left nearly empty", f"page {n}: {page[:200]!r}")
        # A finding or check is not torn apart: what heads a page is a heading, a lead or a table.
        body = [line for line in page.splitlines() if line.strip()][1:]
        kit.check(not body or not re.match(r"\s*(Recommended:|[a-z_.]+ \S+; [a-z_.]+ )", body[0]),
                  "a check stays with its heading", f"page {n}: {body[:1]}")
    fonts = tool("pdffonts", pdf).decode().splitlines()[2:]
    kit.check(len(fonts) == 2 and all(re.search(r"\byes\s+yes\s+yes\b", f) for f in fonts), "fonts are embedded", fonts)
    if attached:
        kit.check("Tagged:          yes" in info, "tagged", info)
        tree = tool("pdfinfo", "-struct-text", pdf).decode()
        for part in ("H1", "Table", "TH", "TD", "Figure", "surge_survival"):
            kit.check(part in tree, "structure", part)
        # With any names, what comes out is what went in.
        for what, f in hard.items():
            name = "plan" if what == "letter" else f.stem
            out = tmp / f"out-{name}"
            out.mkdir(exist_ok=True)
            tool("pdfdetach", "-saveall", "-o", out, f, env={**os.environ, "LC_ALL": "C.UTF-8"})
            kit.equal((out / "plan.json").read_bytes(), (tmp / f"{name}.json").read_bytes(), f"{what}: plan.json attached")
            for i in kit.load(tmp / f"{name}.json")["headroom"]["inputs"]:
                kit.equal((out / i["name"]).read_bytes(), i["text"].encode(), f"{what}: {i['name']} attached")
    for what, f in hard.items():
        well_laid(f, what)
        tool("pdftoppm", "-r", "20", f, tmp / "page")
    for number, page in enumerate(text_of(hard["200 rungs"]).split("\f")):
        if len(re.findall(r"\bmet\b", page)) > 10:
            kit.check("Concurrency" in page, f"the table's head is on page {number + 1}")
    kit.check(LONG[:40] in text_of(hard["long"]), "a long name starts on one line")
    strange = text_of(hard["foreign"])
    for part in ("\u0395\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ac", "\u0451\u0161", "no glyph", "U+6A21", "U+1F600", "U+202E", "<&>\"'()\\"):
        kit.check(part in strange, "foreign names", part)
    kit.check("not deployable" in text_of(hard["no conversion"]), "no conversion is said")
    kit.check("400" in text_of(hard["flow"]).split("What it rests on")[0], "the flow method comes first")
    first = text_of(hard["infeasible"]).split("\f")[0]
    kit.check("INFEASIBLE" in first and "Not to be deployed" in first, "the verdict is on the first page")
    kit.check("assumed" in text_of(hard["assumed"]).split("\f")[0], "an assumption is on the first page")

    # Names of attachments that no reader can misuse, and no two alike.
    if attached:
        for names, want in [
            (("../.e<vil>\n:\"x", "a/b"), ["_._.e_vil____x", "a_b"]), (("", ""), ["input.json", "2-input.json"]),
            (("a/b", "a:b"), ["a_b", "2-a_b"]), (("plan.json", "plan.json"), ["1-plan.json", "2-plan.json"]),
            (("2-x", "x"), ["2-x", "x"]), (("x", "x"), ["x", "2-x"]), ((".hidden", "\u6a21\u578b.json"), ["_hidden", "\u6a21\u578b.json"]),
        ]:
            doc = kit.load(reference)
            doc["plan"]["model_name"] = doc["plan"]["measured"]["model_name"] = "R&D <m>"
            for i, name in zip(doc["headroom"]["inputs"], names):
                i["name"] = name
            (tmp / "names.json").write_text(json.dumps(doc))
            f, _ = report(tmp / "names.json")
            listed = tool("pdfdetach", "-list", f, env={**os.environ, "LC_ALL": "C.UTF-8"}).decode()
            kit.equal(sorted(re.findall(r"^\d+: (.*)$", listed, re.M)), sorted([*want, "plan.json", "validate-kokoro-82m.json"]), f"attachments of {names}")
        meta = tool("pdfinfo", "-meta", f).decode()
        kit.check("R&amp;D &lt;m&gt; on ml.g5.xlarge: autoscaling plan" in meta, "the title is escaped in XMP", meta)
        kit.check("R&D <m> on ml.g5.xlarge" in tool("pdfinfo", f).decode(), "and as it is in the document's own")

    # A letter whose parts were lost in subsetting is an accent alone: less ink than without the accent.
    def ink(model):
        q, t = named(model * 12)
        f, _ = report(plan(tmp, q, t, "--no-sample", name="ink"))
        # The name stands in the header in the regular face, in the title in the bold one.
        for y, h in ((50, 40), (96, 46)):
            picture = tool("pdftoppm", "-r", "144", "-gray", "-f", "1", "-l", "1", "-x", "90", "-y", str(y), "-W",
                           "700", "-H", str(h), f)
            yield sum(255 - b for b in picture[-700 * h:])
    for base, accented in ("s\u0161", "\u0435\u0451", "\u03c9\u03ce", "\u03b1\u03ac", "\u0415\u0401", "\u0456\u0457", "S\u0160"):
        for face, a, b in zip(("regular", "bold"), list(ink(base)), list(ink(accented))):
            kit.check(b > a * 1.005, f"U+{ord(accented):04X} is whole in the {face} face", f"{a} against {b}")

shutil.rmtree(tmp)
kit.done()
