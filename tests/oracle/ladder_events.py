"""A ladder from raw records, computed apart from headroom: plain Python after src/artifact/integrity.h, with
the percentile written from numpy's definition of the linear method (and compared with numpy's own when it is
there). Used by tests/cli/ladder.py."""
import math, random, statistics

try:
    import numpy
except ImportError:
    numpy = None


def percentile(values, p):
    x = sorted(values)
    at = (len(x) - 1) * p
    low = math.floor(at)
    got = x[low] + (x[min(low + 1, len(x) - 1)] - x[low]) * (at - low)
    if numpy is not None:
        assert math.isclose(got, float(numpy.percentile(x, p * 100)), rel_tol=1e-12), (got, x)
    return got


def ladder(records, slo_ms):
    """The figures of the artifact that follow from the records."""
    groups = {}
    for r in records:
        groups.setdefault((r["run"], r["concurrency"]), []).append(r)
    steps = []
    for (run, c), rs in sorted(groups.items(), key=lambda g: (g[0][0], min(r["start_s"] for r in g[1]), g[0][1])):
        ok = [r for r in rs if r["ok"]]
        span = max(r["end_s"] for r in rs) - min(r["start_s"] for r in rs)
        usable = bool(ok) and (len(rs) - len(ok)) / len(rs) <= 0.05
        first = [(r["first_byte_s"] - r["start_s"]) * 1000 for r in ok]
        whole = [r["end_s"] - r["start_s"] for r in ok]
        edges = sorted([(r["start_s"], 1) for r in rs] + [(r["end_s"], -1) for r in rs])
        depth = peak = 0
        for _, by in edges:
            depth += by
            peak = max(peak, depth)
        p95 = percentile(first, 0.95) if ok else None
        steps.append({
            "run_index": run, "concurrency": c, "completed": len(rs), "ok": len(ok),
            "chars": sum(r["chars"] for r in ok) if all(r.get("chars") is not None for r in ok) else None,
            "achieved_rps": len(rs) / span if span > 0 else None,
            "concurrency_mean": sum(r["end_s"] - r["start_s"] for r in rs) / span if span > 0 else None,
            "concurrency_peak": peak, "usable": usable, "meets_slo": usable and p95 <= slo_ms,
            "ttfab_p50_ms": percentile(first, 0.5) if ok else None, "ttfab_p95_ms": p95,
            "ttfab_p99_ms": percentile(first, 0.99) if ok else None,
            "latency_p95_ms": percentile(whole, 0.95) * 1000 if ok else None,
            "s_mean_s": statistics.fmean(whole) if ok else None, "s_p95_s": percentile(whole, 0.95) if ok else None})
    runs = sorted({s["run_index"] for s in steps})
    answers = {r: max((s["concurrency"] for s in steps if s["run_index"] == r and s["meets_slo"]), default=None) for r in runs}
    per_run = [answers[r] for r in runs if answers[r] is not None]
    if not per_run:
        return None
    q_max = min(per_run)
    usable = [s for s in steps if s["usable"] and s["s_mean_s"] > 0]
    low = min(usable, key=lambda s: s["concurrency"])
    alone = [s["ttfab_p95_ms"] for s in steps if s["usable"] and s["concurrency"] == 1]
    return {"slo_ms": slo_ms, "q_max": q_max, "q_max_per_run": per_run, "runs": len(runs), "steps": steps,
            "q_max_bracketed": any(answers[s["run_index"]] is not None and s["concurrency"] > answers[s["run_index"]]
                                   and (s["ttfab_p95_ms"] or 0) > 0 and not s["meets_slo"] for s in steps),
            "ttfab_p95_at_q_max_ms": next(s["ttfab_p95_ms"] for s in steps if s["concurrency"] == q_max and s["meets_slo"]),
            "ttfab_p95_at_c1_ms": statistics.median(alone) if alone else None,
            "s_mean_s": low["s_mean_s"], "s_p95_s": max(low["s_p95_s"], low["s_mean_s"])}


def simulate(seed, rungs=(1, 5, 10, 20, 40, 60), runs=2, requests=200, service=0.06, failing=0.01):
    """Closed-loop records of one server that serves one request at a time."""
    rng = random.Random(seed)
    out, now = [], 0.0
    for run in range(runs):
        for c in rungs:
            free, starts = now, [now] * c
            for i in range(requests):
                begin = starts[i]
                free = max(free, begin) + rng.uniform(0.8, 1.2) * service
                ok = rng.random() >= failing
                out.append({"run": run, "concurrency": c, "start_s": begin, "first_byte_s": free - 0.004 if ok else None,
                            "end_s": free, "ok": ok, "chars": rng.randint(10, 40)})
                starts.append(free)
            now = free + 30
    return out
