/* What an asynchronous endpoint's instances cost in a day, and what an always-on one would have cost.
 *
 *   compute_usd = hourly_rate_usd x instance_hours
 *
 * Compute alone, before discounts; other services are named beside it and never added to it. */
#ifndef HEADROOM_ASYNC_ESTIMATE_H
#define HEADROOM_ASYNC_ESTIMATE_H

#include "base/err.h"
#include "base/jsonw.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "chart/scene.h"

#include <stddef.h>

struct estimate_row {
    const char *label;      /* NULL: none was given */
    double hourly_rate_usd; /* > 0 */
    double instance_hours;  /* >= 0, of one day */
    double compute_usd;
    double always_on_usd; /* 24 hours of every always-on instance at the same rate */
    double saving_share;  /* of always_on_usd; negative: scaling costs more */
};

struct estimate_other {
    const char *name;
    double usd; /* a day, >= 0 */
};

struct estimate {
    struct arena *arena;
    struct estimate_row *rows;
    size_t n_rows, cap_rows;
    struct estimate_other *other;
    size_t n_other, cap_other;
    double always_on;                  /* instances, >= 1 */
    double compute_usd, always_on_usd; /* of all rows */
};

void estimate_init(struct estimate *x, double always_on);
void estimate_free(struct estimate *x);

/* Adds a day. WHERE begins the message ("--hours", "hours.csv: line 3"); a rate that is not above 0, hours
 * below 0, anything that is not finite and a product or sum that is not: CODE. LABEL (NULL allowed) is copied. */
int estimate_add(struct estimate *x, const char *where, int code, const char *label, double rate, double hours,
                 struct err *e);
/* Adds NAME=USD; EXIT_USAGE. */
int estimate_add_other(struct estimate *x, const char *text, struct err *e);

/* Reads CSV: a header that names instance_hours and, as is needed, label and hourly_rate_usd, in any order;
 * then a row a day. RATE holds where the file has no rates (NUM_UNKNOWN: it must have them; both is
 * EXIT_USAGE). EXIT_REFUSED with file, line and what was expected. */
int estimate_read(struct estimate *x, const char *path, double rate, struct err *e);

/* The members of the JSON answer, into an object that is open. */
void estimate_members(const struct estimate *x, struct jsonw *w);

void estimate_text(const struct estimate *x, struct strbuf *out);
void estimate_json(const struct estimate *x, struct strbuf *out);
void estimate_csv(const struct estimate *x, struct strbuf *out);
/* The days as bars beside the always-on one; more than ESTIMATE_BARS of them as points over their hours.
 * The caller frees with scene_free. */
enum { ESTIMATE_BARS = 24 };
struct scene *estimate_chart(const struct estimate *x, const struct font *f);

#endif
