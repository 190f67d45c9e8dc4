/* Generic line charts: panels over one x axis, every line named at its end. */
#include "chart/generic_axis.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

#define NAME_STEP 10.0   /* pt from one name to the next */
#define NAME_SAMPLE 14.0 /* pt of line before a name */
#define NAME_MOST 150.0  /* pt for the widest name */
#define PANEL_GAP 10.0

/* A name in the right margin, beside the end of what it names. */
struct name {
    const char *text;
    double y;
    struct look look;
    bool mark;
};

static struct look series_look(const struct series *s, size_t i)
{
    return s->own_look ? s->look : look_of((unsigned)i);
}

static size_t count_names(const struct panel *p)
{
    return p->n_series + p->n_rules;
}

static double names_width(const struct scene *s, const struct panel *panels, size_t n)
{
    double widest = 0.0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < panels[i].n_series; k++)
            if (panels[i].series[k].label)
                widest = fmax(widest, font_width(s->font, false, SIZE_LABEL, panels[i].series[k].label));
        for (size_t k = 0; k < panels[i].n_rules; k++)
            if (panels[i].rules[k].label)
                widest = fmax(widest, font_width(s->font, false, SIZE_LABEL, panels[i].rules[k].label));
    }
    return widest > 0.0 ? fmin(widest, NAME_MOST) + NAME_SAMPLE + 10.0 : 8.0;
}

static double end_of(const struct plot *plot, const struct series *s)
{
    for (size_t i = s->n; i-- > 0;)
        if (isfinite(s->y[i]))
            return fmax(plot->top, fmin(plot->bottom, axis_at(&plot->y, s->y[i])));
    return plot->bottom;
}

static int by_height(const void *a, const void *b)
{
    const struct name *p = a, *q = b;
    return (p->y > q->y) - (p->y < q->y);
}

/* Moves names apart, down first, then up from the foot of the area. */
static void spread(struct name *names, size_t n, double top, double bottom)
{
    qsort(names, n, sizeof *names, by_height);
    double y = top;
    for (size_t i = 0; i < n; i++) {
        names[i].y = fmax(names[i].y, y);
        y = names[i].y + NAME_STEP;
    }
    y = bottom;
    for (size_t i = n; i-- > 0;) {
        names[i].y = fmin(names[i].y, y);
        y = names[i].y - NAME_STEP;
    }
}

static void draw_names(struct plot *plot, struct name *names, size_t n)
{
    struct scene *s = plot->scene;
    size_t room = (size_t)((plot->bottom - plot->top) / NAME_STEP) + 1, left_out = 0;
    if (n > room) {
        left_out = n - room + 1;
        n = room - 1;
    }
    double last = plot->bottom - (left_out ? NAME_STEP : 0.0);
    spread(names, n, plot->top, last);
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};
    double x = plot->right + 5.0;
    for (size_t i = 0; i < n; i++) {
        char *clean = text_clean(names[i].text);
        char *text = font_fit(s->font, false, SIZE_LABEL, clean, NAME_MOST);
        scene_segment(s, x, names[i].y, x + NAME_SAMPLE, names[i].y,
                      (struct stroke){names[i].look.role, 1.4, names[i].look.dash});
        if (names[i].mark)
            scene_mark(s, x + NAME_SAMPLE / 2.0, names[i].y, 2.2, names[i].look.mark,
                       (struct fill){names[i].look.role, 1.0, HATCH_NONE},
                       (struct stroke){names[i].look.role, 0.8, DASH_SOLID});
        scene_text(s, x + NAME_SAMPLE + 3.0, names[i].y + 2.8, style, text);
        free(clean);
        free(text);
    }
    if (left_out)
        scene_textf(s, x, plot->bottom + 2.8, style, "and %zu more", left_out);
}

static void draw_filled(struct plot *plot, const struct series *s, struct look look)
{
    double *x = xcalloc(2 * s->n + 1, sizeof *x), *y = xcalloc(2 * s->n + 1, sizeof *y);
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (i) {
            x[n] = s->x[i];
            y[n] = y[n - 1];
            n++;
        }
        x[n] = s->x[i];
        y[n++] = s->y[i];
    }
    plot_under(plot, x, y, n, (struct fill){look.role, 0.25, HATCH_NONE});
    free(x);
    free(y);
}

static void draw_series(struct plot *plot, const struct series *s, struct look look)
{
    struct stroke stroke = {look.role, 1.4, look.dash};
    if (s->kind == SERIES_FILLED_STEPS)
        draw_filled(plot, s, look);
    if (s->kind == SERIES_LINE)
        plot_line(plot, s->x, s->y, s->n, stroke);
    else if (s->kind != SERIES_POINTS)
        plot_steps(plot, s->x, s->y, s->n, stroke);
    /* Marks tell lines apart in grey; along many points they would only blot. */
    if (s->kind == SERIES_POINTS || (s->kind == SERIES_LINE && s->n <= 40) || s->n == 1)
        plot_marks(plot, s->x, s->y, s->n, s->n > 300 ? 1.2 : 2.2, look.mark,
                   (struct fill){look.role, 1.0, HATCH_NONE}, (struct stroke){look.role, 0.8, DASH_SOLID});
}

static void draw_panel(struct plot *plot, const struct panel *p, const char *x_title)
{
    plot_frame(plot, x_title, p->y.title);
    size_t n = 0;
    struct name *names = xcalloc(count_names(p) + 1, sizeof *names);
    for (size_t i = 0; i < p->n_rules; i++) {
        struct look look = {p->rules[i].role, DASH_DASHDOT, MARK_CIRCLE};
        plot_hline(plot, p->rules[i].value, (struct stroke){look.role, 1.1, look.dash});
        if (p->rules[i].label && axis_holds(&plot->y, p->rules[i].value))
            names[n++] = (struct name){p->rules[i].label, axis_at(&plot->y, p->rules[i].value), look, false};
    }
    for (size_t i = 0; i < p->n_series; i++) {
        const struct series *s = &p->series[i];
        struct look look = series_look(s, i);
        draw_series(plot, s, look);
        if (s->label)
            names[n++] = (struct name){s->label, end_of(plot, s), look,
                                       s->kind == SERIES_POINTS || (s->kind == SERIES_LINE && s->n <= 40)};
    }
    draw_names(plot, names, n);
    free(names);
}

/* All values of one coordinate, the rules' for y. The caller frees. */
static double *collect(const struct panel *panels, size_t n_panels, bool y, size_t *n)
{
    size_t room = 1;
    for (size_t i = 0; i < n_panels; i++) {
        room += panels[i].n_rules;
        for (size_t k = 0; k < panels[i].n_series; k++)
            room += panels[i].series[k].n;
    }
    double *v = xcalloc(room, sizeof *v);
    *n = 0;
    for (size_t i = 0; i < n_panels; i++) {
        for (size_t k = 0; y && k < panels[i].n_rules; k++)
            v[(*n)++] = panels[i].rules[k].value;
        for (size_t k = 0; k < panels[i].n_series; k++) {
            const struct series *s = &panels[i].series[k];
            for (size_t j = 0; j < s->n; j++)
                v[(*n)++] = y ? s->y[j] : s->x[j];
        }
    }
    return v;
}

static bool any_finite(const struct panel *panels, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < panels[i].n_series; k++)
            for (size_t j = 0; j < panels[i].series[k].n; j++)
                if (isfinite(panels[i].series[k].x[j]) && isfinite(panels[i].series[k].y[j]))
                    return true;
    return false;
}

struct scene *chart_lines(const struct font *f, const struct chart_text *text, struct axis_spec x,
                          const struct panel *panels, size_t n_panels)
{
    double top, height = n_panels <= 1 ? CHART_HEIGHT : 90.0 + 105.0 * (double)n_panels;
    struct scene *s = generic_start(f, text, height, &top);
    if (!any_finite(panels, n_panels)) {
        generic_says(s, top, "There is nothing to draw: no point of this chart has a known value.");
        return s;
    }
    size_t n;
    double *v = collect(panels, n_panels, false, &n);
    struct axis x_axis;
    axis_of_spec(&x_axis, &x, v, n, 8);
    free(v);
    struct plot *plots = xcalloc(n_panels, sizeof *plots);
    double left = 0.0, right = s->width - names_width(s, panels, n_panels);
    for (size_t i = 0; i < n_panels; i++) {
        v = collect(&panels[i], 1, true, &n);
        axis_of_spec(&plots[i].y, &panels[i].y, v, n, n_panels > 1 ? 4 : 6);
        free(v);
        plots[i].x = x_axis;
        left = fmax(left, plot_label_width(s, &plots[i].y));
    }
    double room = s->height - top - PLOT_AXIS_ROOM - generic_note_height(s, text);
    double each = room / (double)n_panels;
    for (size_t i = 0; i < n_panels; i++) {
        double from = top + each * (double)i + PLOT_TITLE_ROOM, to = top + each * (double)(i + 1);
        plot_area(&plots[i], s, left, from, right, i + 1 < n_panels ? to - PANEL_GAP : to);
        draw_panel(&plots[i], &panels[i], i + 1 == n_panels ? x.title : NULL);
        plot_free(&plots[i]);
    }
    free(plots);
    generic_note(s, text);
    return s;
}
