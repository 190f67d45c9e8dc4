/* The sheet Duty: an instance that is always on against one that is provisioned some hours a day. */
#include "sheet/pages.h"

enum { PATTERN, HOURS, COST, SAVING, OLD_COST, OLD_SAVING };
enum { ROW_RATES = 2, ROW_HEADS = 5, ROW_FIRST };

void sheet_duty(struct pages *pg)
{
    static const double widths[] = {34, 18, 22, 16, 24, 16, 0};
    static const struct {
        const char *what;
        double hours;
    } rows[] = {{"Always on", 24},
                {"Four hours a day", 4},
                {"Two and a half hours", 2.5},
                {"Two hours a day", 2},
                {"Your own: type the hours", 8}};
    enum { ROWS = sizeof rows / sizeof *rows };
    const double old_rate = 0.23; /* an example of 2023, not a quote */
    const struct costing *c = &pg->c;
    struct sheet s = book_sheet(&pg->book, "Duty", COLOUR_CHOSEN, widths);
    put_text(&s, 0, 0, ST_TITLE, "Duty: pay for the hours provisioned, not for the day");
    put_text(&s, 1, 0, ST_NOTE_LINE,
             "One instance. Compute only: rate x instance-hours, before other services. Hours provisioned include "
             "starting and draining.");
    put_text(&s, ROW_RATES, PATTERN, ST_LABEL, "Rate in Inputs, after discount");
    put_value(&s, ROW_RATES, HOURS, ST_DERIVED, NF_FOUR, "rate_effective", NUMBER(c->rate_effective));
    put_unit(pg, &s, ROW_RATES, COST, "$ per instance-hour");
    put_text(&s, ROW_RATES + 1, PATTERN, ST_LABEL, "Historical example rate");
    put_number(&s, ROW_RATES + 1, HOURS, ST_STATIC, NF_FOUR, old_rate);
    put_text(&s, ROW_RATES + 1, COST, ST_UNIT, "USD per instance-hour");
    put_text(&s, ROW_RATES + 1, SAVING, ST_NOTE_LINE, "a 2023 example, not a quote");
    book_name(&s, "duty_example_rate", ROW_RATES + 1, HOURS);

    put_text(&s, ROW_HEADS, PATTERN, ST_HEAD_TEXT, "Pattern");
    put_text(&s, ROW_HEADS, HOURS, ST_HEAD, "Hours provisioned per day");
    put_value(&s, ROW_HEADS, COST, ST_HEAD, NF_TEXT, "\"Cost per day at the rate in Inputs (\"&currency_code&\")\"",
              TEXT(arena_printf(pg->arena, "Cost per day at the rate in Inputs (%s)", c->currency)));
    put_text(&s, ROW_HEADS, SAVING, ST_HEAD, "Saving against always on");
    put_text(&s, ROW_HEADS, OLD_COST, ST_HEAD, "Cost per day at the 2023 example rate (USD)");
    put_text(&s, ROW_HEADS, OLD_SAVING, ST_HEAD, "Saving against always on");
    sheet_row_lines(&s, ROW_HEADS, 2);
    for (int i = 0; i < ROWS; i++) {
        lxw_row_t row = (lxw_row_t)(ROW_FIRST + i);
        unsigned n = row + 1;
        bool own = i == ROWS - 1;
        double saving = 1 - rows[i].hours / 24;
        put_text(&s, row, PATTERN, ST_LABEL, rows[i].what);
        put_number(&s, row, HOURS, own ? ST_INPUT : ST_VALUE, NF_ONE, rows[i].hours);
        put_value(&s, row, COST, ST_VALUE, NF_THREE, money(pg, "rate_effective*B%u", n),
                  NUMBER(c->rate_effective * rows[i].hours));
        put_value(&s, row, SAVING, ST_VALUE, NF_PERCENT, formula(pg, "1-B%u/B$%u", n, ROW_FIRST + 1), NUMBER(saving));
        put_value(&s, row, OLD_COST, ST_VALUE, NF_THREE, formula(pg, "duty_example_rate*B%u", n),
                  NUMBER(old_rate * rows[i].hours));
        put_value(&s, row, OLD_SAVING, ST_VALUE, NF_PERCENT, formula(pg, "1-B%u/B$%u", n, ROW_FIRST + 1),
                  NUMBER(saving));
        if (own)
            book_name(&s, "duty_hours", row, HOURS);
    }
    const struct entry_rule rule = {LXW_VALIDATION_TYPE_DECIMAL, 0, 24, NULL, NULL, "Hours per day", "From 0 to 24."};
    sheet_validate(&s, ROW_FIRST + ROWS - 1, ROW_FIRST + ROWS - 1, HOURS, &rule, true);
    const struct chart_axes axes = {.title = "Cost falls in step with the hours provisioned",
                                    .x = "",
                                    .y = "cost per day",
                                    .y_format = "#,##0.00"};
    lxw_chart *chart = book_chart(s.b, LXW_CHART_COLUMN, &axes);
    double now[ROWS], then[ROWS];
    for (int i = 0; i < ROWS; i++) {
        now[i] = c->rate_effective * rows[i].hours;
        then[i] = old_rate * rows[i].hours;
    }
    lxw_chart_series *series =
        chart_series(&s, chart, "rate in Inputs", ROW_FIRST, ROW_FIRST + ROWS - 1, PATTERN, COST);
    chart_cache(s.b, series, now, ROWS);
    native_bars(s.b, series, COLOUR_DERIVED);
    series = chart_series(&s, chart, "2023 example rate", ROW_FIRST, ROW_FIRST + ROWS - 1, PATTERN, OLD_COST);
    chart_cache(s.b, series, then, ROWS);
    native_bars(s.b, series, COLOUR_ASSUMED);
    if (!pg->book.err->code)
        s.b->lib.chart_set_series_gap(chart, 80);
    chart_place(
        &s, chart, ROW_FIRST + ROWS + 1, 0, 820, 320,
        "Column chart: cost per day of one instance, always on and for the hours provisioned, at both rates.");
    sheet_freeze(&s, ROW_HEADS, ROW_FIRST);
    sheet_finish(&s, 1);
}
