"""async check: every limit of the contract at its edge and one past it, all violations at once, JSON Lines that no
line stops, and memory that does not grow."""
import json, os, subprocess, tempfile
import kit
from kit import check, equal, expect, run

GOOD = {"EndpointName": "speech-async", "InputLocation": "s3://bucket/in/a.json", "InferenceId": "job-1"}
FULL = GOOD | {"ContentType": "application/json", "RequestTTLSeconds": 21600, "InvocationTimeoutSeconds": 900}
ORDER = list(FULL)
MARK = "not allowed by this contract"


def judge(doc, what):
    """Returns (exit, canonical or None, [(path, message)]) of one document."""
    r = run("async", "check", stdin=doc if isinstance(doc, (str, bytes)) else json.dumps(doc))
    lines = r.stderr.splitlines()
    if r.returncode == 0:
        equal(r.stderr, "", f"{what}: nothing on standard error")
        check(r.stdout.endswith("}\n") and r.stdout.count("\n") == 1, f"{what}: one line", r.stdout)
        return 0, json.loads(r.stdout), []
    equal(r.stdout, "", f"{what}: no request when it is refused")
    return r.returncode, None, [tuple(x.split(": ", 3)[2:]) for x in lines if x.startswith("headroom: stdin: $")]


def accepted(what, **members):
    code, out, _ = judge(GOOD | members, what)
    equal((code, out), (0, FULL | members), what)


def refused(what, path, part, **members):
    code, _, found = judge({k: v for k, v in (GOOD | members).items() if v is not ...}, what)
    equal((code, [p for p, _ in found]), (1, [f"$.{path}"]), what)
    check(len(found) == 1 and part in found[0][1] and MARK in found[0][1], f"{what}: says why", repr(found))


# --- limits: at them, and one past ----------------------------------------
accepted("defaults")
for name in ["a", "9", "A-b", "a--b", "a" * 63, "a" + "-" * 61 + "b"]:
    accepted(f"EndpointName {name}", EndpointName=name)
refused("EndpointName of 64", "EndpointName", "has 64 characters, expected 1 to 63", EndpointName="a" * 64)
refused("EndpointName of 0", "EndpointName", "has 0 characters", EndpointName="")
for name in ["-a", "a-", "-", "a_b", "a.b", "a b", "é", "a\n", "a/b", " a", "a\u2010b", "ａ"]:
    refused(f"EndpointName {name!r}", "EndpointName", "letters, digits and dashes", EndpointName=name)
head = "s3://b/"
accepted("InputLocation of 1024", InputLocation=head + "k" * (1024 - len(head)))
accepted("InputLocation of 1024 characters, not bytes", InputLocation=head + "é" * (1024 - len(head)))
refused("InputLocation of 1025", "InputLocation", "has 1025 characters, expected at most 1024",
        InputLocation=head + "k" * (1025 - len(head)))
for text in ["s3://b/k", "s3://b//", "s3://b/k/l", "s3://b/ "]:
    accepted(f"InputLocation {text!r}", InputLocation=text)
for text, part in [("", "expected s3://bucket/key"), ("s3:/b/k", "expected s3://bucket/key"),
                   ("S3://b/k", "expected s3"),
                   ("https://b/k", "expected s3://bucket/key"), ("s3://", "no bucket"), ("s3:///k", "no bucket"),
                   ("s3://b", "no key"), ("s3://b/", "no key"), (" s3://b/k", "expected s3"),
                   ("s3://b/k\n", "control")]:
    refused(f"InputLocation {text!r}", "InputLocation", part, InputLocation=text)
for text in ["a", "Z9-", "-", "a" * 64]:
    accepted(f"InferenceId {text}", InferenceId=text)
refused("InferenceId of 65", "InferenceId", "has 65 characters, expected 1 to 64", InferenceId="a" * 65)
refused("InferenceId of 0", "InferenceId", "has 0 characters", InferenceId="")
for text in ["a b", "a_b", "a.b", "é", "a\t", "a/b", "a:b"]:
    refused(f"InferenceId {text!r}", "InferenceId", "letters, digits and dashes only", InferenceId=text)
for text in ["a" * 1024, "text/plain; charset=utf-8", "~ !"]:
    accepted(f"ContentType {text[:30]}", ContentType=text)
refused("ContentType of 1025", "ContentType", "has 1025 characters, expected at most 1024", ContentType="a" * 1025)
for text in ["é", "a\r\nX-Evil: 1", "\x7f", "\u2028"]:
    refused(f"ContentType {text!r}", "ContentType", "printable ASCII", ContentType=text)
for key, least, most in [("RequestTTLSeconds", 60, 21600), ("InvocationTimeoutSeconds", 1, 3600)]:
    for n in (least, least + 1, most - 1, most):
        accepted(f"{key} {n}", **{key: n})
    for n in (least - 1, most + 1, -least, 10 ** 15, 2 ** 64 + least, -1):
        refused(f"{key} {n}", key, f"outside {least} to {most}", **{key: n})
    for text in ("60.0", "6e1", "60E0", "-0.0"):
        code, _, found = judge(json.dumps(GOOD)[:-1] + f', "{key}": {text}}}', f"{key} {text}")
        equal((code, [p for p, _ in found]), (1, [f"$.{key}"]), f"{key} {text} is refused")
    for value in ("60", True, False, None, [60], {"a": 60}):
        refused(f"{key} {value!r}", key, "expected an integer", **{key: value})
for key in ("EndpointName", "InputLocation", "InferenceId", "ContentType"):
    for value in (None, 1, True, ["a"], {}):
        refused(f"{key} {value!r}", key, "expected a string", **{key: value})
for key in GOOD:
    refused(f"no {key}", key, "is missing", **{key: ...})
for key in ("Accept", "CustomAttributes", "endpointName", "S3OutputPathExtension", "", "x y", "__proto__", "é",
            "a" * 300):
    code, _, found = judge(GOOD | {key: "x"}, f"extra {key[:20]!r}")
    check(code == 1 and len(found) == 1 and "is an extra member: " + MARK in found[0][1], f"extra {key[:20]!r}",
          repr(found))

# --- two clocks: neither replaces the other ----------------------------------------
accepted("execution longer than the queue's limit", RequestTTLSeconds=60, InvocationTimeoutSeconds=3600)
accepted("the queue's limit leaves the execution's default", RequestTTLSeconds=60)
accepted("the execution's limit leaves the queue's default", InvocationTimeoutSeconds=1)

# --- the canonical request ----------------------------------------
shuffled = {k: FULL[k] for k in reversed(ORDER)}
r = run("async", "check", stdin=json.dumps(shuffled, indent=3))
equal(r.stdout, json.dumps(FULL) + "\n", "canonical: keys in order, on one line")
equal(run("async", "check", stdin=r.stdout).stdout, r.stdout, "canonical is its own canonical")
with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "request.json")
    with open(path, "w") as f:
        json.dump(GOOD, f)
    equal(run("async", "check", path).stdout, r.stdout, "a file")
    expect(["async", "check", path, path], 2, "two files", out="", err_has=["one FILE at most"])
    expect(["async", "check", d], 3, "a directory", out="")
    expect(["async", "check", os.path.join(d, "none")], 3, "no such file", out="")
    expect(["async", "check", "--lines", os.path.join(d, "none")], 3, "no such file, lines", out="")
    expect(["async", "check", "--frob", path], 2, "unknown option", out="")
    with open("/dev/full", "w") as full:
        for args in ([path], ["--lines", path]):
            p = subprocess.run([kit.PROGRAM, "async", "check", *args], stdout=full, stderr=subprocess.PIPE)
            equal((p.returncode, p.stderr), (4, b"headroom: standard output: cannot write: No space left on device\n"),
                  f"full disk {args[:-1]}")

# --- all violations at once ----------------------------------------
bad = {"Zebra": 1, "EndpointName": "-" * 64, "InputLocation": "x" * 1025, "ContentType": "é" * 1025,
       "RequestTTLSeconds": 59, "InvocationTimeoutSeconds": "900", "Accept": "a"}
code, _, found = judge(bad, "everything wrong")
equal((code, [p for p, _ in found]),
      (1, ["$.Zebra", "$.EndpointName", "$.EndpointName", "$.InputLocation", "$.InputLocation", "$.ContentType",
           "$.ContentType", "$.RequestTTLSeconds", "$.InvocationTimeoutSeconds", "$.Accept", "$.InferenceId"]),
      "everything wrong: every violation, in order")
check(all(MARK in m for _, m in found), "everything wrong: each says whose rule it is")
many = {f"x{i}": i for i in range(2000)}
equal(len(judge(GOOD | many, "2000 extra members")[2]), 2000, "2000 extra members, 2000 violations")

# --- what is no request, or no JSON ----------------------------------------
for text, part in [("[]", "$: is an array"), ("null", "$: is null"), ('"a"', "$: is a string"),
                   ("7", "$: is a number")]:
    expect(["async", "check"], 1, f"document {text}", out="", err_has=[part, "expected an object", MARK], stdin=text)
for text in ["", " \n\n", "{", '{"a":}', json.dumps(GOOD) + "}", "{'a': 1}", '{"EndpointName": NaN}', b'{"a": "\xff"}',
             b"\xef\xbb\xbf{", b"\0", "[" * 100, json.dumps(GOOD)[:-1] + ', "InferenceId": "b"}',
             '{"EndpointName": "\\ud800"}', '{"RequestTTLSeconds": 060}', "{\n\"a\": 1,\n}", "# a comment"]:
    r = run("async", "check", stdin=text)
    equal((r.returncode, r.stdout), (1, ""), f"not JSON: {text[:30]!r}")
    check(r.stderr.startswith("headroom: stdin: "), f"not JSON: {text[:30]!r}: says where", r.stderr)
r = run("async", "check", stdin='\n\n{\n  "EndpointName": "a",\n  oops\n}\n')
check("line 5" in r.stderr and "oops" in r.stderr and "^" in r.stderr, "syntax: line as an editor counts", r.stderr)


# --- JSON Lines ----------------------------------------
def lines(text, *args, code):
    r = run("async", "check", *args, stdin=text)
    equal(r.returncode, code, f"lines {text[:40]!r} {args}: exit")
    return [json.loads(x) for x in r.stdout.splitlines()], r.stderr


good, wrong = json.dumps(GOOD), json.dumps(GOOD | {"RequestTTLSeconds": 59, "x": 1})
out, err = lines(f"{good}\n{wrong}\noops\n\n  \n[]\n{good}", "--lines", code=1)
equal([(v["line"], v["ok"]) for v in out], [(1, True), (2, False), (3, False), (6, False), (7, True)],
      "lines: one verdict a line, blank ones skipped, none stops the others")
equal(out[0], {"line": 1, "ok": True, "request": FULL}, "lines: the canonical request")
equal(list(out[0]["request"]), ORDER, "lines: its keys in order")
equal([x["path"] for x in out[1]["violations"]], ["$.RequestTTLSeconds", "$.x"], "lines: all violations of a line")
check(out[2]["violations"][0]["message"].startswith("not JSON: column "), "lines: not JSON", repr(out[2]))
equal(err, "headroom: stdin: 3 of 5 documents refused\n", "lines: the count")
equal(lines(f"{good}\n{good}\n", "--lines", code=0)[1], "", "lines: silent when all are accepted")
equal(lines(good, "--lines", code=0)[0], [{"line": 1, "ok": True, "request": FULL}], "lines: one line")
equal(lines("", "--lines", code=0)[0], [], "lines: nothing")
equal([v["line"] for v in lines(f"{good}\r\n{good}\r\n", code=0)[0]], [1, 2], "lines: CR LF")
# Without --lines: more text after a first document of one line.
equal([v["ok"] for v in lines(f"\n{good}\n\n{wrong}\n", code=1)[0]], [True, False], "lines found out")
equal([v["line"] for v in lines(f"\n{good}\n\n{wrong}\n", code=1)[0]], [2, 4], "lines found out: numbers")
equal([v["ok"] for v in lines(f"{wrong}\noops\n", code=1)[0]], [False, False], "lines found out after a refused one")
equal(run("async", "check", stdin=f"\n{good}\n\n").stdout, json.dumps(FULL) + "\n", "one line alone is one document")
equal(run("async", "check", stdin=good + good).returncode, 1, "two documents on one line are not JSON")
equal(run("async", "check", stdin=json.dumps(GOOD, indent=1) + "\n" + json.dumps(GOOD, indent=1)).returncode, 1,
      "two documents of several lines are not JSON")

# A line at the limit is judged; one byte more is refused, and the next line still judged.
MOST = 16 << 20
for extra in (0, 1):
    pad = " " * (MOST - len(good) + extra)
    out, _ = lines(f"{good}{pad}\n{good}\n", "--lines", code=extra)
    equal([v["ok"] for v in out], [not extra, True], f"a line of the limit + {extra}")
    if extra:
        check("longer than the 16777216 bytes" in out[0]["violations"][0]["message"], "a long line says why", repr(out))
r = run("async", "check", stdin="{" + " " * MOST + "\n}")
check(r.returncode == 1 and "longer than the 16777216 bytes" in r.stderr, "a document beyond the limit", r.stderr[:200])


# --- memory does not grow with the stream ----------------------------------------
def peak(count):
    """Largest resident size, in KiB, over COUNT lines of 4 KB, every third of them refused."""
    long = json.dumps(GOOD | {"InputLocation": "s3://b/" + "k" * 1000, "ContentType": "a" * 1000})
    block = (f"{long}\n{long}\n{wrong}{' ' * 3000}\n").encode() * 100
    p = subprocess.Popen([kit.PROGRAM, "async", "check", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
    for _ in range(count // 300):
        p.stdin.write(block)
    p.stdin.close()
    _, status, usage = os.wait4(p.pid, 0)
    equal(os.waitstatus_to_exitcode(status), 1, f"{count} lines: exit")
    return usage.ru_maxrss


if not os.environ.get("SANITIZERS"):
    small, large = peak(300), peak(60000)
    check(large < small + 1024, "140 MB of lines need no more memory than 0.7 MB", f"{small} and {large} KiB")

kit.done()
