"""Makes the Nth call of each kind fail, for every N until the run succeeds, and kills at random moments.

After each failure: no signal, exit 4 with a message (or the whole result, when the failure did no harm),
what was there before byte for byte there, nothing new. After a kill: each output whole old or whole new.

FAULT_RUNS bounds the runs for each kind and command (default 60, spread over all N; `make check-faults`
sets 0, which is all of them), FAULT_KILLS the kills (default 30, there 1000).
"""
import json
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
import kit  # noqa: E402

SHIM = os.path.abspath(os.path.join(os.environ.get("top_builddir", "."), "tests/fault/shim.so"))
RUNS = int(os.environ.get("FAULT_RUNS", "60"))
KILLS = int(os.environ.get("FAULT_KILLS", "30"))
# Ours, and those that libxlsxwriter makes and unlinks at once.
TEMPORARY = re.compile(r"(^|/)(\.headroom-|tmp\.)")
KINDS = ["malloc", "write", "fsync", "close", "rename", "unlink", "mkdir", "open"]
if not os.path.exists(SHIM):
    kit.skip("tests/fault/shim.so was not built")
if os.environ.get("SANITIZERS"):
    kit.skip("a sanitizer wants to be the first library itself; faults are injected in the plain build")
if subprocess.run([kit.PROGRAM, "--version"], env={"LD_PRELOAD": SHIM}, capture_output=True).stderr:
    kit.skip("LD_PRELOAD does not work here")


# What the commands below read: made once, outside the directories that they write to.
INPUTS = tempfile.TemporaryDirectory(prefix="headroom-fault-inputs-")
PLAN = os.path.join(INPUTS.name, "plan.json")
EVENTS = os.path.join(INPUTS.name, "events.jsonl")
pathlib.Path(EVENTS).write_text("".join(json.dumps({
    "run": 1, "concurrency": c, "start_s": 100 * c + i, "first_byte_s": 100 * c + i + 0.5, "end_s": 100 * c + i + 1,
    "ok": True, "chars": 100}) + "\n" for c in (1, 2) for i in range(20)))
kit.run("plan", *kit.PAIR, *kit.LOAD, "--output", PLAN)


def commands():
    """Name, words, names of the outputs, share of the runs: a run with every output takes thirty times as long.
    batch is not among them: it adds to its answers in place, and tests/cli/batch.py ends it half-way."""
    plan = ["plan", *kit.PAIR, *kit.LOAD, "--output", "plan.json", "--snippet", "snippet.py"]
    yield "plan, two files", plan, ["plan.json", "snippet.py"], 1.0
    yield ("plan, every output", [*plan, "--report", "report.pdf", "--workbook", "cost.xlsx", "--charts", "charts"],
           ["plan.json", "snippet.py", "report.pdf", "cost.xlsx", "charts"], 0.1)
    yield "emit, a file", ["emit", PLAN, "--format", "terraform", "-o", "scaling.tf"], ["scaling.tf"], 0.1
    yield "emit, a directory", ["emit", PLAN, "--format", "aws-cli", "-o", "deploy"], ["deploy"], 0.1
    yield "report", ["report", PLAN, "-o", "report.pdf"], ["report.pdf"], 0.05
    yield "workbook", ["workbook", PLAN, "-o", "cost.xlsx"], ["cost.xlsx"], 0.05
    yield "charts", ["charts", PLAN, "-o", "pictures", "--type", "png"], ["pictures"], 0.05
    yield ("ladder", ["ladder", "--events", EVENTS, "--slo-ms", "1000", "--model", "m", "--instance-type", "ml.g5.xlarge",
                      "--image-digest", "sha256:" + "ab" * 32, "-o", "qmax.json"], ["qmax.json"], 0.1)


def contents(top):
    held = {}
    for path in sorted(pathlib.Path(top).rglob("*")):
        held[path.relative_to(top).as_posix()] = path.read_bytes() if path.is_file() else None
    return held


def run(words, where, fault=None, mark=None):
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    if fault:
        env.update(LD_PRELOAD=SHIM, FAULT=fault, FAULT_MARK=mark)
    return subprocess.run([kit.PROGRAM, *words], cwd=where, env=env, capture_output=True, timeout=120)


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
        self.before = {}
        for start in ("empty", "full"):
            where = self.start(start)
            self.before[start] = contents(where)
            shutil.rmtree(where)

    def start(self, start):
        where = os.path.join(self.top, "run")
        os.mkdir(where)
        if start == "full":
            old_outputs(where, self.outputs, self.result)
        return where

    def once(self, fault, start):
        """Runs with one fault; True when it happened."""
        where = self.start(start)
        label = f"{self.name}, {fault}, {start} directory"
        r = run(self.words, where, fault, self.mark)
        now, before, stderr = contents(where), self.before[start], r.stderr.decode("utf-8", "replace")
        happened = os.path.getsize(self.mark) > 0
        os.unlink(self.mark)
        done = {**before, **self.result}
        left = {n for n in now if TEMPORARY.search(n)}
        if fault.startswith("unlink"):  # what cannot be removed stays
            now = {n: c for n, c in now.items() if n not in left}
        ok = kit.check(r.returncode in (4, self.code), label + ": exit code", f"{r.returncode} {stderr}")
        if ok and r.returncode == 4:
            kit.check(now == before, label + ": nothing has changed",
                      str({n for n in {*now, *before} if now.get(n) != before.get(n)}))
            kit.check(re.search("^headroom: ", stderr, re.M), label + ": says so", repr(stderr))
            if fault.split(":")[0] in ("write", "fsync", "rename", "open", "mkdir"):
                kit.check(any(n in stderr for n in self.outputs) or "standard output" in stderr,
                          label + ": names the file", stderr)
        elif ok:
            kit.check(now == done, label + ": all is there",
                      str({n for n in {*now, *done} if now.get(n) != done.get(n)}))
            if not happened:
                kit.check(r.stdout == self.stdout, label + ": standard output")
        shutil.rmtree(where)
        return happened

    def count(self, kind, start):
        """How many calls of this kind a run makes."""
        where = self.start(start)
        run(self.words, where, f"{kind}:0", self.mark)
        shutil.rmtree(where)
        text = pathlib.Path(self.mark).read_text()
        os.unlink(self.mark)
        return int(text or 0)

    def all_of(self, kind, start):
        total = self.count(kind, start)
        # libxlsxwriter writes through the C library's streams, whose calls nobody can stand before; for them
        # there is the full disk.
        if kind in ("malloc", "write", "fsync", "close", "rename", "open") and (kind, self.name) != ("write", "workbook"):
            kit.check(total > 0, f"{self.name}: {kind} is called at all")
        runs = total if RUNS == 0 else min(total, max(1, int(RUNS * self.share)))
        picks = sorted({1 + i * (total - 1) // max(1, runs - 1) for i in range(runs)})
        for n in picks:
            kit.check(self.once(f"{kind}:{n}", start), f"{self.name}: {kind} {n} of {total} is reached")
        print(f"{self.name}: {kind}, {start} directory: {total} calls, {len(picks)} failed one by one")

    def no_room(self):
        """File systems that have room for no output, or for some, or are read-only: nothing is left there."""
        small = min(len(c) for c in self.result.values() if c is not None)
        for room in ("size=4096", f"size={8192 + small // 2}", "ro"):
            if room != "ro" and int(room[5:]) >= sum(4096 * (1 + len(c or b"") // 4096) for c in self.result.values()):
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

    def kill(self, times):
        """SIGKILL after a random part of the time that a run takes."""
        draw = random.Random(20260804)
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
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(0, takes * 1.1))
            p.send_signal(signal.SIGKILL)
            landed += p.wait() == -signal.SIGKILL
            now = contents(where)
            for name, old in self.before["full"].items():
                new = self.result.get(name, old)
                kit.check(now.get(name, "gone") in (old, new), f"{self.name}, kill {i}: {name} is whole",
                          f"{len(now.get(name) or b'')} bytes")
            extra = {n for n in now if n not in self.before["full"] and not TEMPORARY.search(n)}
            kit.check(not extra, f"{self.name}, kill {i}: nothing else is there", str(extra))
            if i % 10 == 9:
                shutil.rmtree(where)
                where = self.start("full")
        shutil.rmtree(where)
        print(f"{self.name}: killed {landed} times in {times} runs of {takes * 1000:.0f} ms")


mounts = shutil.which("unshare") and subprocess.run(
    ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/tmp"], capture_output=True).returncode == 0
if not mounts:
    print("not tested: unshare -rm cannot mount here, so no disk was really full")
for command in commands():
    with tempfile.TemporaryDirectory(prefix="headroom-fault-") as directory:
        f = Faults(directory, *command)
        for each in KINDS:
            f.all_of(each, "full")
        for each in ("write", "rename", "mkdir"):
            f.all_of(each, "empty")
        # Without the exchange of names: second names keep the old files.
        kit.check(not f.once("exchange:1", "full"), "a file system without exchange")
        if mounts:
            f.no_room()
        f.kill(KILLS if RUNS == 0 else max(1, int(KILLS * (f.share + 1) / 2)))
kit.done()
