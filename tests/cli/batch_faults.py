"""headroom batch when things go wrong around it: workers that are killed, readers that leave, full disks, lines of
any length and bytes, terminals. Every answer that was written stays, every run ends, and says how."""
import contextlib, json, os, pathlib, pty, re, resource, select, signal, subprocess, tempfile, time
import kit

LONGEST = 300  # seconds until a run counts as hanging; none takes a tenth of it
PATHS = {"qmax": str(kit.QMAX), "ttotal": str(kit.TTOTAL)}
BASE = dict(PATHS, peak_rps=5000, trough_rps=10, no_sample=True)
ANSWER = kit.run("batch", stdin=json.dumps(BASE) + "\n").stdout.encode()


def text(lines):
    return "".join(json.dumps(x) + "\n" for x in lines).encode()


def batch(data, *args, **kw):
    """Exit code, answers and messages of a run over DATA, which must end."""
    try:
        r = kit.run("batch", *args, stdin=data, binary=True, timeout=LONGEST, **kw)
    except subprocess.TimeoutExpired:
        kit.check(False, f"batch {args} ends", "it hung")
        return -1, b"", ""
    return r.returncode, r.stdout, r.stderr.decode()


def start(*args, **kw):
    return subprocess.Popen([kit.PROGRAM, "batch", *map(str, args)], stderr=subprocess.PIPE, **kw)


def finish(p):
    """What a started run still says; it must end."""
    try:
        out, err = p.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        kit.check(False, f"{p.args[1:]} ends", "it hung")
        p.kill()
        out, err = p.communicate()
    return p.returncode, out or b"", err.decode()


def children(pid):
    """Running children: one that has ended but was not waited for cannot be killed again."""
    out = []
    for p in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            state, parent = p.joinpath("stat").read_text().rsplit(")", 1)[1].split()[:2]
            if int(parent) == pid and state != "Z":
                out.append(int(p.name))
    return out


# --- bytes --------------------------------------------------------------------------------------------------

line = json.dumps(BASE).encode()
for what, data, code, want in (
        ("nothing", b"", 0, []),
        ("new lines only", b"\n\n\r\n \t\n\n", 0, []),
        ("no new line at the end", line + b"\n" + line, 0, [0, 0]),
        ("white space at the end", line + b"\n  ", 0, [0]),
        ("CRLF", line + b"\r\n\r\n" + line + b"\r\n", 0, [0, 0]),
        ("empty lines", b"\n\n" + line + b"\n\n\n" + line + b"\n\n", 0, [0, 0]),
        ("CR alone", line + b"\r" + line + b"\n", 1, [3]),
        ("a NUL line", b"\0\n" + line + b"\n", 1, [3, 0]),
        ("a NUL behind the document", line + b"\0\n" + line + b"\n", 1, [3, 0]),
        ("a NUL in a name", b'{"qm\0ax": 1}\n' + line + b"\n", 1, [3, 0]),
        ("a NUL in a string", b'{"id": "a\0b"}\n' + line + b"\n", 1, [3, 0]),
        ("an escaped NUL in a path", b'{"qmax": "a\\u0000b", "peak_rps": 1}\n' + line + b"\n", 1, [3, 0]),
        ("NULs without a new line", b"\0" * 5000, 1, [3]),
        ("a byte order mark", b"\xef\xbb\xbf" + line + b"\n", 1, [3]),
        ("bytes that are no UTF-8", b"\xff\xfe\n" + line + b"\n", 1, [3, 0]),
        ("deep nesting", b"[" * 100000 + b"\n" + line + b"\n", 1, [3, 0])):
    for j in (1, 2):
        got, out, err = batch(data, "-j", j)
        codes = [json.loads(x).get("error", {}).get("exit", 0) for x in out.splitlines()]
        kit.check(got == code and codes == want and err == "" and (not out or out.endswith(b"\n")), f"{what}, -j {j}",
                  f"exit {got}, answers {codes}, expected {code} and {want}; {err[:200]}")
        kit.check(all(x + b"\n" == ANSWER for x, c in zip(out.splitlines(), codes) if c == 0), f"{what}: the others")

# --- a line of 100 MB ---------------------------------------------------------------------------------------

with tempfile.TemporaryDirectory(prefix="headroom-test-") as d:
    f, o = pathlib.Path(d, "lines.jsonl"), pathlib.Path(d, "answers.jsonl")
    with f.open("wb") as out:
        out.write(line + b"\n")
        out.write(b'{"id": "')
        for _ in range(100):  # in pieces: the memory of this process is the first that its children have
            out.write(b"x" * (1 << 20))
        out.write(b'"}\n')
        out.write(line + b"\n" + b" " * (20 << 20) + b"\n" + line)
    too_long = b'{"id": null, "error": {"exit": 3, "message": "line: longer than the 16777216 bytes that a line may have"}}\n'
    want = ANSWER + too_long + ANSWER + too_long + ANSWER
    for j in (1, 3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        code, out, err = batch(b"", "-j", j, f)
        kit.check(code == 1 and out == want, f"a line of 100 MB, -j {j}", f"exit {code} {err} {out[:300]!r}")
        if not os.environ.get("SANITIZERS", "").strip():
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            kit.check(most < 100 << 10, f"takes no 100 MB of memory, -j {j}", f"{most} KB, {before} before")
    # Parts that begin within the long line leave it to the part where it begins.
    parts = [batch(b"", "--shard", f"{i}/6", f)[1] for i in range(1, 7)]
    kit.check(b"".join(parts) == want and parts.count(b"") == 3, "parts of long lines", str([len(p) for p in parts]))
    for stop in (len(ANSWER), len(ANSWER + too_long) - 5, len(ANSWER + too_long), len(want)):
        o.write_bytes(want[:stop])
        code = batch(b"", "-o", o, "--resume", f)[0]
        kit.check(code == 1 and o.read_bytes() == want, f"--resume behind byte {stop} of answers to long lines", f"exit {code}")

# --- workers that are killed ---------------------------------------------------------------------------------

slow = [dict(PATHS, id=i, peak_rps=100 + i) for i in range(400)]  # sampled: some milliseconds each
calm = batch(text(slow))[1]
with tempfile.TemporaryDirectory(prefix="headroom-test-") as d:
    f, o = pathlib.Path(d, "lines.jsonl"), pathlib.Path(d, "answers.jsonl")
    f.write_bytes(text(slow))
    for j in (2, 4):
        o.unlink(missing_ok=True)
        # The last line comes when enough have been killed: no machine is too fast for that.
        p, killed = start("-j", j, "-o", o, env=kit.killable(), stdin=subprocess.PIPE), 0
        first, last = text(slow[:-1]), text(slow[-1:])
        os.set_blocking(p.stdin.fileno(), False)
        until = time.monotonic() + LONGEST
        while p.poll() is None and killed < 12 and time.monotonic() < until:
            with contextlib.suppress(BlockingIOError):
                first = first[os.write(p.stdin.fileno(), first[:4096]):] if first else b""
            for child in children(p.pid)[-1:]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                    killed += 1
            time.sleep(0.01)
        os.set_blocking(p.stdin.fileno(), True)
        p.stdin.write(first + last)
        p.stdin.close()
        p.stdin = None
        code, _, err = finish(p)
        # A line that ends two workers is given up; which lines that hits is chance, that each has an answer is not.
        got, right = o.read_bytes().splitlines(True), calm.splitlines(True)
        lost = [a for a, b in zip(got, right) if a != b]
        kit.check(killed == 12 and len(got) == len(right) and all(b"ended, each time" in a for a in lost)
                  and code == (1 if lost else 0), f"{killed} of {j} workers killed, one after the other",
                  f"exit {code}, {len(got)} answers, {lost[:1]}, {err}")

    # The process itself: what is in the file stays, whatever ended it, and its workers end with it.
    for how, j in ((signal.SIGKILL, 1), (signal.SIGKILL, 3), (signal.SIGTERM, 3)):
        o.unlink(missing_ok=True)
        p = start("-j", j, "-o", o, env=kit.killable(), stdin=subprocess.PIPE)
        p.stdin.write(text(slow[:-1]))  # it cannot end before the last line
        p.stdin.flush()
        while p.poll() is None and (not o.exists() or o.stat().st_size < 2000):
            time.sleep(0.002)
        workers = children(p.pid)
        p.send_signal(how)
        p.wait(timeout=LONGEST)
        p.stdin.close()
        p.stdin = None
        code, _, err = finish(p)
        kit.equal(code, -how if how == signal.SIGKILL else 1, f"{how.name}, -j {j}")
        until = time.monotonic() + LONGEST
        while any(pathlib.Path(f"/proc/{w}").exists() for w in workers) and time.monotonic() < until:
            time.sleep(0.01)
        kit.check(not any(pathlib.Path(f"/proc/{w}").exists() for w in workers), f"{how.name}: no worker stays, -j {j}")
        done = o.read_bytes()
        kit.check(0 < len(done) and calm.startswith(done), f"{how.name}: what was written is right, -j {j}")
        code = batch(b"", "-j", j, "-o", o, "--resume", f)[0]
        kit.check(code == 0 and o.read_bytes() == calm, f"--resume after {how.name}, -j {j}", f"exit {code}")

# --- readers that leave --------------------------------------------------------------------------------------

for j in (1, 2):
    p = start("-j", j, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    os.set_blocking(p.stdin.fileno(), False)
    p.stdout.readable()
    data, first = text(slow) * 20, b""
    while len(first) < 5000:  # write as far as it takes lines, read a little, then leave
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(p.stdin.fileno(), data[:65536]):]
        if select.select([p.stdout], [], [], 0.01)[0]:
            first += os.read(p.stdout.fileno(), 1000)
    p.stdout.close()
    p.stdout = None
    kit.check(calm.startswith(first), f"answers before the reader leaves, -j {j}")
    os.set_blocking(p.stdin.fileno(), True)
    with contextlib.suppress(BrokenPipeError):  # it ends without the rest of the lines
        p.stdin.write(data)
        p.stdin.flush()
    with contextlib.suppress(BrokenPipeError):
        p.stdin.close()
    p.stdin = None
    code, _, err = finish(p)
    kit.check(code == 4 and "standard output: cannot write: Broken pipe" in err, f"a reader that leaves, -j {j}",
              f"exit {code} {err}")

closed = subprocess.run(["sh", "-c", 'exec "$0" batch -j 2 >&-', kit.PROGRAM], input=text(slow[:3]), capture_output=True,
                        timeout=LONGEST)
kit.check(closed.returncode == 4 and b"cannot write" in closed.stderr, "no standard output at all",
          f"exit {closed.returncode} {closed.stderr}")
closed = subprocess.run(["sh", "-c", 'exec "$0" batch <&-', kit.PROGRAM], capture_output=True, timeout=LONGEST)
kit.check(closed.returncode == 3 and b"stdin" in closed.stderr, "no standard input at all",
          f"exit {closed.returncode} {closed.stderr}")

# --- disks that fill up --------------------------------------------------------------------------------------

many = [dict(BASE, id=i) for i in range(400)]
whole = batch(text(many))[1]


def fills_up(what, where, **kw):
    """A batch into WHERE must stop, say so, and leave whole answers."""
    for j in (1, 3):
        code, out, err = batch(text(many), "-j", j, "-o", where, **kw)
        done = where.read_bytes()
        kit.check(code == 4 and "cannot write" in err and "--resume goes on" in err, f"{what}, -j {j}", f"exit {code} {err}")
        kit.check(whole.startswith(done) and 0 < len(done) < len(whole) and done.endswith(b"\n"),
                  f"{what} leaves whole answers, -j {j}", f"{len(done)} of {len(whole)}")
    return done


with tempfile.TemporaryDirectory(prefix="headroom-test-") as d:
    f, o = pathlib.Path(d, "lines.jsonl"), pathlib.Path(d, "answers.jsonl")
    f.write_bytes(text(many))
    limit = 100001
    fills_up("a file that may not grow", o, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    kit.check(batch(b"", "-o", o, "--resume", f)[0] == 0 and o.read_bytes() == whole, "--resume when it may again")

    small = pathlib.Path(d, "small")
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], capture_output=True).returncode == 0:
        try:
            done = fills_up("a full disk", small / "answers.jsonl")
            kit.check(len(done) > 30000, "it is used to the end", str(len(done)))
            code, _, err = batch(b"", "-o", small / "answers.jsonl", "--resume", f)
            kit.check(code == 4 and (small / "answers.jsonl").read_bytes() == done, "--resume while it is full still", err)
            subprocess.run(["mount", "-o", "remount,size=8m", small], check=True)
            code, _, err = batch(b"", "-o", small / "answers.jsonl", "--resume", f)
            kit.check(code == 0 and (small / "answers.jsonl").read_bytes() == whole, "--resume when there is room", err)
        finally:
            subprocess.run(["umount", small], check=True)
    else:
        print("no file system can be mounted here: a full disk was tried through limits and /dev/full only")

with open("/dev/full", "wb") as full:
    for j in (1, 2):
        p = start("-j", j, stdin=subprocess.PIPE, stdout=full)
        p.stdin.write(text(many[:50]))
        p.stdin.close()
        p.stdin = None
        code, _, err = finish(p)
        kit.check(code == 4 and "No space left" in err, f"/dev/full, -j {j}", f"exit {code} {err}")
        # Lines that are still to come cannot be waited for: nobody could have their answers.
        p = start("-j", j, stdin=subprocess.PIPE, stdout=full)
        p.stdin.write(text(many[:1]))
        p.stdin.flush()
        try:
            p.wait(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            p.kill()
        err = p.stderr.read().decode()
        kit.check(p.returncode == 4 and "No space left" in err, f"/dev/full before the end of the lines, -j {j}",
                  f"exit {p.returncode} {err}")
        p.stdin.close()
        p.stderr.close()
kit.expect(["batch", "-o", "/dev/full"], 4, "/dev/full by name", err_has=["not a regular file"], stdin=text(many[:2]))

# --- a terminal ----------------------------------------------------------------------------------------------


def on_terminal(*args, lines, interrupt=False):
    """Runs with a terminal as standard error; returns exit code, answers and what the terminal got. The last line is
    held back until progress was shown (and, when asked for, interrupted): no machine is too fast or too busy for it."""
    master, slave = pty.openpty()
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen([kit.PROGRAM, "batch", *args], stdin=subprocess.PIPE, stdout=out, stderr=slave)
        os.close(slave)
        seen, held, sent, until = b"", list(lines), False, time.monotonic() + LONGEST
        while time.monotonic() < until:
            if len(held) > 1 or (held and b"done" in seen and not interrupt):
                with contextlib.suppress(BrokenPipeError):
                    p.stdin.write(held.pop(0))
                    p.stdin.flush()
            if not held:
                p.stdin.close()
            # A line each three milliseconds: most are still to be written when the first progress is due.
            if select.select([master], [], [], 0.003)[0]:
                try:
                    got = os.read(master, 4096)
                except OSError:  # the last writer has gone
                    break
                if not got:
                    break
                seen += got
            if interrupt and b"done" in seen and not sent:
                p.send_signal(signal.SIGINT)
                sent = True
        p.wait(timeout=LONGEST)
        with contextlib.suppress(BrokenPipeError):
            p.stdin.close()
        os.close(master)
        out.seek(0)
        return p.returncode, out.read(), seen.decode()


wrong = [dict(BASE, id=i, wrong=1) for i in range(5)]
long = text(wrong + [dict(x, id=i) for i, x in enumerate(slow * 2)]).splitlines(True)
for j in ("1", "2"):
    code, out, seen = on_terminal("-j", j, lines=long)
    lines = [x for x in seen.split("\r") if x.strip()]
    kit.check(code == 1 and out.count(b"\n") == len(long), f"a run with a terminal, -j {j}", f"exit {code}")
    kit.check(lines and "5 failed" in lines[-1] and
              all(re.fullmatch(r"\d+ done, [0-5] failed, \d+/s(, (\d+:)?\d+:\d\d left)? *", x) for x in lines),
              f"progress: done, failed, rate, time left, -j {j}", repr(lines[:3]))
    counts = [int(x.split()[0]) for x in lines]
    kit.check(counts == sorted(counts) and counts[-1] <= len(long), f"counts that grow, -j {j}", str(counts))
    kit.check("\n" not in seen and re.search(r"\r *\r$", seen), f"the line is removed at the end, -j {j}", repr(seen[-80:]))
    code, out, seen = on_terminal("-j", j, lines=long, interrupt=True)
    n = out.count(b"\n")
    kit.check(code == 1 and 0 < n < len(long) and out.endswith(b"\n") and
              re.search(rf"\r *\rheadroom: interrupted after {n} answers\r\n$", seen), f"SIGINT on a terminal, -j {j}",
              f"exit {code}, {n} answers, {seen[-120:]!r}")
kit.check(batch(text(wrong))[2] == "", "no terminal, no progress")
kit.done()
