"""plan, check and verify: the reference figures, every finding at every verdict, every refusal, outputs whole
or not at all, the same bytes everywhere."""
import json, os, re, shutil, stat
import kit
from kit import FIXTURES, LOAD, PAIR, QMAX, TTOTAL, changed, check, equal, expect, folder, load, run

Q, T = load(QMAX), load(TTOTAL)


def plan(q=Q, t=T, *extra, code=0, load_args=LOAD):
    """plan.json of changed artifacts."""
    with folder(qmax=q, **({"ttotal": t} if t is not None else {})) as d:
        args = ["plan", "--qmax", d / "qmax.json", *(["--ttotal", d / "ttotal.json"] if t is not None else [])]
        r = run(*args, *load_args, "--format", "json", *extra)
        check(r.returncode == code, f"plan exits {code}", f"{r.returncode}: {r.stderr[:300]}")
        return json.loads(r.stdout) if r.stdout else None


def verdicts(doc):
    return {f["name"]: f["verdict"] for f in doc["plan"]["findings"]}


# --- the reference figures -------------------------------------------------------------------------------
doc = plan()
p = doc["plan"]
for key, want in {
    "c_scale_max": 37.5, "c_scale_min": 25.0, "c_scale_max_in_cw_units": 37.5, "cw_units_ratio": 1.0,
    "queue_max_depth": 50, "max_instances": 9, "min_instances": 1, "min_safe_instances": 3,
    "scale_out_cooldown_s": 30, "scale_in_cooldown_s": 960, "utilization_at_c_scale_max": 0.974025974025974,
    "shed_probability_at_c_scale_max": 0.995, "peak_cost_per_hour": 12.671999999999999,
    "peak_cost_per_m_chars": 0.027913836948391918, "w_max_s": 2.9338649033568798,
}.items():
    equal(p[key], want, f"reference {key}")
    equal(type(p[key]), type(want), f"type of {key}")
equal(doc["verdict"], "warn (2)", "reference verdict")
equal(verdicts(doc), {
    "measurement_trust": "ok", "curve_repeatability": "suppressed", "slo_budget": "ok", "invocation_ceiling": "ok",
    "queue_depth": "ok", "threshold_units": "ok", "surge_survival": "warn", "scale_in_safety": "warn",
    "fleet_cost": "ok", "provision_stage": "ok"}, "reference findings, in order")
equal(list(verdicts(doc)), [f["name"] for f in p["findings"]], "order of findings")

# --- each finding at each verdict ------------------------------------------------------------------------
TWO = changed(Q, runs=2, q_max_per_run=[50, 60])
TWO["steps"] = Q["steps"] + [dict(s, run_index=1) for s in Q["steps"]]
TWO["steps"][-1]["ttfab_p95_ms"], TWO["steps"][-1]["meets_slo"] = 2990.0, True
AGREE = changed(TWO, q_max_per_run=[50, 50])
AGREE["steps"] = Q["steps"] + [dict(s, run_index=1) for s in Q["steps"]]
SLOW = changed(Q, s_mean_s=1.6, s_p95_s=1.7, steps__0__s_mean_s=1.6, steps__0__s_p95_s=1.7)
STOP = changed(Q, s_mean_s=1.6, s_p95_s=3.0, steps__0__s_mean_s=1.6, steps__0__s_p95_s=3.0)
OPEN = changed(Q, q_max_bracketed=False)
OPEN["steps"] = Q["steps"][:-1]
BARE = load(FIXTURES / "no-server-statistics-qmax.json")
QUICK = changed(T, t_total_s=1.0, t_total_with_policy_bound_s=1.0, policy_lag_bound_s=None, durations=[], timeline=[])
for name, want, q, t, extra, code in [
    ("measurement_trust", "warn", changed(Q, frozen=False), T, [], 0),
    ("measurement_trust", "warn", changed(Q, frozen=None), T, [], 0),
    ("measurement_trust", "warn", changed(Q, unbounded_queue=None), T, [], 0),
    ("measurement_trust", "warn", changed(Q, unbounded_queue=False), T, [], 0),
    ("measurement_trust", "warn", changed(Q, instance_counts_observed=[1, 2]), T, [], 0),
    ("measurement_trust", "ok", changed(Q, instance_counts_observed=[1, 1]), T, [], 0),
    ("measurement_trust", "ok", changed(Q, instance_counts_observed=None), T, [], 0),
    ("curve_repeatability", "suppressed", Q, T, [], 0),
    ("curve_repeatability", "ok", TWO, T, [], 0),
    ("curve_repeatability", "ok", AGREE, T, [], 0),
    ("slo_budget", "ok", Q, T, [], 0),
    ("slo_budget", "warn", SLOW, T, [], 0),
    ("slo_budget", "infeasible", STOP, T, [], 1),
    ("invocation_ceiling", "ok", Q, T, ["--ceiling-s", "3"], 0),
    ("invocation_ceiling", "infeasible", Q, T, ["--ceiling-s", "2.9"], 1),
    ("queue_depth", "ok", Q, T, [], 0),
    ("queue_depth", "warn", OPEN, T, [], 0),
    ("threshold_units", "ok", Q, T, [], 0),
    ("threshold_units", "suppressed", BARE, T, [], 0),
    ("surge_survival", "warn", Q, T, [], 0),
    ("surge_survival", "ok", Q, QUICK, [], 0),
    ("scale_in_safety", "warn", Q, T, [], 0),
    ("scale_in_safety", "ok", Q, T, ["--min-floor", "3"], 0),
    ("scale_in_safety", "warn", Q, T, ["--max-scaling-per-t-total", "1"], 0),
    ("fleet_cost", "ok", Q, T, ["--rate", "2"], 0),
    ("fleet_cost", "suppressed", changed(Q, instance_type="ml.zz.large", deployed_config=None),
     changed(T, deployed_config=None, config_slug="zzlarge-nodigest"), [], 0),
    ("provision_stage", "ok", Q, T, [], 0),
    ("provision_stage", "warn", Q, None, ["--assume-t-total", "300"], 0),
    ("provision_stage", "warn", Q, changed(T, t_total_s=None, t_total_with_policy_bound_s=None,
                                           missing_stages=["in_service"], durations=[]),
     ["--assume-t-total", "300"], 0),
]:
    got = plan(q, t, *extra, code=code)
    f = next(f for f in got["plan"]["findings"] if f["name"] == name)
    equal(f["verdict"], want, f"{name} with {extra}")
    check(len(f["detail"]) > 20 and f["detail"].endswith("."), f"{name} {want} has a sentence", f["detail"])
    check((f["recommendation"] is not None) == (want not in ("ok",)) or name == "provision_stage",
          f"{name} {want} recommends", str(f["recommendation"]))
FAR = changed(TWO, q_max=40, q_max_per_run=[40, 60], ttfab_p95_at_q_max_ms=Q["steps"][5]["ttfab_p95_ms"])
FAR["steps"] = [dict(s) for s in TWO["steps"]]
FAR["steps"][6].update(meets_slo=False, ttfab_p95_ms=3100.0)
equal(verdicts(plan(FAR))["curve_repeatability"], "warn", "passes 50 % apart")
equal(plan(STOP, code=1)["verdict"], "INFEASIBLE", "an infeasible plan says so")

# --- refusals --------------------------------------------------------------------------------------------
refusals = [
    ("model_name absent", changed(Q, model_name=...), T, "$.model_name: is absent, expected a string"),
    ("wrong type", changed(Q, steps__3__ttfab_p95_ms="fast"), T,
     "$.steps[3].ttfab_p95_ms: is a string, expected a number"),
    ("usable null", changed(Q, steps__0__usable=None), T, "$.steps[0].usable: is null, expected true or false"),
    ("rung 0", changed(Q, steps__0__concurrency=0), T, "$.steps[0].concurrency: is 0"),
    ("negative time", changed(Q, steps__1__ttfab_p50_ms=-1), T, "$.steps[1].ttfab_p50_ms: is -1"),
    ("q_max 0", changed(Q, q_max=0), T, "$.q_max: is 0"),
    ("q_max 2.5", changed(Q, q_max=2.5), T, "$.q_max: is 2.5, expected an integer"),
    ("slo -1", changed(Q, slo_ms=-1), T, "$.slo_ms"),
    ("p95 below mean", changed(Q, s_p95_s=0.01), T, "$.s_p95_s"),
    ("no rung meets", changed(Q, **{f"steps__{i}__meets_slo": False for i in range(8)}), T, "no rung meets the SLO"),
    ("no steps", changed(Q, steps=[]), T, "no rung meets the SLO"),
    ("negative t_total", Q, changed(T, t_total_s=-1.0), "$.t_total_s"),
    ("a list", [1], T, "$: is an array, expected an object"),
    ("slug", Q, changed(T, config_slug="g5xlarge-00000000", deployed_config=None), "do not belong together"),
    ("no slug", Q, changed(T, config_slug=None, deployed_config={}), "neither a config_slug nor"),
    ("empty slug", Q, changed(T, config_slug="", deployed_config=None), "neither a config_slug nor"),
    ("model", Q, changed(T, model_name="other"), "$.model_name"),
    ("environment", Q, changed(T, deployed_config__container_env={"WORKERS": "2"}), "first at \"WORKERS\""),
    ("lag", Q, changed(T, t_total_s=None, missing_stages=["in_service", "ready"]), "in_service, ready"),
]
for name, q, t, message in refusals:
    with folder(qmax=q, ttotal=t) as d:
        out = d / "plan.json"
        r = expect(["plan", "--qmax", d / "qmax.json", "--ttotal", d / "ttotal.json", *LOAD, "-o", out], 3,
                   f"refused: {name}", out="", err_has=[message])
        check(not out.exists(), f"refused: {name} writes nothing")
        if name in ("slug", "no slug", "model", "environment"):
            doc = json.loads(run("plan", "--qmax", d / "qmax.json", "--ttotal", d / "ttotal.json", *LOAD, "--format",
                                 "json", "--allow-config-mismatch").stdout)
            check(any("--allow-config-mismatch" in w for w in doc["headroom"]["warnings"]), f"{name} is recorded")

inconsistent = [
    ("meets_slo", changed(Q, steps__7__meets_slo=True, q_max_per_run=[60], q_max=60, q_max_bracketed=False,
                          ttfab_p95_at_q_max_ms=None), T, "$.steps[7].meets_slo"),
    ("q_max_per_run", changed(Q, q_max_per_run=[40]), T, "$.q_max_per_run"),
    ("q_max", changed(Q, q_max=40, ttfab_p95_at_q_max_ms=None), T, "$.q_max"),
    ("bracketed", changed(Q, q_max_bracketed=False), T, "$.q_max_bracketed"),
    ("s_mean_s", changed(Q, s_mean_s=0.0613), T, "$.s_mean_s"),
    ("s_p95_s", changed(Q, s_p95_s=0.07), T, "$.s_p95_s"),
    ("p95 at q_max", changed(Q, ttfab_p95_at_q_max_ms=2800.0), T, "$.ttfab_p95_at_q_max_ms"),
    ("p95 at 1", changed(Q, ttfab_p95_at_c1_ms=65.0), T, "$.ttfab_p95_at_c1_ms"),
    ("instance type", changed(Q, instance_type="ml.g6.xlarge"), T, "$.instance_type"),
    ("runs", changed(Q, runs=2), T, "$.runs"),
    ("outcomes", changed(Q, steps__0__outcome_counts={"ok": 1}), T, "$.steps[0].outcome_counts"),
    ("config_slug", Q, changed(T, deployed_config__image_digest="8b1b96bc"), None),
    ("slug of own config", Q, changed(T, deployed_config__image_digest="00000000"), "$.config_slug"),
    ("stage", Q, changed(T, durations__1__seconds=180.9), "$.durations[1].seconds"),
    ("share", Q, changed(T, durations__1__share=0.7), "$.durations[1].share"),
    ("sum", Q, changed(T, t_total_s=270.0, t_total_with_policy_bound_s=330.0), "$.t_total_s"),
    ("bound", Q, changed(T, t_total_with_policy_bound_s=320.0), "$.t_total_with_policy_bound_s"),
]
for name, q, t, message in inconsistent:
    with folder(qmax=q, ttotal=t) as d:
        args = ["check", "--qmax", d / "qmax.json", "--ttotal", d / "ttotal.json"]
        if message is None:
            expect(args, 0, f"consistent: {name}")
            continue
        expect(args, 3, f"inconsistent: {name}", out="", err_has=[message])
        expect(args + ["--allow-inconsistent"], 0, f"accepted: {name}", has=[message])

expect(["check", "--qmax", FIXTURES / "old-generation.json"], 3, "old generation", err_has=["older generation"])
expect(["check", "--qmax", FIXTURES / "truncated.json"], 3, "truncated", err_has=["line 72, column", "^"])
expect(["check", *PAIR], 0, "the example pair", has=["g5xlarge-8b1b96bc", "agree with themselves and with each other"])
expect(["plan", "--qmax", FIXTURES / "mismatched-qmax.json", "--ttotal", FIXTURES / "mismatched-ttotal.json", *LOAD], 3,
       "mismatched fixture", err_has=["g5xlarge-77777777"])
expect(["plan", "--qmax", FIXTURES / "infeasible-qmax.json", "--ttotal", FIXTURES / "infeasible-ttotal.json",
        "--peak-rps", "5"], 1, "infeasible fixture", has=["INFEASIBLE"])
with folder(qmax=changed(Q, deployed_config=None), ttotal=changed(T, deployed_config=None, config_slug="g5xlarge-nodigest")) as d:
    expect(["check", "--qmax", d / "qmax.json", "--ttotal", d / "ttotal.json"], 0, "two without digest pair",
           has=["does not prove that one image"])
with folder(**{"qmax-kokoro-82m-x-g5xlarge-11111111": Q}) as d:
    expect(["check", "--qmax", d / "qmax-kokoro-82m-x-g5xlarge-11111111.json"], 0, "file name",
           has=["the file name says g5xlarge-11111111"])

# --- usage -----------------------------------------------------------------------------------------------
for args, message in [
    ([], "--qmax F is needed"), (["--qmax", QMAX], "T_total is needed"),
    ([*PAIR], "a peak load is needed"), ([*PAIR, "--peak-rps", "1", "--peak-streams", "1"], "the peak has one unit"),
    ([*PAIR, "--peak-rps", "-1"], "--peak-rps"), ([*PAIR, "--peak-rps", "nan"], "not a finite decimal number"),
    ([*PAIR, "--peak-rps", "inf"], "not a finite decimal number"), ([*PAIR, "--peak-rps", "0x10"], "not a finite"),
    ([*PAIR, "--peak-rps", "5", "--trough-rps", "6"], "above the peak"),
    ([*PAIR, *LOAD, "--max-scaling-per-t-total", "1.5"], "[1, 1.5)"),
    ([*PAIR, *LOAD, "--max-scaling-per-t-total", "0.9"], "[1, 1.5)"),
    ([*PAIR, *LOAD, "--min-floor", "0"], "--min-floor"), ([*PAIR, "--peak-rps", "1e15"], "thousand million"),
    ([*PAIR, *LOAD, "--assume-t-total", "5"], "T_total was measured"), ([*PAIR, *LOAD, "extra"], "'extra' is no option"),
    ([*PAIR, *LOAD, "--nonsense"], "'--nonsense'"), ([*PAIR, *LOAD, "--format", "yaml"], "none of text, json, markdown"),
    ([*PAIR, *LOAD, "--rate", "1", "--rates", FIXTURES / "rates.json"], "give one of them"),
    (["--qmax", "-", "--ttotal", "-", *LOAD], "only one input"),
]:
    expect(["plan", *args], 2, f"usage: {message}", out="", err_has=[message, "--help"])
expect(["plan", *PAIR, *LOAD, "--ttfab-slo-ms", "2999"], 3, "another SLO", err_has=["nothing overrides this"])
expect(["plan", "--qmax", "/nonexistent", "--ttotal", TTOTAL, *LOAD], 3, "missing file", err_has=["/nonexistent"])
expect(["plan", "--qmax", "/", "--ttotal", TTOTAL, *LOAD], 3, "a directory", err_has=["is a directory"])
# What stands twice with two values is not settled by its order.
for args in (["--qmax", TTOTAL], ["--charts", "a", "--charts", "b"], ["--format", "json", "--format", "text"],
             ["-o", "a", "--output", "b"], ["--snippet", "a", "--snippet", "b"]):
    expect(["plan", *PAIR, *LOAD, *args], 2, f"given twice: {args}", out="", err_has=[" is given twice, with "])
expect(["check", *PAIR, "--qmax", QMAX], 0, "given twice, and the same", has=["Q_max"])
# Files of a plan in each other's place are named for what they are.
expect(["check", "--qmax", TTOTAL], 3, "a scale-out as ladder", err_has=["this is a scale-out (ttotal), which --ttotal takes"])
expect(["check", "--qmax", kit.SOURCE / "tests/golden/plan/kokoro.json"], 3, "a plan as ladder", err_has=["this is a plan.json"])
expect(["plan", "--qmax", QMAX, "--ttotal", QMAX, *LOAD], 3, "a ladder as scale-out",
       err_has=["this is a ladder (qmax), which --qmax takes; expected a scale-out"])
for file in (QMAX, TTOTAL):
    expect(["verify", file, *PAIR], 3, f"{file.name} as plan", err_has=["$.plan: is absent: this is a measurement"])
expect(["report", kit.SOURCE / "examples" / "kokoro-82m" / "validate-kokoro-82m.json", "-o", "none.pdf"], 3, "a load test as plan", err_has=["is an array, as a load test is"])
expect(["drift", "--config", kit.SOURCE / "tests" / "golden" / "plan" / "flow.json", "--targets", QMAX, "--policies", QMAX], 3,
       "a plan as configuration", err_has=["$.plan: this is a plan.json, which `headroom validate` compares"])
expect([], 2, "no command", has=["usage: headroom COMMAND"])
expect(["frobnicate"], 2, "unknown command", err_has=["there is no command 'frobnicate'"])
expect(["--version"], 0, "version", has=["headroom "])
for c in ("plan", "check", "verify"):
    expect([c, "--help"], 0, f"{c} --help", has=[f"usage: headroom {c}", "--help"])
commands = re.findall(r"^  ((?:async )?[a-z]+)  ", run("--help").stdout, re.M)
check(len(commands) > 20, "commands in --help", commands)
for c in commands:
    said = run(*c.split(), "--help").stdout.split("\nExamples:")[0]
    check(said.startswith(f"usage: headroom {c} ") and max(map(len, said.splitlines())) <= 80,
          f"{c} --help fits 80 columns", said[:300])
for epoch, code in (("0", 0), ("253402300799", 0), ("", 0), ("-1", 2), ("253402300800", 2), ("tomorrow", 2), ("1.5", 2), ("1e9", 2)):
    expect(["check", "--qmax", QMAX, "--ttotal", TTOTAL], code, f"SOURCE_DATE_EPOCH={epoch!r}", env={"SOURCE_DATE_EPOCH": epoch},
           err_has=[f"SOURCE_DATE_EPOCH is '{epoch}', expected whole seconds"] if code else ())
expect(["plan", "--qmax", "-", "--ttotal", TTOTAL, *LOAD, "--format", "json"], 0, "ladder from a pipe",
       stdin=QMAX.read_bytes(), has=['"name": "stdin"'])

# --- rates -----------------------------------------------------------------------------------------------
r = plan(Q, T, "--rates", str(FIXTURES / "rates.json"))
equal((r["plan"]["peak_cost_per_hour"], r["headroom"]["rates"]["currency"]), (9 * 1.6, "EUR"), "rates file")
equal(plan(Q, T, "--rate", "2")["plan"]["peak_cost_per_hour"], 18.0, "--rate")

# --- a minimum above the fleet of the peak: published figures are without it, and every output says what runs --------
with folder(qmax=Q, ttotal=T) as d:
    kept = ["--peak-rps", "50", "--trough-rps", "10", "--min-floor", "3"]
    said = run("plan", *PAIR, *kept, "-o", d / "floor.json", "--workbook", d / "floor.xlsx").stdout
    floor = kit.load(d / "floor.json")
    unit = next(c for c in floor["headroom"]["audit"]["checks"] if c["name"] == "unit_cost")
    equal(floor["plan"]["peak_cost_per_hour"], 1.408, "peak cost as published")
    paid = 3 * 1.408 / (50 * floor["plan"]["measured"]["chars_per_request"] * 3600) * 1e6
    check(abs(unit["numbers"]["cost_per_m_chars_at_minimum"] / paid - 1) < 1e-12, "a million characters with the minimum", unit)
    for part in ("1 instance, as published: without the minimum", "with the minimum      4.22 USD/h", "-> Quote 0.9305,"):
        check(part in said, f"floor: {part}", said[:4000])
    expect(["cost", d / "floor.json"], 0, "cost with the minimum", has=["4.22           4.22           4.22", "0.9305"])

# Where the last bits of a quotient decide, the text shows them.
expect(["plan", *PAIR, "--peak-streams", "180", "--trough-streams", "10", "--max-scaling-per-t-total", "1.1"], 0, "a hair above",
       has=["ceil(4.000000000000001), a hair above 4"])

# --- streams and assumed T_total -------------------------------------------------------------------------
s = plan(Q, None, "--assume-t-total", "100", load_args=["--peak-streams", "100", "--trough-streams", "1"])
equal([s["plan"][k] for k in ("peak_instances", "trough_instances", "scale_in_cooldown_s", "scale_out_cooldown_s")],
      [3, 1, 300, 30], "streams with an assumed T_total")
equal(s["t_total_measured"], False, "assumed T_total is said")

# --- headings and sentences say what holds ---------------------------------------------------------------
text = run("plan", *PAIR, *LOAD, "--max-scaling-per-t-total", "1.4").stdout
check("leaves the survivors at 20.00 each, which" in text and "may trigger" not in text, "scaling in from 2 to 1 that is safe")
text = run("plan", "--qmax", FIXTURES / "infeasible-qmax.json", "--ttotal", FIXTURES / "infeasible-ttotal.json", *LOAD).stdout
check("\nWhat the rule gives, not to be deployed\n" in text and "\nTo deploy" not in text, "an infeasible plan is not to deploy")

# --- outputs ---------------------------------------------------------------------------------------------
with folder() as d:
    out, snip = d / "plan.json", d / "config.txt"
    r = run("plan", *PAIR, *LOAD, "-o", out, "--snippet", snip)
    equal(r.returncode, 0, "plan writes")
    first = out.read_bytes()
    equal(json.loads(first)["plan"], p, "the file is what --format json prints")
    equal(sorted(f.name for f in d.iterdir()), ["config.txt", "plan.json"], "no temporary stays")
    expect(["verify", out, *PAIR], 0, "verify reproduces", has=["every figure and verdict is reproduced"])
    os.chmod(out, 0o640)
    run("plan", *PAIR, *LOAD, "-o", out)
    equal(stat.S_IMODE(out.stat().st_mode), 0o640, "a replaced file keeps its mode")
    out.write_text("old")
    for args, code, why in [
        (["-o", out, "--snippet", out], 2, "two outputs"),
        (["-o", out, "--snippet", d / "no" / "dir"], 4, "missing directory"),
        (["-o", out, "--snippet", d], 4, "a directory as output"),
        (["-o", out, "--snippet", "/dev/null"], 4, "a device as output"),
        (["-o", "-", "--snippet", out], 2, "- as output"),
        (["-o", out, "--charts", "-"], 2, "- as output directory"),
    ]:
        expect(["plan", *PAIR, *LOAD, *args], code, why, out="")
        equal(out.read_text(), "old", f"{why} leaves the old file")
        equal(sorted(f.name for f in d.iterdir()), ["config.txt", "plan.json"], f"{why} leaves no new file")
    with open("/dev/full", "wb") as full:
        import subprocess
        r = subprocess.run([kit.PROGRAM, "plan", *map(str, PAIR), *LOAD, "-o", str(out)], stdout=full,
                           stderr=subprocess.PIPE)
        equal((r.returncode, out.read_text()), (4, "old"), "/dev/full as standard output")
        for args in (["--version"], ["--help"], ["help"], ["plan", "--help"], ["explain"]):
            r = subprocess.run([kit.PROGRAM, *args], stdout=full, stderr=subprocess.PIPE, text=True)
            check(r.returncode == 4 and r.stderr.startswith("headroom: standard output: cannot write"), f"/dev/full: {args}",
                  f"{r.returncode} {r.stderr!r}")
    link = d / "link.json"
    link.symlink_to("plan.json")
    run("plan", *PAIR, *LOAD, "-o", link)
    check(link.is_symlink() and out.read_bytes() == first, "a symbolic link's target is replaced")
    shutil.copy(QMAX, d / "q.json")
    expect(["plan", "--qmax", d / "q.json", "--ttotal", TTOTAL, *LOAD, "-o", d / "q.json"], 2, "output = input",
           err_has=["is an input as well"])
    equal((d / "q.json").read_bytes(), QMAX.read_bytes(), "the input is untouched")

# --- the same bytes everywhere ---------------------------------------------------------------------------
with folder() as d:
    for f in (QMAX, TTOTAL):
        shutil.copy(f, d)
    here = run("plan", *PAIR, *LOAD, "--format", "json", binary=True).stdout
    there = run("plan", "--qmax", QMAX.name, "--ttotal", TTOTAL.name, *LOAD, "--format", "json", binary=True, cwd=d,
                env={"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "HOME": str(d)}).stdout
    check(here == there, "same bytes under another locale, time zone, home and directory")

# --- verify names what differs ---------------------------------------------------------------------------
doc_ok = plan()
with folder() as d:
    file = d / "plan.json"
    for path, value in [("plan__q_max", 51), ("plan__c_scale_max", 37.50000000000001), ("plan__peak_cost_per_hour", None),
                        ("plan__shed_probability_at_c_scale_max", 0.99), ("plan__q_max_is_lower_bound", True),
                        ("plan__measured__s_p95_s", 0.07), ("plan__measured__frozen", None),
                        ("plan__measured__ladder_p95_ms__20", 1.0), ("plan__measured__deployed_config__image_digest", "x"),
                        ("plan__measured__instance_counts_observed", [2]), ("plan__measured__provenance__run_id", "x"),
                        ("plan__c_scale_max_in_cw_units", 99.0), ("plan__cw_units_ratio", 2.0), ("plan__c_scale_min", 1.0),
                        ("plan__endpoint", None), ("plan__min_safe_instances", None), ("plan__ceiling_s", 59.0)]:
        file.write_text(json.dumps(changed(doc_ok, **{path: value})))
        keys = path.split("__")
        expect(["verify", file, *PAIR], 1, f"verify: {path}", has=[".".join(keys[:-1]), keys[-1], "committed", "computed"])
    for i, f in enumerate(doc_ok["plan"]["findings"]):
        file.write_text(json.dumps(changed(doc_ok, **{f"plan__findings__{i}__verdict": "infeasible"})))
        expect(["verify", file, *PAIR], 1, f"verify: verdict of {f['name']}", has=[f"plan.findings[{f['name']}].verdict"])
    file.write_text(json.dumps(changed(doc_ok, verdict="ok")))
    expect(["verify", file, *PAIR], 1, "verify: the verdict", has=['verdict: committed "ok", computed "warn (2)"'])
    file.write_text(json.dumps(changed(doc_ok, plan__scenario__peak_rps=6000.0)))
    expect(["verify", file, *PAIR], 1, "verify: a changed load shows", has=["plan.peak_instances: committed 9, computed 10"])
    # What report, charts, workbook and gate take from `headroom` is evidence too.
    for path, value, has in [
            ("headroom__ladder__3__ttfab_p95_ms", 1.0, "headroom.ladder[3].ttfab_p95_ms: committed 1.0, computed 1129.3"),
            ("headroom__ladder__0__completed", 964, "headroom.ladder[0].completed: committed 964, computed 965"),
            ("headroom__ladder__7__meets_slo", True, "headroom.ladder[7].meets_slo: committed true, computed false"),
            ("headroom__ladder__2__unusable_reason", "x", 'headroom.ladder[2].unusable_reason: committed "x", computed null'),
            ("headroom__ladder__7__outcome_counts", {"ok": 1073}, "headroom.ladder[7].outcome_counts.model_error: committed null, computed 1"),
            ("headroom__ladder__1__outcome_counts", {"ok": 1074, "x": 2}, "headroom.ladder[1].outcome_counts.x: committed 2, computed null"),
            ("headroom__ladder", doc_ok["headroom"]["ladder"][:7], "headroom.ladder.steps: committed 7, computed 8"),
            ("headroom__stages__1__seconds", 18.0, "headroom.stages[1].seconds: committed 18.0, computed 180.8"),
            ("headroom__stages__1__to", "x", 'headroom.stages[1].to: committed "x", computed "instance_logging"'),
            ("headroom__stages__1__bounded", False, "headroom.stages[1].bounded: committed false, computed true"),
            ("headroom__stages", [], "headroom.stages.stages: committed 0, computed 9"),
            ("headroom__missing_stages", ["ready"], 'headroom.missing_stages: committed "ready", computed null'),
            ("headroom__rates__currency", "EUR", 'headroom.rates.currency: committed "EUR", computed "USD"'),
            ("headroom__rates__source", "a quote", 'headroom.rates.source: committed "a quote"'),
            ("headroom__rates__per_hour", 1.4, "headroom.rates.per_hour: committed 1.4, computed 1.408"),
            ("headroom__inputs__0__measured_at", "2030-01-01T00:00:00Z", "headroom.inputs[qmax].measured_at: committed"),
            ("headroom__inputs__1__run_id", None, 'headroom.inputs[ttotal].run_id: committed null, computed "2cd00ae01f84"'),
            ("headroom__inputs__0__role", "ladder", "headroom.inputs.qmax: committed absent, computed present"),
            ("config_block", doc_ok["config_block"].replace("max_instances=9", "max_instances=90"), 'config_block, line 5: committed "        max_instances=90,'),
            ("alarm_threshold", "FirstChunkLatency p95 above 65 ms", "alarm_threshold, line 1: committed")]:
        file.write_text(json.dumps(changed(doc_ok, **{path: value})))
        several = path in ("headroom__rates__per_hour", "headroom__inputs__0__role")
        expect(["verify", file, *PAIR], 1, f"verify: {path}", has=[has, *([] if several else ["1 value is not reproduced"])])
    file.write_text(json.dumps(changed(doc_ok, headroom__tool_version="0.0.9", config_block="worded otherwise")))
    expect(["verify", file, *PAIR], 0, "verify: another version may word the configuration otherwise")
    file.write_text(json.dumps(changed(doc_ok, headroom__rates__date="2026-01", headroom__rates__source="an older table")))
    expect(["verify", file, *PAIR], 0, "verify: a table of rates that is not this version's is taken from the plan")
    file.write_text(json.dumps(changed(doc_ok, plan__findings__0__detail="other words", config_block="", headroom=...)))
    expect(["verify", file, *PAIR], 0, "verify: prose is not compared")
    file.write_text(json.dumps(changed(doc_ok, plan__scenario__max_scaling_per_t_total=2.0)))
    expect(["verify", file, *PAIR], 3, "verify: a scenario that is none")
    file.write_text(json.dumps(changed(doc_ok, headroom__inputs__0__text="{}")))
    expect(["verify", file, *PAIR], 3, "verify: evidence that its hash denies", err_has=["SHA-256"])
    file.write_text(json.dumps(changed(doc_ok, plan__q_max="fifty")))
    expect(["verify", file, *PAIR], 3, "verify: a wrong type", err_has=["$.plan.q_max: is a string"])

# --- the schema ------------------------------------------------------------------------------------------
try:
    import jsonschema
except ImportError:
    print("SKIP: python3-jsonschema is not installed; plan.json was not held against its schema")
else:
    schema = load(kit.SOURCE / "docs" / "plan.schema.json")
    jsonschema.Draft7Validator.check_schema(schema)
    for name, doc in [("example", doc_ok), ("streams", s), ("infeasible", plan(STOP, code=1)), ("bare", plan(BARE))]:
        errors = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in jsonschema.Draft7Validator(schema).iter_errors(doc)]
        equal(errors, [], f"schema: {name}")
    for path in ("plan__q_max", "plan__findings", "headroom__audit", "verdict"):
        bad = changed(doc_ok, **{path: "nonsense"})
        if path != "verdict":
            check(not jsonschema.Draft7Validator(schema).is_valid(bad), f"schema refuses another type of {path}")

# every key of the published format, with the same type; the reference itself when it is at hand
ref_dir = kit.shared()
ref = ref_dir.parent / "reference" / "plan-kokoro-82m.json" if ref_dir else None
if ref and ref.is_file():
    def same_shape(a, b, path="$"):
        if isinstance(a, dict):
            for k in a:
                if check(isinstance(b, dict) and k in b, f"key {path}.{k}"):
                    same_shape(a[k], b[k], f"{path}.{k}")
        elif a is not None and b is not None:
            equal(type(b), type(a), f"type of {path}")
    same_shape(load(ref), doc_ok)
else:
    print("SKIP: no reference set beside the repository; key names were held against the schema only")
kit.done()
