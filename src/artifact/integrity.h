/* Do the figures of an artifact agree with each other? Exactly what DESIGN.md section 2 lists is checked,
 * each only where both sides are there; copied values agree to 1e-9 relative. */
#ifndef HEADROOM_ARTIFACT_INTEGRITY_H
#define HEADROOM_ARTIFACT_INTEGRITY_H

#include "artifact/artifact.h"
#include "artifact/notes.h"

/* Each adds one sentence a contradiction to PROBLEMS, with file and path. */
void qmax_integrity(const struct qmax *q, const char *name, struct notes *problems);
void ttotal_integrity(const struct ttotal *t, const char *name, struct notes *problems);

/* Turns PROBLEMS into EXIT_REFUSED, or with ALLOW into notes of accepted deviations. */
int integrity_settle(const struct notes *problems, bool allow, struct notes *notes, struct err *e);

/* S and S_p95 as the steps give them: the first usable step (s_mean_s > 0) at the lowest concurrency; the
 * p95 is the larger of its own and S. False when no step says. */
bool ladder_service_time(const struct step *steps, size_t n, double *s, double *s_p95);

/* Median of the p95 TTFAB over usable steps at one concurrency; NUM_UNKNOWN when there is none. */
double ladder_p95_at(const struct step *steps, size_t n, int64_t concurrency, struct arena *a);

/* Median of N values (the mean of the middle two for an even number); sorts X. */
double median(double *x, size_t n);

/* Index of the first stage that T_total counts: the one that begins at desired_set. Stages stand in order; N when
 * the clock never began. */
size_t first_clocked_stage(const struct stage *stages, size_t n);

#endif
