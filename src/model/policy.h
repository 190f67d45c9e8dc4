/* The published method's arithmetic: thresholds, fleets, cooldowns, cost. Doubles are evaluated left to right as
 * the formulas are written; nothing is re-associated, because committed plans are compared to the last digit.
 * Loads in requests/s or streams, times in s, concurrency in requests per instance. No function fails;
 * preconditions are stated. */
#ifndef HEADROOM_MODEL_POLICY_H
#define HEADROOM_MODEL_POLICY_H

#include "base/value.h"

/* Surge ratio k (1 <= k < 1.5) and Q_max > 0. */
double policy_c_scale_max(double surge, double q_max); /* (1-h) Q_max, h = k - 1 */
double policy_c_scale_min(double surge, double q_max); /* (1-2h) Q_max */

/* Smallest fleet from which removing one instance leaves the survivors under C_scale_max:
 * max(2, ceil(r/(r-1) - 1e-9)), r = C_scale_max / C_scale_min; INT_UNKNOWN when no size is safe or the
 * figure is beyond 1e9. */
int64_t policy_min_safe(double c_scale_max, double c_scale_min);

/* Instances for a load: ceil(rps S / C) or ceil(streams / C). 0 for no load, else at least 1. The result
 * is a whole double, which may exceed 1e9: the caller refuses that. Unknown load: 0. */
double policy_fleet_rps(double rps, double s_mean_s, double c_scale_max);
double policy_fleet_streams(double streams, double c_scale_max);

double policy_w_max(int64_t slo_ms, double s_p95_s); /* max(0, SLO - S_p95), s */
int64_t policy_scale_out_cooldown(double t_total_s); /* int(max(10, min(30, T/2))) */
int64_t policy_scale_in_cooldown(double t_total_s);  /* int(max(300, 3 T)); T <= 1e9 */
double policy_utilization(double c_scale_max);       /* L/(1+L) */

/* Cost of a million characters: cost_per_hour / (served_rps x chars_per_request x 3600) x 1e6;
 * NUM_UNKNOWN when nothing is served or the request's length is unknown (0). */
double policy_cost_per_m_chars(double cost_per_hour, double served_rps, double chars_per_request);

#endif
