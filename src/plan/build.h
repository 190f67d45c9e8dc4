/* From artifacts and a scenario to a plan. */
#ifndef HEADROOM_PLAN_BUILD_H
#define HEADROOM_PLAN_BUILD_H

#include "artifact/artifact.h"
#include "artifact/notes.h"
#include "base/err.h"
#include "plan/plan.h"

/* What a plan is made of. Everything is borrowed and must outlive the plan. The artifacts have been
 * paired and checked already. */
struct plan_request {
    const struct qmax *ladder;
    const struct ttotal *ttotal; /* NULL: T_total is assumed */
    struct scenario scenario;
    struct rate_used rate;
    const struct input *inputs;
    size_t n_inputs;
    const struct validation *validation; /* NULL: none */
    size_t n_validation;
    const struct notes *warnings; /* NULL: none */
    bool with_audit;              /* false: the audit is left out (sweeps, batches) */
    bool figures_only;            /* findings carry a verdict but no text: where nobody reads it */
    double share;                 /* what if C_scale_max = share x Q_max, up to 1; 0: as the surge ratio says */
};

/* Fields of a scenario that were not given: k 1.25, floor 1, ceiling 60 s, the rest unknown. */
struct scenario scenario_default(void);

/* Ranges and contradictions of a scenario: EXIT_USAGE, naming the flag. */
int scenario_check(const struct scenario *s, struct err *e);

/* Builds the plan. EXIT_REFUSED when the SLO is not the ladder's, or as measured_fill says of T_total; EXIT_USAGE for
 * a fleet beyond 1e9. The caller frees with plan_free; config_block and alarm_threshold are left to the renderer of the
 * snippet. */
int plan_build(const struct plan_request *r, struct plan **out, struct err *e);

#endif
