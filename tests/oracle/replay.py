"""A second replay by the rules of src/async/replay.h, slow and literal: it visits every instant at which anything can
happen and every whole minute, keeps instances as a plain list, alarms as the history of their tests, and numbers as
fractions. It shares nothing with src/async but the rules.

    replay(rows, settings) -> (the members of the JSON output, the rows of the CSV output)
Rows are (arrival, service) in decimal text; settings are the command line's options by name, as text.
"""
from fractions import Fraction
import math

DEFAULTS = dict(min="0", max="5", target="5", per_instance="1", ttl="21600", timeout="900", no_wake=False, wake_periods="2",
                wake_cooldown="300", scale_out_cooldown="300", scale_in_cooldown="300", rate=None, always_on=None, until=None)


def us(text):
    """Decimal text to whole microseconds, the seventh decimal rounds half up."""
    return math.floor(Fraction(text) * 10**6 + Fraction(1, 2))


def plain(t):
    s = f"{t // 10**6}.{t % 10**6:06d}"
    return s.rstrip("0").rstrip(".")


class Instance:
    def __init__(self, number):
        self.number, self.state, self.executing, self.serves_at = number, "provisioning", [], None


def percentile(values, p):
    return sorted(values)[math.ceil(Fraction(p * len(values), 100)) - 1] / 1e6 if values else None


def replay(rows, settings):
    s = DEFAULTS | settings
    n = {k: int(s[k]) for k in ("min", "max", "per_instance", "wake_periods")}
    t_of = {k: us(s[k]) for k in ("provision", "ttl", "timeout", "wake_cooldown", "scale_out_cooldown", "scale_in_cooldown")}
    target = Fraction(s["target"])
    until = None if s["until"] is None else us(s["until"])
    jobs = [dict(arrival=a, service=v, state="beyond_end", start=None, end=None, cold=None, ends=None)
            for a, v in sorted((us(a), us(v)) for a, v in rows)]
    accepted = [j for j in jobs if until is None or j["arrival"] <= until]
    fleet, queue, numbers = [], [], 0
    for _ in range(n["min"]):
        fleet.append(Instance(numbers))
        fleet[-1].state = "serving"
        numbers += 1
    pending = list(accepted)
    history = {"wake": [], "high": [], "low": []}
    periods = {"wake": n["wake_periods"], "high": 3, "low": 15}
    cooldown = {"wake": None, "high": None, "in": None}  # when each began
    asked_by, wake_ups, now, minute, capacity = None, 0, 0, 1, [[0.0, n["min"], n["min"]]]
    total, zero, finished = 0, 0, False

    def with_state(state):
        return [i for i in fleet if i.state == state]

    def over(name, length):
        return cooldown[name] is None or now >= cooldown[name] + length

    def serve():
        came = [i for i in with_state("provisioning") if i.serves_at == now]
        for i in came:
            i.state = "serving"
        if came:
            cooldown[asked_by] = now

    def dispatch():
        while queue:
            free = [i for i in with_state("serving") if len(i.executing) < n["per_instance"]]
            if not free:
                return
            i = min(free, key=lambda i: (len(i.executing), i.number))
            j = queue.pop(0)
            j["start"], j["ends"] = now, now + min(j["service"], t_of["timeout"])
            if j["ends"] == now:
                end(j)
            else:
                i.executing.append(j)

    def end(j):
        j["end"], j["state"] = now, "failed" if j["service"] > t_of["timeout"] else "completed"

    while True:
        # What may come next: every known moment from here on; the first of them.
        moments = [60 * 10**6 * minute]
        moments += [j["arrival"] for j in pending[:1]] + [j["arrival"] + t_of["ttl"] for j in queue]
        moments += [j["ends"] for i in fleet for j in i.executing] + [i.serves_at for i in with_state("provisioning")]
        then = min(moments)
        if until is not None and then > until:
            then, finished = until, True
        total += len(fleet) * (then - now)
        zero += (then - now) if not fleet else 0
        now = then
        if finished:
            break
        # 1
        for i in list(fleet):
            for j in [j for j in i.executing if j["ends"] == now]:
                i.executing.remove(j)
                end(j)
            if i.state == "draining" and not i.executing:
                fleet.remove(i)
        serve()  # 2
        while pending and pending[0]["arrival"] == now:  # 3
            j = pending.pop(0)
            j["cold"], j["state"] = not with_state("serving"), "unfinished"
            queue.append(j)
        dispatch()  # 4
        for j in [j for j in queue if j["arrival"] + t_of["ttl"] == now]:  # 5
            queue.remove(j)
            j["end"], j["state"] = now, "expired"
        evaluating = now == 60 * 10**6 * minute
        if evaluating:  # 6
            minute += 1
            backlog = len(queue) + sum(len(i.executing) for i in fleet)
            serving = len(with_state("serving"))
            history["wake"].append(backlog > 0 and serving == 0 and not s["no_wake"])
            history["high"].append(backlog > target * max(1, serving))
            history["low"].append(serving >= 1 and backlog < Fraction(9, 10) * target * serving)
            on = {k: len(h) >= periods[k] and all(h[-periods[k]:]) for k, h in history.items()}
            d = serving + len(with_state("provisioning"))
            need = math.ceil(backlog / target)
            if not with_state("provisioning"):
                proposals = []
                if on["high"] and over("high", t_of["scale_out_cooldown"]):
                    proposals.append((min(need, n["max"]), 0, "high"))
                if on["wake"] and over("wake", t_of["wake_cooldown"]):
                    proposals.append((min(d + 1, n["max"]), 1, "wake"))
                best = max(proposals, default=(0, 0, None))
                if best[0] > d:
                    wake_ups += d == 0
                    asked_by = best[2]
                    for _ in range(best[0] - d):
                        i = Instance(numbers)
                        i.serves_at = now + t_of["provision"]
                        fleet.append(i)
                        numbers += 1
                    cooldown["in"] = None
                elif on["low"] and over("in", t_of["scale_in_cooldown"]) and d - 1 >= max(n["min"], need):
                    i = min(with_state("serving"), key=lambda i: (len(i.executing), -i.number))
                    i.state = "draining"
                    if not i.executing:
                        fleet.remove(i)
                    cooldown["in"] = now
            if t_of["provision"] == 0:  # 7
                serve()
                dispatch()
        point = [now / 1e6, len(fleet), len(with_state("serving"))]
        if point[1:] != capacity[-1][1:]:
            capacity.append(point)
        if evaluating and until is None and not pending:
            backlog = len(queue) + sum(len(i.executing) for i in fleet)
            if backlog == 0 and len(with_state("serving")) + len(with_state("provisioning")) == n["min"]:
                break

    def group(js):
        took = [j["end"] - j["arrival"] for j in js if j["end"] is not None]
        return dict(n=len(took), p50=percentile(took, 50), p95=percentile(took, 95))

    def count(state):
        return sum(j["state"] == state for j in jobs)

    always = int(s["always_on"]) if s["always_on"] is not None else max(1, n["min"])
    rate = None if s["rate"] is None else Fraction(s["rate"])
    hours = Fraction(total, 3600 * 10**6)
    result = dict(accepted=len(accepted), completed=count("completed"), failed=count("failed"), expired=count("expired"),
                  unfinished=count("unfinished"), beyond_end=count("beyond_end"), end_s=now / 1e6,
                  billable_instance_hours=float(hours), cost_usd=None if rate is None else float(hours * rate),
                  always_on_instances=always,
                  always_on_cost_usd=None if rate is None else float(always * Fraction(now, 3600 * 10**6) * rate),
                  hours_at_zero=float(Fraction(zero, 3600 * 10**6)), wake_ups=wake_ups,
                  latency_s=dict(all=group(jobs), cold=group([j for j in jobs if j["cold"]]),
                                 warm=group([j for j in jobs if j["cold"] is False])), capacity=capacity)
    table = [[plain(j["arrival"]), plain(j["service"]), j["state"], "" if j["start"] is None else plain(j["start"]),
              "" if j["end"] is None else plain(j["end"]), {True: "true", False: "false", None: ""}[j["cold"]]] for j in jobs]
    return result, table
