/* The findings of the published method: a published format, which others have committed. */
#ifndef HEADROOM_PLAN_FINDINGS_H
#define HEADROOM_PLAN_FINDINGS_H

#include "plan/build.h"

/* Fills p->findings, the ten findings in their published order (plan/catalogue.c), and the verdict over them. Needs
 * every figure of the plan, surge_exact of the audit included when nothing was sampled. */
void findings_fill(struct plan *p, const struct plan_request *r);

#endif
