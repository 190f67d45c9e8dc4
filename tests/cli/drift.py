"""headroom drift: what drifted, how bad it is, the line that mends it, in five formats; hostile names."""
import copy, json, pathlib, re, shlex, subprocess, xml.etree.ElementTree as ET
import kit
from awskit import *

d = scratch()
WANT = {"variant": VARIANT, "min_instances": 1, "max_instances": 9, "scaling_target_value": 37.5,
        "scale_in_threshold": 25.0, "scale_out_cooldown_s": 30, "scale_in_cooldown_s": 960}
CONFIG = {"endpoints": {NAME: WANT}}
METRICS = {"Metrics": [{"Namespace": "AWS/SageMaker", "MetricName": m, "Dimensions": dimensions()}
                       for m in ("ConcurrentRequestsPerModel", "FirstChunkLatency")]}


def drift(docs, code, what, *more, config=CONFIG, **kw):
    (d / "config.json").write_text(config if isinstance(config, str) else json.dumps(config, indent=1))
    return kit.expect(["drift", "--config", d / "config.json", *files(d, **docs), *more], code, what, **kw)


def findings(docs, what, config=CONFIG, code=1, **kw):
    r = drift(docs, code, what, "--format", "json", config=config, **kw)
    doc = json.loads(r.stdout)
    kit.equal(doc["drifted"], bool(doc["findings"]), f"{what}: drifted")
    return doc["findings"]


def rules(fs):
    return [f["rule"] for f in fs]


def edited(where, **change):
    """The exports of a clean deployment with one body changed: edited(("alarms", 0), Threshold=26)."""
    b = bodies()
    at = b
    for k in where:
        at = at[k]
    at.update(change)
    return described(b)


r = drift(described(bodies()), 0, "no drift", out="no drift in 1 configured endpoint (config.json)\n", err="")
drift(described(bodies()) | {"metrics": METRICS}, 0, "no drift, metrics published")

# An alarm in ALARM at minimum capacity is normal; AWS's own alarms are whatever AWS made them.
b = bodies()
b["alarms"] += [aws_own_alarm(scale_out()), aws_own_alarm(scale_out(), which="AlarmLow")]
drift(described(b, state="ALARM"), 0, "ALARM is not drift")
b["alarms"][2]["ActionsEnabled"] = False
drift(described(b), 0, "AWS's own alarm is never compared")

TRACK, STEP = "TargetTrackingScalingPolicyConfiguration", "StepScalingPolicyConfiguration"
for where, change, rule, said, command in [
        (("targets", 0), {"MaxCapacity": 12}, "capacity-mismatch", "max_capacity is 12, planned 9",
         "application-autoscaling register-scalable-target"),
        (("targets", 0), {"SuspendedState": {"DynamicScalingOutSuspended": True}}, "suspended-scaling", "scale-out",
         "application-autoscaling register-scalable-target"),
        (("policies", 0, TRACK), {"TargetValue": 40}, "policy-mismatch", "target_value is 40, planned 37.5",
         "application-autoscaling put-scaling-policy"),
        (("policies", 0, TRACK), {"DisableScaleIn": False}, "policy-mismatch", "disable_scale_in",
         "application-autoscaling put-scaling-policy"),
        (("policies", 1, STEP), {"Cooldown": 300}, "policy-mismatch", "cooldown is 300, planned 960",
         "application-autoscaling put-scaling-policy"),
        (("alarms", 0), {"Threshold": 30}, "alarm-mismatch", "threshold is 30, planned 25", "cloudwatch put-metric-alarm"),
        (("alarms", 0), {"Unit": "Count"}, "alarm-mismatch", "unit is Count", "cloudwatch put-metric-alarm"),
        (("alarms", 0), {"ActionsEnabled": False}, "actions-disabled", "ActionsEnabled", "cloudwatch enable-alarm-actions"),
        (("alarms", 1), {"ActionsEnabled": False}, "actions-disabled", "ActionsEnabled", "cloudwatch enable-alarm-actions"),
        (("alarms", 0), {"StateValue": "INSUFFICIENT_DATA"}, "insufficient-data",
         "INSUFFICIENT_DATA since 2026-01-05T10:04:00Z", "cloudwatch list-metrics"),
        (("alarms", 1), {"StateValue": "INSUFFICIENT_DATA", "StateUpdatedTimestamp": 1767607440}, "insufficient-data",
         "INSUFFICIENT_DATA since 2026-01-05T10:04:00Z", "cloudwatch list-metrics")]:
    what = f"{where} {change}"
    docs = edited(where, **change)
    fs = findings(docs, what)
    if kit.equal(rules(fs), [rule], what):
        kit.check(said in fs[0]["detail"], what, fs[0]["detail"])
        kit.check(fs[0]["fix"].startswith(f"aws {command} "), what, fs[0]["fix"])
        kit.equal(fs[0]["resource"], RESOURCE, what)
    r = drift(docs, 1, what, has=["DRIFTED: ", rule, f"aws {command} "])

b = bodies()
own = aws_own_alarm(scale_out()) | {"StateValue": "INSUFFICIENT_DATA"}
b["alarms"].append(own)
fs = findings(described(b), "AWS's own alarm without data")
kit.equal(rules(fs), ["insufficient-data"], "AWS's own alarm without data")
for verb in ("put-metric-alarm", "delete-alarms", "enable-alarm-actions"):
    kit.check(verb not in fs[0]["fix"], "AWS's own alarm is not to be edited", fs[0]["fix"])
kit.check(fs[0]["fix_only_looks"] and "not to be edited" in fs[0]["detail"], "AWS's own alarm", str(fs[0]))

# Missing things, in the order in which the lines should run; nothing is missing from half an export.
none = {"targets": {"ScalableTargets": []}, "policies": {"ScalingPolicies": []}, "alarms": {"MetricAlarms": []},
        "metrics": {"Metrics": []}}
fs = findings(none, "nothing is deployed")
kit.equal(rules(fs), ["missing-target", "missing-policy", "missing-policy", "missing-alarm", "unpublished-metric",
                      "unpublished-metric"], "nothing is deployed")
kit.check("--min-capacity 1 --max-capacity 9" in fs[0]["fix"], "the missing target", fs[0]["fix"])
kit.check('--alarm-actions "$(aws application-autoscaling describe-scaling-policies' in fs[3]["fix"],
          "the alarm finds its policy", fs[3]["fix"])
kit.equal({f["object"] for f in fs[4:]}, {"ConcurrentRequestsPerModel", "FirstChunkLatency"}, "unpublished metrics")
half = {k: v | {"NextToken": "AA"} for k, v in none.items()}
drift(half, 0, "nothing is missing from half an export", has=["no drift"], err_has=["incomplete"])
for k in none:
    fs = findings(none | {k: half[k]}, f"{k} incomplete")
    kit.check(not any(f["rule"] == f"missing-{k[:-1]}".replace("policie", "policy") for f in fs), f"{k} incomplete", str(rules(fs)))
fs = findings(none | {"metrics": {"Metrics": METRICS["Metrics"][:1]}, **described(bodies())}, "FirstChunkLatency")
kit.equal([(f["rule"], f["object"]) for f in fs], [("unpublished-metric", "FirstChunkLatency")], "FirstChunkLatency")

# Orphans: endpoints and variants that the configuration does not have; other services are out of scope.
b = bodies()
b["targets"] += [target("endpoint/gone/variant/primary"), target(f"endpoint/{NAME}/variant/canary", 0, 2),
                 target() | {"ResourceId": "inference-component/x", "ScalableDimension": "sagemaker:inference-component:DesiredCopyCount"},
                 {"ServiceNamespace": "ecs", "ResourceId": "service/a/b", "ScalableDimension": "ecs:service:DesiredCount"}]
b["policies"] += [scale_out("gone"), scale_in("gone"), scale_out() | {"PolicyName": "second", TRACK: {
    "TargetValue": 1, "PredefinedMetricSpecification": {"PredefinedMetricType": "SageMakerVariantInvocationsPerInstance"}}}]
b["alarms"] += [in_alarm("gone")]
fs = findings(described(b), "orphans")
kit.equal([(f["rule"], f["resource"], f["object"]) for f in fs],
          [("orphaned-target", "endpoint/gone/variant/primary", None),
           ("orphaned-policy", "endpoint/gone/variant/primary", "gone-primary-scale-in"),
           ("orphaned-policy", "endpoint/gone/variant/primary", "gone-primary-scale-out"),
           ("orphaned-target", f"endpoint/{NAME}/variant/canary", None),
           ("orphaned-policy", RESOURCE, "second")], "orphans")
kit.equal(fs[0]["fix"], "aws application-autoscaling deregister-scalable-target --service-namespace sagemaker --resource-id "
          f"endpoint/gone/variant/primary --scalable-dimension {DIMENSION}", "the line for an orphaned target")
kit.equal(fs[1]["fix"], "aws application-autoscaling delete-scaling-policy --policy-name gone-primary-scale-in --service-namespace "
          f"sagemaker --resource-id endpoint/gone/variant/primary --scalable-dimension {DIMENSION}", "an orphaned policy")
drift(described(b), 1, "other services are counted", has=["1 scalable target of other services"])

# A further alarm on the scale-in policy.
docs = described(bodies())
docs["alarms"]["MetricAlarms"].append(docs["alarms"]["MetricAlarms"][0] | {"AlarmName": "zz", "MetricName": "CPUUtilization"})
kit.equal([(f["rule"], f["object"]) for f in findings(docs, "a further alarm")], [("unplanned-alarm", "zz")], "a further alarm")

# The commands are accepted by the API's model and carry the figures of the plan.
try:
    import botocore.loaders, botocore.model, botocore.validate
    from botocore import xform_name
except ImportError:
    botocore = None
    print("python3-botocore is not installed: the commands were not validated against the API models")


def words(line):
    """What bash makes of the command: its words, calls of `aws` within it answered by an ARN."""
    script = 'aws() { if [ "$2" = describe-scaling-policies ]; then echo arn:looked-up; else printf "%s\\0" "$@"; fi; }\n' + line
    r = subprocess.run(["bash", "-c", script], capture_output=True, timeout=20)
    kit.check(r.returncode == 0 and not r.stderr, "bash reads the line", f"{line!r} {r.stderr!r}")
    return r.stdout.decode().split("\0")[:-1]


def parameters(line):
    """The request that the CLI would make of the line. None without botocore."""
    service, op, *rest = words(line)
    if rest[:1] == ["--cli-input-json"]:
        params, rest = json.loads(rest[1]), rest[2:]
    else:
        params = {}
    if not botocore:
        return params
    model = botocore.model.ServiceModel(botocore.loaders.Loader().load_service_model(
        {"cloudwatch": "cloudwatch", "application-autoscaling": "application-autoscaling"}[service], "service-2"))
    shape = next(model.operation_model(o).input_shape for o in model.operation_names if xform_name(o, "-") == op)
    flags = {"--" + xform_name(m, "-"): (m, s) for m, s in shape.members.items()}
    i = 0
    while i < len(rest):
        name, s = flags[rest[i]]
        values = []
        while i + 1 < len(rest) and not rest[i + 1].startswith("--"):
            i += 1
            values.append(rest[i])
        i += 1
        t = s.type_name
        if values[0][:1] in "{[":
            value = json.loads(values[0])
        elif t == "list" and s.member.type_name == "structure":
            value = [dict(p.split("=", 1) for p in v.split(",")) for v in values]
        elif t == "list":
            value = values
        else:
            kit.equal(len(values), 1, f"one value for {name}")
            value = {"integer": int, "double": float, "boolean": lambda v: v == "true"}.get(t, str)(values[0])
        params[name] = value
    report = botocore.validate.ParamValidator().validate(params, shape)
    kit.check(not report.has_errors(), line[:80], report.generate_report())
    return params


def all_broken():
    b = bodies()
    b["targets"][0] |= {"MaxCapacity": 1, "MinCapacity": 1, "SuspendedState": {"DynamicScalingInSuspended": True}}
    b["policies"][0][TRACK]["TargetValue"] = 1.5
    b["policies"][1][STEP]["Cooldown"] = 1
    b["alarms"][0] |= {"Threshold": 1, "ActionsEnabled": False, "StateValue": "INSUFFICIENT_DATA",
                       "AlarmDescription": "who's there? `id` $(id)\nline two", "OKActions": ["arn:aws:sns:us-east-1:1:topic"]}
    return b


docs = described(all_broken()) | {"metrics": {"Metrics": []}}
fs = findings(docs, "all broken")
sent = {}
for f in fs:
    sent.setdefault(f["rule"], []).append(parameters(f["fix"]))
if botocore:
    for got, want in [(sent["capacity-mismatch"][0], target()),
                      (sent["policy-mismatch"][0], scale_in()), (sent["policy-mismatch"][1], scale_out())]:
        kit.equal(got, want, "the request is the planned body")
    alarm = sent["alarm-mismatch"][0]
    kit.equal({k: alarm.get(k) for k in in_alarm()}, in_alarm(), "the alarm's request is the planned body")
    kit.equal(alarm["OKActions"], ["arn:aws:sns:us-east-1:1:topic"], "other actions are kept")
    kit.equal(alarm["AlarmActions"], [policy_arn(scale_in())], "the alarm still calls its policy")
    kit.equal(alarm["AlarmDescription"], all_broken()["alarms"][0]["AlarmDescription"], "the description is kept")
for f in findings(none, "nothing deployed: requests"):
    p = parameters(f["fix"])
    if botocore and f["rule"] == "missing-alarm":
        kit.equal(p, in_alarm() | {"AlarmActions": ["arn:looked-up"]}, "the missing alarm's request")
    if botocore and f["rule"] == "missing-policy":
        kit.equal(p, scale_in() if p["PolicyType"] == "StepScaling" else scale_out(), "the missing policy's request")

# Hostile names: still the same name when bash has read the line, and no character drives a terminal.
HOSTILE = ["it's", 'say "hi"', "$(touch pwned)", "`touch pwned`", "a;b|c&d>e", "file:///etc/passwd", "-rf", "--query", "[x", "{x",
           "a,b=c", "new\nline", "tab\tstop", "esc\x1b[31mred", "bidi\u202eevil", "c1\u009b", "back\\slash", "ünïcödé 日本語",
           "<b>&amp;</b>", "| pipe | `code`", "```", "%s%n", "]]>", "!x", "~", "*", "\\x41", "$'a'", "a" * 256, "{{resolve:x}}", "${x}"]
b = bodies()
b["policies"] += [scale_out() | {"PolicyName": n} for n in HOSTILE]
b["alarms"] += [in_alarm() | {"AlarmName": "x" + n, "StateValue": "INSUFFICIENT_DATA", "AlarmActions": ["arn:x"],
                              "Dimensions": dimensions() + [{"Name": "M", "Value": n}]} for n in HOSTILE]
hostile = described(b)
fs = [f for f in findings(hostile, "hostile names") if f["rule"] == "orphaned-policy"]
kit.equal(sorted(f["object"] for f in fs), sorted(HOSTILE), "hostile names in JSON")
for f in fs:
    p = words(f["fix"])
    if "--cli-input-json" in p:
        kit.equal(json.loads(p[3])["PolicyName"], f["object"], "hostile name in the request")
    else:
        kit.equal(p[p.index("--policy-name") + 1], f["object"], "hostile name as an option")
    kit.check(not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e]", f["fix"]), "the line is printable", repr(f["fix"]))
kit.check(not pathlib.Path("pwned").exists(), "nothing ran")
TERMINAL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
r = drift(hostile, 1, "hostile text")
kit.check(not TERMINAL.search(r.stdout), "the terminal is safe", repr(TERMINAL.search(r.stdout)))
kit.check(not TERMINAL.search(r.stderr), "the terminal is safe (stderr)")
r = drift(hostile, 1, "hostile markdown", "--format", "markdown")
kit.check(not TERMINAL.search(r.stdout), "Markdown is safe")
table = [l for l in r.stdout.splitlines() if l.startswith("| ")]
kit.check(len(table) > len(HOSTILE) and all(l.count("|") == 6 for l in table), "Markdown's table keeps its columns",
          str([l for l in table if l.count("|") != 6][:3]))
kit.check("<b>" not in "".join(table), "Markdown holds no HTML of others")
fence = None
for l in r.stdout.splitlines():
    m = re.match(r"(`{3,})(sh)?$", l)
    if m and fence is None:
        fence = m.group(1)
    elif fence and l == fence:
        fence = None
    elif fence is not None:
        kit.check(l.startswith("aws "), "inside a fence is one command", l[:80])
kit.check(fence is None, "fences are closed")

r = drift(hostile, 1, "hostile junit", "--format", "junit", binary=True)
x = ET.fromstring(r.stdout)
kit.equal(x.tag, "testsuites", "JUnit's root")
for key, tag in (("tests", "testcase"), ("skipped", "skipped")):
    kit.equal(int(x.get(key)), len(list(x.iter(tag))), f"JUnit counts {key}")
kit.equal(int(x.get("failures")), sum(c.find("failure") is not None for c in x.iter("testcase")), "JUnit counts failures")
text = "".join(f.text for f in x.iter("failure"))
for n in HOSTILE:
    kit.check(re.sub("[\x1b]", "\ufffd", n) in text, "hostile name in JUnit", repr(n))
r = drift(edited(("targets", 0), MaxCapacity=12), 1, "junit", "--format", "junit")
cases = {c.get("name"): c for c in ET.fromstring(r.stdout).iter("testcase")}
kit.check(cases["capacity-mismatch"].find("failure").get("message") == "max_capacity is 12, planned 9", "JUnit's message")
kit.check(cases["policy-mismatch"].find("failure") is None and cases["unpublished-metric"].find("skipped") is not None,
          "JUnit passes what is right and skips what was not exported")

config = json.dumps({"endpoints": {"aaa": WANT, NAME: WANT}}, indent=1)
r = drift(hostile, 1, "hostile sarif", "--format", "sarif", config=config)
run_ = json.loads(r.stdout)["runs"][0]
ids = [x["id"] for x in run_["tool"]["driver"]["rules"]]
for x in run_["results"]:
    kit.equal(ids[x["ruleIndex"]], x["ruleId"], "SARIF's rule")
    kit.check(x["level"] in ("error", "warning") and x["message"]["text"], "SARIF's level and message")
    place = x["locations"][0]
    line = config.splitlines()[place["physicalLocation"]["region"]["startLine"] - 1]
    kit.check(place["logicalLocations"][0]["fullyQualifiedName"].split("/")[1] in line, "SARIF's line", line)
    kit.equal(place["physicalLocation"]["artifactLocation"]["uri"], "config.json", "SARIF's file")
keys = [x["partialFingerprints"]["finding/v1"] for x in run_["results"]]
kit.equal(len(set(keys)), len(keys), "SARIF's fingerprints tell the findings apart")

# Each format says the same number of findings; the order of the exports does not matter.
docs = described(all_broken())
counts = {"json": len(findings(docs, "count")),
          "sarif": len(json.loads(drift(docs, 1, "count", "--format", "sarif").stdout)["runs"][0]["results"]),
          "junit": len(list(ET.fromstring(drift(docs, 1, "count", "--format", "junit").stdout).iter("failure"))),
          "markdown": drift(docs, 1, "count", "--format", "markdown").stdout.count("\n| error") +
          drift(docs, 1, "count", "--format", "markdown").stdout.count("\n| warning"),
          "text": len(re.findall(r"^(error|warning) ", drift(docs, 1, "count").stdout, re.M))}
kit.equal(set(counts.values()), {counts["json"]}, f"formats agree: {counts}")
back = copy.deepcopy(docs)
for v in back.values():
    for x in v.values():
        x.reverse()
kit.equal(drift(back, 1, "order").stdout, drift(docs, 1, "order").stdout, "the order of the exports")

# The flow method: one policy under emit's name, no step policy and no alarm for it.
flow = {"endpoints": {NAME: WANT | {"method": "flow", "scaling_target_value": 751.6, "scale_in_threshold": None}}}
fs = findings(none, "flow, nothing deployed", config=flow)
kit.equal([(f["rule"], f["object"]) for f in fs],
          [("missing-target", None), ("missing-policy", f"{NAME}-{VARIANT}-rate"),
           ("unpublished-metric", "FirstChunkLatency"), ("unpublished-metric", "InvocationsPerInstance")], "flow")
p = parameters(fs[1]["fix"])
if botocore:
    kit.equal(p["TargetTrackingScalingPolicyConfiguration"],
              {"TargetValue": 751.6, "PredefinedMetricSpecification": {"PredefinedMetricType": "SageMakerVariantInvocationsPerInstance"},
               "ScaleOutCooldown": 30, "ScaleInCooldown": 960, "DisableScaleIn": False}, "the flow policy's request")

# The configuration.
drift(described(bodies()), 0, "an unknown member is ignored, aloud", config={"endpoints": {NAME: WANT | {"max_instance": 3}}},
      err_has=["$.endpoints.speech-kokoro-82m.max_instance: means nothing here"])
kit.equal(rules(findings(described(bodies()), "figures left out", config={"endpoints": {NAME: {"min_instances": 1, "max_instances": 9}}},
                         code=0)), [], "figures left out are not compared")
for text, part in [("{}", "$.endpoints: is absent"), ('{"endpoints": {"-x": {}}}', "1 to 63"),
                   ('{"endpoints": {"x": {"min_instances": 1}}}', "max_instances: is absent"),
                   ('{"endpoints": {"x": {"min_instances": 3, "max_instances": 2}}}', "below min_instances"),
                   ('{"endpoints": {"x": {"min_instances": 1.5, "max_instances": 2}}}', "expected an integer"),
                   ('{"endpoints": {"x": {"min_instances": 1, "max_instances": 2, "variant": "a/b"}}}', "variant"),
                   ('{"endpoints": {"x": {"min_instances": 1, "max_instances": 2, "scaling_target_value": -1}}}', "negative"),
                   ('{"endpoints": {"x": {"min_instances": 1, "max_instances": 2, "method": "x"}}}', "published"),
                   ('{"endpoints": []}', "expected an object"), ("", "line 1")]:
    drift(described(bodies()), 3, f"config {text[:50]}", config=text, err_has=[part], out="")
drift({"targets": {"ScalableTargets": []}, "policies": {"ScalingPolicies": []}}, 0, "an empty configuration", config='{"endpoints": {}}')
drift(described(bodies()), 2, "no such format", "--format", "xml", err_has=["sarif"])
kit.expect(["drift"], 2, "no options", err_has=["--config"])

# --- the alarm that was meant, whoever names it -----------------------------------------------------------------------
PAGE = "arn:aws:sns:us-east-1:123456789012:page"


def unwired(**change):
    """The scale-in alarm under a name of its own: neither the policy nor the alarm names the other."""
    b = bodies()
    b["alarms"][0] |= {"AlarmName": "made by hand", "AlarmDescription": "ours"} | change
    docs = described(b)
    docs["policies"]["ScalingPolicies"][1]["Alarms"] = []
    docs["alarms"]["MetricAlarms"][0]["AlarmActions"] = [PAGE]
    return docs


docs = unwired()
arn = docs["policies"]["ScalingPolicies"][1]["PolicyARN"]
fs = findings(docs, "an alarm that nothing wires is found by its metric")
kit.equal([(f["rule"], f["object"], f["detail"]) for f in fs],
          [("alarm-mismatch", "made by hand", "action is not the scale-in policy, planned the scale-in policy")], "it is compared")
kit.check(fs[0]["fix"].endswith(f"--alarm-actions {PAGE} {arn}") and "--alarm-description ours" in fs[0]["fix"],
          "the line that mends it keeps what the alarm does besides", fs[0]["fix"])
fs = findings(unwired(ComparisonOperator="GreaterThanThreshold"), "an alarm on the metric that rises")
kit.equal([(f["rule"], f["detail"]) for f in fs],
          [("missing-alarm", "no alarm drives the scale-in policy; planned with threshold 25")], "is not the one for scaling in")
# Without the policy's ARN the line looks it up, and the other actions stay.
for what, change in ("without an ARN", {"PolicyARN": None}), ("without the policy", None):
    docs = unwired(Threshold=3)
    docs["alarms"]["MetricAlarms"][0]["AlarmActions"] = [PAGE, arn]
    if change:
        docs["policies"]["ScalingPolicies"][1] |= change
    else:
        del docs["policies"]["ScalingPolicies"][1]
    fix = next(f["fix"] for f in findings(docs, what) if f["rule"] == "alarm-mismatch")
    words = fix.split(" --alarm-actions ")[1]
    kit.check(words.startswith(f'{PAGE} "$(aws application-autoscaling describe-scaling-policies ') and arn not in words,
              f"{what}: the page stays, the policy is looked up", fix)

docs = described(bodies())
for name in "errors", "more errors":
    docs["alarms"]["MetricAlarms"].append(in_alarm() | {
        "AlarmName": name, "MetricName": "Invocation5XXErrors", "ComparisonOperator": "GreaterThanThreshold"})
fs = findings(docs | {"metrics": METRICS}, "an alarm on a metric that is not published")
kit.equal([(f["rule"], f["object"], f["detail"]) for f in fs],
          [("unpublished-metric", "Invocation5XXErrors", "Invocation5XXErrors is not in the list of metrics; the alarm errors watches it")],
          "each such metric once")
fs = findings(edited(("targets", 0), SuspendedState={"ScheduledScalingSuspended": True}), "scheduled scaling suspended")
kit.equal([f["detail"] for f in fs], ["left suspended: scheduled scaling"], "scheduled scaling suspended")

# Metric math has no metric of its own.
docs = described(bodies())
docs["alarms"]["MetricAlarms"].append({
    "AlarmName": "math", "StateValue": "INSUFFICIENT_DATA", "Threshold": 1, "ComparisonOperator": "LessThanThreshold",
    "EvaluationPeriods": 1, "AlarmActions": [docs["policies"]["ScalingPolicies"][1]["PolicyARN"]],
    "Metrics": [{"Id": "e1", "Expression": "m1/2"},
                {"Id": "m1", "MetricStat": {"Metric": METRICS["Metrics"][0], "Period": 60, "Stat": "Sum"}}]})
fs = findings(docs, "an alarm on metric math")
kit.equal([(f["rule"], f["detail"], f["fix"] is None) for f in fs],
          [("unplanned-alarm", "also calls the scale-in policy", False),
           ("insufficient-data", "in INSUFFICIENT_DATA on metric math: no points arrive", True)], "an alarm on metric math")

# Pages that overlap.
docs = described(bodies())
for doc in docs.values():
    for elements in doc.values():
        elements *= 2
r = drift(docs, 0, "each element twice", has=["no drift"])
for part in ("1 of the scalable targets stands in the exports more than once (endpoint/", "2 of the policies stand in the exports",
             "2 of the alarms stand in the exports"):
    kit.check(part in r.stderr, "each element twice", r.stderr)

# --- the configuration's members, each outside its range or of another type -----------------------------------------------
for key, value, says in [
    ("min_instances", -1, "is -1, expected 0 to 1e9"), ("max_instances", 2 * 10 ** 9, "is 2000000000, expected 0 to 1e9"),
    ("max_instances", 0, "is 0, below min_instances 1"), ("scale_out_cooldown_s", -1, "is -1, expected 0 to 1e9"),
    ("scaling_target_value", "x", "is a string, expected a number"), ("scale_in_threshold", -1, "is negative"),
    ("variant", 5, "is a number, expected a string"), ("variant", "a b", "is no name that AWS accepts"),
    ("method", "both", 'is neither "published" nor "flow"'), ("min_instances", None, "min_instances")]:
    drift(described(bodies()), 3, f"{key} is {value}", config={"endpoints": {NAME: WANT | {key: value}}},
          err_has=[f"$.endpoints.{NAME}.{key}: " if value is not None else key, says])
drift(described(bodies()), 3, "an endpoint that is no object", config={"endpoints": {NAME: 5}},
      err_has=[f"$.endpoints.{NAME}: is a number, expected an object"])

# A name that no shell takes as it is: the whole call as JSON, with the policy's configuration in it.
b = bodies()
b["policies"][0]["PolicyName"] = "our policy's $(name)"
b["policies"][0][TRACK]["TargetValue"] = 40
fix = next(f["fix"] for f in findings(described(b), "a policy with a name of its own") if f["rule"] == "policy-mismatch")
words = shlex.split(fix)
kit.equal(words[:4], ["aws", "application-autoscaling", "put-scaling-policy", "--cli-input-json"], "the call as JSON")
call = json.loads(words[4])
kit.equal((call["PolicyName"], call[TRACK]["TargetValue"], call["ResourceId"]), ("our policy's $(name)", 37.5, RESOURCE),
          "the call as JSON")

kit.done()
