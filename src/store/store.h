/* plan.json: writing a plan and reading it back. One table of fields serves writer, reader and verify. */
#ifndef HEADROOM_STORE_STORE_H
#define HEADROOM_STORE_STORE_H

#include "base/err.h"
#include "base/jsonw.h"
#include "base/strbuf.h"
#include "plan/plan.h"

/* Of the object `headroom`; raised when a member changes its meaning. */
#define STORE_SCHEMA_VERSION "1"

/* Appends plan.json (indented by 2, a new line at its end). */
void store_write(const struct plan *p, struct strbuf *out);

/* Appends the members of plan.json to an object that the caller has opened. */
void store_members(const struct plan *p, struct jsonw *w);

/* Reads plan.json from TEXT (NUL-terminated at text[len]). NAME is used in messages. A plan without the
 * object `headroom` comes back with has_headroom false. The caller frees with plan_free. */
int store_read(const char *name, const char *text, size_t len, struct plan **out, struct err *e);

/* The same from a value that is part of a larger document. */
struct json_ref;
int store_read_value(const struct json_ref *r, struct plan **out, struct err *e);

/* Reads the file PATH. With NEED_HEADROOM a plan without that object is EXIT_REFUSED. */
int store_load(const char *path, bool need_headroom, struct plan **out, struct err *e);

/* Called with each difference: its path in plan.json and both values, numbers in full, texts within quotes,
 * what is unknown as null. The texts last for the call. */
typedef void store_difference(void *context, const char *path, const char *was, const char *is);

/* Compares every figure, copied value and verdict of plan, plan.measured and the audit; prose and the
 * scenario are not compared. Returns the number of differences. Unknown equals unknown; doubles are
 * compared exactly. */
size_t store_differences(const struct plan *a, const struct plan *b, store_difference *each, void *context);

/* The same and the evidence in `headroom` (ladder, stages, rates, when and by which run the inputs were measured);
 * the configuration too when COMPUTED has one and both are of one version. Appends one line a difference to OUT
 * ("plan.q_max: committed 51, computed 50"). */
size_t store_compare(const struct plan *committed, const struct plan *computed, struct strbuf *out);

#endif
