#include "render/summary.h"

#include "base/num.h"

#include <math.h>

static void row(struct facts *f, const char *label, const char *value, const char *source)
{
    f->rows[f->n++] = (struct fact){label, value, source};
}

/* A formatted number that outlives its buffer. */
#define KEEP(call) keep(a, (call))

static const char *keep(struct arena *a, const char *text)
{
    return arena_strdup(a, text);
}

static const char *count_text(struct arena *a, int64_t n)
{
    char b[NUM_MAX];
    return keep(a, num_count(b, n));
}

const char *load_text(struct arena *a, double rps, double streams)
{
    char b[NUM_MAX];
    if (num_known(streams))
        return arena_printf(a, "%s streams", num_rate(b, streams));
    if (num_known(rps))
        return arena_printf(a, "%s requests/s", num_rate(b, rps));
    return "not given";
}

const char *alarm_text(const struct plan *p, struct arena *a)
{
    char b[NUM_MAX], c[NUM_MAX];
    if (!num_known(p->alarm_ms))
        return "FirstChunkLatency p95: no threshold, because no usable rung has a concurrency of 1; measure one.";
    return arena_printf(
        a,
        "FirstChunkLatency p95 above %s (p95 time to first audio byte of a request that is alone). This "
        "watches service, not waiting: the SLO of %s also pays for the queue and would notice too late.",
        num_ms(b, p->alarm_ms), num_ms(c, (double)p->measured.slo_ms));
}

/* What is rounded up. Where its last bits decide, they are shown: 180 streams over "45.00" would not be 5 instances. */
static const char *fleet_arithmetic(struct arena *a, const struct plan *p, double rps, double streams)
{
    char l[NUM_MAX], s[NUM_MAX], c[NUM_MAX];
    double quotient = (num_known(streams) ? streams : rps * p->measured.s_mean_s) / p->c_scale_max;
    if (ceil(quotient) != rint(quotient) && fabs(quotient - rint(quotient)) < 1e-9 * quotient)
        return arena_printf(a, "ceil(%s), a hair above %s", num_exact(l, quotient), num_fixed(c, rint(quotient), 0));
    num_concurrency(c, p->c_scale_max);
    if (num_known(streams))
        return arena_printf(a, "ceil(%s streams / C_scale_max %s)", num_rate(l, streams), c);
    if (num_known(rps) && rps > 0)
        return arena_printf(a, "ceil(%s/s x S %s / C_scale_max %s)", num_rate(l, rps),
                            num_ms(s, p->measured.s_mean_s * 1000), c);
    return "no load given";
}

void facts_deploy(const struct plan *p, struct arena *a, struct facts *f)
{
    char b[NUM_MAX], c[NUM_MAX], d[NUM_MAX];
    /* One of the two methods is deployed, and of an infeasible plan neither. */
    *f = (struct facts){.title = p->scenario.method == METHOD_FLOW
                                     ? "By the published method; queue depth, cooldowns and alarm hold for both"
                                 : p->verdict == VERDICT_STOP ? "What the rule gives, not to be deployed"
                                                              : "To deploy"};
    row(f, "minimum instances", count_text(a, p->min_instances),
        arena_printf(a, "the larger of the floor %lld and the fleet at trough %lld", (long long)p->scenario.min_floor,
                     (long long)p->trough_instances));
    row(f, "maximum instances", count_text(a, p->max_instances),
        arena_printf(a, "the larger of the minimum %lld and the fleet at peak %lld", (long long)p->min_instances,
                     (long long)p->peak_instances));
    if (num_known(p->cw_ratio)) {
        num_fixed(d, p->cw_ratio, 3);
        row(f, "scaling target value", KEEP(num_concurrency(b, p->c_scale_max_cw)),
            arena_printf(a, "C_scale_max %s x %s, the measured CloudWatch conversion",
                         num_concurrency(c, p->c_scale_max), d));
        row(f, "scale-in threshold", KEEP(num_concurrency(b, p->c_scale_min_cw)),
            arena_printf(a, "C_scale_min %s x %s", num_concurrency(c, p->c_scale_min), d));
    } else {
        row(f, "scaling target value", "not deployable", "no server statistics, so no unit conversion was measured");
        row(f, "scale-in threshold", "not deployable", "the same");
    }
    row(f, "queue depth", count_text(a, p->queue_max_depth), "Q_max: a request behind it would miss the SLO");
    num_seconds(c, p->measured.t_total_s);
    row(f, "scale-out cooldown", arena_printf(a, "%s s", count_text(a, p->scale_out_cooldown_s)),
        arena_printf(a, "half of T_total %s, kept within 10 s and 30 s", c));
    row(f, "scale-in cooldown", arena_printf(a, "%s s", count_text(a, p->scale_in_cooldown_s)),
        arena_printf(a, "three times T_total %s, at least 300 s", c));
    row(f, "latency alarm",
        num_known(p->alarm_ms) ? arena_printf(a, "above %s", num_ms(b, p->alarm_ms)) : "no threshold",
        num_known(p->alarm_ms) ? "FirstChunkLatency p95; measured at one request at a time"
                               : "no usable rung has a concurrency of 1");
}

void facts_measured(const struct plan *p, struct arena *a, struct facts *f)
{
    const struct measured *m = &p->measured;
    char b[NUM_MAX], c[NUM_MAX];
    *f = (struct facts){.title = "Measured"};
    row(f, "Q_max", count_text(a, m->q_max),
        arena_printf(a, "most requests one instance held inside the SLO%s",
                     m->q_max_bracketed == TRI_YES ? "" : "; no rung above missed it, so a lower bound"));
    row(f, "S", KEEP(num_ms(b, m->s_mean_s * 1000)), "mean service time of a request that is (nearly) alone");
    row(f, "S_p95", KEEP(num_ms(b, m->s_p95_s * 1000)), "its 95th percentile");
    if (num_known(p->audit.mu_sat))
        row(f, "mu_sat", arena_printf(a, "%s/s", num_fixed(b, p->audit.mu_sat, 1)),
            "most requests a second one instance completed");
    if (m->t_total_measured)
        row(f, "T_total", KEEP(num_seconds(b, m->t_total_s)),
            num_known(p->policy_lag_bound_s)
                ? arena_printf(a, "from asking for capacity to it serving; %s of it bounded, not measured",
                               num_seconds(c, p->policy_lag_bound_s))
                : "from asking for capacity to it serving; no policy lag stated");
    else
        row(f, "T_total", arena_printf(a, "%s (assumed)", num_seconds(b, m->t_total_s)),
            "--assume-t-total; nothing was measured");
    row(f, "characters a request", m->chars_per_request > 0 ? KEEP(num_fixed(b, m->chars_per_request, 1)) : "unknown",
        "all characters over all completed requests");
}

void facts_chosen(const struct plan *p, struct arena *a, struct facts *f)
{
    const struct scenario *s = &p->scenario;
    char b[NUM_MAX];
    *f = (struct facts){.title = "Chosen"};
    row(f, "SLO", KEEP(num_ms(b, (double)p->measured.slo_ms)), "p95 time to first audio byte, waiting included");
    row(f, "peak load", load_text(a, s->peak_rps, s->peak_streams),
        num_known(s->peak_streams) ? "--peak-streams" : "--peak-rps");
    row(f, "trough load", load_text(a, s->trough_rps, s->trough_streams),
        num_known(s->trough_streams) ? "--trough-streams"
        : num_known(s->trough_rps)   ? "--trough-rps"
                                     : "taken as no load");
    row(f, "surge ratio k", KEEP(num_fixed(b, s->surge, 2)), "growth of load that one T_total must absorb");
    row(f, "floor", count_text(a, s->min_floor), "--min-floor");
    row(f, "invocation ceiling", KEEP(num_seconds(b, p->ceiling_s)), "--ceiling-s");
}

void facts_derived(const struct plan *p, struct arena *a, struct facts *f)
{
    const struct scenario *s = &p->scenario;
    char b[NUM_MAX], h[NUM_MAX], q[NUM_MAX], c[NUM_MAX];
    *f = (struct facts){.title = "Derived"};
    num_fixed(h, s->surge - 1, 2);
    num_count(q, p->q_max);
    row(f, "C_scale_max", KEEP(num_concurrency(b, p->c_scale_max)),
        arena_printf(a, "(1 - %s) x Q_max %s: add an instance here", h, q));
    row(f, "C_scale_min", KEEP(num_concurrency(b, p->c_scale_min)),
        arena_printf(a, "(1 - 2 x %s) x Q_max %s: remove one here", h, q));
    row(f, "W_max", KEEP(num_ms(b, p->w_max_s * 1000)),
        arena_printf(a, "SLO - S_p95 %s: the wait a request can afford", num_ms(c, p->measured.s_p95_s * 1000)));
    row(f, "utilization", KEEP(num_percent(b, p->utilization)), "L / (1 + L) with L = C_scale_max");
    row(f, "fleet at peak", count_text(a, p->peak_instances), fleet_arithmetic(a, p, s->peak_rps, s->peak_streams));
    row(f, "fleet at trough", count_text(a, p->trough_instances),
        fleet_arithmetic(a, p, s->trough_rps, s->trough_streams));
    row(f, "smallest safe fleet", int_known(p->min_safe_instances) ? count_text(a, p->min_safe_instances) : "none",
        "below it, removing an instance overloads the rest");
    row(f, "surge probability",
        num_known(p->shed_probability) ? KEEP(num_percent(b, p->shed_probability)) : "not sampled",
        "of filling to Q_max within T_total; 200 sampled trials");
}

void facts_cost(const struct plan *p, struct arena *a, struct facts *f)
{
    const struct rate_used *r = &p->rate;
    char b[NUM_MAX], c[NUM_MAX];
    const char *cur = r->currency ? r->currency : "USD";
    *f = (struct facts){.title = "Cost"};
    if (!num_known(r->per_hour)) {
        row(f, "rate", "unknown",
            arena_printf(a, "no rate for %s; give --rate or --rates",
                         p->instance_type ? p->instance_type : "this instance type"));
        return;
    }
    row(f, "rate", arena_printf(a, "%s %s/h", num_fixed(b, r->per_hour, 3), cur),
        arena_printf(a, "%s%s%s%s%s", r->source ? r->source : "source not stated", r->region ? ", " : "",
                     r->region ? r->region : "", r->date ? ", " : "", r->date ? r->date : ""));
    row(f, "at peak", arena_printf(a, "%s %s/h", num_money(b, p->peak_cost_per_hour), cur),
        arena_printf(a, "%lld %s%s", (long long)p->peak_instances, p->peak_instances == 1 ? "instance" : "instances",
                     p->max_instances > p->peak_instances ? ", as published: without the minimum" : ""));
    if (p->max_instances > p->peak_instances)
        row(f, "with the minimum",
            arena_printf(a, "%s %s/h", num_money(b, r->per_hour * (double)p->max_instances), cur),
            arena_printf(a, "%lld instances run all the same", (long long)p->max_instances));
    row(f, "a million characters",
        num_known(p->peak_cost_per_m_chars)
            ? arena_printf(a, "%s %s", num_unit_cost(b, p->peak_cost_per_m_chars), cur)
            : "unknown",
        num_known(p->audit.unit_cost)
            ? arena_printf(a, "as published; at what %s can serve %s",
                           p->max_instances > p->peak_instances ? "that fleet" : "the fleet",
                           num_unit_cost(c, p->audit.unit_cost))
            : "as published: at the peak load, as if all of it were served");
}

void facts_flow(const struct plan *p, struct arena *a, struct facts *f)
{
    const struct flow *w = &p->audit.flow;
    char b[NUM_MAX], c[NUM_MAX];
    *f = (struct facts){.title = p->scenario.method != METHOD_FLOW ? "By throughput (flow method)"
                                 : p->verdict == VERDICT_STOP      ? "By throughput (flow method), not to be deployed"
                                                                   : "To deploy, by throughput (flow method)"};
    if (!int_known(w->max_instances)) {
        row(f, "flow plan", "unknown",
            num_known(p->audit.mu_sat) ? "it needs the peak load in requests/s"
                                       : "it needs a measured throughput (achieved_rps, completed, ok)");
        return;
    }
    row(f, "minimum instances", count_text(a, w->min_instances), "floor and trough load at u*");
    row(f, "maximum instances", count_text(a, w->max_instances),
        int_known(w->instances) ? arena_printf(a, "%s to serve the peak; the published method says %s",
                                               count_text(a, w->instances), count_text(a, p->max_instances))
                                : "peak load at u*");
    row(f, "rate target", arena_printf(a, "%s/min", num_fixed(b, w->target_per_minute, 1)),
        arena_printf(a, "invocations per instance: u* %s x mu_sat x 60", num_fixed(c, w->u_star, 3)));
    if (num_known(w->cost_per_hour))
        row(f, "at peak",
            arena_printf(a, "%s %s/h", num_money(b, w->cost_per_hour), p->rate.currency ? p->rate.currency : "USD"),
            arena_printf(a, "%s %s", count_text(a, w->instances), w->instances == 1 ? "instance" : "instances"));
}
