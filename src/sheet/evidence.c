/* The sheets Ladder and Stages: the measurements behind the plan, with native charts. */
#include "sheet/pages.h"

#include "base/num.h"

#include <stdio.h>
#include <string.h>

static const char *tri_word(enum tri t)
{
    return t == TRI_YES ? "yes" : t == TRI_NO ? "no" : "unknown";
}

static double count(int64_t n)
{
    return int_known(n) ? (double)n : NUM_UNKNOWN;
}

static enum number_format ms_format(double ms)
{
    return ms >= 100 ? NF_MS : NF_MS_ONE;
}

/* Columns of the table of steps. */
enum {
    RUN,
    CONCURRENCY,
    USABLE,
    MEETS,
    COMPLETED,
    OKAY,
    REJECTED,
    RPS,
    P50,
    P95,
    P99,
    LATENCY,
    S_MEAN,
    S_P95,
    C_MEAN,
    C_PEAK,
    SERVER_PEAK,
    GPU,
    CPU,
    REASON
};

static void put_step(struct sheet *s, lxw_row_t row, const struct step *x)
{
    put_number(s, row, RUN, ST_VALUE, NF_COUNT, count(x->run_index));
    put_number(s, row, CONCURRENCY, ST_VALUE, NF_COUNT, count(x->concurrency));
    put_text(s, row, USABLE, ST_VALUE, tri_word(x->usable));
    put_text(s, row, MEETS, ST_VALUE, tri_word(x->meets_slo));
    put_number(s, row, COMPLETED, ST_VALUE, NF_COUNT, count(x->completed));
    put_number(s, row, OKAY, ST_VALUE, NF_COUNT, count(x->ok));
    put_number(s, row, REJECTED, ST_VALUE, NF_COUNT, count(x->rejected));
    put_number(s, row, RPS, ST_VALUE, NF_TWO, x->achieved_rps);
    const double ms[] = {x->ttfab_p50_ms, x->ttfab_p95_ms, x->ttfab_p99_ms, x->latency_p95_ms};
    for (int i = 0; i < 4; i++)
        put_number(s, row, (lxw_col_t)(P50 + i), ST_VALUE, ms_format(ms[i]), ms[i]);
    put_number(s, row, S_MEAN, ST_VALUE, NF_SECONDS_FINE, x->s_mean_s);
    put_number(s, row, S_P95, ST_VALUE, NF_SECONDS_FINE, x->s_p95_s);
    put_number(s, row, C_MEAN, ST_VALUE, NF_TWO, x->concurrency_mean);
    put_number(s, row, C_PEAK, ST_VALUE, NF_TWO, x->concurrency_peak);
    put_number(s, row, SERVER_PEAK, ST_VALUE, NF_TWO, x->server_concurrency_peak);
    put_number(s, row, GPU, ST_VALUE, NF_ONE, x->gpu_utilization_mean);
    put_number(s, row, CPU, ST_VALUE, NF_ONE, x->cpu_utilization_mean);
    put_text(s, row, REASON, ST_UNIT, x->unusable_reason ? x->unusable_reason : "");
}

/* The rungs' medians, and from which C_scale_max on each rung's CloudWatch ratio is the nearest. */
static lxw_row_t put_rungs(struct pages *pg, struct sheet *s, lxw_row_t at)
{
    const struct measured *m = &pg->p->measured;
    static const char *const heads[] = {"Rung", "Usable steps", "Median p95", "SLO"};
    put_text(s, at, 0, ST_HEADING, "Medians by rung (requests in flight)");
    put_text(s, at, 6, ST_HEADING, "CloudWatch units per request in flight");
    at++;
    for (lxw_col_t c = 0; c < 4; c++)
        put_text(s, at, c, ST_HEAD, heads[c]);
    static const char *const ratio_heads[] = {"Rung", "Ratio", "From C_scale_max"};
    for (lxw_col_t c = 0; c < 3; c++)
        put_text(s, at, 6 + c, ST_HEAD, ratio_heads[c]);
    sheet_row_lines(s, at, 2);
    at++;
    lxw_row_t first = at, ratio_at = at;
    double below = NUM_UNKNOWN;
    for (size_t i = 0; i < m->n_rungs; i++, at++) {
        const struct rung *r = &m->rungs[i];
        double c = (double)r->concurrency;
        put_number(s, at, 0, ST_VALUE, NF_COUNT, c);
        put_number(s, at, 1, ST_VALUE, NF_COUNT, (double)plan_usable_steps(pg->p, r->concurrency));
        put_number(s, at, 2, ST_VALUE, ms_format(r->p95_ms), r->p95_ms);
        put_value(s, at, 3, ST_VALUE, NF_MS, "slo_ms", NUMBER(pg->c.slo_ms));
        if (!num_known(r->cw_ratio))
            continue;
        put_number(s, ratio_at, 6, ST_VALUE, NF_COUNT, c);
        put_number(s, ratio_at, 7, ST_VALUE, NF_FOUR, r->cw_ratio);
        put_number(s, ratio_at, 8, ST_VALUE, NF_TWO, isnan(below) ? 0 : (below + c) / 2);
        below = c;
        ratio_at++;
    }
    if (ratio_at > first) {
        book_name_range(s, "cw_ratio_by_rung", first, ratio_at - 1, 7);
        book_name_range(s, "cw_rung_from", first, ratio_at - 1, 8);
    } else {
        put_text(s, first, 6, ST_NOTE_LINE, "No rung has both concurrencies: there is no conversion.");
    }
    if (at == first)
        return at + 1;
    const struct chart_axes axes = {.title =
                                        "p95 grows with requests in flight; Q_max is the last rung under the SLO",
                                    .x = "requests in flight (one instance)",
                                    .y = "p95 time to first audio, ms",
                                    .y_format = "#,##0"};
    lxw_chart *chart = book_chart(s->b, LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS, &axes);
    chart_line(s->b, chart_series(s, chart, "median p95", first, at - 1, 0, 2), COLOUR_MEASURED, false, true);
    lxw_chart_series *slo = chart_series(s, chart, "SLO", first, at - 1, 0, 3);
    double *same = arena_array(pg->arena, m->n_rungs, sizeof *same);
    for (size_t i = 0; i < m->n_rungs; i++)
        same[i] = pg->c.slo_ms;
    chart_cache(s->b, slo, same, m->n_rungs);
    chart_line(s->b, slo, COLOUR_STOP, true, false);
    chart_place(s, chart, at + 1, 0, 620, 320,
                "Line chart: median p95 time to first audio by requests in flight, with the SLO.");
    return at + 1;
}

void sheet_ladder(struct pages *pg)
{
    static const double widths[] = {8, 12, 10, 10, 10, 8, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 7, 7, 24, 0};
    static const char *const heads[] = {"Pass",        "Concurrency", "Usable",          "Meets SLO",
                                        "Completed",   "OK",          "Rejected",        "Requests/s",
                                        "TTFAB p50",   "TTFAB p95",   "TTFAB p99",       "Latency p95",
                                        "S mean",      "S p95",       "In flight, mean", "In flight, peak",
                                        "Server peak", "GPU %",       "CPU %",           "Why not usable"};
    struct sheet s = book_sheet(&pg->book, "Ladder", COLOUR_MEASURED, widths);
    const struct plan *p = pg->p;
    put_text(&s, 0, 0, ST_TITLE, "Ladder: one instance, measured rung by rung");
    put_text(
        &s, 1, 0, ST_NOTE_LINE,
        arena_printf(pg->arena,
                     "Steps of the artifact in their order; TTFAB is the time to first audio byte. Transport: %s.",
                     p->measured.transport ? p->measured.transport : "unknown"));
    for (lxw_col_t c = RUN; c <= REASON; c++)
        put_text(&s, 2, c, c == REASON ? ST_HEAD_UNIT : ST_HEAD, heads[c]);
    sheet_row_lines(&s, 2, 2);
    lxw_row_t row = 3;
    for (size_t i = 0; i < p->n_steps; i++, row++)
        put_step(&s, row, &p->steps[i]);
    lxw_row_t last = row - 1;
    row = put_rungs(pg, &s, row + 1);
    if (p->n_steps > 0) {
        char title[128] = "Throughput levels off: more requests in flight only wait longer", rate[NUM_MAX];
        if (num_known(pg->c.mu_sat)) {
            if (pg->c.mu_sat >= 1)
                num_fixed(rate, pg->c.mu_sat, 1);
            else
                num_rate(rate, pg->c.mu_sat);
            snprintf(title, sizeof title, "One instance saturates at %s requests/s", rate);
        }
        const struct chart_axes axes = {.title = title,
                                        .x = "requests in flight (one instance)",
                                        .y = "achieved requests/s",
                                        .y_format = "#,##0.0"};
        lxw_chart *chart = book_chart(s.b, LXW_CHART_SCATTER, &axes);
        lxw_chart_series *series = chart_series(&s, chart, "step", 3, last, CONCURRENCY, RPS);
        if (!pg->book.err->code) {
            chart_line(s.b, series, COLOUR_MEASURED, false, true);
            lxw_chart_line none = {.none = LXW_TRUE};
            s.b->lib.chart_series_set_line(series, &none);
            s.b->lib.chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
        }
        chart_place(&s, chart, row, 8, 620, 320,
                    "Scatter chart: achieved requests per second by requests in flight, one point a step.");
    }
    sheet_freeze(&s, 2, 3);
    sheet_finish(&s, 0);
}

void sheet_stages(struct pages *pg)
{
    enum { FROM, TO, MEASURED, BOUNDED, SHARE, LABEL };
    static const double widths[] = {26, 26, 16, 16, 16, 50, 0};
    static const char *const heads[] = {"From", "To", "Measured", "Bounded", "Share of T_total", "Stage"};
    const struct plan *p = pg->p;
    struct sheet s = book_sheet(&pg->book, "Stages", COLOUR_MEASURED, widths);
    put_text(&s, 0, 0, ST_TITLE, "Stages: from asking for capacity to serving");
    put_text(&s, 1, 0, ST_NOTE_LINE,
             p->n_stages > 0
                 ? "The clock starts at desired_set; what lies before it is not part of T_total. Bounded: an "
                   "upper limit, not a reading."
                 : "No timeline was given: T_total was assumed.");
    for (lxw_col_t c = FROM; c <= LABEL; c++)
        put_text(&s, 2, c,
                 c >= MEASURED && c <= SHARE ? ST_HEAD
                 : c == LABEL                ? ST_HEAD_UNIT
                                             : ST_HEAD_TEXT,
                 heads[c]);
    lxw_row_t row = 3;
    for (size_t i = 0; i < p->n_stages; i++, row++) {
        const struct stage *x = &p->stages[i];
        bool before = x->to && strcmp(x->to, "desired_set") == 0;
        bool bounded = x->bounded == TRI_YES;
        put_text(&s, row, FROM, ST_LABEL, x->from);
        put_text(&s, row, TO, ST_LABEL, x->to);
        put_value(&s, row, MEASURED, ST_VALUE, NF_SECONDS, NULL, bounded ? TEXT("") : NUMBER(x->seconds));
        put_value(&s, row, BOUNDED, ST_VALUE, NF_SECONDS, NULL, bounded ? NUMBER(x->seconds) : TEXT(""));
        if (before)
            put_text(&s, row, SHARE, ST_VALUE, "before the clock");
        else
            put_number(&s, row, SHARE, ST_VALUE, NF_PERCENT, x->seconds / pg->c.t_total_s);
        put_text(&s, row, LABEL, ST_UNIT,
                 arena_printf(pg->arena, "%s to %s", x->from ? x->from : "unknown", x->to ? x->to : "unknown"));
    }
    lxw_row_t last = row - 1;
    if (num_known(p->policy_lag_bound_s) && p->measured.t_total_measured) {
        put_text(&s, row, FROM, ST_LABEL, "policy lag");
        put_text(&s, row, TO, ST_LABEL, "desired_set");
        put_text(&s, row, MEASURED, ST_VALUE, "");
        put_number(&s, row, BOUNDED, ST_VALUE, NF_SECONDS, p->policy_lag_bound_s);
        put_number(&s, row, SHARE, ST_VALUE, NF_PERCENT, p->policy_lag_bound_s / pg->c.t_total_s);
        put_text(&s, row, LABEL, ST_UNIT, "detection by the policy (bounded, not measured)");
        last = row++;
    }
    put_text(&s, row, FROM, ST_STRONG_LABEL, "T_total");
    put_text(&s, row, TO, ST_STRONG_LABEL, p->measured.t_total_measured ? "planned against" : "assumed");
    put_value(&s, row, MEASURED, ST_STRONG, NF_SECONDS, "t_total_s", NUMBER(pg->c.t_total_s));
    if (p->measured.t_total_measured) {
        put_text(&s, row, BOUNDED, ST_VALUE, "");
        put_text(&s, row, SHARE, ST_VALUE, "");
        put_text(&s, row, LABEL, ST_UNIT, "measured and bounded together");
    }
    for (size_t i = 0; i < p->n_missing; i++)
        put_text(
            &s, row + 1 + (lxw_row_t)i, FROM, ST_NOTE_LINE,
            arena_printf(pg->arena, "missing stage: %s", p->missing_stages[i] ? p->missing_stages[i] : "unknown"));
    row += 2 + (lxw_row_t)p->n_missing;
    if (p->n_stages > 0) {
        const struct chart_axes axes = {.title = "Where the time goes until a new instance serves",
                                        .x = "",
                                        .y = "seconds",
                                        .bars = true,
                                        .y_format = "#,##0"};
        lxw_chart *chart = book_chart(s.b, LXW_CHART_BAR_STACKED, &axes);
        native_bars(s.b, chart_series(&s, chart, "measured", 3, last, LABEL, MEASURED), COLOUR_MEASURED);
        lxw_chart_series *bounded = chart_series(&s, chart, "bounded", 3, last, LABEL, BOUNDED);
        if (!pg->book.err->code) {
            lxw_chart_pattern hatch = {
                .fg_color = COLOUR_ASSUMED, .bg_color = TINT_ASSUMED, .type = LXW_CHART_PATTERN_WIDE_UPWARD_DIAGONAL};
            s.b->lib.chart_series_set_pattern(bounded, &hatch);
            lxw_chart_line edge = {.color = COLOUR_ASSUMED, .width = 0.75F};
            s.b->lib.chart_series_set_line(bounded, &edge);
            s.b->lib.chart_axis_set_reverse(chart->y_axis); /* a bar chart's categories */
            s.b->lib.chart_set_series_gap(chart, 40);
        }
        chart_place(&s, chart, row, 0, 900, 360,
                    "Bar chart: seconds of each stage, measured and bounded, in their order.");
    }
    sheet_freeze(&s, 2, 3);
    sheet_finish(&s, 0);
}
