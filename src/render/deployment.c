#include "render/deployment.h"

#include "base/limits.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "render/summary.h"

#include <stdlib.h>
#include <string.h>

/* AWS holds capacities, cooldowns and periods as 32-bit integers. A target outside of this range is not
 * the concurrency or the rate of anything; inside it no language needs an exponent. */
#define TARGET_LEAST 1e-9
#define TARGET_MOST 1e15
#define INT32_MOST 2147483647

static void make_names(struct deployment *d)
{
    struct arena *a = d->arena;
    if (!d->endpoint)
        return;
    const char *stem = arena_printf(a, "%s-%s", d->endpoint, d->variant);
    bool flow = d->method == METHOD_FLOW;
    d->resource_id = arena_printf(a, "endpoint/%s/variant/%s", d->endpoint, d->variant);
    d->scale_out_policy = arena_printf(a, "%s-%s", stem, flow ? "rate" : "scale-out");
    d->scale_in_policy = flow ? NULL : arena_printf(a, "%s-scale-in", stem);
    d->scale_in_alarm = d->scale_in_policy;
    d->latency_alarm = arena_printf(a, "%s-first-chunk-p95", stem);
    d->dashboard = stem;
}

static void explain_fleet(const struct plan *p, struct deployment *d)
{
    struct arena *a = d->arena;
    const struct scenario *s = &p->scenario;
    char b[NUM_MAX], c[NUM_MAX];
    const char *peak = load_text(a, s->peak_rps, s->peak_streams);
    const char *trough = load_text(a, s->trough_rps, s->trough_streams);
    const char *safe = int_known(p->min_safe_instances)
                           ? arena_printf(a, "scale-in is safe from %s up", num_count(b, p->min_safe_instances))
                           : "scale-in is safe at no size";
    if (d->method == METHOD_FLOW) {
        d->why_min = arena_printf(a, "the fleet for the trough (%s) by throughput, at least the floor %s", trough,
                                  num_count(b, s->min_floor));
        d->why_max = arena_printf(a, "the fleet for the peak (%s) by throughput", peak);
        return;
    }
    d->why_min = arena_printf(a, "the larger of the floor %s and the fleet for the trough (%s); %s",
                              num_count(c, s->min_floor), trough, safe);
    d->why_max = arena_printf(a, "the fleet for the peak (%s), at least the minimum", peak);
}

static void explain_target(const struct plan *p, struct deployment *d)
{
    struct arena *a = d->arena;
    char b[NUM_MAX], c[NUM_MAX], q[NUM_MAX], h[NUM_MAX];
    if (d->method == METHOD_FLOW) {
        if (!num_known(d->target)) {
            d->no_target = "the flow method has no target, because the largest throughput of one instance or the "
                           "load in requests a second is unknown";
            return;
        }
        d->why_target = arena_printf(a,
                                     "invocations a minute and instance: %s of the %s requests/s that one instance "
                                     "completes at most",
                                     num_percent(b, p->audit.flow.u_star), num_fixed(c, p->audit.mu_sat, 1));
        return;
    }
    if (!num_known(d->target) || !num_known(d->scale_in_threshold)) {
        d->no_target = "no rung of the ladder has the server's own concurrency beside the client's, so how "
                       "CloudWatch counts a request was never measured, and a guess of 1 may be wrong by any factor";
        return;
    }
    num_count(q, p->q_max);
    num_fixed(h, p->scenario.surge - 1, 2);
    num_fixed(c, p->cw_ratio, 3);
    d->why_target = arena_printf(a, "C_scale_max %s = (1 - %s) x Q_max %s, x %s measured units of CloudWatch",
                                 num_concurrency(b, p->c_scale_max), h, q, c);
    d->why_scale_in = arena_printf(a, "C_scale_min %s = (1 - 2 x %s) x Q_max %s, x %s",
                                   num_concurrency(b, p->c_scale_min), h, q, c);
}

static void explain_times(const struct plan *p, struct deployment *d)
{
    struct arena *a = d->arena;
    char b[NUM_MAX], c[NUM_MAX], t[NUM_MAX];
    num_seconds(t, p->measured.t_total_s);
    const char *how = p->measured.t_total_measured ? "" : " (assumed)";
    d->why_slo = arena_printf(a, "chosen; pays for service (p95 %s) and for waiting (W_max %s)",
                              num_ms(b, p->measured.s_p95_s * 1000), num_seconds(c, p->w_max_s));
    d->why_depth = "Q_max: a request behind it would miss the SLO, so it is refused";
    d->why_scale_out_cooldown = arena_printf(a, "half of T_total %s%s, kept within 10 s and 30 s", t, how);
    d->why_scale_in_cooldown = arena_printf(a, "three times T_total %s%s, at least 300 s", t, how);
    d->why_alarm = num_known(p->alarm_ms)
                       ? arena_printf(a,
                                      "%s, the p95 time to first audio byte of a request that is alone; the metric "
                                      "counts microseconds",
                                      num_ms(b, p->alarm_ms))
                       : "no usable rung has a concurrency of 1, so nothing says when first audio is late";
}

static void add_note(struct deployment *d, const char *mark, const char *name, const char *text,
                     const char *recommendation)
{
    const char *advice = recommendation && *recommendation ? recommendation : NULL;
    d->notes[d->n_notes++] = (struct note){mark, arena_printf(d->arena, "%s: %s%s%s", name, text ? text : "",
                                                              advice ? " To do: " : "", advice ? advice : "")};
}

static void make_notes(const struct plan *p, struct deployment *d)
{
    d->notes = arena_array(d->arena, p->n_findings + p->audit.n_checks + p->n_warnings + 1, sizeof *d->notes);
    for (size_t i = 0; i < p->n_findings; i++) {
        const struct finding *f = &p->findings[i];
        add_note(d, verdict_mark(f->verdict), f->name, f->detail, f->recommendation);
    }
    for (size_t i = 0; i < p->audit.n_checks; i++) {
        const struct audit_check *c = &p->audit.checks[i];
        if (c->verdict == VERDICT_WARN || c->verdict == VERDICT_STOP)
            add_note(d, verdict_mark(c->verdict), arena_printf(d->arena, "audit %s", c->name), c->sentence,
                     c->recommendation);
    }
    for (size_t i = 0; i < p->n_warnings; i++)
        add_note(d, "WARN", "inputs", p->warnings[i], NULL);
}

/* Why the plan is infeasible, NULL when it is not. The findings decide as well as the verdict: somebody may
 * have mended only one of them by hand. */
static const char *stopped_by(const struct plan *p, struct arena *a)
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < p->n_findings; i++)
        if (p->findings[i].verdict == VERDICT_STOP)
            sb_addf(&sb, "%s%s", sb.len ? ", " : "", p->findings[i].name);
    const char *text = sb.len > 0                   ? arena_printf(a, "the plan is infeasible (%s)", sb.data)
                       : p->verdict == VERDICT_STOP ? "the plan is infeasible"
                                                    : NULL;
    sb_free(&sb);
    return text;
}

void deployment_make(const struct plan *p, enum method method, const char *endpoint, const char *variant,
                     struct arena *a, struct deployment *d)
{
    bool flow = method == METHOD_FLOW;
    *d = (struct deployment){
        .arena = a,
        .plan = p,
        .method = method,
        .endpoint = endpoint,
        .variant = variant,
        .min_instances = flow ? p->audit.flow.min_instances : p->min_instances,
        .max_instances = flow ? p->audit.flow.max_instances : p->max_instances,
        .target = flow ? p->audit.flow.target_per_minute : p->c_scale_max_cw,
        .scale_in_threshold = flow ? NUM_UNKNOWN : p->c_scale_min_cw,
        .scale_out_cooldown_s = p->scale_out_cooldown_s,
        .scale_in_cooldown_s = p->scale_in_cooldown_s,
        .queue_max_depth = p->queue_max_depth,
        .slo_ms = p->measured.slo_ms,
        .alarm_us = p->alarm_ms * 1000,
    };
    make_names(d);
    explain_fleet(p, d);
    explain_target(p, d);
    explain_times(p, d);
    make_notes(p, d);
    d->infeasible = stopped_by(p, a);
    if (d->infeasible)
        d->not_to_be_deployed = d->infeasible;
    else if (flow && (d->no_target || !int_known(d->min_instances) || !int_known(d->max_instances)))
        d->not_to_be_deployed = d->no_target ? d->no_target : "the flow method could not size the fleet";
}

static int check_flow(const struct deployment *d, struct err *e)
{
    const struct flow *f = &d->plan->audit.flow;
    struct strbuf sb = {0};
    if (!num_known(f->target_per_minute))
        sb_add(&sb, ", target");
    if (!int_known(f->min_instances))
        sb_add(&sb, ", minimum");
    if (!int_known(f->max_instances))
        sb_add(&sb, ", maximum");
    if (sb.len > 0)
        err_set(e, EXIT_REFUSED,
                "$.headroom.flow: %s unknown; the flow method needs them (they come from achieved_rps and ok of the "
                "ladder and from --peak-rps)",
                sb.data + 2);
    sb_free(&sb);
    return e->code;
}

static int check_range(struct err *e, const char *what, int64_t n, int64_t least, int64_t most)
{
    if (!int_known(n))
        return err_set(e, EXIT_REFUSED, "the plan has no %s", what);
    if (n < least || n > most)
        return err_set(e, EXIT_REFUSED, "%s is %lld, outside %lld to %lld", what, (long long)n, (long long)least,
                       (long long)most);
    return 0;
}

static int check_double(struct err *e, const char *what, double x)
{
    char b[NUM_MAX];
    if (x >= TARGET_LEAST && x <= TARGET_MOST)
        return 0;
    return err_set(e, EXIT_REFUSED, "%s is %s, outside 1e-9 to 1e15", what,
                   isfinite(x) ? num_exact(b, x) : "not finite");
}

int deployment_check(const struct deployment *d, bool need_target, struct err *e)
{
    if (d->infeasible)
        return err_set(e, EXIT_ANSWER_NO, "%s; there is nothing to deploy", d->infeasible);
    if (d->method == METHOD_FLOW && check_flow(d, e) != 0)
        return e->code;
    if (d->method == METHOD_PUBLISHED && d->no_target && need_target)
        return err_set(e, EXIT_ANSWER_NO, "there is no scaling target: %s; only the Python form can be written",
                       d->no_target);
    if (d->min_instances == 0)
        return err_set(e, EXIT_ANSWER_NO, "the minimum is 0 instances, and a real-time variant needs at least 1");
    if (int_known(d->min_instances) && int_known(d->max_instances) && d->min_instances > d->max_instances)
        return err_set(e, EXIT_ANSWER_NO, "the minimum of %lld instances is above the maximum of %lld",
                       (long long)d->min_instances, (long long)d->max_instances);
    if (!d->plan->model_name || !d->plan->instance_type)
        return err_set(e, EXIT_REFUSED, "the plan has no %s", d->plan->model_name ? "instance_type" : "model_name");
    if (check_range(e, "min_instances", d->min_instances, 1, (int64_t)LIMIT_FLEET) != 0 ||
        check_range(e, "max_instances", d->max_instances, 1, (int64_t)LIMIT_FLEET) != 0 ||
        check_range(e, "scale_out_cooldown_s", d->scale_out_cooldown_s, 0, INT32_MOST) != 0 ||
        check_range(e, "scale_in_cooldown_s", d->scale_in_cooldown_s, 0, INT32_MOST) != 0 ||
        check_range(e, "queue_max_depth", d->queue_max_depth, 1, INT32_MOST) != 0 ||
        check_range(e, "slo_ms", d->slo_ms, 1, INT32_MOST) != 0)
        return e->code;
    if (!d->no_target && check_double(e, "the scaling target value", d->target) != 0)
        return e->code;
    if (!d->no_target && d->method == METHOD_PUBLISHED &&
        check_double(e, "the scale-in threshold", d->scale_in_threshold) != 0)
        return e->code;
    return num_known(d->alarm_us) ? check_double(e, "the alarm's threshold", d->alarm_us) : 0;
}
