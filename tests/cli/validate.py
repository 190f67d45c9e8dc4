"""headroom validate: a clean round trip, each single field changed, AWS's defaults, pages, strangers."""
import copy, json, pathlib
import kit
from awskit import *

d = scratch()
plan = make_plan(d)


def validate(docs, code, what, *more, **kw):
    return kit.expect(["validate", plan, *files(d, **docs), *more], code, what, **kw)


def rows(r):
    """{field: (result, rest)} of the table."""
    out = {}
    for line in r.stdout.splitlines():
        for s in ("MISMATCH", "missing", "not checked", "ok"):
            if line.startswith(s + " ") and ":" not in line.split("  ")[0]:
                field, rest = (line[13:].split(None, 1) + [""])[:2]
                out[field] = (s, rest)
    return out


def worse(r):
    return {k: v[0] for k, v in rows(r).items() if v[0] != "ok"}


def emitted(*more):
    """Bodies of `emit aws-cli` when this build has that command, else None."""
    out = d / f"emitted{len(more)}"
    if kit.run("emit", "--help").returncode != 0:
        return None
    r = kit.run("emit", plan, "--format", "aws-cli", "-o", out, *more)
    kit.equal(r.returncode, 0, "emit aws-cli for the round trip")
    b = {"targets": [], "policies": [], "alarms": []}
    for f in sorted(out.glob("*.json")):
        doc = json.loads(f.read_text())
        kind = next((k for k, key in (("targets", "MinCapacity"), ("policies", "PolicyName"),
                                      ("alarms", "AlarmName")) if key in doc), None)
        if kind:
            b[kind].append(doc)
    return b


r = validate(described(bodies()), 0, "clean", has=["0 differ, 0 missing, 0 not checked"], err="")
kit.equal(len(rows(r)), 37, "one line a field")
from_emit = emitted()
if from_emit:
    kit.equal({k: len(v) for k, v in from_emit.items()}, {"targets": 1, "policies": 2, "alarms": 2}, "emit's bodies")
    validate(described(from_emit), 0, "what emit writes validates clean", has=["0 differ, 0 missing, 0 not checked"])
else:
    print("emit is not in this build: the round trip used the bodies of the test")
base = from_emit or bodies()

# Each leaf of each body changed, one at a time. Names are free: AWS finds policy and alarm by their link.
FREE = {"PolicyName", "AlarmName", "AlarmDescription"}


def leaves(x, path=()):
    if isinstance(x, (dict, list)):
        for k, v in x.items() if isinstance(x, dict) else enumerate(x):
            yield from leaves(v, path + (k,))
    else:
        yield path, x


OTHER = {"SageMakerVariantConcurrentRequestsPerModelHighResolution": "SageMakerVariantInvocationsPerInstance",
         "TargetTrackingScaling": "PredictiveScaling", "StepScaling": "PredictiveScaling",
         "sagemaker": "ecs"}
count = 0
for kind, docs in base.items():
    for i, doc in enumerate(docs):
        for path, value in leaves(doc):
            if isinstance(value, bool):
                new = not value
            elif isinstance(value, (int, float)):
                new = value + 1
            else:
                new = OTHER.get(value, value + "x")
            b = copy.deepcopy(base)
            at = b[kind][i]
            for k in path[:-1]:
                at = at[k]
            at[path[-1]] = new
            count += 1
            what = f"{kind}[{i}].{'.'.join(map(str, path))} {value!r} -> {new!r}"
            r = validate(described(b), 0 if path[-1] in FREE else 1, what)
            if path[-1] not in FREE:
                kit.check(any(v in ("MISMATCH", "missing") for v in worse(r).values()), what, r.stdout[:300])
kit.check(count >= 40, "fields changed", str(count))

# The changed field is the one that is named, and alone.
for path, field, new, shown in [
        (("targets", 0, "MaxCapacity"), "target.max_capacity", 12, "12"),
        (("targets", 0, "MinCapacity"), "target.min_capacity", 2, "2"),
        (("policies", 0, "TargetTrackingScalingPolicyConfiguration", "TargetValue"), "scale_out.target_value", 40, "40"),
        (("policies", 0, "TargetTrackingScalingPolicyConfiguration", "ScaleOutCooldown"), "scale_out.scale_out_cooldown", 31, "31"),
        (("policies", 0, "TargetTrackingScalingPolicyConfiguration", "DisableScaleIn"), "scale_out.disable_scale_in", False, "false"),
        (("policies", 1, "StepScalingPolicyConfiguration", "Cooldown"), "scale_in.cooldown", 300, "300"),
        (("policies", 1, "StepScalingPolicyConfiguration", "MetricAggregationType"), "scale_in.aggregation", "Maximum", "Maximum"),
        (("alarms", 0, "Threshold"), "scale_in_alarm.threshold", 24.999, "24.999"),
        (("alarms", 0, "Period"), "scale_in_alarm.period", 10, "10"),
        (("alarms", 0, "Statistic"), "scale_in_alarm.statistic", "Maximum", "Maximum"),
        (("alarms", 0, "ActionsEnabled"), "scale_in_alarm.actions_enabled", False, "false"),
        (("alarms", 0, "Unit"), "scale_in_alarm.unit", "Count", "Count"),
        (("alarms", 1, "Threshold"), "first_chunk_alarm.threshold", 65.37, "65.37"),
        (("alarms", 1, "ExtendedStatistic"), "first_chunk_alarm.statistic", "p99", "p99"),
        (("alarms", 1, "ActionsEnabled"), "first_chunk_alarm.actions_enabled", False, "false")]:
    b = bodies()
    at = b
    for k in path[:-1]:
        at = at[k]
    at[path[-1]] = new
    r = validate(described(b), 1, field)
    kit.equal(worse(r), {field: "MISMATCH"}, f"{field} alone")
    kit.check(rows(r)[field][1].endswith(shown), f"{field} shows what is deployed", rows(r)[field][1])
    kit.check(r.stdout.splitlines()[4].startswith("MISMATCH"), f"{field}: worst first", r.stdout[:400])
for which in ("In", "Out"):
    b = bodies()
    b["targets"][0]["SuspendedState"] = {f"DynamicScaling{which}Suspended": True}
    kit.equal(worse(validate(described(b), 1, "suspended")), {f"target.scale_{which.lower()}_suspended": "MISMATCH"},
              f"suspended {which}")

# Absent fields take AWS's defaults.
for kind, i, path, key, want in [
        ("alarms", 0, (), "DatapointsToAlarm", {}), ("alarms", 0, (), "TreatMissingData", {}),
        ("alarms", 1, (), "TreatMissingData", {"first_chunk_alarm.treat_missing_data": "MISMATCH"}),
        ("policies", 1, ("StepScalingPolicyConfiguration",), "MetricAggregationType", {}),
        ("policies", 1, ("StepScalingPolicyConfiguration",), "Cooldown", {"scale_in.cooldown": "MISMATCH"}),
        ("policies", 0, ("TargetTrackingScalingPolicyConfiguration",), "ScaleOutCooldown",
         {"scale_out.scale_out_cooldown": "MISMATCH"}),
        ("policies", 0, ("TargetTrackingScalingPolicyConfiguration",), "DisableScaleIn",
         {"scale_out.disable_scale_in": "MISMATCH"})]:
    b = bodies()
    at = b[kind][i]
    for k in path:
        at = at[k]
    del at[key]
    docs = described(b)
    kit.equal(worse(validate(docs, 1 if want else 0, f"{key} absent")), want, f"{kind}[{i}] without {key}")
docs = described(bodies())
for k in ("SuspendedState", "RoleARN", "CreationTime"):
    del docs["targets"]["ScalableTargets"][0][k]
for a in docs["alarms"]["MetricAlarms"]:
    del a["ActionsEnabled"], a["StateUpdatedTimestamp"]
validate(docs, 0, "added fields absent")
del docs["policies"]["ScalingPolicies"][0]["CreationTime"]
docs["policies"]["ScalingPolicies"][0]["Alarms"] = None
validate(docs, 0, "null for an optional list")

# Either side of the link is enough; neither is a mismatch.
docs = described(bodies())
docs["policies"]["ScalingPolicies"][1]["Alarms"] = []
validate(docs, 0, "linked by the alarm's action")
docs = described(bodies())
docs["alarms"]["MetricAlarms"][0]["AlarmActions"] = []
validate(docs, 0, "linked by the policy's alarms")
docs["policies"]["ScalingPolicies"][1]["Alarms"] = []
kit.equal(worse(validate(docs, 1, "not linked")), {"scale_in_alarm.action": "MISMATCH"}, "not linked")
docs = described(bodies())
docs["policies"]["ScalingPolicies"][1]["Alarms"] = [{"AlarmARN": "arn:aws:cloudwatch:us-east-1:1:alarm:renamed"}]
docs["alarms"]["MetricAlarms"][0] |= {"AlarmName": "renamed", "AlarmActions": []}
validate(docs, 0, "linked by an ARN alone")

# AWS's own alarms, other services, inference components, other dimensions and endpoints are not compared.
b = bodies()
b["alarms"] += [aws_own_alarm(scale_out()), aws_own_alarm(scale_out(), which="AlarmLow")]
b["targets"] += [target("endpoint/other/variant/primary", 3, 4),
                 target() | {"ResourceId": "inference-component/x", "ScalableDimension": "sagemaker:inference-component:DesiredCopyCount"},
                 target() | {"ScalableDimension": "sagemaker:variant:DesiredProvisionedConcurrency", "MaxCapacity": 99},
                 {"ServiceNamespace": "ecs", "ResourceId": "service/a/b", "ScalableDimension": "ecs:service:DesiredCount"}]
b["policies"] += [scale_out("other", value=5), scale_in("other"),
                  scale_out() | {"ServiceNamespace": "dynamodb", "TargetTrackingScalingPolicyConfiguration": "of another kind"},
                  scale_out() | {"ScalableDimension": "sagemaker:variant:DesiredProvisionedConcurrency"}]
b["alarms"] += [in_alarm("other") | {"AlarmActions": ["arn:aws:sns:us-east-1:1:topic"]},
                {"AlarmName": "math", "MetricName": None, "Metrics": [{"Id": "m1"}], "Dimensions": []}]
docs = described(b)
docs["policies"]["ScalingPolicies"].reverse()
docs["alarms"]["MetricAlarms"].reverse()
docs["targets"]["ScalableTargets"].reverse()
validate(docs, 0, "strangers are left alone", has=["0 differ"])

# Several policies on one target: the planned ones are found, the others are named.
b = bodies()
more = scale_out() | {"PolicyName": "cpu"}
more["TargetTrackingScalingPolicyConfiguration"] = {"TargetValue": 70.0, "CustomizedMetricSpecification": {
    "MetricName": "CPUUtilization", "Namespace": "/aws/sagemaker/Endpoints", "Statistic": "Average",
    "Dimensions": dimensions()}}
add = scale_in() | {"PolicyName": "a-step-out"}
add["StepScalingPolicyConfiguration"] = {"AdjustmentType": "ChangeInCapacity", "StepAdjustments": [
    {"MetricIntervalLowerBound": 0.0, "ScalingAdjustment": 2}]}
b["policies"] = [more, add] + b["policies"]
docs = described(b)
for p in docs["policies"]["ScalingPolicies"][:2]:
    p |= {"PolicyARN": p["PolicyARN"] + "x", "Alarms": []}
r = validate(docs, 1, "further policies on the target", has=["cpu", "a-step-out"])
kit.equal(worse(r), {"other_policy.policy": "MISMATCH"}, "only the further policies differ")

# A customized metric in place of the planned one.
b = bodies()
b["policies"][0]["TargetTrackingScalingPolicyConfiguration"] = {
    "TargetValue": 37.5, "ScaleOutCooldown": 30, "DisableScaleIn": True, "CustomizedMetricSpecification": {
        "MetricName": "ConcurrentRequestsPerModel", "Namespace": "AWS/SageMaker", "Statistic": "Maximum",
        "Dimensions": dimensions()}}
kit.equal(worse(validate(described(b), 1, "customized metric")),
          {"scale_out.metric": "MISMATCH", "scale_out.statistic": "MISMATCH"}, "customized metric")

# Missing, and an export that is cut off.
whole = described(bodies())
for kind, key, fields in (("targets", "ScalableTargets", 5), ("policies", "ScalingPolicies", 9), ("alarms", "MetricAlarms", 24)):
    docs = copy.deepcopy(whole)
    docs[kind] = {key: []}
    r = validate(docs, 1, f"no {kind}")
    n = sum(v == "missing" for v in worse(r).values())
    kit.check(n >= fields - 2, f"no {kind}: missing", f"{n} of {fields}")
    docs[kind] = {key: [], "NextToken": "AAAA"}
    r = validate(docs, 0, f"no {kind}, incomplete", err_has=["incomplete"])
    kit.check("missing" not in worse(r).values() and "not checked" in worse(r).values(), f"{kind} incomplete", r.stdout)
    docs[kind] = [{key: [], "NextToken": "AAAA"}, copy.deepcopy(whole[kind])]
    validate(docs, 0, f"{kind}: two pages in one file", has=["0 missing, 0 not checked"], err="")
    docs[kind] = [copy.deepcopy(whole[kind]) | {"NextToken": "A"}, {key: [], "NextToken": None}]
    validate(docs, 0, f"{kind}: the last page is empty", has=["0 missing, 0 not checked"], err="")
del whole["alarms"]
r = validate(whole, 0, "without --alarms", has=["Without --alarms"])
kit.equal({k for k, v in worse(r).items()} , {k for k in rows(r) if "alarm" in k}, "alarms not checked")

# Pages in several files.
docs = described(bodies())
first = files(d, targets=docs["targets"], policies={"ScalingPolicies": docs["policies"]["ScalingPolicies"][:1], "NextToken": "x"},
              alarms=docs["alarms"])
(d / "more.json").write_text(json.dumps({"ScalingPolicies": docs["policies"]["ScalingPolicies"][1:]}))
kit.expect(["validate", plan, *first, "--policies", d / "more.json"], 0, "pages in two files", has=["0 missing, 0 not checked"])
(d / "ecs.json").write_text(json.dumps({"ScalingPolicies": [{"ServiceNamespace": "ecs"}]}))
kit.expect(["validate", plan, *first, "--policies", d / "ecs.json"], 0, "another service's page ends no list",
           err_has=["incomplete"], has=["not checked"])
everything = "\n".join(json.dumps(docs[k]) for k in docs)
kit.expect(["validate", plan, *files(d, targets=everything, policies=everything, alarms=everything)], 0, "one joined file")
kit.expect(["validate", plan, *files(d, targets=docs["targets"], policies=[docs["policies"], docs["policies"]], alarms=docs["alarms"])],
           0, "an overlap of pages", err_has=["more than once"])

# The flow method.
mu = json.loads(plan.read_text())["headroom"]["flow"]
flow = bodies()
flow["targets"] = [target(RESOURCE, mu["minimum"], mu["maximum"])]
flow["policies"] = [scale_out()]
flow["policies"][0]["TargetTrackingScalingPolicyConfiguration"] = {
    "TargetValue": mu["target"], "ScaleOutCooldown": 30, "ScaleInCooldown": 960,
    "PredefinedMetricSpecification": {"PredefinedMetricType": "SageMakerVariantInvocationsPerInstance"}}
flow["alarms"] = [first_chunk()]
validate(described(flow), 0, "flow", "--method", "flow", has=["flow method", "0 differ, 0 missing, 0 not checked"])
validate(described(bodies()), 1, "published is not flow", "--method", "flow")
if emitted("--method", "flow"):
    validate(described(emitted("--method", "flow")), 0, "what emit writes for flow validates clean", "--method", "flow",
             has=["0 differ, 0 missing, 0 not checked"])
del flow["policies"][0]["TargetTrackingScalingPolicyConfiguration"]["ScaleInCooldown"]
r = validate(described(flow), 1, "flow, cooldown by default", "--method", "flow")
kit.equal(worse(r), {"scale_out.scale_in_cooldown": "MISMATCH"}, "flow compares the scale-in cooldown")

# Another endpoint and variant.
b = {"targets": [target("endpoint/e/variant/v")], "policies": [scale_out("e", "v"), scale_in("e", "v")],
     "alarms": [in_alarm("e", "v"), first_chunk("e", "v")]}
validate(described(b), 0, "--endpoint and --variant", "--endpoint", "e", "--variant", "v")

# Refusals.
ok = files(d, **described(bodies()))
kit.expect(["validate", plan], 2, "no exports", err_has=["--targets"])
kit.expect(["validate", *ok], 2, "no plan")
kit.expect(["validate", plan, *ok, "--endpoint", "-e"], 2, "a name that AWS refuses", err_has=["1 to 63"])
kit.expect(["validate", plan, *ok, "--method", "fast"], 2, "no such method")
kit.expect(["validate", plan, "--targets", "-", "--policies", "-"], 2, "standard input twice")
for text, part in [('{"ScalableTargets": [{"ServiceNamespace": "sagemaker", "ResourceId": 1}]}', "$.ScalableTargets[0].ResourceId: is a number"),
                   ('{"ScalableTargets": {}}', "expected an array"), ('{"ScalingPolicies": []}', "holds no list ScalableTargets"),
                   ('{"other": 1}', "describe-scalable-targets"), ("", "holds no list"), ("[1]", "expected an object"),
                   ('{"ScalableTargets": []} {"ScalableTargets": [1]}', "document 2: $.ScalableTargets[0]: is a number"),
                   ('{"ScalableTargets": [', "line 1")]:
    docs = described(bodies()) | {"targets": text}
    validate(docs, 3, f"refused: {text[:40]}", err_has=[part], out="")
kit.expect(["validate", plan, "--targets", d / "none.json", "--policies", d / "none.json"], 3, "no such file")
old = kit.load(plan)
del old["headroom"]
(d / "old.json").write_text(json.dumps(old))
kit.expect(["validate", d / "old.json", *ok], 3, "a plan without headroom")
kit.done()
