/* Labels that keep out of each other's way: flags above the plot area, and texts within it. */
#include "chart/plot.h"

#include "base/mem.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define FLAG_ROW 10.5 /* pt */
#define FLAG_GAP 2.5

struct plot_label {
    double x, y; /* on the page */
    char *text;
};

static const struct text_style label_style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};

struct box {
    double x1, x2;
    size_t row;
};

struct flag_search {
    const double *at;    /* positions, from right to left */
    const double *width; /* of the texts */
    double left, right;  /* of the plot area */
    size_t n;
    size_t row[FLAGS_MAX], best_row[FLAGS_MAX];
    bool is_left[FLAGS_MAX], best_left[FLAGS_MAX];
    double best;
};

static struct box flag_box(const struct flag_search *s, size_t i, size_t row, bool left)
{
    double x = s->at[i];
    if (left)
        return (struct box){x - FLAG_GAP - s->width[i], x, row};
    return (struct box){x, x + FLAG_GAP + s->width[i], row};
}

/* Does a line cross the text of the flag whose own line is at OWN? */
static bool crosses(double line, double own, struct box b)
{
    double x1 = b.x1 == own ? own + FLAG_GAP : b.x1, x2 = b.x2 == own ? own - FLAG_GAP : b.x2;
    return line > x1 - 1.0 && line < x2 + 1.0;
}

/* A flag's line runs from the plot area up to its own row, so it may cross no text of a lower row;
 * texts of one row stand side by side. */
static bool flags_clash(const struct flag_search *s, size_t i, size_t j)
{
    struct box a = flag_box(s, i, s->row[i], s->is_left[i]), b = flag_box(s, j, s->row[j], s->is_left[j]);
    const double gap = 3.0;
    if (a.row == b.row && a.x1 < b.x2 + gap && b.x1 < a.x2 + gap)
        return true;
    return (a.row > b.row && crosses(s->at[i], s->at[j], b)) || (b.row > a.row && crosses(s->at[j], s->at[i], a));
}

static void search(struct flag_search *s, size_t i, double cost)
{
    if (cost >= s->best)
        return;
    if (i == s->n) {
        s->best = cost;
        for (size_t k = 0; k < s->n; k++) {
            s->best_row[k] = s->row[k];
            s->best_left[k] = s->is_left[k];
        }
        return;
    }
    for (size_t row = 0; row < s->n; row++)
        for (int left = 0; left < 2; left++) {
            struct box b = flag_box(s, i, row, left);
            if (b.x1 < s->left - 20.0 || b.x2 > s->right + 0.5)
                continue;
            s->row[i] = row;
            s->is_left[i] = left;
            bool clash = false;
            for (size_t k = 0; k < i && !clash; k++)
                clash = flags_clash(s, i, k);
            if (!clash)
                search(s, i + 1, cost + 10.0 * (double)row + left);
        }
}

double flags_lay(struct plot *p, struct flag *flags, size_t n)
{
    double at[FLAGS_MAX], width[FLAGS_MAX];
    size_t order[FLAGS_MAX], count = 0;
    for (size_t i = 0; i < n && i < FLAGS_MAX; i++)
        if (axis_holds(&p->x, flags[i].x))
            order[count++] = i;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && flags[order[k]].x > flags[order[k - 1]].x; k--) {
            size_t t = order[k];
            order[k] = order[k - 1];
            order[k - 1] = t;
        }
    for (size_t i = 0; i < count; i++) {
        at[i] = axis_at(&p->x, flags[order[i]].x);
        width[i] = font_width(p->scene->font, false, SIZE_LABEL, flags[order[i]].text);
    }
    struct flag_search s = {at, width, p->left, p->right, count, {0}, {0}, {0}, {0}, 1e9};
    search(&s, 0, 0.0);
    /* Lines that nearly coincide may leave no way out: a row for each then keeps the texts legible.
     */
    for (size_t i = 0; i < count && s.best >= 1e9; i++) {
        s.best_row[i] = i;
        s.best_left[i] = flag_box(&s, i, i, false).x2 > p->right;
    }
    size_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        flags[order[i]].row = s.best_row[i];
        flags[order[i]].left = s.best_left[i];
        if (s.best_row[i] + 1 > rows)
            rows = s.best_row[i] + 1;
    }
    p->above = (double)rows * FLAG_ROW + (rows ? 3.0 : 0.0);
    return p->above;
}

void flags_draw(struct plot *p, const struct flag *flags, size_t n)
{
    for (size_t i = 0; i < n && i < FLAGS_MAX; i++) {
        const struct flag *f = &flags[i];
        if (!axis_holds(&p->x, f->x))
            continue;
        double x = axis_at(&p->x, f->x), base = p->top - 3.0 - (double)f->row * FLAG_ROW;
        scene_segment(p->scene, x, base - 7.5, x, p->bottom, f->stroke);
        cover_segment(p->cover, x, p->top, x, p->bottom, COVER_INK);
        struct text_style style = label_style;
        style.anchor = f->left ? ANCHOR_END : ANCHOR_START;
        scene_text(p->scene, f->left ? x - FLAG_GAP : x + FLAG_GAP, base - 1.0, style, f->text);
    }
}

void plot_label(struct plot *p, double x, double y, const char *fmt, ...)
{
    double px = isfinite(x) ? axis_at(&p->x, x) : NAN, py = isfinite(y) ? axis_at(&p->y, y) : NAN;
    if (!isfinite(px) || !isfinite(py) || px < p->left - 0.01 || px > p->right + 0.01 || py < p->top - 0.01 ||
        py > p->bottom + 0.01)
        return;
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    p->labels = xreallocarray(p->labels, p->n_labels + 1, sizeof *p->labels);
    p->labels[p->n_labels++] = (struct plot_label){px, py, text};
}

struct spot {
    double x, y; /* top left of the text's box */
    double cost;
    bool leader;
};

static void consider(const struct plot *p, const struct plot_label *l, double x, double y, double w, double h,
                     double distance, struct spot *best)
{
    if (x < p->left + 2.0 || x + w > p->right || y < p->top + 1.0 || y + h > p->bottom - 1.0)
        return;
    if (cover_in_rect(p->cover, x - 2.0, y - 1.0, x + w + 2.0, y + h + 1.0, COVER_TEXT))
        return;
    /* A line through a text is worse than a text that stands far from its point. */
    double ink = (double)cover_in_rect(p->cover, x - 1.0, y, x + w + 1.0, y + h, COVER_INK);
    double cost = 12.0 * ink + 0.5 * distance;
    bool leader = distance > 12.0;
    if (leader) {
        double ex = fmax(x, fmin(l->x, x + w)), ey = fmax(y, fmin(l->y, y + h));
        if (cover_on_segment(p->cover, l->x, l->y, ex, ey, COVER_TEXT))
            return;
        cost += 2.0 * (double)cover_on_segment(p->cover, l->x, l->y, ex, ey, COVER_INK);
    }
    if (cost < best->cost)
        *best = (struct spot){x, y, cost, leader};
}

static void place_label(struct plot *p, const struct plot_label *l)
{
    static const double distances[] = {4, 7, 11, 16, 24, 34, 46, 62, 82};
    static const double directions[8][2] = {{1, -1}, {1, 0}, {-1, -1}, {1, 1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    double room = (p->right - p->left) * 0.6, h = SIZE_LABEL + 1.0;
    char *text = font_fit(p->scene->font, false, SIZE_LABEL, l->text, room);
    double w = font_width(p->scene->font, false, SIZE_LABEL, text);
    struct spot best = {0.0, 0.0, 1e9, false};
    for (size_t d = 0; d < sizeof distances / sizeof *distances; d++)
        for (size_t k = 0; k < 8; k++) {
            double dx = directions[k][0], dy = directions[k][1], gap = distances[d];
            double x = l->x + (dx > 0 ? gap : dx < 0 ? -gap - w : -w / 2.0);
            double y = l->y + (dy > 0 ? gap : dy < 0 ? -gap - h : -h / 2.0);
            consider(p, l, x, y, w, h, gap + 0.3 * (double)k, &best);
        }
    if (best.cost > 20.0)
        for (double y = p->top + 2.0; y + h < p->bottom; y += 6.0)
            for (double x = p->left + 3.0; x + w < p->right; x += 8.0)
                consider(p, l, x, y, w, h, 20.0 + fmax(fabs(x + w / 2.0 - l->x), fabs(y + h / 2.0 - l->y)), &best);
    if (best.cost < 1e9) {
        struct scene *s = p->scene;
        if (best.leader) {
            double ex = fmax(best.x - 1.0, fmin(l->x, best.x + w + 1.0)), ey = fmax(best.y, fmin(l->y, best.y + h));
            scene_segment(s, l->x, l->y, ex, ey, (struct stroke){ROLE_MUTED, 0.4, DASH_SOLID});
            cover_segment(p->cover, l->x, l->y, ex, ey, COVER_INK);
        }
        /* Paper behind the text keeps the grid from striking it through. */
        if (!cover_in_rect(p->cover, best.x - 1.0, best.y, best.x + w + 1.0, best.y + h, COVER_INK))
            scene_rect(s, best.x - 1.0, best.y, w + 2.0, h, (struct fill){ROLE_PAPER, 1.0, HATCH_NONE},
                       (struct stroke){0});
        scene_text(s, best.x, best.y + SIZE_LABEL - 0.8, label_style, text);
        cover_rect(p->cover, best.x, best.y, best.x + w, best.y + h, COVER_TEXT);
    }
    free(text);
}

void plot_labels(struct plot *p)
{
    for (size_t i = 0; i < p->n_labels; i++) {
        place_label(p, &p->labels[i]);
        free(p->labels[i].text);
    }
    p->n_labels = 0;
}

void plot_free(struct plot *p)
{
    for (size_t i = 0; i < p->n_labels; i++)
        free(p->labels[i].text);
    free(p->labels);
    cover_free(p->cover);
    p->labels = NULL;
    p->cover = NULL;
    p->n_labels = 0;
}
