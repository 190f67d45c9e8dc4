"""What outputs and inputs may be: every command that writes, with every kind of thing in the output's place;
every command that reads, with every kind of thing in the input's. What is refused stays as it was."""
import json
import os
import pathlib
import shutil
import stat
import subprocess
import threading

import awskit
import kit

EVENTS = "".join(json.dumps({"run": 1, "concurrency": c, "start_s": 100 * c + i, "first_byte_s": 100 * c + i + 0.5,
                             "end_s": 100 * c + i + 1, "ok": True, "chars": 100}) + "\n" for c in (1, 2) for i in range(20))
LADDER = ["ladder", "--events", "events.jsonl", "--slo-ms", "1000", "--model", "m", "--instance-type", "ml.g5.xlarge",
          "--image-digest", "sha256:" + "ab" * 32]
PLAN = ["plan", *kit.PAIR, *kit.LOAD]
SWEEP = ["sweep", *kit.PAIR, "--peak-rps", "5000", "surge=1:1.4:2"]
SIMULATE = ["async", "simulate", "day.csv", "--provision", "320"]
ASYNC = ["async", "emit", "--endpoint", "e", "--format"]
# Words before the name of the output, the input that it must not be.
FILES = {
    "plan --output": ([*PLAN, "--output"], None),
    "plan --snippet": ([*PLAN, "--snippet"], None),
    "plan --report": ([*PLAN, "--report"], None),
    "plan --workbook": ([*PLAN, "--workbook"], None),
    "emit -o": (["emit", "plan.json", "--format", "terraform", "-o"], "plan.json"),
    "report -o": (["report", "plan.json", "-o"], "plan.json"),
    "workbook -o": (["workbook", "plan.json", "-o"], "plan.json"),
    "ladder -o": ([*LADDER, "-o"], "events.jsonl"),
    "sweep -o": ([*SWEEP, "-o"], None),
    "compare --report": (["compare", "plan.json", "plan.json", "--report"], "plan.json"),
    "fleet --report": (["fleet", "plans", "--report"], "plans/a.json"),
    "fleet --workbook": (["fleet", "plans", "--workbook"], "plans/a.json"),
    "async simulate --report": ([*SIMULATE, "--report"], "day.csv"),
    "async simulate --workbook": ([*SIMULATE, "--workbook"], "day.csv"),
    "async emit -o": ([*ASYNC, "terraform", "-o"], None),
}
DIRECTORIES = {
    "plan --charts": [*PLAN, "--charts"],
    "emit -o": ["emit", "plan.json", "--format", "aws-cli", "-o"],
    "charts -o": ["charts", "plan.json", "-o"],
    "sweep --charts": [*SWEEP, "--charts"],
    "async simulate --charts": [*SIMULATE, "--charts"],
    "async estimate --charts": ["async", "estimate", "days.csv", "--rate", "0.23", "--charts"],
    "async emit -o": [*ASYNC, "aws-cli", "-o"],
}
# Words that read FILE, which stands for an input of this kind.
READS = {
    "qmax": (["check", "--qmax", "FILE", "--ttotal", kit.TTOTAL], kit.QMAX),
    "ttotal": (["check", "--qmax", kit.QMAX, "--ttotal", "FILE"], kit.TTOTAL),
    "validate": ([*PLAN, "--validate", "FILE"], kit.VALIDATE),
    "plan.json": (["verify", "FILE", *kit.PAIR], "plan.json"),
    "emit's plan": (["emit", "FILE", "--format", "python"], "plan.json"),
    "profile": (["cost", "plan.json", "--profile", "FILE"], "profile.csv"),
    "events": ([w if w != "events.jsonl" else "FILE" for w in LADDER], "events.jsonl"),
    "targets": (["validate", "plan.json", "--targets", "FILE", "--policies", "policies.json", "--alarms", "alarms.json",
                 "--endpoint", awskit.NAME], "targets.json"),
    "policies": (["drift", "--config", "config.json", "--targets", "targets.json", "--policies", "FILE"], "policies.json"),
    "alarms": (["drift", "--config", "config.json", "--targets", "targets.json", "--policies", "policies.json", "--alarms", "FILE"],
               "alarms.json"),
    "config": (["drift", "--config", "FILE", "--targets", "targets.json", "--policies", "policies.json"], "config.json"),
    "rates": (["cost", "plan.json", "--rates", "FILE"], kit.FIXTURES / "rates.json"),
    "sweep's qmax": ([w if w != str(kit.QMAX) else "FILE" for w in SWEEP], kit.QMAX),
    "compare's plan": (["compare", "plan.json", "FILE"], "plan.json"),
    "trace": ([w if w != "day.csv" else "FILE" for w in SIMULATE], "day.csv"),
    "simulate's ttotal": (["async", "simulate", "--burst", "2@0", "--service", "9", "--ttotal", "FILE"], kit.TTOTAL),
    "days": (["async", "estimate", "FILE", "--rate", "0.23"], "days.csv"),
    "ledger": (["async", "ledger", "FILE"], "ledger.jsonl"),
    "requests": (["async", "check", "FILE"], "requests.jsonl"),
    "requests as lines": (["async", "check", "--lines", "FILE"], "requests.jsonl"),
    "batch": (["batch", "FILE"], "lines.jsonl"),
    "batch of two": (["batch", "-j", "2", "FILE"], "lines.jsonl"),
}
# An empty file is an answer to these: no lines, or a document that is none.
EMPTY = {"requests": 1, "requests as lines": 0, "batch": 0, "batch of two": 0}
ROOT = os.geteuid() == 0


def state(top):
    """Everything beneath, without following links: kind, mode, content."""
    held = {}
    for path in sorted(pathlib.Path(top).rglob("*")):
        st = path.lstat()
        name = path.relative_to(top).as_posix()
        if stat.S_ISREG(st.st_mode):
            held[name] = (oct(st.st_mode), path.read_bytes())
        else:
            held[name] = (oct(st.st_mode), os.readlink(path) if path.is_symlink() else None)
    return held


def refused(here, words, code, what, *parts):
    before = state(here)
    r = kit.expect(words, code, what, cwd=here, err_has=["headroom: ", *parts])
    kit.equal(r.stdout, "", what + ": nothing is printed")
    kit.check(state(here) == before, what + ": nothing has changed")


def odd_files(here, label, words, its_input):
    os.mkdir(here / "dir")
    os.mkfifo(here / "fifo")
    (here / "file").write_text("old")
    os.symlink("loop", here / "loop")
    os.symlink("dir", here / "to-dir")
    os.symlink("/dev/full", here / "to-device")
    for name, part in (("dir", "is a directory"), ("to-dir", "is a directory"), ("fifo", "is a FIFO"), ("/dev/full", "is a device"),
                       ("to-device", "is a device"), ("loop", "cannot write"), ("none/x", "cannot write"), ("file/x", "cannot write")):
        refused(here, [*words, name], 4, f"{label} {name}", name, part)
    refused(here, [*words, ""], 2, f"{label} without a name")
    if not ROOT:
        (here / "dir").chmod(0o555)
        refused(here, [*words, "dir/x"], 4, f"{label} in a read-only directory", "dir/x", "cannot write")
        (here / "dir").chmod(0o755)
    if its_input:
        os.symlink(its_input, here / "to-input")
        os.link(here / its_input, here / "same-input")
        for name in (its_input, "./" + its_input, "to-input", "same-input"):
            refused(here, [*words, name], 2, f"{label} {name}, its input", "is an input as well")
        os.unlink(here / "same-input")

    # Links are followed, and stay.
    (here / "dir/real").write_text("old")
    (here / "dir/real").chmod(0o640)
    os.symlink("dir/real", here / "link")
    os.symlink("dir/later", here / "dangling")
    for name, real in (("link", "dir/real"), ("dangling", "dir/later")):
        r = kit.run(*words, name, cwd=here)
        kit.check(r.returncode in (0, 1), f"{label} {name}", r.stderr)
        kit.check((here / name).is_symlink() and (here / real).stat().st_size > 3, f"{label} {name}: the file behind it is written")
    kit.equal(oct((here / "dir/real").stat().st_mode & 0o777), "0o640", f"{label}: the mode of the old file is kept")
    kit.equal(sorted(os.listdir(here / "dir")), ["later", "real"], f"{label}: nothing is left beside them")


def odd_directories(here, label, words):
    (here / "file").write_text("old")
    os.mkfifo(here / "fifo")
    os.symlink("loop", here / "loop")
    os.mkdir(here / "dir")
    for name in ("file", "fifo", "/dev/null", "loop", "none/x", "file/x"):
        refused(here, [*words, name], 4, f"{label} {name}, a directory is meant", name)
    if not ROOT:
        (here / "dir").chmod(0o555)
        for name in ("dir", "dir/new"):
            refused(here, [*words, name], 4, f"{label} {name}, read-only", name)
        (here / "dir").chmod(0o755)
    os.symlink("dir", here / "to-dir")
    r = kit.run(*words, "to-dir", cwd=here)
    kit.check(r.returncode in (0, 1) and os.listdir(here / "dir"), f"{label} through a link", r.stderr)
    # One of its files is something else: none is written.
    first = sorted(os.listdir(here / "dir"))[0]
    os.unlink(here / "dir" / first)
    os.mkdir(here / "dir" / first)
    refused(here, [*words, "dir"], 4, f"{label} where a directory has the name of a file", first)


def odd_inputs(here, label, words, source):
    text = pathlib.Path(here, source).read_bytes()

    def reading(name):
        return [name if w == "FILE" else w for w in words]

    want = kit.run(*reading(source), cwd=here)
    kit.check(want.returncode in (0, 1), f"{label}: can be read at all", want.stderr)
    os.mkdir(here / "dir")
    os.symlink("loop", here / "loop")
    os.symlink("none", here / "dangling")
    (here / "empty").write_bytes(b"")
    for name in ("dir", "loop", "dangling", "none", "empty", "/dev/null"):
        if name in ("empty", "/dev/null") and label in EMPTY:
            kit.expect(reading(name), EMPTY[label], f"{label}: {name}", cwd=here, out="")
        else:
            refused(here, reading(name), 3, f"{label}: {name}", os.path.basename(name))
    # A device without end is refused at its limit.
    r = kit.expect(reading("/dev/zero"), 3, f"{label}: /dev/zero", cwd=here, err_has=["headroom: ", "zero"])
    kit.check(r.stdout == "" or label in EMPTY and r.stdout.count("\n") == 1, f"{label}: /dev/zero: at most one line is answered",
              r.stdout[:300])
    if not ROOT:
        (here / "shut").write_bytes(text)
        (here / "shut").chmod(0)
        refused(here, reading("shut"), 3, f"{label}: without permission", "shut")
        (here / "shut").chmod(0o600)
    # Whole files through a link and a pipe with a name: the same answer, but for the name.
    os.symlink(pathlib.Path(here, source).resolve(), here / "link")
    os.mkfifo(here / "fifo")

    def feed():
        with open(here / "fifo", "wb") as f:
            f.write(text)
    for name in ("link", "fifo"):
        if name == "fifo":
            writer = threading.Thread(target=feed, daemon=True)
            writer.start()
        r = kit.run(*reading(name), cwd=here)
        kit.equal(r.returncode, want.returncode, f"{label}: a {name} is read" + (": " + r.stderr if r.returncode > 1 else ""))
        if name == "fifo":
            writer.join(timeout=20)


with kit.folder() as top:
    base = top / "base"
    os.mkdir(base)
    kit.check(kit.run(*PLAN, "--output", "plan.json", cwd=base).returncode in (0, 1), "a plan to work on")
    (base / "events.jsonl").write_text(EVENTS)
    os.mkdir(base / "plans")
    shutil.copy(base / "plan.json", base / "plans/a.json")
    (base / "day.csv").write_text("arrival_s,service_s\n" + "".join(f"{i * 97 % 2000},{i % 70}\n" for i in range(20)))
    (base / "days.csv").write_text("instance_hours\n24\n2.5\n")
    (base / "ledger.jsonl").write_text(json.dumps({"event": "registered", "inference_id": "a", "at_s": 0, "deadline_s": 900}) + "\n")
    (base / "requests.jsonl").write_text(json.dumps({"EndpointName": "e", "InputLocation": "s3://b/k", "InferenceId": "i"}) + "\n")
    (base / "lines.jsonl").write_text(json.dumps({"id": 1, "qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL), "peak_rps": 100,
                                                  "no_sample": True}) + "\n")
    (base / "config.json").write_text(json.dumps({"endpoints": {awskit.NAME: {
        "variant": awskit.VARIANT, "min_instances": 1, "max_instances": 9}}}))
    (base / "profile.csv").write_text("hour,rps\n" + "".join(f"{h},{100 + h}\n" for h in range(24)))
    for name, doc in awskit.described(awskit.bodies()).items():
        (base / f"{name}.json").write_text(json.dumps(doc))

    def each(table, test):
        for label, row in table.items():
            here = top / "here"
            shutil.copytree(base, here)
            test(here, label, *(row if isinstance(row, tuple) else (row,)))
            shutil.rmtree(here)
    each(FILES, odd_files)
    each(DIRECTORIES, odd_directories)
    each(READS, odd_inputs)

    # Two outputs of one name, in any spelling.
    os.symlink("same", base / "to-same")
    for other in ("same", "./same", "to-same"):
        refused(base, [*PLAN, "--output", "same", "--snippet", other], 2, f"plan: same and {other} are one output", "two outputs")
    # A reader of standard output that goes away, and one that takes nothing.
    asked = [[str(source) if w == "FILE" else w for w in words] for words, source in READS.values()]
    for words in (PLAN, ["explain"], ["emit", "plan.json", "--format", "python"], SWEEP, SIMULATE, [*ASYNC, "terraform"], LADDER,
                  ["ladder"], ["fleet", "plans"], ["gate", "plans", "--model", "kokoro-82m"], ["--help"], ["--version"],
                  ["plan", "--help"], *asked):
        with open("/dev/full", "wb") as full:
            r = subprocess.run([kit.PROGRAM, *map(str, words)], cwd=base, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        kit.equal((r.returncode, "standard output" in r.stderr), (4, True), f"{words} > /dev/full")
kit.done()
