#ifndef HEADROOM_PLAN_FINDINGS_H
#define HEADROOM_PLAN_FINDINGS_H

#include "plan/build.h"

/* The ten findings of the published method, in their order (DESIGN.md section 3), and the verdict over
 * them. Needs every figure of
 * the plan, surge_exact of the audit included when nothing was sampled. */
void findings_fill(struct plan *p, const struct plan_request *r);

#endif
