"""Each member of each input in turn holds what its type does not allow, or is absent: refused with its path in the
message, or read as unknown; never a crash. The inputs hold every member there is."""
import json, os
import awskit, kit
from kit import changed

WRONG = {"object": {}, "array": [], "string": "x", "number": 0.5, "bool": True}


def kind(x):
    if isinstance(x, bool):
        return "bool"
    return {dict: "object", list: "array", str: "string"}.get(type(x), "number")


def paths(x, at=()):
    """Every path of a document; of a list the first element and the last."""
    if at:
        yield at
    if isinstance(x, dict):
        for k, v in x.items():
            yield from paths(v, (*at, k))
    elif isinstance(x, list):
        for i in sorted({0, len(x) - 1} if x else ()):
            yield from paths(x[i], (*at, i))


def get(doc, path):
    for k in path:
        doc = doc[k]
    return doc


def put(doc, path, value):
    doc = json.loads(json.dumps(doc))
    at = get(doc, path[:-1])
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return doc


def shown(path, root="$"):
    return root + "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path)


def wrong_types(doc):
    """(path, wrong value, document) for each member and each type that is not its own."""
    for path in paths(doc):
        own = kind(get(doc, path))
        for other, value in WRONG.items():
            if get(doc, path) is not None and other != own:
                yield path, other, put(doc, path, value)


def batch(lines):
    r = kit.run("batch", stdin="".join(json.dumps(l) + "\n" for l in lines))
    kit.check(r.returncode in (0, 1) and not r.stderr, "batch ends", f"exit {r.returncode} {r.stderr[:300]}")
    return [json.loads(a) for a in r.stdout.splitlines()]


def refused(what, docs, root, line_of, any_type):
    """Each document is refused, and the message names the path; but for paths whose last name is in ANY_TYPE."""
    docs = list(docs)
    answers = batch([line_of(d) for _, _, d in docs])
    kit.equal(len(answers), len(docs), f"{what}: an answer for each")
    bad, free = [], set()
    for (path, other, _), a in zip(docs, answers):
        if shown(path, root) + ":" in a.get("error", {}).get("message", ""):
            continue
        if any(k in any_type for k in path):
            free.add(next(k for k in path if k in any_type))
        else:
            bad.append((shown(path), other, a.get("error", {}).get("message", "accepted")))
    kit.check(not bad, f"{what}: a member of another type is refused by its path", f"{len(bad)} of {len(docs)}: {bad[:12]}")
    kit.equal(free, set(any_type), f"{what}: members that are not read")


def null_or_absent(what, doc, line_of):
    """Null and absent say the same: the same answer, or both refused (in their own words). None is a crash."""
    # But for counts under names of their own: they are there or they are not.
    at = [p for p in paths(doc) if not isinstance(p[-1], int) and "outcome_counts" not in p[:-1]]
    both = batch([line_of(put(doc, p, v)) for p in at for v in (None, ...)])
    kit.equal(len(both), 2 * len(at), f"{what}: an answer for each")
    for a in both:
        for i in (a.get("plan", {}).get("headroom", a).get("inputs", []) if isinstance(a.get("plan"), dict) else []):
            i.pop("text", None), i.pop("sha256", None), i.pop("size", None)
    bad = [shown(p) for p, a, b in zip(at, both[::2], both[1::2])
           if ("error" in a or "error" in b) and a.get("error", {}).get("exit") != b.get("error", {}).get("exit")
           or "error" not in a and a != b]
    kit.check(not bad, f"{what}: null and absent say the same", bad[:12])


Q, T = kit.load(kit.QMAX), kit.load(kit.TTOTAL)
T["missing_stages"] = ["x"]
PLAN = {"op": "plan", "peak_rps": 5, "no_sample": True, "allow_inconsistent": True, "allow_config_mismatch": True}
for_q, for_t = lambda q: PLAN | {"qmax": q, "ttotal": T}, lambda t: PLAN | {"qmax": Q, "ttotal": t}
refused("the ladder", wrong_types(Q), "$.qmax", for_q,
        ["instance_counts", "server_5xx_total", "server_model_latency_p95_ms"])
refused("the scale-out", wrong_types(T), "$.ttotal", for_t,
        ["aws_share_s", "container_share_s", "dominant_stage", "from_instances", "instance_id", "p95_after_ms", "p95_before_ms",
         "p95_expected_before_ms", "p95_recovered_target_ms", "probe_concurrency", "requests_after", "requests_before",
         "to_instances"])
null_or_absent("the ladder", Q, for_q)
null_or_absent("the scale-out", T, for_t)

with kit.folder() as d:
    kit.expect(["plan", *kit.PAIR, *kit.LOAD, "-o", d / "p.json"], 0, "a plan")
    plan = kit.load(d / "p.json")
    # Another planner, or `jq -S`, sorts the names of rungs as text: 1, 10, 20 ... 5.
    (d / "sorted.json").write_text(json.dumps(plan, sort_keys=True))
    kit.expect(["verify", d / "sorted.json", *kit.PAIR], 0, "a plan with its members sorted is the same plan")
    turned = changed(plan)
    for key in ("ladder_p95_ms", "cw_units_ratio_by_rung"):
        turned["plan"]["measured"][key] = dict(reversed(plan["plan"]["measured"][key].items()))
    (d / "turned.json").write_text(json.dumps(turned))
    kit.expect(["verify", d / "turned.json", *kit.PAIR], 0, "or with its rungs turned round")
    twice = changed(plan)
    twice["plan"]["measured"]["ladder_p95_ms"]["01"] = 5.0
    (d / "twice.json").write_text(json.dumps(twice))
    kit.expect(["verify", d / "twice.json", *kit.PAIR], 3, "a rung that is named twice",
               err_has=["$.plan.measured.ladder_p95_ms: names the concurrency 1 twice"])
    for path, value, says in [
        ("plan__measured__ladder_p95_ms", {"five": 1.0}, "$.plan.measured.ladder_p95_ms.five: its name is no concurrency"),
        ("plan__measured__ladder_p95_ms", {"0": 1.0}, "its name is no concurrency"),
        ("plan__findings__0__verdict", "stop", "$.plan.findings[0].verdict: expected \"ok\", \"warn\", \"infeasible\" or"),
        ("headroom__audit__verdict", "infeasible", "$.headroom.audit.verdict: expected \"ok\", \"warn\", \"stop\" or"),
        ("headroom__scenario__method", "both", "$.headroom.scenario.method: is \"both\", expected \"published\" or \"flow\""),
        ("headroom__schema_version", "0", "this program reads \""),
        ("headroom__inputs__0__size", 5, "$.headroom.inputs[0]: size is 5, but the text has"),
        ("headroom__audit__checks__0__numbers__load_rps", True, "is a boolean, expected a number, a string or null"),
        ("headroom__audit__checks__0__numbers__load_rps", 10 ** 17, "load_rps: "),
        ("plan__measured__instance_counts_observed", [-1], "$.plan.measured.instance_counts_observed[0]: is below 0"),
    ]:
        (d / "x.json").write_text(json.dumps(changed(plan, **{path: value})))
        kit.expect(["verify", d / "x.json", *kit.PAIR], 3, f"{path} is {value}", err_has=[says])
    refused("the plan", wrong_types(plan), "$.plan", lambda p: {"op": "verify", "qmax": Q, "ttotal": T, "plan": p},
            ["numbers", "provenance"])
    # verify sees the members that only evidence moves.
    for path, value, says in [
        ("plan__measured__instance_counts_observed", [1, 2], "instance_counts_observed: committed [1, 2], computed [1]"),
        ("plan__measured__instance_counts_observed", list(range(1, 25)), "19, 20, ...], computed [1]"),
        ("plan__measured__instance_counts_observed", None, "instance_counts_observed: committed null, computed [1]"),
        ("plan__measured__deployed_config__container_env", {"AAA": "1"}, "container_env.AAA: committed \"1\", computed null"),
        ("plan__measured__ladder_p95_ms__50", ..., "plan.measured.ladder_p95_ms.50: committed null, computed 2805.66343"),
        ("plan__measured__ladder_p95_ms__70", 1.0, "plan.measured.ladder_p95_ms.70: committed 1.0, computed null"),
        ("plan__measured__cw_units_ratio_by_rung__5", 1.5, "cw_units_ratio_by_rung.5: committed 1.5, computed 1.0"),
    ]:
        (d / "x.json").write_text(json.dumps(changed(plan, **{path: value})))
        kit.expect(["verify", d / "x.json", *kit.PAIR], 1, f"{path} is {value}: verify sees it", has=[says])
    more = changed(plan)
    more["plan"]["findings"].append(dict(plan["plan"]["findings"][0], name="of_tomorrow"))
    (d / "x.json").write_text(json.dumps(more))
    kit.expect(["verify", d / "x.json", *kit.PAIR], 1, "a finding that this program does not have",
               has=['plan.findings[of_tomorrow].verdict: committed "ok", computed null'])

    # What is deployed, as the describe commands return it.
    export = awskit.described(awskit.bodies())
    names = {"ScalableTargets": "targets", "ScalingPolicies": "policies", "MetricAlarms": "alarms"}
    (d / "plan-kokoro-82m.json").write_text(json.dumps(plan))
    args = awskit.files(d, **export)
    endpoint = [d / "plan-kokoro-82m.json", "--endpoint", awskit.NAME, "--variant", awskit.VARIANT]
    clean = kit.run("validate", *endpoint, *args)
    kit.check(clean.returncode == 0, "what is deployed is what was planned", clean.stdout[:800] + clean.stderr[:300])
    unread = set()
    for name, doc in export.items():
        for path, other, wrong in wrong_types(doc):
            (d / f"{name}.json").write_text(json.dumps(wrong))
            r = kit.run("validate", *endpoint, *args)
            if r.returncode == 3:
                kit.check(shown(path) + ":" in r.stderr or shown(path[:-1]) + ":" in r.stderr,
                          f"{name}: {shown(path)} as {other} is refused by its path", r.stderr)
            else:
                kit.check(r.returncode in (0, 1), f"{name}: {shown(path)} as {other}", f"exit {r.returncode} {r.stderr}")
                unread.add(next(k for k in reversed(path) if not isinstance(k, int)))
        (d / f"{name}.json").write_text(json.dumps(doc))
    kit.equal(sorted(unread), ["AlarmArn", "AlarmConfigurationUpdatedTimestamp", "CompositeAlarms", "CreationTime", "FieldOfTomorrow",
                               "RoleARN", "ScalableTargetARN", "StateReason", "StateReasonData", "StateUpdatedTimestamp", "a"],
              "members of an export that are not read, or are any time")
kit.done()
