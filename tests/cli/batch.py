"""headroom batch: the line format, order, workers that die, interruptions, parts, full disks."""
import json, math, os, pathlib, re, resource, signal, subprocess, tempfile, time
import kit

NAMES = ["c_scale_max", "c_scale_min", "min_safe_instances", "w_max_s", "c_scale_max_in_cw_units", "cw_units_ratio",
         "min_instances", "max_instances", "peak_instances", "trough_instances", "queue_max_depth", "t_total_s",
         "scale_out_cooldown_s", "scale_in_cooldown_s", "utilization_at_c_scale_max", "shed_probability_at_c_scale_max",
         "shed_probability_exact", "peak_cost_per_hour", "peak_cost_per_m_chars", "chars_per_request", "verdict",
         "verdicts", "saturated_rps", "flow_floor_instances"]
PATHS = {"qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL)}
BASE = dict(PATHS, peak_rps=5000, trough_rps=10, no_sample=True)


def text(lines):
    return "".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines)


def batch(lines, *args, code=0, what="batch", **kw):
    """Runs the lines and gives the answers as objects."""
    r = kit.run("batch", *args, stdin=text(lines), **kw)
    kit.check(r.returncode == code, what, f"exit {r.returncode}, expected {code}: {r.stderr[:300]!r}")
    return [json.loads(x) for x in r.stdout.splitlines()]


def one(line, code=0, what="one line"):
    got = batch([line], code=code, what=what)
    return got[0] if kit.equal(len(got), 1, what + " (answers)") else {}


def refused(line, exit, part, what, id=None):
    got = one(line, 1, what)
    e = got.get("error", {})
    kit.check(set(got) == {"id", "error"} and set(e) == {"exit", "message"} and e["exit"] == exit and part in e["message"]
              and got["id"] == id, what, f"got {got}, expected exit {exit} with {part!r}")


# --- the format -----------------------------------------------------------------------------------------------

plan = json.loads(kit.run("plan", *kit.PAIR, *kit.LOAD, "--format", "json").stdout)
got = one(dict(PATHS, id="a", peak_rps=5000, trough_rps=10), what="the reference plan")
kit.equal(list(got), ["id"] + NAMES, "keys in their order")
for k in NAMES:
    if k in plan["plan"]:
        kit.equal(got[k], plan["plan"][k], f"{k} as plan.json has it")
        kit.check(type(got[k]) is type(plan["plan"][k]), f"type of {k}")
kit.equal(got["t_total_s"], plan["plan"]["measured"]["t_total_s"], "t_total_s")
kit.equal(got["chars_per_request"], plan["plan"]["measured"]["chars_per_request"], "chars_per_request")
kit.equal(got["verdict"], plan["verdict"], "verdict")
kit.equal(got["verdicts"], {f["name"]: f["verdict"] for f in plan["plan"]["findings"]}, "verdicts")
kit.equal(got["shed_probability_exact"], plan["headroom"]["audit"]["figures"]["surge_exact"], "surge_exact")
kit.equal(got["saturated_rps"], plan["headroom"]["audit"]["figures"]["mu_sat"], "mu_sat")
kit.equal(got["flow_floor_instances"], plan["headroom"]["audit"]["figures"]["keep_up_peak"], "keep_up_peak")
kit.equal(one(BASE)["shed_probability_at_c_scale_max"], None, "no_sample draws nothing")
kit.equal(list(one(BASE)), NAMES, "no id, no key id")
full = one(dict(PATHS, peak_rps=5000, trough_rps=10, full=True), what="full")
kit.equal(full, plan, "full gives plan.json with its audit")
inline = dict(BASE, qmax=kit.load(kit.QMAX), ttotal=kit.load(kit.TTOTAL))
kit.equal(one(inline), one(BASE), "documents in the line plan as files do")
kit.equal(one(dict(inline, full=True))["plan"], one(dict(BASE, full=True))["plan"], "and give the same plan in full")
streams = one(dict(PATHS, peak_streams=100, no_sample=True))
kit.equal(streams["flow_floor_instances"], None, "null for what does not apply")
kit.equal(one(dict(BASE, trough_rps=None, rate=None)), one({k: v for k, v in BASE.items() if k != "trough_rps"}),
          "null is as if it were not there")
for id in ("x", 7, 7.5, -0.25, True, None, "é\n\"\\"):
    got = one(dict(BASE, id=id))
    kit.check(got["id"] == id and type(got["id"]) is type(id), f"id {id!r} is echoed", repr(got.get("id")))
kit.equal(one(dict(BASE, rate=2))["peak_cost_per_hour"], 18.0, "rate")

refused(dict(BASE, id=3, peek=1), 2, "$.peek: unknown key", "an unknown key", id=3)
refused(dict(BASE, dir="x"), 2, "unknown key", "a key of another op")
refused({"id": "q"}, 2, "$.qmax: is absent", "no ladder", id="q")
refused(dict(PATHS), 2, "peak_rps", "no load, by the name of its key")
refused(dict(BASE, qmax="no/such.json"), 3, "no/such.json: cannot open", "a missing file")
refused(dict(BASE, qmax="/dev/zero"), 3, "not a regular file", "a device")
refused(dict(BASE, qmax="-"), 2, "standard input holds the lines", "a dash")
refused(dict(BASE, ttotal=None), 2, "assume_t_total_s", "no T_total")
refused(dict(BASE, peak_rps="5"), 2, "$.peak_rps: is a string", "a number as text")
refused(dict(BASE, peak_rps=-1), 2, "peak_rps: is -1", "a negative load")
refused(dict(BASE, rate=-1), 2, "rate: is -1, expected an amount of 0 or more", "a negative rate")
refused(dict(BASE, rate=1e16), 2, "rate: is 1e+16, expected an amount of 0 to 1e15", "a rate that nobody pays")
refused(dict(BASE, max_scaling_per_t_total=1.5), 2, "max_scaling_per_t_total: 1.5 is outside", "k beyond its range")
refused(dict(BASE, min_instances_floor=1.5), 2, "$.min_instances_floor", "half an instance")
refused(dict(BASE, ttfab_slo_ms=2000), 3, "SLO", "another SLO")
refused(dict(BASE, assume_t_total_s=10), 2, "assume_t_total_s: T_total was measured", "an assumption beside a measurement")
refused(dict(BASE, id=[1]), 2, "$.id: is an array", "an id that is an array")
refused(dict(BASE, id=2**53), 2, "$.id", "an id that a double may not hold")
refused(dict(BASE, op="plot"), 2, "$.op: expected one of plan, verify", "an unknown op")
refused("{", 3, "line, column 2: the line ends", "no JSON")
refused("[]", 2, "is an array, expected an object", "no object")
refused("{\"id\": 1} x", 3, "expected the end", "more than one document")
refused('{"id": 1, "id": 2}', 3, "duplicate name", "a name twice")
refused(b"{\"id\": \"\xff\"}".decode("latin-1"), 2, "$.qmax", "latin-1 arrives as UTF-8 here", id="ÿ")
bad = kit.run("batch", stdin=b'{"id": "\xff"}\n{"id": "\x00"}\n')
kit.check(bad.returncode == 1 and bad.stdout.count('"exit": 3') == 2, "bytes that are no text", bad.stdout)
broken = kit.changed(inline, qmax__q_max=60)
refused(broken, 3, "q_max", "a contradiction in a ladder")
kit.equal(one(dict(broken, allow_inconsistent=True))["queue_max_depth"], 60, "allow_inconsistent takes what is stated")
refused(kit.changed(inline, qmax__steps__0__concurrency=0), 3, "$.qmax.steps[0].concurrency", "the path in the line")
other = kit.changed(inline, ttotal__model_name="other")
refused(other, 3, "model_name", "another model")
kit.equal(one(dict(other, allow_config_mismatch=True))["verdict"], one(BASE)["verdict"], "allow_config_mismatch")

# --- other operations -----------------------------------------------------------------------------------------

with kit.folder(plan=plan, worse=kit.changed(plan, plan__max_instances=8)) as d:
    got = one(dict(PATHS, op="verify", plan=str(d / "plan.json"), id=1), what="verify")
    kit.equal(got, {"id": 1, "reproduced": True, "differences": []}, "verify of a file")
    got = one(dict(PATHS, op="verify", plan=plan), what="verify")
    kit.equal(got, {"reproduced": True, "differences": []}, "verify of a document")
    got = one(dict(PATHS, op="verify", plan=str(d / "worse.json")), what="verify")
    kit.equal(got, {"reproduced": False, "differences": ["plan.max_instances: committed 8, computed 9"]},
              "a figure that differs is a result")
    refused(dict(op="verify", qmax=PATHS["qmax"], plan=plan), 2, "$.ttotal", "verify without its scale-out")
    refused(dict(PATHS, op="verify", plan=str(d / "none.json")), 3, "none.json", "verify of a missing plan")
    refused(dict(PATHS, op="verify"), 2, "$.plan: is absent", "verify of nothing")
    for f in (kit.QMAX, kit.TTOTAL):
        (d / f.name).write_bytes(f.read_bytes())
    (d / "worse.json").unlink()
    gate = {"op": "gate", "dir": str(d), "model": "kokoro-82m"}
    got = one(gate, what="gate")
    kit.check(got["open"] and got["file"] == "plan.json" and not got["shut"] and len(got["ok"]) == 3, "gate opens", str(got))
    got = one(dict(gate, max_age=1, as_of="2026-09-01", id="g"), what="gate by age")
    kit.check(not got["open"] and "days old" in got["shut"][0] and got["id"] == "g", "gate shuts by age", str(got))
    refused(dict(gate, max_age=1), 2, "$.as_of", "gate without a day")
    refused(dict(gate, dir=str(d / "none")), 3, "cannot read the directory", "gate of no directory")
    refused({"op": "gate", "dir": "x"}, 2, "$.model", "gate of no model")

# --- the shared cases -----------------------------------------------------------------------------------------

cases = kit.shared()
if cases:
    every = [json.loads(x) for x in (cases / "plan.jsonl").read_text().splitlines()]
    lines = [dict({k: c[k] for k in ("qmax", "ttotal")}, id=c["name"], **c["scenario"]) for c in every]
    answers = batch(lines, "-j", "2", code=1, what="the shared cases")
    same = lambda a, b, tol: a is b if a is None or b is None else math.isclose(a, b, rel_tol=tol, abs_tol=1e-300)
    kit.equal([a["id"] for a in answers], [c["name"] for c in every], "one answer a case, in order")
    for c, a in zip(every, answers):
        e = c["expect"]
        if "refused" in e:
            kit.check(a.get("error", {}).get("exit") == 3, c["name"] + " is refused", str(a)[:200])
            continue
        for k, want in e.items():
            ok = (abs(a[k] - want) <= 1e-8 if k == "shed_probability_exact" else
                  a[k] == want if isinstance(want, (str, dict)) or k == "shed_probability_at_c_scale_max" else
                  same(a[k], want, 1e-12) and (want is None or type(a[k]) is type(want)))
            kit.check(ok, f"{c['name']} {k}", f"{a.get(k)!r}, expected {want!r}")
else:
    print("no shared cases beside the repository: they were not run")

# --- order, workers, parts: the same bytes --------------------------------------------------------------------

mixed = [dict(BASE, id=i, peak_rps=100 + i * 7 % 900, full=i % 50 == 0) if i % 9 else
         ("" if i % 2 else "   ") if i % 27 == 0 else dict(BASE, id=i, wrong=1) for i in range(1500)]
mixed[700] = dict(inline, id=700)
data = text(mixed)
want = kit.run("batch", stdin=data).stdout
kit.equal(want.count("\n"), sum(1 for x in mixed if not isinstance(x, str)), "blank lines have no answer")
kit.equal([json.loads(x)["id"] for x in want.splitlines()], [x["id"] for x in mixed if not isinstance(x, str)],
          "answers come in the order of the lines")
for j in ("2", "5"):
    kit.check(kit.run("batch", "-j", j, stdin=data).stdout == want, f"-j {j} writes the same bytes")
kit.check(kit.run("batch", "-j", "3", stdin=data.rstrip("\n")).stdout == want, "no new line at the end")
with kit.folder() as d:
    f = d / "in.jsonl"
    f.write_text(data)
    for n in (1, 2, 7, 400):
        parts = "".join(kit.run("batch", "--shard", f"{i}/{n}", f).stdout for i in range(1, n + 1)) if n < 400 else \
            "".join(kit.run("batch", "--shard", f"{i}/{n}", f).stdout for i in (1, 2, 399, 400))
        if n < 400:
            kit.check(parts == want, f"{n} parts together are the whole")
        else:
            kit.check(want.startswith(parts[:1000]) and parts.endswith(want[-1000:]), "many small parts")
    slurm = {"SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "2"}
    got = [kit.run("batch", f, env=dict(slurm, SLURM_ARRAY_TASK_ID=str(3 + 2 * i))) for i in range(4)]
    kit.check("".join(r.stdout for r in got) == want, "a Slurm array takes its parts")
    kit.check("part 2 of 4" in got[1].stderr and "SLURM_ARRAY_TASK_ID" in got[1].stderr, "and says so", got[1].stderr)
    got = [kit.run("batch", f, env={"AWS_BATCH_JOB_ARRAY_INDEX": str(i), "AWS_BATCH_JOB_ARRAY_SIZE": "3"}) for i in range(3)]
    kit.check("".join(r.stdout for r in got) == want, "an AWS Batch array takes its parts")
    got = [kit.run("batch", "--shard", "/3", f, env={"AWS_BATCH_JOB_ARRAY_INDEX": str(i)}) for i in range(3)]
    kit.check("".join(r.stdout for r in got) == want, "--shard /N takes the index alone")
    kit.check(kit.run("batch", "--shard", "1/1", f, env=dict(slurm, SLURM_ARRAY_TASK_ID="5")).stdout == want,
              "--shard beats the environment")
    for env, part in (({"AWS_BATCH_JOB_ARRAY_INDEX": "0"}, "how many parts"), ({"AWS_BATCH_JOB_ARRAY_INDEX": "x"}, "whole number"),
                      ({"AWS_BATCH_JOB_ARRAY_INDEX": "9223372036854775807", "AWS_BATCH_JOB_ARRAY_SIZE": "2"}, "whole number"),
                      (dict(slurm, SLURM_ARRAY_TASK_ID="9223372036854775807", SLURM_ARRAY_TASK_MIN="-9223372036854775807"), "whole number"),
                      (dict(slurm, SLURM_ARRAY_TASK_ID="4"), "not in a range"), (dict(slurm, SLURM_ARRAY_TASK_ID="11"), "expected 1/N"),
                      ({"AWS_BATCH_JOB_ARRAY_INDEX": "0", "SLURM_ARRAY_TASK_ID": "0"}, "both set")):
        kit.expect(["batch", f], 2, f"environment {env}", err_has=[part], out="", env=env)
    for s in ("0/2", "3/2", "1", "a/2", "1/0", "1/1000001", "/2", "1/2/3"):
        kit.expect(["batch", "--shard", s, f], 2, f"--shard {s}", out="", err_has=["shard" if s != "3/2" and "0" not in s else "part"])
    kit.expect(["batch", "--shard", "1/2"], 2, "a part of a pipe", err_has=["no file"], stdin=data)
    kit.expect(["batch", f, f], 2, "two files", err_has=["one FILE"])
    kit.expect(["batch", d], 3, "a directory", err_has=["is a directory"])
    kit.expect(["batch", d / "none"], 3, "no file", err_has=["none"])
    kit.expect(["batch", "-j", "0", f], 2, "no workers", err_has=["--jobs"])

    # --- outputs -----------------------------------------------------------------------------------------------
    o = d / "out.jsonl"
    kit.expect(["batch", "-o", o, "-j", "2", f], 1, "-o", out="")
    kit.check(o.read_text() == want, "-o writes what standard output gets")
    kit.expect(["batch", "-o", f, f], 2, "the input as output", err_has=["is the input"])
    kit.check(f.read_text() == data, "and leaves it alone")
    kit.expect(["batch", "-o", d, f], 4, "a directory as output", err_has=["regular file"])
    kit.expect(["batch", "--resume", f], 2, "--resume without -o", err_has=["-o"])
    kit.expect(["batch", "-o", o, d / "none"], 3, "an unreadable input")
    kit.check(o.read_text() == want, "leaves the output alone")
    raw = want.encode()
    for cut in (0, 1, 5000, raw.index(b"\n") + 1, len(raw) // 2, len(raw) - 1, len(raw)):
        o.write_bytes(raw[:cut])
        r = kit.run("batch", "-o", o, "--resume", "-j", "2", f)
        kit.check(r.returncode == 1 and o.read_bytes() == raw, f"--resume from byte {cut}", f"exit {r.returncode} {r.stderr}")
    o.unlink()
    kit.run("batch", "-o", o, "--resume", f)
    kit.check(o.read_bytes() == raw, "--resume without a file begins it")
    short = d / "short.jsonl"
    short.write_text(text(mixed[:5]))
    kit.expect(["batch", "-o", o, "--resume", short], 2, "--resume with another input", err_has=["fewer lines"])
    clean = [dict(BASE, id=i) for i in range(3)]
    short.write_text(text(clean))
    o.write_text(kit.run("batch", stdin=text([clean[0]])).stdout)
    kit.expect(["batch", "-o", o, "--resume", short], 0, "--resume without errors")
    part2 = kit.run("batch", "--shard", "2/2", f).stdout
    o.write_text(part2[:4000])
    kit.run("batch", "--shard", "2/2", "-o", o, "--resume", f)
    kit.check(o.read_text() == part2, "--resume of a part")

    r = subprocess.run(f"'{kit.PROGRAM}' batch -j 2 '{f}' > /dev/full", shell=True, capture_output=True, text=True)
    kit.check(r.returncode == 4 and "No space left" in r.stderr, "a full disk", r.stderr)
    r = subprocess.run(["bash", "-c", f"'{kit.PROGRAM}' batch -j 2 '{f}' | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}"],
                       capture_output=True, text=True, timeout=60)
    kit.check(r.stdout.strip() == "4" and "Broken pipe" in r.stderr, "a closed pipe", r.stdout + r.stderr)
    limit = 50000
    o.unlink()
    r = subprocess.run([kit.PROGRAM, "batch", "-o", o, f], capture_output=True, text=True,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    kit.check(r.returncode == 4 and "--resume" in r.stderr, "a file that may not grow", r.stderr)
    kit.check(o.read_bytes() == raw[:o.stat().st_size] and raw[o.stat().st_size - 1:o.stat().st_size] == b"\n"
              and o.stat().st_size > 0, "holds whole lines")
    kit.run("batch", "-o", o, "--resume", f)
    kit.check(o.read_bytes() == raw, "and can be gone on with")

# --- lines of any length --------------------------------------------------------------------------------------

huge = b'{"id": "' + b"x" * (20 << 20) + b'"}\n'
tail = text([dict(BASE, id="after")]).encode()
for j in ("1", "2"):
    r = kit.run("batch", "-j", j, stdin=tail + huge + tail)
    got = [json.loads(x) for x in r.stdout.splitlines()]
    kit.check(r.returncode == 1 and len(got) == 3 and got[1]["error"]["exit"] == 3 and "16777216" in got[1]["error"]["message"]
              and got[0] == got[2], f"a line of 20 MB, -j {j}", str(got)[:300])
near = b'{"id": "' + b"x" * (15 << 20) + b'"}\n'
r = kit.run("batch", "-j", "2", stdin=tail + near + tail)
got = [json.loads(x) for x in r.stdout.splitlines()]
kit.check(len(got) == 3 and len(got[1]["id"]) == 15 << 20, "a line of 15 MB is answered")

# --- workers that die, signals --------------------------------------------------------------------------------


# --- each member outside its range ----------------------------------------------------------------------------

QMAX = {"qmax": str(kit.QMAX)}
with kit.folder() as d:
    kit.run("plan", *kit.PAIR, *kit.LOAD, "-o", d / "p.json")
    VERIFY, GATE = {"op": "verify", "plan": str(d / "p.json")}, {"op": "gate", "dir": "x", "model": "m"}
    SIM = {"op": "async simulate", "provision": 60, "seed": 1, "service": 1}
    outside = [
        ({**VERIFY, **QMAX, "ceiling_s": -1}, 2, "ceiling_s: is -1, expected a time in seconds"),
        (VERIFY, 2, "line: $.qmax: is absent, expected the path of a ladder or the ladder itself"),
        ({**VERIFY, **QMAX}, 2, "line: $.ttotal: is absent, but this plan rests on a measured T_total"),
        ({**VERIFY, **PATHS, "qmax": "nowhere"}, 3, "nowhere: cannot open"),
        ({"op": "verify", **PATHS}, 2, "line: $.plan: is absent, expected the path of a plan.json or the plan itself"),
        ({"op": "gate", "dir": "x"}, 2, "line: $.model: is absent; gate needs dir and model"),
        ({"op": "gate", "model": "x"}, 2, "line: $.dir: is absent; gate needs dir and model"),
        ({**GATE, "max_age": -1, "as_of": "2026-01-01"}, 2, "line: $.max_age: is -1, outside 0 to 1000000 days"),
        ({**GATE, "max_age": 2e6, "as_of": "2026-01-01"}, 2, "line: $.max_age: is 2e+06, outside 0 to 1000000 days"),
        ({**GATE, "max_age": 1}, 2, "line: $.as_of: max_age needs the day to count from"),
        ({**GATE, "max_age": 1, "as_of": "x"}, 2, "line: $.as_of: max_age needs the day to count from"),
        ({**GATE, "as_of": "2026-01-01"}, 2, "line: $.as_of: has no meaning without max_age"),
        *[({**PATHS, "peak_rps": 5, key: x}, 2, f"{key}: {says}") for key, x, says in [
            ("ttfab_slo_ms", 0, "0 is outside 1 to 1000000000"), ("ttfab_slo_ms", 2 * 10 ** 9, "2000000000 is outside 1 to"),
            ("quota", -1, "-1 is outside 0 to 1000000000"), ("quota", 2 * 10 ** 9, "2000000000 is outside 0 to 1000000000"),
            ("rate", -1, "is -1, expected an amount of 0 or more"), ("trough_rps", -1, "is -1, expected a finite load of 0 or more"),
            ("min_instances_floor", 0, "0 is outside 1 to 1000000000"),
            ("min_instances_floor", 2 * 10 ** 9, "2000000000 is outside 1 to 1000000000"),
            ("ceiling_s", -1, "is -1, expected a time in seconds")]],
        ({**QMAX, "peak_rps": 5, "assume_t_total_s": -1}, 2, "assume_t_total_s: is -1, expected a time in seconds"),
        ({**PATHS, "peak_rps": -1}, 2, "peak_rps: is -1, expected a finite load of 0 or more"),
        ({**PATHS, "peak_streams": -5}, 2, "peak_streams: is -5, expected a finite load of 0 or more"),
        ({**PATHS, "peak_streams": 5, "trough_streams": -1}, 2, "trough_streams: is -1, expected a finite load of 0 or more"),
        ({**PATHS, "peak_streams": 5, "trough_streams": 7}, 2, "trough_streams: 7 is above the peak of 5"),
        ({**PATHS, "peak_rps": 5, "trough_rps": 1, "trough_streams": 1}, 2, "trough_rps and trough_streams: the trough has one unit"),
        ({**PATHS, "peak_streams": 5, "peak_rps": 7}, 2, "peak_rps and peak_streams: the peak has one unit"),
        ({**PATHS, "qmax": 5, "peak_rps": 1}, 3, "line: $.qmax: is a number, expected an object"),
        ({**SIM, "poisson": 0, "hours": 1}, 2, "line: $.poisson: is 0, expected a number above 0, up to 1e12"),
        ({**SIM, "office_hours": 2e12, "hours": 1}, 2, "line: $.office_hours: is 2e+12, expected a number above 0, up to 1e12"),
        ({**SIM, "poisson": 1, "hours": 0}, 2, "line: $.hours: is 0, expected a number above 0, up to 277777"),
        ({**SIM, "poisson": 1, "hours": 1, "rate": -1}, 2, "line: $.rate: is -1, expected an amount from 0 to 1e9"),
        *[({"op": "async simulate", "provision": 60, "service": 1, "burst": "1@0", key: x}, 2, f"line: $.{key}: ") for key, x in [
            ("min", -1), ("max", 0), ("target", -1), ("per_instance", 0), ("ttl", 1), ("timeout", 0), ("wake_periods", 0),
            ("wake_cooldown", -1), ("scale_out_cooldown", -1), ("scale_in_cooldown", -1), ("until", -1), ("service", -1),
            ("always_on", 0)]],
        ({"op": "async simulate", "seed": 1, "service": 1, "ttotal": "nowhere", "burst": "1@0"}, 3, "nowhere: cannot open"),
        ({"op": "async estimate", "instance_hours": "x", "rate": 1}, 2, "line: $.instance_hours: is a string, expected hours or an"),
        ({"op": "async estimate", "instance_hours": ["x"], "rate": 1}, 2, "line: $.instance_hours[0]: is a string, expected hours"),
        ({"op": 5}, 2, "line: $.op: expected one of plan, verify, gate, async simulate, async estimate"),
        *[({**PATHS, "peak_rps": 5, key: x}, 2, f"line: $.{key}: is ") for key, x in [
            ("peak_rps", "x"), ("quota", 1.5), ("no_sample", 1), ("trough_rps", [])]],
        ({**GATE, "dir": 5}, 2, "line: $.dir: is a number, expected a string"),
    ]
    got = batch([dict(line, id=i) for i, (line, _, _) in enumerate(outside)], code=1, what="members outside their range")
    kit.equal([a.get("id") for a in got], list(range(len(outside))), "an answer for each")
    for a, (line, code, says) in zip(got, outside):
        e = a.get("error", {})
        kit.check(e.get("exit") == code and e.get("message", "").startswith(says), f"{says}", f"{line}: {a}")

    # What many lines read is kept, to a limit: what was forgotten is read again, to the same answers.
    blank = b" " * (4 << 20)
    for i in range(12):
        (d / f"q{i}.json").write_bytes(kit.QMAX.read_bytes() + blank)
        (d / f"t{i}.json").write_bytes(kit.TTOTAL.read_bytes() + blank)
    (d / "nul.json").write_bytes(kit.QMAX.read_bytes() + b"\0")
    pairs = [(i, j) for i in range(12) for j in (i, 0)] * 2
    large = batch([dict(BASE, id=0, qmax=str(d / f"q{i}.json"), ttotal=str(d / f"t{j}.json")) for i, j in pairs], what="large files")
    kit.check(len(large) == 48 and all(a == large[0] for a in large) and large[0]["max_instances"] == 9,
              "files that were forgotten and read again give the same answers", large[0])
    # A scale-out that is forgotten before the ladder which was paired with it.
    one_of = lambda i, j: dict(BASE, id=0, qmax=str(d / f"q{i}.json"), ttotal=str(d / f"t{j}.json"))
    got = batch([one_of(0, 0), one_of(0, 99), *[one_of(i, i) for i in range(1, 5)], one_of(0, 5), one_of(0, 0)], code=1,
                what="a forgotten scale-out")
    kit.equal([a == large[0] for a in got], [i != 1 for i in range(8)], "a forgotten scale-out: the answers")
    refused(dict(BASE, qmax=str(d / "nul.json")), 3, "nul.json: holds a NUL byte, which JSON does not allow", "a NUL byte")
    refused(dict(BASE, qmax="-"), 2, "-: standard input holds the lines; name a file", "standard input as a file")

def children(pid):
    out = []
    for p in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if int(p.joinpath("stat").read_text().rsplit(")", 1)[1].split()[1]) == pid:
                out.append(int(p.name))
        except (OSError, IndexError):
            pass
    return out


slow = [dict(PATHS, id=i, peak_rps=100 + i) for i in range(60)]  # sampled: some milliseconds each
calm = kit.run("batch", stdin=text(slow)).stdout
p = subprocess.Popen([kit.PROGRAM, "batch", "-j", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                     stderr=subprocess.PIPE, env=kit.killable())
p.stdin.write(text(slow[:30]).encode())
p.stdin.flush()
killed = 0
deadline = time.time() + 30
while not killed and time.time() < deadline:
    for c in children(p.pid)[:1]:
        os.kill(c, signal.SIGKILL)
        killed += 1
out, err = p.communicate(text(slow[30:]).encode(), timeout=120)
kit.equal(err.decode(), "headroom: 1 worker ended before its work was done; it was done again\n", "and is reported")
kit.check(killed == 1 and p.returncode == 0 and out.decode() == calm, "a worker that is killed loses nothing",
          f"killed {killed} exit {p.returncode} {err[:200]!r}")

p = subprocess.Popen([kit.PROGRAM, "batch", "-j", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                     stderr=subprocess.PIPE, env=kit.killable())
one_slow = dict(id="slow", peak_rps=100, qmax=kit.changed(kit.load(kit.QMAX), q_max=5000), assume_t_total_s=100000,
                allow_inconsistent=True, max_scaling_per_t_total=1.4)  # some 10 s of sampling
p.stdin.write(text([one_slow] + [dict(BASE, id=1)]).encode())
p.stdin.close()
killed, deadline = 0, time.time() + 60
while p.poll() is None and time.time() < deadline:
    busy = [c for c in children(p.pid)]
    for c in busy:
        try:
            os.kill(c, signal.SIGKILL)
            killed += 1
        except ProcessLookupError:
            pass
    time.sleep(0.02)
out = p.stdout.read().decode()
p.stderr.close()
p.wait(timeout=30)
got = [json.loads(x) for x in out.splitlines()]
kit.check(p.returncode == 1 and len(got) == 2 and "ended, each time" in got[0]["error"]["message"],
          "a line whose workers die again and again is given up", out[:300])

for j in ("1", "2"):
    with kit.folder() as d:
        f, o = d / "in.jsonl", d / "out.jsonl"
        f.write_text(text(slow * 400))  # far longer than this process can be kept waiting
        p = subprocess.Popen([kit.PROGRAM, "batch", "-j", j, "-o", o, f], stderr=subprocess.PIPE)
        deadline = time.time() + 30
        while (not o.exists() or o.stat().st_size == 0) and time.time() < deadline:
            time.sleep(0.005)
        p.send_signal(signal.SIGINT)
        err = p.communicate(timeout=60)[1].decode()
        done = o.read_text()
        kit.check(p.returncode == 1 and "interrupted after" in err and "--resume" in err, f"SIGINT, -j {j}", f"{p.returncode} {err}")
        kit.check(done.endswith("\n") and 0 < done.count("\n") < 24000 and (calm * 400).startswith(done),
                  f"SIGINT leaves whole lines, -j {j}", str(done.count("\n")))
        kit.check(f"after {done.count(chr(10))} answers" in err, "and counts them", err)

# Lines that come slowly are answered as they come.
p = subprocess.Popen([kit.PROGRAM, "batch", "-j", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for i in range(3):
    p.stdin.write(text([dict(BASE, id=i)]).encode())
    p.stdin.flush()
    kit.equal(json.loads(p.stdout.readline())["id"], i, "an answer before the next line")
p.stdin.close()
p.wait(timeout=30)
kit.equal(p.returncode, 0, "the end of a pipe")

# --- each file is read once; memory stays flat ----------------------------------------------------------------

strace = next((x for x in ("/usr/bin/strace",) if os.access(x, os.X_OK)), None)
if strace and not os.environ.get("SANITIZERS", "").strip():
    with tempfile.TemporaryDirectory() as d:
        r = subprocess.run([strace, "-f", "-e", "trace=open,openat", "-o", f"{d}/trace", kit.PROGRAM, "batch"],
                           input=text([dict(BASE, id=i) for i in range(200)]), capture_output=True, text=True)
        trace = pathlib.Path(f"{d}/trace").read_text()
        if kit.QMAX.name in trace:
            kit.equal(trace.count(kit.QMAX.name), 1, "a ladder named by 200 lines is opened once")
        else:
            print("strace does not work here: whether files are opened once was not seen")
else:
    print("no strace: whether files are opened once was not seen")
kit.done()
