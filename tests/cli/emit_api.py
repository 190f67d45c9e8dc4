"""The bodies of emit aws-cli against the API's own models: botocore's validation, and a walk over the model for
what that does not check (enumerations, lengths, ranges)."""
import json
import emitkit, kit
from emitkit import emit
from kit import changed, check, equal

try:
    import botocore.loaders, botocore.model, botocore.validate
except ImportError:
    kit.skip("python3-botocore is not installed: the request bodies were not checked against the API's models")

# The metric type is younger (2024-07) than the models of Debian 12.
YOUNGER = {"SageMakerVariantConcurrentRequestsPerModelHighResolution"}
CALLS = {"register-scalable-target": ("application-autoscaling", "RegisterScalableTarget"),
         "put-scaling-policy-scale-out": ("application-autoscaling", "PutScalingPolicy"),
         "put-scaling-policy-scale-in": ("application-autoscaling", "PutScalingPolicy"),
         "put-metric-alarm-scale-in": ("cloudwatch", "PutMetricAlarm"),
         "put-metric-alarm-first-chunk": ("cloudwatch", "PutMetricAlarm"),
         "dashboard": ("cloudwatch", "PutDashboard")}
loader = botocore.loaders.Loader()
models = {s: loader.load_service_model(s, "service-2") for s in ("application-autoscaling", "cloudwatch")}


def walk(value, shapes, name, where):
    """Yields what breaks a limit that the model states."""
    s = shapes[name]
    kind = s["type"]
    size = len(value) if kind in ("string", "list") else value if kind in ("integer", "double", "float") else None
    if "enum" in s and value not in s["enum"] and value not in YOUNGER:
        yield f"{where}: {value!r} is none of {s['enum']}"
    if size is not None and not s.get("min", size) <= size <= s.get("max", size):
        yield f"{where}: {size} is outside {s.get('min')}..{s.get('max')}"
    if kind == "structure":
        for k, v in value.items():
            yield from walk(v, shapes, s["members"][k]["shape"], f"{where}.{k}")
    elif kind == "list":
        for i, v in enumerate(value):
            yield from walk(v, shapes, s["member"]["shape"], f"{where}[{i}]")


def problems(body, service, call):
    model = botocore.model.ServiceModel(models[service])
    shape = model.operation_model(call).input_shape
    report = botocore.validate.ParamValidator().validate(body, shape)
    return ([report.generate_report()] if report.has_errors() else list(walk(body, models[service]["shapes"], shape.name, call)))


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
