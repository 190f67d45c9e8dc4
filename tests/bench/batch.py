#!/usr/bin/env python3
"""Throughput and memory of batch; prints figures beside what they should be, decides nothing. By hand or
`make bench-batch`: HEADROOM=build/headroom top_srcdir=. python3 tests/bench/batch.py build/tests/bench/bench_json"""
import json, os, pathlib, subprocess, sys, tempfile, time
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import kit

REPEATS = 3
READER = sys.argv[1]


def line(i, qmax, ttotal):
    """No two lines in a thousand share a load or a surge ratio, so every probability is computed."""
    return json.dumps({"id": i, "qmax": qmax, "ttotal": ttotal, "peak_rps": 1000 + i % 997, "trough_rps": 10,
                       "max_scaling_per_t_total": round(1.05 + 0.4 * (i % 1009) / 1009, 6), "no_sample": True}) + "\n"


def write(path, n, *artifacts):
    with open(path, "w") as f:
        for i in range(n):
            f.write(line(i, *artifacts))
    return path


def batch(path, *args):
    """Seconds (the fastest run), and seconds of processors (the least)."""
    best, work = float("inf"), float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        with open(os.devnull, "w") as out:
            child = subprocess.Popen([kit.PROGRAM, "batch", *args, str(path)], stdout=out, stderr=subprocess.PIPE)
            said = child.stderr.read()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        best = min(best, time.perf_counter() - began)
        work = min(work, used.ru_utime + used.ru_stime)  # of the workers too: they were waited for
        assert child.returncode == 0, said
    return best, work


def memory(path):
    """MB of the largest process. GNU time is small: what starts a process counts as its first memory."""
    r = subprocess.run(["/usr/bin/time", "-f", "%M", kit.PROGRAM, "batch", "-j", "2", str(path)], stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE, text=True, check=True)
    return int(r.stderr) / 1024


def compare(path, n, goal):
    """-j 1 and -j 2. On a busy machine the second row means nothing; the third says what two free cores would give."""
    one, cpu_one = batch(path, "-j", "1")
    row(f"{path.stem}, -j 1: plans a second", f"{n / one:,.0f}", goal)
    two, cpu_two = batch(path, "-j", "2")
    row("  -j 2 against -j 1", f"{one / two:.2f}", "1.7 or more on two free cores")
    row("  twice the processor time of -j 1 over that of -j 2", f"{2 * cpu_one / cpu_two:.2f}", "what it can come to")
    return one


def row(what, value, goal=""):
    print(f"{what:<54} {value:>14}  {goal}")


with tempfile.TemporaryDirectory() as d:
    d = pathlib.Path(d)
    shared, inline = (str(kit.QMAX), str(kit.TTOTAL)), (kit.load(kit.QMAX), kit.load(kit.TTOTAL))
    compare(write(d / "shared artifacts.jsonl", 100_000, *shared), 100_000, "20,000 or more")
    path = write(d / "documents in the lines.jsonl", 20_000, *inline)
    size = path.stat().st_size / 1e6
    one = compare(path, 20_000, "")
    alone = min(float(subprocess.run([READER, path], capture_output=True, text=True, check=True).stdout.split()[0])
                for _ in range(REPEATS))
    row("  -j 1 and the JSON reader alone: MB a second", f"{size / one:.1f}, {size / alone:.1f}")
    row("  batch against the reader", f"{alone / one:.2f}", "0.5 or more")
    for n in (1_000, 100_000, 1_000_000) if os.path.exists("/usr/bin/time") else ():
        row(f"{n:,} lines: largest process, MB", f"{memory(write(d / 'many.jsonl', n, *shared)):.1f}", "flat")
