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
    """Seconds (the fastest run) and the largest process in MB."""
    best, most = float("inf"), 0
    for _ in range(REPEATS):
        began = time.perf_counter()
        with open(os.devnull, "w") as out:
            child = subprocess.Popen([kit.PROGRAM, "batch", *args, str(path)], stdout=out, stderr=subprocess.PIPE)
            said = child.stderr.read()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        best, most = min(best, time.perf_counter() - began), max(most, used.ru_maxrss / 1024)
        assert child.returncode == 0, said
    return best, most


def row(what, value, goal=""):
    print(f"{what:<54} {value:>14}  {goal}")


with tempfile.TemporaryDirectory() as d:
    d = pathlib.Path(d)
    shared, inline = (str(kit.QMAX), str(kit.TTOTAL)), (kit.load(kit.QMAX), kit.load(kit.TTOTAL))
    n = 100_000
    path = write(d / "shared.jsonl", n, *shared)
    one, _ = batch(path, "-j", "1")
    row("shared artifacts, -j 1: plans a second", f"{n / one:,.0f}", "20,000 or more")
    two, _ = batch(path, "-j", "2")
    row("  -j 2 against -j 1", f"{one / two:.2f}", "1.7 or more on two free cores")
    n = 20_000
    path = write(d / "inline.jsonl", n, *inline)
    size = path.stat().st_size / 1e6
    one, _ = batch(path, "-j", "1")
    alone = min(float(subprocess.run([READER, path], capture_output=True, text=True, check=True).stdout.split()[0])
                for _ in range(REPEATS))
    row("documents in the lines, -j 1: MB a second", f"{size / one:.1f}", f"{n / one:,.0f} plans a second")
    row("  the JSON reader alone: MB a second", f"{size / alone:.1f}")
    row("  batch against the reader", f"{alone / one:.2f}", "0.5 or more")
    two, _ = batch(path, "-j", "2")
    row("  -j 2 against -j 1", f"{one / two:.2f}", "1.7 or more on two free cores")
    REPEATS = 1
    for n in (1_000, 100_000, 1_000_000):
        path = write(d / "many.jsonl", n, *shared)
        row(f"{n:,} lines: largest process, MB", f"{batch(path, '-j', '2')[1]:.1f}", "flat")
