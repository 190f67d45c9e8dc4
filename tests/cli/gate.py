"""headroom gate: open only for one feasible, converted, verified, young plan; says why it is shut."""
import json, pathlib, shutil
import kit
from awskit import make_plan, scratch

d = scratch()
for f in (kit.QMAX, kit.TTOTAL, kit.VALIDATE):
    shutil.copy(f, d)
plan = make_plan(d)
MODEL = ["--model", "kokoro-82m"]
good = plan.read_text()


def gate(code, what, *more, folder=d, **kw):
    r = kit.expect(["gate", folder, *(more or MODEL)], code, what, **kw)
    if code < 2:
        kit.check(r.stdout.startswith("OPEN: " if code == 0 else "SHUT: "), what, r.stdout)
        kit.equal("  shut  " in r.stdout, code == 1, f"{what}: says why")
    return r


gate(0, "open", has=["verified against qmax-", "feasible: warn", "measured units"], err="")
stops = json.loads(good)["headroom"]["audit"]["verdict"] == "stop"
kit.check(stops and "  note  the audit says STOP, which shuts no gate" in gate(0, "a note").stdout, "the audit is named")
kit.run("plan", *kit.PAIR, "--peak-rps", "5", "-o", plan)
kit.check("note" not in gate(0, "no stop").stdout, "no note without a stop")
plan.write_text(good)
(d / "notes.json").write_text('{"plan": {"model_name": 3}}')
(d / "broken.json").write_text("{")
(d / "sub.json").mkdir()
gate(0, "other files do not matter")
gate(1, "no such model", "--model", "other", has=["no plan for the model other"])
gate(1, "a part of the name", "--model", "kokoro", has=["no plan"])

# The newest artifact is the T_total, measured 2026-08-04T14:49:11Z.
for as_of, days, code in [("2026-08-04", "0", 0), ("2026-08-05", "0", 1), ("2026-09-03", "30", 0), ("2026-09-04", "30", 1),
                          ("2026-09-03T14:49:11Z", "30", 0), ("2026-09-03T14:49:12Z", "30", 1), ("2026-09-03", "29.3", 1)]:
    gate(code, f"{days} days as of {as_of}", *MODEL, "--max-age", days, "--as-of", as_of, has=["days old", f"{days} allowed"])
gate(0, "SOURCE_DATE_EPOCH", *MODEL, "--max-age", "30", env={"SOURCE_DATE_EPOCH": "1786000000"})
gate(1, "SOURCE_DATE_EPOCH, old", *MODEL, "--max-age", "30", env={"SOURCE_DATE_EPOCH": "1796000000"})
gate(1, "--as-of before SOURCE_DATE_EPOCH", *MODEL, "--max-age", "30", "--as-of", "2027-01-01", env={"SOURCE_DATE_EPOCH": "1786000000"})
gate(0, "a date before the measurement", *MODEL, "--max-age", "3", "--as-of", "2026-01-01", has=["215.6 days after 2026-01-01, 3 allowed"])
gate(2, "no date", *MODEL, "--max-age", "30", err_has=["--as-of", "SOURCE_DATE_EPOCH"])
gate(2, "no such date", *MODEL, "--max-age", "30", "--as-of", "2026-02-30")
gate(2, "a negative age", *MODEL, "--max-age", "-1", "--as-of", "2026-09-01")
gate(2, "a date alone", *MODEL, "--as-of", "2026-09-01")
gate(2, "no model", "--max-age", "3", err_has=["--model"])
kit.expect(["gate", *MODEL], 2, "no directory")
gate(3, "no such directory", folder=d / "none", err_has=["none"], out="")
gate(3, "a file", folder=plan, out="")

(d / "copy.json").write_text(good)
gate(1, "two plans", has=["2 plans for the model: copy.json, plan-kokoro-82m.json"])
(d / "copy.json").unlink()


def edited(change, what, **kw):
    doc = json.loads(good)
    change(doc)
    plan.write_text(json.dumps(doc))
    gate(1, what, **kw)
    plan.write_text(good)


edited(lambda p: p.pop("headroom"), "without headroom", has=["no object `headroom`"])
edited(lambda p: [i.pop("measured_at") for i in p["headroom"]["inputs"]], "no artifact with a date",
       has=["does not verify: 2 values are not reproduced"])
edited(lambda p: p["headroom"]["inputs"][1].update(measured_at="2030-01-01T00:00:00Z"), "an artifact said to be younger than it is",
       has=["does not verify: 1 value is not reproduced", "headroom.inputs[ttotal].measured_at"])
edited(lambda p: p["plan"].update(max_instances=3), "an edited plan", has=["does not verify: 1 value is not reproduced", "max_instances"])
edited(lambda p: p["plan"].update(max_instances="x"), "a broken plan", has=["max_instances"])
edited(lambda p: p["headroom"]["inputs"][0].update(name="../" + kit.QMAX.name), "a path in a plan", has=["no base name"])
edited(lambda p: p["headroom"]["inputs"][0].update(name="other.json"), "an input of another name", has=["other.json"])
edited(lambda p: p["headroom"]["inputs"][0].update(sha256="0" * 64), "another hash", has=["SHA-256"])
edited(lambda p: p["headroom"].update(inputs=[]), "no inputs", has=["no ladder"])
edited(lambda p: p["plan"].update(c_scale_max_in_cw_units=None), "not converted", has=["measured units"])

q = d / kit.QMAX.name
text = q.read_text()
q.write_text(text + " ")
gate(1, "an artifact changed", has=["is not the file that the plan was made from"])
q.unlink()
gate(1, "an artifact missing", has=["cannot open"])
q.write_text(text)
gate(0, "open again")

# Infeasible, without conversion, and with every input that a plan can have.
for stem, part in (("infeasible", "infeasible"), ("no-server-statistics", "not in measured units")):
    with kit.folder() as other:
        for side in ("qmax", "ttotal"):
            shutil.copy(kit.FIXTURES / f"{stem}-{side}.json", other)
        kit.run("plan", "--qmax", other / f"{stem}-qmax.json", "--ttotal", other / f"{stem}-ttotal.json", *kit.LOAD,
                "--output", other / "p.json")
        model = kit.load(other / f"{stem}-qmax.json")["model_name"]
        gate(1, stem, "--model", model, folder=other, has=[part, "verified against"])
with kit.folder() as other:
    for f in (kit.QMAX, kit.TTOTAL, kit.VALIDATE, kit.FIXTURES / "rates.json"):
        shutil.copy(f, other)
    kit.run("plan", "--qmax", other / kit.QMAX.name, "--ttotal", other / kit.TTOTAL.name, "--rates", other / "rates.json",
            "--validate", other / kit.VALIDATE.name, "--no-sample", *kit.LOAD, "--output", other / "p.json")
    gate(0, "rates, validate and no sample", folder=other)
    (other / "rates.json").write_text("{}")
    gate(1, "other rates", folder=other, has=["rates.json is not the file"])
# Artifacts that plan took only because it was told to, in a plan that does not say so.
with kit.folder(q=kit.changed(kit.load(kit.QMAX), s_mean_s=0.06), t=kit.load(kit.TTOTAL)) as other:
    kit.run("plan", "--qmax", other / "q.json", "--ttotal", other / "t.json", *kit.LOAD, "--allow-inconsistent", "-o", other / "p.json")
    gate(0, "taken although inconsistent", folder=other, has=["verified against q.json and t.json"])
    doc = kit.load(other / "p.json")
    doc["headroom"]["scenario"]["allow_inconsistent"] = False
    (other / "p.json").write_text(json.dumps(doc))
    gate(1, "and not said so", folder=other, has=["the plan does not verify: q.json: $.s_mean_s: is 0.06, but the lowest usable rung"])
# Artifacts without a date are of no age.
with kit.folder(q=kit.load(kit.QMAX), t=kit.load(kit.TTOTAL)) as other:
    for name in ("q", "t"):
        doc = kit.load(other / f"{name}.json")
        doc = {k: v for k, v in doc.items() if k not in ("provenance", "timeline")}
        (other / f"{name}.json").write_text(json.dumps(doc))
    kit.run("plan", "--qmax", other / "q.json", "--ttotal", other / "t.json", *kit.LOAD, "-o", other / "p.json")
    gate(0, "no date, no age asked for", folder=other)
    gate(1, "no date", *MODEL, "--max-age", "3", "--as-of", "2026-09-01", folder=other,
         has=["no artifact says when it was measured, so none can be younger than --max-age"])
kit.done()
