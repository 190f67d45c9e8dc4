#include "plan/findings.h"

#include "base/num.h"

#include <string.h>

struct writer {
    struct plan *p;
    const struct plan_request *r;
    bool prose; /* false: verdicts only */
};

static struct finding *add(struct writer *w, const char *name, enum verdict v)
{
    struct finding *f = &w->p->findings[w->p->n_findings++];
    f->name = name;
    f->verdict = v;
    return f;
}

#define TEXT(...) arena_printf(w->p->arena, __VA_ARGS__)

static void measurement_trust(struct writer *w)
{
    const struct measured *m = &w->p->measured;
    size_t distinct = 0;
    for (size_t i = 0; i < m->n_instance_counts; i++) {
        bool seen = false;
        for (size_t j = 0; j < i; j++)
            seen |= m->instance_counts[j] == m->instance_counts[i];
        distinct += !seen;
    }
    struct finding *f =
        add(w, "measurement_trust",
            m->frozen != TRI_YES || distinct > 1 || m->unbounded_queue != TRI_YES ? VERDICT_WARN : VERDICT_OK);
    if (!w->prose)
        return;
    const char *why = NULL;
    if (m->frozen != TRI_YES)
        why = m->frozen == TRI_NO ? "scaling was not suspended while the ladder ran"
                                  : "nothing says that scaling was suspended while the ladder ran";
    if (distinct > 1)
        why = why ? TEXT("%s; %zu different instance counts were seen", why, distinct)
                  : TEXT("%zu different instance counts were seen while the ladder ran", distinct);
    if (m->unbounded_queue != TRI_YES) {
        const char *q = m->unbounded_queue == TRI_NO
                            ? "the container's queue was bounded, so refused requests may hide waiting"
                            : "nothing says whether the container's queue was unbounded";
        why = why ? TEXT("%s; %s", why, q) : q;
    }
    if (why) {
        f->detail = TEXT("Q_max %lld may not be the limit of one instance: %s.", (long long)m->q_max, why);
        f->recommendation = "Measure again with scaling suspended, one instance and an unbounded container queue.";
    } else {
        f->detail = TEXT("Q_max %lld is the limit of one instance: scaling was suspended, the instance count stood "
                         "still and the container queued without a bound.",
                         (long long)m->q_max);
    }
}

static void curve_repeatability(struct writer *w)
{
    const struct qmax *q = w->r->ladder;
    const struct measured *m = &w->p->measured;
    char pct[NUM_MAX];
    if (q->n_per_run < 2) {
        struct finding *f = add(w, "curve_repeatability", VERDICT_SUPPRESSED);
        if (!w->prose)
            return;
        f->detail = TEXT("%s answered, so nothing shows whether a second pass would find Q_max %lld again.",
                         q->n_per_run == 1 ? "One pass up the ladder" : "No pass up the ladder", (long long)m->q_max);
        f->recommendation = "Walk the ladder at least twice (`tts-bench qmax --runs 2`).";
        return;
    }
    bool apart = m->q_max_spread > 0.2;
    struct finding *f = add(w, "curve_repeatability", apart ? VERDICT_WARN : VERDICT_OK);
    if (!w->prose)
        return;
    f->detail =
        TEXT("%zu passes found Q_max values that lie %s apart ((max - min) / min, limit 20 %%); the plan uses "
             "the smallest, %lld.",
             q->n_per_run, num_percent(pct, m->q_max_spread), (long long)m->q_max);
    if (apart)
        f->recommendation = "Find out what differed between the passes, then measure again.";
}

static void slo_budget(struct writer *w)
{
    const struct plan *p = w->p;
    const struct measured *m = &p->measured;
    double slo_s = (double)m->slo_ms / 1000;
    bool none = m->s_p95_s >= slo_s, tight = p->w_max_s < m->s_p95_s;
    struct finding *f = add(w, "slo_budget", none ? VERDICT_STOP : tight ? VERDICT_WARN : VERDICT_OK);
    if (!w->prose)
        return;
    char slo[NUM_MAX], wm[NUM_MAX], s95[NUM_MAX];
    num_ms(slo, (double)m->slo_ms);
    num_ms(wm, p->w_max_s * 1000);
    num_ms(s95, m->s_p95_s * 1000);
    if (none) {
        f->detail = TEXT("One request alone takes %s at the 95th percentile, which uses up the SLO of %s: nothing is "
                         "left to wait in a queue, at any fleet size.",
                         s95, slo);
        f->recommendation =
            "Promise a longer time to first audio byte, or make the model faster; instances do not help.";
        return;
    }
    f->detail = TEXT("A request may wait W_max = %s: the SLO of %s less the p95 service time of %s%s.", wm, slo, s95,
                     tight ? ", so it can wait for less than one service" : "");
    if (tight)
        f->recommendation = "Promise a longer time to first audio byte, or make the model faster.";
}

static void invocation_ceiling(struct writer *w)
{
    const struct plan *p = w->p;
    double worst = p->w_max_s + p->measured.s_p95_s;
    bool over = worst > p->ceiling_s;
    struct finding *f = add(w, "invocation_ceiling", over ? VERDICT_STOP : VERDICT_OK);
    if (!w->prose)
        return;
    char a[NUM_MAX], c[NUM_MAX];
    num_seconds(a, worst);
    num_seconds(c, p->ceiling_s);
    f->detail = TEXT("A request that waits W_max and is then served ends after %s, %s the invocation ceiling of %s.",
                     a, over ? "beyond" : "inside", c);
    if (over)
        f->recommendation = "Such a request is cut off before it ends: promise a shorter time, or raise the ceiling.";
}

static void queue_depth(struct writer *w)
{
    const struct plan *p = w->p;
    const struct measured *m = &p->measured;
    bool bracketed = m->q_max_bracketed == TRI_YES;
    struct finding *f = add(w, "queue_depth", bracketed ? VERDICT_OK : VERDICT_WARN);
    if (!w->prose)
        return;
    char x[NUM_MAX];
    num_fixed(x, p->w_max_s / m->s_mean_s, 1);
    f->detail =
        bracketed
            ? TEXT("The queue is cut at %lld, the measured Q_max; a higher rung missed the SLO. As a "
                   "cross-check, W_max / S allows %s requests to wait.",
                   (long long)p->queue_max_depth, x)
            : TEXT("The queue is cut at %lld, the highest rung that was tried: no rung above it missed the SLO, "
                   "so the true Q_max may be larger. As a cross-check, W_max / S allows %s requests to wait.",
                   (long long)p->queue_max_depth, x);
    if (!bracketed)
        f->recommendation = "Add higher rungs to the ladder until one misses the SLO.";
}

static void threshold_units(struct writer *w)
{
    const struct plan *p = w->p;
    struct finding *f = add(w, "threshold_units", num_known(p->cw_ratio) ? VERDICT_OK : VERDICT_SUPPRESSED);
    if (!w->prose)
        return;
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX];
    if (!num_known(p->cw_ratio)) {
        f->detail = TEXT("No usable rung has server-side concurrency, so nothing says how CloudWatch's "
                         "ConcurrentRequestsPerModel relates to the client's C_scale_max %s; no threshold can be "
                         "deployed.",
                         num_concurrency(a, p->c_scale_max));
        f->recommendation = "Measure the ladder with server statistics on; a ratio of 1 is not assumed.";
        return;
    }
    f->detail =
        TEXT("scaling_target_value %s = C_scale_max %s x %s, the measured ratio of the server's peak concurrency "
             "to the client's mean at the rung nearest C_scale_max.",
             num_concurrency(a, p->c_scale_max_cw), num_concurrency(b, p->c_scale_max), num_fixed(c, p->cw_ratio, 3));
}

static void surge_survival(struct writer *w)
{
    const struct plan *p = w->p;
    bool sampled = num_known(p->shed_probability);
    double prob = sampled ? p->shed_probability : p->audit.surge_exact;
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX], d[NUM_MAX];
    if (!num_known(prob)) {
        struct finding *f = add(w, "surge_survival", VERDICT_SUPPRESSED);
        if (!w->prose)
            return;
        f->detail = "The probability of filling up within one T_total could not be computed for these rates.";
        f->recommendation = "Check T_total and the service time; neither is plausible together.";
        return;
    }
    bool bad = prob > SURGE_LIMIT;
    struct finding *f = add(w, "surge_survival", bad ? VERDICT_WARN : VERDICT_OK);
    if (!w->prose)
        return;
    f->detail = TEXT("Held at C_scale_max %s an instance is %s utilized; before new capacity serves (T_total %s) it "
                     "fills to Q_max %lld with probability %s (%s; limit 10.0 %%).",
                     num_concurrency(a, p->c_scale_max), num_percent(b, p->utilization),
                     num_seconds(c, p->measured.t_total_s), (long long)p->q_max, num_percent(d, prob),
                     sampled ? "200 sampled trials" : "exact, not sampled");
    if (bad)
        f->recommendation =
            "Scale out earlier (a smaller share of Q_max), shorten T_total, or hold more instances than "
            "the load needs.";
}

static void scale_in_safety(struct writer *w)
{
    const struct plan *p = w->p;
    bool flaps = !int_known(p->min_safe_instances) || p->min_instances < p->min_safe_instances;
    struct finding *f = add(w, "scale_in_safety", flaps ? VERDICT_WARN : VERDICT_OK);
    if (!w->prose)
        return;
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX];
    num_concurrency(a, p->c_scale_min);
    num_concurrency(b, p->c_scale_max);
    if (!int_known(p->min_safe_instances)) {
        f->detail =
            TEXT("No fleet size makes removing an instance safe: C_scale_min is %s and C_scale_max %s, and the "
                 "survivors of N instances get C_scale_min x N/(N-1).",
                 a, b);
        f->recommendation = "Choose a surge ratio above 1 and further from 1.5, so that the two thresholds part.";
        return;
    }
    long long n = p->min_instances < 2 ? 2 : (long long)p->min_instances;
    num_concurrency(c, p->c_scale_min * ((double)n / (double)(n - 1)));
    if (flaps && p->c_scale_min * ((double)n / (double)(n - 1)) <= p->c_scale_max) {
        /* No fleet of one is ever called safe, though what is left of two may well carry the load. */
        f->detail =
            TEXT("Removing one of N instances is safe from N = %lld up, and the minimum is %lld. Going from %lld to "
                 "%lld leaves the survivors at %s each, which C_scale_max %s allows; what is left has no second "
                 "instance to lean on.",
                 (long long)p->min_safe_instances, (long long)p->min_instances, n, n - 1, c, b);
        f->recommendation = TEXT("Raise --min-floor to %lld, or accept a trough without a second instance.",
                                 (long long)p->min_safe_instances);
        return;
    }
    f->detail =
        flaps ? TEXT("Removing one of N instances is safe from N = %lld up; the minimum is %lld. Going from %lld to "
                     "%lld leaves the survivors at %s each, against a C_scale_max of %s.",
                     (long long)p->min_safe_instances, (long long)p->min_instances, n, n - 1, c, b)
              : TEXT("Removing one of N instances is safe from N = %lld up, and the minimum is %lld: the survivors "
                     "stay at or under C_scale_max %s.",
                     (long long)p->min_safe_instances, (long long)p->min_instances, b);
    if (flaps)
        f->recommendation = TEXT("Raise --min-floor to %lld, or accept that scaling in may trigger scaling out.",
                                 (long long)p->min_safe_instances);
}

static void fleet_cost(struct writer *w)
{
    const struct plan *p = w->p;
    const struct rate_used *rate = &p->rate;
    struct finding *f = add(w, "fleet_cost", num_known(rate->per_hour) ? VERDICT_OK : VERDICT_SUPPRESSED);
    if (!w->prose)
        return;
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX], r[NUM_MAX];
    if (!num_known(rate->per_hour)) {
        f->detail = TEXT("There is no rate for %s, so the fleet of %lld has no price.",
                         p->instance_type ? p->instance_type : "this instance", (long long)p->peak_instances);
        f->recommendation = "Give --rate USD or --rates FILE.";
        return;
    }
    const char *ratio =
        p->fleet_at_q_max > 0 ? num_fixed(r, (double)p->peak_instances / (double)p->fleet_at_q_max, 2) : "unknown";
    const char *kept = "";
    if (p->max_instances > p->peak_instances)
        kept = TEXT(" The minimum of %lld runs all the same: %s %s per hour.", (long long)p->max_instances,
                    num_money(b, rate->per_hour * (double)p->max_instances), rate->currency ? rate->currency : "USD");
    f->detail = TEXT(
        "At peak %lld instance%s at C_scale_max against %lld filled to Q_max: the reserve costs %s times as "
        "much. %s %s per hour at %s each (%s%s%s; %s).%s",
        (long long)p->peak_instances, num_s((double)p->peak_instances), (long long)p->fleet_at_q_max, ratio,
        num_money(a, p->peak_cost_per_hour), rate->currency ? rate->currency : "USD", num_fixed(c, rate->per_hour, 3),
        rate->region ? rate->region : "region not stated", rate->date ? ", " : "", rate->date ? rate->date : "",
        rate->source ? rate->source : "source not stated", kept);
}

static void provision_stage(struct writer *w)
{
    const struct plan *p = w->p;
    const struct ttotal *t = w->r->ttotal;
    struct finding *f = add(w, "provision_stage", p->measured.t_total_measured ? VERDICT_OK : VERDICT_WARN);
    if (!w->prose)
        return;
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX];
    num_seconds(a, p->measured.t_total_s);
    if (!p->measured.t_total_measured) {
        f->detail = TEXT("T_total %s is an assumption; no scale-out was measured%s.", a, t ? " to its end" : "");
        f->recommendation = "Measure a scale-out (`tts-bench ttotal`) and plan again.";
        return;
    }
    const struct stage *provision = NULL;
    size_t bounded = 0;
    for (size_t i = 0; i < p->n_stages; i++) {
        if (strcmp(p->stages[i].from, "desired_set") == 0 && strcmp(p->stages[i].to, "instance_logging") == 0)
            provision = &p->stages[i];
        bounded += p->stages[i].bounded == TRI_YES;
    }
    const char *part =
        provision && num_known(provision->seconds)
            ? TEXT("%s (%s) of it is provisioning and image pull (desired_set -> instance_logging%s)",
                   num_seconds(b, provision->seconds),
                   num_percent(c, p->measured.t_total_s > 0 ? provision->seconds / p->measured.t_total_s : 0),
                   provision->bounded == TRI_YES ? ", an upper bound" : "")
            : "the provisioning part was not measured apart";
    char lag[NUM_MAX];
    const char *policy = num_known(p->policy_lag_bound_s)
                             ? TEXT("%s is the policy's detection lag, bounded rather than measured",
                                    num_seconds(lag, p->policy_lag_bound_s))
                             : "no bound for the policy's detection lag is stated, so none is included";
    f->detail = TEXT("T_total %s: %s; %s; %zu of %zu stages are bounded from outside.", a, part, policy, bounded,
                     p->n_stages);
    if (!num_known(p->policy_lag_bound_s))
        f->recommendation = "Add the alarm's periods and cooldown: new capacity comes later than T_total says.";
}

static void judge(struct plan *p)
{
    size_t warnings = 0;
    bool stop = false;
    for (size_t i = 0; i < p->n_findings; i++) {
        warnings += p->findings[i].verdict == VERDICT_WARN;
        stop |= p->findings[i].verdict == VERDICT_STOP;
    }
    p->verdict = stop ? VERDICT_STOP : warnings ? VERDICT_WARN : VERDICT_OK;
    p->verdict_text = stop ? "INFEASIBLE" : warnings ? arena_printf(p->arena, "warn (%zu)", warnings) : "ok";
}

void findings_fill(struct plan *p, const struct plan_request *r)
{
    static void (*const rules[])(struct writer *) = {
        measurement_trust, curve_repeatability, slo_budget,      invocation_ceiling, queue_depth,
        threshold_units,   surge_survival,      scale_in_safety, fleet_cost,         provision_stage,
    };
    struct writer w = {p, r, !r->figures_only};
    p->findings = arena_array(p->arena, sizeof rules / sizeof *rules, sizeof *p->findings);
    p->n_findings = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rules[i](&w);
    judge(p);
}
