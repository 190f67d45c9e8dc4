"""What is said to words that do not fit, command by command; and what is printed to a terminal."""
import json, os, pathlib, pty, re
import awskit, kit
from kit import expect

QT, SIM = kit.PAIR, ["async", "simulate", "--service", "1"]
BURST = [*SIM, "--burst", "5@0"]
RANDOM = [*SIM, "--provision", "60", "--seed", "1"]
SWEPT = "expected LO:HI:COUNT with LO above 0, HI not below LO and COUNT 2 to 1000 (or 1, where they are equal)"
with kit.folder() as d:
    expect(["plan", *QT, *kit.LOAD, "-o", d / "p.json"], 0, "a plan")
    for args, says in [
        (["check"], "--qmax F is needed: the ladder to check"),
        (["check", *QT[:2], "extra"], "'extra' is no option; inputs are named by --qmax and --ttotal"),
        (["verify"], "one PLAN is needed, 0 were given"),
        (["verify", "a", "b"], "one PLAN is needed, 2 were given"),
        (["verify", d / "p.json"], "--qmax F is needed: the ladder to compute the plan from again"),
        (["verify", d / "p.json", *QT[:2]], "--ttotal F is needed: this plan rests on a measured T_total"),
        (["verify", d / "p.json", *QT, "--ceiling-s", "-1"], "--ceiling-s: -1 is below 0, the least it may be"),
        (["plan", *QT, "--peak-rps", "5", "--trough-rps", "1", "--trough-streams", "1"],
         "--trough-rps and --trough-streams: the trough has one unit, give one of them"),
        (["plan", *QT, "--peak-streams", "5", "--trough-streams", "6"], "--trough-streams: 6 is above the peak of 5"),
        *[(["plan", *QT, "--peak-streams", "5", f"--{o}", "x"], f"--{o}: 'x' is not a") for o in (
            "peak-rps", "trough-rps", "trough-streams", "max-scaling-per-t-total", "ttfab-slo-ms", "min-floor", "ceiling-s",
            "assume-t-total", "rate", "quota")],
        (["plan", *QT, "--peak-streams", "x"], "--peak-streams: 'x' is not a"),
        (["plan", *QT, "-x"], "there is no option '-x'"),
        (["plan", *QT, "--peek=5"], "there is no option '--peek=5'"),
        (["plan", *QT, "--peak", "5"], "option '--peak' is short for several: --peak-rps, --peak-streams"),
        (["plan", *QT, "--strict=yes"], "option '--strict' takes no value"),
        (["plan", "--peak-streams"], "option '--peak-streams' needs a value"),
        (["batch", "-o"], "option '-o' needs a value"),
        (["batch", "-o", "-"], "-o -: answers go to standard output without -o"),
        (["batch", "--no-sandbox", "--root", "."], "--root is kept by the sandbox; without it nothing would keep it"),
        (["fleet", d, "--report", "x.pdf", "--paper", "a3"], "--paper: 'a3' is neither a4 nor letter"),
        (["fleet", d, "--paper", "a4"], "--paper has no meaning without --report"),
        (["explain", "--format", "xml", "surge_exact"], "--format: 'xml' is neither text nor markdown"),
        (["drift", "x"], "'x' is not an option"),
        (["drift"], "--config F, --targets F and --policies F are needed"),
        (["drift", "--config", d / "p.json"], "--config F, --targets F and --policies F are needed"),
        (["drift", "--config", "x", "--targets", "x"], "--config F, --targets F and --policies F are needed"),
        (["validate", d / "p.json", "--targets", "x"], "both --targets F and --policies F are needed"),
        (["sweep", *QT, "--peak-rps", "x"], "--peak-rps: 'x' is not a finite decimal number"),
        (["emit", d / "p.json", "--format", "terraform", "--method", "both"], "--method: 'both' is neither published nor flow"),
        ([*RANDOM, "--poisson", "5", "--hours", "0"], "--hours: expected a number above 0"),
        ([*RANDOM, "--poisson", "0", "--hours", "1"], "--poisson: expected a number above 0"),
        ([*RANDOM, "--office-hours", "0", "--hours", "1"], "--office-hours: expected a number above 0"),
        ([*RANDOM, "--poisson", "x", "--hours", "1"], "--poisson: 'x' is not a finite decimal number"),
        ([*RANDOM, "--poisson", "1", "--hours", "300000"], "--hours: 300000 is outside 0 to 277777"),
        ([*SIM, "--provision", "60", "--poisson", "1", "--hours", "1", "--seed", "-1"], "--seed: -1 is outside 0 to"),
        ([*BURST, "--provision", "60", "--sweep", "x=1:2:2"], "expected target=LO:HI:COUNT or provision=LO:HI:COUNT"),
        ([*BURST, "--provision", "60", *["--sweep", "target=1:2:2"] * 2], "--sweep: target is swept twice"),
        ([*BURST, *["--sweep", "provision=1:2:2"] * 2], "--sweep: provision is swept twice"),
        *[([*BURST, "--provision", "60", "--sweep", f"target={r}"], f"--sweep: 'target={r}', {SWEPT}")
          for r in ("1", "1:2", "x:2:2", "1:x:2", "1:2:x", "1:2:0", "1:2:1001", "2:1:2", "0:1:2", "1:2:1")],
        ([*BURST, "--sweep", "provision=2:1:2"], "with LO from 0, HI not below LO"),
        ([*BURST, "--provision", "60", "--sweep", "target=1:2:2", "--target", "1"], "--sweep target says it all"),
        ([*BURST, "--sweep", "target=1:2:40", "--sweep", "provision=1:2:40"], "--sweep: more than 1000 settings in all"),
        ([*BURST, "--sweep", "provision=1:2:2", "--provision", "60"], "--sweep provision says it all"),
        ([*BURST, "--sweep", "provision=1:2:2", *QT[2:]], "--sweep provision says it all"),
        (["async", "simulate", "--burst", "5@0", "--service", "x", "--provision", "60"], "--service: 'x' is not a plain decimal"),
        *[([*BURST, "--provision", "60", f"--{o}", "x"], f"--{o}: 'x' is not a") for o in (
            "min", "max", "target", "per-instance", "ttl", "timeout", "wake-periods", "wake-cooldown", "scale-out-cooldown",
            "scale-in-cooldown", "until", "always-on")],
        (["async", "simulate", "-", "--ttotal", "-"], "only one input can be standard input (-)"),
        *[(["ladder", "--events", "x", "--slo-ms", "3000", "--model", m, "--instance-type", "t", "--image-digest", "d",
            "-o", d / "x.json"], says) for m, says in [
            ("a b", "--model: 'a b' holds blanks or characters outside ASCII"), ("\u00e9", "holds blanks or characters outside"),
            ("a\x7f", "holds blanks or characters outside ASCII"), ("m" * 257, "--model: longer than 256 characters")]],
        *[(["ladder", "--concurrency", "1,5", f"--{o}", "x"], f"--{o}: 'x' is not a") for o in ("hold", "between", "runs", "expected-s")],
    ]:
        r = expect(args, 2, " ".join(map(str, args))[-100:], out="", err_has=[says])
        kit.check(re.search(r"^See `headroom [a-z ]+ --help`\.$", r.stderr, re.M), f"{says}: where help is", r.stderr)

    # A burst with one value swept is one replay.
    one = expect([*BURST, "--sweep", "target=1:1:1", "--provision", "60", "--format", "json"], 0, "a sweep of one value")
    kit.check(one.stdout.startswith("{"), "it is a replay", one.stdout[:200])

    # Topics in both forms hold the same text.
    topic = " ".join(kit.run("explain", "surge_exact").stdout.split())
    both = expect(["explain", "--format", "markdown", "surge_exact", "peak_flow"], 0, "two topics in Markdown").stdout
    kit.equal(re.findall(r"^### (\w+)$", both, re.M), ["surge_exact", "peak_flow"], "a heading each")
    kit.check(both.count("```\n") == 4 and "P(absorbed at ceil(Q_max) within T_total)" in both, "formulas as code", both)
    kit.check("200 trials miss it by the standard error." in both.replace("\n", " ") and
              "200 trials miss it by the standard error." in topic, "the same words in both forms")
    kit.equal(kit.run("explain", "surge_exact", "--format", "text").stdout, kit.run("explain", "surge_exact").stdout, "text is the default")
    two = kit.run("explain", "surge_exact", "peak_flow").stdout
    kit.equal(two, kit.run("explain", "surge_exact").stdout + "\n" + kit.run("explain", "peak_flow").stdout, "topics stand apart")


# --- plans that lack what a command needs -------------------------------------------------------------------------------
with kit.folder() as d:
    kit.run("plan", *QT, *kit.LOAD, "-o", d / "p.json")
    kit.run("plan", *QT, "--peak-streams", "50", "-o", d / "streams.json")
    p, exports = kit.load(d / "p.json"), awskit.files(d, **awskit.described(awskit.bodies()))

    def lacking(*command, code=3, says, **change):
        (d / "x.json").write_text(json.dumps(kit.changed(p, **change)))
        expect([*command[:1], d / "x.json", *command[1:]], code, f"{command[0]} of a plan without {list(change)}", out="", err_has=[says])

    for key in ("model_name", "instance_type", "min_instances", "max_instances", "queue_max_depth", "scale_in_cooldown_s",
                "scale_out_cooldown_s"):
        lacking("emit", "--format", "terraform", says=f"x.json: the plan has no {key}", **{f"plan__{key}": None})
    lacking("emit", "--format", "terraform", code=1, says="the minimum of 5 instances is above the maximum of 3",
            plan__min_instances=5, plan__max_instances=3)
    lacking("validate", *exports, code=2, says="the plan names no endpoint: give --endpoint", plan__endpoint=None)
    flow = ["--endpoint", "e", *exports, "--method", "flow"]
    lacking("validate", *flow, says="the plan has no saturated throughput", headroom__audit__figures__mu_sat=None)
    expect(["validate", d / "streams.json", *flow], 2, "flow for streams", err_has=["--method flow needs a plan for a load in requests per"])
    deep = pathlib.Path(d, "fleet", *["d"] * 40)
    deep.mkdir(parents=True)
    (d / "fleet" / "p.json").write_text(json.dumps(p))
    expect(["fleet", d / "fleet"], 1, "directories without end", has=["1 plan:", "Not read"],
           err_has=["/".join(["d"] * 32) + ": cannot read the directory: "])


# --- colour: on a terminal only, and not where it is not wanted ---------------------------------------------------
def on_terminal(**env):
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(kit.PROGRAM, [kit.PROGRAM, "plan", *QT, *kit.LOAD, "--no-sample"], {"LC_ALL": "C"} | env)
    got = b""
    while True:
        try:
            part = os.read(fd, 65536)
        except OSError:  # the other end was closed
            break
        if not part:
            break
        got += part
    os.close(fd)
    kit.equal(os.waitpid(pid, 0)[1], 0, f"plan on a terminal, {env}")
    return got.decode().replace("\r\n", "\n")


plain = kit.run("plan", *QT, *kit.LOAD, "--no-sample").stdout
colour = on_terminal(TERM="xterm")
kit.check("\x1b[" not in plain, "a file has no colour")
kit.check("\x1b[33m" in colour and "\x1b[1;31m" in colour, "a terminal shows verdicts in colour", colour[:400])
kit.equal(re.sub(r"\x1b\[[\d;]*m", "", colour), plain, "and the same text otherwise")
kit.equal(colour.count("\x1b[0m"), len(re.findall(r"\x1b\[[1-9][\d;]*m", colour)), "each colour is ended")
for env in (dict(TERM="dumb"), dict(), dict(TERM="xterm", NO_COLOR="1")):
    kit.equal(on_terminal(**env), plain, f"no colour with {env}")
kit.equal(on_terminal(TERM="xterm", NO_COLOR=""), colour, "an empty NO_COLOR says nothing")
kit.done()
