"""Makes the Nth call of each kind fail, for every N until the run succeeds, and ends the process before each call
and at random moments.

After each failure: no signal, no leak (in a sanitized build), exit 4 with a message (or the whole result, when the
failure did no harm), what was there before byte for byte there, nothing new. After SIGTERM: all old or all new, and
nothing else. After SIGKILL: each output whole old or whole new.

FAULT_RUNS bounds the runs for each kind and command (default 60, spread over all N; `make check-faults` sets 0, which
is all of them but for THINNED), FAULT_KILLS the kills at random moments (default 30; there 1000 for plan with every
output and 100 for each other command). FAULT_ONLY names the commands to take, by the beginning of their names.
"""
import concurrent.futures
import contextlib
import io
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import awskit  # noqa: E402
import kit  # noqa: E402

SHIM = os.path.abspath(os.path.join(os.environ.get("top_builddir", "."), "tests/fault/shim.so"))
RUNS = int(os.environ.get("FAULT_RUNS", "60"))
KILLS = int(os.environ.get("FAULT_KILLS", "30"))
# Of more calls than the first number, the last so many and so many spread over the ones before. libxlsxwriter's
# forty temporary files, one like the other, make many; tests of one output alone take all of theirs.
THINNED = {"malloc": (4000, 500, 500), "kill": (150, 60, 40), "term": (150, 60, 40)}
# Ours, and those that libxlsxwriter makes and unlinks at once.
TEMPORARY = re.compile(r"(^|/)(\.headroom-|tmp\.)")
KINDS = ["malloc", "write", "fsync", "close", "rename", "unlink", "mkdir", "rmdir", "open", "fdopen", "kill", "term"]
# The kind, what it finds: old outputs, none, or old ones on a file system that cannot exchange two files.
FAULTS = [*((k, "full") for k in KINDS), *((k, "empty") for k in ("write", "rename", "mkdir", "kill", "term")),
          *((k, "plain") for k in ("rename", "link", "unlink", "kill"))]
if not os.path.exists(SHIM):
    kit.skip("tests/fault/shim.so was not built")
PRELOAD = SHIM
if os.environ.get("SANITIZERS"):
    # Gcc's wants to be the first library, and has an allocator of its own; it finds what a failure leaks, and says
    # nothing of a process that was ended.
    ldd = subprocess.run(["ldd", kit.PROGRAM], capture_output=True, text=True).stdout
    asan = re.search(r"libasan\S* => (/\S+)", ldd)
    if not asan:
        kit.skip("faults are injected in the plain build and in that of gcc's address sanitizer")
    PRELOAD = asan[1] + " " + SHIM
    FAULTS = [f for f in FAULTS if f[0] not in ("malloc", "fdopen", "kill", "term")]
if subprocess.run([kit.PROGRAM, "--version"], env={"LD_PRELOAD": PRELOAD}, capture_output=True).stderr:
    kit.skip("LD_PRELOAD does not work here")


# What the commands below read: made once, outside the directories that they write to. The model's name is one that no
# font here has, so that every picture and page of it comes with a warning.
INPUTS = tempfile.TemporaryDirectory(prefix="headroom-fault-inputs-")


def made(name, doc):
    path = pathlib.Path(INPUTS.name, name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(doc if isinstance(doc, str) else json.dumps(doc))
    return str(path)


STRANGE = [made(f"{k}.json", {**kit.load(f), "model": "\u6a21\u578b"}) for k, f in (("qmax", kit.QMAX), ("ttotal", kit.TTOTAL))]
PAIR = ["--qmax", STRANGE[0], "--ttotal", STRANGE[1]]
PLAN, STOP = made("plans/plan.json", ""), made("plans/stop.json", "")
EVENTS = made("events.jsonl", "".join(json.dumps({
    "run": 1, "concurrency": c, "start_s": 100 * c + i, "first_byte_s": 100 * c + i + 0.5, "end_s": 100 * c + i + 1,
    "ok": True, "chars": 100}) + "\n" for c in (1, 2) for i in range(20)))
TRACE = made("day.csv", "arrival_s,service_s\n" + "".join(f"{i * 97 % 20000},{i % 70}\n" for i in range(200)))
DAYS = made("days.csv", "instance_hours\n24\n2.5\n")
PROFILE = made("profile.csv", "hour,rps\n" + "".join(f"{h},{100 + h}\n" for h in range(24)))
LEDGER = made("ledger.jsonl", json.dumps({"event": "registered", "inference_id": "a", "at_s": 0, "deadline_s": 900}) + "\n"
              + json.dumps({"event": "completed", "inference_id": "b", "at_s": 5}) + "\n")
REQUESTS = made("requests.jsonl", json.dumps({"EndpointName": "e", "InputLocation": "s3://b/k", "InferenceId": "i"}) + "\n"
                + json.dumps({"EndpointName": "-", "InputLocation": "s3://b/k", "InferenceId": "i"}) + "\n")
CONFIG = made("config.json", {"endpoints": {awskit.NAME: {"variant": awskit.VARIANT, "min_instances": 1, "max_instances": 9}}})
made("plans/broken.json", '{"plan": {')


def commands():
    """Name, words, names of the outputs, share of the runs: a run with every output takes thirty times as long.
    batch is not among them: it adds to its answers in place, and tests/cli/batch_faults.py ends it half-way."""
    plan = ["plan", *kit.PAIR, *kit.LOAD, "--output", "plan.json", "--snippet", "snippet.py"]
    yield ("plan, every output", [*plan, "--report", "report.pdf", "--workbook", "cost.xlsx", "--charts", "charts"],
           ["plan.json", "snippet.py", "report.pdf", "cost.xlsx", "charts"], 0.05)
    yield "plan, two files", plan, ["plan.json", "snippet.py"], 0.5
    yield "emit, a file", ["emit", PLAN, "--endpoint", "e", "--format", "terraform", "-o", "scaling.tf"], ["scaling.tf"], 0.1
    yield "emit, a directory", ["emit", PLAN, "--endpoint", "e", "--format", "aws-cli", "-o", "deploy"], ["deploy"], 0.1
    yield "report", ["report", PLAN, "-o", "report.pdf"], ["report.pdf"], 0.05
    yield "workbook", ["workbook", PLAN, "--profile", PROFILE, "-o", "cost.xlsx"], ["cost.xlsx"], 0.05
    yield "charts", ["charts", PLAN, "-o", "pictures", "--type", "png", "--scale", "0.5"], ["pictures"], 0.05
    yield ("ladder", ["ladder", "--events", EVENTS, "--slo-ms", "1000", "--model", "m", "--instance-type", "ml.g5.xlarge",
                      "--image-digest", "sha256:" + "ab" * 32, "-o", "qmax.json"], ["qmax.json"], 0.1)
    yield ("sweep", ["sweep", *PAIR, "--peak-rps", "5000", "trough_rps=10:6000:3", "share=0.2:1:3", "-o", "sweep.csv",
                     "--charts", "swept"], ["sweep.csv", "swept"], 0.05)
    yield "compare", ["compare", PLAN, STOP, "--report", "compared.pdf"], ["compared.pdf"], 0.05
    yield ("fleet", ["fleet", os.path.dirname(PLAN), "--report", "fleet.pdf", "--workbook", "fleet.xlsx"],
           ["fleet.pdf", "fleet.xlsx"], 0.05)
    yield ("async simulate", ["async", "simulate", TRACE, "--provision", "320", "--rate", "0.23", "--report", "day.pdf",
                              "--workbook", "day.xlsx", "--charts", "day"], ["day.pdf", "day.xlsx", "day"], 0.05)
    yield "async estimate", ["async", "estimate", DAYS, "--rate", "0.23", "--charts", "estimate"], ["estimate"], 0.05
    emit = ["async", "emit", "--endpoint", "e", "--deadline", "900", "-o", "out", "--format"]
    yield "async emit, a file", [*emit, "terraform"], ["out"], 0.1
    yield "async emit, a directory", [*emit, "aws-cli"], ["out"], 0.1
    # What only prints.
    exports = [w for k in ("targets", "policies", "alarms") for w in (f"--{k}", os.path.join(INPUTS.name, f"{k}.json"))]
    yield "plan, printed", ["plan", *PAIR, *kit.LOAD], [], 0.1
    yield "validate", ["validate", STOP, *exports, "--endpoint", awskit.NAME], [], 0.1
    yield "drift", ["drift", "--config", CONFIG, *exports, "--format", "sarif"], [], 0.1
    yield "gate", ["gate", INPUTS.name, "--model", "kokoro-82m"], [], 0.1
    yield "cost", ["cost", PLAN, "--profile", PROFILE], [], 0.1
    yield "verify", ["verify", PLAN, *PAIR], [], 0.1
    yield "check", ["check", *PAIR], [], 0.1
    yield "explain", ["explain"], [], 0.1
    yield "async ledger", ["async", "ledger", LEDGER, "--now", "3600"], [], 0.1
    yield "async ledger, json", ["async", "ledger", LEDGER, "--format", "json"], [], 0.1
    yield "async check, lines", ["async", "check", REQUESTS], [], 0.1


def contents(top):
    held = {}
    for path in sorted(pathlib.Path(top).rglob("*")):
        held[path.relative_to(top).as_posix()] = path.read_bytes() if path.is_file() else None
    return held


def run(words, where, fault=None, mark=None, plain=False):
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    if fault:
        env.update(LD_PRELOAD=PRELOAD, FAULT=fault, FAULT_MARK=mark, **({"FAULT_PLAIN": "1"} if plain else {}))
    return subprocess.run([kit.PROGRAM, *words], cwd=where, env=env, capture_output=True, timeout=300, stdin=subprocess.DEVNULL)


def old_outputs(where, outputs, reference):
    for name in outputs:
        if reference.get(name, b"") is None:
            os.mkdir(os.path.join(where, name))
            for inner in reference:
                if inner.startswith(name + "/"):
                    pathlib.Path(where, inner).write_bytes(b"old " + inner.encode())
            pathlib.Path(where, name, "theirs").write_text("not ours")
        else:
            pathlib.Path(where, name).write_bytes(b"old " + name.encode())


class Faults:
    def __init__(self, top, name, words, outputs, share):
        self.share = share  # of FAULT_RUNS and FAULT_KILLS
        self.top, self.name, self.words, self.outputs = top, name, words, outputs
        self.mark = os.path.join(top, "mark")
        fresh = os.path.join(top, "reference")
        os.mkdir(fresh)
        r = run(words, fresh)
        kit.check(r.returncode in (0, 1), f"{name} without a fault", r.stderr.decode())
        self.code, self.stdout, self.result = r.returncode, r.stdout, contents(fresh)
        kit.check(all(n in self.result for n in outputs), f"{name} writes {outputs}", str(sorted(self.result)))
        self.before = {}
        for start in ("empty", "full", "plain"):
            where = self.start(start)
            self.before[start] = contents(where)
            shutil.rmtree(where)

    def start(self, start):
        where = os.path.join(self.top, "run")
        os.mkdir(where)
        if start != "empty":
            old_outputs(where, self.outputs, self.result)
        return where

    def whole_or_old(self, label, now, before):
        """After an end without mercy."""
        for name, old in before.items():
            kit.check(now.get(name, "gone") in (old, self.result.get(name, old)), f"{label}: {name} is whole",
                      f"{len(now.get(name) or b'')} bytes")
        extra = {n for n, c in now.items()
                 if n not in before and not TEMPORARY.search(n) and c != self.result.get(n, "nothing")}
        kit.check(not extra, f"{label}: nothing else is there", str(extra))

    def failed(self, label, fault, r, now, before):
        """After exit 4."""
        kind, stderr = fault.split(":")[0], r.stderr.decode("utf-8", "replace")
        kit.check(now == before, label + ": nothing has changed",
                  str({n for n in {*now, *before} if now.get(n) != before.get(n)}))
        kit.check(re.search("^headroom: ", stderr, re.M), label + ": says so", repr(stderr))
        if kind in ("write", "fsync", "rename", "open", "mkdir"):
            kit.check(any(n in stderr for n in self.outputs) or "standard output" in stderr,
                      label + ": names the file", stderr)
        # What only prints has nothing to fail at behind its last word.
        if kind == "malloc" and not self.outputs and self.stdout:
            kit.check(r.stdout != self.stdout, label + ": fails before all is said")

    def once(self, fault, start):
        """Runs with one fault; True when it happened."""
        where = self.start(start)
        label = f"{self.name}, {fault}, {start} directory"
        r = run(self.words, where, fault, self.mark, start == "plain")
        now, before, kind = contents(where), self.before[start], fault.split(":")[0]
        happened = os.path.getsize(self.mark) > 0
        os.unlink(self.mark)
        done = {**before, **self.result}
        left = {n for n in now if TEMPORARY.search(n)}
        if kind in ("unlink", "rmdir"):  # what cannot be removed stays
            now = {n: c for n, c in now.items() if n not in left}
        if kind == "kill":
            kit.equal(r.returncode, -signal.SIGKILL, label)
            self.whole_or_old(label, now, before)
        elif kind == "term":
            if kit.check(r.returncode in (-signal.SIGTERM, self.code), label, f"{r.returncode} {r.stderr}"):
                kit.check(now in ((done, before) if r.returncode < 0 else (done,)), label + ": all or nothing",
                          str({n for n in {*now, *before} if now.get(n) != before.get(n)}))
        elif kit.check(r.returncode in (4, self.code), label + ": exit code", f"{r.returncode} {r.stderr}"):
            if r.returncode == 4:
                self.failed(label, fault, r, now, before)
            else:
                kit.check(now == done, label + ": all is there",
                          str({n for n in {*now, *done} if now.get(n) != done.get(n)}))
                if not happened:
                    kit.check(r.stdout == self.stdout, label + ": standard output")
        shutil.rmtree(where)
        return happened

    def count(self, kind, start):
        """How many calls of this kind a run makes."""
        where = self.start(start)
        run(self.words, where, f"{kind}:0", self.mark, start == "plain")
        shutil.rmtree(where)
        text = pathlib.Path(self.mark).read_text()
        os.unlink(self.mark)
        return int(text or 0)

    def picks(self, kind, total):
        most, last, runs = THINNED.get(kind, (total, 0, 0))
        if RUNS != 0:
            most, last, runs = 0, 0, min(total, max(1, int(RUNS * self.share)))
        if total <= most:
            return list(range(1, total + 1))
        spread = {1 + i * (total - last - 1) // max(1, runs - 1) for i in range(runs)}
        return sorted({*spread, *range(total - last + 1, total + 1)})

    def all_of(self, kind, start, part, parts):
        total = self.count(kind, start)
        # libxlsxwriter writes through the C library's streams, whose calls nobody can stand before; for them
        # there is the full disk.
        if self.outputs and kind in ("malloc", "write", "fsync", "close", "rename", "open", "kill", "term") \
                and (kind, self.name) != ("write", "workbook"):
            kit.check(total > 0, f"{self.name}: {kind} is called at all")
        picks = self.picks(kind, total)[part::parts] if total else []
        for n in picks:
            kit.check(self.once(f"{kind}:{n}", start), f"{self.name}: {kind} {n} of {total} is reached")
        if total:
            print(f"{self.name}: {kind}, {start} directory: {total} calls, {len(picks)} failed one by one"
                  + f" (part {part + 1} of {parts})" * (parts > 1))

    def no_room(self):
        """File systems that have room for no output, or for some, or are read-only: nothing is left there."""
        small = min(len(c) for c in self.result.values() if c is not None)
        for room in ("size=4096", f"size={8192 + small // 2}", "ro"):
            if room != "ro" and int(room[5:]) >= sum(-4096 * (-len(c) // 4096) for c in self.result.values() if c is not None):
                continue
            where = os.path.join(self.top, "disk")
            os.mkdir(where)
            script = 'mount -t tmpfs -o "$1" none "$2" && cd "$2" && shift 2 && { "$@"; code=$?; ls -A; exit $code; }'
            r = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", room, where, kit.PROGRAM, *self.words],
                               capture_output=True, timeout=120, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
            stderr = r.stderr.decode("utf-8", "replace")
            label = f"{self.name}, a disk with {room}"
            kit.equal((r.returncode, r.stdout), (4, b""), label + ": refused, and nothing is left")
            kit.check("headroom: " in stderr and any(n in stderr for n in self.outputs), label + ": names the file", stderr)
            os.rmdir(where)

    def kill(self, part, parts):
        """SIGKILL after a random part of the time that a run takes."""
        times = max(1, int(KILLS * (self.share if RUNS else 1 if "every" in self.name else 0.1)))
        times = times * (part + 1) // parts - times * part // parts
        draw = random.Random(f"20260804 {self.name} {part}")
        where = self.start("full")
        began = time.monotonic()
        run(self.words, where)
        takes = time.monotonic() - began
        shutil.rmtree(where)
        where = self.start("full")
        landed = 0
        for i in range(times):
            # A build for gcov would leave half of its counts where the whole ones are.
            p = subprocess.Popen([kit.PROGRAM, *self.words], cwd=where,
                                 env={"PATH": "/usr/bin:/bin", "GCOV_PREFIX": os.path.join(self.top, "counts")},
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(0, takes * 1.1))
            p.send_signal(signal.SIGKILL)
            landed += p.wait() == -signal.SIGKILL
            self.whole_or_old(f"{self.name}, kill {i}", contents(where), self.before["full"])
            if i % 10 == 9:
                shutil.rmtree(where)
                where = self.start("full")
        shutil.rmtree(where)
        print(f"{self.name}: killed {landed} times in {times} runs of {takes * 1000:.0f} ms")


def jobs(outputs, mounts):
    """What is to be done with a command, as small parts."""
    for kind, start in FAULTS:
        if outputs or start == "full" and kind in ("malloc", "write", "close"):
            parts = 8 if RUNS == 0 and kind == "malloc" and outputs else 1
            yield from ((Faults.all_of, kind, start, k, parts) for k in range(parts))
    if outputs and mounts:
        yield (Faults.no_room,)
    if outputs and PRELOAD == SHIM:
        parts = 4 if RUNS == 0 else 1
        yield from ((Faults.kill, k, parts) for k in range(parts))


def work(command, parts):
    """In a process of its own: what was counted and printed, and how long it took."""
    kit.passed = kit.failed = 0
    began, text = time.monotonic(), io.StringIO()
    with contextlib.redirect_stdout(text), tempfile.TemporaryDirectory(prefix="headroom-fault-") as directory:
        f = Faults(directory, *command)
        for method, *words in parts:
            method(f, *words)
    return kit.passed, kit.failed, text.getvalue(), time.monotonic() - began


def main():
    kit.check(kit.run("plan", *PAIR, *kit.LOAD, "--output", PLAN).returncode in (0, 1), "a plan to work on")
    kit.check(kit.run("plan", *PAIR, *kit.LOAD, "--ceiling-s", "1", "--output", STOP).returncode in (0, 1), "another")
    for name, doc in awskit.described(awskit.bodies()).items():
        made(f"{name}.json", doc)
    mounts = shutil.which("unshare") and subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/tmp"], capture_output=True).returncode == 0
    if not mounts:
        print("not tested: unshare -rm cannot mount here, so no disk was really full")
    only, began = os.environ.get("FAULT_ONLY", ""), time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("fork")) as pool:
        # Small parts keep all processors busy to the end; a few runs are not worth a start for each.
        running = [pool.submit(work, c, part) for c in commands() if c[0].startswith(only)
                   for part in ([[j] for j in jobs(c[2], mounts)] if RUNS == 0 else [list(jobs(c[2], mounts))])]
        for one in running:
            passed, failed, text, took = one.result()
            kit.passed += passed
            kit.failed += failed
            print(text + f"  ({took:.0f} s)", flush=True)
    print(f"{time.monotonic() - began:.0f} s in all")


main()
kit.done()
