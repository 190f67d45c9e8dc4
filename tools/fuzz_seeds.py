#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets anew: fuzz_seeds.py HEADROOM SOURCE.

Seeds that hold a plan.json follow its format, so they are made by the program. They are small, because libFuzzer
changes short inputs best; documents of one input are parted by the control character RS (tests/fuzz/fuzz.h).
"""
import json
import pathlib
import subprocess
import sys
import tempfile

RS = b"\x1e"
SLIM = {"run_index", "concurrency", "completed", "ok", "ttfab_p95_ms", "achieved_rps", "s_mean_s", "s_p95_s", "usable",
        "meets_slo", "step_index", "chars", "concurrency_mean", "server_concurrency_peak"}
SCENARIOS = {
    "peak": {"peak_rps": 5000, "trough_rps": 10},
    "flow": {"peak_rps": 200, "trough_rps": 2, "flow": True, "quota": 20},
    "streams": {"peak_streams": 300, "trough_streams": 10, "surge": 1.4, "slo_ms": 3000, "floor": 3, "rate": 1.5},
    "assumed": {"peak_rps": 50, "assume_t_total_s": 300, "ceiling_s": 30, "full": True},
}


def slim(ladder, rungs):
    """The ladder with fewer rungs and figures."""
    out = dict(ladder)
    steps = [s for s in ladder["steps"] if s["concurrency"] in rungs]
    out["steps"] = [{k: v for k, v in s.items() if k in SLIM} for s in steps]
    out.pop("deployed_config", None)
    return out


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def plan(headroom, folder, name, ladder, scale_out, scenario):
    (folder / "q.json").write_bytes(compact(ladder))
    (folder / "t.json").write_bytes(compact(scale_out))
    flags = {"peak_rps": "--peak-rps", "trough_rps": "--trough-rps", "peak_streams": "--peak-streams",
             "trough_streams": "--trough-streams", "surge": "--max-scaling-per-t-total", "rate": "--rate",
             "quota": "--quota", "floor": "--min-floor", "slo_ms": "--ttfab-slo-ms", "ceiling_s": "--ceiling-s",
             "assume_t_total_s": "--assume-t-total"}
    line = [headroom, "plan", "--qmax", folder / "q.json", "--allow-config-mismatch", "--allow-inconsistent",
            "--no-sample", "--format", "json"]
    if "assume_t_total_s" not in scenario:
        line += ["--ttotal", folder / "t.json"]
    for key, value in scenario.items():
        line += [flags[key], str(value)] if key in flags else []
    if scenario.get("flow"):
        line += ["--method", "flow"]
    done = subprocess.run(line, stdout=subprocess.PIPE)
    if done.returncode not in (0, 1):
        sys.exit(f"{name}: exit status {done.returncode}")
    return compact(json.loads(done.stdout))


def exports():
    rid = "endpoint/speech/variant/primary"
    dims = [{"Name": "EndpointName", "Value": "speech"}, {"Name": "VariantName", "Value": "primary"}]
    arn = "arn:aws:autoscaling:us-east-1:1:scalingPolicy:1:resource/sagemaker/" + rid + ":policyName/"
    common = {"ServiceNamespace": "sagemaker", "ResourceId": rid,
              "ScalableDimension": "sagemaker:variant:DesiredInstanceCount"}
    targets = {"ScalableTargets": [{**common, "MinCapacity": 1, "MaxCapacity": 9, "SuspendedState": {
        "DynamicScalingInSuspended": False, "DynamicScalingOutSuspended": True, "ScheduledScalingSuspended": False}}]}
    policies = {"ScalingPolicies": [
        {**common, "PolicyARN": arn + "speech-primary-scale-out", "PolicyName": "speech-primary-scale-out",
         "PolicyType": "TargetTrackingScaling",
         "TargetTrackingScalingPolicyConfiguration": {
             "TargetValue": 37.5, "ScaleOutCooldown": 30, "ScaleInCooldown": 960, "DisableScaleIn": True,
             "PredefinedMetricSpecification": {
                 "PredefinedMetricType": "SageMakerVariantConcurrentRequestsPerModelHighResolution"}},
         "Alarms": [{"AlarmName": "TargetTracking-a", "AlarmARN": "arn:a"}]},
        {**common, "PolicyARN": arn + "speech-primary-scale-in", "PolicyName": "speech-primary-scale-in",
         "PolicyType": "StepScaling",
         "StepScalingPolicyConfiguration": {
             "AdjustmentType": "ChangeInCapacity", "Cooldown": 960, "MetricAggregationType": "Average",
             "StepAdjustments": [{"MetricIntervalUpperBound": 0.0, "ScalingAdjustment": -1}]}}]}
    alarms = {"MetricAlarms": [
        {"AlarmName": "speech-primary-scale-in", "ActionsEnabled": True, "MetricName": "ConcurrentRequestsPerModel",
         "Namespace": "AWS/SageMaker", "Statistic": "Maximum", "Dimensions": dims, "Period": 60,
         "EvaluationPeriods": 15, "Threshold": 25.0, "ComparisonOperator": "LessThanThreshold",
         "TreatMissingData": "missing", "StateValue": "ALARM",
         "StateUpdatedTimestamp": "2026-01-05T10:04:00.000000+00:00",
         "AlarmActions": [arn + "speech-primary-scale-in"]}], "CompositeAlarms": []}
    metrics = {"Metrics": [{"Namespace": "AWS/SageMaker", "MetricName": "ConcurrentRequestsPerModel",
                            "Dimensions": dims}]}
    config = {"endpoints": {"speech": {"variant": "primary", "min_instances": 1, "max_instances": 9,
                                       "scaling_target_value": 37.5, "scale_in_threshold": 25.0,
                                       "scale_out_cooldown_s": 30, "scale_in_cooldown_s": 960},
                            "other": {"method": "flow", "min_instances": 2, "max_instances": 4}}}
    cut = dict(targets, NextToken="x")
    cut["ScalableTargets"] = [{**targets["ScalableTargets"][0], "MaxCapacity": 4}]
    return {"same": [targets, policies, alarms, metrics, config],
            "nothing": [{"ScalableTargets": []}, {"ScalingPolicies": []}, {"MetricAlarms": []}, {"Metrics": []}, config],
            "cut": [cut, policies, {"MetricAlarms": []}, metrics, {"endpoints": {}}]}


def events():
    lines = []
    for run in (0, 1):
        for i, c in enumerate((1, 2)):
            for k in range(3):
                t = run * 100 + i * 10 + k
                lines.append({"run": run, "concurrency": c, "start_s": t, "first_byte_s": t + 0.1 * c,
                              "end_s": t + 0.3, "ok": True, "chars": 25})
    failed = dict(lines[0], ok=False, first_byte_s=None, chars=None)
    return {"two_runs": lines, "failed": [failed, *lines[:6]]}


def main():
    headroom, source = sys.argv[1], pathlib.Path(sys.argv[2])
    kokoro = source / "examples" / "kokoro-82m"
    ladder = json.loads(next(kokoro.glob("qmax-*.json")).read_text())
    scale_out = json.loads(next(kokoro.glob("ttotal-*.json")).read_text())
    load_test = json.loads((kokoro / "validate-kokoro-82m.json").read_text())
    rates = json.loads((source / "fixtures" / "rates.json").read_text())
    seeds = source / "tests" / "fuzz" / "seeds"

    def put(target, name, data):
        (seeds / target).mkdir(parents=True, exist_ok=True)
        (seeds / target / name).write_bytes(data)

    small = slim(ladder, {1, 40, 50, 60})
    for name, value in {"whole": ladder, "small": small, "one": slim(ladder, {1, 50})}.items():
        put("qmax", name, compact(value))
    for name, text in {"infeasible": "infeasible", "no_server": "no-server-statistics"}.items():
        put("qmax", name, (source / "fixtures" / f"{text}-qmax.json").read_bytes())
    put("ttotal", "whole", compact(scale_out))
    put("ttotal", "infeasible", (source / "fixtures" / "infeasible-ttotal.json").read_bytes())
    put("rates", "table", compact(rates))
    put("validation", "kokoro", compact(load_test))
    made_of = {}
    with tempfile.TemporaryDirectory() as name:
        for key, scenario in SCENARIOS.items():
            made = made_of[key] = plan(headroom, pathlib.Path(name), key, small, scale_out, scenario)
            for target in ("plan", "words", "charts", "report"):
                put(target, key, made)
            put("workbook", key, made + RS + b"hour,rps\n0,10\n1,20.5\n2,5000\n" * (key != "flow"))
            parts = [small, scale_out, rates, load_test, scenario]
            if "assume_t_total_s" in scenario:
                parts[1] = None
            put("evidence", key, RS.join(b"" if p is None else compact(p) for p in parts))
            line = {k: v for k, v in scenario.items() if k not in ("surge", "slo_ms", "floor", "flow")}
            line.update(id=key, qmax=slim(ladder, {1, 50}), no_sample=True, allow_config_mismatch=True,
                        allow_inconsistent=True)
            if parts[1]:
                line["ttotal"] = scale_out
            put("batch", key, compact(line))
    put("plan", "published", compact({k: v for k, v in json.loads(made).items() if k != "headroom"}))
    put("compare", "loads", made_of["peak"] + RS + made_of["flow"])
    put("compare", "units", made_of["assumed"] + RS + made_of["streams"])
    put("fleet", "two", made_of["flow"] + RS + made_of["assumed"] + RS + compact(small))
    put("fleet", "damaged", made_of["streams"] + RS + b'{"plan":{}}' + RS + b"{")
    for key, axes in {"line": "peak_rps=1:9000:4", "grid": "surge=1:1.4:2\nt_total=60:600:3\nrate=0:2:2",
                      "floors": "min_floor=1:3:3\nshare=0.1:1:4\ntrough_rps=0:100:2"}.items():
        put("sweep", key, RS.join((compact(slim(ladder, {1, 50})), compact(scale_out), axes.encode())))
    put("estimate", "rates", b"label,hourly_rate_usd,instance_hours\nMonday,0.23,24\nTuesday,1e-3,0\n,0.5,100\n")
    put("estimate", "hours", b"\xef\xbb\xbfinstance_hours\r\n24\r\n2.5\r\n")
    put("estimate", "many", b"label,instance_hours\n" + b"".join(b"day %d,%d\n" % (i, i % 9) for i in range(30)))
    replay = {"op": "async simulate", "id": 1, "service": 30, "provision": 320}
    put("batch", "burst", compact(dict(replay, burst="4@0,2@3600", rate=0.23, compare=True)))
    put("batch", "poisson", compact(dict(replay, poisson=20, hours=2, seed=7, min=1, max=3, target=2.5, ttl=600)))
    put("batch", "estimate", b'{"op":"async estimate","rate":0.23,"instance_hours":[24,2.5],"always_on":2,'
        b'"other":{"storage":12.3}}')
    put("batch", "gate", b'{"id":1,"op":"gate","dir":"/nowhere","model":"m","max_age":90,"as_of":"2026-09-01"}')
    put("batch", "verify", compact({"op": "verify", "plan": json.loads(made), "qmax": small}))
    put("batch", "missing", b'{"id":"x","qmax":"/nowhere/qmax.json","peak_rps":5}')
    for key, parts in exports().items():
        put("aws", key, RS.join(compact(p) for p in parts))
    for key, lines in events().items():
        put("events", key, b"".join(compact(x) + b"\n" for x in lines))
    put("profile", "hours", b"hour,rps\n0,10\n1,20.5\n2,5000\n")
    put("profile", "excel", b"\xef\xbb\xbfhour,rps\r\n5,0\r\n6,.5\r\n")
    request = {"EndpointName": "speech-async", "InputLocation": "s3://bucket/in/a.json", "InferenceId": "job-1"}
    put("contract", "good", compact(request))
    put("contract", "bad", compact(dict(request, InputLocation="http://x", RequestTTLSeconds=1.5, Other=None)))
    first = {"event": "registered", "inference_id": "job", "at_s": 0, "deadline_s": 900, "output_location": "s3://b/out/a",
             "failure_location": "s3://b/fail/a"}
    log = [first] + [{"event": e, "inference_id": "job", "at_s": i + 1.5} for i, e in enumerate(
        ("submitted", "completed", "failed"))] + [
            {"event": "reconciled", "found": "output", "inference_id": "job", "at_s": 9}]
    put("ledger", "job", b"".join(compact(x) + b"\n" for x in log))
    put("trace", "two_columns", b"arrival_s,service_s\n0,1.5\n0.000001,2\n700,3\n90000,1\n")
    put("trace", "one_column", b"\xef\xbb\xbfarrival_s\r\n1\r\n2.5\r\n2.5\r\n")
    put("template", "tags", b"{{if on}}\na: {{text}} {{n}} {{string x}}\n{{else}}\nb\n{{end}}\n# {{comment text}}\n"
        b"{{each rows}}\n- {{item}}{{if !last}},{{end}}\n{{end}}\n{{if !none}}x{{end}}" + RS + b"it's ${a} \"b\"\n")
    put("template", "include", b"{{include dashboard.json}}\n{{if no}}{{no}}{{end}}" + RS + b"x")
    put("quote", "plain", b"kokoro-82m")
    put("quote", "hostile", "a\"b'c\\d\n\t\x1b[31m ${x} %{y} {{z}} `e` $(f) | \u202e \u2028 \u8bed =1+1 _x0041_".encode())
    put("quote", "damaged", b"a\xff\xe8\xaf\xed\xa0\x80")
    for key, text in {"exact": "12.671999999999999", "tiny": "5e-324", "large": "1.7976931348623157e308",
                      "integer": "-9007199254740993", "stamp": "2026-08-04T14:42:58.733810+02:00",
                      "day": "1969-12-31"}.items():
        put("number", key, text.encode())
    put("json", "object", b'{"a":[1,-0.0,1e-5,"\\u00e9\\ud83d\\ude00",null,true,{"b":{}}],"c":"\\n\\"/"}')
    put("json", "several", b'[1]\n{"a":2} "x"\n')
    put("json", "edges", b"[5e-324,1e308,9007199254740993,0.1,-0,1E+2]")
    for i in range(8):
        put("scene", f"kind{i}", bytes([i] + [(k * 37 + i * 11 + k * k) % 256 for k in range(400)]))


main()
