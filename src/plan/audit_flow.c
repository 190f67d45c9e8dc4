/* Checks of throughput and money: can the fleet serve what it was planned for, and what does that cost? */
#include "base/num.h"
#include "model/policy.h"
#include "plan/checks.h"

#define TEXT(...) arena_printf(a->p->arena, __VA_ARGS__)

static const char no_mu_sat[] =
    "The saturated throughput of one instance is unknown: no usable rung has achieved_rps, completed and ok above 0.";

/* The flow of a load over a fleet. WHICH is "peak" or "trough". */
static void flow(struct auditor *a, const char *which, double rps, int64_t fleet, double rho, int64_t keep_up)
{
    struct audit *au = &a->p->audit;
    double refused = fmax(0, 1 - 1 / rho);
    char r[NUM_MAX], c[NUM_MAX], f[NUM_MAX], m[NUM_MAX], x[NUM_MAX], n[NUM_MAX], u[NUM_MAX];
    figure_number(a, "rho", rho);
    figure_number(a, "load_rps", rps);
    figure_int(a, "instances", fleet);
    figure_number(a, "mu_sat_rps", au->mu_sat);
    figure_number(a, "share_refused", refused);
    figure_int(a, "instances_to_keep_up", keep_up);
    figure_number(a, "u_star", au->flow.u_star);
    num_rate(r, rps);
    num_count(f, fleet);
    num_fixed(m, au->mu_sat, 1);
    num_rate(c, (double)fleet * au->mu_sat);
    num_fixed(x, rho, rho < 10 ? 2 : 1);
    num_count(n, keep_up);
    const char *offered = TEXT("%s %s at most %s requests/s (mu_sat %s/s each), and the %s load is %s", f,
                               fleet == 1 ? "instance completes" : "instances complete", c, m, which, r);
    if (rho >= 1) {
        char p[NUM_MAX];
        settle(a, VERDICT_STOP,
               TEXT("%s: %s times what %s can serve, so %s of the requests are refused or late for ever. %s %s "
                    "needed merely to keep up.",
                    offered, x, fleet == 1 ? "it" : "they", num_percent(p, refused), n,
                    keep_up == 1 ? "instance is" : "instances are"),
               a->p->scenario.method == METHOD_FLOW
                   ? "This plan deploys the fleet of flow_plan; the check is about the published one."
                   : "Size by throughput (--method flow): the published rule multiplies a rate by the uncontended "
                     "service time, which overstates what one instance serves when it is full.");
    } else if (!(rho <= au->flow.u_star)) {
        settle(
            a, VERDICT_WARN,
            TEXT("%s: %s of it. That keeps up, but above the utilization u* = %s from which a surge of the planned "
                 "size fills an instance to Q_max with a probability above 10 %%.",
                 offered, num_percent(x, rho),
                 num_known(au->flow.u_star) ? num_fixed(u, au->flow.u_star, 3) : "unknown"),
            a->p->scenario.method == METHOD_FLOW
                ? "This plan deploys the fleet of flow_plan; the check is about the published one."
                : "Hold more instances at this load; flow_plan says how many.");
    } else {
        settle(a, VERDICT_OK, TEXT("%s: %s of it, and the rest is room for a surge.", offered, num_percent(x, rho)),
               NULL);
    }
}

static void flow_or_not(struct auditor *a, const char *which, double rps, double streams, int64_t fleet, double rho,
                        int64_t keep_up)
{
    if (!num_known(a->p->audit.mu_sat))
        settle(a, VERDICT_SUPPRESSED, no_mu_sat, "Measure the ladder with throughput.");
    else if (num_known(streams))
        settle(a, VERDICT_SUPPRESSED,
               TEXT("The %s load is given in streams, which says nothing about requests a second.", which), NULL);
    else if (!num_known(rps))
        settle(a, VERDICT_SUPPRESSED, TEXT("No %s load is given.", which), NULL);
    else
        flow(a, which, rps, fleet, rho, keep_up);
}

void check_peak_flow(struct auditor *a)
{
    struct plan *p = a->p;
    const struct scenario *s = &p->scenario;
    if (num_known(p->audit.rho_peak))
        p->audit.refused_peak = fmax(0, 1 - 1 / p->audit.rho_peak);
    flow_or_not(a, "peak", s->peak_rps, s->peak_streams, p->max_instances, p->audit.rho_peak, p->audit.keep_up_peak);
}

void check_trough_flow(struct auditor *a)
{
    const struct plan *p = a->p;
    const struct scenario *s = &p->scenario;
    flow_or_not(a, "trough", s->trough_rps, s->trough_streams, p->min_instances, p->audit.rho_trough,
                p->audit.keep_up_trough);
}

void check_flow_plan(struct auditor *a)
{
    const struct plan *p = a->p;
    const struct flow *f = &p->audit.flow;
    char n[NUM_MAX], u[NUM_MAX], t[NUM_MAX], c[NUM_MAX], m[NUM_MAX], l[NUM_MAX];
    if (!num_known(p->audit.mu_sat)) {
        settle(a, VERDICT_SUPPRESSED, no_mu_sat, "Measure the ladder with throughput.");
        return;
    }
    if (!int_known(f->max_instances)) {
        settle(
            a, VERDICT_SUPPRESSED,
            "Sizing by throughput needs the peak load in requests a second and a utilization that survives a surge.",
            "Give --peak-rps.");
        return;
    }
    figure_int(a, "instances", f->instances);
    figure_int(a, "minimum", f->min_instances);
    figure_int(a, "maximum", f->max_instances);
    figure_number(a, "u_star", f->u_star);
    figure_number(a, "target_per_minute", f->target_per_minute);
    figure_number(a, "cost_per_hour", f->cost_per_hour);
    num_count(n, f->instances);
    num_rate(l, p->scenario.peak_rps);
    num_fixed(u, f->u_star, 3);
    num_fixed(m, p->audit.mu_sat, 1);
    num_fixed(t, f->target_per_minute, 1);
    const char *cost = num_known(f->cost_per_hour) ? TEXT(", %s %s per hour", num_money(c, f->cost_per_hour),
                                                          p->rate.currency ? p->rate.currency : "USD")
                                                   : "";
    settle(
        a, VERDICT_OK,
        TEXT("By throughput: ceil(%s / (u* %s x mu_sat %s)) = %s instance%s%s; the policy would hold %s invocations "
             "a minute and instance. The published method says %lld instance%s.",
             l, u, m, n, num_s((double)f->instances), cost, t, (long long)p->max_instances,
             num_s((double)p->max_instances)),
        NULL);
}

void check_unit_cost(struct auditor *a)
{
    struct plan *p = a->p;
    double fleet = (double)p->peak_instances, capacity = fleet * p->audit.mu_sat;
    double served = num_known(p->scenario.peak_streams) ? capacity : fmin(p->scenario.peak_rps, capacity);
    char x[NUM_MAX], y[NUM_MAX], z[NUM_MAX];
    if (!num_known(p->audit.mu_sat)) {
        settle(a, VERDICT_SUPPRESSED, no_mu_sat, "Measure the ladder with throughput.");
        return;
    }
    p->audit.unit_cost = policy_cost_per_m_chars(p->peak_cost_per_hour, served, p->measured.chars_per_request);
    if (!num_known(p->audit.unit_cost)) {
        settle(a, VERDICT_SUPPRESSED,
               "The cost of a million characters needs a rate, a load and the length of a request; one is unknown.",
               NULL);
        return;
    }
    figure_number(a, "cost_per_m_chars", p->audit.unit_cost);
    figure_number(a, "published_cost_per_m_chars", p->peak_cost_per_m_chars);
    figure_number(a, "served_rps", served);
    const char *cur = p->rate.currency ? p->rate.currency : "USD", *more = "", *quote = "this figure";
    bool far = p->audit.unit_cost > 2 * p->peak_cost_per_m_chars;
    num_unit_cost(x, p->audit.unit_cost);
    num_unit_cost(y, p->peak_cost_per_m_chars);
    if (p->max_instances > p->peak_instances && num_known(p->scenario.peak_rps)) {
        /* The published figures know the fleet for the peak only; what runs, and is paid, is the minimum. */
        double runs = (double)p->max_instances,
               kept = policy_cost_per_m_chars(p->rate.per_hour * runs,
                                              fmin(p->scenario.peak_rps, runs * p->audit.mu_sat),
                                              p->measured.chars_per_request);
        figure_number(a, "cost_per_m_chars_at_minimum", kept);
        num_unit_cost(z, kept);
        more = TEXT(" Both are for the %lld of the peak; the minimum of %lld runs all the same and makes it %s.",
                    (long long)p->peak_instances, (long long)p->max_instances, z);
        quote = z;
    }
    settle(
        a, far ? VERDICT_WARN : VERDICT_OK,
        TEXT("A million characters cost %s %s at what the published fleet can really serve; the published figure "
             "is %s.%s",
             x, cur, y, more),
        far ? TEXT("Quote %s, not the published one: that divides the bill by requests which are not served.", quote)
            : NULL);
}

void check_quota(struct auditor *a)
{
    const struct plan *p = a->p;
    int64_t most = p->scenario.method == METHOD_FLOW ? p->audit.flow.max_instances : p->max_instances;
    if (!int_known(p->scenario.quota) || !int_known(most)) {
        settle(a, VERDICT_SUPPRESSED,
               "No instance quota was given (--quota N), so nothing says that the maximum can be reached.", NULL);
        return;
    }
    bool over = p->scenario.quota < most;
    figure_int(a, "quota", p->scenario.quota);
    figure_int(a, "max_instances", most);
    settle(a, over ? VERDICT_STOP : VERDICT_OK,
           TEXT("The account may run %lld instance%s, the plan needs %s%lld at peak.", (long long)p->scenario.quota,
                num_s((double)p->scenario.quota), over ? "" : "at most ", (long long)most),
           over ? TEXT("Ask for a quota of at least %lld before deploying.", (long long)most) : NULL);
}
