"""What the tests of emit's counterpart share: bodies of API calls, and the same as the describe commands
return them (key names and added fields as the AWS CLI prints them; the data is made up)."""
import atexit, copy, json, pathlib, shutil, tempfile, zlib
import kit

NAME, VARIANT = "speech-kokoro-82m", "primary"
RESOURCE = f"endpoint/{NAME}/variant/{VARIANT}"
DIMENSION = "sagemaker:variant:DesiredInstanceCount"
ARN = "arn:aws:autoscaling:us-east-1:123456789012:scalingPolicy:11111111-2222-3333-4444-55555555"


def identity(resource=RESOURCE):
    return {"ServiceNamespace": "sagemaker", "ResourceId": resource, "ScalableDimension": DIMENSION}


def target(resource=RESOURCE, least=1, most=9):
    return identity(resource) | {"MinCapacity": least, "MaxCapacity": most}


def scale_out(name=NAME, variant=VARIANT, value=37.5):
    return {"PolicyName": f"{name}-{variant}-scale-out"} | identity(f"endpoint/{name}/variant/{variant}") | {
        "PolicyType": "TargetTrackingScaling",
        "TargetTrackingScalingPolicyConfiguration": {
            "TargetValue": value,
            "PredefinedMetricSpecification": {
                "PredefinedMetricType": "SageMakerVariantConcurrentRequestsPerModelHighResolution"},
            "ScaleOutCooldown": 30, "DisableScaleIn": True}}


def scale_in(name=NAME, variant=VARIANT):
    return {"PolicyName": f"{name}-{variant}-scale-in"} | identity(f"endpoint/{name}/variant/{variant}") | {
        "PolicyType": "StepScaling",
        "StepScalingPolicyConfiguration": {
            "AdjustmentType": "ChangeInCapacity",
            "StepAdjustments": [{"MetricIntervalUpperBound": 0.0, "ScalingAdjustment": -1}],
            "Cooldown": 960, "MetricAggregationType": "Average"}}


def dimensions(name=NAME, variant=VARIANT):
    return [{"Name": "EndpointName", "Value": name}, {"Name": "VariantName", "Value": variant}]


def in_alarm(name=NAME, variant=VARIANT, threshold=25.0):
    return {"AlarmName": f"{name}-{variant}-scale-in", "Namespace": "AWS/SageMaker",
            "MetricName": "ConcurrentRequestsPerModel", "Dimensions": dimensions(name, variant),
            "Statistic": "Average", "Period": 60, "EvaluationPeriods": 3, "DatapointsToAlarm": 3,
            "Threshold": threshold, "ComparisonOperator": "LessThanOrEqualToThreshold",
            "TreatMissingData": "missing"}


def first_chunk(name=NAME, variant=VARIANT, threshold=65371.69031798838):
    a = in_alarm(name, variant, threshold) | {
        "AlarmName": f"{name}-{variant}-first-chunk-p95", "MetricName": "FirstChunkLatency",
        "ExtendedStatistic": "p95", "ComparisonOperator": "GreaterThanThreshold",
        "TreatMissingData": "notBreaching"}
    del a["Statistic"]
    return a


def bodies():
    return {"targets": [target()], "policies": [scale_out(), scale_in()], "alarms": [in_alarm(), first_chunk()]}


def policy_arn(p):
    """As AWS forms it, with an identifier that differs from policy to policy."""
    return f"{ARN}{zlib.crc32(p['ResourceId'].encode()) % 10000:04d}:resource/sagemaker/{p['ResourceId']}:policyName/{p['PolicyName']}"


def aws_own_alarm(p, name=NAME, variant=VARIANT, which="AlarmHigh"):
    """What target tracking makes for itself."""
    arn = policy_arn(p) + ":createdBy/0a1b"
    a = in_alarm(name, variant, p["TargetTrackingScalingPolicyConfiguration"]["TargetValue"]) | {
        "AlarmName": f"TargetTracking-{p['ResourceId']}-{which}-0a1b", "Period": 10, "Statistic": "Maximum",
        "ComparisonOperator": "GreaterThanThreshold", "AlarmDescription": "DO NOT EDIT OR DELETE."}
    for k in ("DatapointsToAlarm", "TreatMissingData"):
        del a[k]
    return a | {"AlarmActions": [arn], "OKActions": [arn], "InsufficientDataActions": [arn]}


def described(b, state="OK"):
    """Bodies as the describe commands return them."""
    b = copy.deepcopy(b)
    targets = [t | {"RoleARN": "arn:aws:iam::123456789012:role/aws-service-role/x", "CreationTime": 1767607200.5,
                    "SuspendedState": {"DynamicScalingInSuspended": False, "DynamicScalingOutSuspended": False,
                                       "ScheduledScalingSuspended": False} | t.get("SuspendedState", {}),
                    "ScalableTargetARN": "arn:aws:application-autoscaling:us-east-1:123456789012:scalable-target/0a1b",
                    "FieldOfTomorrow": {"a": [None]}} for t in b["targets"]]
    policies, wires = [], {}
    for p in b["policies"]:
        p = {"PolicyARN": policy_arn(p), "Alarms": [], "CreationTime": "2026-01-05T11:00:00.500000+01:00",
             "FieldOfTomorrow": 1} | p
        if p["PolicyType"] == "StepScaling":
            wires[p["ResourceId"]] = p
        policies.append(p)
    alarms = []
    for a in b["alarms"]:
        a = {"AlarmArn": f"arn:aws:cloudwatch:us-east-1:123456789012:alarm:{a['AlarmName']}", "ActionsEnabled": True,
             "AlarmActions": [], "OKActions": [], "InsufficientDataActions": [], "StateValue": state,
             "StateReason": "text", "StateReasonData": "{\"version\":\"1.0\"}",
             "StateUpdatedTimestamp": "2026-01-05T10:04:00.000000+00:00",
             "AlarmConfigurationUpdatedTimestamp": 1767607201, "FieldOfTomorrow": []} | a
        name, variant = ([d["Value"] for d in a.get("Dimensions", [])] + ["", ""])[:2]
        p = wires.get(f"endpoint/{name}/variant/{variant}")
        if p and a["MetricName"] == "ConcurrentRequestsPerModel" and not a["AlarmActions"]:
            a["AlarmActions"] = [p["PolicyARN"]]
            p["Alarms"].append({"AlarmName": a["AlarmName"], "AlarmARN": a["AlarmArn"]})
        alarms.append(a)
    return {"targets": {"ScalableTargets": targets}, "policies": {"ScalingPolicies": policies},
            "alarms": {"MetricAlarms": alarms, "CompositeAlarms": []}}


def files(d, **docs):
    """Writes NAME.json for each (a document, a list of documents, or text) and returns the options."""
    args = []
    for name, doc in docs.items():
        text = doc if isinstance(doc, str) else "\n".join(map(json.dumps, doc if isinstance(doc, list) else [doc]))
        (pathlib.Path(d) / f"{name}.json").write_text(text)
        args += [f"--{name}", str(pathlib.Path(d) / f"{name}.json")]
    return args


def scratch():
    """A directory that goes when the test ends."""
    d = tempfile.mkdtemp(prefix="headroom-test-")
    atexit.register(shutil.rmtree, d, True)
    return pathlib.Path(d)


def make_plan(d, *more):
    path = pathlib.Path(d) / "plan-kokoro-82m.json"
    r = kit.run("plan", *kit.PAIR, *kit.LOAD, "--output", path, *more)
    kit.equal(r.returncode, 0, f"the plan is made ({r.stderr.strip()})")
    return path
