#include "many/fleet_sheet.h"

#include "base/date.h"
#include "sheet/bookfile.h"
#include "sheet/pages.h"

#include <stdlib.h>

/* Columns of the sheet Plans. */
enum {
    C_PUBLISHED,
    C_AUDIT,
    C_MODEL,
    C_FILE,
    C_TYPE,
    C_CURRENCY,
    C_INCLUDED,
    C_RATE,
    C_METHOD,
    C_MIN,
    C_AVERAGE,
    C_MAX,
    C_HOUR,
    C_MONTH,
    C_FLOW_MAX,
    C_FLOW_AVERAGE,
    C_FLOW_MONTH,
    C_REFUSED,
    C_PEAK,
    C_PEAK_UNIT
};
enum { ROW_SUM = 2, ROW_HEADS, ROW_FIRST };

/* Columns of the tables of totals. */
enum {
    T_WHAT,
    T_CURRENCY,
    T_PLANS,
    T_MIN,
    T_AVERAGE,
    T_MAX,
    T_HOUR,
    T_MONTH,
    T_FLOW_MAX,
    T_FLOW_MONTH,
    T_UNPRICED,
    T_END
};
static const double summary_widths[] = {30, 11, 11, 14, 14, 14, 16, 18, 16, 20, 16, 0};
enum { NOTE_WIDTH = 11 + 11 + 14 * 3 + 16 + 18 + 16 + 20 + 16 };

struct fleet_book {
    struct book book;
    const struct plan_fleet *f;
};

static const char *at(struct fleet_book *fb, lxw_col_t col, lxw_row_t row)
{
    return arena_printf(fb->f->arena, "%c%u", (char)('A' + col), row + 1);
}

static void put_plan(struct fleet_book *fb, struct sheet *s, lxw_row_t row, const struct fleet_row *r)
{
    struct arena *a = fb->f->arena;
    const char *rate = at(fb, C_RATE, row);
    put_text(s, row, C_PUBLISHED, ST_VERDICT, verdict_mark(r->published));
    put_text(s, row, C_AUDIT, ST_VERDICT, verdict_mark(r->audit));
    put_text(s, row, C_MODEL, ST_LABEL, r->model);
    put_text(s, row, C_FILE, ST_LABEL, r->file);
    put_text(s, row, C_TYPE, ST_LABEL, r->type);
    put_text(s, row, C_CURRENCY, ST_LABEL, r->currency);
    put_number(s, row, C_INCLUDED, ST_INPUT, NF_COUNT, 1);
    put_number(s, row, C_RATE, ST_INPUT, NF_FOUR, r->rate);
    put_text(s, row, C_METHOD, ST_UNIT, r->method == METHOD_FLOW ? "flow" : "published");
    put_number(s, row, C_MIN, ST_MEASURED, NF_COUNT, r->min);
    put_number(s, row, C_AVERAGE, ST_STATIC, NF_TWO, r->average);
    put_number(s, row, C_MAX, ST_MEASURED, NF_COUNT, r->max);
    put_value(
        s, row, C_HOUR, ST_DERIVED, NF_TWO,
        arena_printf(a, "IF(%s=\"unknown\",\"unknown\",%s*(1-discount_share)*%s)", rate, rate, at(fb, C_MAX, row)),
        NUMBER(r->cost_hour));
    put_value(s, row, C_MONTH, ST_DERIVED, NF_TWO,
              num_known(r->average)
                  ? arena_printf(a, "IF(%s=\"unknown\",\"unknown\",%s*(1-discount_share)*%s*hours_per_month)", rate,
                                 rate, at(fb, C_AVERAGE, row))
                  : NULL,
              NUMBER(r->cost_month));
    put_number(s, row, C_FLOW_MAX, ST_MEASURED, NF_COUNT, r->flow_max);
    put_number(s, row, C_FLOW_AVERAGE, ST_STATIC, NF_TWO, r->flow_average);
    put_value(s, row, C_FLOW_MONTH, ST_DERIVED, NF_TWO,
              num_known(r->flow_average)
                  ? arena_printf(a, "IF(%s=\"unknown\",\"unknown\",%s*(1-discount_share)*%s*hours_per_month)", rate,
                                 rate, at(fb, C_FLOW_AVERAGE, row))
                  : NULL,
              NUMBER(r->flow_month));
    bool streams = num_known(r->peak_streams);
    double peak = streams ? r->peak_streams : r->peak_rps;
    put_number(s, row, C_PEAK, ST_MEASURED, load_format(peak), peak);
    put_text(s, row, C_PEAK_UNIT, ST_UNIT, streams ? "streams" : "requests/s");
    put_number(s, row, C_REFUSED, ST_MEASURED, NF_PERCENT, r->refused);
}

static const struct {
    lxw_col_t col;
    const char *name, *head;
} columns[] = {
    {C_PUBLISHED, "plan_published", "Rule"},
    {C_AUDIT, "plan_audit", "Audit"},
    {C_MODEL, NULL, "Model"},
    {C_FILE, NULL, "Plan"},
    {C_TYPE, "plan_type", "Instance type"},
    {C_CURRENCY, "plan_currency", "Currency"},
    {C_INCLUDED, "plan_included", "In totals (1 or 0)"},
    {C_RATE, "plan_rate", "Rate per instance-hour"},
    {C_METHOD, NULL, "Method"},
    {C_MIN, "plan_min", "Minimum instances"},
    {C_AVERAGE, "plan_average", "Average, assumed day"},
    {C_MAX, "plan_max", "Maximum instances"},
    {C_HOUR, "plan_hour", "Cost per hour at the peak"},
    {C_MONTH, "plan_month", "Cost per month"},
    {C_FLOW_MAX, "plan_flow_max", "Flow plan: maximum"},
    {C_FLOW_AVERAGE, "plan_flow_average", "Flow plan: average"},
    {C_FLOW_MONTH, "plan_flow_month", "Flow plan: cost per month"},
    {C_REFUSED, NULL, "Refused at the peak"},
    {C_PEAK, NULL, "Peak load"},
    {C_PEAK_UNIT, NULL, "Unit"},
};

static void put_sums(struct fleet_book *fb, struct sheet *s)
{
    const struct plan_fleet *f = fb->f;
    double least = 0, average = 0, most = 0, flow = 0;
    for (size_t i = 0; i < f->n_rows; i++) {
        const struct fleet_row *r = &f->rows[i];
        least += r->min;
        average += num_known(r->average) ? r->average : 0;
        most += r->max;
        flow += num_known(r->flow_max) ? r->flow_max : 0;
    }
    put_text(s, ROW_SUM, 0, ST_STRONG_LABEL, "Sum");
    for (lxw_col_t c = C_AUDIT; c <= C_METHOD; c++)
        put_blank(s, ROW_SUM, c, ST_STRONG_LABEL, NF_TEXT);
    put_value(s, ROW_SUM, C_INCLUDED, ST_STRONG, NF_COUNT, "SUM(plan_included)", NUMBER((double)f->n_rows));
    put_value(s, ROW_SUM, C_MIN, ST_STRONG, NF_COUNT, "SUMPRODUCT(plan_included,plan_min)", NUMBER(least));
    put_value(s, ROW_SUM, C_AVERAGE, ST_STRONG, NF_TWO, "SUMPRODUCT(plan_included,plan_average)", NUMBER(average));
    put_value(s, ROW_SUM, C_MAX, ST_STRONG, NF_COUNT, "SUMPRODUCT(plan_included,plan_max)", NUMBER(most));
    put_value(s, ROW_SUM, C_FLOW_MAX, ST_STRONG, NF_COUNT, "SUMPRODUCT(plan_included,plan_flow_max)", NUMBER(flow));
    put_blank(s, ROW_SUM, C_FLOW_AVERAGE, ST_STRONG, NF_TEXT);
    for (lxw_col_t c = C_REFUSED; c <= C_PEAK_UNIT; c++)
        put_blank(s, ROW_SUM, c, ST_STRONG, NF_TEXT);
    const struct fleet_total *one = &f->currencies[0];
    const struct {
        lxw_col_t col;
        const char *formula;
        double sum;
    } costs[] = {{C_HOUR, "SUMPRODUCT(plan_included,plan_hour)", one->cost_hour},
                 {C_MONTH, "SUMPRODUCT(plan_included,plan_month)", one->cost_month},
                 {C_FLOW_MONTH, "SUMPRODUCT(plan_included,plan_flow_month)", one->flow_month}};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        bool one_sum = f->n_currencies == 1 && num_known(costs[i].sum);
        put_value(s, ROW_SUM, costs[i].col, ST_STRONG, NF_TWO, one_sum ? costs[i].formula : NULL,
                  one_sum ? NUMBER(costs[i].sum) : TEXT("see Summary"));
    }
}

static void sheet_plans(struct fleet_book *fb)
{
    static const double widths[] = {8, 8, 18, 27, 16, 9, 8, 10, 10, 10, 9, 10, 12, 14, 10, 9, 14, 9, 10, 11, 0};
    static const struct entry_rule included = {
        LXW_VALIDATION_TYPE_INTEGER, 0, 1, NULL, NULL, "In totals", "1: this plan is in the totals. 0: it is not."};
    static const struct entry_rule rate = {LXW_VALIDATION_TYPE_DECIMAL,
                                           0,
                                           1e6,
                                           NULL,
                                           NULL,
                                           "Hourly rate",
                                           "A number from 0 to 1,000,000: the price of one instance for an hour."};
    const struct plan_fleet *f = fb->f;
    struct sheet s = book_sheet(&fb->book, "Plans", COLOUR_CHOSEN, widths);
    lxw_row_t last = (lxw_row_t)(ROW_FIRST + f->n_rows - 1);
    put_text(&s, 0, 0, ST_TITLE, "Every plan, worst verdict first");
    put_text(&s, 1, 0, ST_NOTE_LINE,
             "Orange cells are yours: take a plan out of the totals, or type another rate. Instances are those of "
             "the plan's "
             "own method. Blue figures come from plan.json, pink ones are averages over the assumed day; neither "
             "follows.");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        bool text = columns[i].col <= C_CURRENCY;
        bool unit = columns[i].col == C_METHOD || columns[i].col == C_PEAK_UNIT;
        put_text(&s, ROW_HEADS, columns[i].col, text ? ST_HEAD_TEXT : unit ? ST_HEAD_UNIT : ST_HEAD, columns[i].head);
        if (columns[i].name)
            book_name_range(&s, columns[i].name, ROW_FIRST, last, columns[i].col);
    }
    sheet_row_lines(&s, ROW_HEADS, 2);
    put_sums(fb, &s);
    for (size_t i = 0; i < f->n_rows; i++)
        put_plan(fb, &s, (lxw_row_t)(ROW_FIRST + i), &f->rows[i]);
    sheet_verdict_colours(&s, ROW_FIRST, last, C_PUBLISHED);
    sheet_verdict_colours(&s, ROW_FIRST, last, C_AUDIT);
    sheet_validate(&s, ROW_FIRST, last, C_INCLUDED, &included, false);
    sheet_validate(&s, ROW_FIRST, last, C_RATE, &rate, false);
    sheet_freeze(&s, ROW_SUM, ROW_FIRST);
    sheet_finish(&s, 0);
}

/* One row of totals: the plans whose currency, and with BY_TYPE type, are those of the row. */
static void put_total(struct fleet_book *fb, struct sheet *s, lxw_row_t row, const struct fleet_total *t,
                      bool by_type)
{
    struct arena *a = fb->f->arena;
    const char *which = by_type ? arena_printf(a, "(plan_type=%s)*(plan_currency=%s)*plan_included",
                                               at(fb, T_WHAT, row), at(fb, T_CURRENCY, row))
                                : arena_printf(a, "(plan_currency=%s)*plan_included", at(fb, T_CURRENCY, row));
    const struct {
        lxw_col_t col;
        const char *of;
        enum number_format nf;
        double value;
    } cells[] = {
        {T_MIN, "plan_min", NF_COUNT, t->min},
        {T_AVERAGE, "plan_average", NF_TWO, t->average},
        {T_MAX, "plan_max", NF_COUNT, t->max},
        {T_HOUR, "plan_hour", NF_TWO, t->cost_hour},
        {T_MONTH, "plan_month", NF_TWO, t->cost_month},
        {T_FLOW_MAX, "plan_flow_max", NF_COUNT, t->flow_max},
        {T_FLOW_MONTH, "plan_flow_month", NF_TWO, t->flow_month},
    };
    enum style style = by_type ? ST_VALUE : ST_STRONG;
    put_text(s, row, T_WHAT, by_type ? ST_LABEL : ST_STRONG_LABEL, by_type ? t->type : "All plans");
    put_text(s, row, T_CURRENCY, ST_UNIT, t->currency);
    put_value(s, row, T_PLANS, style, NF_COUNT, arena_printf(a, "SUMPRODUCT(%s)", which), NUMBER((double)t->plans));
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        put_value(s, row, cells[i].col, style, cells[i].nf,
                  arena_printf(a, "IF(SUMPRODUCT(%s*(%s=\"unknown\"))=%s,\"unknown\",SUMPRODUCT(%s,%s))", which,
                               cells[i].of, at(fb, T_PLANS, row), which, cells[i].of),
                  NUMBER(cells[i].value));
    put_value(s, row, T_UNPRICED, style, NF_COUNT, arena_printf(a, "SUMPRODUCT(%s*(plan_month=\"unknown\"))", which),
              NUMBER((double)t->unpriced));
}

static lxw_row_t put_totals(struct fleet_book *fb, struct sheet *s, lxw_row_t row)
{
    static const char *const heads[T_END] = {"Totals",
                                             "Currency",
                                             "Plans",
                                             "Minimum instances",
                                             "Average, assumed day",
                                             "Maximum instances",
                                             "Cost per hour at the peak",
                                             "Cost per month",
                                             "Flow plan: maximum",
                                             "Flow plan: cost per month",
                                             "Plans without a cost"};
    const struct plan_fleet *f = fb->f;
    for (lxw_col_t c = 0; c < T_END; c++)
        put_text(s, row, c, c == T_WHAT ? ST_HEAD_TEXT : c == T_CURRENCY ? ST_HEAD_UNIT : ST_HEAD, heads[c]);
    sheet_row_lines(s, row++, 2);
    for (size_t i = 0; i < f->n_currencies; i++)
        put_total(fb, s, row++, &f->currencies[i], false);
    for (size_t i = 0; i < f->n_types; i++)
        put_total(fb, s, row++, &f->types[i], true);
    return row;
}

static lxw_row_t put_verdicts(struct fleet_book *fb, struct sheet *s, lxw_row_t row)
{
    static const enum verdict order[] = {VERDICT_STOP, VERDICT_WARN, VERDICT_OK};
    static const char *const words[] = {"not to be deployed", "to be looked at", "well"};
    const struct plan_fleet *f = fb->f;
    put_text(s, row, T_WHAT, ST_HEAD_TEXT, "Verdicts");
    put_text(s, row, T_CURRENCY, ST_HEAD_UNIT, "");
    put_text(s, row, T_PLANS, ST_HEAD, "By the rule");
    put_text(s, row, T_MIN, ST_HEAD, "By the audit");
    lxw_row_t first = ++row;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++, row++) {
        double rule = 0, audit = 0;
        for (size_t k = 0; k < f->n_rows; k++) {
            rule += f->rows[k].published == order[i];
            audit += f->rows[k].audit == order[i];
        }
        const char *mark = verdict_mark(order[i]);
        put_text(s, row, T_WHAT, ST_LABEL, words[i]);
        put_text(s, row, T_CURRENCY, ST_VERDICT, mark);
        put_value(s, row, T_PLANS, ST_VALUE, NF_COUNT,
                  arena_printf(f->arena, "SUMPRODUCT((plan_published=\"%s\")*plan_included)", mark), NUMBER(rule));
        put_value(s, row, T_MIN, ST_VALUE, NF_COUNT,
                  arena_printf(f->arena, "SUMPRODUCT((plan_audit=\"%s\")*plan_included)", mark), NUMBER(audit));
    }
    sheet_verdict_colours(s, first, row - 1, T_CURRENCY);
    return row;
}

static void put_chosen(struct sheet *s, lxw_row_t row, const char *label, const char *name, enum number_format nf,
                       double x, const char *unit, double most, const char *message)
{
    const struct entry_rule rule = {LXW_VALIDATION_TYPE_DECIMAL, 0, most, NULL, NULL, label, message};
    put_text(s, row, T_WHAT, ST_LABEL, label);
    put_number(s, row, T_CURRENCY, ST_INPUT, nf, x);
    put_text(s, row, T_PLANS, ST_UNIT, unit);
    book_name(s, name, row, T_CURRENCY);
    sheet_validate(s, row, row, T_CURRENCY, &rule, true);
}

static lxw_row_t put_note(struct fleet_book *fb, struct sheet *s, lxw_row_t row, const char *label, const char *text)
{
    (void)fb;
    put_text(s, row, T_WHAT, ST_STRONG_LABEL, label);
    put_merged(s, row, T_CURRENCY, T_END - 1, ST_WRAP, text_lines(text, NOTE_WIDTH), text);
    return row + 1;
}

/* Bars of the month by instance type, where it can be one sum. */
static lxw_row_t put_chart(struct fleet_book *fb, struct sheet *s, lxw_row_t first, lxw_row_t row)
{
    const struct plan_fleet *f = fb->f;
    if (f->n_currencies != 1 || f->n_types < 2)
        return row;
    const struct chart_axes axes = {
        .title = "What each instance type costs a month", .y = "cost per month", .y_format = "#,##0", .bars = true};
    double *months = arena_array(f->arena, f->n_types, sizeof *months);
    for (size_t i = 0; i < f->n_types; i++)
        months[i] = f->types[i].cost_month;
    lxw_chart *chart = book_chart(s->b, LXW_CHART_BAR, &axes);
    lxw_chart_series *series =
        chart_series(s, chart, "cost per month", first, (lxw_row_t)(first + f->n_types - 1), T_WHAT, T_MONTH);
    chart_cache(s->b, series, months, f->n_types);
    native_bars(s->b, series, COLOUR_DERIVED);
    if (!s->b->err->code) {
        s->b->lib.chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
        s->b->lib.chart_axis_set_reverse(chart->y_axis); /* a bar chart's categories: in the order of the table */
        s->b->lib.chart_set_series_gap(chart, 40);
    }
    chart_place(s, chart, row, T_WHAT, 900, 120 + 26 * (int)(f->n_types < 20 ? f->n_types : 20),
                "Bars: the cost of a month of each instance type over the assumed day, as in the table above.");
    return (lxw_row_t)(row + 8 + (f->n_types < 20 ? f->n_types : 20) * 3 / 2);
}

static void sheet_totals(struct fleet_book *fb)
{
    const struct plan_fleet *f = fb->f;
    struct sheet s = book_sheet(&fb->book, "Summary", COLOUR_TEXT, summary_widths);
    char day[16];
    date_day(day, plan_fleet_date(f));
    put_text(&s, 0, T_WHAT, ST_TITLE, plan_fleet_sentence(f, f->arena));
    put_text(&s, 1, T_WHAT, ST_NOTE_LINE,
             arena_printf(f->arena,
                          "Newest measurement of %s. Change the orange cells here and on sheet Plans: every figure "
                          "follows. On-demand rates before discounts, averages over an assumed day.",
                          day));
    put_chosen(&s, 3, "Discount on every rate", "discount_share", NF_PERCENT, 0, "share", 1,
               "A share from 0 % to 100 % that is taken off every rate.");
    put_chosen(&s, 4, "Hours per month", "hours_per_month", NF_COUNT, FLEET_HOURS, "hours", 744,
               "From 0 to 744; 730 is a twelfth of a year.");
    lxw_row_t first = (lxw_row_t)(7 + f->n_currencies);
    lxw_row_t row = put_totals(fb, &s, 6) + 1;
    row = put_verdicts(fb, &s, row) + 1;
    row = put_chart(fb, &s, first, row);
    for (size_t i = 0; i < f->n_refused; i++)
        row = put_note(fb, &s, row, i ? "" : "NOT READ, in no total",
                       arena_printf(f->arena, "%s: %s", f->refused[i].file, f->refused[i].why));
    for (size_t i = 0; i < f->notes.n; i++)
        row = put_note(fb, &s, row, i ? "" : "To know", f->notes.items[i]);
    sheet_finish(&s, 0);
}

static void sheet_reasons(struct fleet_book *fb)
{
    static const double widths[] = {10, 34, 22, 12, 22, 96, 0};
    static const char *const heads[] = {"Verdict", "Plan", "Model", "Of", "Finding or check", "Numbers"};
    struct sheet s = book_sheet(&fb->book, "Reasons", COLOUR_STOP, widths);
    put_text(&s, 0, 0, ST_TITLE, "What is not well, plan by plan");
    put_text(&s, 1, 0, ST_NOTE_LINE, "At each plan's own inputs: static, does not follow the orange cells.");
    for (lxw_col_t c = 0; c < 6; c++)
        put_text(&s, 2, c, c == 5 ? ST_HEAD_UNIT : ST_HEAD_TEXT, heads[c]);
    lxw_row_t row = 3;
    for (size_t i = 0; i < fb->f->n_rows; i++)
        for (size_t k = 0; k < fb->f->rows[i].n_reasons; k++, row++) {
            const struct fleet_row *r = &fb->f->rows[i];
            const struct fleet_reason *why = &r->reasons[k];
            put_text(&s, row, 0, ST_VERDICT, verdict_mark(why->verdict));
            put_text(&s, row, 1, ST_LABEL, r->file);
            put_text(&s, row, 2, ST_LABEL, r->model);
            put_text(&s, row, 3, ST_LABEL, why->audit ? "audit" : "rule");
            put_text(&s, row, 4, ST_LABEL, why->name);
            put_text(&s, row, 5, ST_WRAP, why->text);
            sheet_row_lines(&s, row, text_lines(why->text ? why->text : "", widths[5]));
        }
    if (row > 3)
        sheet_verdict_colours(&s, 3, row - 1, 0);
    sheet_freeze(&s, 2, 3);
    sheet_finish(&s, 0);
}

static void sheet_sources(struct fleet_book *fb)
{
    static const double widths[] = {34, 66, 22, 28, 12, 46, 0};
    static const char *const heads[] = {"Plan", "SHA-256", "Endpoint", "Configuration", "Rate of", "Rate's source"};
    struct sheet s = book_sheet(&fb->book, "Sources", COLOUR_MEASURED, widths);
    put_text(&s, 0, 0, ST_TITLE, "Where it comes from");
    for (lxw_col_t c = 0; c < 6; c++)
        put_text(&s, 2, c, ST_HEAD_TEXT, heads[c]);
    for (size_t i = 0; i < fb->f->n_rows; i++) {
        const struct fleet_row *r = &fb->f->rows[i];
        const char *const texts[] = {r->file, r->sha256, r->endpoint, r->slug, r->rate_date, r->rate_source};
        for (lxw_col_t c = 0; c < 6; c++)
            put_text(&s, (lxw_row_t)(3 + i), c, ST_LABEL, texts[c]);
    }
    sheet_freeze(&s, 2, 3);
    sheet_finish(&s, 0);
}

static void fill(void *context)
{
    static void (*const sheets[])(struct fleet_book *) = {sheet_totals, sheet_plans, sheet_reasons, sheet_sources};
    struct fleet_book *fb = context;
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++)
        if (!fb->book.err->code)
            sheets[i](fb);
}

int fleet_sheet(const struct plan_fleet *f, struct outset *set, const char *path, struct err *e)
{
    const struct book_info info = {.title = "Fleet workbook",
                                   .subject = "Autoscaling: instances and cost of all plans of a directory",
                                   .footer = "fleet workbook",
                                   .keywords = "headroom, autoscaling, cost",
                                   .comments = "Change the orange cells; all totals follow.",
                                   .date = plan_fleet_date(f)};
    struct fleet_book *fb = xcalloc(1, sizeof *fb);
    fb->f = f;
    book_write(&fb->book, &info, fill, fb, set, path, e);
    free(fb);
    return e->code;
}
