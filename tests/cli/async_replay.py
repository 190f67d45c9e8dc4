"""headroom async simulate on small traces that were worked by hand from the rules of the replay: what each request and
the fleet do, to the microsecond. Evaluations are at 60, 120, ..; an instance asked for at t serves at t + provisioning.
The standing example: one request at 0, 60 s of service, 320 s to provision. The wake alarm has held at 60 and 120, so the
instance is asked for at 120 and serves at 440; the request runs 440..500. Backlog is low from 480 on, 15 times by
480 + 14 x 60 = 1320, when the instance goes: 1200 s are billed."""
import csv, io, json
import kit

SERVED = [("completed", "440", "500")]
PULSE = [[0.0, 0, 0], [120.0, 1, 0], [440.0, 1, 1], [1320.0, 0, 0]]


def replay(rows, settings):
    text = "arrival_s,service_s\n" + "".join(f"{a},{s}\n" for a, s in rows)
    args = ["async", "simulate", "-", *settings.split()]
    doc = kit.expect([*args, "--format", "json"], 0, settings, stdin=text, err="")
    table = kit.expect([*args, "--format", "csv"], 0, settings, stdin=text, err="")
    return json.loads(doc.stdout), list(csv.reader(io.StringIO(table.stdout)))[1:]


def case(name, rows, settings, want_rows, **want):
    doc, table = replay(rows, settings)
    kit.equal([(r[2], r[3], r[4]) for r in table], want_rows, f"{name}: requests")
    for k, v in want.items():
        if k == "billed_s":
            kit.check(abs(doc["billable_instance_hours"] * 3600 - v) < 1e-9 * max(1, v), f"{name}: billed",
                      f"{doc['billable_instance_hours'] * 3600} s, expected {v} s")
        else:
            kit.equal([r[5] for r in table] if k == "cold" else doc[k], v, f"{name}: {k}")


# A single request at zero; the alarm's minutes.
case("single", [(0, 60)], "--provision 320 --rate 0.23", SERVED, billed_s=1200, capacity=PULSE, end_s=1320.0, wake_ups=1,
     hours_at_zero=120 / 3600, cold=["true"], always_on_instances=1, accepted=1, completed=1, cost_usd=1200 / 3600 * 0.23,
     latency_s={"all": {"n": 1, "p50": 500.0, "p95": 500.0}, "cold": {"n": 1, "p50": 500.0, "p95": 500.0},
                "warm": {"n": 0, "p50": None, "p95": None}})
case("arrives at an evaluation, and is seen by it", [(60, 60)], "--provision 320", SERVED, capacity=PULSE)
case("arrives just after it", [("60.000001", 60)], "--provision 320", [("completed", "500", "560")])
case("one minute suffices", [(0, 60)], "--provision 320 --wake-periods 1", [("completed", "380", "440")])
case("min 1: nobody waits", [(0, 60)], "--provision 320 --min 1", [("completed", "0", "60")], cold=["false"], wake_ups=0,
     capacity=[[0.0, 1, 1]], end_s=60.0, billed_s=60)

# One just before, at and just after the removal at 1320. The one at 1320 arrives before the evaluation: backlog 1 needs
# an instance, which stays; low still holds, so it goes at the next evaluation after the work.
case("just before the removal", [(0, 60), ("1319.999999", 30)], "--provision 320",
     SERVED + [("completed", "1319.999999", "1349.999999")], cold=["true", "false"], end_s=1380.0, billed_s=1260)
case("at the removal", [(0, 60), (1320, 30)], "--provision 320", SERVED + [("completed", "1320", "1350")],
     cold=["true", "false"], end_s=1380.0, billed_s=1260)
# Just after: wake has held at 1380 and 1440; asked for at 1440, serves at 1760; low from 1800, 15 times by 2640.
case("just after the removal", [(0, 60), ("1320.000001", 30)], "--provision 320", SERVED + [("completed", "1760", "1790")],
     cold=["true", "true"], end_s=2640.0, billed_s=2400, wake_ups=2,
     capacity=PULSE + [[1440.0, 1, 0], [1760.0, 1, 1], [2640.0, 0, 0]])

# A backlog of 4 under a target of 5, and of 5, which is not above it; without the wake pair nobody comes.
ONE_BY_ONE = [("completed", str(440 + 60 * i), str(500 + 60 * i)) for i in range(5)]
case("backlog of 4", [(0, 60)] * 4, "--provision 320", ONE_BY_ONE[:4], billed_s=1200, capacity=PULSE)
case("backlog of 4, no wake pair", [(0, 60)] * 4, "--provision 320 --no-wake", [("expired", "", "21600")] * 4, billed_s=0,
     capacity=[[0.0, 0, 0]], end_s=21600.0, expired=4, hours_at_zero=6.0)
case("backlog of 5, no wake pair", [(0, 60)] * 5, "--provision 320 --no-wake --ttl 600", [("expired", "", "600")] * 5, billed_s=0)
# 6 > 5 at 60, 120 and 180: target tracking asks for ceil(6/5) = 2 at 180; they serve at 500.
case("backlog of 6, no wake pair", [(0, 60)] * 6, "--provision 320 --no-wake",
     [("completed", str(s), str(s + 60)) for s in (500, 500, 560, 560, 620, 620)], wake_ups=1)
# With the wake pair the first one is on its way from 120 on and holds other activities up until it serves at 440; at 480
# the high alarm's second is asked for, which serves at 800: too late to matter.
case("backlog of 6, one activity at a time", [(0, 60)] * 6, "--provision 320 --until 900",
     [("completed", str(440 + 60 * i), str(500 + 60 * i)) for i in range(6)],
     capacity=[[0.0, 0, 0], [120.0, 1, 0], [440.0, 1, 1], [480.0, 2, 1], [800.0, 2, 2]])
case("never above the maximum", [(0, 60)] * 100, "--provision 0 --no-wake --max 2 --until 180", [("unfinished", "180", "")] * 2 +
     [("unfinished", "", "")] * 98, capacity=[[0.0, 0, 0], [180.0, 2, 2]], unfinished=100)

# TTL: a slot that comes free at the last instant still takes the request; a microsecond later it has expired.
case("TTL, in time", [(0, 10), (0, 60)], "--provision 0 --min 1 --ttl 60", [("completed", "0", "10"), ("completed", "10", "70")])
case("TTL, at the instant", [(0, 60), (0, 61)], "--provision 0 --min 1 --ttl 60",
     [("completed", "0", "60"), ("completed", "60", "121")])
case("TTL, too late", [(0, "60.000001"), (0, 61)], "--provision 0 --min 1 --ttl 60",
     [("completed", "0", "60.000001"), ("expired", "", "60")])
# An instance that comes at 120 is too late for a TTL that ends at 120, for expiry is before the evaluation.
case("TTL against provisioning 0", [(0, 5)], "--provision 0 --ttl 120", [("expired", "", "120")], wake_ups=0, end_s=120.0)
case("TTL one second more", [(0, 5)], "--provision 0 --ttl 121", [("completed", "120", "125")], wake_ups=1)

# Timeout: of the execution, not of the wait.
case("timeout, not above it", [(0, 900)], "--provision 0 --min 1", [("completed", "0", "900")])
case("timeout, above it", [(0, "900.000001")], "--provision 0 --min 1", [("failed", "0", "900")], failed=1)
case("a failure holds its slot", [(0, 5), (0, 7)], "--provision 0 --min 1 --timeout 3", [("failed", "0", "3"), ("failed", "3", "6")])
case("length 0 holds no slot", [(0, 5), (0, 0), (0, 0)], "--provision 0 --min 1",
     [("completed", "0", "0"), ("completed", "0", "0"), ("completed", "0", "5")])
case("but waits for a free one", [(0, 5), (1, 0)], "--provision 0 --min 1", [("completed", "0", "5"), ("completed", "5", "5")])

# The wake policy's cooldown runs from 440, when its instance served. The request of 1320.000001 has the alarm on at 1440.
AGAIN = [(0, 60), ("1320.000001", 30)]
case("wake cooldown, over at that instant", AGAIN, "--provision 320 --wake-cooldown 1000", SERVED + [("completed", "1760", "1790")])
case("wake cooldown, not over", AGAIN, "--provision 320 --wake-cooldown 1000.000001", SERVED + [("completed", "1820", "1850")])
# min 1, target 1, two of 900 s at 0: high on at 180, one more serves at once. Three more come at 181: high is still on, and
# acts when the cooldown from 180 is over.
CROWD = [(0, 900)] * 2 + [(181, 1)] * 3
for cooldown, at in (("300", 480), ("300.000001", 540), ("0", 240)):
    case(f"scale-out cooldown {cooldown}", CROWD, f"--provision 0 --min 1 --target 1 --scale-out-cooldown {cooldown}",
         [("completed", "0", "900"), ("completed", "180", "1080")] + [("completed", str(at), str(at + 1))] * 3)
# 11 at 0 without the wake pair: three instances at 180. Low from 240, on at 1080: one goes, the next when the cooldown is over.
for cooldown, times in (("300", (1080, 1380, 1680)), ("300.000001", (1080, 1440, 1800)), ("0", (1080, 1140, 1200))):
    case(f"scale-in cooldown {cooldown}", [(0, 1)] * 11, f"--provision 0 --no-wake --scale-in-cooldown {cooldown}",
         [("completed", str(180 + i // 3), str(181 + i // 3)) for i in range(11)], end_s=float(times[2]),
         capacity=[[0.0, 0, 0], [180.0, 3, 3]] + [[float(t), 2 - i, 2 - i] for i, t in enumerate(times)])

# A tie: both policies propose 1 at 180 (the maximum). It counts as wake's, whose cooldown of 5000 s then holds the next
# request, which is not high, until 5220 (5180 is no evaluation). The other policy's cooldown leaves it at 1260.
TIE = [(0, 1)] * 3 + [(1081, 1)]
FIRST = [("completed", str(180 + i), str(181 + i)) for i in range(3)]
case("tie, wake's cooldown", TIE, "--provision 0 --target 2 --max 1 --wake-periods 3 --wake-cooldown 5000",
     FIRST + [("completed", "5220", "5221")])
case("tie, not the other's", TIE, "--provision 0 --target 2 --max 1 --wake-periods 3 --scale-out-cooldown 5000",
     FIRST + [("completed", "1260", "1261")])
# The larger proposal wins: ceil(3/2) = 2.
case("larger than wake's", TIE[:3], "--provision 0 --target 2 --wake-periods 3 --until 200",
     [("completed", "180", "181"), ("completed", "180", "181"), ("completed", "181", "182")],
     capacity=[[0.0, 0, 0], [180.0, 2, 2]])
# Rows of one instant are taken by service, whatever their order.
case("ties of rows", [(0, 5), (0, 1)], "--provision 0 --min 1", [("completed", "0", "1"), ("completed", "1", "6")])

# Provisioning 0: asked for, serving and dispatched at one instant.
case("provisioning 0", [(0, 60)], "--provision 0", [("completed", "120", "180")], cold=["true"],
     capacity=[[0.0, 0, 0], [120.0, 1, 1], [1020.0, 0, 0]], billed_s=900)

# Draining. Six at 0 bring two instances of three slots at 180. Two of 900 s at 300 go one to each. At 1080 low is on and
# one of equals goes: it finishes its request until 1200 and is billed until then.
SIX = [(0, 1)] * 6
DONE = [("completed", "180", "181")] * 6
case("draining", SIX + [(300, 900)] * 2, "--provision 0 --no-wake --per-instance 3", DONE + [("completed", "300", "1200")] * 2,
     capacity=[[0.0, 0, 0], [180.0, 2, 2], [1080.0, 2, 1], [1200.0, 1, 1], [1380.0, 0, 0]], billed_s=2 * 1020 + 180)
# With one request the idle one goes, at once.
case("the one that executes fewest goes", SIX + [(300, 900)], "--provision 0 --no-wake --per-instance 3",
     DONE + [("completed", "300", "1200")],
     capacity=[[0.0, 0, 0], [180.0, 2, 2], [1080.0, 1, 1], [1380.0, 0, 0]], billed_s=900 + 1200)
# What arrives while it drains waits for the other: its three slots are taken from 1081 on by two more and its own.
case("draining takes nothing new", SIX + [(300, 900)] * 2 + [(1081, 500)] * 3, "--provision 0 --no-wake --per-instance 3 --until 1300",
     DONE + [("completed", "300", "1200")] * 2 + [("unfinished", "1081", "")] * 2 + [("unfinished", "1200", "")])

# --until: all of that instant included.
case("until the start", [(0, 60), (440, 1), ("440.000001", 1)], "--provision 320 --until 440",
     [("unfinished", "440", ""), ("unfinished", "", ""), ("beyond_end", "", "")], accepted=2, unfinished=2, beyond_end=1,
     end_s=440.0, billed_s=320, cold=["true", "false", ""])
case("until the end of the work", [(0, 60)], "--provision 320 --until 500", SERVED, end_s=500.0, billed_s=380)
case("until long after", [(0, 60)], "--provision 320 --until 5000", SERVED, end_s=5000.0, billed_s=1200, capacity=PULSE)
case("until 0", [(0, 0), (1, 1)], "--provision 0 --min 1 --until 0", [("completed", "0", "0"), ("beyond_end", "", "")], end_s=0.0,
     capacity=[[0.0, 1, 1]], billed_s=0)
kit.done()
