"""What the command-line tests share: running the program, comparing exactly, counting.

A test is a script that calls run(), check() and the helpers below and ends with done(). It reads HEADROOM
(the program) and top_srcdir from the environment that `make check` sets; by hand:
    HEADROOM=build/headroom top_srcdir=. python3 tests/cli/plan.py
"""
import contextlib, copy, json, os, pathlib, shutil, subprocess, sys, tempfile

PROGRAM = os.path.abspath(os.environ.get("HEADROOM", "build/headroom"))
SOURCE = pathlib.Path(os.path.abspath(os.environ.get("top_srcdir", ".")))
FIXTURES = SOURCE / "fixtures"
EXAMPLE = SOURCE / "examples" / "kokoro-82m"
QMAX = EXAMPLE / "qmax-kokoro-82m-response-stream-g5xlarge-8b1b96bc.json"
TTOTAL = EXAMPLE / "ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json"
VALIDATE = EXAMPLE / "validate-kokoro-82m.json"
PAIR = ["--qmax", str(QMAX), "--ttotal", str(TTOTAL)]
LOAD = ["--peak-rps", "5000", "--trough-rps", "10"]

passed = failed = 0


def check(ok, what, detail=""):
    """Counts one assertion; WHAT names it, DETAIL says what was seen instead."""
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {what}{': ' if detail else ''}{detail}")
    return ok


def equal(got, want, what):
    return check(got == want, what, f"got {got!r}, expected {want!r}")


def run(*args, stdin="", env=None, cwd=None, timeout=120, binary=False, **kw):
    """Runs the program; stdin is text or bytes. Returns the CompletedProcess."""
    full = {k: v for k, v in os.environ.items() if k not in ("SOURCE_DATE_EPOCH", "NO_COLOR")}
    full.update(env or {})
    data = stdin.encode() if isinstance(stdin, str) else stdin
    r = subprocess.run([PROGRAM, *map(str, args)], input=data, capture_output=True, env=full, cwd=cwd,
                       timeout=timeout, **kw)
    if not binary:
        r.stdout, r.stderr = r.stdout.decode("utf-8", "replace"), r.stderr.decode("utf-8", "replace")
    return r


def expect(args, code, what, out=None, err=None, has=(), err_has=(), **kw):
    """Runs and compares the exit code; OUT and ERR exactly, HAS and ERR_HAS as parts."""
    r = run(*args, **kw)
    check(r.returncode == code, what, f"exit {r.returncode}, expected {code}: {r.stderr[:300]!r}")
    if out is not None:
        equal(r.stdout, out, what + " (stdout)")
    if err is not None:
        equal(r.stderr, err, what + " (stderr)")
    for part in has:
        check(part in r.stdout, what, f"{part!r} is not in {r.stdout[:600]!r}")
    for part in err_has:
        check(part in r.stderr, what, f"{part!r} is not in {r.stderr[:600]!r}")
    return r


def killable():
    """The environment for a run whose children the test kills: the leak check at the end of a sanitized program
    is a child too, and is waited for without end."""
    return os.environ | {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}


def load(path):
    return json.loads(pathlib.Path(path).read_text())


def changed(doc, **paths):
    """A deep copy with members replaced: changed(q, q_max=3, steps__0__usable=False)."""
    doc = copy.deepcopy(doc)
    for path, value in paths.items():
        at, keys = doc, path.split("__")
        for i, k in enumerate(keys):
            k = int(k) if isinstance(at, list) else k
            if i + 1 < len(keys):
                at = at[k]
            elif value is ...:
                del at[k]
            else:
                at[k] = value
    return doc


@contextlib.contextmanager
def folder(**docs):
    """A temporary directory holding NAME.json for each keyword (a document, or text as it is)."""
    d = pathlib.Path(tempfile.mkdtemp(prefix="headroom-test-"))
    try:
        for name, doc in docs.items():
            (d / f"{name}.json").write_text(doc if isinstance(doc, str) else json.dumps(doc))
        yield d
    finally:
        shutil.rmtree(d, ignore_errors=True)


def shared():
    """The directory of shared cases beside the repository, or None."""
    for base in (SOURCE, *SOURCE.parents):
        d = base / "shared" / "cases"
        if (d / "plan.jsonl").is_file():
            return d
    return None


def golden(name, text):
    """Compares with tests/golden/NAME; `make goldens` (UPDATE_GOLDENS=1) writes it instead."""
    path = SOURCE / "tests" / "golden" / name
    data = text if isinstance(text, bytes) else text.encode()
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if not check(path.is_file() and path.read_bytes() == data, f"golden {name}", "differs; see the diff"):
        want = path.read_text(errors="replace").splitlines() if path.is_file() else []
        import difflib
        for line in list(difflib.unified_diff(want, data.decode(errors="replace").splitlines(), "golden", "now",
                                              lineterm=""))[:40]:
            print("   ", line)


def skip(why):
    print(f"SKIP: {why}")
    sys.exit(77)


def done():
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
