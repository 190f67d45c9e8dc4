/* Checks of the surge: does an instance fill up before new capacity serves? */
#include "base/num.h"
#include "model/chain.h"
#include "model/erlang.h"
#include "model/survive.h"
#include "plan/checks.h"

#define TEXT(...) arena_printf(a->p->arena, __VA_ARGS__)

static struct chain published(const struct plan *p)
{
    return chain_published(p->c_scale_max, p->measured.s_mean_s, (double)p->q_max);
}

void check_surge_exact(struct auditor *a)
{
    const struct plan *p = a->p;
    double exact = p->audit.surge_exact, sampled = p->shed_probability;
    struct chain chain = published(p);
    double bound = chain_absorbed_within(&chain, p->measured.t_total_s).error_bound;
    double error = sqrt(exact * (1 - exact) / 200);
    char e[NUM_MAX], s[NUM_MAX], se[NUM_MAX], t[NUM_MAX];
    figure_number(a, "probability", exact);
    figure_number(a, "sampled", sampled);
    figure_number(a, "standard_error", error);
    /* Below the digits that are printed a bound says nothing. */
    figure_number(a, "error_bound", bound > 1e-9 ? num_round9(bound) : NUM_UNKNOWN);
    num_percent(e, exact);
    num_seconds(t, p->measured.t_total_s);
    const char *draw = num_known(sampled)
                           ? TEXT("the published sample of 200 trials drew %s, where its standard error is %s",
                                  num_percent(s, sampled), num_percent(se, error))
                           : "nothing was sampled";
    bool bad = exact > SURGE_LIMIT;
    settle(a, bad ? VERDICT_WARN : VERDICT_OK,
           TEXT("Computed without sampling, an instance held at C_scale_max fills to Q_max within T_total %s with "
                "probability %s; %s.",
                t, e, draw),
           bad ? "Scale out at a lower concurrency; `survivable` gives the largest that holds 10 %." : NULL);
}

void check_surge_growth(struct auditor *a)
{
    struct plan *p = a->p;
    char x[NUM_MAX], m[NUM_MAX], k[NUM_MAX];
    if (!num_known(p->audit.mu_sat)) {
        settle(a, VERDICT_SUPPRESSED, "It needs the saturated throughput of one instance, which is unknown.",
               "Measure the ladder with throughput.");
        return;
    }
    struct chain chain =
        chain_growth(p->scenario.surge, p->utilization, p->audit.mu_sat, p->c_scale_max, (double)p->q_max);
    p->audit.surge_growth = fills_up(&chain, p->measured.t_total_s);
    p->audit.growth_mean_s = num_round9(chain_mean_time(&chain));
    figure_number(a, "probability", p->audit.surge_growth);
    figure_number(a, "mean_time_s", p->audit.growth_mean_s);
    figure_number(a, "births_per_s", chain.birth);
    figure_number(a, "deaths_per_s", chain.death);
    bool bad = p->audit.surge_growth > SURGE_LIMIT;
    num_percent(x, p->audit.surge_growth);
    num_fixed(k, p->scenario.surge, 2);
    settle(
        a, bad ? VERDICT_WARN : VERDICT_OK,
        TEXT(
            "When the load really grows by the surge ratio %s, an instance held at C_scale_max fills to Q_max within "
            "T_total with probability %s%s.",
            k, x,
            num_known(p->audit.growth_mean_s)
                ? TEXT(", on average %s after the surge begins", num_seconds(m, p->audit.growth_mean_s))
                : ""),
        bad ? "Reserve throughput, not queue places: hold instances at or below the utilization u* of `survivable`."
            : NULL);
}

/* The answer of a search in words. */
static const char *answer(struct auditor *a, struct search s, const char *none, const char *unbounded, int decimals)
{
    char b[NUM_MAX];
    if (s.outcome == SEARCH_FOUND)
        return TEXT("%s", num_fixed(b, s.value, decimals));
    return s.outcome == SEARCH_NONE ? none : unbounded;
}

void check_survivable(struct auditor *a)
{
    struct plan *p = a->p;
    struct audit *au = &p->audit;
    struct chain chain = published(p);
    struct search c = survive_threshold(p->measured.s_mean_s, (double)p->q_max, p->measured.t_total_s, SURGE_LIMIT);
    struct search t = survive_horizon(&chain, SURGE_LIMIT);
    char plan[NUM_MAX], u[NUM_MAX];
    au->survivable_c_scale_max = c.value;
    au->survivable_t_total_s = t.value;
    figure_number(a, "c_scale_max", c.value);
    figure_number(a, "u_star", au->flow.u_star);
    figure_number(a, "t_total_s", t.value);
    figure_int(a, "standing_fleet", au->flow.instances);
    bool bad = c.outcome == SEARCH_NONE || (c.outcome == SEARCH_FOUND && p->c_scale_max > c.value);
    num_concurrency(plan, p->c_scale_max);
    const char *fleet =
        int_known(au->flow.instances)
            ? TEXT(" A standing fleet of %lld instance%s would hold the peak load at u* = %s.",
                   (long long)au->flow.instances, num_s((double)au->flow.instances), num_fixed(u, au->flow.u_star, 3))
            : "";
    settle(
        a, bad ? VERDICT_WARN : VERDICT_OK,
        TEXT("To fill up with a probability of at most 10 %%, C_scale_max may be %s at most (the plan's is %s), or "
             "T_total at this threshold %s s at most.%s",
             answer(a, c, "nothing above 0", "any value", 2), plan, answer(a, t, "0", "any number of", 1), fleet),
        bad ? "Lower the scale-out threshold, shorten T_total, or keep the standing fleet." : NULL);
}

void check_service_shape(struct auditor *a)
{
    const struct plan *p = a->p;
    const struct measured *m = &p->measured;
    int stages = erlang_stages(m->s_mean_s, m->s_p95_s);
    double probability = NUM_UNKNOWN;
    char r[NUM_MAX], x[NUM_MAX];
    if (p->scenario.audit_full) {
        struct chain chain = published(p);
        struct passage passage = erlang_absorbed_within(&chain, stages, m->t_total_s);
        probability = passage_rounded(&passage);
    }
    figure_int(a, "stages", stages);
    figure_number(a, "p95_over_mean", m->s_p95_s / m->s_mean_s);
    figure_number(a, "probability", probability);
    num_fixed(r, m->s_p95_s / m->s_mean_s, 2);
    const char *outcome = num_known(probability)
                              ? TEXT("; under such service the surge probability is %s against %s",
                                     num_percent(x, probability), num_percent(r, p->audit.surge_exact))
                          : p->scenario.audit_full ? "; the surge probability under it is beyond what can be computed"
                                                   : "; --audit full computes the surge probability under it";
    char ratio[NUM_MAX];
    settle(
        a, VERDICT_OK,
        TEXT(
            "Service times have a p95 of %s times their mean, as a service of %d stage%s in a row has (the published chain "
            "assumes 1)%s.",
            num_fixed(ratio, m->s_p95_s / m->s_mean_s, 2), stages, stages == 1 ? "" : "s", outcome),
        NULL);
}
