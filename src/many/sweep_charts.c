/* The charts of a sweep. */
#include "many/sweep.h"

#include "base/mem.h"
#include "base/num.h"
#include "chart/charts.h"
#include "chart/generic.h"
#include "chart/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char own_label[] = "this plan";
static const double limit = 0.1; /* of the finding surge_survival */

/* The three figures that charts show. */
static const struct quantity {
    const char *name;  /* of the chart, behind "sweep_" */
    const char *title; /* of an axis or a legend, with its unit */
    const char *what;  /* in a sentence */
    size_t offset;     /* in struct sweep_point */
    enum scale_kind scale;
} quantities[] = {
    {"probability", "probability", "the probability of reaching Q_max within T_total",
     offsetof(struct sweep_point, probability), SCALE_PERCENT},
    {"fleet", "instances", "the fleet (max_instances)", offsetof(struct sweep_point, fleet), SCALE_AUTO},
    {"cost", "cost per hour", "the cost of that fleet", offsetof(struct sweep_point, cost_per_hour), SCALE_AUTO},
};
enum { NAMED_AXES = 3 };
enum { N_QUANTITIES = sizeof quantities / sizeof *quantities };

static double value_of(const struct sweep_point *p, const struct quantity *q)
{
    return *(const double *)(const void *)((const char *)p + q->offset);
}

static double own_value(const struct sweep *s, const struct quantity *q)
{
    if (!s->own)
        return NUM_UNKNOWN;
    struct sweep_point p = {.probability = s->own->audit.surge_exact,
                            .cost_per_hour = s->own->rate.per_hour * (double)s->own->max_instances,
                            .fleet = (double)s->own->max_instances};
    return value_of(&p, q);
}

static char *whole(char out[], double v)
{
    return num_fixed(out, v, 0);
}

static char *(*format_of(const struct quantity *q))(char out[], double v)
{
    static char *(*const formats[])(char[], double) = {num_percent, whole, num_money};
    return formats[q - quantities];
}

/* Least and largest value; false when none is known. */
static bool range_of(const struct sweep *s, const struct quantity *q, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t i = 0; i < s->n_points; i++) {
        double v = value_of(&s->points[i], q);
        if (isfinite(v)) {
            *lo = fmin(*lo, v);
            *hi = fmax(*hi, v);
        }
    }
    return *lo <= *hi;
}

static const char *currency_of(const struct sweep *s)
{
    struct rate_used r = evidence_rate(s->evidence, s->base.rate);
    return r.currency ? r.currency : "USD";
}

/* What to see. Caller frees. */
static char *title_of(const struct sweep *s, const struct quantity *q)
{
    double lo, hi;
    char a[NUM_MAX], b[NUM_MAX];
    if (!range_of(s, q, &lo, &hi))
        return xasprintf("No choice gives %s", q->what);
    char *(*format)(char[], double) = format_of(q);
    bool same = strcmp(format(a, lo), format(b, hi)) == 0;
    if (q == &quantities[1])
        return same ? xasprintf("Every choice needs %s instance%s", a, num_s(lo))
                    : xasprintf("The choices need %s to %s instances", a, b);
    if (q == &quantities[2])
        return same ? xasprintf("The peak costs %s %s per hour, whatever is chosen", a, currency_of(s))
                    : xasprintf("The peak costs %s to %s %s per hour", a, b, currency_of(s));
    size_t holds = 0, known = 0;
    for (size_t i = 0; i < s->n_points; i++) {
        known += isfinite(s->points[i].probability) ? 1 : 0;
        holds += s->points[i].probability <= limit;
    }
    struct strbuf sb = {0};
    char held[NUM_MAX], of[NUM_MAX];
    if (holds == 0)
        sb_add(&sb, "No choice holds");
    else if (holds == known)
        sb_add(&sb, "Every choice holds");
    else
        sb_addf(&sb, "%s of %s choices hold%s", num_count(held, (int64_t)holds), num_count(of, (int64_t)known),
                holds == 1 ? "s" : "");
    sb_addf(&sb, " the 10 %% limit: Q_max is reached in %s%s%s of surges", a, same ? "" : " to ", same ? "" : b);
    return sb_detach(&sb);
}

static char *subtitle_of(const struct sweep *s)
{
    struct strbuf sb = {0};
    const struct qmax *q = &s->evidence->ladder;
    char a[NUM_MAX], b[NUM_MAX];
    sb_addf(&sb, "%s on %s", q->model_name, q->instance_type);
    for (size_t i = 0; i < s->n_axes; i++)
        sb_addf(&sb, ", %s %s to %s", axis_defs[s->axes[i].kind].name, num_plain(a, s->axes[i].lo),
                num_plain(b, s->axes[i].hi));
    return sb_detach(&sb);
}

static char *evidence_of_sweep(const struct sweep *s)
{
    struct plan inputs = {.inputs = (struct input *)(uintptr_t)s->evidence->inputs,
                          .n_inputs = s->evidence->n_inputs};
    return charts_evidence(&inputs);
}

/* Writes SCENE and frees it. */
static int put(const struct sweep *s, struct scene *scene, const char *dir, struct outset *set, struct err *e)
{
    char *evidence = evidence_of_sweep(s);
    scene_evidence(scene, evidence);
    free(evidence);
    scene_write(scene, dir, "svg", 1.0, set, e);
    scene_free(scene);
    return e->code;
}

/* A short name for one value of an axis: four digits tell neighbours apart. */
static char *label_of(double v)
{
    char text[NUM_MAX];
    snprintf(text, sizeof text, v >= 1000 ? "%.0f" : "%.4g", v);
    return xstrdup(num_rate(text, strtod(text, NULL)));
}

/* Where the plan's own value lies among the values of an axis, from 0; unknown when it is not among
 * them. */
static double own_place(const struct sweep *s, const struct sweep_axis *a)
{
    double v = s->own ? axis_of_plan(a->kind, s->own) : NUM_UNKNOWN;
    if (!(v >= a->lo && v <= a->hi))
        return NUM_UNKNOWN;
    return a->hi > a->lo ? (v - a->lo) / (a->hi - a->lo) * (double)(a->count - 1) : 0;
}

static int heat_maps(const struct sweep *s, const struct font *font, const char *dir, struct outset *set,
                     struct err *e)
{
    const struct sweep_axis *y = &s->axes[0], *x = &s->axes[1];
    const char **columns = xcalloc(x->count, sizeof *columns), **rows = xcalloc(y->count, sizeof *rows);
    double *values = xcalloc(s->n_points, sizeof *values);
    struct heat_mark mark = {own_place(s, x), own_place(s, y), own_label};
    char *subtitle = subtitle_of(s);
    for (size_t i = 0; i < x->count; i++)
        columns[i] = label_of(axis_value(x, i));
    for (size_t i = 0; i < y->count; i++)
        rows[i] = label_of(axis_value(y, i));
    for (size_t k = 0; k < N_QUANTITIES && e->code == 0; k++) {
        const struct quantity *q = &quantities[k];
        char *title = title_of(s, q), *name = xasprintf("sweep_%s", q->name);
        char *desc =
            xasprintf("Heat map of %s over %s and %s.", q->what, axis_defs[y->kind].title, axis_defs[x->kind].title);
        char *unit = k == 2 ? xasprintf("%s per hour", currency_of(s)) : xstrdup(q->title);
        for (size_t i = 0; i < s->n_points; i++)
            values[i] = value_of(&s->points[i], q);
        double lo, hi;
        bool dear = k == 2 && range_of(s, q, &lo, &hi) && hi >= 100; /* cents would not fit the cells */
        struct chart_text text = {name, title, subtitle, desc,
                                  s->n_failed ? "Hatched: no plan is possible there." : NULL};
        struct heat heat = {.x_title = axis_defs[x->kind].title,
                            .y_title = axis_defs[y->kind].title,
                            .unit = unit,
                            .columns = columns,
                            .n_columns = x->count,
                            .rows = rows,
                            .n_rows = y->count,
                            .value = values,
                            .format = dear ? whole : format_of(q),
                            .mark = &mark};
        put(s, chart_heat(font, &text, &heat), dir, set, e);
        free(title);
        free(name);
        free(desc);
        free(unit);
    }
    for (size_t i = 0; i < x->count; i++)
        free((void *)(uintptr_t)columns[i]);
    for (size_t i = 0; i < y->count; i++)
        free((void *)(uintptr_t)rows[i]);
    free(columns);
    free(rows);
    free(values);
    free(subtitle);
    return e->code;
}

static int lines(const struct sweep *s, const struct font *font, const char *dir, struct outset *set, struct err *e)
{
    const struct axis_def *d = &axis_defs[s->axes[0].kind];
    double *x = xcalloc(s->n_points, sizeof *x), *y = xcalloc(N_QUANTITIES * s->n_points, sizeof *y);
    double own_x = s->own ? axis_of_plan(s->axes[0].kind, s->own) : NUM_UNKNOWN, own_y[N_QUANTITIES];
    struct series series[N_QUANTITIES][2];
    struct panel panels[N_QUANTITIES];
    char shown[NUM_MAX];
    char *title = title_of(s, &quantities[0]), *subtitle = subtitle_of(s);
    char *cost = xasprintf("%s per hour", currency_of(s));
    const struct rule rule = {limit, "limit 10 %", ROLE_STOP};
    char *own_text[N_QUANTITIES];
    /* A little beside the axis the plan is still worth its place; far away it would press the line together. */
    double reach = (s->axes[0].hi - s->axes[0].lo) / 2;
    if (!(own_x >= s->axes[0].lo - reach && own_x <= s->axes[0].hi + reach))
        own_x = NUM_UNKNOWN;
    for (size_t k = 0; k < N_QUANTITIES; k++) {
        const struct quantity *q = &quantities[k];
        double *v = y + k * s->n_points;
        for (size_t i = 0; i < s->n_points; i++) {
            x[i] = s->points[i].value[0];
            v[i] = value_of(&s->points[i], q);
        }
        own_y[k] = own_value(s, q);
        own_text[k] = num_known(own_y[k]) ? xasprintf("%s: %s", own_label, format_of(q)(shown, own_y[k])) : NULL;
        series[k][0] = (struct series){.label = NULL,
                                       .kind = SERIES_LINE,
                                       .own_look = true,
                                       .look = {ROLE_DERIVED, DASH_SOLID, MARK_CIRCLE},
                                       .x = x,
                                       .y = v,
                                       .n = s->n_points};
        series[k][1] = (struct series){.label = own_text[k],
                                       .kind = SERIES_POINTS,
                                       .own_look = true,
                                       .look = {ROLE_CHOSEN, DASH_SOLID, MARK_DIAMOND},
                                       .x = &own_x,
                                       .y = &own_y[k],
                                       .n = 1};
        panels[k] = (struct panel){.y = {k == 0   ? "P(Q_max reached within T_total)"
                                         : k == 2 ? cost
                                                  : q->title,
                                         q->scale, k > 0},
                                   .series = series[k],
                                   .n_series = num_known(own_x) && num_known(own_y[k]) ? 2 : 1,
                                   .rules = k == 0 ? &rule : NULL,
                                   .n_rules = k == 0};
    }
    char *desc = xasprintf("Probability of reaching Q_max, fleet and cost of the peak over %s.", d->title);
    struct chart_text text = {"sweep_lines", title, subtitle, desc, NULL};
    put(s, chart_lines(font, &text, (struct axis_spec){d->title, SCALE_AUTO, false}, panels, N_QUANTITIES), dir, set,
        e);
    for (size_t k = 0; k < N_QUANTITIES; k++)
        free(own_text[k]);
    free(x);
    free(y);
    free(title);
    free(subtitle);
    free(cost);
    free(desc);
    return e->code;
}

/* Of more axes than a line has room for the values alone, in the order that the subtitle names. */
static char *choice_label(const struct sweep *s, const struct sweep_point *p)
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < s->n_axes; i++) {
        char *value = label_of(p->value[i]);
        const char *name = s->n_axes > NAMED_AXES ? "" : axis_defs[s->axes[i].kind].name;
        sb_addf(&sb, "%s%s%s%s", i ? ", " : "", name, *name ? " " : "", value);
        free(value);
    }
    return sb_detach(&sb);
}

static int frontier(const struct sweep *s, const struct font *font, const char *dir, struct outset *set,
                    struct err *e)
{
    double *x = xcalloc(s->n_points, sizeof *x), *y = xcalloc(s->n_points, sizeof *y);
    const char **labels = xcalloc(s->n_points, sizeof *labels);
    char *subtitle = subtitle_of(s);
    char *x_title = xasprintf("cost of the peak, %s per hour", currency_of(s));
    const struct own_choice own = {
        own_value(s, &quantities[2]), own_value(s, &quantities[0]), own_label, {limit, "limit 10 %", ROLE_STOP}};
    const double *cheapest = NULL;
    bool loads = false;
    for (size_t i = 0; i < s->n_axes; i++)
        loads = loads || s->axes[i].kind == AXIS_PEAK_RPS;
    char a[NUM_MAX];
    for (size_t i = 0; i < s->n_points; i++) {
        x[i] = s->points[i].cost_per_hour;
        y[i] = s->points[i].probability;
        labels[i] = choice_label(s, &s->points[i]);
        if (y[i] <= limit && num_known(x[i]) && (!cheapest || x[i] < *cheapest))
            cheapest = &x[i];
    }
    char *title = !cheapest ? xstrdup("No choice holds the 10 % limit, whatever it costs")
                  : s->n_axes > NAMED_AXES
                      ? xasprintf("The cheapest choice within the 10 %% limit costs %s %s per hour at peak",
                                  num_money(a, *cheapest), currency_of(s))
                      : xasprintf("Cheapest within the 10 %% limit: %s, %s %s per hour", labels[cheapest - x],
                                  num_money(a, *cheapest), currency_of(s));
    struct chart_text text = {
        "sweep_frontier", title, subtitle,
        "Every choice by cost of the peak and probability of reaching Q_max; those that no other "
        "beats in both are joined.",
        loads ? "Beaten: another choice costs no more and fills up no sooner. A load is no choice: a "
                "lower one is always cheaper."
              : "Beaten: another choice costs no more and fills up no sooner."};
    put(s,
        chart_frontier_with(font, &text, (struct axis_spec){x_title, SCALE_AUTO, false},
                            (struct axis_spec){"P(Q_max reached within T_total)", SCALE_PERCENT, true}, x, y, labels,
                            s->n_points, &own),
        dir, set, e);
    for (size_t i = 0; i < s->n_points; i++)
        free((void *)(uintptr_t)labels[i]);
    free(labels);
    free(x);
    free(y);
    free(subtitle);
    free(x_title);
    free(title);
    return e->code;
}

int sweep_charts(const struct sweep *s, const char *dir, struct outset *set, struct err *e)
{
    struct font *font;
    if (outset_dir(set, dir, e) != 0 || font_open(&font, e) != 0)
        return e->code;
    if (s->n_axes == 1)
        lines(s, font, dir, set, e);
    if (s->n_axes == 2)
        heat_maps(s, font, dir, set, e);
    if (e->code == 0)
        frontier(s, font, dir, set, e);
    font_close(font);
    return e->code;
}
