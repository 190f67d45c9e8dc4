/* The audit's checks, one function each, and what they share. Only src/plan/audit*.c include this. */
#ifndef HEADROOM_PLAN_CHECKS_H
#define HEADROOM_PLAN_CHECKS_H

#include "model/chain.h"
#include "plan/build.h"

enum { CHECK_FIGURES = 48 }; /* the most figures that one check may have */

struct auditor {
    struct plan *p;
    const struct plan_request *r;
    struct audit_check *check; /* the one in work */
};

/* Figures of the check in work, in the order they are written. */
void figure_number(struct auditor *a, const char *key, double x);
void figure_int(struct auditor *a, const char *key, int64_t n);
void figure_text(struct auditor *a, const char *key, const char *text);

/* Ends the check in work. RECOMMENDATION may be NULL. */
void settle(struct auditor *a, enum verdict v, const char *sentence, const char *recommendation);

/* A whole double as an integer; INT_UNKNOWN beyond what a plan can mean. */
int64_t whole(double x);

/* The probability that CHAIN fills up within T_TOTAL_S, as it is printed and decided with. */
double fills_up(const struct chain *chain, double t_total_s);

void check_peak_flow(struct auditor *a);
void check_trough_flow(struct auditor *a);
void check_surge_exact(struct auditor *a);
void check_surge_growth(struct auditor *a);
void check_survivable(struct auditor *a);
void check_flow_plan(struct auditor *a);
void check_unit_cost(struct auditor *a);
void check_bracket(struct auditor *a);
void check_slo_margin(struct auditor *a);
void check_sample_size(struct auditor *a);
void check_statistic(struct auditor *a);
void check_quota(struct auditor *a);
void check_service_shape(struct auditor *a);
void check_evidence(struct auditor *a);

#endif
