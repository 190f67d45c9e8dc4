"""headroom charts: files, exit codes, the same bytes everywhere, well-formed SVG, scenes as text."""
import hashlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import xml.etree.ElementTree as ET

import kit

NAMES = ["cost_load", "cost_surge", "scalein", "survival", "throughput", "ttfab", "ttotal"]
GALLERY = os.path.join(os.path.abspath(os.environ.get("top_builddir", "build")), "tests", "chart", "gallery")
GOLDEN = ["reference", "one_rung", "three_passes", "geometric", "long_names", "chinese", "unknowns", "nothing",
          "no_server", "deep", "huge", "streams", "k_one", "k_small", "many_stages", "generic"]
SVG = "{http://www.w3.org/2000/svg}"


def gallery(sample, directory, kind):
    r = subprocess.run([GALLERY, sample, str(directory), kind], capture_output=True, text=True)
    kit.check(r.returncode == 0, f"gallery {sample} {kind}", r.stderr)
    return int(r.stdout.split()[1]) if r.stdout else -1


def contents(directory):
    return {p.name: p.read_bytes() for p in sorted(pathlib.Path(directory).iterdir())}


with kit.folder() as d:
    plan = d / "plan.json"
    kit.expect(["plan", *kit.PAIR, *kit.LOAD, "-o", plan, "--charts", d / "from_plan"], 0, "plan --charts")
    kit.expect(["charts", plan, "-o", d / "svg"], 0, "charts", out="", err="")
    kit.expect(["charts", plan, "-o", d / "png", "--type", "png"], 0, "charts as PNG", out="", err="")
    svg, png = contents(d / "svg"), contents(d / "png")
    kit.equal(sorted(svg), [n + ".svg" for n in NAMES], "one SVG a chart")
    kit.equal(sorted(png), [n + ".png" for n in NAMES], "one PNG a chart")
    kit.equal(contents(d / "from_plan"), svg, "plan --charts writes what charts writes")
    kit.check(all(b.startswith(b"\x89PNG\r\n\x1a\n") for b in png.values()), "PNG files are PNG")

    # SVG: well-formed, for screen readers, with the evidence.
    hashes = [hashlib.sha256(p.read_bytes()).hexdigest() for p in (kit.QMAX, kit.TTOTAL)]
    for name, data in svg.items():
        root = ET.fromstring(data)
        kit.equal(root.get("role"), "img", f"{name} role")
        title, desc = root.find(SVG + "title"), root.find(SVG + "desc")
        kit.equal(root.get("aria-labelledby"), f"{title.get('id')} {desc.get('id')}", f"{name} is labelled")
        kit.check(len(title.text) > 20 and desc.text.endswith("."), f"{name} title and description")
        kit.check(all(h in root.find(SVG + "metadata").text for h in hashes), f"{name} carries the inputs' hashes")
        kit.check(root.get("font-family") == "Liberation Sans, Arial, sans-serif", f"{name} font")
        kit.check(b"e+" not in data and b"nan" not in data and b"inf" not in data.replace(b"infeasible", b""),
                  f"{name} numbers are plain")
    text = {n: " ".join(t.text for t in ET.fromstring(b).iter(SVG + "text")) for n, b in svg.items()}
    for name, parts in {"ttfab.svg": ["Q_max 50", "C_scale_max 37.50", "C_scale_min 25.00", "SLO 3\u2009000 ms", "2\u2009806 ms at 50",
                                      "3\u2009375 ms at 60"],
                        "ttotal.svg": ["320.2 s", "180.8 s, 56.5 % of T_total", "policy lag (bound)", "30.0 s, before the clock"],
                        "throughput.svg": ["17.9 requests/s", "GPU", "CPU"],
                        "survival.svg": ["this plan: 96.8 %", "10 % line"],
                        "scalein.svg": ["smallest safe fleet 3", "from 2 to 1: 50.00 each"],
                        "cost_surge.svg": ["published: 9 instances, 12.67 USD/h", "surge ratio 1.25"],
                        "cost_load.svg": ["peak 5\u2009000 requests/s", "flow: 400 instances, 563.20 USD/h"]}.items():
        for part in parts:
            kit.check(part in text[name], f"{name} shows {part}", text[name][:400])

    # The axis begins at the smallest fleet, so that no step of the published line falls off it.
    ticks = [t.text for t in ET.fromstring(svg["cost_load.svg"]).iter(SVG + "text")]
    kit.check("1" in ticks, "cost_load begins at one instance", ticks)

    # The same bytes, whatever surrounds the process.
    other = d / "elsewhere"
    other.mkdir()
    for env in ({"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}, {"TZ": "Asia/Kathmandu"}, {"HOME": "/nonexistent"},
                {"FONTCONFIG_FILE": "/nonexistent", "FONTCONFIG_PATH": "/nonexistent"}):
        for kind, want in (("svg", svg), ("png", png)):
            kit.expect(["charts", plan, "-o", "out", "--type", kind], 0, f"{kind} with {env}", env=env, cwd=other)
        got = contents(other / "out")
        kit.check(got == {**svg, **png}, f"the same bytes with {env}")

    # Scale.
    kit.expect(["charts", plan, "-o", d / "large", "--type", "png", "--scale", "2"], 0, "larger PNG")
    side = [int.from_bytes(contents(d / x)["ttfab.png"][16:20], "big") for x in ("png", "large")]
    kit.equal(side[1], 2 * side[0], "scale 2 doubles the width")

    # Files of others stay, ours are replaced.
    (d / "svg" / "notes.txt").write_text("mine")
    (d / "svg" / "ttfab.svg").write_text("old")
    kit.expect(["charts", plan, "-o", d / "svg"], 0, "charts again")
    kit.equal(contents(d / "svg"), {**svg, "notes.txt": b"mine"}, "only our names are replaced")

    # What is refused.
    bare = d / "bare.json"
    doc = json.loads(plan.read_text())
    del doc["headroom"]
    bare.write_text(json.dumps(doc))
    (d / "file").write_text("x")
    for args, code, part in ([["charts"], 2, "PLAN"], [["charts", plan], 2, "-o"],
                             [["charts", plan, plan, "-o", d / "no"], 2, "2 were given"],
                             [["charts", plan, "-o", d / "no", "--type", "pdf"], 2, "svg and png"],
                             [["charts", plan, "-o", d / "no", "--scale", "0"], 2, "scale"],
                             [["charts", plan, "-o", d / "no", "--scale", "9"], 2, "scale"],
                             [["charts", plan, "-o", d / "no", "--scale", "nan"], 2, "scale"],
                             [["charts", d / "absent.json", "-o", d / "no"], 3, "absent.json"],
                             [["charts", bare, "-o", d / "no"], 3, "bare.json"],
                             [["charts", plan, "-o", d / "no" / "deeper"], 4, "no"],
                             [["charts", plan, "-o", d / "file"], 4, "file"]):
        kit.expect(args, code, f"charts {' '.join(map(str, args[1:]))[-40:]}", err_has=[part])
    kit.check(not (d / "no").exists(), "nothing was written by refused calls")

    # A plan that states no surge ratio: nothing is drawn that would need one.
    del doc["plan"]["scenario"]["max_scaling_per_t_total"]
    bare.write_text(json.dumps(doc | {"headroom": json.loads(plan.read_text())["headroom"]}))
    kit.expect(["charts", bare, "-o", d / "bare"], 0, "no surge ratio")
    unstated = {n: " ".join(t.text for t in ET.fromstring(b).iter(SVG + "text")) for n, b in contents(d / "bare").items()}
    for name, part in (("cost_surge.svg", "There is no surge ratio to size a fleet for"),
                       ("cost_load.svg", "There is no surge ratio to size a fleet for"),
                       ("survival.svg", "What growth does is not known: the plan states no surge ratio.")):
        kit.check(part in unstated[name] and "load grows by" not in unstated[name], f"{name} without a surge ratio",
                  unstated[name])

    # A full disk: nothing remains.
    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    for kind in ("svg", "png"):
        kit.expect(["charts", plan, "-o", d / "full", "--type", kind], 4, f"full disk, {kind}", preexec_fn=small_files)
        kit.check(not (d / "full").exists(), f"full disk leaves nothing ({kind})")

    # Hard cases: well-formed, hostile text is text, missing glyphs are counted.
    for sample in subprocess.run([GALLERY, "-"], capture_output=True, text=True).stdout.split():
        missing = gallery(sample, d / sample, "svg")
        kit.equal(missing > 0, sample == "chinese", f"{sample}: glyphs are missing only in Chinese")
        for name, data in contents(d / sample).items():
            try:
                root = ET.fromstring(data)
            except ET.ParseError as e:
                kit.check(False, f"{sample}/{name} is well-formed", str(e))
                continue
            kit.check(not any(e.tag == "b" or e.tag.endswith("}b") for e in root.iter()), f"{sample}/{name}: no foreign element")
    shown = (d / "chinese" / "ttfab.svg").read_text()
    kit.check("\u8bed\u97f3\u5408\u6210" in shown and "\u202e" not in shown and "\x01" not in shown,
              "SVG keeps Chinese and drops controls")

    # Scenes as text, of the samples those that are not the reference's; `make goldens` writes them anew.
    reference = {}
    for sample in GOLDEN:
        gallery(sample, d / (sample + ".d"), "txt")
        parts = contents(d / (sample + ".d"))
        kit.golden(f"charts/{sample}.txt", b"\n".join(v for k, v in sorted(parts.items()) if v != reference.get(k)))
        reference = reference or parts

kit.done()
