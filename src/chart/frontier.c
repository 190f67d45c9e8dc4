/* Generic scatter with its frontier: the choices that no other beats in both respects. */
#include "chart/generic_axis.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_STEP 11.0   /* pt from one row of the key to the next */
#define KEY_SIGN 16.0   /* pt for the sign before its text */
#define KEY_MOST 160.0  /* pt for the widest text */
#define NUMBER_GAP 11.0 /* pt along the frontier between numbered choices */
enum { NUMBERED = 12 };

struct choice {
    double x, y;
    size_t index;
};

static int by_x_then_y(const void *a, const void *b)
{
    const struct choice *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* The axis over N values and one more, which may be unknown. */
static void axis_with(struct axis *a, const struct axis_spec *spec, const double *v, size_t n, double more, int ticks)
{
    double *all = xcalloc(n + 1, sizeof *all);
    memcpy(all, v, n * sizeof *all);
    all[n] = more;
    axis_of_spec(a, spec, all, n + 1, ticks);
    free(all);
}

/* The choices that no other beats, by rising x, and the rest. */
struct parted {
    double *fx, *fy, *rx, *ry;
    size_t *which; /* of the frontier, in the caller's arrays */
    size_t n_front, n_rest;
};

static struct parted part(struct choice *all, size_t n)
{
    struct parted p = {.fx = xcalloc(n + 1, sizeof *p.fx),
                       .fy = xcalloc(n + 1, sizeof *p.fy),
                       .rx = xcalloc(n + 1, sizeof *p.rx),
                       .ry = xcalloc(n + 1, sizeof *p.ry),
                       .which = xcalloc(n + 1, sizeof *p.which)};
    qsort(all, n, sizeof *all, by_x_then_y);
    for (size_t i = 0; i < n; i++)
        if (p.n_front == 0 || all[i].y < p.fy[p.n_front - 1]) {
            p.fx[p.n_front] = all[i].x;
            p.fy[p.n_front] = all[i].y;
            p.which[p.n_front++] = all[i].index;
        } else {
            p.rx[p.n_rest] = all[i].x;
            p.ry[p.n_rest++] = all[i].y;
        }
    return p;
}

static void parted_free(struct parted *p)
{
    free(p->fx);
    free(p->fy);
    free(p->rx);
    free(p->ry);
    free(p->which);
}

static double apart(const struct plot *plot, const struct parted *p, size_t a, size_t b)
{
    return fabs(axis_at(&plot->x, p->fx[b]) - axis_at(&plot->x, p->fx[a])) +
           fabs(axis_at(&plot->y, p->fy[b]) - axis_at(&plot->y, p->fy[a]));
}

/* Picks choices of the frontier to be named, so that their numbers stay apart and their names fit
 * the key; the first and the last are among them. */
static size_t pick(const struct plot *plot, const struct parted *p, size_t out[NUMBERED])
{
    size_t n = NUMBERED, last = p->n_front - 1;
    for (double gap = NUMBER_GAP; n >= NUMBERED; gap *= 1.2) {
        n = 0;
        for (size_t i = 0; i < last && n < NUMBERED; i++)
            if (n == 0 || (apart(plot, p, out[n - 1], i) >= gap && apart(plot, p, i, last) >= gap))
                out[n++] = i;
    }
    out[n++] = last;
    return n;
}

/* The number of a choice, in the corner below and left of it: nothing can lie there, or the choice
 * were beaten. */
static void draw_number(struct plot *plot, double x, double y, size_t number)
{
    struct text_style style = {SIZE_LABEL, true, ROLE_TEXT, ANCHOR_START};
    struct scene *s = plot->scene;
    char text[24];
    if (!axis_holds(&plot->x, x) || !axis_holds(&plot->y, y)) /* outside, as its mark is */
        return;
    snprintf(text, sizeof text, "%zu", number);
    double w = font_width(s->font, true, SIZE_LABEL, text);
    double px = axis_at(&plot->x, x) - 4.5 - w, py = axis_at(&plot->y, y) + 8.5;
    if (px < plot->left - 4.5) { /* there the labels of the axis begin */
        px += 9.0 + w;
        py = fmax(py - 12.0, plot->top + 8.0);
    } else if (py > plot->bottom - 2.0) {
        py = plot->bottom - 2.0;
    }
    scene_rect(s, px - 0.5, py - 6.0, w + 1.0, 6.5, (struct fill){ROLE_PAPER, 1.0, HATCH_NONE}, (struct stroke){0});
    scene_text(s, px, py, style, text);
}

static void key_text(struct scene *s, double x, double y, const char *text)
{
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};
    char *clean = text_clean(text), *fit = font_fit(s->font, false, SIZE_LABEL, clean, KEY_MOST);
    scene_text(s, x + KEY_SIGN, y + 2.8, style, fit);
    free(clean);
    free(fit);
}

static const char beaten[] = "beaten by another";

static double key_width(const struct scene *s, const char *const *labels, const struct parted *p,
                        const struct own_choice *own)
{
    double w = font_width(s->font, false, SIZE_LABEL, beaten);
    if (own)
        w = fmax(w, font_width(s->font, false, SIZE_LABEL, own->label));
    for (size_t i = 0; labels && i < p->n_front; i++)
        if (labels[p->which[i]])
            w = fmax(w, font_width(s->font, false, SIZE_LABEL, labels[p->which[i]]));
    return KEY_SIGN + fmin(w, KEY_MOST);
}

static const struct fill own_fill = {ROLE_CHOSEN, 1.0, HATCH_NONE}, best_fill = {ROLE_MEASURED, 1.0, HATCH_NONE},
                         rest_fill = {ROLE_RULE, 1.0, HATCH_NONE};
static const struct stroke own_edge = {ROLE_TEXT, 0.8, DASH_SOLID}, rest_edge = {ROLE_MUTED, 0.5, DASH_SOLID};

/* The key right of the plot: the numbered choices in their order, then the other signs. */
static void draw_key(struct plot *plot, const char *const *labels, const struct parted *p,
                     const struct own_choice *own)
{
    struct scene *s = plot->scene;
    size_t picked[NUMBERED], n = labels ? pick(plot, p, picked) : 0;
    double x = plot->right + 14.0, y = plot->top + 3.0;
    struct text_style number = {SIZE_LABEL, true, ROLE_TEXT, ANCHOR_END};
    for (size_t i = 0; i < n; i++) {
        const char *label = labels[p->which[picked[i]]];
        if (!label)
            continue;
        draw_number(plot, p->fx[picked[i]], p->fy[picked[i]], i + 1);
        scene_textf(s, x + KEY_SIGN - 5.0, y + 2.8, number, "%zu", i + 1);
        key_text(s, x, y, label);
        y += KEY_STEP;
    }
    y += n ? 5.0 : 0.0;
    if (own) {
        scene_mark(s, x + 7.0, y, 3.4, MARK_SQUARE, own_fill, own_edge);
        key_text(s, x, y, own->label);
        y += KEY_STEP;
    }
    if (p->n_rest) {
        scene_mark(s, x + 7.0, y, 2.2, MARK_CIRCLE, rest_fill, rest_edge);
        key_text(s, x, y, beaten);
    }
}

static void draw_limit(struct plot *plot, const struct rule *limit)
{
    if (!limit->label || !axis_holds(&plot->y, limit->value))
        return;
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_END};
    plot_hline(plot, limit->value, (struct stroke){limit->role, 1.1, DASH_DASHDOT});
    scene_text(plot->scene, plot->right - 2.0, axis_at(&plot->y, limit->value) - 3.0, style, limit->label);
}

struct scene *chart_frontier_with(const struct font *f, const struct chart_text *text, struct axis_spec x,
                                  struct axis_spec y, const double *px, const double *py, const char *const *labels,
                                  size_t n, const struct own_choice *own)
{
    double top;
    struct scene *s = generic_start(f, text, CHART_HEIGHT, &top);
    struct choice *all = xcalloc(n + 1, sizeof *all);
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(px[i]) && isfinite(py[i]))
            all[known++] = (struct choice){px[i], py[i], i};
    if (known == 0) {
        generic_says(s, top, "There is nothing to draw: no choice has both figures.");
        free(all);
        return s;
    }
    struct plot plot = {0};
    struct parted p = part(all, known);
    const struct own_choice *marked = own && isfinite(own->x) && isfinite(own->y) ? own : NULL;
    axis_with(&plot.x, &x, px, n, marked ? own->x : NAN, 7);
    axis_with(&plot.y, &y, py, n, marked ? own->y : NAN, 6);
    double bottom = s->height - PLOT_AXIS_ROOM - generic_note_height(s, text);
    double right = s->width - key_width(s, labels, &p, marked) - 18.0;
    plot_area(&plot, s, plot_label_width(s, &plot.y), top + PLOT_TITLE_ROOM, right, bottom);
    plot_frame(&plot, x.title, y.title);
    if (own)
        draw_limit(&plot, &own->limit);
    plot_marks(&plot, p.rx, p.ry, p.n_rest, p.n_rest > 300 ? 1.4 : 2.2, MARK_CIRCLE, rest_fill, rest_edge);
    plot_steps(&plot, p.fx, p.fy, p.n_front, (struct stroke){ROLE_DERIVED, 1.4, DASH_SOLID});
    plot_marks(&plot, p.fx, p.fy, p.n_front, 3.0, MARK_DIAMOND, best_fill, (struct stroke){0});
    draw_key(&plot, labels, &p, marked);
    if (marked)
        plot_mark(&plot, own->x, own->y, 3.6, MARK_SQUARE, own_fill, own_edge);
    plot_free(&plot);
    parted_free(&p);
    free(all);
    generic_note(s, text);
    return s;
}

struct scene *chart_frontier(const struct font *f, const struct chart_text *text, struct axis_spec x,
                             struct axis_spec y, const double *px, const double *py, const char *const *labels,
                             size_t n)
{
    return chart_frontier_with(f, text, x, y, px, py, labels, n, NULL);
}
