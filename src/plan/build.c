#include "plan/build.h"

#include "artifact/fingerprint.h"
#include "base/limits.h"
#include "model/chain.h"
#include "model/policy.h"
#include "model/sampler.h"
#include "plan/audit.h"
#include "plan/findings.h"
#include "plan/measured.h"

#include <string.h>

struct scenario scenario_default(void)
{
    return (struct scenario){
        .peak_rps = NUM_UNKNOWN,
        .trough_rps = NUM_UNKNOWN,
        .peak_streams = NUM_UNKNOWN,
        .trough_streams = NUM_UNKNOWN,
        .surge = 1.25,
        .ttfab_slo_ms = INT_UNKNOWN, /* the ladder's */
        .min_floor = 1,
        .ceiling_s = 60,
        .assume_t_total_s = NUM_UNKNOWN,
        .quota = INT_UNKNOWN,
    };
}

static int check_load(double x, const char *flag, struct err *e)
{
    if (num_known(x) && (!isfinite(x) || x < 0))
        return err_set(e, EXIT_USAGE, "%s: is %g, expected a finite load of 0 or more", flag, x);
    return 0;
}

int scenario_check(const struct scenario *s, struct err *e)
{
    if (check_load(s->peak_rps, "--peak-rps", e) != 0 || check_load(s->trough_rps, "--trough-rps", e) != 0 ||
        check_load(s->peak_streams, "--peak-streams", e) != 0 ||
        check_load(s->trough_streams, "--trough-streams", e) != 0)
        return e->code;
    if (num_known(s->peak_rps) && num_known(s->peak_streams))
        return err_set(e, EXIT_USAGE, "--peak-rps and --peak-streams: the peak has one unit, give one of them");
    if (!num_known(s->peak_rps) && !num_known(s->peak_streams))
        return err_set(e, EXIT_USAGE,
                       "a peak load is needed: --peak-rps R (requests a second) or --peak-streams N "
                       "(streams at once)");
    if (num_known(s->trough_rps) && num_known(s->trough_streams))
        return err_set(e, EXIT_USAGE, "--trough-rps and --trough-streams: the trough has one unit, give one of them");
    if (s->trough_rps > s->peak_rps)
        return err_set(e, EXIT_USAGE, "--trough-rps: %g is above the peak of %g", s->trough_rps, s->peak_rps);
    if (s->trough_streams > s->peak_streams)
        return err_set(e, EXIT_USAGE, "--trough-streams: %g is above the peak of %g", s->trough_streams,
                       s->peak_streams);
    if (!num_known(s->surge) || !num_known(s->ceiling_s)) /* of a plan.json that does not say */
        return err_set(e, EXIT_USAGE, "%s: is unknown, expected a number",
                       num_known(s->surge) ? "--ceiling-s" : "--max-scaling-per-t-total");
    if (!(s->surge >= 1 && s->surge < 1.5))
        return err_set(e, EXIT_USAGE,
                       "--max-scaling-per-t-total: %g is outside [1, 1.5); from 1.5 on C_scale_min "
                       "would be 0 or less",
                       s->surge);
    if (s->min_floor < 1 || (double)s->min_floor > LIMIT_FLEET)
        return err_set(e, EXIT_USAGE, "--min-floor: %lld is outside 1 to 1000000000", (long long)s->min_floor);
    if (!isfinite(s->ceiling_s) || s->ceiling_s < 0)
        return err_set(e, EXIT_USAGE, "--ceiling-s: is %g, expected a time in seconds", s->ceiling_s);
    if (num_known(s->assume_t_total_s) && (!isfinite(s->assume_t_total_s) || s->assume_t_total_s < 0))
        return err_set(e, EXIT_USAGE, "--assume-t-total: is %g, expected a time in seconds", s->assume_t_total_s);
    return 0;
}

static int fleet(double count, const char *which, int64_t *out, struct err *e)
{
    if (!(count <= LIMIT_FLEET))
        return err_set(e, EXIT_USAGE, "the %s load needs more than a thousand million instances", which);
    *out = (int64_t)count;
    return 0;
}

static double instances(double rps, double streams, double s_mean_s, double c)
{
    return num_known(streams) ? policy_fleet_streams(streams, c) : policy_fleet_rps(rps, s_mean_s, c);
}

/* Peak server concurrency over client concurrency at the rung nearest C_scale_max, ties to the higher. */
static double conversion(const struct measured *m, double c_scale_max)
{
    const struct rung *best = NULL;
    for (size_t i = 0; i < m->n_rungs; i++) {
        const struct rung *g = &m->rungs[i];
        if (num_known(g->cw_ratio) &&
            (!best || fabs((double)g->concurrency - c_scale_max) <= fabs((double)best->concurrency - c_scale_max)))
            best = g;
    }
    return best ? best->cw_ratio : NUM_UNKNOWN;
}

static int fill_fleet(struct plan *p, struct err *e)
{
    const struct scenario *s = &p->scenario;
    double svc = p->measured.s_mean_s;
    if (fleet(instances(s->trough_rps, s->trough_streams, svc, p->c_scale_max), "trough", &p->trough_instances, e) !=
            0 ||
        fleet(instances(s->peak_rps, s->peak_streams, svc, p->c_scale_max), "peak", &p->peak_instances, e) != 0 ||
        fleet(instances(s->peak_rps, s->peak_streams, svc, (double)p->q_max), "peak", &p->fleet_at_q_max, e) != 0)
        return e->code;
    p->min_instances = p->trough_instances > s->min_floor ? p->trough_instances : s->min_floor;
    p->max_instances = p->peak_instances > p->min_instances ? p->peak_instances : p->min_instances;
    return 0;
}

static void fill_cost(struct plan *p)
{
    double rate = p->rate.per_hour, served = p->scenario.peak_rps;
    p->peak_cost_per_hour = num_known(rate) ? rate * (double)p->peak_instances : NUM_UNKNOWN;
    if (num_known(p->scenario.peak_streams))
        served = (double)p->peak_instances * p->c_scale_max / p->measured.s_mean_s;
    p->peak_cost_per_m_chars = policy_cost_per_m_chars(p->peak_cost_per_hour, served, p->measured.chars_per_request);
}

static void fill_shed(struct plan *p)
{
    p->shed_probability = NUM_UNKNOWN;
    if (p->scenario.no_sample)
        return;
    struct chain chain = chain_published(p->c_scale_max, p->measured.s_mean_s, (double)p->q_max);
    p->shed_probability = sampler_draw(&chain, p->measured.t_total_s).probability;
}

static void copy_evidence(struct plan *p, const struct plan_request *r)
{
    p->inputs = arena_array(p->arena, r->n_inputs, sizeof *p->inputs);
    if (r->n_inputs)
        memcpy(p->inputs, r->inputs, r->n_inputs * sizeof *p->inputs);
    p->n_inputs = r->n_inputs;
    p->rate = r->rate;
    p->steps = r->ladder->steps;
    p->n_steps = r->ladder->n_steps;
    if (r->ttotal) {
        p->stages = r->ttotal->durations;
        p->n_stages = r->ttotal->n_durations;
        p->missing_stages = r->ttotal->missing_stages;
        p->n_missing = r->ttotal->n_missing;
    }
    if (r->warnings) {
        p->warnings = r->warnings->items;
        p->n_warnings = r->warnings->n;
    }
}

static int fill(struct plan *p, const struct plan_request *r, struct err *e)
{
    const struct qmax *q = r->ladder;
    p->has_headroom = true;
    p->scenario = r->scenario;
    if (!int_known(p->scenario.ttfab_slo_ms))
        p->scenario.ttfab_slo_ms = q->slo_ms;
    if (p->scenario.ttfab_slo_ms != q->slo_ms)
        return err_set(e, EXIT_REFUSED,
                       "%s: $.slo_ms: Q_max was measured against an SLO of %lld ms, the scenario "
                       "promises %lld ms; Q_max is defined by its SLO, so nothing overrides this",
                       r->n_inputs ? r->inputs[0].name : "qmax", (long long)q->slo_ms,
                       (long long)p->scenario.ttfab_slo_ms);
    copy_evidence(p, r);
    if (measured_fill(p, r, e) != 0)
        return e->code;
    p->t_total_measured = p->measured.t_total_measured ? TRI_YES : TRI_NO;
    p->model_name = q->model_name;
    p->endpoint = q->endpoint;
    p->instance_type = q->instance_type;
    p->slug = qmax_slug(p->arena, q);
    p->q_max = q->q_max;
    p->q_max_is_lower_bound = q->q_max_bracketed == TRI_YES ? TRI_NO : TRI_YES;
    p->c_scale_max = policy_c_scale_max(p->scenario.surge, (double)q->q_max);
    p->c_scale_min = policy_c_scale_min(p->scenario.surge, (double)q->q_max);
    if (r->share > 0) {
        p->c_scale_max = r->share * (double)q->q_max;
        p->c_scale_min = p->c_scale_max - (p->scenario.surge - 1) * (double)q->q_max;
    }
    p->cw_ratio = conversion(&p->measured, p->c_scale_max);
    p->c_scale_max_cw = p->c_scale_max * p->cw_ratio;
    p->c_scale_min_cw = p->c_scale_min * p->cw_ratio;
    p->min_safe_instances = policy_min_safe(p->c_scale_max, p->c_scale_min);
    p->w_max_s = policy_w_max(q->slo_ms, q->s_p95_s);
    p->ceiling_s = p->scenario.ceiling_s;
    p->queue_max_depth = q->q_max;
    p->scale_out_cooldown_s = policy_scale_out_cooldown(p->measured.t_total_s);
    p->scale_in_cooldown_s = policy_scale_in_cooldown(p->measured.t_total_s);
    p->utilization = policy_utilization(p->c_scale_max);
    p->alarm_ms = p->measured.ttfab_p95_at_c1_ms;
    if (fill_fleet(p, e) != 0)
        return e->code;
    fill_cost(p);
    fill_shed(p);
    audit_fill(p, r);
    findings_fill(p, r);
    return 0;
}

int plan_build(const struct plan_request *r, struct plan **out, struct err *e)
{
    *out = NULL;
    if (scenario_check(&r->scenario, e) != 0)
        return e->code;
    struct arena *a = arena_new();
    struct plan *p = arena_alloc(a, sizeof *p);
    p->arena = a;
    if (fill(p, r, e) != 0) {
        arena_free(a);
        return e->code;
    }
    *out = p;
    return 0;
}
