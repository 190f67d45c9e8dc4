/* The sheet Profile: load, instances and cost, hour by hour. */
#include "sheet/pages.h"

#include <stdio.h>

enum { HOUR, LOAD, INSTANCES, INSTANCE_HOURS, COST, FLOW_INSTANCES, FLOW_COST, SHAPE, CHART = 9 };
enum { ROW_NOTE = 1, ROW_TOTAL, ROW_HEADS, ROW_FIRST };

static void put_heads(struct pages *pg, struct sheet *s)
{
    const struct costing *c = &pg->c;
    put_text(s, ROW_HEADS, HOUR, ST_HEAD, "Hour");
    put_text(s, ROW_HEADS, LOAD, ST_HEAD,
                 arena_printf(pg->arena, "Load (%s)", load_unit_text(c->unit)));
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
    put_value(s, ROW_TOTAL, INSTANCES, ST_STRONG, NF_COUNT, "SUM(profile_instances)",
              NUMBER(c->instance_hours));
    put_value(s, ROW_TOTAL, INSTANCE_HOURS, ST_STRONG, NF_COUNT, "SUM(profile_instance_hours)",
              NUMBER(c->instance_hours));
    double cost = 0, flow = 0;
    for (size_t i = 0; i < c->n; i++) {
        cost += c->cost[i];
        flow += c->flow_cost[i];
    }
    bool flows = c->flow_known && c->unit == LOAD_RPS;
    put_value(s, ROW_TOTAL, COST, ST_STRONG, NF_TWO, money(pg, "SUM(profile_cost)"), NUMBER(cost));
    put_value(s, ROW_TOTAL, FLOW_INSTANCES, ST_STRONG, NF_COUNT,
              flows ? "SUM(profile_flow_instances)" : NULL, NUMBER(c->flow_instance_hours));
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
        snprintf(f, sizeof f, "MIN(max_instances,MAX(min_instances,IF(B%u<=0,0,MAX(1,ROUNDUP(B%u%s/c_scale_max,0)))))",
                 n, n, c->unit == LOAD_RPS ? "*s_mean_s" : "");
        put_value(s, row, INSTANCES, ST_VALUE, NF_COUNT, f, NUMBER(c->instances[i]));
        snprintf(f, sizeof f, "C%u", n);
        put_value(s, row, INSTANCE_HOURS, ST_VALUE, NF_COUNT, f, NUMBER(c->instances[i]));
        put_value(s, row, COST, ST_VALUE, NF_TWO, money(pg, "D%u*rate_effective", n), NUMBER(c->cost[i]));
        snprintf(f, sizeof f,
                 "MIN(flow_max_instances,MAX(flow_min_instances,ROUNDUP(B%u/flow_per_instance,0)))", n);
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
    static const struct entry_rule share = {LXW_VALIDATION_TYPE_DECIMAL, 0, 1, NULL, NULL, "Share",
                                            "A share from 0 % (the trough) to 100 % (the peak)."};
    static const struct entry_rule load = {LXW_VALIDATION_TYPE_DECIMAL, 0, 1e12, NULL, NULL, "Load",
                                           "A number from 0 on."};
    bool assumed = pg->c.assumed;
    sheet_validate(s, pg->profile_first, pg->profile_last, assumed ? SHAPE : LOAD,
                   assumed ? &share : &load, false);
}

static void put_chart(struct pages *pg, struct sheet *s, bool flow, lxw_row_t row)
{
    const struct chart_axes axes = {
        .title = flow ? "Sized by throughput, the fleet costs this" : "Cost follows the load, hour by hour",
        .x = "hour",
        .y = flow ? "flow plan, cost per hour" : "published method, cost per hour",
        .y_format = "#,##0.00"};
    lxw_chart *chart = book_chart(s->b, pg->c.n > 48 ? LXW_CHART_LINE : LXW_CHART_COLUMN, &axes);
    lxw_chart_series *series =
        chart_series(s, chart, flow ? "flow plan" : "published method", pg->profile_first,
                     pg->profile_last, HOUR, flow ? FLOW_COST : COST);
    if (pg->book.err->code)
        return;
    chart_cache(s->b, series, flow ? pg->c.flow_cost : pg->c.cost, pg->c.n);
    if (pg->c.n > 48)
        chart_line(s->b, series, COLOUR_DERIVED, false, false);
    else
        native_bars(s->b, series, COLOUR_DERIVED);
    s->b->lib.chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    s->b->lib.chart_set_series_gap(chart, 40);
    chart_place(s, chart, row, CHART, 560, 300,
                flow ? "Column chart: cost of the flow plan in each hour of the profile."
                     : "Column chart: cost of the published fleet in each hour of the profile.");
}

void sheet_profile(struct pages *pg)
{
    static const double widths[] = {8, 14, 11, 12, 13, 13, 14, 20, 2, 0};
    struct sheet s = book_sheet(&pg->book, "Profile", COLOUR_ASSUMED, widths);
    const struct costing *c = &pg->c;
    put_text(&s, 0, 0, ST_TITLE, c->assumed ? "Profile: an assumed day" : "Profile: the traffic given");
    put_text(&s, ROW_NOTE, 0, ST_NOTE_LINE,
             c->assumed ? "ASSUMPTION, not measured traffic: each hour lies a stated share of the way from trough to peak "
                          "(orange, change it). Instances = min(maximum, max(minimum, fleet for the load))."
                        : "Instances = min(maximum, max(minimum, fleet for the load)). The loads (orange) may be changed.");
    pg->profile_first = ROW_FIRST;
    pg->profile_last = (lxw_row_t)(ROW_FIRST + c->n - 1);
    put_heads(pg, &s);
    put_rows(pg, &s);
    put_names(pg, &s);
    put_validation(pg, &s);
    put_chart(pg, &s, false, ROW_HEADS);
    if (c->flow_known && c->unit == LOAD_RPS)
        put_chart(pg, &s, true, ROW_HEADS + 17);
    sheet_freeze(&s, ROW_HEADS, ROW_FIRST);
    sheet_finish(&s, 0);
}
