"""The five forms read back: identical numbers in all of them; CloudFormation's YAML and JSON as one document,
checked against the published resource specification; hostile text in every field that holds text."""
import copy, json, math, random
import emitkit, hclread, kit
from cfnspec import check_template, same_type
from emitkit import FORMS, emit
from kit import changed, check, equal

try:
    import yaml
except ImportError:
    kit.skip("python3-yaml is not installed: the forms of emit were not read back")

def joined(doc, region="eu-west-1"):
    parts = doc["Resources"]["Dashboard"]["Properties"]["DashboardBody"]["Fn::Join"][1]
    return json.loads("".join(p if isinstance(p, str) else region for p in parts))


def read_all(d, doc, what, *extra):
    """All five forms of a plan; checks that they agree; returns the numbers and the texts."""
    out = {form: emit(d, doc, form, *extra) for form in FORMS}
    if any(v is None for v in out.values()):
        return None, out
    j, y = json.loads(out["cloudformation-json"]), yaml.safe_load(out["cloudformation"])
    check(same_type(j, y), f"{what}: YAML and JSON are one document")
    check_template(j, what)
    n = {"cloudformation": emitkit.numbers_of_cloudformation(y), "cloudformation-json": emitkit.numbers_of_cloudformation(j),
         "terraform": emitkit.numbers_of_terraform(out["terraform"]), "aws-cli": emitkit.numbers_of_cli(out["aws-cli"])}
    for form in FORMS[2:]:
        equal(n[form], n["cloudformation"], f"{what}: numbers of {form}")
    python = emitkit.numbers_of_python(out["python"])
    equal(python, {k: v if python[k] is not None or "flow" not in extra else None for k, v in n["terraform"].items()
                   if k in python}, f"{what}: numbers of python")
    body = json.loads(json.loads(out["aws-cli"]["dashboard.json"])["DashboardBody"].replace("@REGION@", "eu-west-1"))
    equal(joined(j), body, f"{what}: dashboard of CloudFormation and of aws-cli")
    board = hclread.resources(out["terraform"])["aws_cloudwatch_dashboard", "variant"]["dashboard_body"]
    for w in board["widgets"][1:]:
        check(isinstance(w["properties"]["region"], hclread.Ref), f"{what}: Terraform asks for the region")
        w["properties"]["region"] = "eu-west-1"
    equal(board, body, f"{what}: dashboard of Terraform")
    return n["terraform"], out


with kit.folder() as d:
    P = emitkit.make_plan(d)

    # --- the committed example -----------------------------------------------------------------------------
    n, out = read_all(d, P, "example")
    equal(n, {"min": 1, "max": 9, "target": 37.5, "threshold": 25.0, "out": 30, "in": 960, "depth": 50,
              "alarm": 65371.69031798838}, "example: numbers")
    r = yaml.safe_load(out["cloudformation"])["Resources"]
    equal(r["ScaleInAlarm"]["Properties"]["AlarmActions"], [{"Ref": "ScaleInPolicy"}], "the alarm calls the policy")
    t = hclread.resources(out["terraform"])
    equal(t["aws_cloudwatch_metric_alarm", "scale_in"]["alarm_actions"], ["aws_appautoscaling_policy.scale_in.arn"],
          "the alarm calls the policy in Terraform")
    step = t["aws_appautoscaling_policy", "scale_in"]["step_scaling_policy_configuration"]
    equal(step["step_adjustment"], {"metric_interval_upper_bound": "0", "scaling_adjustment": -1}, "step bounds are text")
    late = t["aws_cloudwatch_metric_alarm", "first_chunk_latency"]
    equal({k: late.get(k) for k in ("statistic", "extended_statistic", "alarm_actions")},
          {"statistic": None, "extended_statistic": "p95", "alarm_actions": None}, "percentile without Statistic")
    read_all(d, P, "flow", "--method", "flow")
    read_all(d, P, "names", "--endpoint", "on", "--variant", "12")

    # --- numbers that a language could misread -------------------------------------------------------------
    rng = random.Random(20260804)
    values = [1e-9, 1e-7, 1.5e-5, 0.1, 1 / 3, 1.0, 25.0, 1e5, 1e6, 123456789.125, 1e15, math.nextafter(37.5, 38)]
    values += [rng.uniform(0, 10) * 10 ** rng.randint(-7, 12) for _ in range(5)]
    for x in values:
        low, ms = x * 0.7 + 1e-9, min(x, 1e11) / 7 + 1e-6
        doc = changed(P, plan__c_scale_max_in_cw_units=x, plan__c_scale_min=low, headroom__policy__alarm_ms=ms)
        n, _ = read_all(d, doc, f"numbers near {x!r}")
        if n:
            equal((n["target"], n["threshold"], n["alarm"]), (x, low, ms * 1000), f"exactly {x!r}")
    for least, most, wait in [(1, 1, 0), (3, 1000000000, 2147483647), (777, 777, 300)]:
        doc = changed(P, plan__min_instances=least, plan__max_instances=most, plan__scale_in_cooldown_s=wait)
        n, _ = read_all(d, doc, f"capacity {least}..{most}")
        equal((n["min"], n["max"], n["in"]), (least, most, wait), f"capacity {least}..{most}")

    # --- hostile text --------------------------------------------------------------------------------------
    HOSTILE = {
        "quotes": "a\"b'c\"\"\"d'''e`f`", "backslash": "a\\", "newline": "a\nb: 1\r\nc", "dollar": "${a} $${b} $(touch x) $a",
        "percent": "%{if true}a%{endif} %%{b}", "braces": "{{name}} {{if x}} {{end}}", "hash": "#{x} # y", "star": "*/ /* -->",
        "non-Latin": "声の高さ \U0001F600 café", "controls": "\x01\x1b[31m\x7f\u0085\u2028\u2029\ufeff\u202e",
        "noncharacters": "\ufffe\uffff", "yaml": ": - ? & * ! | > ' \" % @ `", "document": "---\n...\n- a",
        "end of json": "\"}]}", "encoding": "coding: utf-7 +AAo-import os", "long": "word " * 400, "block": "EOF\n'; exit 3; '",
    }
    P["headroom"]["warnings"] = [""]

    def fields(doc):
        """Every place of a plan that holds free text and reaches a form, as (name, setter)."""
        yield "model_name", lambda t: doc["plan"].update(model_name=t)
        yield "instance_type", lambda t: doc["plan"].update(instance_type=t)
        yield "verdict", lambda t: doc.update(verdict=t)
        yield "warning", lambda t: doc["headroom"].update(warnings=[t])
        for k in ("name", "role", "run_id", "measured_at"):
            yield f"input {k}", lambda t, k=k: doc["headroom"]["inputs"][0].update({k: t})
        for k in ("name", "detail", "recommendation"):
            yield f"finding {k}", lambda t, k=k: doc["plan"]["findings"][6].update({k: t})
        for k in ("sentence", "recommendation"):
            yield f"audit {k}", lambda t, k=k: doc["headroom"]["audit"]["checks"][0].update({k: t, "verdict": "stop"})

    def all_fields(text):
        doc = copy.deepcopy(P)
        for _, put in fields(doc):
            put(text)
        return doc

    for name, text in HOSTILE.items():
        n, out = read_all(d, all_fields(text), f"hostile {name}")
        if not n:
            continue
        equal(n["target"], 37.5, f"hostile {name}: the numbers stay")
        meta = yaml.safe_load(out["cloudformation"])["Metadata"]["Headroom"]
        equal((meta["Model"], meta["InstanceType"], meta["Inputs"][0]["Name"]), (text, text, text),
              f"hostile {name}: data in the metadata")
        check(any(x == f"WARN inputs: {text}" for x in meta["Notes"]), f"hostile {name}: data in the notes")
        ((key, entry),) = emitkit.read_python(out["python"]).items()
        equal((key, entry["model_name"], entry["instance_type"]), (text, text, text), f"hostile {name}: data in Python")
        (d / "file.py").write_text("x = {\n" + out["python"] + "}\n")
        scope = {"ModelEndpointConfig": emitkit.Endpoint}
        exec(compile((d / "file.py").read_bytes(), "file.py", "exec"), scope)
        equal(scope["x"], {text: entry}, f"hostile {name}: the file as Python reads it")
        (d / "sh").mkdir(exist_ok=True)
        r = emitkit.shell(out["aws-cli"], d / "sh", "--region", "eu-west-1", path=d / "none")
        equal((r.returncode, r.stderr, r.stdout.count("$ aws ")), (0, "", 6), f"hostile {name}: the script")
        for form in ("cloudformation", "terraform", "python"):
            visible = [c for c in out[form] if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e\ufeff"]
            equal(visible, [], f"hostile {name}: no hidden characters in {form}")

    # One field at a time, with everything at once: which field leaks shows by its name.
    everything = " ".join(v for k, v in HOSTILE.items() if k != "long")
    for i, (name, _) in enumerate(fields(P)):
        doc = copy.deepcopy(P)
        list(fields(doc))[i][1](everything)
        read_all(d, doc, f"hostile {name}")

    # Dynamic references: CloudFormation has no escape, so it is refused there; elsewhere they mean nothing.
    for reference in ("{{resolve:ssm:/a/b:1}}", "{{Resolve:secretsmanager:x}}"):
        for i, (name, _) in enumerate(fields(P)):
            doc = copy.deepcopy(P)
            list(fields(doc))[i][1](reference)
            reaches = name not in ("input run_id", "input measured_at")
            for form in FORMS:
                emit(d, doc, form, code=3 if reaches and form.startswith("cloudformation") else 0)
kit.done()
