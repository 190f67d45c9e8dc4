#include "chart/scene.h"

#include "base/mem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scene_memory {
    struct arena *arena;
    size_t capacity;
};

struct scene *scene_new(const struct font *font, const char *name, double width, double height)
{
    struct scene *s = xcalloc(1, sizeof *s);
    s->memory = xcalloc(1, sizeof *s->memory);
    s->memory->arena = arena_new();
    char *clean = text_clean(name);
    s->name = arena_strdup(s->memory->arena, clean);
    free(clean);
    s->title = s->desc = "";
    s->width = width;
    s->height = height;
    s->font = font;
    return s;
}

void scene_free(struct scene *s)
{
    if (!s)
        return;
    arena_free(s->memory->arena);
    free(s->items);
    free(s->memory);
    free(s);
}

__attribute__((format(printf, 2, 0))) static const char *keep_clean(struct scene *s, const char *fmt, va_list ap)
{
    char *text = xvasprintf(fmt, ap);
    char *clean = text_clean(text);
    const char *kept = arena_strdup(s->memory->arena, clean);
    free(text);
    free(clean);
    return kept;
}

void scene_title(struct scene *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    s->title = keep_clean(s, fmt, ap);
    va_end(ap);
}

void scene_desc(struct scene *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    s->desc = keep_clean(s, fmt, ap);
    va_end(ap);
}

void scene_evidence(struct scene *s, const char *text)
{
    s->evidence = arena_strdup(s->memory->arena, text);
}

/* To 0.01 pt; adding zero turns -0 into 0. */
static double snap(double v)
{
    return rint(v * 100.0) / 100.0 + 0.0;
}

static struct item *add(struct scene *s, enum item_kind kind)
{
    if (s->n_items == s->memory->capacity) {
        s->memory->capacity = s->memory->capacity ? 2 * s->memory->capacity : 64;
        s->items = xreallocarray(s->items, s->memory->capacity, sizeof *s->items);
    }
    struct item *it = &s->items[s->n_items++];
    memset(it, 0, sizeof *it);
    it->kind = kind;
    return it;
}

/* libharu clamps at +-32767 and cairo says nothing about NaN: such an item is a bug of a chart, and
 * is counted so that tests see it. */
static bool usable(struct scene *s, double v)
{
    if (isfinite(v) && fabs(v) < 30000.0)
        return true;
    s->refused++;
    return false;
}

void scene_rect(struct scene *s, double x, double y, double w, double h, struct fill fill, struct stroke stroke)
{
    if (!usable(s, x) || !usable(s, y) || !usable(s, w) || !usable(s, h))
        return;
    struct item *it = add(s, ITEM_RECT);
    it->x = snap(x);
    it->y = snap(y);
    it->w = snap(w);
    it->h = snap(h);
    it->fill = fill;
    it->stroke = stroke;
}

static void add_points(struct scene *s, enum item_kind kind, const struct point *p, size_t n, struct fill fill,
                       struct stroke stroke)
{
    if (n < 2)
        return;
    for (size_t i = 0; i < n; i++)
        if (!usable(s, p[i].x) || !usable(s, p[i].y))
            return;
    struct item *it = add(s, kind);
    it->fill = fill;
    it->stroke = stroke;
    it->points = arena_array(s->memory->arena, n, sizeof *p);
    for (size_t i = 0; i < n; i++) {
        struct point q = {snap(p[i].x), snap(p[i].y)};
        /* Points that fall on the one before add nothing but bytes. */
        if (it->n_points && it->points[it->n_points - 1].x == q.x && it->points[it->n_points - 1].y == q.y)
            continue;
        it->points[it->n_points++] = q;
    }
    if (it->n_points < 2)
        s->n_items--;
}

void scene_line(struct scene *s, const struct point *p, size_t n, struct stroke stroke)
{
    add_points(s, ITEM_LINE, p, n, (struct fill){0}, stroke);
}

void scene_segment(struct scene *s, double x1, double y1, double x2, double y2, struct stroke stroke)
{
    struct point p[2] = {{x1, y1}, {x2, y2}};
    scene_line(s, p, 2, stroke);
}

void scene_area(struct scene *s, const struct point *p, size_t n, struct fill fill, struct stroke stroke)
{
    add_points(s, ITEM_AREA, p, n, fill, stroke);
}

void scene_mark(struct scene *s, double x, double y, double radius, enum marker mark, struct fill fill,
                struct stroke stroke)
{
    if (!usable(s, x) || !usable(s, y) || !usable(s, radius))
        return;
    struct item *it = add(s, ITEM_MARK);
    it->x = snap(x);
    it->y = snap(y);
    it->w = snap(radius);
    it->mark = mark;
    it->fill = fill;
    it->stroke = stroke;
}

double scene_text(struct scene *s, double x, double y, struct text_style style, const char *text)
{
    if (!usable(s, x) || !usable(s, y))
        return 0.0;
    size_t missing = 0;
    char *drawn = font_clean(s->font, style.bold, text, &missing);
    struct item *it = add(s, ITEM_TEXT);
    it->x = snap(x);
    it->y = snap(y);
    it->style = style;
    it->text = it->original = arena_strdup(s->memory->arena, drawn);
    if (missing) {
        char *original = text_clean(text);
        it->original = arena_strdup(s->memory->arena, original);
        free(original);
    }
    s->missing += missing;
    it->w = snap(font_width(s->font, style.bold, style.size, drawn));
    free(drawn);
    return it->w;
}

double scene_textf(struct scene *s, double x, double y, struct text_style style, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    double w = scene_text(s, x, y, style, text);
    free(text);
    return w;
}

size_t mark_points(const struct item *m, struct point out[4])
{
    double x = m->x, y = m->y, r = m->w;
    switch (m->mark) {
    case MARK_SQUARE: {
        double d = snap(r * 0.88);
        out[0] = (struct point){x - d, y - d};
        out[1] = (struct point){x + d, y - d};
        out[2] = (struct point){x + d, y + d};
        out[3] = (struct point){x - d, y + d};
        return 4;
    }
    case MARK_DIAMOND: {
        double d = snap(r * 1.2);
        out[0] = (struct point){x, y - d};
        out[1] = (struct point){x + d, y};
        out[2] = (struct point){x, y + d};
        out[3] = (struct point){x - d, y};
        return 4;
    }
    case MARK_UP:
    case MARK_DOWN: {
        double up = m->mark == MARK_UP ? 1.0 : -1.0, half = snap(r * 1.1);
        out[0] = (struct point){x, y - up * snap(r * 1.15)};
        out[1] = (struct point){x + half, y + up * snap(r * 0.8)};
        out[2] = (struct point){x - half, y + up * snap(r * 0.8)};
        return 3;
    }
    case MARK_CROSS: {
        double d = snap(r * 0.8);
        out[0] = (struct point){x - d, y - d};
        out[1] = (struct point){x + d, y + d};
        out[2] = (struct point){x - d, y + d};
        out[3] = (struct point){x + d, y - d};
        return 4;
    }
    case MARK_CIRCLE:
    default: return 0;
    }
}

bool hatch_line(const struct item *r, size_t i, struct point seg[2])
{
    /* Lines x + y = c (rising) or x - y = c (falling) with c a multiple of the gap, so that
     * hatching runs on across neighbouring bars. */
    const double gap = 4.0;
    double sign = r->fill.hatch == HATCH_RISING ? 1.0 : -1.0;
    double x1 = r->x, x2 = r->x + r->w, y1 = r->y, y2 = r->y + r->h;
    double least = x1 + (sign > 0 ? y1 : -y2), most = x2 + (sign > 0 ? y2 : -y1);
    double c = (floor(least / gap) + 1.0 + (double)i) * gap;
    if (!(c < most))
        return false;
    /* At x1 the line is at y = sign (c - x1). */
    double ya = sign * (c - x1), yb = sign * (c - x2);
    double xa = x1, xb = x2;
    struct {
        double *x, *y;
    } ends[2] = {{&xa, &ya}, {&xb, &yb}};
    for (int k = 0; k < 2; k++) {
        if (*ends[k].y < y1)
            *ends[k].y = y1;
        if (*ends[k].y > y2)
            *ends[k].y = y2;
        *ends[k].x = c - sign * *ends[k].y;
    }
    seg[0] = (struct point){snap(xa), snap(ya)};
    seg[1] = (struct point){snap(xb), snap(yb)};
    return true;
}

static void dump_fill(struct strbuf *out, struct fill f)
{
    if (f.role == ROLE_NONE)
        return;
    sb_addf(out, " fill %s", role_names[f.role]);
    if (f.tint < 1.0)
        sb_addf(out, " %.2f", f.tint);
    if (f.hatch != HATCH_NONE)
        sb_addf(out, " %s", hatch_names[f.hatch]);
}

static void dump_stroke(struct strbuf *out, struct stroke k)
{
    if (k.role != ROLE_NONE)
        sb_addf(out, " stroke %s %.2f %s", role_names[k.role], k.width, dash_names[k.dash]);
}

void scene_dump(const struct scene *s, struct strbuf *out)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    sb_addf(out, "scene %s %.2f x %.2f\n", s->name, s->width, s->height);
    sb_addf(out, "title %s\n", s->title);
    sb_addf(out, "desc %s\n", s->desc);
    for (size_t i = 0; i < s->n_items; i++) {
        const struct item *it = &s->items[i];
        switch (it->kind) {
        case ITEM_RECT: sb_addf(out, "rect %.2f %.2f %.2f %.2f", it->x, it->y, it->w, it->h); break;
        case ITEM_LINE:
        case ITEM_AREA:
            sb_add(out, it->kind == ITEM_LINE ? "line" : "area");
            for (size_t k = 0; k < it->n_points; k++)
                sb_addf(out, " %.2f,%.2f", it->points[k].x, it->points[k].y);
            break;
        case ITEM_MARK: sb_addf(out, "mark %.2f %.2f %s %.2f", it->x, it->y, mark_names[it->mark], it->w); break;
        case ITEM_TEXT:
            sb_addf(out, "text %.2f %.2f %s %.2f %s%s width %.2f \"%s\"", it->x, it->y, anchors[it->style.anchor],
                    it->style.size, it->style.bold ? "bold " : "", role_names[it->style.role], it->w, it->text);
            break;
        }
        dump_fill(out, it->fill);
        dump_stroke(out, it->stroke);
        sb_addc(out, '\n');
    }
    if (s->missing)
        sb_addf(out, "missing glyphs %zu\n", s->missing);
}
