"""What the tests of examples/cluster share: a mixed batch, its answers from one process, running a script."""
import json, os, pathlib, subprocess
import kit

SCRIPTS = kit.SOURCE / "examples" / "cluster"
LONGEST = 300


def mixed(n, **base):
    """N lines of every kind, as text: plans, whole plans, documents in the line, errors, blank lines, CRLF, no new
    line at the end."""
    paths = dict(qmax=str(kit.QMAX), ttotal=str(kit.TTOTAL), no_sample=True) | base
    inline = dict(paths, qmax=kit.load(kit.QMAX), ttotal=kit.load(kit.TTOTAL))
    lines = []
    for i in range(n):
        what = dict(inline if i % 40 == 7 else paths, id=i, peak_rps=50 + i * 13 % 4000, full=i % 60 == 0)
        lines.append("" if i % 53 == 5 else "  \r" if i % 53 == 6 else json.dumps(dict(what, wrong=1)) if i % 31 == 3
                     else "{ no JSON" if i % 97 == 11 else json.dumps(what) + ("\r" if i % 11 == 2 else ""))
    return "\n".join(lines)


def whole(lines):
    """What one process answers."""
    r = kit.run("batch", "--shard", "1/1", lines, binary=True)
    kit.check(r.returncode == 1 and r.stdout.count(b"\n") > 0, "one process", f"exit {r.returncode} {r.stderr[:300]!r}")
    return r.stdout


def environment(**more):
    """The caller's, without an array that the tests may run in."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM_", "AWS_", "PARALLEL"))}
    return env | {"HEADROOM": kit.PROGRAM} | more


def script(name, *args, env=None, cwd=None, timeout=LONGEST):
    return subprocess.run(["sh", str(SCRIPTS / name), *map(str, args)], capture_output=True, text=True, cwd=cwd,
                          env=env or environment(), timeout=timeout)


def expect(r, code, what, *parts):
    kit.check(r.returncode == code and all(p in r.stderr for p in parts), what,
              f"exit {r.returncode}, expected {code} with {parts}: {r.stderr[-600:]!r}")
    return r


def parts_of(directory, count):
    return [pathlib.Path(directory, f"part-{i:06}.jsonl") for i in range(1, count + 1)]
