"""async emit: options and refusals, the same configuration in four forms, what it says is missing, and the script."""
import json, os, subprocess
import hclread, kit
from kit import check, equal, expect, run

FORMS = ["cloudformation", "cloudformation-json", "terraform", "aws-cli"]


def emit(d, form, *extra, names=("speech-async", "blue"), code=0):
    """Text, or {file: text}; None when it is refused, and then nothing was written."""
    out = d / f"out-{len(list(d.iterdir()))}"
    r = run("async", "emit", "--endpoint", names[0], "--variant", names[1], "--format", form, "-o", out, *extra)
    kit.check(r.returncode == code, f"async emit {form} {extra} exits {code}", f"{r.returncode}: {r.stderr[:300]}")
    if r.returncode:
        check(not out.exists() and r.stderr.startswith("headroom: "),
              f"async emit {form} {extra}: nothing written, and why", r.stderr)
        return None
    check("registering the target moves the live instance count into" in r.stderr, f"{form}: the warning", r.stderr)
    return {f.name: f.read_text() for f in out.iterdir()} if out.is_dir() else out.read_text()


def of_cloudformation(doc):
    r = {k: v["Properties"] for k, v in doc["Resources"].items()}
    wake = r.get("WakeAlarm")
    if wake:
        equal(wake.pop("AlarmActions"), [{"Ref": "WakePolicy"}], "the wake alarm calls the wake policy")
    for name in ("BacklogPolicy", "WakePolicy"):
        if name in r:
            equal(r[name].pop("ScalingTargetId"), {"Ref": "ScalableTarget"}, f"{name} is of the target")
    return r


def of_cli(files):
    ids = {"register-scalable-target": "ScalableTarget", "put-scaling-policy-backlog": "BacklogPolicy",
           "put-scaling-policy-wake": "WakePolicy", "put-metric-alarm-wake": "WakeAlarm",
           "put-metric-alarm-expired-requests": "ExpiredRequestsAlert",
           "put-metric-alarm-notification-failures": "NotificationFailuresAlert",
           "put-metric-alarm-age-of-oldest-request": "AgeOfOldestRequestAlert"}
    out = {ids[f[:-5]]: json.loads(t) for f, t in files.items() if f.endswith(".json")}
    target = {k: out["ScalableTarget"][k] for k in ("ServiceNamespace", "ResourceId", "ScalableDimension")}
    for name in ("BacklogPolicy", "WakePolicy"):
        if name in out:
            equal({k: out[name].pop(k) for k in target}, target, f"aws-cli: {name} is of the target")
    return out


def of_terraform(text):
    """Terraform's names turned into the API's."""
    r = hclread.resources(text)
    t = r.pop(("aws_appautoscaling_target", "variant"))
    out = {"ScalableTarget": {"ServiceNamespace": t["service_namespace"], "ResourceId": t["resource_id"],
                              "ScalableDimension": t["scalable_dimension"], "MinCapacity": t["min_capacity"],
                              "MaxCapacity": t["max_capacity"]}}
    p = r.pop(("aws_appautoscaling_policy", "backlog"))
    c = p["target_tracking_scaling_policy_configuration"]
    m = c["customized_metric_specification"]
    out["BacklogPolicy"] = {"PolicyName": p["name"], "PolicyType": p["policy_type"],
                            "TargetTrackingScalingPolicyConfiguration": {
        "TargetValue": c["target_value"], "ScaleOutCooldown": c["scale_out_cooldown"],
        "ScaleInCooldown": c["scale_in_cooldown"],
        "CustomizedMetricSpecification": {"MetricName": m["metric_name"], "Namespace": m["namespace"],
                                          "Statistic": m["statistic"],
                                          "Dimensions": [{"Name": m["dimensions"]["name"],
                                                          "Value": m["dimensions"]["value"]}]}}}
    p = r.pop(("aws_appautoscaling_policy", "wake"), None)
    if p:
        c = p["step_scaling_policy_configuration"]
        equal(c["step_adjustment"]["metric_interval_lower_bound"], "0", "terraform: the bound is a text")
        out["WakePolicy"] = {"PolicyName": p["name"], "PolicyType": p["policy_type"],
                             "StepScalingPolicyConfiguration": {
            "AdjustmentType": c["adjustment_type"], "Cooldown": c["cooldown"],
            "MetricAggregationType": c["metric_aggregation_type"],
            "StepAdjustments": [{"MetricIntervalLowerBound": 0.0,
                                 "ScalingAdjustment": c["step_adjustment"]["scaling_adjustment"]}]}}
    ids = {"wake": "WakeAlarm", "expired_requests": "ExpiredRequestsAlert",
           "notification_failures": "NotificationFailuresAlert",
           "age_of_oldest_request": "AgeOfOldestRequestAlert"}
    for (kind, label), a in r.items():
        equal((kind, a.pop("alarm_actions", None)),
              ("aws_cloudwatch_metric_alarm", ["aws_appautoscaling_policy.wake.arn"] if label == "wake" else None),
              f"terraform: what {label} calls")
        out[ids[label]] = {"".join(w.capitalize() for w in k.split("_")): v for k, v in a.items()} | {
            "Dimensions": [{"Name": k, "Value": v} for k, v in a["dimensions"].items()]}
    return out


def alarm(metric, name, statistic="Sum", comparison="GreaterThanThreshold", threshold=0.0, periods=1,
          missing="notBreaching", variant=True):
    dimensions = [{"Name": "EndpointName", "Value": "speech-async"}]
    if variant:
        dimensions.append({"Name": "VariantName", "Value": "blue"})
    return {"AlarmName": f"speech-async-blue-{name}", "Namespace": "AWS/SageMaker", "MetricName": metric,
            "Statistic": statistic, "Dimensions": dimensions, "Period": 60, "EvaluationPeriods": periods,
            "DatapointsToAlarm": periods, "Threshold": threshold, "ComparisonOperator": comparison,
            "TreatMissingData": missing}


def expected(least=0, most=5, target=5.0, wake=True, deadline=None):
    out = {
        "ScalableTarget": {"ServiceNamespace": "sagemaker", "ResourceId": "endpoint/speech-async/variant/blue",
                           "ScalableDimension": "sagemaker:variant:DesiredInstanceCount", "MinCapacity": least,
                           "MaxCapacity": most},
        "BacklogPolicy": {"PolicyName": "speech-async-blue-backlog", "PolicyType": "TargetTrackingScaling",
                          "TargetTrackingScalingPolicyConfiguration": {
                              "TargetValue": target, "ScaleOutCooldown": 300, "ScaleInCooldown": 300,
                              "CustomizedMetricSpecification": {
                                  "MetricName": "ApproximateBacklogSizePerInstance", "Namespace": "AWS/SageMaker",
                                  "Statistic": "Average",
                                  "Dimensions": [{"Name": "EndpointName", "Value": "speech-async"}]}}},
        "ExpiredRequestsAlert": alarm("ExpiredRequests", "expired-requests"),
        "NotificationFailuresAlert": alarm("NotificationFailures", "notification-failures")}
    if wake:
        out["WakePolicy"] = {"PolicyName": "speech-async-blue-wake", "PolicyType": "StepScaling",
                             "StepScalingPolicyConfiguration": {
            "AdjustmentType": "ChangeInCapacity", "Cooldown": 300, "MetricAggregationType": "Average",
            "StepAdjustments": [{"MetricIntervalLowerBound": 0.0, "ScalingAdjustment": 1}]}}
        out["WakeAlarm"] = alarm("HasBacklogWithoutCapacity", "wake", "Average", "GreaterThanOrEqualToThreshold", 1.0,
                                 2, "missing", False)
    if deadline:
        out["AgeOfOldestRequestAlert"] = alarm("ApproximateAgeOfOldestRequest", "age-of-oldest-request", "Maximum",
                                               threshold=float(deadline), variant=False)
    return out


def same(got, want, what):
    """All but the descriptions, whose words are not compared; their length is."""
    for k, v in got.items():
        text = v.pop("AlarmDescription", None)
        check((text is None) != k.endswith(("Alarm", "Alert")) and len(text or "") <= 1024,
              f"{what}: description of {k}")
    equal(got, want, what)


with kit.folder() as d:
    # --- four forms, one configuration ----------------------------------------
    for extra, want in [([], {}), (["--deadline", "900"], {"deadline": 900}), (["--deadline", "1"], {"deadline": 1}),
                        (["--deadline", "21599"], {"deadline": 21599}),
                        (["--min", "1", "--no-wake"], {"least": 1, "wake": False}),
                        (["--min", "2", "--max", "2", "--target", "0.25"], {"least": 2, "most": 2, "target": 0.25}),
                        (["--max", "1000000000", "--target", "1e-9"], {"most": 1000000000, "target": 1e-9}),
                        (["--target", "1e9"], {"target": 1e9})]:
        out = {form: emit(d, form, *extra) for form in FORMS}
        doc = json.loads(out["cloudformation-json"])
        same(of_cloudformation(json.loads(out["cloudformation-json"])), expected(**want), f"{extra}: CloudFormation")
        same(of_cli(out["aws-cli"]), expected(**want), f"{extra}: aws-cli")
        same(of_terraform(out["terraform"]), expected(**want), f"{extra}: Terraform")
        try:
            import yaml
            from cfnspec import check_template, same_type
        except ImportError:
            print("python3-yaml is not installed: CloudFormation's YAML was not read")
        else:
            check(same_type(yaml.safe_load(out["cloudformation"]), doc), f"{extra}: YAML and JSON are one document")
            check_template(doc, f"{extra}")
        # Each form names what it does not contain.
        for form in FORMS:
            text = out[form] if isinstance(out[form], str) else out[form]["deploy.sh"]
            for part in ("the service role", "the topics", "the encryption", "the reconciliation"):
                check(part + ":" in text, f"{form} {extra}: says that it lacks {part}")
            check("ccount/role" not in text and "arn:aws" not in text, f"{form}: no ARN is made up")
    for name in ("WakeAlarm", "WakePolicy"):
        check(name not in emit(d, "cloudformation", "--min", "1", "--no-wake"), f"--no-wake: no {name}")
    doc = json.loads(emit(d, "cloudformation-json", "--deadline", "900"))
    text = doc["Resources"]["AgeOfOldestRequestAlert"]["Properties"]["AlarmDescription"]
    check("in the queue, not of the job" in text, "the age is that of the queue", text)

    # --- names ----------------------------------------
    for name in ["a", "9", "a--b", "a" * 63]:
        doc = json.loads(emit(d, "cloudformation-json", names=(name, name[::-1])))
        equal(doc["Resources"]["ScalableTarget"]["Properties"]["ResourceId"], f"endpoint/{name}/variant/{name[::-1]}",
              f"name {name}")
    doc = json.loads(run("async", "emit", "--endpoint", "e", "--format", "cloudformation-json").stdout)
    equal(doc["Resources"]["ScalableTarget"]["Properties"]["ResourceId"], "endpoint/e/variant/primary",
          "the variant is primary unless it is named")
    for name in ["", "-a", "a-", "a_b", "a b", "é", "a" * 64, "a/b", "a\n", "${a}", "{{resolve:ssm:x}}"]:
        for option in ("--endpoint", "--variant"):
            first = ["--endpoint", "e"] if option == "--variant" else []
            expect(["async", "emit", *first, option, name, "--format", "terraform"], 2, f"{option} {name!r}", out="",
                   err_has=["no name that AWS accepts"])

    # --- refused ----------------------------------------
    for form in FORMS:
        emit(d, form, "--no-wake", code=1)
        emit(d, form, "--no-wake", "--min", "0", "--max", "1", code=1)
    expect(["async", "emit", "--endpoint", "e", "--format", "terraform", "--no-wake"], 1, "no wake pair", out="",
           err_has=["a minimum of 0 without the wake pair"])
    base = ["async", "emit", "--endpoint", "e", "--format", "terraform"]
    for args, part in [
        (["async", "emit", "--format", "terraform"], "--endpoint N is needed"),
        (["async", "emit", "--endpoint", "e"], "--format FORM is needed"),
        (["async", "emit", "--endpoint", "e", "--format", "python"],
         "'python' is none of cloudformation, cloudformation-json, terraform, aws-cli"),
        (["async", "emit", "--endpoint", "e", "--format", "aws-cli"], "-o DIR is needed"),
        ([*base, "plan.json"], "no file is read, 'plan.json' was given"),
        ([*base, "--min", "-1"], "--min"), ([*base, "--min", "1.5"], "--min"), ([*base, "--max", "0"], "--max"),
        ([*base, "--min", "6"], "--max: 5 is below --min, 6"), ([*base, "--max", "1000000001"], "--max"),
        ([*base, "--target", "0"], "--target"),
        ([*base, "--target", "-5"], "--target"), ([*base, "--target", "nan"], "--target"),
        ([*base, "--target", "inf"], "--target"),
        ([*base, "--target", "1e10"], "--target"), ([*base, "--deadline", "0"], "--deadline"),
        ([*base, "--deadline", "21600"], "--deadline"),
        ([*base, "--deadline", "9.5"], "--deadline"), ([*base, "--endpoint", "f"], "given twice"),
    ]:
        expect(args, 2, f"usage {args[2:]}", out="", err_has=[part])
    equal(run(*base, "-o", d / "none" / "x.tf").returncode, 4, "no such directory")

    # --- the script ----------------------------------------
    def script(name, *extra):
        where = d / name
        run("async", "emit", "--endpoint", "e", "--format", "aws-cli", "-o", where, *extra)
        return where

    def sh(where, *args, path=None, fail=""):
        return subprocess.run(["sh", where / "deploy.sh", *args], capture_output=True, text=True, timeout=60, cwd="/",
                              env=dict(os.environ, FAIL=fail,
                                       PATH=f"{path}:{os.environ['PATH']}" if path else os.environ["PATH"]))

    full, bare = script("full", "--deadline", "900"), script("bare", "--no-wake", "--min", "1")
    before = sorted(f.name for f in full.iterdir())
    r = sh(full)
    equal((r.returncode, r.stderr), (0, ""), "deploy.sh prints")
    equal([c.split()[2:4] for c in r.stdout.splitlines() if c.startswith("$ aws ")],
          [["application-autoscaling", "register-scalable-target"], ["application-autoscaling", "put-scaling-policy"],
           ["application-autoscaling", "put-scaling-policy"], *[["cloudwatch", "put-metric-alarm"]] * 4],
           "deploy.sh: its calls in order")
    check("Not contained, and needed:" in r.stdout and "the service role" in r.stdout, "deploy.sh: what is missing",
          r.stdout)
    equal(sorted(f.name for f in full.iterdir()), before, "printing makes nothing")
    equal(sh(bare).stdout.count("$ aws "), 4, "without the wake pair: four calls")
    fake = d / "bin"
    fake.mkdir()
    (fake / "aws").write_text(f"""#!/bin/sh
for word; do printf '%s\\0' "$word" >> {d}/calls; done
printf '\\001' >> {d}/calls
case $*,$FAIL in
*PolicyARN*,none) echo None ;;
*PolicyARN*) echo arn:wake ;;
esac
""")
    (fake / "aws").chmod(0o755)

    def calls():
        out = [c.split("\0")[:-1] for c in (d / "calls").read_text().split("\1") if c]
        (d / "calls").unlink()
        return out

    r = sh(full, "--apply", "--region", "eu-west-1", path=fake)
    equal(r.returncode, 0, "deploy.sh --apply: " + r.stderr)
    made = calls()
    files = [m[5].rpartition("/")[2] for m in made]
    equal(sorted(files), [f for f in before if f.endswith(".json")], "--apply: every body is sent once")
    equal(files[:4], ["register-scalable-target.json", "put-scaling-policy-backlog.json",
                      "put-scaling-policy-wake.json",
                      "put-metric-alarm-wake.json"], "--apply: the policy before its alarm")
    for m, f in zip(made, files):
        equal(m[2:6], ["--region", "eu-west-1", "--cli-input-json", f"file://{full.resolve()}/{f}"], f"--apply: {f}")
        equal(m[6:], {"put-metric-alarm-wake.json": ["--alarm-actions", "arn:wake"],
                      "put-scaling-policy-wake.json": ["--query", "PolicyARN", "--output", "text"]}.get(f, []),
                      f"--apply: what {f} calls")
    r = sh(full, "--apply", "--region", "eu-west-1", path=fake, fail="none")
    check(r.returncode != 0 and "without an ARN" in r.stderr, "no ARN: the script stops", r.stderr)
    equal(len(calls()), 3, "no ARN: no alarm was made")
    check(sh(full, "--apply").returncode != 0, "--apply needs a region")

    # --- goldens ----------------------------------------
    for form, name in zip(FORMS, ["cloudformation.yaml", "cloudformation.json", "terraform.tf"]):
        kit.golden(f"async/{name}", emit(d, form, "--deadline", "900"))
    kit.golden("async/deploy.sh", emit(d, "aws-cli", "--deadline", "900")["deploy.sh"])
kit.done()
