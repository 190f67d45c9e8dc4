/* The audit: what the published rule does not see, beside its findings and never mixed into them. */
#ifndef HEADROOM_PLAN_AUDIT_H
#define HEADROOM_PLAN_AUDIT_H

#include "plan/build.h"

/* Fills p->audit (plan/catalogue.c says what each check means). Needs every figure of the published plan but not its
 * findings. With r->with_audit false only the figures are filled that a finding may rest on. */
void audit_fill(struct plan *p, const struct plan_request *r);

#endif
