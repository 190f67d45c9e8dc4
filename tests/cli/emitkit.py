"""What the tests of emit share: plans, changed plans, and each form read back into one set of numbers."""
import json, os, re, subprocess
import hclread, kit

FORMS = ["python", "cloudformation", "cloudformation-json", "terraform", "aws-cli"]
BODIES = ["register-scalable-target", "put-scaling-policy-scale-out", "put-scaling-policy-scale-in",
          "put-metric-alarm-scale-in", "put-metric-alarm-first-chunk", "dashboard"]


def make_plan(d, name="plan", *extra, pair=kit.PAIR, load=kit.LOAD, code=0):
    r = kit.run("plan", *pair, *load, *extra, "-o", d / f"{name}.json")
    kit.check(r.returncode == code, f"plan {name} exits {code}", r.stderr[:300])
    return kit.load(d / f"{name}.json")


def emit(d, doc, form, *extra, code=0):
    """Emits a changed plan. Returns what was written: text, or {file: text} for aws-cli; None when refused."""
    (d / "changed.json").write_text(json.dumps(doc))
    out = d / f"out-{form}"
    if form == "aws-cli" and out.is_dir():
        for f in out.iterdir():
            f.unlink()
        out.rmdir()
    out.unlink(missing_ok=True)
    r = kit.run("emit", d / "changed.json", "--format", form, "-o", out, *extra)
    kit.check(r.returncode == code, f"emit {form} {extra} exits {code}", f"{r.returncode}: {r.stderr[:300]}")
    if r.returncode:
        kit.check(not out.exists(), f"emit {form} {extra} leaves nothing behind when it refuses")
        kit.check(r.stderr.startswith("headroom: "), f"emit {form} {extra} says why", r.stderr)
        return None
    if out.is_dir():
        return {f.name: f.read_text() for f in out.iterdir()}
    return out.read_text()


class Endpoint(dict):
    """Stands for the class of the Python form."""

    def __init__(self, **fields):
        super().__init__(fields)


def read_python(text):
    return eval("{" + text + "}", {"ModelEndpointConfig": Endpoint, "__builtins__": {}})


def numbers_of_python(text):
    (fields,) = read_python(text).values()
    return {"min": fields["min_instances"], "max": fields["max_instances"], "target": fields.get("scaling_target_value"),
            "threshold": fields.get("scale_in_threshold"), "out": fields["scale_out_cooldown_s"],
            "in": fields["scale_in_cooldown_s"], "depth": fields["queue_max_depth"]}


def numbers_of_api(bodies):
    """Of request bodies; CloudFormation's properties have the same names."""
    target, out = bodies["target"], bodies["out"]["TargetTrackingScalingPolicyConfiguration"]
    step = bodies.get("in", {}).get("StepScalingPolicyConfiguration", {})
    alarm, late = bodies.get("in_alarm", {}), bodies.get("late", {})
    return {"min": target["MinCapacity"], "max": target["MaxCapacity"], "target": out["TargetValue"],
            "threshold": alarm.get("Threshold"), "out": out["ScaleOutCooldown"],
            "in": step.get("Cooldown", out.get("ScaleInCooldown")), "alarm": late.get("Threshold")}


def numbers_of_cli(files):
    names = dict(zip(["target", "out", "in", "in_alarm", "late"], BODIES))
    bodies = {k: json.loads(files[v + ".json"]) for k, v in names.items() if v + ".json" in files}
    depth = re.search(r"MAX_QUEUE_DEPTH=(\d+)", files["deploy.sh"])
    return numbers_of_api(bodies) | {"depth": int(depth[1])}


def numbers_of_cloudformation(doc):
    names = {"target": "ScalableTarget", "out": "ScaleOutPolicy", "in": "ScaleInPolicy", "in_alarm": "ScaleInAlarm",
             "late": "FirstChunkLatencyAlarm"}
    r = doc["Resources"]
    bodies = {k: r[v]["Properties"] for k, v in names.items() if v in r}
    depth = doc["Outputs"]["MaxQueueDepth"]["Value"]
    kit.equal(doc["Metadata"]["Headroom"]["ContainerEnvironment"], {"MAX_QUEUE_DEPTH": depth}, "depth in the metadata")
    kit.check(isinstance(depth, str), "MAX_QUEUE_DEPTH is a text", repr(depth))
    return numbers_of_api(bodies) | {"depth": int(depth)}


def numbers_of_terraform(text):
    r = hclread.resources(text)
    target = r["aws_appautoscaling_target", "variant"]
    out = r["aws_appautoscaling_policy", "scale_out"]["target_tracking_scaling_policy_configuration"]
    step = r.get(("aws_appautoscaling_policy", "scale_in"), {}).get("step_scaling_policy_configuration", {})
    alarm, late = (r.get(("aws_cloudwatch_metric_alarm", k), {}) for k in ("scale_in", "first_chunk_latency"))
    depth = hclread.read(text)["output"][0][1]["value"]["MAX_QUEUE_DEPTH"]
    kit.check(isinstance(depth, str), "MAX_QUEUE_DEPTH is a text", repr(depth))
    return {"min": target["min_capacity"], "max": target["max_capacity"], "target": out["target_value"],
            "threshold": alarm.get("threshold"), "out": out["scale_out_cooldown"],
            "in": step.get("cooldown", out.get("scale_in_cooldown")), "alarm": late.get("threshold"),
            "depth": int(depth)}


def shell(files, d, *args, path=None):
    """Runs deploy.sh of an emitted directory."""
    for name, text in files.items():
        (d / name).write_text(text)
    env = dict(os.environ, PATH=f"{path}:{os.environ['PATH']}" if path else os.environ["PATH"])
    return subprocess.run(["sh", str(d / "deploy.sh"), *args], capture_output=True, text=True, env=env, cwd="/",
                          timeout=60)
