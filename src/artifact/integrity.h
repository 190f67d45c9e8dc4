/* Do the figures of an artifact agree with each other? Each is checked only where both sides are there; copied
 * values agree to 1e-9 relative.
 *
 * Ladder: meets_slo of a rung is usable and p95 <= SLO. The answer of a pass is its highest rung that meets the SLO;
 * q_max_per_run holds the answers, q_max is the smallest; bracketed means that in some pass with an answer a rung above
 * it has a p95 and misses the SLO. S and S_p95 as ladder_service_time gives them, the p95 at Q_max and at one request
 * from their rungs; outcome_counts against completed and ok; instance type and number of runs.
 * Scale-out: config_slug against deployed_config; stages against the timeline (0.0005 s) and, when none is missing,
 * their sum against t_total_s; shares (0.00005); total and bound against t_total_with_policy_bound_s. */
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
