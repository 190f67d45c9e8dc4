/* The figures of a plan that batch, sweep and compare write: one table, in one order, under one set
 * of names. */
#ifndef HEADROOM_MANY_FIGURES_H
#define HEADROOM_MANY_FIGURES_H

#include "base/jsonw.h"
#include "plan/plan.h"

/* Appends every figure as a member of the object that is open. */
void figures_json(struct jsonw *w, const struct plan *p);

/* Appends the names, and the figures, as cells of CSV, each behind a comma. The verdicts of the
 * findings become columns verdict_NAME; NAMES are those of the findings of P, which may be NULL for
 * as many empty cells. */
void figures_csv_names(struct strbuf *out);
void figures_csv(struct strbuf *out, const struct plan *p);

#endif
