/* A ladder artifact from raw records, so that a Q_max can be derived again from its evidence. */
#ifndef HEADROOM_LADDER_DERIVE_H
#define HEADROOM_LADDER_DERIVE_H

#include "artifact/artifact.h"
#include "base/strbuf.h"
#include "ladder/events.h"

/* Share of failed requests above which a rung is not usable: the p95 of the rest would leave out
 * requests that had no first byte at all, so no p95 can be claimed. */
#define LADDER_FAILED_SHARE 0.05

/* What the records cannot say. */
struct ladder_claims {
    int64_t slo_ms;
    const char *model, *instance_type, *image_digest;
};

/* Percentile p (0..1) of n > 0 ascending values by the linear method, numpy's default: position
 * (n - 1) p, between neighbours by a straight line. */
double percentile_linear(const double *ascending, size_t n, double p);

/* Fills *out (memory in the arena, claims not copied): every figure that follows from the records,
 * the rest unknown. Sorts the groups' arrays. No rung that meets the SLO is EXIT_REFUSED. Sentences
 * for people go to DOUBTS, one a line. */
int ladder_derive(struct events *ev, const struct ladder_claims *claims, struct arena *a, struct qmax *out,
                  struct strbuf *doubts, struct err *e);

/* Appends the artifact as JSON, its keys in the order of the published ones. */
void ladder_write(const struct qmax *q, struct strbuf *out);

#endif
