"""What the asynchronous commands write for the API, against the API's own models: the bodies of async emit aws-cli, and
the canonical request of async check."""
import json
import kit
from apimodel import problems
from kit import check, equal, run

CALLS = {"register-scalable-target": ("application-autoscaling", "RegisterScalableTarget"),
         "put-scaling-policy-backlog": ("application-autoscaling", "PutScalingPolicy"),
         "put-scaling-policy-wake": ("application-autoscaling", "PutScalingPolicy"),
         "put-metric-alarm-wake": ("cloudwatch", "PutMetricAlarm"),
         "put-metric-alarm-expired-requests": ("cloudwatch", "PutMetricAlarm"),
         "put-metric-alarm-notification-failures": ("cloudwatch", "PutMetricAlarm"),
         "put-metric-alarm-age-of-oldest-request": ("cloudwatch", "PutMetricAlarm")}
LONG = "a" * 63

with kit.folder() as d:
    for what, names, extra, n in [
        ("defaults", ("speech-async", "primary"), [], 6), ("deadline", ("e", "v"), ["--deadline", "900"], 7),
        ("longest names", (LONG, LONG), ["--deadline", "21599"], 7), ("shortest names", ("a", "b"), [], 6),
        ("without the wake pair", ("e", "v"), ["--no-wake", "--min", "1"], 4),
        ("largest fleet", ("e", "v"), ["--min", "1000000000", "--max", "1000000000", "--target", "1e9"], 6),
        ("smallest target", ("e", "v"), ["--target", "1e-9"], 6),
    ]:
        out = d / what.replace(" ", "-")
        r = run("async", "emit", "--endpoint", names[0], "--variant", names[1], "--format", "aws-cli", "-o", out,
                *extra)
        equal(r.returncode, 0, f"{what}: {r.stderr[:200]}")
        files = {f.stem: json.loads(f.read_text()) for f in out.glob("*.json")}
        equal((len(files), set(files) - set(CALLS)), (n, set()), f"{what}: bodies")
        for stem, body in files.items():
            equal(problems(body, *CALLS[stem]), [], f"{what}: {stem}")
        # The test itself must see faults in these very bodies.
        for stem, change in [("put-scaling-policy-backlog", {"PolicyName": "x" * 257}),
                             ("register-scalable-target", {"MinCapacity": 0.0}),
                             ("put-metric-alarm-expired-requests", {"Statistic": "Most"})]:
            check(problems(files[stem] | change, *CALLS[stem]), f"{what}: the check sees {stem} {list(change)}")

    base = {"EndpointName": "e", "InputLocation": "s3://b/k", "InferenceId": "i"}
    for what, doc in [("defaults", base), ("least", base | {"RequestTTLSeconds": 60, "InvocationTimeoutSeconds": 1}),
                      ("most", {"EndpointName": LONG, "InputLocation": "s3://b/" + "k" * 1017, "InferenceId": "a" * 64,
                                "ContentType": "a" * 1024, "RequestTTLSeconds": 21600,
                                "InvocationTimeoutSeconds": 3600})]:
        request = json.loads(run("async", "check", stdin=json.dumps(doc)).stdout)
        # Younger than the models of Debian 12, so it goes before this one check; its own limits are async_check.py's.
        equal(type(request.pop("InvocationTimeoutSeconds")), int,
              f"request, {what}: InvocationTimeoutSeconds is an integer")
        equal(problems(request, "sagemaker-runtime", "InvokeEndpointAsync"), [], f"request, {what}")
        check(problems(request | {"RequestTTLSeconds": 21601}, "sagemaker-runtime", "InvokeEndpointAsync"),
              f"request, {what}: the check sees a limit")
kit.done()
