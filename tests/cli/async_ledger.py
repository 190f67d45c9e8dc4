"""async ledger: states, conflicts, uncertain acceptance, unknown and overdue jobs; that neither the order of lines nor
repetitions change the outcome, against a second reading of the rules; refused logs."""
import itertools, json, os, random, re, tempfile
import kit
from kit import check, equal, expect, run

REGISTERED = {"deadline_s": 900, "output_location": "s3://b/out/a", "failure_location": "s3://b/fail/a"}


def ev(event, at, job="a", **more):
    """EVENT may be "found output"."""
    if event.startswith("found "):
        event, more = "reconciled", {"found": event[6:]} | more
    return {"event": event, "inference_id": job, "at_s": at} | (REGISTERED if event == "registered" else {}) | more


def text_of(events):
    return "".join(json.dumps(e) + "\n" for e in events)


def ledger(events, *args, code=None, what=""):
    r = run("async", "ledger", "-", "--format", "json", *args, stdin=text_of(events))
    check(r.returncode in (0, 1) and r.stderr == "", f"{what}: runs", f"{r.returncode} {r.stderr[:300]}")
    doc = json.loads(r.stdout)
    equal(r.returncode, int(doc["needs_a_person"]), f"{what}: exit 1 exactly when a person is needed")
    if code is not None:
        equal(r.returncode, code, f"{what}: exit")
    return doc


def job(events, what, code, *args, **want):
    doc = ledger([ev("registered", 0)] + events, *args, code=code, what=what)
    equal(len(doc["jobs"]), 1, f"{what}: one job")
    equal({k: doc["jobs"][0][k] for k in want}, want, what)
    return doc


# --- states ----------------------------------------
job([], "registered", 0, state="REGISTERED", since_s=0.0, deadline_s=900.0, output_location="s3://b/out/a",
    failure_location="s3://b/fail/a", acceptance_uncertain=False, overdue=False, conflict=False, registered_twice=False)
job([ev("submitted", 1)], "submitted", 0, state="SUBMITTED", since_s=1.0, by="submitted")
job([ev("submitted", 1), ev("completed", 9)], "completed", 0, state="COMPLETED", since_s=9.0, by="completed")
job([ev("submitted", 1), ev("failed", 9)], "failed", 0, state="FAILED", since_s=9.0, by="failed")
job([ev("submitted", 1), ev("expired", 9)], "expired", 0, state="FAILED", since_s=9.0, by="expired")
job([ev("found output", 50)], "output found", 0, state="COMPLETED", by="reconciled (output)")
job([ev("found failure", 50)], "failure found", 0, state="FAILED", by="reconciled (failure)")
job([ev("submitted", 1), ev("found nothing", 50)], "nothing found changes nothing", 0, state="SUBMITTED", since_s=1.0)
job([ev("completed", 3), ev("submitted", 9)], "a late submission does not overwrite the end", 0, state="COMPLETED",
    since_s=3.0)
job([ev("failed", 3), ev("submitted", 9)], "nor a failure", 0, state="FAILED", since_s=3.0)
job([ev("completed", 3), ev("completed", 3)], "a duplicate", 0, state="COMPLETED", since_s=3.0, conflict=False)
job([ev("completed", 5), ev("completed", 3)], "delivered again later: the first counts", 0, since_s=3.0, conflict=False)
job([ev("completed", 5), ev("found output", 9)], "reconciliation that agrees", 0, state="COMPLETED", since_s=5.0,
    conflict=False)
job([ev("failed", 5), ev("found failure", 9)], "reconciliation that agrees on failure", 0, state="FAILED",
    conflict=False)
job([ev("expired", 5), ev("found failure", 9)], "expired, and its failure found", 0, state="FAILED", by="expired",
    conflict=False)

# --- conflicts: the earlier stands, both are reported ----------------------------------------
for first, second, state in [("completed", "failed", "COMPLETED"), ("failed", "completed", "FAILED"),
                             ("expired", "completed", "FAILED"), ("completed", "expired", "COMPLETED"),
                             ("failed", "expired", "FAILED"), ("expired", "failed", "FAILED"),
                             ("found output", "failed", "COMPLETED"), ("found failure", "completed", "FAILED"),
                             ("found output", "found failure", "COMPLETED")]:
    for pair in ([ev(first, 5), ev(second, 9)], [ev(second, 9), ev(first, 5)]):
        doc = job(pair, f"{first} then {second}", 1, state=state, since_s=5.0, conflict=True)
        (c,) = doc["conflicts"]
        equal(sorted(x["at_s"] for x in c["reported"]), [5.0, 9.0], f"{first} then {second}: both are reported")
        equal(c["stands"], doc["jobs"][0]["by"], f"{first} then {second}: which stands")
for pair in itertools.permutations([ev("failed", 5), ev("completed", 5)]):
    job(list(pair), "two ends at one instant: the outcome does not depend on lines", 1, state="COMPLETED",
        conflict=True)
doc = ledger([ev("registered", 0), ev("registered", 5, deadline_s=1000)], code=1, what="registered otherwise")
equal((doc["registered_twice"], doc["jobs"][0]["deadline_s"]), (["a"], 900.0),
      "registered otherwise: the earlier stands")
ledger([ev("registered", 0), ev("registered", 5)], code=0, what="registered again alike")

# --- uncertain acceptance ----------------------------------------
doc = job([ev("submit_timeout", 2)], "uncertain", 1, state="REGISTERED", acceptance_uncertain=True)
equal(doc["uncertain"], ["a"], "uncertain: listed")
job([ev("submit_timeout", 2), ev("found nothing", 50)], "uncertain: nothing found leaves it so", 1,
    acceptance_uncertain=True)
job([ev("submit_timeout", 2), ev("submitted", 4)], "uncertain: an answer is no proof of one job", 1,
    acceptance_uncertain=True)
for end in ("completed", "failed", "expired", "found output", "found failure"):
    doc = job([ev("submit_timeout", 2), ev(end, 50)], f"uncertain until {end}", 0, acceptance_uncertain=False)
    equal(doc["uncertain"], [], f"uncertain until {end}: not listed")
    job([ev(end, 1), ev("submit_timeout", 2)], f"{end} before the time-out", 0, acceptance_uncertain=False)
r = run("async", "ledger", "-", stdin=text_of([ev("registered", 0), ev("submit_timeout", 2)]))
check(r.returncode == 1 and "never send it again" in r.stdout, "uncertain: the text says never to send it again",
      r.stdout)

# --- unknown jobs ----------------------------------------
doc = ledger([ev("registered", 0), ev("completed", 4, "b"), ev("submitted", 3, "b")], code=1, what="unknown job")
equal(doc["unknown"], [{"inference_id": "b", "events": [{"event": "submitted", "at_s": 3.0},
                                                        {"event": "completed", "at_s": 4.0}]}],
      "unknown job: its events")
equal([j["inference_id"] for j in doc["jobs"]], ["a"], "unknown job: not among the jobs")
job([ev("submitted", 1)], "registration may come last", 0, state="SUBMITTED")
equal(ledger([ev("completed", 4, "b"), ev("registered", 9, "b")], code=0, what="late registration")["unknown"], [],
      "late registration")

# --- overdue ----------------------------------------
for now, late in [("899", False), ("900", False), ("900.000001", True), ("1e9", True)]:
    for events in ([], [ev("submitted", 1)]):
        doc = job(events, f"overdue at {now}", int(late), "--now", now, overdue=late)
        equal((doc["overdue"], doc["now_s"]), (["a"] if late else [], float(now)), f"overdue at {now}: listed")
    job([ev("completed", 1)], f"completed is never overdue at {now}", 0, "--now", now, overdue=False)
    job([ev("failed", 1)], f"failed is never overdue at {now}", 0, "--now", now, overdue=False)
doc = ledger([ev("registered", 0), ev("registered", 901, "b", deadline_s=None)], code=1, what="the newest event is now")
equal((doc["now_s"], doc["overdue"]), (901.0, ["a"]), "the newest event is now; without a deadline nothing is overdue")

# --- neither order nor duplicates: against a second reading of the rules ----------------------------------------
ENDS = ["completed", "failed", "expired", "found output", "found failure"]
GOOD_ENDS = {"completed", "found output"}


def second_reading(events, now):
    out = {}
    for e in events:
        kind = f"found {e['found']}" if e["event"] == "reconciled" else e["event"]
        seen = out.setdefault(e["inference_id"], {})
        seen[kind] = min(seen.get(kind, e["at_s"]), e["at_s"])
    answer = {}
    for name, seen in out.items():
        ends = sorted((t, ENDS.index(k), k) for k, t in seen.items() if k in ENDS)
        kinds = {k for _, _, k in ends}
        conflict = len({k in GOOD_ENDS for k in kinds}) == 2 or {"failed", "expired"} <= kinds
        if "registered" not in seen:
            answer[name] = "UNKNOWN"
            continue
        state = "SUBMITTED" if "submitted" in seen else "REGISTERED"
        if ends:
            state = "COMPLETED" if ends[0][2] in GOOD_ENDS else "FAILED"
        answer[name] = (state, conflict, not ends and "submit_timeout" in seen, not ends and now > 900)
    return answer


def reading(doc):
    got = {j["inference_id"]: (j["state"], j["conflict"], j["acceptance_uncertain"], j["overdue"]) for j in doc["jobs"]}
    return got | {u["inference_id"]: "UNKNOWN" for u in doc["unknown"]}


small = [ev("registered", 0), ev("submit_timeout", 2), ev("completed", 7), ev("failed", 5), ev("found nothing", 6)]
want = run("async", "ledger", "-", "--format", "json", stdin=text_of(small)).stdout
same = sum(run("async", "ledger", "-", "--format", "json",
               stdin=text_of(p)).stdout == want for p in itertools.permutations(small))
equal(same, 120, "all 120 orders of five events give the same bytes")

rng = random.Random(20261201)
KINDS = ["registered", "submitted", "submit_timeout", *ENDS, "found nothing"]
for trial in range(60):
    events = []
    for j in range(rng.randint(1, 40)):
        name = f"job-{j}"
        if rng.random() < 0.85:
            events.append(ev("registered", rng.randint(0, 3), name))
        for _ in range(rng.randint(0, 5)):
            events.append(ev(rng.choice(KINDS[1:]), rng.randint(0, 1000), name))
    if not events:
        continue
    now = rng.choice([800, 900, 901, 5000])
    first = run("async", "ledger", "-", "--format", "json", "--now", now, stdin=text_of(events))
    equal(reading(json.loads(first.stdout)), second_reading(events, now), f"trial {trial}: the second reading agrees")
    for _ in range(3):
        again = events + rng.choices(events, k=rng.randint(0, len(events)))
        rng.shuffle(again)
        r = run("async", "ledger", "-", "--format", "json", "--now", now, stdin=text_of(again))
        check((r.returncode, r.stdout) == (first.returncode, first.stdout),
              f"trial {trial}: order and duplicates change nothing")
    t1, t2 = (run("async", "ledger", "-", "--now", now, stdin=text_of(x)).stdout for x in (events, again))
    equal(t1, t2, f"trial {trial}: nor the text")

# --- the text ----------------------------------------
r = run("async", "ledger", "-", "--now", "3600", stdin=text_of(
    [ev("registered", 0), ev("submitted", 1), ev("completed", 5), ev("failed", 9), ev("registered", 0, "b"),
     ev("submitted", 1, "c")]))
for part in ["2 jobs at 3600 s: 1 registered, 0 submitted, 1 completed, 0 failed; events of 1 unknown job\n",
             "Needs a person:",
             "a: contradictory ends: completed at 5 s, failed at 9 s; the earlier stands, completed",
             "b: overdue, REGISTERED past its deadline 900 s", "c: was never registered; submitted at 1 s"]:
    check(part in r.stdout, f"text: {part}", r.stdout)
r = run("async", "ledger", "-", stdin=text_of([ev("registered", 0)]))
check(r.returncode == 0 and "Nothing needs a person." in r.stdout, "text: nothing to do", r.stdout)
r = run("async", "ledger", "-", stdin=text_of([ev("registered", 0, "\x1b[31mred\u202e")]))
check("\x1b" not in r.stdout and "\u202e" not in r.stdout, "text: hostile ids are made visible", repr(r.stdout))

# --- refused ----------------------------------------
OK = json.dumps(ev("registered", 0))
for line, part in [
    ("oops", "expected"), ("[]", "expected an object"), ("{}", "$.event"),
    ('{"event": "done", "inference_id": "a", "at_s": 0}', "'done'"),
    (json.dumps({"event": "submitted", "at_s": 0}), "$.inference_id"),
    (json.dumps(ev("submitted", 0, "")), "has 0 characters"),
    (json.dumps(ev("submitted", 0, "a" * 65)), "has 65 characters, expected 1 to 64"),
    (json.dumps(ev("submitted", None)), "$.at_s"),
    (json.dumps(ev("submitted", -1)), "expected seconds from 0"), (json.dumps(ev("submitted", "1")), "$.at_s"),
    (json.dumps({"event": "reconciled", "inference_id": "a", "at_s": 0}), "$.found"),
    (json.dumps(ev("found everything", 0)), "expected output, failure or nothing"),
    ('{"event": "submitted", "inference_id": "a", "at_s": 1e999}', ""),
    (json.dumps(ev("registered", 0, deadline_s=-5)), "$.deadline_s"),
    (json.dumps(ev("registered", 0, deadline_s="soon")), "$.deadline_s"),
    (json.dumps(ev("registered", 0, output_location="k" * 1025)), "expected 1 to 1024"),
    (json.dumps(ev("registered", 0, failure_location=7)), "$.failure_location"),
    ('{"event": "submitted", "event": "failed", "inference_id": "a", "at_s": 0}', ""),
    (OK[:-1] + ', "x": "' + "y" * 65536 + '"}', "longer than the 65536 bytes"),
]:
    r = run("async", "ledger", "-", stdin=f"{OK}\n\n{line}\n")
    equal((r.returncode, r.stdout), (3, ""), f"refused: {line[:60]}")
    check(re.match("headroom: stdin: line 3(, column [0-9]+)?: ", r.stderr) and "line 1" not in r.stderr and part in r.stderr,
          f"refused: {line[:60]}: file, line and why", r.stderr[:300])
ledger([ev("submitted", 1, "a" * 64), ev("registered", 0, "a" * 64, output_location="k" * 1024)], code=0,
       what="the longest that is allowed")
ledger([ev("registered", 0, extra={"a": [1]}), ev("submitted", 1, found="whatever")], code=0,
       what="further members are ignored")
ledger([ev("registered", 0, deadline_s=None, output_location=None)], code=0, what="null terms")
# A name that is no name keeps to its line and its column, and ends of one instant are said to be that.
r = run("async", "ledger", "-", stdin="\n".join(json.dumps(ev(k, 1, "a\x1b[3m\nb")) for k in ("registered", "failed", "completed")))
check("  a\\x1b[3m\\x0ab: contradictory ends: completed at 1 s, failed at 1 s; at one instant, completed stands by rule\n"
      in r.stdout, "ends of one instant", r.stdout)
table = r.stdout.splitlines()[-2:]
equal(table[0].index("state"), table[1].index("COMPLETED"), "the column of states")
for text in ("", "\n\n"):
    expect(["async", "ledger", "-"], 3, "no event", out="", err_has=["holds no event"], stdin=text)
with tempfile.TemporaryDirectory() as d:
    for args, code in [([], 2), (["-", "-"], 2), (["-", "--now", "soon"], 2), (["-", "--now", "-1"], 2),
                       (["-", "--now", "inf"], 2),
                       (["-", "--format", "csv"], 2), (["-", "--now", "1", "--now", "2"], 2), ([d], 3),
                       ([os.path.join(d, "none")], 3)]:
        expect(["async", "ledger", *args], code, f"ledger {args[-2:]}", out="", stdin=OK)
kit.done()
