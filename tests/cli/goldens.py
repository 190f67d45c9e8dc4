"""Goldens of text, Markdown, plan.json and snippet: the example, the flow method, an infeasible plan, one without
server statistics. `make goldens` writes them again; review the diff."""
import kit
from kit import FIXTURES, LOAD, PAIR, VALIDATE, folder, run

CASES = {
    "kokoro": [*PAIR, *LOAD, "--validate", VALIDATE, "--quota", "8"],
    "flow": [*PAIR, *LOAD, "--method", "flow", "--no-sample", "--min-floor", "3", "--rate", "2"],
    "infeasible": ["--qmax", FIXTURES / "infeasible-qmax.json", "--ttotal", FIXTURES / "infeasible-ttotal.json",
                   "--peak-streams", "40", "--trough-streams", "2"],
    "bare": ["--qmax", FIXTURES / "no-server-statistics-qmax.json", "--assume-t-total", "240", "--peak-rps", "12.5"],
    "mismatched": ["--qmax", FIXTURES / "mismatched-qmax.json", "--ttotal", FIXTURES / "mismatched-ttotal.json",
                   "--allow-config-mismatch", "--peak-rps", "5", "--rates", FIXTURES / "rates.json"],
}
for name, args in CASES.items():
    with folder() as d:
        r = run("plan", *args, "-o", d / "plan.json", "--snippet", d / "snippet")
        kit.check(r.returncode == (1 if name == "infeasible" else 0), f"{name} exits", r.stderr)
        kit.golden(f"plan/{name}.text", r.stdout)
        kit.golden(f"plan/{name}.markdown", run("plan", *args, "--format", "markdown").stdout)
        kit.golden(f"plan/{name}.json", (d / "plan.json").read_bytes())
        kit.golden(f"plan/{name}.snippet", (d / "snippet").read_bytes())

        # the Python form is Python: evaluated with a stub of the class it names
        stub = {"ModelEndpointConfig": lambda **kw: kw}
        value = eval("{" + (d / "snippet").read_text() + "\n}", stub)
        if name == "infeasible":
            kit.equal(value, {}, "an infeasible plan evaluates to nothing")
            kit.check("DO NOT DEPLOY" in (d / "snippet").read_text(), "and says so")
        else:
            config = next(iter(value.values()))
            plan = kit.load(d / "plan.json")["plan"]
            if name != "flow":
                kit.equal((config["min_instances"], config["max_instances"]), (plan["min_instances"], plan["max_instances"]),
                          f"{name} snippet instances")
            kit.equal("scaling_target_value" in config, plan["cw_units_ratio"] is not None and name != "flow",
                      f"{name} snippet leaves thresholds out without a conversion, and for a rate target")
kit.done()
