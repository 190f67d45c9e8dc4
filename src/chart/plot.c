#include "chart/plot.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct stroke grid = {ROLE_RULE, 0.5, DASH_SOLID};
static const struct stroke base_line = {ROLE_MUTED, 0.7, DASH_SOLID};

void plot_area(struct plot *p, struct scene *s, double left, double top, double right, double bottom)
{
    p->scene = s;
    p->left = left;
    p->top = top;
    /* Texts of any length around it must not turn it inside out: then they overlap it. */
    p->right = fmax(right, left + PLOT_LEAST);
    p->bottom = fmax(bottom, top + PLOT_LEAST);
    p->x.from = left;
    p->x.to = p->right;
    p->y.from = p->bottom;
    p->y.to = top;
    if (!p->cover)
        p->cover = cover_new(s->width, s->height);
}

double plot_label_width(const struct scene *s, const struct axis *y)
{
    double widest = 0.0;
    for (size_t i = 0; i < y->n_ticks; i++)
        widest = fmax(widest, font_width(s->font, false, SIZE_LABEL, y->ticks[i].label));
    return widest + 6.0;
}

void plot_frame(struct plot *p, const char *x_title, const char *y_title)
{
    struct scene *s = p->scene;
    struct text_style at_y = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_END};
    for (size_t i = 0; i < p->y.n_ticks; i++) {
        double y = axis_at(&p->y, p->y.ticks[i].value);
        if (y < p->top - 0.01 || y > p->bottom + 0.01)
            continue;
        scene_segment(s, p->left, y, p->right, y, grid);
        scene_text(s, p->left - 4.0, y + 2.8, at_y, p->y.ticks[i].label);
    }
    struct text_style at_x = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_MIDDLE};
    double taken = -1e9;
    for (size_t i = 0; i < p->x.n_ticks; i++) {
        double x = axis_at(&p->x, p->x.ticks[i].value);
        if (x < p->left - 0.01 || x > p->right + 0.01)
            continue;
        scene_segment(s, x, p->bottom, x, p->bottom + 3.0, base_line);
        double half = font_width(s->font, false, SIZE_LABEL, p->x.ticks[i].label) / 2.0;
        if (!x_title || x - half < taken + 5.0 || x + half > s->width)
            continue;
        scene_text(s, x, p->bottom + 11.5, at_x, p->x.ticks[i].label);
        taken = x + half;
    }
    scene_segment(s, p->left, p->bottom, p->right, p->bottom, base_line);
    struct text_style title = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_END};
    if (x_title)
        scene_text(s, p->right, p->bottom + 22.5, title, x_title);
    title.anchor = ANCHOR_START;
    if (y_title)
        scene_text(s, 0.0, p->top - p->above - 7.0, title, y_title);
}

/* A product of a tick has digits of its own: three significant ones are enough beside an axis. */
static void right_label(char out[NUM_MAX], double value)
{
    double size = fabs(value);
    if (size >= 1e15)
        snprintf(out, NUM_MAX, "%.3g", value);
    else if (size >= 1e12)
        snprintf(out, NUM_MAX, "%.3g trillion", value / 1e12);
    else if (size >= 1e9)
        snprintf(out, NUM_MAX, "%.3g billion", value / 1e9);
    else if (size >= 1e6)
        snprintf(out, NUM_MAX, "%.3g million", value / 1e6);
    else
        num_fixed(out, value, size >= 100.0 || value == 0.0 ? 0 : size >= 10.0 ? 1 : 2);
}

double plot_right_width(const struct scene *s, const struct axis *y, double factor)
{
    double widest = 0.0;
    for (size_t i = 0; i < y->n_ticks; i++) {
        char label[NUM_MAX];
        right_label(label, y->ticks[i].value * factor);
        widest = fmax(widest, font_width(s->font, false, SIZE_LABEL, label));
    }
    return widest + 6.0;
}

void plot_right_axis(struct plot *p, double factor, const char *title)
{
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};
    for (size_t i = 0; i < p->y.n_ticks; i++) {
        double y = axis_at(&p->y, p->y.ticks[i].value);
        if (y < p->top - 0.01 || y > p->bottom + 0.01)
            continue;
        char label[NUM_MAX];
        right_label(label, p->y.ticks[i].value * factor);
        scene_text(p->scene, p->right + 4.0, y + 2.8, style, label);
    }
    style.anchor = ANCHOR_END;
    scene_text(p->scene, p->scene->width, p->top - p->above - 7.0, style, title);
}

/* Cuts a segment to the plot area (Liang-Barsky). False when nothing is left. */
static bool cut(const struct plot *p, struct point *a, struct point *b)
{
    double dx = b->x - a->x, dy = b->y - a->y, t0 = 0.0, t1 = 1.0;
    const double delta[4] = {-dx, dx, -dy, dy};
    const double room[4] = {a->x - p->left, p->right - a->x, a->y - p->top, p->bottom - a->y};
    for (int i = 0; i < 4; i++) {
        if (delta[i] == 0.0) {
            if (room[i] < 0.0)
                return false;
            continue;
        }
        double t = room[i] / delta[i];
        if (delta[i] < 0.0)
            t0 = fmax(t0, t);
        else
            t1 = fmin(t1, t);
    }
    if (t0 > t1)
        return false;
    struct point from = *a;
    *a = (struct point){from.x + t0 * dx, from.y + t0 * dy};
    *b = (struct point){from.x + t1 * dx, from.y + t1 * dy};
    return true;
}

static void flush(struct plot *p, struct point *run, size_t *n, struct stroke stroke)
{
    scene_line(p->scene, run, *n, stroke);
    for (size_t i = 1; i < *n; i++)
        cover_segment(p->cover, run[i - 1].x, run[i - 1].y, run[i].x, run[i].y, COVER_INK);
    *n = 0;
}

/* Draws points of the page, those that are not finite being gaps. */
static void draw_points(struct plot *p, const struct point *at, size_t n, struct stroke stroke)
{
    struct point *run = xcalloc(n + 2, sizeof *run);
    size_t count = 0;
    for (size_t i = 1; i < n; i++) {
        struct point a = at[i - 1], b = at[i];
        if (!isfinite(a.y) || !isfinite(b.y) || !cut(p, &a, &b)) {
            flush(p, run, &count, stroke);
            continue;
        }
        if (count && (run[count - 1].x != a.x || run[count - 1].y != a.y))
            flush(p, run, &count, stroke);
        if (count == 0)
            run[count++] = a;
        run[count++] = b;
    }
    flush(p, run, &count, stroke);
    free(run);
}

/* Thousands of points in a few hundred columns: of each column of half a point the first, the
 * lowest, the highest and the last are all that can be seen. */
static size_t thin(struct point *at, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n;) {
        double column = floor(at[i].x * 2.0);
        size_t end = i, low = i, high = i;
        for (; end < n && floor(at[end].x * 2.0) == column && isfinite(at[end].y); end++) {
            if (at[end].y < at[low].y)
                low = end;
            if (at[end].y > at[high].y)
                high = end;
        }
        if (end - i <= 4) {
            size_t until = end > i ? end : i + 1;
            for (; i < until; i++)
                at[kept++] = at[i];
            continue;
        }
        const struct point four[4] = {at[i], at[low < high ? low : high], at[low < high ? high : low], at[end - 1]};
        for (int k = 0; k < 4; k++)
            at[kept++] = four[k];
        i = end;
    }
    return kept;
}

static struct point place(const struct plot *p, double x, double y)
{
    if (!isfinite(x) || !isfinite(y))
        return (struct point){p->left, NAN};
    return (struct point){axis_at(&p->x, x), axis_at(&p->y, y)};
}

void plot_line(struct plot *p, const double *x, const double *y, size_t n, struct stroke stroke)
{
    struct point *at = xcalloc(n + 1, sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = place(p, x[i], y[i]);
    draw_points(p, at, thin(at, n), stroke);
    free(at);
}

void plot_steps(struct plot *p, const double *x, const double *y, size_t n, struct stroke stroke)
{
    struct point *at = xcalloc(2 * n + 1, sizeof *at);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct point q = place(p, x[i], y[i]);
        if (count) {
            at[count] = (struct point){q.x, at[count - 1].y};
            count++;
        }
        at[count++] = q;
    }
    draw_points(p, at, thin(at, count), stroke);
    free(at);
}

static bool inside(const struct plot *p, double x, double y)
{
    return x >= p->left - 0.01 && x <= p->right + 0.01 && y >= p->top - 0.01 && y <= p->bottom + 0.01;
}

void plot_mark(struct plot *p, double x, double y, double radius, enum marker mark, struct fill fill,
               struct stroke stroke)
{
    struct point at = place(p, x, y);
    if (!isfinite(at.y) || !inside(p, at.x, at.y))
        return;
    scene_mark(p->scene, at.x, at.y, radius, mark, fill, stroke);
    cover_rect(p->cover, at.x - radius, at.y - radius, at.x + radius, at.y + radius, COVER_INK);
}

void plot_marks(struct plot *p, const double *x, const double *y, size_t n, double radius, enum marker mark,
                struct fill fill, struct stroke stroke)
{
    /* A mark that falls on another one of its series cannot be seen and is not drawn again. */
    size_t columns = (size_t)((p->right - p->left) * 2.0) + 2, rows = (size_t)((p->bottom - p->top) * 2.0) + 2;
    unsigned char *seen = xcalloc(columns * rows, 1);
    for (size_t i = 0; i < n; i++) {
        struct point at = place(p, x[i], y[i]);
        if (!isfinite(at.y) || !inside(p, at.x, at.y))
            continue;
        size_t column = (size_t)fmax(0.0, (at.x - p->left) * 2.0), row = (size_t)fmax(0.0, (at.y - p->top) * 2.0);
        unsigned char *cell = &seen[row * columns + column];
        if (!*cell)
            plot_mark(p, x[i], y[i], radius, mark, fill, stroke);
        *cell = 1;
    }
    free(seen);
}

void plot_band(struct plot *p, double x1, double x2, struct fill fill)
{
    double a = fmax(p->left, fmin(p->right, axis_at(&p->x, x1)));
    double b = fmax(p->left, fmin(p->right, axis_at(&p->x, x2)));
    if (b - a > 0.05)
        scene_rect(p->scene, a, p->top, b - a, p->bottom - p->top, fill, (struct stroke){0});
}

/* Keeps the part of a polygon where side * (coordinate - limit) <= 0 (Sutherland-Hodgman). */
static size_t keep_side(const struct point *in, size_t n, struct point *out, bool vertical, double limit, double side)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct point a = in[i], b = in[(i + 1) % n];
        double da = side * ((vertical ? a.y : a.x) - limit), db = side * ((vertical ? b.y : b.x) - limit);
        if (da <= 0.0)
            out[count++] = a;
        if ((da < 0.0 && db > 0.0) || (da > 0.0 && db < 0.0)) {
            double t = da / (da - db);
            out[count++] = (struct point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    return count;
}

void plot_under(struct plot *p, const double *x, const double *y, size_t n, struct fill fill)
{
    struct point *at = xcalloc(n + 1, sizeof *at);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && isfinite(y[i]))
            at[count++] = place(p, x[i], y[i]);
    count = thin(at, count);
    if (count > 1) {
        /* Each cut adds at most one corner for every corner there is. */
        size_t room = 2 * (count + 2) + 16;
        struct point *one = xcalloc(room, sizeof *one), *two = xcalloc(room, sizeof *two);
        memcpy(one, at, count * sizeof *at);
        one[count] = (struct point){at[count - 1].x, p->bottom};
        one[count + 1] = (struct point){at[0].x, p->bottom};
        count += 2;
        count = keep_side(one, count, two, false, p->left, -1.0);
        count = count ? keep_side(two, count, one, false, p->right, 1.0) : 0;
        count = count ? keep_side(one, count, two, true, p->top, -1.0) : 0;
        if (count > 2)
            scene_area(p->scene, two, count, fill, (struct stroke){0});
        free(one);
        free(two);
    }
    free(at);
}

void plot_hline(struct plot *p, double y, struct stroke stroke)
{
    if (!axis_holds(&p->y, y))
        return;
    double at = axis_at(&p->y, y);
    scene_segment(p->scene, p->left, at, p->right, at, stroke);
    cover_segment(p->cover, p->left, at, p->right, at, COVER_INK);
}

void plot_vline(struct plot *p, double x, struct stroke stroke)
{
    if (!axis_holds(&p->x, x))
        return;
    double at = axis_at(&p->x, x);
    scene_segment(p->scene, at, p->top, at, p->bottom, stroke);
    cover_segment(p->cover, at, p->top, at, p->bottom, COVER_INK);
}
