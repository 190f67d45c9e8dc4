/* Charts that know nothing of a plan: give data, get a scene. For simulations, sweeps and
 * estimates. All strings may be hostile; numbers that are not finite are left out. The caller frees
 * with scene_free. */
#ifndef HEADROOM_CHART_GENERIC_H
#define HEADROOM_CHART_GENERIC_H

#include "chart/scene.h"

struct chart_text {
    const char *name, *title, *subtitle, *desc; /* subtitle may be NULL */
    const char *note;                           /* under the chart; NULL */
};

enum scale_kind { SCALE_AUTO, SCALE_LINEAR, SCALE_WHOLE, SCALE_LOG, SCALE_PERCENT };

struct axis_spec {
    const char *title; /* with its unit: "backlog, requests" */
    enum scale_kind scale;
    bool from_zero;
};

enum series_kind { SERIES_LINE, SERIES_STEPS, SERIES_POINTS, SERIES_FILLED_STEPS };

struct series {
    const char *label; /* stands at the end of the line */
    enum series_kind kind;
    bool own_look;    /* false: looks are given by number */
    struct look look; /* with own_look */
    const double *x, *y;
    size_t n;
};

struct rule { /* a horizontal or vertical line that means something: a limit, a target */
    double value;
    const char *label;
    enum role role;
};

struct panel {
    struct axis_spec y;
    const struct series *series;
    size_t n_series;
    const struct rule *rules; /* horizontal */
    size_t n_rules;
};

/* Lines over one x axis in one panel or several on top of each other (backlog above capacity). */
struct scene *chart_lines(const struct font *f, const struct chart_text *text, struct axis_spec x,
                          const struct panel *panels, size_t n_panels);

struct bar {
    const char *label; /* left of the bar */
    double value;
    const char *shown; /* the value as text, at the end of the bar */
    enum role role;
    enum hatch hatch;
};
struct scene *chart_bars(const struct font *f, const struct chart_text *text, struct axis_spec x,
                         const struct bar *bars, size_t n);

/* value[row * n_columns + column]; NaN is a hatched cell "no answer". Dark is large; the cells
 * show their numbers while there is room. format makes a number readable (num_percent, num_money,
 * ..). */
struct heat_mark {      /* a choice that stands out, between columns or rows where it lies between */
    double column, row; /* from 0; unknown: not on the map */
    const char *label;  /* beside its sign under the map */
};
struct heat {
    const char *x_title, *y_title, *unit;
    const char *const *columns; /* labels */
    size_t n_columns;
    const char *const *rows; /* from the bottom upwards */
    size_t n_rows;
    const double *value;
    char *(*format)(char out[], double value);
    const struct heat_mark *mark; /* NULL: none */
};
struct scene *chart_heat(const struct font *f, const struct chart_text *text, const struct heat *h);

/* Scattered points and the frontier: those that no other beats in x and y (both: smaller is
 * better), joined as steps, numbered and named in a key beside the plot. */
struct scene *chart_frontier(const struct font *f, const struct chart_text *text, struct axis_spec x,
                             struct axis_spec y, const double *px, const double *py, const char *const *labels,
                             size_t n);

/* The same with one choice that stands out, and a limit of y. */
struct own_choice {
    double x, y;
    const char *label;
    struct rule limit; /* its label NULL: none */
};
struct scene *chart_frontier_with(const struct font *f, const struct chart_text *text, struct axis_spec x,
                                  struct axis_spec y, const double *px, const double *py, const char *const *labels,
                                  size_t n, const struct own_choice *own);

#endif
