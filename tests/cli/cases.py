"""The shared cases, when they lie beside the repository: every figure, verdict and refusal; then the three
figures of the audit that their own runner leaves to us."""
import json, math, subprocess, sys
import kit

cases = kit.shared()
if not cases:
    kit.skip("no shared/cases/plan.jsonl beside the repository: the 150 shared cases were not run")
r = subprocess.run([sys.executable, str(cases / "run.py"), kit.PROGRAM], capture_output=True, text=True)
kit.check(r.returncode == 0 and "150 of 150" in r.stdout, "the 150 shared cases", r.stdout)
print(r.stdout.strip())

NAMES = {"max_scaling_per_t_total": "--max-scaling-per-t-total", "min_instances_floor": "--min-floor",
         "assume_t_total_s": "--assume-t-total"}
for line in (cases / "plan.jsonl").read_text().splitlines():
    c = json.loads(line)
    if "refused" in c["expect"]:
        continue
    with kit.folder(qmax=c["qmax"], ttotal=c["ttotal"]) as d:
        args = ["plan", "--qmax", d / "qmax.json", "--format", "json", "--no-sample"]
        args += ["--ttotal", d / "ttotal.json"] if c["ttotal"] is not None else []
        for k, v in c["scenario"].items():
            args += [NAMES.get(k, "--" + k.replace("_", "-")), repr(v)]
        figures = json.loads(kit.run(*args).stdout)["headroom"]["audit"]["figures"]
    e = c["expect"]
    kit.check(abs(figures["surge_exact"] - e["shed_probability_exact"]) <= 1e-8, f"{c['name']} surge_exact",
              f"{figures['surge_exact']} expected {e['shed_probability_exact']}")
    kit.check(math.isclose(figures["mu_sat"], e["saturated_rps"], rel_tol=1e-12), f"{c['name']} mu_sat",
              f"{figures['mu_sat']} expected {e['saturated_rps']}")
    kit.equal(figures["keep_up_peak"], e["flow_floor_instances"], f"{c['name']} keep_up_peak")
kit.done()
