/* What a plan asks to be deployed: one struct of names and numbers from which every form of configuration
 * is written, so that all of them say the same. */
#ifndef HEADROOM_RENDER_DEPLOYMENT_H
#define HEADROOM_RENDER_DEPLOYMENT_H

#include "base/err.h"
#include "base/mem.h"
#include "plan/plan.h"

/* A sentence that travels with the configuration: a finding, an audit warning, a doubt about an input. */
struct note {
    const char *mark; /* "WARN" */
    const char *text; /* "scale_in_safety: ..." */
};

struct deployment {
    struct arena *arena;
    const struct plan *plan;
    enum method method;

    /* Names; NULL without an endpoint. Made of endpoint and variant, which AWS limits to letters, digits
     * and dashes, so none of them needs a check of its own. */
    const char *endpoint, *variant;
    const char *resource_id;                        /* endpoint/<endpoint>/variant/<variant> */
    const char *scale_out_policy, *scale_in_policy; /* flow: one policy, scale_in_policy is NULL */
    const char *scale_in_alarm, *latency_alarm, *dashboard;

    /* Numbers. INT_UNKNOWN and NUM_UNKNOWN: the plan cannot say; see deployment_check. */
    int64_t min_instances, max_instances;
    double target;             /* published: concurrent requests; flow: invocations a minute and instance */
    double scale_in_threshold; /* concurrent requests; flow: NUM_UNKNOWN, scale-in follows the target */
    int64_t scale_out_cooldown_s, scale_in_cooldown_s, queue_max_depth, slo_ms;
    double alarm_us; /* microseconds; NUM_UNKNOWN: no N=1 rung, no alarm */

    /* Where the numbers come from, a clause each. */
    const char *why_min, *why_max, *why_target, *why_scale_in, *why_slo, *why_depth, *why_scale_out_cooldown,
        *why_scale_in_cooldown, *why_alarm;
    const char *no_target;          /* why there is no target; NULL: there is one */
    const char *infeasible;         /* what made the plan infeasible; NULL: it is not */
    const char *not_to_be_deployed; /* why nothing of this may be deployed; NULL: it may */

    struct note *notes;
    size_t n_notes;
};

/* ENDPOINT may be NULL (the Python form can do without). All that D points at lives in A or in P. */
void deployment_make(const struct plan *p, enum method method, const char *endpoint, const char *variant,
                     struct arena *a, struct deployment *d);

/* EXIT_ANSWER_NO with the reason: the plan is infeasible; its minimum is 0 or above its maximum; with
 * NEED_TARGET also: no unit conversion was measured. EXIT_REFUSED: the flow method's figures are unknown
 * (named), or a figure is outside what AWS can hold. */
int deployment_check(const struct deployment *d, bool need_target, struct err *e);

#endif
