"""What refusing a hostile file costs the program: for each kind of input, files of 64 MB and of the largest size that
is read at all, in every shape that is cheap to write and might be dear to read. A refusal stays below 100 MB of
memory; the time is printed, and only a hang fails. tests/unit/test_hostile.c measures the JSON reader alone."""
import os
import re

import kit

MB = 1 << 20
MEMORY_KB = 100 * 1024
HEADER = (kit.SOURCE / "src" / "base" / "limits.h").read_text()

# HEAD, then BODY again and again, then TAIL.
SHAPES = {
    "deep arrays": (b"", b"[", b""),
    "deep objects": (b"", b'{"a":', b""),
    "one long string": (b'["', b"x", b'"'),
    "many names": (b"{", None, b'"a":1}'),
    "many numbers": (b"[", b"1,", b"1]"),
    "many strings": (b"[", b'"0123456789012345678901234567890123456789",', b'{"a":1,"a":1}]'),
    "commas": (b"[", b",", b"]"),
    "one name again and again": (b"{", b'"a":1,', b'"a":1}'),
    "one long number": (b"", b"9", b""),
    "bad UTF-8 at the end": (b'["', b"x", b'\xff"]'),
    "blanks": (b"", b" ", b""),
    "NUL bytes": (b"", b"\0", b""),
    "lines": (b"", b"\n", b"x"),
    "half a million values, a long string, a name twice":
        (b"[" + b"1," * 480000 + b'"', b"x", b'",{"a":1,"a":1}]'),
}


def bytes_of(name):
    return eval(re.search(rf"^#define LIMIT_{name}_BYTES (.+)$", HEADER, re.M)[1].replace("(size_t)", ""))


def write(path, shape, size):
    """In pieces: what this process holds counts for the one that it starts."""
    head, body, tail = SHAPES[shape]
    left = size - len(head) - len(tail)
    with open(path, "wb") as f:
        f.write(head)
        i = 0
        while body is None and left > 100000:
            piece = b"".join(b'"%07d":1,' % (i + k) for k in range(5000))
            i += 5000
            f.write(piece)
            left -= len(piece)
        unit = body or b" "
        piece = unit * (MB // len(unit))
        while left >= len(unit):
            n = f.write(piece[:left - left % len(unit)])
            left -= n
        f.write(b" " * left + tail)


def cost(words, stdin):
    """Exit status, message, memory in KB and time in ms of one run."""
    out_fd, in_fd = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(in_fd, 2)
        os.dup2(os.open(stdin, os.O_RDONLY), 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(kit.PROGRAM, [kit.PROGRAM, *map(str, words)])
    os.close(in_fd)
    said = b""
    while piece := os.read(out_fd, 65536):
        said += piece
    os.close(out_fd)
    _, status, use = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code, said.decode("utf-8", "replace"), use.ru_maxrss, round(1000 * (use.ru_utime + use.ru_stime))


with kit.folder(empty="{}", policies='{"ScalingPolicies": []}', targets='{"ScalableTargets": []}',
                config='{"endpoints": {}}') as d:
    kit.expect(["plan", *kit.PAIR, *kit.LOAD, "--no-sample", "-o", d / "plan.json"], 0, "a plan")
    f = d / "hostile"
    aws = ["validate", d / "plan.json", "--policies", d / "policies.json"]
    KINDS = {
        "ladder": (["plan", "--qmax", f, "--assume-t-total", "300", "--peak-rps", "5"], "ARTIFACT"),
        "scale-out": (["plan", "--qmax", kit.QMAX, "--ttotal", f, "--peak-rps", "5"], "ARTIFACT"),
        "rates": (["plan", *kit.PAIR, "--peak-rps", "5", "--rates", f], "ARTIFACT"),
        "load test": (["plan", *kit.PAIR, "--peak-rps", "5", "--validate", f], "ARTIFACT"),
        "plan": (["report", f, "-o", d / "none.pdf"], "PLAN"),
        "targets": ([*aws, "--targets", f], "EXPORT"),
        "configuration": (["drift", "--config", f, "--targets", d / "targets.json", "--policies",
                           d / "policies.json"], "ARTIFACT"),
        "profile": (["cost", d / "plan.json", "--profile", f], "PROFILE"),
        "records": (["ladder", "--events", f, "--slo-ms", "3000", "--model", "m", "--instance-type", "t",
                     "--image-digest", "d"], "EVENT"),
        "batch": (["batch"], "LINE"),
    }
    free_memory = os.environ.get("SANITIZERS") or os.environ.get("HEADROOM_VALGRIND")
    worst = {}
    for shape in SHAPES:
        for size in sorted({64 * MB, *(bytes_of(limit) for _, limit in KINDS.values())}):
            write(f, shape, size)
            for kind, (words, limit) in KINDS.items():
                if size != 64 * MB and size != bytes_of(limit):
                    continue
                code, said, memory, ms = cost(words, f if kind == "batch" else os.devnull)
                what = f"{kind}, {size} bytes of {shape}"
                # A bad line is an answer of a batch, not its end.
                kit.check(code == (1 if kind == "batch" else 3) or (kind == "batch" and shape == "blanks" and code == 0),
                          what, f"exit {code}: {said[:200]!r}")
                kit.check(code == 0 or kind == "batch" or said.startswith("headroom: "), what, said[:200])
                kit.check(free_memory or memory < MEMORY_KB, what, f"{memory} KB of memory")
                worst[kind] = tuple(map(max, worst.get(kind, (0, 0)), (memory, ms)))
    for kind, (memory, ms) in worst.items():
        print(f"{kind:14} {memory:7} KB {ms:6} ms at worst")
kit.done()
