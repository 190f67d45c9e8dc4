"""headroom batch, ops "async simulate" and "async estimate": what the commands answer, errors as answers."""
import json
import kit

TRACE = "arrival_s,service_s\n0,30\n3600,45.5\n3601,12\n90000,7\n"
BARE = "arrival_s\n0\n10\n4000\n"
BURST = {"burst": "4@0,2@5000.5", "service": 60, "provision": 320}


def answers(lines, *args, op="async simulate"):
    r = kit.run("batch", *args, stdin="".join(json.dumps(dict(x, op=op)) + "\n" for x in lines))
    return r.returncode, [json.loads(x) for x in r.stdout.splitlines()]


with kit.folder(ttotal=kit.load(kit.TTOTAL), unmeasured=kit.changed(kit.load(kit.TTOTAL), t_total_s=None)) as d:
    (d / "trace.csv").write_text(TRACE)
    (d / "bare.csv").write_text(BARE)
    trace, bare, ttotal = str(d / "trace.csv"), str(d / "bare.csv"), str(d / "ttotal.json")
    same = [
        (BURST, []),
        (dict(trace=trace, provision=320), [trace]),
        (dict(trace=trace, ttotal=ttotal, rate=1.408), [trace]),
        (dict(trace=bare, service=33.25, provision=0, min=1, max=7, target=2.5, per_instance=2), [bare]),
        (dict(trace=trace, provision=100.000001, ttl=60, timeout=40, until=86400, always_on=3, rate=0), [trace]),
        (dict(BURST, compare=True, rate=0.23), []),
        (dict(BURST, no_wake=True), []),
        (dict(BURST, wake_periods=5, wake_cooldown=60, scale_out_cooldown=120.5, scale_in_cooldown=900), []),
        (dict(poisson=40, hours=30, seed=7, service=90, provision=200), []),
        (dict(office_hours=12.5, hours=48, seed=4294967295, service=90, provision=200, compare=True), [])]
    got = {j: answers([x for x, _ in same], "-j", j) for j in (1, 3)}
    kit.equal(got[1], got[3], "answers of one process and of three")
    kit.equal((got[1][0], len(got[1][1])), (0, len(same)), "every line has its answer")
    for (line, operands), answer in zip(same, got[1][1]):
        options = []
        for k, v in line.items():
            if k != "trace":
                options += [f"--{k.replace('_', '-')}"] + ([] if v is True else [v if isinstance(v, str) else repr(v)])
        r = kit.run("async", "simulate", *operands, *options, "--format", "json")
        kit.check(r.returncode == 0, f"the command takes {options}", r.stderr)
        kit.equal(answer, json.loads(r.stdout or "{}"), f"as the command with {options}")
    code, inline = answers([dict(trace=trace, ttotal=kit.load(kit.TTOTAL), rate=1.408, id="i")])
    kit.equal(inline, [dict({"id": "i"}, **got[1][1][2])], "a T_total in the line, and an id")

    wrong = [
        (dict(BURST, provision=None), 2, "provision: expected either provision or ttotal, none"),
        (dict(BURST, ttotal=ttotal), 2, "both are there"),
        (dict(provision=1, service=1), 2, "$.trace: expected one of trace, poisson, office_hours and burst"),
        (dict(BURST, poisson=1, hours=1, seed=1), 2, "expected one of"),
        (dict(BURST, hours=1), 2, "hours and seed belong to"),
        (dict(poisson=1, hours=1, service=1, provision=1), 2, "hours and seed belong to"),
        (dict(poisson=0, hours=1, seed=1, service=1, provision=1), 2, "$.poisson: is 0"),
        (dict(office_hours=1, hours=0, seed=1, service=1, provision=1), 2, "$.hours: is 0"),
        (dict(poisson=1, hours=1, seed=-1, service=1, provision=1), 2, "$.seed: -1 is outside 0 to 4294967295"),
        (dict(BURST, burst="4x0"), 2, "'4x0' is not N@T"),
        (dict(burst="4@0", provision=1), 2, "$.service: is absent"),
        (dict(BURST, service=-1), 2, "$.service: is -1"),
        (dict(BURST, provision=2e9), 2, "$.provision: is 2e+09"),
        (dict(BURST, target=0), 2, "$.target: is 0"),
        (dict(BURST, target=0.12345678901), 2, "at most nine decimals"),
        (dict(BURST, min=8), 2, "$.max: 5 is below min, 8"),
        (dict(BURST, max=0), 2, "$.max: 0 is outside 1"),
        (dict(BURST, ttl=59), 2, "$.ttl: 59 is outside 60 to 21600"),
        (dict(BURST, timeout=3601), 2, "$.timeout: 3601 is outside"),
        (dict(BURST, per_instance=0), 2, "$.per_instance"),
        (dict(BURST, wake_periods=0), 2, "$.wake_periods"),
        (dict(BURST, until=-1), 2, "$.until"),
        (dict(BURST, rate=-1), 2, "$.rate: is -1"),
        (dict(BURST, always_on=0), 2, "$.always_on: 0 is outside"),
        (dict(BURST, compare=True, no_wake=True), 2, "$.compare"),
        (dict(BURST, sweep="target=1:2:2"), 2, "$.sweep: unknown key; async simulate takes id, op, ttotal, rate, trace"),
        (dict(BURST, peak_rps=1), 2, "$.peak_rps: unknown key"),
        (dict(BURST, seed="1"), 2, "$.seed"),
        (dict(trace=trace, service=1, provision=1), 2, "service"),
        (dict(trace=bare, provision=1), 2, "service"),
        (dict(trace=str(d / "none.csv"), provision=1), 3, "none.csv"),
        (dict(trace="/dev/zero", provision=1), 3, "not a regular file"),
        (dict(trace="-", provision=1), 2, "standard input holds the lines"),
        (dict(trace=ttotal, provision=1), 3, "ttotal.json"),
        (dict(trace=trace, ttotal=str(d / "unmeasured.json")), 3, "t_total_s")]


    def refused(wrong, op):
        code, out = answers([dict(x, id=i) for i, (x, _, _) in enumerate(wrong)], op=op)
        kit.equal((code, [a["id"] for a in out]), (1, list(range(len(wrong)))), f"{op}: every refusal has its line")
        for (line, exit, part), a in zip(wrong, out):
            e = a.get("error", {})
            kit.check(e.get("exit") == exit and part in e.get("message", "") and "--" not in e["message"],
                      f"{op} refused: {line}", f"{str(a)[:300]}, expected {exit} with {part!r}")

    refused(wrong, "async simulate")

    # --- async estimate ---------------------------------------------------------------------------------------

    (d / "days.csv").write_text("label,instance_hours\nMonday,24\nTuesday,2.5\n")
    (d / "rated.csv").write_text("hourly_rate_usd,instance_hours\n0.23,24\n0.46,0\n")
    days, rated = str(d / "days.csv"), str(d / "rated.csv")
    same = [
        (dict(rate=0.23, instance_hours=2.5), ["--rate", "0.23", "--hours", "2.5"]),
        (dict(rate=1e-3, instance_hours=[24, 0, 7.25], always_on=3), ["--rate", "0.001", "--hours", "24,0,7.25", "--always-on", "3"]),
        (dict(csv=days, rate=0.23, other={"storage": 12.3, "a=b": 0}),
         [days, "--rate", "0.23", "--other", "storage=12.3", "--other", "a=b=0"]),
        (dict(csv=rated), [rated])]
    code, got = answers([x for x, _ in same], op="async estimate")
    kit.equal((code, len(got)), (0, len(same)), "every estimate has its answer")
    for (line, options), answer in zip(same, got):
        kit.equal(answer, json.loads(kit.run("async", "estimate", *options, "--format", "json").stdout or "{}"),
                  f"as the command with {options}")
    hours = dict(rate=1, instance_hours=1)
    refused([
        (dict(rate=1), 2, "expected either instance_hours or csv, none"),
        (dict(hours, csv=days), 2, "both are there"),
        (dict(instance_hours=1), 2, "$.rate: is absent"),
        (dict(hours, rate=0), 2, "$.rate: is 0"),
        (dict(hours, instance_hours=-1), 2, "instance-hours are -1"),
        (dict(hours, instance_hours=[]), 2, "$.instance_hours: is empty"),
        (dict(hours, instance_hours=[1, "2"]), 2, "$.instance_hours[1]: is a string"),
        (dict(hours, instance_hours="1"), 2, "$.instance_hours: is a string"),
        (dict(hours, always_on=0), 2, "$.always_on: 0 is outside"),
        (dict(hours, other=[1]), 2, "$.other: is an array"),
        (dict(hours, other={"x": "1"}), 2, "$.other.x: is a string"),
        (dict(hours, other={"x": -1}), 2, "other: "),
        (dict(hours, other={"": 1}), 2, "other: "),
        (dict(hours, hours=1), 2, "$.hours: unknown key"),
        (dict(csv=rated, rate=1), 2, "rate"),
        (dict(csv=days), 2, "has no column hourly_rate_usd"),
        (dict(csv=str(d / "none.csv")), 3, "none.csv"),
        (dict(csv="-", rate=1), 2, "standard input holds the lines")], "async estimate")
kit.done()
