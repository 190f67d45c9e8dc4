/* Fleets and cost over a day shape or a traffic profile, by both methods: the arithmetic behind the
 * workbook and `headroom cost`. Doubles, evaluated left to right as the workbook's formulas are written,
 * so that a spreadsheet that recalculates arrives at the same values. Unknown is NaN and spreads. */
#ifndef HEADROOM_SHEET_COSTING_H
#define HEADROOM_SHEET_COSTING_H

#include "plan/plan.h"
#include "sheet/profile.h"

enum load_unit {
    LOAD_RPS,       /* requests per second */
    LOAD_STREAMS,   /* streams held open */
    LOAD_CONCURRENT /* requests in flight, rps x S: where peak and trough came in different units */
};

enum held { AT_TROUGH, AT_AVERAGE, AT_PEAK, COLUMNS };

/* One method's fleet and its cost when it stays at the trough, follows the profile, stays at the peak. */
struct method_cost {
    double instances[COLUMNS];
    double hours_day[COLUMNS], hours_month[COLUMNS], hours_year[COLUMNS]; /* instance-hours */
    double cost_hour[COLUMNS], cost_day[COLUMNS];
    double cost_month[COLUMNS], cost_year[COLUMNS]; /* the other monthly cost included */
    double served_rps[COLUMNS];                     /* what these instances can serve of the load; needs mu_sat */
    double refused[COLUMNS];                        /* share of the load; loads in rps only */
    double per_1000[COLUMNS];                       /* per 1,000 requests offered */
    double per_m_chars[COLUMNS];                    /* per million characters of the load offered */
    double per_m_chars_served[COLUMNS];
};

struct costing {
    /* chosen: the workbook's input cells */
    double rate, discount, peak, trough, surge, floor, hours_per_month, other_month;
    const char *currency;
    enum load_unit peak_unit, trough_unit; /* LOAD_RPS or LOAD_STREAMS */
    bool trough_given;                     /* false: trough is 0 */
    /* measured */
    double q_max, s_mean_s, s_p95_s, slo_ms, t_total_s, mu_sat, chars_per_request;
    double u_star; /* searched by the audit for the plan's surge ratio */

    /* the published method */
    double headroom, c_scale_max, c_scale_min;
    double scale_ratio; /* C_scale_max / C_scale_min; NaN when C_scale_min <= 0 */
    double min_safe;    /* NaN: no fleet size is safe */
    double w_max_s, utilization;
    double cw_ratio, scaling_target, scale_in_threshold;
    double trough_fleet, peak_fleet, min_instances, max_instances, fleet_at_q_max;
    double rate_effective;
    double peak_cost_per_hour, published_rps, peak_cost_per_m_chars;
    double unit_cost_served; /* the audit's unit_cost */
    double rho_peak, rho_trough, refused_peak, keep_up_peak, keep_up_trough;

    /* the flow method; unknown without mu_sat, u* or a peak in rps */
    bool flow_known;
    double flow_per_instance; /* u* mu_sat, requests/s */
    double flow_target;       /* invocations per minute and instance */
    double flow_instances, flow_min, flow_max, flow_cost_per_hour;

    /* the profile */
    bool assumed; /* the day shape of this program; else a profile that was given */
    enum load_unit unit;
    size_t n;
    const int64_t *hour;
    double *shape, *load, *fleet, *instances, *cost, *flow_fleet, *flow_cost;
    double instance_hours, flow_instance_hours; /* sums over the rows */
    double average_load, average_instances, flow_average_instances;
    double hours_at_limit; /* rows whose load needs more than max_instances */
    double offered_rps[COLUMNS];

    struct method_cost published, flow;
};

/* Fills C from the plan; arrays are in ARENA. PROFILE is NULL for the assumed day. */
void costing_fill(struct costing *c, const struct plan *p, const struct profile *profile, struct arena *arena);

/* Instance-hours over the profile's rows at another threshold (INSTANCE_RATE NaN) or another request
 * rate per instance, held between LEAST and MOST; and the cost of a month of it. */
double costing_hours(const struct costing *c, double c_scale_max, double instance_rate, double least, double most);
double costing_month(const struct costing *c, double instance_hours);

const char *load_unit_text(enum load_unit u); /* "requests/s" */

#endif
