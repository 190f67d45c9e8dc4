/* `headroom validate`: a plan against what is deployed. */
#ifndef HEADROOM_AWS_VALIDATE_H
#define HEADROOM_AWS_VALIDATE_H

#include "aws/compare.h"
#include "base/strbuf.h"
#include "plan/plan.h"

/* What `emit` would deploy. ENDPOINT NULL: the plan's own (none there: EXIT_USAGE). The flow method
 * needs a load in requests per second (else EXIT_USAGE) and mu_sat (else EXIT_REFUSED). Names that
 * AWS does not allow are EXIT_USAGE. Strings are in the arena or the caller's. */
int aws_expect(const struct plan *p, const char *endpoint, const char *variant, enum method method, struct arena *a,
               struct aws_expected *out, struct err *e);

/* One line a field, worst first. PLAN_NAME is the plan's file. */
void aws_validate_text(const struct aws_comparison *c, const struct aws_expected *want, const char *plan_name,
                       const struct aws_exports *x, struct strbuf *out);

/* Whether something differs or is missing. */
bool aws_differs(const struct aws_comparison *c);

#endif
