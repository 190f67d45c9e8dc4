"""What plan writes at once is what report, workbook, charts, emit and cost make of its plan.json: byte for byte, for
ladders of several passes, lower bounds, unknown stages, missing figures and each choice of method."""
import json, shutil, subprocess
import kit
from kit import changed, load

Q, T = load(kit.QMAX), load(kit.TTOTAL)


def passes(n):
    q = changed(Q)
    q["steps"] = [dict(s, run_index=i, step_index=k) for i in range(n) for k, s in enumerate(Q["steps"])]
    return dict(q, runs=n, q_max_per_run=[Q["q_max"]] * n)


def lower_bound():
    q = changed(Q, q_max_bracketed=False)
    q["steps"] = [s for s in q["steps"] if s["concurrency"] <= q["q_max"]]
    return q


def unusable():
    q = changed(Q)
    q["steps"].append(dict(q["steps"][-1], step_index=8, concurrency=70, usable=False, meets_slo=False, unusable_reason="client bound"))
    return q


def without(key):
    q = changed(Q)
    for s in q["steps"]:
        s[key] = None
    return q


PLANS = {
    "passes": (passes(3), T, kit.LOAD),
    "lower bound": (lower_bound(), T, kit.LOAD),
    "an unusable step": (unusable(), T, kit.LOAD),
    "no throughput": (without("achieved_rps"), T, kit.LOAD),
    "no sizes": (without("chars"), T, kit.LOAD),
    "no server statistics": (without("server_concurrency_peak"), T, kit.LOAD),
    "an unknown rate": (Q, T, [*kit.LOAD, "--rates", "rates.json"]),
    "missing stages": (Q, dict(T, missing_stages=["image_pull", "model_load"]), kit.LOAD),
    "no stages": (Q, dict(T, durations=[]), kit.LOAD),
    "no policy lag": (Q, dict(T, policy_lag_bound_s=None), kit.LOAD),
    "an assumed T_total": (Q, None, ["--assume-t-total", "300", *kit.LOAD]),
    "no T_total": (Q, None, ["--assume-t-total", "0", *kit.LOAD]),
    "streams": (Q, T, ["--peak-streams", "500", "--trough-streams", "0"]),
    "no load": (Q, T, ["--peak-rps", "0"]),
    "flow": (Q, T, [*kit.LOAD, "--method", "flow", "--audit", "full", "--quota", "400", "--rate", "2"]),
    "a steep surge": (Q, T, [*kit.LOAD, "--max-scaling-per-t-total", "1.49"]),
    "no surge": (Q, T, [*kit.LOAD, "--max-scaling-per-t-total", "1"]),
    "a great load": (Q, T, ["--peak-rps", "1000000", "--trough-rps", "999999", "--no-sample"]),
}


def text_of(pdf):
    if not shutil.which("pdftotext"):
        return None
    return subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True).stdout


with kit.folder(rates={"currency": "EUR", "rates": {"ml.other": 1.0}}) as d:
    for name, (q, t, args) in PLANS.items():
        (d / "q.json").write_text(json.dumps(q))
        (d / "t.json").write_text(json.dumps(t))
        inputs = ["--qmax", "q.json", *(["--ttotal", "t.json"] if t else []), "--allow-inconsistent"]
        r = kit.run("plan", *inputs, *args, "-o", "p.json", "--report", "p.pdf", "--workbook", "p.xlsx", "--charts", "p",
                    "--snippet", "p.py", cwd=d)
        if not kit.check(r.returncode in (0, 1), f"{name}: planned", f"exit {r.returncode} {r.stderr[:400]}"):
            continue
        for command, old, new in (["report", "p.json", "-o", "r.pdf"], "p.pdf", "r.pdf"), \
                                 (["workbook", "p.json", "-o", "r.xlsx"], "p.xlsx", "r.xlsx"):
            kit.expect([*command], 0, f"{name}: {command[0]}", cwd=d)
            kit.check((d / old).read_bytes() == (d / new).read_bytes(), f"{name}: {command[0]} of plan.json is the same")
        kit.expect(["charts", "p.json", "-o", "r"], 0, f"{name}: charts", cwd=d)
        kit.equal({f.name: f.read_bytes() for f in (d / "r").iterdir()}, {f.name: f.read_bytes() for f in (d / "p").iterdir()},
                  f"{name}: the charts of plan.json are the same")
        kit.expect(["verify", "p.json", *inputs], 0, f"{name}: verify", cwd=d)
        text = text_of(d / "p.pdf")
        if text:
            flat = " ".join(text.split())
            kit.equal("Medians over passes" in text, name == "passes", f"{name}: medians where a rung was held more than once")
            kit.equal("Stages without a reading" in text, name == "missing stages", f"{name}: stages without a reading")
            kit.equal("lower bound" in flat, name == "lower bound", f"{name}: a lower bound is said")
            kit.equal("client bound" in flat, name == "an unusable step", f"{name}: why a step is not usable")
            kit.equal("No rate is known for ml.g5.xlarge" in flat, name == "an unknown rate", f"{name}: a rate that is not known")
        for f in ("p", "r"):
            shutil.rmtree(d / f)
    # Figures that are not there are said to be unknown, and are no 0.
    for name, says in ("an unknown rate", ["Rate      unknown for this instance type"]), \
                      ("no throughput", ["Flow plan: unknown (it needs a measured saturated throughput and a peak in requests/s)"]), \
                      ("streams", ["Flow plan: unknown"]):
        q, t, args = PLANS[name]
        (d / "q.json").write_text(json.dumps(q))
        kit.run("plan", "--qmax", "q.json", *kit.PAIR[2:], *args, "--allow-inconsistent", "-o", "p.json", cwd=d)
        kit.expect(["cost", "p.json"], 0, f"{name}: cost", has=says, cwd=d)
    for name, t, says in [
        ("T_total", T, "260.2 s measured + 60.0 s policy lag, bounded\n"),
        ("no policy lag", dict(T, policy_lag_bound_s=None), "s measured, policy lag not stated\n"),
        ("no T_total", dict(T, t_total_s=None), "not measured to its end; a plan needs --assume-t-total\n"),
    ]:
        (d / "t.json").write_text(json.dumps(t))
        r = kit.run("check", *kit.PAIR[:2], "--ttotal", "t.json", "--allow-inconsistent", cwd=d)
        kit.check(says in r.stdout, f"check, {name}", r.stdout + r.stderr)
kit.done()
