/* The sheet Scenarios: what other surge ratios and floors cost, and the price of acting on findings. */
#include "sheet/pages.h"

#include "model/policy.h"

enum { WHAT, C_MAX, C_MIN, SAFE, LEAST, MOST, COST_HOUR, DIFF_HOUR, COST_MONTH, DIFF_MONTH, DONE };
enum { ROW_HEADS = 2, SURGES = 9, CHART_ROWS = 17, DONE_WIDTH = 60 };

/* One row: its fleet, as formulas and as values. */
struct row {
    const char *c_max; /* formula of the threshold, NULL: by request rate */
    double c_max_value;
    const char *rate; /* formula of the requests/s of one instance */
    double rate_value;
    const char *least, *most;
    double least_value, most_value;
};

static const char *cell(struct pages *pg, lxw_col_t col, lxw_row_t row)
{
    return formula(pg, "%c%u", 'A' + (int)col, (unsigned)row + 1);
}

static const char *fleet_formula(struct pages *pg, enum load_unit unit, const char *load, const char *threshold)
{
    return formula(pg, "IF(%s<=0,0,MAX(1,ROUNDUP(%s%s/%s,0)))", load, load, unit == LOAD_RPS ? "*s_mean_s" : "",
                   threshold);
}

static double fleet_value(const struct costing *c, enum load_unit unit, double load, double threshold)
{
    return unit == LOAD_RPS ? policy_fleet_rps(load, c->s_mean_s, threshold) : policy_fleet_streams(load, threshold);
}

/* Writes fleet and cost of R from column LEAST on, against the fleet in use. Returns the monthly cost. */
static double put_fleet(struct pages *pg, struct sheet *s, lxw_row_t at, const struct row *r)
{
    const struct costing *c = &pg->c;
    const char *least = cell(pg, LEAST, at), *most = cell(pg, MOST, at);
    put_value(s, at, LEAST, ST_VALUE, NF_COUNT, r->least, NUMBER(r->least_value));
    put_value(s, at, MOST, ST_VALUE, NF_COUNT, r->most, NUMBER(r->most_value));
    double hour = c->rate_effective * r->most_value;
    put_value(s, at, COST_HOUR, ST_VALUE, NF_TWO, money(pg, "rate_effective*%s", most), NUMBER(hour));
    put_value(s, at, DIFF_HOUR, ST_VALUE, NF_SIGNED_MONEY,
              money(pg, "%s-cost_per_hour_peak", cell(pg, COST_HOUR, at)),
              NUMBER(hour - c->published.cost_hour[AT_PEAK]));
    const char *need =
        r->rate ? formula(pg, "ROUNDUP(profile_load/%s,0)", r->rate)
                : formula(pg, "ROUNDUP(profile_load%s/%s,0)", c->unit == LOAD_RPS ? "*s_mean_s" : "", r->c_max);
    double month = costing_month(
        c, costing_hours(c, r->c_max_value, r->rate ? r->rate_value : NUM_UNKNOWN, r->least_value, r->most_value));
    put_value(s, at, COST_MONTH, ST_VALUE, NF_TWO,
              money(pg, "rate_effective*(%s/profile_hours)*hours_per_month+other_monthly_cost",
                    clamped_hours(pg, need, least, most)),
              NUMBER(month));
    put_value(s, at, DIFF_MONTH, ST_VALUE, NF_SIGNED_MONEY,
              money(pg, "%s-cost_per_month_average", cell(pg, COST_MONTH, at)),
              NUMBER(month - c->published.cost_month[AT_AVERAGE]));
    return month;
}

static void put_heads(struct pages *pg, struct sheet *s, lxw_row_t at, const char *const *first, const char *last)
{
    static const char *const heads[] = {"Instances, minimum", "Instances, maximum"};
    put_text(s, at, WHAT, ST_HEAD_TEXT, first[0]);
    for (int i = 1; i < 4; i++)
        put_text(s, at, (lxw_col_t)i, ST_HEAD, first[i]);
    put_text(s, at, LEAST, ST_HEAD, heads[0]);
    put_text(s, at, MOST, ST_HEAD, heads[1]);
    static const struct {
        lxw_col_t col;
        const char *text;
    } costs[] = {{COST_HOUR, "Cost per hour at the peak"},
                 {DIFF_HOUR, "Difference per hour"},
                 {COST_MONTH, "Cost per month over the profile"},
                 {DIFF_MONTH, "Difference per month"}};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        put_value(s, at, costs[i].col, ST_HEAD, NF_TEXT, formula(pg, "\"%s (\"&currency_code&\")\"", costs[i].text),
                  TEXT(arena_printf(pg->arena, "%s (%s)", costs[i].text, pg->c.currency)));
    put_text(s, at, DONE, ST_HEAD_UNIT, last);
    sheet_row_lines(s, at, 2);
}

static void put_surges(struct pages *pg, struct sheet *s)
{
    static const char *const heads[] = {"Surge ratio k", "C_scale_max", "C_scale_min", "Smallest safe fleet"};
    const struct costing *c = &pg->c;
    put_text(s, 1, WHAT, ST_HEADING, "Surge ratio: how much growth within one T_total the fleet can take");
    put_heads(pg, s, ROW_HEADS, heads, "");
    double months[SURGES];
    for (int i = 0; i < SURGES; i++) {
        lxw_row_t at = (lxw_row_t)(ROW_HEADS + 1 + i);
        double k = (105 + 5 * i) / 100.0;
        double high = policy_c_scale_max(k, c->q_max), low = policy_c_scale_min(k, c->q_max);
        int64_t safe = policy_min_safe(high, low);
        const char *kc = cell(pg, WHAT, at), *hc = cell(pg, C_MAX, at), *lc = cell(pg, C_MIN, at);
        put_number(s, at, WHAT, ST_KEY, NF_TWO, k);
        put_value(s, at, C_MAX, ST_VALUE, NF_TWO, formula(pg, "(1-(%s-1))*q_max", kc), NUMBER(high));
        put_value(s, at, C_MIN, ST_VALUE, NF_TWO, formula(pg, "(1-2*(%s-1))*q_max", kc), NUMBER(low));
        put_value(s, at, SAFE, ST_VALUE, NF_COUNT,
                  formula(pg, "IF(%s<=0,\"none\",MAX(2,ROUNDUP(%s/%s/(%s/%s-1)-0.000000001,0)))", lc, hc, lc, hc, lc),
                  int_known(safe) ? NUMBER((double)safe) : TEXT("none"));
        struct row r = {.c_max = hc, .c_max_value = high};
        r.least = formula(pg, "MAX(min_floor,%s)", fleet_formula(pg, c->trough_unit, "trough_load", hc));
        r.most = formula(pg, "MAX(%s,%s)", cell(pg, LEAST, at), fleet_formula(pg, c->peak_unit, "peak_load", hc));
        r.least_value = fmax(c->floor, fleet_value(c, c->trough_unit, c->trough, high));
        r.most_value = fmax(r.least_value, fleet_value(c, c->peak_unit, c->peak, high));
        months[i] = put_fleet(pg, s, at, &r);
        put_value(s, at, DONE, ST_UNIT, NF_TEXT, formula(pg, "IF(%s=surge_ratio,\"in use\",\"\")", kc),
                  TEXT(k == c->surge ? "in use" : ""));
    }
    const struct chart_axes axes = {.title = "A larger surge ratio needs a larger fleet",
                                    .x = "surge ratio k",
                                    .y = "cost per month over the profile",
                                    .x_format = "0.00",
                                    .y_format = "#,##0"};
    lxw_chart *chart = book_chart(s->b, LXW_CHART_COLUMN, &axes);
    lxw_chart_series *series =
        chart_series(s, chart, "cost per month", ROW_HEADS + 1, ROW_HEADS + SURGES, WHAT, COST_MONTH);
    chart_cache(s->b, series, months, SURGES);
    native_bars(s->b, series, COLOUR_DERIVED);
    if (pg->book.err->code)
        return;
    s->b->lib.chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    s->b->lib.chart_set_series_gap(chart, 60);
    chart_place(s, chart, ROW_HEADS + SURGES + 2, WHAT, 760, 300,
                "Column chart: monthly cost over the profile for surge ratios from 1.05 to 1.45.");
}

static lxw_row_t put_floors(struct pages *pg, struct sheet *s, lxw_row_t at)
{
    static const char *const heads[] = {"Minimum floor", "", "", "Safe to shrink"};
    const struct costing *c = &pg->c;
    int floors = !num_known(c->min_safe) ? 3 : c->min_safe > 10 ? 10 : (int)c->min_safe;
    put_text(s, at++, WHAT, ST_HEADING, "Minimum floor: what stands ready at the trough");
    put_heads(pg, s, at++, heads, "");
    for (int i = 1; i <= floors; i++, at++) {
        const char *least = cell(pg, LEAST, at);
        struct row r = {.c_max = "c_scale_max", .c_max_value = c->c_scale_max};
        r.least = formula(pg, "MAX(%s,trough_instances)", cell(pg, WHAT, at));
        r.most = formula(pg, "MAX(%s,peak_instances)", least);
        r.least_value = fmax(i, c->trough_fleet);
        r.most_value = fmax(r.least_value, c->peak_fleet);
        put_number(s, at, WHAT, ST_KEY, NF_COUNT, i);
        put_blank(s, at, C_MAX, ST_VALUE, NF_TEXT);
        put_blank(s, at, C_MIN, ST_VALUE, NF_TEXT);
        put_value(
            s, at, SAFE, ST_VALUE, NF_TEXT,
            formula(pg, "IF(min_safe_instances=\"none\",\"no\",IF(%s>=min_safe_instances,\"yes\",\"no\"))", least),
            TEXT(num_known(c->min_safe) && r.least_value >= c->min_safe ? "yes" : "no"));
        put_fleet(pg, s, at, &r);
        put_value(s, at, DONE, ST_UNIT, NF_TEXT, formula(pg, "IF(%s=min_floor,\"in use\",\"\")", cell(pg, WHAT, at)),
                  TEXT(i == c->floor ? "in use" : ""));
    }
    return at + 1;
}

/* What a finding or an audit check asks for. PRICE_NONE: nothing that a fleet costs. */
enum price { PRICE_NONE, PRICE_SURVIVE, PRICE_FLOOR, PRICE_FILL, PRICE_KEEP_UP, PRICE_FLOW };

static const struct action {
    const char *name;
    enum price price;
    const char *text;
} actions[] = {
    {"measurement_trust", PRICE_NONE,
     "Measure again with autoscaling frozen, one instance and no queue bound: one instance for the time of the ladder."},
    {"curve_repeatability", PRICE_NONE, "Run another ladder pass: one instance for the time of the pass."},
    {"slo_budget", PRICE_NONE, "A slower promise or a faster service; either needs a new measurement."},
    {"invocation_ceiling", PRICE_NONE, "A tighter SLO keeps requests under the ceiling; no fleet cost."},
    {"queue_depth", PRICE_NONE, "Measure rungs above Q_max until one misses the SLO."},
    {"threshold_units", PRICE_NONE, "Record the concurrency that CloudWatch reports while measuring."},
    {"surge_survival", PRICE_SURVIVE,
     "Scale out at the survivable threshold, searched at the plan's inputs (sheet Audit, survivable)."},
    {"scale_in_safety", PRICE_FLOOR, "Raise the floor to the smallest fleet that is safe to shrink."},
    {"fleet_cost", PRICE_FILL, "The other way round: give the headroom up and fill instances to Q_max."},
    {"provision_stage", PRICE_NONE, "Reserved capacity shortens provisioning; its price is not in these rates."},
    {"peak_flow", PRICE_KEEP_UP, "The fleet that merely keeps up with the load, at 100 % utilization."},
    {"flow_plan", PRICE_FLOW, "Size the fleet by throughput, at the survivable utilization u*."},
};

static bool price_row(struct pages *pg, enum price price, lxw_row_t at, struct row *r)
{
    const struct costing *c = &pg->c;
    const char *least = cell(pg, LEAST, at), *high = cell(pg, C_MAX, at);
    bool rps = c->unit == LOAD_RPS && num_known(c->mu_sat);
    *r = (struct row){.c_max = "c_scale_max", .c_max_value = c->c_scale_max};
    switch (price) {
    case PRICE_SURVIVE:
    case PRICE_FILL:
        r->c_max = high;
        r->c_max_value = price == PRICE_FILL ? c->q_max : pg->p->audit.survivable_c_scale_max;
        if (!(r->c_max_value > 0))
            return false;
        r->least = formula(pg, "MAX(min_floor,%s)", fleet_formula(pg, c->trough_unit, "trough_load", high));
        r->most = formula(pg, "MAX(%s,%s)", least, fleet_formula(pg, c->peak_unit, "peak_load", high));
        r->least_value = fmax(c->floor, fleet_value(c, c->trough_unit, c->trough, r->c_max_value));
        r->most_value = fmax(r->least_value, fleet_value(c, c->peak_unit, c->peak, r->c_max_value));
        return true;
    case PRICE_FLOOR:
        r->least = "IF(min_safe_instances=\"none\",min_instances,MAX(min_instances,min_safe_instances))";
        r->most = formula(pg, "MAX(%s,peak_instances)", least);
        r->least_value = num_known(c->min_safe) ? fmax(c->min_instances, c->min_safe) : c->min_instances;
        r->most_value = fmax(r->least_value, c->peak_fleet);
        return num_known(c->min_safe);
    case PRICE_KEEP_UP:
        if (!rps)
            return false;
        r->rate = "mu_sat";
        r->rate_value = c->mu_sat;
        r->least = "MAX(min_floor,ROUNDUP(trough_load/mu_sat,0))";
        r->most = formula(pg, "MAX(%s,keep_up_peak)", least);
        r->least_value = fmax(c->floor, ceil(c->trough / c->mu_sat));
        r->most_value = fmax(r->least_value, c->keep_up_peak);
        return c->trough_unit == LOAD_RPS && c->peak_unit == LOAD_RPS;
    case PRICE_FLOW:
        if (!rps || !c->flow_known)
            return false;
        r->rate = "flow_per_instance";
        r->rate_value = c->flow_per_instance;
        r->least = "flow_min_instances";
        r->most = "flow_max_instances";
        r->least_value = c->flow_min;
        r->most_value = c->flow_max;
        return true;
    case PRICE_NONE: break;
    }
    return false;
}

static enum verdict verdict_of(const struct plan *p, const char *name)
{
    const struct finding *f = plan_finding(p, name);
    const struct audit_check *a = plan_check(p, name);
    return f ? f->verdict : a ? a->verdict : VERDICT_SUPPRESSED;
}

static lxw_row_t put_prices(struct pages *pg, struct sheet *s, lxw_row_t at)
{
    static const char *const heads[] = {"Finding or check", "C_scale_max", "", "Verdict, at the plan's inputs"};
    put_text(s, at++, WHAT, ST_HEADING, "The price of acting on each finding");
    put_heads(pg, s, at++, heads, "What is done");
    lxw_row_t first = at;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++, at++) {
        const struct action *a = &actions[i];
        put_text(s, at, WHAT, ST_LABEL, a->name);
        put_text(s, at, SAFE, ST_VERDICT, verdict_mark(verdict_of(pg->p, a->name)));
        put_text(s, at, DONE, ST_NOTE, a->text);
        sheet_row_lines(s, at, text_lines(a->text, DONE_WIDTH));
        put_blank(s, at, C_MIN, ST_VALUE, NF_TEXT);
        struct row r;
        bool priced = price_row(pg, a->price, at, &r);
        if (priced && a->price == PRICE_SURVIVE)
            put_number(s, at, C_MAX, ST_STATIC, NF_TWO, r.c_max_value);
        else if (priced && a->price == PRICE_FILL)
            put_value(s, at, C_MAX, ST_VALUE, NF_TWO, "q_max", NUMBER(r.c_max_value));
        else
            put_blank(s, at, C_MAX, ST_VALUE, NF_TEXT);
        if (priced)
            put_fleet(pg, s, at, &r);
        for (lxw_col_t col = LEAST; !priced && col <= DIFF_MONTH; col++)
            put_text(s, at, col, ST_VALUE, a->price == PRICE_NONE ? "no change" : "unknown");
    }
    sheet_verdict_colours(s, first, at - 1, SAFE);
    return at;
}

void sheet_scenarios(struct pages *pg)
{
    static const double widths[] = {21, 11, 11, 12, 11, 11, 14, 14, 16, 14, DONE_WIDTH, 0};
    struct sheet s = book_sheet(&pg->book, "Scenarios", COLOUR_DERIVED, widths);
    put_text(&s, 0, WHAT, ST_TITLE, "Scenarios: what other choices cost");
    put_text(&s, 0, LEAST, ST_NOTE_LINE, "Differences are against the fleet at the inputs in use (sheet Inputs).");
    put_surges(pg, &s);
    lxw_row_t at = put_floors(pg, &s, ROW_HEADS + SURGES + 2 + CHART_ROWS);
    put_prices(pg, &s, at);
    sheet_freeze(&s, 0, ROW_HEADS + 1);
    sheet_finish(&s, 1);
}
