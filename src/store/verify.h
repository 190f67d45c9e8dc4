/* Is a committed plan what its artifacts give? */
#ifndef HEADROOM_STORE_VERIFY_H
#define HEADROOM_STORE_VERIFY_H

#include "base/strbuf.h"
#include "store/evidence.h"

/* The scenario that P was made with, as far as P records it: what plan_build needs to make it again.
 * CEILING_S overrides the recorded one when known. */
struct scenario verify_scenario(const struct plan *p, double ceiling_s);

/* Computes COMMITTED again from the evidence with the scenario it records (CEILING_S overrides it when
 * known) and appends one line a difference. Returns their number; 0 with e set when it cannot be
 * computed. FILL, unless it is NULL, adds config_block and alarm_threshold to what was computed (a renderer, which
 * this room does not know), so that they are compared as well. */
typedef void verify_fill(struct plan *computed);
size_t verify_plan(const struct plan *committed, const struct evidence *ev, double ceiling_s, verify_fill *fill,
                   struct strbuf *out, struct err *e);

#endif
