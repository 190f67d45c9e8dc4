/* What a plan takes from its measurements. */
#ifndef HEADROOM_PLAN_MEASURED_H
#define HEADROOM_PLAN_MEASURED_H

#include "plan/build.h"

/* Fills p->measured from the request: medians by rung, chars per request, spread, T_total (s). EXIT_REFUSED when
 * the scale-out was not measured to its end and nothing is assumed, and beyond LIMIT_T_TOTAL_S; EXIT_USAGE when T_total
 * is neither given nor assumed, or both. Texts are the request's own. */
int measured_fill(struct plan *p, const struct plan_request *r, struct err *e);

/* mu_sat, 1/s: the largest achieved_rps x ok/completed over usable rungs with all of them > 0; NUM_UNKNOWN when there
 * is none. */
double ladder_mu_sat(const struct step *steps, size_t n);

#endif
