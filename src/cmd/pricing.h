/* What `workbook` and `cost` read: a plan, and what may replace its rate and its day. */
#ifndef HEADROOM_CMD_PRICING_H
#define HEADROOM_CMD_PRICING_H

#include "base/outset.h"
#include "cmd/cmd.h"
#include "plan/plan.h"
#include "sheet/profile.h"

struct pricing {
    struct plan *plan;
    bool has_profile;
    struct profile profile;
};

/* Reads the PLAN operand, --rates and --profile; one of them may be "-". A plan without what headroom
 * adds, or whose fleet passes the limit, is refused. On an error nothing needs freeing. */
int pricing_load(const struct args *a, struct pricing *out, struct err *e);
void pricing_free(struct pricing *x);

/* Names the inputs, so that no output may replace one. */
void pricing_inputs(const struct args *a, struct outset *set);

#endif
