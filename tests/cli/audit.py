"""The audit: the reference figures, every check at every verdict it can give, the flags that belong to it, and
explain. Expected numbers come from the formulas of the design, computed here by hand."""
import copy, json, math
import kit
from kit import FIXTURES, LOAD, PAIR, QMAX, TTOTAL, VALIDATE, changed, check, equal, expect, folder, load, run

Q, T, V = load(QMAX), load(TTOTAL), load(VALIDATE)


def plan(q=Q, t=T, *extra, code=0, loads=LOAD, validate=None):
    with folder(qmax=q, ttotal=t, **({"validate": validate} if validate is not None else {})) as d:
        args = ["plan", "--qmax", d / "qmax.json", "--ttotal", d / "ttotal.json", *loads, "--format", "json", *extra]
        r = run(*args, *(["--validate", d / "validate.json"] if validate is not None else []))
        check(r.returncode == code, f"exit {code}", f"{r.returncode}: {r.stderr[:300]}")
        return json.loads(r.stdout) if r.stdout else None


def checks(doc):
    return {c["name"]: c for c in doc["headroom"]["audit"]["checks"]}


# --- the reference figures -------------------------------------------------------------------------------
doc = plan(Q, T, "--audit", "full", validate=V)
c = checks(doc)
equal(list(c), ["peak_flow", "trough_flow", "surge_exact", "surge_growth", "survivable", "flow_plan", "unit_cost", "bracket",
                "slo_margin", "sample_size", "statistic", "quota", "service_shape", "evidence"], "checks, in order")
mu = 17.916666666666668
for name, key, want in [
    ("peak_flow", "rho", 5000 / (9 * mu)), ("peak_flow", "share_refused", 1 - 9 * mu / 5000),
    ("peak_flow", "instances_to_keep_up", math.ceil(5000 / mu)), ("trough_flow", "rho", 10 / mu),
    ("surge_exact", "probability", 0.967802868), ("surge_exact", "sampled", 0.995),
    ("surge_exact", "standard_error", math.sqrt(0.967802868 * (1 - 0.967802868) / 200)),
    ("surge_growth", "probability", 1.0), ("surge_growth", "mean_time_s", 3.07832775),
    ("survivable", "c_scale_max", 7.07306302), ("survivable", "u_star", 0.699171046), ("survivable", "standing_fleet", 400),
    ("flow_plan", "instances", 400), ("flow_plan", "cost_per_hour", 400 * 1.408),
    ("flow_plan", "target_per_minute", 0.699171046 * mu * 60),
    ("unit_cost", "cost_per_m_chars", 9 * 1.408 / (9 * mu * 25.220466871020985 * 3600) * 1e6),
    ("bracket", "low", 50), ("bracket", "high", 60),
    ("bracket", "crossing", 50 + (3000 - 2805.6634329725057) / (3374.7788213193417 - 2805.6634329725057) * 10),
    ("bracket", "c_scale_max_high", 45.0), ("slo_margin", "margin", (3000 - 2805.6634329725057) / 3000),
    ("service_shape", "stages", 16), ("service_shape", "probability", 0.767212158),
    ("evidence", "slo_under_load.p95_ms", 6612.0), ("evidence", "slo_under_load.ladder_p95_ms", 1689.802357647568),
    ("evidence", "slo_under_load.concurrency_per_instance", 30.0),
]:
    got = c[name]["numbers"][key]
    check(math.isclose(got, want, rel_tol=1e-12), f"reference {name}.{key}", f"{got} expected {want}")
equal(round(c["flow_plan"]["numbers"]["target_per_minute"]), 752, "752 invocations a minute and instance")
equal(round(c["slo_margin"]["numbers"]["margin"] * 100, 1), 6.5, "slo_margin 6.5 %")
equal({n: x["verdict"] for n, x in c.items()}, {
    "peak_flow": "stop", "trough_flow": "ok", "surge_exact": "warn", "surge_growth": "warn", "survivable": "warn",
    "flow_plan": "ok", "unit_cost": "warn", "bracket": "ok", "slo_margin": "warn", "sample_size": "ok", "statistic": "ok",
    "quota": "suppressed", "service_shape": "ok", "evidence": "stop"}, "reference verdicts")
equal(doc["headroom"]["audit"]["verdict"], "stop", "the audit's own verdict")
equal(doc["verdict"], "warn (2)", "the published verdict is untouched")
equal(doc["headroom"]["flow"], {"minimum": 1, "maximum": 400, "target": 0.699171046 * mu * 60, "cost": 400 * 1.408,
                               "instances": 400, "u_star": 0.699171046}, "headroom.flow")
equal(checks(plan())["service_shape"]["numbers"]["probability"], None, "without --audit full the shape is not computed")

# --- every check at every verdict ------------------------------------------------------------------------
def steps(**values):
    return changed(Q, steps=[{**s, **values} for s in Q["steps"]])


NO_FLOW = steps(achieved_rps=None)
QUICK = changed(T, t_total_s=1.0, t_total_with_policy_bound_s=1.0, policy_lag_bound_s=None, durations=[], timeline=[])
OPEN = changed(Q, q_max_bracketed=False)
OPEN["steps"] = Q["steps"][:-1]
FAST = changed(Q, steps__6__ttfab_p95_ms=2000.0, ttfab_p95_at_q_max_ms=2000.0)
RATIO = steps(server_concurrency_peak=None)
for s in RATIO["steps"]:
    s["server_concurrency_peak"] = s["concurrency"] * 1.5
FEW = changed(Q, **{"steps__2__completed": 19, "steps__2__ok": 19, "steps__2__outcome_counts": {"ok": 19}})
SOME = changed(Q, **{"steps__2__completed": 99, "steps__2__ok": 99, "steps__2__outcome_counts": {"ok": 99}})
BARE = load(FIXTURES / "no-server-statistics-qmax.json")
STREAMS = ["--peak-streams", "100"]
NO_RATE = (changed(Q, instance_type="ml.zz.large", deployed_config=None),
           changed(T, deployed_config=None, config_slug="zzlarge-nodigest"))
for name, want, q, t, extra, loads, v in [
    ("peak_flow", "stop", Q, T, [], LOAD, None),
    ("peak_flow", "warn", Q, T, [], ["--peak-rps", "15"], None),
    ("peak_flow", "ok", Q, T, [], ["--peak-rps", "5"], None),
    ("peak_flow", "ok", Q, T, [], ["--peak-rps", "0"], None),
    ("peak_flow", "suppressed", NO_FLOW, T, [], LOAD, None),
    ("peak_flow", "suppressed", Q, T, [], STREAMS, None),
    ("trough_flow", "stop", Q, T, [], ["--peak-rps", "100", "--trough-rps", "20"], None),
    ("trough_flow", "warn", Q, T, [], ["--peak-rps", "100", "--trough-rps", "15"], None),
    ("trough_flow", "ok", Q, T, [], LOAD, None),
    ("trough_flow", "suppressed", Q, T, [], ["--peak-rps", "100"], None),
    ("trough_flow", "suppressed", Q, T, [], ["--peak-rps", "100", "--trough-streams", "2"], None),
    ("trough_flow", "suppressed", NO_FLOW, T, [], LOAD, None),
    ("surge_exact", "warn", Q, T, [], LOAD, None),
    ("surge_exact", "ok", Q, QUICK, [], LOAD, None),
    ("surge_growth", "warn", Q, T, [], LOAD, None),
    ("surge_growth", "ok", Q, changed(QUICK, t_total_s=0.1, t_total_with_policy_bound_s=0.1), [], LOAD, None),
    ("surge_growth", "suppressed", NO_FLOW, T, [], LOAD, None),
    ("survivable", "warn", Q, T, [], LOAD, None),
    ("survivable", "ok", Q, QUICK, [], LOAD, None),
    ("flow_plan", "ok", Q, T, [], LOAD, None),
    ("flow_plan", "suppressed", NO_FLOW, T, [], LOAD, None),
    ("flow_plan", "suppressed", Q, T, [], STREAMS, None),
    ("unit_cost", "warn", Q, T, [], LOAD, None),
    ("unit_cost", "ok", Q, T, [], ["--peak-rps", "15"], None),
    ("unit_cost", "suppressed", NO_FLOW, T, [], LOAD, None),
    ("unit_cost", "suppressed", *NO_RATE, [], LOAD, None),
    ("bracket", "ok", Q, T, [], LOAD, None),
    ("bracket", "ok", changed(Q, steps__7__usable=False), T, [], LOAD, None),
    ("bracket", "warn", OPEN, T, [], LOAD, None),
    ("slo_margin", "warn", Q, T, [], LOAD, None),
    ("slo_margin", "ok", FAST, T, [], LOAD, None),
    ("slo_margin", "suppressed", changed(Q, steps__6__ttfab_p95_ms=None), T, [], LOAD, None),
    ("sample_size", "ok", Q, T, [], LOAD, None),
    ("sample_size", "warn", SOME, T, [], LOAD, None),
    ("sample_size", "stop", FEW, T, [], LOAD, None),
    ("statistic", "ok", Q, T, [], LOAD, None),
    ("statistic", "warn", RATIO, T, [], LOAD, None),
    ("statistic", "suppressed", BARE, T, [], LOAD, None),
    ("quota", "ok", Q, T, ["--quota", "9"], LOAD, None),
    ("quota", "stop", Q, T, ["--quota", "8"], LOAD, None),
    ("quota", "stop", Q, T, ["--quota", "399", "--method", "flow"], LOAD, None),
    ("quota", "ok", Q, T, ["--quota", "400", "--method", "flow"], LOAD, None),
    ("quota", "suppressed", Q, T, [], LOAD, None),
    ("service_shape", "ok", Q, T, [], LOAD, None),
    ("evidence", "stop", Q, T, [], LOAD, V),
    ("evidence", "warn", Q, T, [], LOAD, [v for v in V if v["verdict"] != "fail"]),
    ("evidence", "ok", Q, T, [], LOAD, [v for v in V if v["verdict"] == "ok"]),
    ("evidence", "ok", Q, T, [], LOAD, []),
    ("evidence", "suppressed", Q, T, [], LOAD, None),
]:
    got = checks(plan(q, t, *extra, loads=loads, validate=v))[name]
    equal(got["verdict"], want, f"{name} {extra} {loads}")
    check(got["sentence"].endswith(".") and len(got["sentence"]) > 20, f"{name} {want} has a sentence", got["sentence"])
    if want in ("warn", "stop"):
        check(got["recommendation"], f"{name} {want} recommends")
    if want == "ok":
        equal(got["recommendation"], None, f"{name} ok asks for nothing")

# boundaries: exactly at the line
at_line = changed(Q, steps__6__ttfab_p95_ms=2700.0, ttfab_p95_at_q_max_ms=2700.0)
equal(checks(plan(at_line))["slo_margin"]["verdict"], "ok", "a margin of exactly 10 %")
full = checks(plan(loads=["--peak-rps", repr(mu), "--trough-rps", repr(mu)]))
equal((full["peak_flow"]["verdict"], full["peak_flow"]["numbers"]["rho"], full["peak_flow"]["numbers"]["share_refused"]),
      ("stop", 1.0, 0.0), "a load of exactly what an instance completes")
equal(checks(plan(loads=["--peak-rps", "0"]))["peak_flow"]["numbers"]["instances_to_keep_up"], 0, "no load needs nobody")
one = plan(Q, T, "--max-scaling-per-t-total", "1")
equal(checks(one)["surge_exact"]["numbers"]["probability"], 1.0, "k = 1 starts full")
check(checks(one)["survivable"]["numbers"]["u_star"] > 0.69, "u* does not start at the threshold")

# --- flags -----------------------------------------------------------------------------------------------
expect(["plan", *PAIR, *LOAD, "--strict"], 1, "--strict stops", has=["verdict: warn (2)   audit: stop"])
expect(["plan", *PAIR, "--peak-rps", "5", "--strict"], 0, "--strict with warnings only")
expect(["plan", *PAIR, *LOAD, "--quota", "-1"], 2, "--quota", err_has=["--quota"])
expect(["plan", *PAIR, *LOAD, "--audit", "half"], 2, "--audit", err_has=["'half' is not full"])
expect(["plan", *PAIR, *LOAD, "--method", "best"], 2, "--method", err_has=["neither published nor flow"])
expect(["plan", *PAIR, *STREAMS, "--method", "flow"], 2, "flow needs a rate", err_has=["--peak-rps"])
with folder(qmax=NO_FLOW) as d:
    expect(["plan", "--qmax", d / "qmax.json", "--ttotal", TTOTAL, *LOAD, "--method", "flow"], 3, "flow needs mu_sat",
           err_has=["$.steps[].achieved_rps"])
flow = plan(Q, T, "--method", "flow")
equal(flow["plan"]["max_instances"], 9, "plan always holds the published method")
equal(flow["headroom"]["scenario"]["method"], "flow", "and the method is recorded")
text = run("plan", *PAIR, *LOAD, "--method", "flow").stdout
check(text.index("To deploy, by throughput") < text.index("By the published method"), "--method flow puts the flow plan first")
check("\nTo deploy\n" not in text, "--method flow: what the published method says is not what is deployed")
unsampled = plan(Q, T, "--no-sample")
equal((unsampled["plan"]["shed_probability_at_c_scale_max"],
       [f["verdict"] for f in unsampled["plan"]["findings"] if f["name"] == "surge_survival"]), (None, ["warn"]),
      "--no-sample judges by the exact probability")
LONG = changed(T, t_total_s=1e6, t_total_with_policy_bound_s=1e6, policy_lag_bound_s=None, durations=[], timeline=[])
equal(plan(Q, LONG)["plan"]["shed_probability_at_c_scale_max"], None, "what would take a thousand million events is not drawn")
for bad, message in [([{"check": 1, "verdict": "ok"}], "$[0].check"), ({}, "expected an array"),
                     ([{"check": "a", "verdict": "maybe"}], "$[0].verdict"), ([{"verdict": "ok"}], "$[0].check")]:
    with folder(v=bad) as d:
        expect(["plan", *PAIR, *LOAD, "--validate", d / "v.json"], 3, f"validate: {message}", out="", err_has=[message])
same = plan(validate=[dict(V[1]), dict(V[1])])
check(len(checks(same)["evidence"]["numbers"]) == 4, "a check named twice gives its figures once")
with folder(p=doc) as d:
    expect(["verify", d / "p.json", *PAIR], 0, "verify reproduces the audit")
    for path in ("headroom__audit__checks__0__numbers__rho", "headroom__audit__figures__surge_exact",
                 "headroom__flow__maximum"):
        (d / "p.json").write_text(json.dumps(changed(doc, **{path: 7})))
        expect(["verify", d / "p.json", *PAIR], 1, f"verify: {path}", has=["committed 7", path.split("__")[-1]])
    (d / "p.json").write_text(json.dumps(changed(doc, headroom__audit__checks__0__verdict="ok")))
    expect(["verify", d / "p.json", *PAIR], 1, "verify: an audit verdict", has=["headroom.audit.checks[peak_flow].verdict"])
    # What the committed plan has and the computed one has not is a difference too.
    (d / "p.json").write_text(json.dumps(changed(doc, headroom__audit__checks__0__numbers__made_up=7)))
    expect(["verify", d / "p.json", *PAIR], 1, "verify: a figure too many",
           has=["headroom.audit.checks[peak_flow].made_up: committed present, computed absent"])
    (d / "p.json").write_text(json.dumps(changed(doc, headroom__audit__checks__0__numbers__rho="low")))
    expect(["verify", d / "p.json", *PAIR], 1, "verify: a text in place of a figure", has=["[peak_flow].rho: committed "])
    for name, list_of in ("headroom.audit.checks", ["headroom", "audit", "checks"]), ("plan.findings", ["plan", "findings"]):
        forged = copy.deepcopy(doc)
        items = forged
        for key in list_of:
            items = items[key]
        items.append(dict(items[0], name="made_up"))
        (d / "p.json").write_text(json.dumps(forged))
        expect(["verify", d / "p.json", *PAIR], 1, f"verify: one of {name} too many", has=["made_up"])
        items[-1] = dict(items[0], verdict="ok")
        (d / "p.json").write_text(json.dumps(forged))
        expect(["verify", d / "p.json", *PAIR], 3, f"verify: a name of {name} twice",
               err_has=[f"$.{name}[{len(items) - 1}].name", "stands above already"])

# --- explain ---------------------------------------------------------------------------------------------
names = [f["name"] for f in doc["plan"]["findings"]] + list(c)
listed = [line.split()[0] for line in run("explain").stdout.splitlines()]
equal(listed, names, "explain lists every finding and check, in their order")
for name in names:
    expect(["explain", name], 0, f"explain {name}", has=[name, "means", "formula", "numbers", "verdict", "changes"])
expect(["explain", "nonsense"], 2, "explain of nothing", err_has=["there is no finding or check 'nonsense'"])
kit.done()
