"""Offline, provably: no network system call in any subcommand, the same results where there is no network
at all, nothing read that was not named, and no variable of the environment beyond the documented ones."""
import json
import os
import re
import shutil
import subprocess
import tempfile

import awskit
import kit

PLAN = ["plan", *kit.PAIR, *kit.LOAD]
BUILD = os.path.abspath(os.environ.get("top_builddir", "."))
SHIM = os.path.join(BUILD, "tests/fault/shim.so")
KNOWN = set(re.findall(r'^    "([A-Z_]+)",$', (kit.SOURCE / "src/base/process.c").read_text(), re.M))
# Variables that libraries would listen to, and what else might be lying about.
STRANGE = {"TMPDIR": "/nonexistent", "FREETYPE_PROPERTIES": "truetype:interpreter-version=35", "PIXMAN_DISABLE": "sse2 ssse3",
           "CAIRO_DEBUG_CLIP": "1", "FONTCONFIG_FILE": "/nonexistent", "OPENSSL_ia32cap": "0", "EXPAT_ENTITY_DEBUG": "1",
           "HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent", "LANG": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8",
           "HTTPS_PROXY": "http://192.0.2.1:3128", "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent", "POSIXLY_CORRECT": "1",
           "TZ": "Pacific/Auckland"}

# What the lines below read: written into the directory first.
FILES = {
    "config.json": {"endpoints": {awskit.NAME: {"variant": awskit.VARIANT, "min_instances": 1, "max_instances": 9}}},
    "profile.csv": "hour,rps\n" + "".join(f"{h},{100 + h}\n" for h in range(24)),
    "day.csv": "arrival_s,service_s\n" + "".join(f"{i * 97 % 20000},{i % 70}\n" for i in range(200)),
    "lines.jsonl": "".join(json.dumps({"id": i, "qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL), "peak_rps": 100 + i,
                                       "no_sample": True}) + "\n" for i in range(50)),
    "events.jsonl": "".join(json.dumps({"run": 1, "concurrency": c, "start_s": 100 * c + i, "first_byte_s": 100 * c + i + 0.5,
                                        "end_s": 100 * c + i + 1, "ok": True, "chars": 100}) + "\n"
                            for c in (1, 2) for i in range(20)),
    "request.json": {"EndpointName": "e", "InputLocation": "s3://b/k", "InferenceId": "i"},
    "days.csv": "instance_hours\n24\n2.5\n",
    "ledger.jsonl": json.dumps({"event": "registered", "inference_id": "a", "at_s": 0, "deadline_s": 900}) + "\n",
    **{f"{name}.json": doc for name, doc in awskit.described(awskit.bodies()).items()},
}
EXPORTS = ["--targets", "targets.json", "--policies", "policies.json", "--alarms", "alarms.json"]

# One line for each subcommand, in this order, in a directory that holds what the ones before it wrote.
LINES = {
    "plan": [*PLAN, "--output", "plan.json", "--report", "p.pdf", "--workbook", "p.xlsx", "--snippet", "p.py", "--charts", "p"],
    "check": ["check", *kit.PAIR],
    "verify": ["verify", "plan.json", *kit.PAIR],
    "explain": ["explain"],
    "emit": ["emit", "plan.json", "--format", "aws-cli", "-o", "deploy"],
    "cost": ["cost", "plan.json", "--profile", "profile.csv"],
    "report": ["report", "plan.json", "-o", "report.pdf"],
    "workbook": ["workbook", "plan.json", "-o", "cost.xlsx", "--profile", "profile.csv"],
    "charts": ["charts", "plan.json", "-o", "pictures", "--type", "png"],
    "validate": ["validate", "plan.json", *EXPORTS, "--endpoint", awskit.NAME],
    "drift": ["drift", "--config", "config.json", *EXPORTS],
    "sweep": ["sweep", *kit.PAIR, "--peak-rps", "5000", "surge=1:1.4:3", "share=0.2:1:5", "-o", "sweep.csv", "--charts", "swept"],
    "batch": ["batch", "-j", "2", "-o", "answers.jsonl", "lines.jsonl"],
    "compare": ["compare", "plan.json", "plan.json", "--report", "compared.pdf"],
    "fleet": ["fleet", ".", "--report", "fleet.pdf", "--workbook", "fleet.xlsx"],
    "gate": ["gate", ".", "--model", "kokoro-82m"],
    "ladder": ["ladder", "--events", "events.jsonl", "--slo-ms", "1000", "--model", "m", "--instance-type", "ml.g5.xlarge",
               "--image-digest", "sha256:" + "ab" * 32, "-o", "qmax-new.json"],
    "async check": ["async", "check", "request.json"],
    "async estimate": ["async", "estimate", "days.csv", "--rate", "0.23", "--charts", "estimate"],
    "async emit": ["async", "emit", "--endpoint", "e", "--format", "aws-cli", "-o", "async"],
    "async ledger": ["async", "ledger", "ledger.jsonl"],
    "async simulate": ["async", "simulate", "day.csv", "--ttotal", str(kit.TTOTAL), "--rate", "0.23", "--report", "day.pdf",
                       "--workbook", "day.xlsx", "--charts", "day"],
}


def listed():
    text = kit.run("--help").stdout.split("Commands:\n", 1)[1].split("\n\n", 1)[0]
    return [re.match(r"  (\S+(?: \S+)*?)(?:  |$)", line).group(1) for line in text.splitlines()]


def raw(before, words, where, env=None):
    return subprocess.run([*before, kit.PROGRAM, *map(str, words)], cwd=where, capture_output=True, timeout=300,
                          stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", **(env or {})})


def works(*before):
    return shutil.which(before[0]) and subprocess.run([*before, "true"], capture_output=True).returncode == 0


full = not os.environ.get("SANITIZERS")
brief = os.environ.get("SANITIZERS") == "valgrind"  # thirty times as slow: once in the sandbox, once out of it
for name in listed():
    kit.check(name in LINES, f"{name} has a line in tests/cli/sandbox.py")
    text = kit.run(*name.split(), "--help").stdout
    kit.check("--no-sandbox" in text, f"{name} --help names --no-sandbox")

traced = full and works("strace", "-f", "-o", "/dev/null", "-e", "trace=network")
apart = not brief and works("unshare", "-rn")
no_landlock = False
with tempfile.TemporaryDirectory(prefix="headroom-test-") as here, \
        tempfile.TemporaryDirectory(prefix="headroom-test-") as there:
    for where in (here, there):
        for name, doc in FILES.items():
            with open(os.path.join(where, name), "w") as f:
                f.write(doc if isinstance(doc, str) else json.dumps(doc))
    for name, words in LINES.items():
        plain = raw([], words, here)
        kit.check(plain.returncode in (0, 1), f"{name} in the sandbox", plain.stderr.decode())
        open_ = raw([], [*words, "--no-sandbox"], there)
        kit.check((open_.returncode, open_.stdout) == (plain.returncode, plain.stdout), f"{name} --no-sandbox says the same")
        if traced:
            log = os.path.join(there, "trace")
            raw(["strace", "-f", "-o", log, "-e", "trace=network,execve,fork,vfork,landlock_restrict_self,landlock_create_ruleset"], words, there)
            with open(log) as f:
                calls = [l for l in f.read().splitlines() if re.search(r"\w+\(", l)]
            files = [l for l in calls if "landlock_" in l]
            calls = [l for l in calls if "landlock_" not in l]
            if re.search(r"landlock_create_ruleset\(.* = [1-9]", files[0] if files else ""):
                kit.check(re.search(r"landlock_restrict_self\(.* = 0$", files[-1]), f"{name} closes the file system to itself", str(files))
            else:
                no_landlock = True
            kit.check(len(calls) == 1 and "execve" in calls[0], f"{name}: no network call, no other program", str(calls))
            os.unlink(log)
        if apart:
            r = raw(["unshare", "-rn"], words, there)
            kit.check((r.returncode, r.stdout) == (plain.returncode, plain.stdout), f"{name} without a network", str(r))
        if full and os.path.exists(SHIM):
            log = os.path.join(there, "asked")
            raw([], words, there, {"LD_PRELOAD": SHIM, "FAULT": "getenv", "FAULT_MARK": log, **STRANGE})
            with open(log) as f:
                asked = set(f.read().split())
            kit.check(asked <= KNOWN, f"{name} reads only the documented environment", str(asked - KNOWN))
            os.unlink(log)
        if brief:
            continue
        r = raw([], words, there, STRANGE)
        kit.check((r.returncode, r.stdout) == (plain.returncode, plain.stdout), f"{name} in a strange environment", str(r))
    made = [os.path.relpath(os.path.join(root, n), here) for root, _, names in os.walk(here) for n in names]
    for n in made:
        with open(os.path.join(here, n), "rb") as a, open(os.path.join(there, n), "rb") as b:
            kit.check(a.read() == b.read(), f"{n} is the same in and out of the sandbox")
    kit.check(len(made) > len(FILES) + 12, "files were written", str(made))

    # POSIXLY_CORRECT would make getopt stop at the first operand.
    r = raw([], ["verify", "plan.json", *kit.PAIR], here, {"POSIXLY_CORRECT": "1"})
    kit.check(r.returncode == 0, "options may stand behind operands, whatever POSIXLY_CORRECT says", r.stderr.decode())

    # Inputs in every form that the shell has for them.
    quoted = " ".join(f"'{w}'" if i % 2 else w for i, w in enumerate(kit.LOAD))
    for form in (f"--qmax <(cat '{kit.QMAX}') --ttotal '{kit.TTOTAL}'", f"--qmax - --ttotal '{kit.TTOTAL}' < '{kit.QMAX}'",
                 f"--qmax /dev/stdin --ttotal '{kit.TTOTAL}' < '{kit.QMAX}'",
                 f"--qmax /dev/stdin --ttotal '{kit.TTOTAL}' < <(cat '{kit.QMAX}')"):
        r = subprocess.run(["bash", "-c", f"'{kit.PROGRAM}' plan {form} {quoted} --format json"], capture_output=True)
        kit.check(r.returncode == 0, f"plan {form}", r.stderr.decode())
    os.symlink(kit.QMAX, os.path.join(here, "link.json"))
    os.mkdir(os.path.join(here, "out"))
    os.symlink("out/late.json", os.path.join(here, "to-late"))
    r = raw([], ["plan", "--qmax", "link.json", "--ttotal", kit.TTOTAL, *kit.LOAD, "--output", "to-late"], here)
    kit.check(r.returncode == 0 and os.path.isfile(os.path.join(here, "out/late.json")), "links as input and output",
              r.stderr.decode())

for what, ok in (("strace does not work here: system calls were not traced", traced or not full),
                 ("unshare -rn does not work here: the run without a network was left out", apart or brief),
                 ("the kernel has no Landlock: nobody saw the file system close", not no_landlock)):
    if not ok:
        print("not tested: " + what)
kit.done()
