/* May a plan be deployed? What a pipeline asks of a directory of plans and artifacts. */
#ifndef HEADROOM_STORE_GATE_H
#define HEADROOM_STORE_GATE_H

#include "artifact/notes.h"
#include "base/err.h"
#include "base/mem.h"
#include "store/verify.h"

#include <stdint.h>

struct gate_answer {
    const char *file;  /* the plan, by base name; NULL: there is not exactly one */
    struct notes shut; /* why it may not be deployed; none: it may */
    struct notes open; /* what was found to be well */
    bool audit_stops;  /* the audit of the plan says STOP, which shuts no gate */
};

/* Looks in DIR for the one plan of MODEL: feasible, in measured units, verified against the artifacts beside
 * it, and, when MAX_DAYS is known, its newest artifact no older than that on AS_OF_US (microseconds since
 * 1970). FILL is verify_plan's. Everything of the answer lives in A. EXIT_REFUSED when DIR cannot be read. */
int gate_ask(const char *dir, const char *model, double max_days, int64_t as_of_us, verify_fill *fill,
             struct arena *a, struct gate_answer *out, struct err *e);

#endif
