/* The sheet Profile: load, instances and cost, hour by hour. */
#include "sheet/pages.h"

#include <stdio.h>

enum { HOUR, LOAD, INSTANCES, INSTANCE_HOURS, COST, FLOW_INSTANCES, FLOW_COST, SHAPE };
/* Long profiles have no shape; their days stand beside the hours. */
enum { DAY = SHAPE + 1, DAY_HOURS, DAY_COST, DAY_FLOW_COST };
enum { ROW_NOTE = 1, ROW_TOTAL, ROW_HEADS, ROW_FIRST };

static void put_heads(struct pages *pg, struct sheet *s)
{
    const struct costing *c = &pg->c;
    put_text(s, ROW_HEADS, HOUR, ST_HEAD, "Hour");
    put_text(s, ROW_HEADS, LOAD, ST_HEAD, arena_printf(pg->arena, "Load (%s)", load_unit_text(c->unit)));
    put_text(s, ROW_HEADS, INSTANCES, ST_HEAD, "Instances needed");
    put_text(s, ROW_HEADS, INSTANCE_HOURS, ST_HEAD, "Instance-hours");
    put_value(s, ROW_HEADS, COST, ST_HEAD, NF_TEXT, "\"Cost (\"&currency_code&\")\"",
              TEXT(arena_printf(pg->arena, "Cost (%s)", c->currency)));
    put_text(s, ROW_HEADS, FLOW_INSTANCES, ST_HEAD, "Flow plan: instances");
    put_value(s, ROW_HEADS, FLOW_COST, ST_HEAD, NF_TEXT, "\"Flow plan: cost (\"&currency_code&\")\"",
              TEXT(arena_printf(pg->arena, "Flow plan: cost (%s)", c->currency)));
    if (c->assumed)
        put_text(s, ROW_HEADS, SHAPE, ST_HEAD, "Assumed share of the way from trough to peak");
    sheet_row_lines(s, ROW_HEADS, 2);
    put_text(s, ROW_TOTAL, HOUR, ST_STRONG_LABEL, "Sum");
    put_value(s, ROW_TOTAL, LOAD, ST_STRONG, load_format(c->peak), "SUM(profile_load)",
              NUMBER(c->average_load * (double)c->n));
    put_value(s, ROW_TOTAL, INSTANCES, ST_STRONG, NF_COUNT, "SUM(profile_instances)", NUMBER(c->instance_hours));
    put_value(s, ROW_TOTAL, INSTANCE_HOURS, ST_STRONG, NF_COUNT, "SUM(profile_instance_hours)",
              NUMBER(c->instance_hours));
    double cost = 0, flow = 0;
    for (size_t i = 0; i < c->n; i++) {
        cost += c->cost[i];
        flow += c->flow_cost[i];
    }
    bool flows = c->flow_known && c->unit == LOAD_RPS;
    put_value(s, ROW_TOTAL, COST, ST_STRONG, NF_TWO, money(pg, "SUM(profile_cost)"), NUMBER(cost));
    put_value(s, ROW_TOTAL, FLOW_INSTANCES, ST_STRONG, NF_COUNT, flows ? "SUM(profile_flow_instances)" : NULL,
              NUMBER(c->flow_instance_hours));
    put_value(s, ROW_TOTAL, FLOW_COST, ST_STRONG, NF_TWO, flows ? money(pg, "SUM(profile_flow_cost)") : NULL,
              NUMBER(flow));
}

static void put_rows(struct pages *pg, struct sheet *s)
{
    const struct costing *c = &pg->c;
    bool flows = c->flow_known && c->unit == LOAD_RPS;
    bool mixed = c->unit == LOAD_CONCURRENT;
    const char *low = mixed && c->trough_unit == LOAD_RPS ? "trough_load*s_mean_s" : "trough_load";
    const char *high = mixed && c->peak_unit == LOAD_RPS ? "peak_load*s_mean_s" : "peak_load";
    enum number_format nf = load_format(c->assumed ? c->peak : c->average_load);
    for (size_t i = 0; i < c->n; i++) {
        lxw_row_t row = (lxw_row_t)(ROW_FIRST + i);
        unsigned n = row + 1;
        char f[256];
        put_number(s, row, HOUR, ST_VALUE, NF_COUNT, (double)c->hour[i]);
        if (c->assumed) {
            put_number(s, row, SHAPE, ST_INPUT, NF_PERCENT, c->shape[i]);
            snprintf(f, sizeof f, "%s+(%s-%s)*H%u", low, high, low, n);
            put_value(s, row, LOAD, ST_VALUE, nf, f, NUMBER(c->load[i]));
        } else {
            put_number(s, row, LOAD, ST_INPUT, nf, c->load[i]);
        }
        snprintf(f, sizeof f,
                 "MIN(max_instances,MAX(min_instances,IF(B%u<=0,0,MAX(1,ROUNDUP(B%u%s/c_scale_max,0)))))", n, n,
                 c->unit == LOAD_RPS ? "*s_mean_s" : "");
        put_value(s, row, INSTANCES, ST_VALUE, NF_COUNT, f, NUMBER(c->instances[i]));
        snprintf(f, sizeof f, "C%u", n);
        put_value(s, row, INSTANCE_HOURS, ST_VALUE, NF_COUNT, f, NUMBER(c->instances[i]));
        put_value(s, row, COST, ST_VALUE, NF_TWO, money(pg, "D%u*rate_effective", n), NUMBER(c->cost[i]));
        snprintf(f, sizeof f, "MIN(flow_max_instances,MAX(flow_min_instances,ROUNDUP(B%u/flow_per_instance,0)))", n);
        put_value(s, row, FLOW_INSTANCES, ST_VALUE, NF_COUNT, flows ? f : NULL, NUMBER(c->flow_fleet[i]));
        put_value(s, row, FLOW_COST, ST_VALUE, NF_TWO, flows ? money(pg, "F%u*rate_effective", n) : NULL,
                  NUMBER(c->flow_cost[i]));
    }
}

static void put_names(struct pages *pg, struct sheet *s)
{
    static const struct {
        const char *name;
        lxw_col_t col;
    } names[] = {{"profile_load", LOAD},
                 {"profile_instances", INSTANCES},
                 {"profile_instance_hours", INSTANCE_HOURS},
                 {"profile_cost", COST},
                 {"profile_flow_instances", FLOW_INSTANCES},
                 {"profile_flow_cost", FLOW_COST}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        book_name_range(s, names[i].name, pg->profile_first, pg->profile_last, names[i].col);
}

static void put_validation(struct pages *pg, struct sheet *s)
{
    static const struct entry_rule share = {
        LXW_VALIDATION_TYPE_DECIMAL, 0, 1, NULL, NULL, "Share", "A share from 0 % (the trough) to 100 % (the peak)."};
    static const struct entry_rule load = {LXW_VALIDATION_TYPE_DECIMAL, 0, 1e12, NULL, NULL, "Load",
                                           "A number from 0 on."};
    bool assumed = pg->c.assumed;
    sheet_validate(s, pg->profile_first, pg->profile_last, assumed ? SHAPE : LOAD, assumed ? &share : &load, false);
}

/* What the charts show: hours, or days where hours would run together. */
struct shown {
    const char *each; /* "hour" or "day" */
    lxw_row_t first, last;
    lxw_col_t x, y, flow_y;
    double *cost, *flow_cost;
    size_t n;
};

/* Sums of 24 rows each, beside the hours. */
static struct shown put_days(struct pages *pg, struct sheet *s)
{
    const struct costing *c = &pg->c;
    size_t days = (c->n + 23) / 24;
    struct shown d = {"day",
                      ROW_FIRST,
                      (lxw_row_t)(ROW_FIRST + days - 1),
                      DAY,
                      DAY_COST,
                      DAY_FLOW_COST,
                      arena_array(pg->arena, days, sizeof(double)),
                      arena_array(pg->arena, days, sizeof(double)),
                      days};
    bool flows = c->flow_known && c->unit == LOAD_RPS;
    put_text(s, ROW_HEADS, DAY, ST_HEAD, "Day (24 rows each)");
    put_text(s, ROW_HEADS, DAY_HOURS, ST_HEAD, "Instance-hours");
    static const char *const heads[] = {"Cost", "Flow plan: cost"};
    for (int i = 0; i < 2; i++)
        put_value(s, ROW_HEADS, (lxw_col_t)(DAY_COST + i), ST_HEAD, NF_TEXT,
                  formula(pg, "\"%s (\"&currency_code&\")\"", heads[i]),
                  TEXT(arena_printf(pg->arena, "%s (%s)", heads[i], c->currency)));
    for (size_t i = 0; i < days; i++) {
        lxw_row_t row = (lxw_row_t)(ROW_FIRST + i);
        size_t first = 24 * i, end = first + 24 < c->n ? first + 24 : c->n;
        unsigned from = (unsigned)(ROW_FIRST + first + 1), to = (unsigned)(ROW_FIRST + end);
        double hours = 0;
        for (size_t h = first; h < end; h++) {
            hours += c->instances[h];
            d.cost[i] += c->cost[h];
            d.flow_cost[i] += c->flow_cost[h];
        }
        put_number(s, row, DAY, ST_VALUE, NF_COUNT, (double)i + 1);
        put_value(s, row, DAY_HOURS, ST_VALUE, NF_COUNT, formula(pg, "SUM(D%u:D%u)", from, to), NUMBER(hours));
        put_value(s, row, DAY_COST, ST_VALUE, NF_TWO, money(pg, "SUM(E%u:E%u)", from, to), NUMBER(d.cost[i]));
        put_value(s, row, DAY_FLOW_COST, ST_VALUE, NF_TWO, flows ? money(pg, "SUM(G%u:G%u)", from, to) : NULL,
                  NUMBER(d.flow_cost[i]));
    }
    return d;
}

static void put_chart(struct pages *pg, struct sheet *s, const struct shown *d, bool flow, lxw_row_t row,
                      lxw_col_t col)
{
    const char *whose = flow ? "flow plan" : "published method";
    bool line = d->n > 62;
    const struct chart_axes axes = {
        .title = flow ? "Sized by throughput, the fleet costs this"
                      : arena_printf(pg->arena, "Cost follows the load, %s by %s", d->each, d->each),
        .x = d->each,
        .y = arena_printf(pg->arena, "%s, cost per %s", whose, d->each),
        .y_format = "#,##0.00"};
    lxw_chart *chart = book_chart(s->b, line ? LXW_CHART_LINE : LXW_CHART_COLUMN, &axes);
    lxw_chart_series *series = chart_series(s, chart, whose, d->first, d->last, d->x, flow ? d->flow_y : d->y);
    if (pg->book.err->code)
        return;
    chart_cache(s->b, series, flow ? d->flow_cost : d->cost, d->n);
    if (line) {
        chart_line(s->b, series, COLOUR_DERIVED, false, false);
        s->b->lib.chart_axis_set_interval_unit(chart->x_axis, (uint16_t)(d->n / 12));
        s->b->lib.chart_axis_set_interval_tick(chart->x_axis, (uint16_t)(d->n / 12));
    } else {
        native_bars(s->b, series, COLOUR_DERIVED);
    }
    s->b->lib.chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    s->b->lib.chart_set_series_gap(chart, 40);
    chart_place(s, chart, row, col, 560, 300,
                arena_printf(pg->arena, "%s chart: cost of the %s in each %s of the profile.",
                             line ? "Line" : "Column", whose, d->each));
}

void sheet_profile(struct pages *pg)
{
    static const double hours[] = {8, 14, 11, 12, 13, 13, 14, 20, 2, 0};
    static const double days[] = {8, 14, 11, 12, 13, 13, 14, 2, 9, 12, 14, 16, 2, 0};
    const struct costing *c = &pg->c;
    bool by_day = c->n > 48 && !c->assumed;
    struct sheet s = book_sheet(&pg->book, "Profile", COLOUR_ASSUMED, by_day ? days : hours);
    put_text(&s, 0, 0, ST_TITLE, c->assumed ? "Profile: an assumed day" : "Profile: the traffic given");
    put_text(&s, ROW_NOTE, 0, ST_NOTE_LINE,
             c->assumed
                 ? "ASSUMPTION, not measured traffic: each hour lies a stated share of the way from trough to peak "
                   "(orange, change it). Instances = min(maximum, max(minimum, fleet for the load))."
                 : "Instances = min(maximum, max(minimum, fleet for the load)). The loads (orange) may be changed.");
    pg->profile_first = ROW_FIRST;
    pg->profile_last = (lxw_row_t)(ROW_FIRST + c->n - 1);
    put_heads(pg, &s);
    put_rows(pg, &s);
    put_names(pg, &s);
    put_validation(pg, &s);
    struct shown d = {"hour",    pg->profile_first, pg->profile_last, HOUR, COST,
                      FLOW_COST, pg->c.cost,        pg->c.flow_cost,  c->n};
    if (by_day)
        d = put_days(pg, &s);
    lxw_col_t col = by_day ? DAY_FLOW_COST + 2 : SHAPE + 2;
    put_chart(pg, &s, &d, false, ROW_HEADS, col);
    if (c->flow_known && c->unit == LOAD_RPS)
        put_chart(pg, &s, &d, true, ROW_HEADS + 17, col);
    sheet_freeze(&s, ROW_HEADS, ROW_FIRST);
    sheet_finish(&s, 0);
}
