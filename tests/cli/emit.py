"""emit: options, refusals with nothing written, what each form says, and the script of aws-cli."""
import json, os, re
import emitkit, hclread, kit
from emitkit import BODIES, FORMS, emit, read_python, shell
from kit import FIXTURES, changed, check, equal, expect, load, run

with kit.folder() as d:
    P = emitkit.make_plan(d)
    plan = d / "plan.json"

    # --- usage: exit 2 -----------------------------------------------------------------------------------
    for args, part in [
        ([], "one PLAN is needed, 0 were given"),
        ([plan, plan, "--format", "python"], "one PLAN is needed, 2 were given"),
        ([plan], "--format FORM is needed"),
        ([plan, "--format", "pulumi"], "'pulumi' is none of python, cloudformation, cloudformation-json, terraform, aws-cli"),
        ([plan, "--format", "aws-cli"], "-o DIR is needed"),
        ([plan, "--format", "python", "--method", "fast"], "neither published nor flow"),
        ([plan, "--format", "python", "--format", "terraform"], "given twice"),
        ([plan, "--format", "python", "--nonsense"], "--nonsense"),
        ([plan, "--format", "python", "-o", plan], "plan.json"),
    ]:
        before = plan.read_bytes()
        expect(["emit", *args], 2, f"usage {args[1:]}", out="", err_has=[part])
        equal(plan.read_bytes(), before, f"usage {args[1:]}: the plan is untouched")

    # --- names: exit 2 from an option, 3 from the plan -----------------------------------------------------
    bad = ["", "-a", "a-", "a_b", "a.b", "a b", "é", "a" * 64, "a/b", "a\nb", "${a}", "{{resolve:ssm:x}}", "a'b"]
    good = ["a", "A", "9", "a--b", "a" * 63, "speech-demo"]
    for name in bad:
        for option in ("--endpoint", "--variant"):
            expect(["emit", plan, "--format", "terraform", option, name], 2, f"{option} {name!r}", out="",
                   err_has=["no name that AWS accepts"])
        doc = changed(P, plan__endpoint=name)
        for form in FORMS:
            emit(d, doc, form, code=3)
        out = emit(d, doc, "cloudformation-json", "--endpoint", "other")
        equal(json.loads(out)["Resources"]["ScalableTarget"]["Properties"]["ResourceId"],
              "endpoint/other/variant/primary", f"--endpoint instead of {name!r}")
    for name in good:
        out = json.loads(emit(d, P, "cloudformation-json", "--endpoint", name, "--variant", name[::-1]))
        equal(out["Resources"]["ScalableTarget"]["Properties"]["ResourceId"], f"endpoint/{name}/variant/{name[::-1]}",
              f"name {name}")
    for form in FORMS:
        emit(d, changed(P, plan__endpoint=None), form, code=2)
        emit(d, changed(P, plan__endpoint=None), form, "--endpoint", "a")

    # --- not to be deployed: exit 1, nothing written -------------------------------------------------------
    bare = emitkit.make_plan(d, "bare", pair=["--qmax", FIXTURES / "no-server-statistics-qmax.json", "--ttotal",
                                              FIXTURES / "no-server-statistics-ttotal.json"])
    stop = emitkit.make_plan(d, "stop", pair=["--qmax", FIXTURES / "infeasible-qmax.json", "--ttotal",
                                              FIXTURES / "infeasible-ttotal.json"], code=1)
    for form in FORMS:
        emit(d, stop, form, code=1)
        emit(d, changed(stop, verdict="ok"), form, code=1)
        emit(d, changed(P, verdict="INFEASIBLE"), form, code=1)
        emit(d, changed(P, plan__min_instances=0), form, code=1)
        emit(d, changed(P, plan__min_instances=10), form, code=1)
        if form != "python":
            emit(d, bare, form, code=1)
    expect(["emit", d / "stop.json", "--format", "python"], 1, "infeasible", out="",
           err_has=["stop.json: the plan is infeasible (slo_budget)"])
    expect(["emit", d / "bare.json", "--format", "terraform"], 1, "no units", out="",
           err_has=["bare.json: there is no scaling target", "only the Python form"])
    text = emit(d, bare, "python")
    fields = read_python(text)["kokoro-82m"]
    equal({"scaling_target_value", "scale_in_threshold"} & set(fields), set(), "no units: thresholds left out")
    check("# scaling_target_value and scale_in_threshold are left out: no rung" in text, "no units: the reason", text)

    # --- refused plans: exit 3 -----------------------------------------------------------------------------
    (d / "foreign.json").write_text(json.dumps({k: v for k, v in P.items() if k != "headroom"}))
    for form in FORMS:
        r = run("emit", d / "foreign.json", "--format", form, "-o", d / "x")
        equal((r.returncode, (d / "x").exists()), (3, False), f"a plan without headroom, {form}")
    for paths, part in [
        ({"plan__max_instances": 2000000000}, "max_instances is 2000000000, outside 1 to 1000000000"),
        ({"plan__scale_out_cooldown_s": -1}, "scale_out_cooldown_s is -1"),
        ({"plan__scale_in_cooldown_s": 3000000000}, "scale_in_cooldown_s is 3000000000"),
        ({"plan__queue_max_depth": 0}, "queue_max_depth is 0"),
        ({"plan__c_scale_max_in_cw_units": 0.0}, "the scaling target value is 0.0"),
        ({"plan__c_scale_max_in_cw_units": 1e16}, "the scaling target value is 1e+16"),
        ({"plan__c_scale_min": -1.0}, "the scale-in threshold is -1.0"),
    ]:
        (d / "out.json").write_text(json.dumps(changed(P, **paths)))
        expect(["emit", d / "out.json", "--format", "terraform"], 3, f"out of range {paths}", out="", err_has=[part])

    # --- the flow method -----------------------------------------------------------------------------------
    flow = emit(d, P, "cloudformation-json", "--method", "flow")
    r = json.loads(flow)["Resources"]
    equal(set(r), {"ScalableTarget", "ScaleOutPolicy", "FirstChunkLatencyAlarm", "Dashboard"}, "flow: resources")
    c = r["ScaleOutPolicy"]["Properties"]["TargetTrackingScalingPolicyConfiguration"]
    f = P["headroom"]["flow"]
    equal(c, {"TargetValue": f["target"], "ScaleOutCooldown": 30, "ScaleInCooldown": 960, "DisableScaleIn": False,
              "PredefinedMetricSpecification": {"PredefinedMetricType": "SageMakerVariantInvocationsPerInstance"}},
          "flow: policy")
    t = r["ScalableTarget"]["Properties"]
    equal((t["MinCapacity"], t["MaxCapacity"]), (f["minimum"], f["maximum"]), "flow: capacity")
    default = emit(d, changed(P, headroom__scenario__method="flow"), "cloudformation-json")
    equal(default, flow, "flow: the plan's method is the default")
    text = emit(d, P, "python", "--method", "flow")
    fields = read_python(text)["kokoro-82m"]
    equal((fields["min_instances"], fields["max_instances"]), (f["minimum"], f["maximum"]), "flow: capacity in Python")
    check("scaling_target_value" not in fields and str(f["target"]) in text, "flow: the rate is a comment in Python")
    for key in ("target", "minimum", "maximum"):
        (d / "out.json").write_text(json.dumps(changed(P, **{f"headroom__flow__{key}": None})))
        for form in FORMS:
            expect(["emit", d / "out.json", "--format", form, "--method", "flow", "-o", d / "x"], 3,
                   f"flow without {key}, {form}", out="", err_has=["$.headroom.flow: " + key])
            check(not (d / "x").exists(), f"flow without {key}, {form}: nothing written")
    files = emit(d, P, "aws-cli", "--method", "flow")
    equal(set(files), {"deploy.sh", *(b + ".json" for b in BODIES if not b.endswith("scale-in"))}, "flow: files")

    # --- without an N=1 rung there is no alarm -------------------------------------------------------------
    quiet = changed(P, headroom__policy__alarm_ms=None)
    files = emit(d, quiet, "aws-cli")
    equal(set(files), {"deploy.sh", *(b + ".json" for b in BODIES if "first-chunk" not in b)}, "no alarm: files")
    check("# No alarm on FirstChunkLatency: no usable rung" in files["deploy.sh"], "no alarm: said in the script")
    check("FirstChunkLatencyAlarm" not in json.loads(emit(d, quiet, "cloudformation-json"))["Resources"],
          "no alarm in CloudFormation")
    check(("aws_cloudwatch_metric_alarm", "first_chunk_latency") not in
          hclread.resources(emit(d, quiet, "terraform")), "no alarm in Terraform")

    # --- what every form carries ---------------------------------------------------------------------------
    for form in FORMS:
        out = emit(d, P, form)
        text = out if isinstance(out, str) else out["deploy.sh"]
        flat = re.sub(r"\n# *", " ", text)
        for i in P["headroom"]["inputs"]:
            check(i["sha256"] in text and i["name"] in text, f"{form}: hash of {i['role']}")
        for note in P["plan"]["findings"]:
            check(f"{note['name']}: {note['detail'][:60]}" in flat, f"{form}: finding {note['name']}", flat[:2000])
        for a in P["headroom"]["audit"]["checks"]:
            if a["verdict"] in ("warn", "stop"):
                check(f"audit {a['name']}: " in flat, f"{form}: audit {a['name']}")
        check("egistering the target moves the live instance count into 1..9" in flat, f"{form}: the warning")
        warned = changed(P, headroom__warnings=["a doubt about an input"])
        out = emit(d, warned, form)
        check("a doubt about an input" in (out if isinstance(out, str) else out["deploy.sh"]), f"{form}: doubts")
    r = run("emit", plan, "--format", "terraform")
    equal(r.stderr, "headroom: warning: registering the target moves the live instance count into 1..9\n", "warning")
    equal(r.stdout, emit(d, P, "terraform"), "standard output and -o agree")
    equal(run("emit", "-", "--format", "terraform", stdin=plan.read_text()).stdout, r.stdout, "a plan from a pipe")

    # --- Python: the same block as in plan.json, and --snippet ----------------------------------------------
    text = emit(d, P, "python")
    equal(text.partition("\n    \"")[2].rstrip("\n"), P["config_block"].partition("    \"")[2], "the block of plan.json")
    emitkit.make_plan(d, "again", "--snippet", d / "snippet.py")
    equal(read_python((d / "snippet.py").read_text()), read_python(text), "--snippet evaluates to the same")
    emitkit.make_plan(d, "stop2", "--snippet", d / "stop.py", pair=["--qmax", FIXTURES / "infeasible-qmax.json",
                                                                    "--ttotal", FIXTURES / "infeasible-ttotal.json"],
                      code=1)
    marked = (d / "stop.py").read_text()
    check(marked.startswith("# DO NOT DEPLOY") and all(x.startswith("#") for x in marked.splitlines()),
          "an infeasible snippet is marked, and all of it a comment", marked)
    equal(read_python(marked), {}, "an infeasible snippet evaluates to nothing")
    block = stop["config_block"]
    check(block.startswith("# DO NOT DEPLOY") and all(x.startswith("#") for x in block.splitlines()),
          "an infeasible block is marked", block)

    # --- aws-cli: files and script -------------------------------------------------------------------------
    files = emit(d, P, "aws-cli")
    equal(set(files), {"deploy.sh", *(b + ".json" for b in BODIES)}, "aws-cli: files")
    board = json.loads(files["dashboard.json"])
    equal(set(board), {"DashboardName", "DashboardBody"}, "dashboard.json")
    widgets = json.loads(board["DashboardBody"])["widgets"]
    equal([w["type"] for w in widgets], ["text"] + ["metric"] * 4, "dashboard: widgets")
    (d / "script").mkdir()
    for args in ([], ["--region", "eu-west-1"]):
        r = shell(files, d / "script", *args, path=d / "no-such")
        equal(r.returncode, 0, f"deploy.sh {args}")
        equal(r.stderr, "", f"deploy.sh {args} (stderr)")
        calls = [x for x in r.stdout.splitlines() if x.startswith("$ aws ")]
        equal([c.split()[2:4] for c in calls],
              [["application-autoscaling", "register-scalable-target"], ["application-autoscaling", "put-scaling-policy"],
               ["application-autoscaling", "put-scaling-policy"], ["cloudwatch", "put-metric-alarm"],
               ["cloudwatch", "put-metric-alarm"], ["cloudwatch", "put-dashboard"]], f"deploy.sh {args} prints its calls")
        check("moves the live instance count into 1..9" in r.stdout, "deploy.sh warns", r.stdout)
        check("MAX_QUEUE_DEPTH=50" in r.stdout, "deploy.sh names the queue's depth", r.stdout)
    equal({f.name for f in (d / "script").iterdir()}, set(files), "printing makes nothing")

    # A stand-in for the AWS CLI writes down how it was called and answers with an ARN.
    fake = d / "bin"
    fake.mkdir()
    (fake / "aws").write_text(f"""#!/bin/sh
for word; do printf '%s\\0' "$word" >> {d}/calls; done
printf '\\001' >> {d}/calls
case $*,$FAIL in
*PolicyARN*,) echo "arn:aws:autoscaling:eu-west-1:1:scalingPolicy:x" ;;
*PolicyARN*,none) echo None ;;
*register*,stop) exit 9 ;;
esac
""")
    (fake / "aws").chmod(0o755)

    def calls():
        out = [c.split("\0")[:-1] for c in (d / "calls").read_text().split("\1") if c]
        (d / "calls").unlink()
        return out

    r = shell(files, d / "script", "--apply", "--region", "eu-west-1", path=fake)
    equal(r.returncode, 0, "deploy.sh --apply: " + r.stderr)
    made = calls()
    equal([c[1] for c in made], ["register-scalable-target", "put-scaling-policy", "put-scaling-policy",
                                 "put-metric-alarm", "put-metric-alarm", "put-dashboard"], "--apply: calls in order")
    for c in made:
        equal(c[2:4], ["--region", "eu-west-1"], "--apply: the region of " + c[1])
    for c, name in zip(made[:5], BODIES):
        equal(c[4:6], ["--cli-input-json", f"file://{(d / 'script').resolve()}/{name}.json"], "--apply: body of " + name)
    equal(made[3][6:], ["--alarm-actions", "arn:aws:autoscaling:eu-west-1:1:scalingPolicy:x"], "--apply: the ARN arrives")
    equal(made[4][6:], [], "--apply: the latency alarm has no action")
    sent = json.loads(made[5][5])
    regions = {w["properties"]["region"] for w in json.loads(sent["DashboardBody"])["widgets"][1:]}
    equal((sent["DashboardName"], regions), (board["DashboardName"], {"eu-west-1"}), "--apply: dashboard with its region")

    for args, env, count, part in [
        (["--apply"], "", 0, "--apply needs --region"), (["--region"], "", 0, "--region needs a value"),
        (["--region", "a;b", "--apply"], "", 0, "is no name of a region"), (["--frob"], "", 0, "unknown option"),
        (["--apply", "--region=eu-west-1"], "none", 3, "without an ARN"),
        (["--apply", "--region=eu-west-1"], "stop", 1, ""),
    ]:
        os.environ["FAIL"] = env
        r = shell(files, d / "script", *args, path=fake)
        made = calls() if (d / "calls").exists() else []
        check(r.returncode != 0 and part in r.stderr, f"deploy.sh {args} {env} stops", r.stderr)
        equal(len(made), count, f"deploy.sh {args} {env}: calls made")
    del os.environ["FAIL"]

    # --- outputs whole or not at all -----------------------------------------------------------------------
    target = d / "dir"
    target.mkdir()
    (target / "mine.txt").write_text("mine")
    (target / "dashboard.json").mkdir()
    r = run("emit", plan, "--format", "aws-cli", "-o", target)
    equal((r.returncode, sorted(f.name for f in target.iterdir())), (4, ["dashboard.json", "mine.txt"]),
          "a name of ours is a directory: nothing written")
    (target / "dashboard.json").rmdir()
    r = run("emit", plan, "--format", "aws-cli", "-o", target)
    equal((r.returncode, (target / "mine.txt").read_text()), (0, "mine"), "files of others are left alone")
    r = run("emit", plan, "--format", "terraform", "-o", d / "no" / "x.tf")
    equal(r.returncode, 4, "no such directory")

    # --- goldens: the committed example, with short notes, so that they change only with emit --------------
    fixed = changed(P)
    for f in fixed["plan"]["findings"]:
        f.update(detail="what was found", recommendation="Do this." if f["verdict"] == "warn" else None)
    for a in fixed["headroom"]["audit"]["checks"]:
        a.update(sentence="what the audit says", recommendation=None)
    files = emit(d, fixed, "aws-cli")
    for form, name in zip(FORMS[:4], ["python.txt", "cloudformation.yaml", "cloudformation.json", "terraform.tf"]):
        kit.golden(f"emit/{name}", emit(d, fixed, form))
    for name, text in files.items():
        kit.golden(f"emit/aws-cli/{name}", text)
    kit.golden("emit/flow.tf", emit(d, fixed, "terraform", "--method", "flow"))
kit.done()
