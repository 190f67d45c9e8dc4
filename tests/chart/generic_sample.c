#include "chart/generic_sample.h"

#include "base/num.h"

#include <math.h>

static struct scene *simulation(const struct font *f)
{
    enum { N = 200 };
    double t[N], backlog[N], billed[N], serving[N];
    for (int i = 0; i < N; i++) {
        t[i] = 60.0 * i;
        backlog[i] = i > 20 && i < 90 ? (i % 17) * 1.5 : i > 130 && i < 140 ? 12 : 0;
        billed[i] = i > 23 && i < 150 ? 1 + i % 3 : 0;
        serving[i] = i > 30 && i < 150 ? billed[i] - (i % 3 == 2) : 0;
    }
    struct series up[] = {{"backlog", SERIES_FILLED_STEPS, false, {0}, t, backlog, N}};
    struct series down[] = {{"billed", SERIES_STEPS, true, {ROLE_CHOSEN, DASH_SOLID, MARK_CIRCLE}, t, billed, N},
                            {"serving", SERIES_FILLED_STEPS, true, {ROLE_OK, DASH_LONG, MARK_UP}, t, serving, N}};
    struct rule target[] = {{5.0, "target 5", ROLE_STOP}};
    struct panel panels[] = {
        {{"backlog, requests", SCALE_WHOLE, true}, up, 1, target, 1},
        {{"capacity, instances", SCALE_WHOLE, true}, down, 2, NULL, 0},
    };
    struct chart_text text = {"simulation", "The backlog drains within 70 minutes; 3 instances serve at most",
                              "trace.csv, minimum 0, maximum 5", "Backlog above capacity over time.", "A note."};
    return chart_lines(f, &text, (struct axis_spec){"time, s", SCALE_LINEAR, true}, panels, 2);
}

static struct scene *many_lines(const struct font *f)
{
    enum { N = 12, LINES = 25 };
    static double x[N], y[LINES][N];
    struct series s[LINES];
    for (int k = 0; k < LINES; k++) {
        for (int i = 0; i < N; i++) {
            x[i] = i;
            y[k][i] = i == 7 && k == 2 ? NAN : 1.0 + k * 0.02 * i;
        }
        s[k] = (struct series){k == 3 ? "a label that is so long that it cannot possibly stand beside the plot area"
                                      : "k 1.25",
                               SERIES_LINE,
                               false,
                               {0},
                               x,
                               y[k],
                               N};
    }
    struct panel panel = {{"cost, USD/h", SCALE_AUTO, false}, s, LINES, NULL, 0};
    struct chart_text text = {"many_lines", "Twenty-five lines that end close together", NULL, NULL, NULL};
    return chart_lines(f, &text, (struct axis_spec){"load, requests/s", SCALE_AUTO, false}, &panel, 1);
}

static struct scene *bars(const struct font *f)
{
    struct bar b[] = {{"always on", 5.52, "5.520 USD", ROLE_CHOSEN, HATCH_NONE},
                      {"two hours", 0.46, "0.460 USD", ROLE_DERIVED, HATCH_NONE},
                      {"two hours and a half", 0.575, "0.575 USD (89.6 % less)", ROLE_ASSUMED, HATCH_RISING},
                      {"unknown", NAN, NULL, ROLE_DERIVED, HATCH_NONE}};
    struct chart_text text = {"estimate", "Two hours a day cost 0.460 USD, 91.7 % less than always on", NULL, NULL,
                              NULL};
    return chart_bars(f, &text, (struct axis_spec){"cost, USD per day", SCALE_LINEAR, true}, b, 4);
}

static struct scene *heat(const struct font *f)
{
    enum { C = 10, R = 9 };
    static double v[C * R];
    static const char *columns[C] = {"100", "200", "300", "400", "500", "600", "700", "800", "900", "1000"};
    static const char *rows[R] = {"1.00", "1.05", "1.10", "1.15", "1.20", "1.25", "1.30", "1.35", "1.40"};
    for (int r = 0; r < R; r++)
        for (int c = 0; c < C; c++)
            v[r * C + c] = r == 8 && c > 6 ? NAN : (c + 1) * (1.0 + r * 0.1);
    static const struct heat_mark mark = {3.0, 2.0, "this plan"};
    struct heat h = {"T_total, s", "surge ratio", "USD/h", columns, C, rows, R, v, num_money, &mark};
    struct chart_text text = {"heat", "Cost rises with both, and fastest with the load", NULL, NULL,
                              "Hatched: infeasible."};
    return chart_heat(f, &text, &h);
}

static struct scene *frontier(const struct font *f)
{
    enum { N = 40 };
    static double x[N], y[N];
    static const char *labels[N];
    for (int i = 0; i < N; i++) {
        x[i] = 10.0 + (i * 37) % 41;
        y[i] = 400.0 / (5.0 + x[i]) + (i * 13) % 17;
        labels[i] = i % 2 ? "ml.g5.xlarge" : "ml.g6.2xlarge, k 1.25";
    }
    struct chart_text text = {"frontier", "Nine choices are beaten by no other", NULL, NULL, NULL};
    return chart_frontier(f, &text, (struct axis_spec){"cost, USD/h", SCALE_AUTO, false},
                          (struct axis_spec){"risk, %", SCALE_AUTO, true}, x, y, labels, N);
}

static struct scene *empty(const struct font *f)
{
    struct panel panel = {{"y", SCALE_AUTO, false}, NULL, 0, NULL, 0};
    struct chart_text text = {"empty", "Nothing", NULL, NULL, NULL};
    return chart_lines(f, &text, (struct axis_spec){"x", SCALE_AUTO, false}, &panel, 1);
}

static struct scene *(*const builders[])(const struct font *f) = {simulation, many_lines, bars,
                                                                  heat,       frontier,   empty};
const size_t n_generic_samples = sizeof builders / sizeof *builders;

struct scene *generic_sample(size_t i, const struct font *f)
{
    return builders[i](f);
}
