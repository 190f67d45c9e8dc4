#ifndef HEADROOM_PLAN_MEASURED_H
#define HEADROOM_PLAN_MEASURED_H

#include "plan/build.h"

/* Fills p->measured from the request: medians by rung, chars per request, spread, T_total. */
int measured_fill(struct plan *p, const struct plan_request *r, struct err *e);

/* mu_sat: the largest achieved_rps x ok/completed over usable rungs with all of them > 0, 1/s. */
double ladder_mu_sat(const struct step *steps, size_t n);

#endif
