/* The sheet Summary: the answer on one screen and one printed page. */
#include "sheet/pages.h"

#include "base/date.h"

#include <stdio.h>
#include <string.h>

enum { LABEL, UNIT, PUBLISHED, GAP = PUBLISHED + COLUMNS, FLOW, END = FLOW + COLUMNS };

/* Rows of the table, from ROW_LOAD on. */
enum measure {
    M_LOAD,
    M_OFFERED,
    M_INSTANCES,
    M_HOURS_DAY,
    M_HOURS_MONTH,
    M_HOURS_YEAR,
    M_COST_HOUR,
    M_COST_DAY,
    M_COST_MONTH,
    M_COST_YEAR,
    M_PER_1000,
    M_PER_M_CHARS,
    M_PER_M_SERVED,
    M_SERVED,
    M_REFUSED,
    MEASURES
};
enum { CAVEAT_WIDTH = 22 + 6 * 15 + 2 };
enum { ROW_BIG = 3, ROW_GROUPS = 6, ROW_HEADS, ROW_FIRST };

static const struct {
    const char *name, *label, *unit;
    enum number_format nf;
    bool strong;
} measures[MEASURES] = {
    [M_LOAD] = {"load", "Load", NULL, NF_ONE, false},
    [M_OFFERED] = {"offered_rps", "Requests behind it", "requests/s", NF_ONE, false},
    [M_INSTANCES] = {"instances", "Instances running", "instances", NF_TWO, true},
    [M_HOURS_DAY] = {"instance_hours_per_day", "Instance-hours per day", "instance-hours", NF_ONE, false},
    [M_HOURS_MONTH] = {"instance_hours_per_month", "Instance-hours per month", "instance-hours", NF_COUNT, false},
    [M_HOURS_YEAR] = {"instance_hours_per_year", "Instance-hours per year", "instance-hours", NF_COUNT, false},
    [M_COST_HOUR] = {"cost_per_hour", "Cost per hour", "$ per hour", NF_TWO, true},
    [M_COST_DAY] = {"cost_per_day", "Cost per day", "$ per day", NF_TWO, false},
    [M_COST_MONTH] = {"cost_per_month", "Cost per month, other cost included", "$ per month", NF_TWO, true},
    [M_COST_YEAR] = {"cost_per_year", "Cost per year (12 months)", "$ per year", NF_TWO, false},
    [M_PER_1000] = {"cost_per_1000_requests", "Cost per 1,000 requests", "$ per 1,000 requests", NF_SIX, false},
    [M_PER_M_CHARS] = {"cost_per_m_chars", "Cost per million characters, if all is served",
                       "$ per million characters", NF_FIVE, false},
    [M_PER_M_SERVED] = {"cost_per_m_chars_served", "Cost per million characters really served",
                        "$ per million characters", NF_FIVE, false},
    [M_SERVED] = {"served_rps", "Requests these instances can serve", "requests/s", NF_ONE, false},
    [M_REFUSED] = {"refused_share", "Share of the load that they cannot", "share", NF_PERCENT, false},
};

static const char *const column_names[COLUMNS] = {"trough", "average", "peak"};

static double method_value(const struct costing *c, const struct method_cost *m, enum measure row, int k)
{
    switch (row) {
    case M_LOAD: return k == AT_TROUGH ? c->trough : k == AT_PEAK ? c->peak : c->average_load;
    case M_OFFERED: return c->offered_rps[k];
    case M_INSTANCES: return m->instances[k];
    case M_HOURS_DAY: return m->hours_day[k];
    case M_HOURS_MONTH: return m->hours_month[k];
    case M_HOURS_YEAR: return m->hours_year[k];
    case M_COST_HOUR: return m->cost_hour[k];
    case M_COST_DAY: return m->cost_day[k];
    case M_COST_MONTH: return m->cost_month[k];
    case M_COST_YEAR: return m->cost_year[k];
    case M_PER_1000: return m->per_1000[k];
    case M_PER_M_CHARS: return m->per_m_chars[k];
    case M_PER_M_SERVED: return m->per_m_chars_served[k];
    case M_SERVED: return m->served_rps[k];
    case M_REFUSED: return m->refused[k];
    case MEASURES: break;
    }
    return NUM_UNKNOWN;
}

static const char *load_formula(int k)
{
    return k == AT_TROUGH ? "trough_load" : k == AT_AVERAGE ? "average_load" : "peak_load";
}

static const char *offered_formula(const struct costing *c, int k)
{
    enum load_unit unit = k == AT_TROUGH ? c->trough_unit : k == AT_PEAK ? c->peak_unit : c->unit;
    if (k == AT_PEAK)
        return "published_rps";
    if (unit == LOAD_RPS)
        return load_formula(k);
    return k == AT_TROUGH ? "trough_instances*c_scale_max/s_mean_s"
                          : "SUMPRODUCT(ROUNDUP(profile_load/c_scale_max,0))/profile_hours*(c_scale_max/s_mean_s)";
}

static const char *served_formula(struct pages *pg, bool flow, int k, const char *instances, const char *offered)
{
    const struct costing *c = &pg->c;
    enum load_unit unit = k == AT_TROUGH ? c->trough_unit : k == AT_PEAK ? c->peak_unit : c->unit;
    if (unit != LOAD_RPS)
        return formula(pg, "%s*mu_sat", instances);
    if (k != AT_AVERAGE)
        return formula(pg, "MIN(%s,%s*mu_sat)", offered, instances);
    const char *fleet = flow ? "profile_flow_instances" : "profile_instances";
    return formula(pg,
                   "SUMPRODUCT((profile_load<=%s*mu_sat)*profile_load+(profile_load>%s*mu_sat)*%s*mu_sat)/"
                   "profile_hours",
                   fleet, fleet, fleet);
}

/* The formula of one cell; the addresses are those of its own column. */
static const char *measure_formula(struct pages *pg, enum measure row, bool flow, int k)
{
    static const char *const published[] = {"min_instances", "average_instances", "max_instances"};
    static const char *const flows[] = {"flow_min_instances", "flow_average_instances", "flow_max_instances"};
    const char letter = (char)('A' + (flow ? FLOW : PUBLISHED) + k);
    char at[MEASURES][32];
    for (int m = 0; m < MEASURES; m++)
        snprintf(at[m], sizeof at[m], "%c%d", letter, ROW_FIRST + m + 1);
    switch (row) {
    case M_LOAD: return load_formula(k);
    case M_OFFERED: return offered_formula(&pg->c, k);
    case M_INSTANCES: return (flow ? flows : published)[k];
    case M_HOURS_DAY: return formula(pg, "%s*24", at[M_INSTANCES]);
    case M_HOURS_MONTH: return formula(pg, "%s*hours_per_month", at[M_INSTANCES]);
    case M_HOURS_YEAR: return formula(pg, "%s*12", at[M_HOURS_MONTH]);
    case M_COST_HOUR: return money(pg, "rate_effective*%s", at[M_INSTANCES]);
    case M_COST_DAY: return money(pg, "%s*24", at[M_COST_HOUR]);
    case M_COST_MONTH: return money(pg, "%s*hours_per_month+other_monthly_cost", at[M_COST_HOUR]);
    case M_COST_YEAR: return money(pg, "%s*12", at[M_COST_MONTH]);
    case M_PER_1000:
        return money(pg, "IF(%s<=0,\"unknown\",%s/(%s*3600)*1000)", at[M_OFFERED], at[M_COST_HOUR], at[M_OFFERED]);
    case M_PER_M_CHARS:
        return money(pg, "IF(%s<=0,\"unknown\",%s/(%s*chars_per_request*3600)*1000000)", at[M_OFFERED],
                     at[M_COST_HOUR], at[M_OFFERED]);
    case M_PER_M_SERVED:
        return money(pg, "IF(%s<=0,\"unknown\",%s/(%s*chars_per_request*3600)*1000000)", at[M_SERVED],
                     at[M_COST_HOUR], at[M_SERVED]);
    case M_SERVED: return served_formula(pg, flow, k, at[M_INSTANCES], at[M_OFFERED]);
    case M_REFUSED:
        return formula(pg, "IF(%s<=0,\"unknown\",MAX(0,1-%s/%s))", at[M_OFFERED], at[M_SERVED], at[M_OFFERED]);
    case MEASURES: break;
    }
    return NULL;
}

/* Whether the cell can ever become known by changing an input; if not, it stands without a formula. */
static bool is_live(const struct pages *pg, enum measure row, bool flow, int k)
{
    const struct costing *c = &pg->c;
    enum load_unit unit = k == AT_TROUGH ? c->trough_unit : k == AT_PEAK ? c->peak_unit : c->unit;
    bool fleet = !flow || (k == AT_AVERAGE ? c->flow_known && c->unit == LOAD_RPS : c->flow_known);
    bool mu = num_known(c->mu_sat), chars = num_known(c->chars_per_request);
    switch (row) {
    case M_LOAD:
    case M_OFFERED: return true;
    case M_PER_M_CHARS: return fleet && chars;
    case M_PER_M_SERVED: return fleet && mu && chars;
    case M_SERVED: return fleet && mu;
    case M_REFUSED: return fleet && mu && unit == LOAD_RPS;
    default: return fleet;
    }
}

static enum number_format measure_format(const struct pages *pg, enum measure row, int k)
{
    const struct costing *c = &pg->c;
    const struct method_cost *m = &c->published;
    switch (row) {
    case M_LOAD: return load_format(c->peak);
    case M_OFFERED:
    case M_SERVED: return load_format(c->offered_rps[AT_PEAK]);
    case M_INSTANCES: return k == AT_AVERAGE ? NF_TWO : NF_COUNT;
    case M_PER_1000: return unit_cost_format(m->per_1000[AT_PEAK]);
    case M_PER_M_CHARS: return unit_cost_format(m->per_m_chars[AT_PEAK]);
    case M_PER_M_SERVED: return unit_cost_format(m->per_m_chars_served[AT_PEAK]);
    default: return measures[row].nf;
    }
}

static void put_table(struct pages *pg, struct sheet *s)
{
    put_text(s, ROW_GROUPS, PUBLISHED, ST_HEADING, "Published method");
    put_text(s, ROW_GROUPS, FLOW, ST_HEADING, "Flow plan, sized by throughput");
    static const char *const heads[COLUMNS] = {"Held at the trough", "Over the profile", "Held at the peak"};
    put_text(s, ROW_HEADS, LABEL, ST_HEAD_TEXT, "Quantity");
    put_text(s, ROW_HEADS, UNIT, ST_HEAD_UNIT, "Unit");
    for (int k = 0; k < COLUMNS; k++) {
        put_text(s, ROW_HEADS, (lxw_col_t)(PUBLISHED + k), ST_HEAD, heads[k]);
        put_text(s, ROW_HEADS, (lxw_col_t)(FLOW + k), ST_HEAD, heads[k]);
    }
    const struct costing *c = &pg->c;
    bool one_unit = c->trough_unit == c->peak_unit && c->unit == c->peak_unit;
    for (int m = 0; m < MEASURES; m++) {
        lxw_row_t row = (lxw_row_t)(ROW_FIRST + m);
        bool strong = measures[m].strong;
        put_text(s, row, LABEL, strong ? ST_STRONG_LABEL : ST_LABEL, measures[m].label);
        put_unit(pg, s, row, UNIT,
                 measures[m].unit ? measures[m].unit
                 : one_unit       ? load_unit_text(c->peak_unit)
                                  : "as in Inputs");
        for (int k = 0; k < 2 * COLUMNS; k++) {
            bool flow = k >= COLUMNS;
            int at = k % COLUMNS;
            lxw_col_t col = (lxw_col_t)(flow ? FLOW + at : PUBLISHED + at);
            enum measure row_of = (enum measure)m;
            put_value(s, row, col, strong ? ST_STRONG : ST_VALUE, measure_format(pg, row_of, at),
                      is_live(pg, row_of, flow, at) ? measure_formula(pg, row_of, flow, at) : NULL,
                      NUMBER(method_value(c, flow ? &c->flow : &c->published, row_of, at)));
            if (m < M_INSTANCES)
                continue;
            const char *name =
                arena_printf(pg->arena, "%s%s_%s", flow ? "flow_" : "", measures[m].name, column_names[at]);
            book_name(s, name, row, col);
        }
    }
}

static void put_big(struct pages *pg, struct sheet *s)
{
    const struct costing *c = &pg->c;
    if (!s->b->err->code)
        book_check(s->b, s->b->lib.worksheet_set_row(s->ws, ROW_BIG + 1, 20, NULL), "a row height");
    const struct {
        lxw_col_t col;
        const char *label, *name; /* "$" stands for the currency; the named cell */
        enum number_format nf;
        double value;
        bool live;
    } tiles[] = {
        {LABEL, "$ per month over the profile", "cost_per_month_average", NF_TWO, c->published.cost_month[AT_AVERAGE],
         true},
        {UNIT, "Instances, trough", "min_instances", NF_COUNT, c->min_instances, true},
        {PUBLISHED, "Instances, peak", "max_instances", NF_COUNT, c->max_instances, true},
        {PUBLISHED + 1, "$ per million characters", "cost_per_m_chars_peak",
         unit_cost_format(c->published.per_m_chars[AT_PEAK]), c->published.per_m_chars[AT_PEAK],
         num_known(c->chars_per_request)},
        {FLOW, "$, really served", "cost_per_m_chars_served_peak",
         unit_cost_format(c->published.per_m_chars_served[AT_PEAK]), c->published.per_m_chars_served[AT_PEAK],
         num_known(c->chars_per_request) && num_known(c->mu_sat)},
        {FLOW + 1, "Flow plan, peak", "flow_max_instances", NF_COUNT, c->flow_max, c->flow_known},
    };
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        const char *label = tiles[i].label;
        if (*label == '$')
            put_value(s, ROW_BIG, tiles[i].col, ST_BIG_LABEL, NF_TEXT, formula(pg, "currency_code&\"%s\"", label + 1),
                      TEXT(arena_printf(pg->arena, "%s%s", c->currency, label + 1)));
        else
            put_text(s, ROW_BIG, tiles[i].col, ST_BIG_LABEL, label);
        put_value(s, ROW_BIG + 1, tiles[i].col, ST_BIG, tiles[i].nf, tiles[i].live ? tiles[i].name : NULL,
                  NUMBER(tiles[i].value));
    }
}

static void put_caveat(struct sheet *s, lxw_row_t *row, const char *what, const char *text)
{
    int lines = text_lines(text, CAVEAT_WIDTH);
    put_text(s, *row, LABEL, ST_STRONG_LABEL, what);
    put_merged(s, *row, UNIT, END - 1, ST_WRAP, lines, text);
    (*row)++;
}

static void put_verdicts(struct pages *pg, struct sheet *s)
{
    const struct plan *p = pg->p;
    const struct costing *c = &pg->c;
    lxw_row_t row = ROW_FIRST + MEASURES + 1;
    put_text(s, row, LABEL, ST_HEADING, "Verdict and caveats");
    put_value(s, row, UNIT, ST_NOTE_LINE, NF_TEXT,
              "IF(inputs_changed=0,\"at the plan's inputs, which are the ones in use\","
              "\"at the plan's inputs; the inputs in use DIFFER, see sheet Inputs\")",
              TEXT("at the plan's inputs, which are the ones in use"));
    row++;
    put_caveat(s, &row, "Published method",
               arena_printf(pg->arena, "%s: see sheet Findings", p->verdict_text ? p->verdict_text : "unknown"));
    put_caveat(s, &row, "Audit", arena_printf(pg->arena, "%s: see sheet Audit", verdict_mark(p->audit.worst)));
    const struct rate_used *r = &p->rate;
    put_caveat(s, &row, "Rate",
               arena_printf(pg->arena, "%s, as of %s%s%s; source: %s. On demand, before discounts: an upper bound.",
                            r->origin ? r->origin : "unknown", r->date ? r->date : "an unknown date",
                            r->region ? ", region " : "", r->region ? r->region : "",
                            r->source ? r->source : "unknown"));
    put_caveat(s, &row, "Profile",
               c->assumed
                   ? "An assumed day between trough and peak, not measured traffic: averages, months and years rest "
                     "on it. Type other shares into sheet Profile, or give real traffic with --profile."
                   : arena_printf(pg->arena, "%zu hours of traffic from %s.", c->n, pg->profile->name));
    if (num_known(c->rho_peak) && c->rho_peak >= 1)
        put_caveat(
            s, &row, "Capacity",
            "At the plan's inputs the published fleet cannot serve the peak: it multiplies a rate by the service "
            "time of an idle instance. The flow plan is what serving the load costs.");
    if (!c->flow_known)
        put_caveat(
            s, &row, "Flow plan",
            c->peak_unit == LOAD_RPS
                ? "Unknown: the ladder lacks the figures for a saturated throughput (achieved_rps, ok, completed), or "
                  "no utilization survives the surge (sheet Audit)."
                : "Unknown: it sizes a fleet by requests per second, and the peak was given in streams.");
    else if (c->unit != LOAD_RPS)
        put_caveat(s, &row, "Flow plan", "No average: the profile mixes requests per second and streams.");
    if (!p->measured.t_total_measured)
        put_caveat(s, &row, "T_total", "Assumed, not measured.");
    if (p->q_max_is_lower_bound == TRI_YES)
        put_caveat(s, &row, "Q_max", "A lower bound: no rung above it missed the SLO. Fleets may be too large.");
    if (p->n_warnings > 0)
        put_caveat(s, &row, "Warnings",
                   arena_printf(pg->arena, "%zu accepted with this plan: see sheet Provenance.", p->n_warnings));
}

void sheet_summary(struct pages *pg)
{
    static const double widths[] = {40, 22, 15, 15, 15, 2, 15, 15, 15, 0};
    struct sheet s = book_sheet(&pg->book, "Summary", COLOUR_TEXT, widths);
    const struct plan *p = pg->p;
    char day[16];
    date_day(day, plan_date(p));
    put_text(&s, 0, LABEL, ST_TITLE,
             arena_printf(pg->arena, "What %s costs on %s", p->model_name ? p->model_name : "unknown",
                          p->instance_type ? p->instance_type : "unknown"));
    put_text(
        &s, 1, LABEL, ST_NOTE_LINE,
        arena_printf(
            pg->arena,
            "Endpoint %s, configuration %s, measurements of %s. Change the orange cells of sheet Inputs: every figure "
            "here follows.",
            p->endpoint ? p->endpoint : "unknown", p->slug ? p->slug : "unknown", day));
    put_big(pg, &s);
    put_table(pg, &s);
    put_verdicts(pg, &s);
    sheet_finish(&s, 1);
}
