/* The table of named cells: what each is called, its formula, and its value by our own arithmetic. */
#include "sheet/pages.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *formula(struct pages *pg, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(pg->arena, fmt, ap);
    va_end(ap);
    return text;
}

const char *money(struct pages *pg, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(pg->arena, fmt, ap);
    va_end(ap);
    return pg->rate_known ? text : arena_printf(pg->arena, "IF(rate_usd_per_hour=\"\",\"unknown\",%s)", text);
}

const char *clamped_hours(struct pages *pg, const char *need, const char *least, const char *most)
{
    /* MIN and MAX would fold the whole range into one number; products of comparisons go hour by hour. */
    return formula(pg, "SUMPRODUCT((%s<%s)*%s+(%s>%s)*%s+(%s>=%s)*(%s<=%s)*%s)", need, least, least, need, most, most,
                   need, least, need, most, need);
}

enum number_format unit_cost_format(double x)
{
    if (!isfinite(x) || !(x > 0))
        return NF_FOUR;
    int decimals = 4 - 1;
    for (double limit = 1; x < limit && decimals < 9; limit /= 10)
        decimals++;
    for (double limit = 10; x >= limit && decimals > 0; limit *= 10)
        decimals--;
    static const enum number_format by_decimals[] = {NF_COUNT, NF_ONE, NF_TWO,   NF_THREE, NF_FOUR,
                                                     NF_FIVE,  NF_SIX, NF_SEVEN, NF_EIGHT, NF_NINE};
    return by_decimals[decimals];
}

enum number_format load_format(double x)
{
    return !(x < 100) ? NF_ONE : x >= 1 || x <= 0 ? NF_TWO : NF_SIX;
}

struct table {
    struct named *rows;
    size_t n, cap;
};

static void add(struct table *t, struct named row)
{
    if (t->n == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 64;
        t->rows = xreallocarray(t->rows, t->cap, sizeof *t->rows);
    }
    t->rows[t->n++] = row;
}

static void chosen(struct pages *pg, struct table *t)
{
    struct costing *c = &pg->c;
    const struct rate_used *r = &pg->p->rate;
    const char *peak = c->peak_unit == LOAD_RPS ? "scenario: peak_rps" : "scenario: peak_streams";
    const char *trough = !c->trough_given             ? "not given in the plan: no load, the floor alone counts"
                         : c->trough_unit == LOAD_RPS ? "scenario: trough_rps"
                                                      : "scenario: trough_streams";
    add(t, (struct named){"rate_usd_per_hour", "Hourly rate of one instance", "$ per instance-hour", KIND_CHOSEN,
                          NF_FOUR, NULL, NUMBER(c->rate),
                          arena_printf(pg->arena, "%s rate%s%s%s%s", r->origin ? r->origin : "unknown",
                                       r->date ? " of " : "", r->date ? r->date : "", r->source ? ", " : "",
                                       r->source ? r->source : "")});
    add(t, (struct named){"currency_code", "Currency", "", KIND_CHOSEN, NF_TEXT, NULL, TEXT(c->currency),
                          "of the rate; units on all sheets follow"});
    add(t, (struct named){"discount_share", "Discount on the rate", "share of the rate", KIND_CHOSEN, NF_PERCENT,
                          NULL, NUMBER(c->discount), "savings plan or agreement; 0 is the published on-demand rate"});
    add(t, (struct named){"peak_load", "Peak load", load_unit_text(c->peak_unit), KIND_CHOSEN, load_format(c->peak),
                          NULL, NUMBER(c->peak), peak});
    add(t, (struct named){"trough_load", "Trough load", load_unit_text(c->trough_unit), KIND_CHOSEN,
                          load_format(c->trough), NULL, NUMBER(c->trough), trough});
    add(t, (struct named){"surge_ratio", "Surge ratio k", "ratio", KIND_CHOSEN, NF_TWO, NULL, NUMBER(c->surge),
                          "scenario: max_scaling_per_t_total, growth allowed within one T_total"});
    add(t, (struct named){"min_floor", "Minimum floor", "instances", KIND_CHOSEN, NF_COUNT, NULL, NUMBER(c->floor),
                          "scenario: min_instances_floor"});
    add(t, (struct named){"hours_per_month", "Hours per month", "h", KIND_CHOSEN, NF_ONE, NULL,
                          NUMBER(c->hours_per_month), "730 is a twelfth of a year; a year is 12 months"});
    add(t, (struct named){"other_monthly_cost", "Other monthly cost", "$ per month", KIND_CHOSEN, NF_TWO, NULL,
                          NUMBER(c->other_month), "storage, transfer, support: added to every month and year"});
}

static void measured(struct pages *pg, struct table *t)
{
    const struct costing *c = &pg->c;
    const struct plan *p = pg->p;
    bool assumed = !p->measured.t_total_measured;
    add(t, (struct named){"q_max", "Q_max", "requests", KIND_MEASURED, NF_COUNT, NULL, NUMBER(c->q_max),
                          p->measured.q_max_bracketed == TRI_YES ? "ladder: q_max, bracketed from above"
                                                                 : "ladder: q_max, not bracketed: a lower bound"});
    add(t, (struct named){"s_mean_s", "Mean service time S", "s", KIND_MEASURED, NF_FOUR, NULL, NUMBER(c->s_mean_s),
                          "ladder: s_mean_s, at the lowest usable rung"});
    add(t, (struct named){"s_p95_s", "p95 service time", "s", KIND_MEASURED, NF_FOUR, NULL, NUMBER(c->s_p95_s),
                          "ladder: s_p95_s, at the lowest usable rung"});
    add(t, (struct named){"slo_ms", "SLO, p95 time to first audio", "ms", KIND_MEASURED, NF_COUNT, NULL,
                          NUMBER(c->slo_ms), "ladder: slo_ms; chosen before the measurement"});
    add(t, (struct named){"t_total_s", "T_total, asking to serving", "s", assumed ? KIND_ASSUMED : KIND_MEASURED,
                          NF_ONE, NULL, NUMBER(c->t_total_s),
                          assumed ? "--assume-t-total: assumed, not measured"
                                  : "ttotal: t_total_s (measured) + policy_lag_bound_s (bounded)"});
    add(t, (struct named){"mu_sat", "Saturated throughput of one instance", "requests/s", KIND_MEASURED, NF_TWO, NULL,
                          NUMBER(c->mu_sat), "ladder: largest achieved_rps x ok / completed over usable rungs"});
    add(t, (struct named){"chars_per_request", "Characters per request", "characters", KIND_MEASURED, NF_TWO, NULL,
                          NUMBER(c->chars_per_request), "ladder: sum of chars / sum of completed over usable rungs"});
    add(t, (struct named){"u_star", "Largest survivable utilization u*", "share of mu_sat", KIND_SEARCHED, NF_PERCENT,
                          NULL, NUMBER(c->u_star),
                          "audit, searched at the plan's inputs: does not follow the cells above"});
}

static const char *fleet(struct pages *pg, enum load_unit unit, const char *load, const char *threshold)
{
    return unit == LOAD_RPS ? formula(pg, "IF(%s<=0,0,MAX(1,ROUNDUP(%s*s_mean_s/%s,0)))", load, load, threshold)
                            : formula(pg, "IF(%s<=0,0,MAX(1,ROUNDUP(%s/%s,0)))", load, load, threshold);
}

static void thresholds(struct pages *pg, struct table *t)
{
    const struct costing *c = &pg->c;
    add(t, (struct named){"headroom_h", "Headroom h", "ratio", KIND_DERIVED, NF_TWO, "surge_ratio-1",
                          NUMBER(c->headroom), "k - 1"});
    add(t, (struct named){"c_scale_max", "C_scale_max, add an instance", "requests per instance", KIND_DERIVED,
                          NF_TWO, "(1-headroom_h)*q_max", NUMBER(c->c_scale_max), "(1 - h) Q_max"});
    add(t, (struct named){"c_scale_min", "C_scale_min, remove an instance", "requests per instance", KIND_DERIVED,
                          NF_TWO, "(1-2*headroom_h)*q_max", NUMBER(c->c_scale_min), "(1 - 2h) Q_max"});
    add(t, (struct named){"scale_ratio", "Ratio of the two", "ratio", KIND_DERIVED, NF_FOUR,
                          "IF(c_scale_min<=0,\"none\",c_scale_max/c_scale_min)",
                          num_known(c->scale_ratio) ? NUMBER(c->scale_ratio) : TEXT("none"),
                          "r = C_scale_max / C_scale_min"});
    add(t, (struct named){"min_safe_instances", "Smallest fleet safe to shrink", "instances", KIND_DERIVED, NF_COUNT,
                          "IF(c_scale_min<=0,\"none\",IF(scale_ratio<=1,\"none\","
                          "IF(scale_ratio/(scale_ratio-1)>1000000000,\"none\","
                          "MAX(2,ROUNDUP(scale_ratio/(scale_ratio-1)-0.000000001,0)))))",
                          num_known(c->min_safe) ? NUMBER(c->min_safe) : TEXT("none"),
                          "max(2, r / (r - 1) rounded up)"});
    bool cw = num_known(c->cw_ratio);
    add(t, (struct named){"cw_units_ratio", "CloudWatch units per request", "ratio", KIND_DERIVED, NF_FOUR,
                          cw ? "INDEX(cw_ratio_by_rung,MATCH(c_scale_max,cw_rung_from,1))" : NULL,
                          NUMBER(c->cw_ratio), "ratio of the rung nearest C_scale_max (sheet Ladder)"});
    add(t,
        (struct named){"scaling_target_value", "Scaling target", "CloudWatch units", KIND_DERIVED, NF_TWO,
                       cw ? "c_scale_max*cw_units_ratio" : NULL, NUMBER(c->scaling_target), "C_scale_max x ratio"});
    add(t, (struct named){"scale_in_threshold", "Scale-in threshold", "CloudWatch units", KIND_DERIVED, NF_TWO,
                          cw ? "c_scale_min*cw_units_ratio" : NULL, NUMBER(c->scale_in_threshold),
                          "C_scale_min x ratio"});
    add(t, (struct named){"w_max_s", "Affordable wait W_max", "s", KIND_DERIVED, NF_ONE, "MAX(0,slo_ms/1000-s_p95_s)",
                          NUMBER(c->w_max_s), "SLO - p95 service time"});
    add(t,
        (struct named){"utilization_at_c_scale_max", "Utilization at C_scale_max", "share", KIND_DERIVED, NF_PERCENT,
                       "c_scale_max/(1+c_scale_max)", NUMBER(c->utilization), "L / (1 + L), L = C_scale_max"});
}

static void fleets(struct pages *pg, struct table *t)
{
    const struct costing *c = &pg->c;
    bool rps = c->peak_unit == LOAD_RPS;
    add(t, (struct named){"trough_instances", "Instances for the trough", "instances", KIND_DERIVED, NF_COUNT,
                          fleet(pg, c->trough_unit, "trough_load", "c_scale_max"), NUMBER(c->trough_fleet),
                          c->trough_unit == LOAD_RPS ? "rps x S / C_scale_max, rounded up"
                                                     : "streams / C_scale_max, rounded up"});
    add(t, (struct named){"peak_instances", "Instances for the peak", "instances", KIND_DERIVED, NF_COUNT,
                          fleet(pg, c->peak_unit, "peak_load", "c_scale_max"), NUMBER(c->peak_fleet),
                          rps ? "rps x S / C_scale_max, rounded up" : "streams / C_scale_max, rounded up"});
    add(t, (struct named){"min_instances", "Minimum of the fleet", "instances", KIND_DERIVED, NF_COUNT,
                          "MAX(min_floor,trough_instances)", NUMBER(c->min_instances),
                          "max(floor, instances for the trough)"});
    add(t, (struct named){"max_instances", "Maximum of the fleet", "instances", KIND_DERIVED, NF_COUNT,
                          "MAX(min_instances,peak_instances)", NUMBER(c->max_instances),
                          "max(minimum, instances for the peak)"});
    add(t, (struct named){"fleet_at_q_max", "Peak fleet filled to Q_max", "instances", KIND_DERIVED, NF_COUNT,
                          fleet(pg, c->peak_unit, "peak_load", "q_max"), NUMBER(c->fleet_at_q_max),
                          "as the peak's, without headroom"});
    add(t, (struct named){"rate_effective", "Rate after discount", "$ per instance-hour", KIND_DERIVED, NF_FOUR,
                          money(pg, "rate_usd_per_hour*(1-discount_share)"), NUMBER(c->rate_effective),
                          "rate x (1 - discount)"});
    add(t, (struct named){"peak_cost_per_hour", "Published cost at peak", "$ per hour", KIND_DERIVED, NF_TWO,
                          money(pg, "rate_effective*peak_instances"), NUMBER(c->peak_cost_per_hour),
                          "rate x instances for the peak"});
    add(t, (struct named){"published_rps", "Requests behind that cost", "requests/s", KIND_DERIVED,
                          load_format(c->published_rps), rps ? "peak_load" : "peak_instances*c_scale_max/s_mean_s",
                          NUMBER(c->published_rps), rps ? "the peak load" : "instances x C_scale_max / S"});
    bool chars = num_known(c->chars_per_request), flow = chars && num_known(c->mu_sat);
    add(t, (struct named){"peak_cost_per_m_chars", "Published cost per million characters",
                          "$ per million characters", KIND_DERIVED, unit_cost_format(c->peak_cost_per_m_chars),
                          chars ? money(pg, "IF(published_rps<=0,\"unknown\",peak_cost_per_hour/"
                                            "(published_rps*chars_per_request*3600)*1000000)")
                                : NULL,
                          NUMBER(c->peak_cost_per_m_chars), "cost at peak / characters of the whole peak load"});
    const char *served = rps ? "MIN(peak_load,peak_instances*mu_sat)" : "(peak_instances*mu_sat)";
    add(t, (struct named){"unit_cost_served", "The same at what is really served", "$ per million characters",
                          KIND_DERIVED, unit_cost_format(c->unit_cost_served),
                          flow ? money(pg,
                                       "IF(peak_instances*published_rps<=0,\"unknown\",peak_cost_per_hour/(%s"
                                       "*chars_per_request*3600)*1000000)",
                                       served)
                               : NULL,
                          NUMBER(c->unit_cost_served), "audit unit_cost: an instance serves mu_sat at most"});
}

static void flows(struct pages *pg, struct table *t)
{
    const struct costing *c = &pg->c;
    bool mu = num_known(c->mu_sat) && c->peak_unit == LOAD_RPS, flow = c->flow_known;
    bool trough_rps = c->trough_unit == LOAD_RPS;
    add(t, (struct named){"rho_peak", "Peak load against capacity, rho", "ratio", KIND_DERIVED, NF_TWO,
                          mu ? "IF(peak_load<=0,0,peak_load/(max_instances*mu_sat))" : NULL, NUMBER(c->rho_peak),
                          "peak rps / (maximum x mu_sat); 1 and more cannot be served"});
    add(t, (struct named){"refused_peak", "Share of the peak refused", "share", KIND_DERIVED, NF_PERCENT,
                          mu ? "IF(rho_peak<=0,0,MAX(0,1-1/rho_peak))" : NULL, NUMBER(c->refused_peak),
                          "max(0, 1 - 1/rho)"});
    add(t, (struct named){"keep_up_peak", "Instances merely to keep up", "instances", KIND_DERIVED, NF_COUNT,
                          mu ? "IF(peak_load<=0,0,MAX(1,ROUNDUP(peak_load/mu_sat,0)))" : NULL,
                          NUMBER(c->keep_up_peak), "peak rps / mu_sat, rounded up"});
    add(t, (struct named){"flow_per_instance", "Load that one instance may carry", "requests/s", KIND_DERIVED, NF_TWO,
                          flow ? "u_star*mu_sat" : NULL, NUMBER(c->flow_per_instance),
                          "u* x mu_sat; u* as searched for the plan"});
    add(t, (struct named){"flow_target_per_minute", "Flow plan: rate target", "requests/min/instance", KIND_DERIVED,
                          NF_ONE, flow ? "flow_per_instance*60" : NULL, NUMBER(c->flow_target), "u* x mu_sat x 60"});
    add(t, (struct named){"flow_instances", "Flow plan: instances for the peak", "instances", KIND_DERIVED, NF_COUNT,
                          flow ? "ROUNDUP(peak_load/flow_per_instance,0)" : NULL, NUMBER(c->flow_instances),
                          "peak rps / (u* mu_sat), rounded up"});
    add(t, (struct named){"flow_min_instances", "Flow plan: minimum", "instances", KIND_DERIVED, NF_COUNT,
                          !flow        ? NULL
                          : trough_rps ? "MAX(min_floor,ROUNDUP(trough_load/flow_per_instance,0))"
                                       : "min_floor",
                          NUMBER(c->flow_min), "max(floor, trough rps / (u* mu_sat) rounded up)"});
    add(t, (struct named){"flow_max_instances", "Flow plan: maximum", "instances", KIND_DERIVED, NF_COUNT,
                          flow ? "MAX(flow_min_instances,flow_instances)" : NULL, NUMBER(c->flow_max),
                          "max(minimum, instances for the peak)"});
    add(t, (struct named){"flow_cost_per_hour", "Flow plan: cost at peak", "$ per hour", KIND_DERIVED, NF_TWO,
                          flow ? money(pg, "rate_effective*flow_instances") : NULL, NUMBER(c->flow_cost_per_hour),
                          "rate x instances for the peak"});
}

static void averages(struct pages *pg, struct table *t)
{
    const struct costing *c = &pg->c;
    bool flow = c->flow_known && c->unit == LOAD_RPS;
    add(t, (struct named){"profile_hours", "Hours in the profile", "h", c->assumed ? KIND_ASSUMED : KIND_GIVEN,
                          NF_COUNT, NULL, NUMBER((double)c->n),
                          c->assumed ? "rows of sheet Profile: an assumed day, not measured traffic"
                                     : "rows of the traffic profile (sheet Profile)"});
    add(t, (struct named){"average_load", "Average load", load_unit_text(c->unit), KIND_DERIVED,
                          load_format(c->average_load), "SUM(profile_load)/profile_hours", NUMBER(c->average_load),
                          "mean over sheet Profile"});
    add(t, (struct named){"average_instances", "Average fleet", "instances", KIND_DERIVED, NF_TWO,
                          "SUM(profile_instances)/profile_hours", NUMBER(c->average_instances),
                          "mean over sheet Profile"});
    add(t, (struct named){"flow_average_instances", "Flow plan: average fleet", "instances", KIND_DERIVED, NF_TWO,
                          flow ? "SUM(profile_flow_instances)/profile_hours" : NULL,
                          NUMBER(c->flow_average_instances), "mean over sheet Profile"});
}

size_t named_cells(struct pages *pg, struct named **out)
{
    struct table t = {0};
    chosen(pg, &t);
    measured(pg, &t);
    thresholds(pg, &t);
    fleets(pg, &t);
    flows(pg, &t);
    averages(pg, &t);
    *out = arena_array(pg->arena, t.n, sizeof *t.rows);
    memcpy(*out, t.rows, t.n * sizeof *t.rows);
    free(t.rows);
    return t.n;
}
