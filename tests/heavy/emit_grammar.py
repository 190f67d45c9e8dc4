"""What emit writes, read by the parsers of others: HashiCorp's own grammar (npm @cdktn/hcl2json) and a reader of
YAML 1.2 (npm yaml). Not part of `make check`, because the packages are not Debian's:
    npm install --ignore-scripts @cdktn/hcl2json yaml
    NODE_PATH=$PWD/node_modules make check-grammar
"""
import json, pathlib, shutil, subprocess, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import emitkit, kit
from emitkit import emit
from kit import changed, check, equal

HCL = """const { parse } = require('@cdktn/hcl2json');
let text = ''; process.stdin.on('data', c => text += c).on('end', () =>
  Promise.all(JSON.parse(text).map(t => parse('x.tf', t))).then(r => console.log(JSON.stringify(r)))
    .catch(e => { console.error(String(e)); process.exit(1); }));"""
YAML = """const { parse } = require('yaml');
let text = ''; process.stdin.on('data', c => text += c).on('end', () =>
  console.log(JSON.stringify(JSON.parse(text).map(t => parse(t)))));"""


def node(program, texts):
    r = subprocess.run(["node", "-e", program], input=json.dumps(texts), capture_output=True, text=True, timeout=120)
    check(r.returncode == 0, "the parser accepts what emit writes", r.stderr[:500])
    return json.loads(r.stdout) if r.returncode == 0 else []


for package in ("@cdktn/hcl2json", "yaml"):
    if not shutil.which("node") or subprocess.run(["node", "-e", f"require('{package}')"], capture_output=True).returncode:
        kit.skip(f"node or its package {package} is not installed (set NODE_PATH): the grammars of others were not asked")

with kit.folder() as d:
    P = emitkit.make_plan(d)
    hostile = "a\"b'c\\ ${d} $${e} %{if f} #{g} {{h}} */ \n\r\x1b\u2028\u202e \ufffe 声 : - ---"
    docs = {"example": (P, []), "flow": (P, ["--method", "flow"]),
            "no alarm": (changed(P, headroom__policy__alarm_ms=None), []),
            "small": (changed(P, plan__c_scale_max_in_cw_units=1e-7, plan__c_scale_min=1e-9), []),
            "large": (changed(P, plan__c_scale_max_in_cw_units=1e15), []),
            "hostile": (changed(P, plan__model_name=hostile, plan__instance_type=hostile, verdict=hostile,
                                headroom__warnings=[hostile], plan__findings__0__detail=hostile,
                                headroom__inputs__0__name=hostile), [])}
    tf = {k: emit(d, doc, "terraform", *extra) for k, (doc, extra) in docs.items()}
    for what, parsed in zip(tf, node(HCL, list(tf.values()))):
        ours = emitkit.numbers_of_terraform(tf[what])
        r = {kind: {label: body[0] for label, body in of.items()} for kind, of in parsed["resource"].items()}
        out = r["aws_appautoscaling_policy"]["scale_out"]["target_tracking_scaling_policy_configuration"][0]
        target, alarms = r["aws_appautoscaling_target"]["variant"], r["aws_cloudwatch_metric_alarm"] if "alarm" not in what \
            else {"first_chunk_latency": {}, **r["aws_cloudwatch_metric_alarm"]}
        equal((target["min_capacity"], target["max_capacity"], out["target_value"], out["scale_out_cooldown"],
               alarms.get("scale_in", {}).get("threshold"), alarms["first_chunk_latency"].get("threshold")),
              (ours["min"], ours["max"], ours["target"], ours["out"], ours["threshold"], ours["alarm"]),
              f"{what}: HashiCorp's grammar reads the same numbers")
        equal(parsed["output"]["container_environment"][0]["value"], {"MAX_QUEUE_DEPTH": "50"}, f"{what}: queue depth")
    yaml = [emit(d, doc, "cloudformation", *extra) for doc, extra in docs.values()]
    for what, parsed in zip(docs, node(YAML, yaml)):
        doc, extra = docs[what]
        equal(parsed, json.loads(emit(d, doc, "cloudformation-json", *extra)), f"{what}: YAML 1.2 reads the same document")
kit.done()
