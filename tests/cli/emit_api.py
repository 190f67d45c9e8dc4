"""The bodies of emit aws-cli against the API's own models: botocore's validation, and a walk over the model for
what that does not check (enumerations, lengths, ranges)."""
import json
import emitkit, kit
from apimodel import problems
from emitkit import emit
from kit import changed, check, equal

CALLS = {"register-scalable-target": ("application-autoscaling", "RegisterScalableTarget"),
         "put-scaling-policy-scale-out": ("application-autoscaling", "PutScalingPolicy"),
         "put-scaling-policy-scale-in": ("application-autoscaling", "PutScalingPolicy"),
         "put-metric-alarm-scale-in": ("cloudwatch", "PutMetricAlarm"),
         "put-metric-alarm-first-chunk": ("cloudwatch", "PutMetricAlarm"),
         "dashboard": ("cloudwatch", "PutDashboard")}

with kit.folder() as d:
    P = emitkit.make_plan(d)
    long = "a" * 63
    for what, doc, extra in [
        ("example", P, []), ("flow", P, ["--method", "flow"]), ("longest names", P, ["--endpoint", long, "--variant", long]),
        ("shortest names", P, ["--endpoint", "a", "--variant", "b"]),
        ("largest fleet", changed(P, plan__max_instances=1000000000), []),
    ]:
        files = emit(d, doc, "aws-cli", *extra)
        seen = 0
        for stem, (service, call) in CALLS.items():
            if stem + ".json" in files:
                seen += 1
                equal(problems(json.loads(files[stem + ".json"]), service, call), [], f"{what}: {stem}")
        equal(seen, 4 if what == "flow" else 6, f"{what}: bodies")
        equal({f for f in files if f.endswith(".json")} - {s + ".json" for s in CALLS}, set(), f"{what}: no other JSON")

    # The test itself: it must see each kind of fault.
    files = {k: json.loads(v) for k, v in emit(d, P, "aws-cli").items() if k.endswith(".json")}
    for stem, paths in [
        ("register-scalable-target", {"ServiceNamespace": "nonsense"}), ("register-scalable-target", {"MinCapacity": 1.0}),
        ("register-scalable-target", {"Unknown": 1}), ("put-scaling-policy-scale-out", {"PolicyType": "Nonsense"}),
        ("put-scaling-policy-scale-out", {"PolicyName": "x" * 257}),
        ("put-metric-alarm-scale-in", {"AlarmName": "x" * 256}), ("put-metric-alarm-scale-in", {"Period": 0}),
        ("put-metric-alarm-scale-in", {"AlarmDescription": "x" * 1025}), ("put-metric-alarm-scale-in", {"Statistic": "p95"}),
        ("put-metric-alarm-scale-in", {"AlarmActions": ["arn"] * 6}), ("put-metric-alarm-scale-in", {"Dimensions": [{"Name": ""}]}),
        ("dashboard", {"DashboardBody": {}}),
    ]:
        check(problems(files[stem + ".json"] | paths, *CALLS[stem]), f"the check sees {stem} {paths}"[:100])
kit.done()
