#include "report/paint_scene.h"

#include <stdlib.h>
#include <string.h>

struct target {
    struct pdf_page *page;
    double x, y, scale;
};

static int colour(enum role role, double tint)
{
    if (role == ROLE_NONE)
        return PDF_NONE;
    int rgb[3];
    palette_rgb(role, tint, rgb);
    return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

/* The pen of a stroke in *PEN; NULL when there is none. */
static const struct pdf_pen *pen_of(const struct target *t, struct stroke stroke, struct pdf_pen *pen)
{
    if (stroke.role == ROLE_NONE || !(stroke.width > 0))
        return NULL;
    int n;
    const int *dash = dash_lengths(stroke.dash, &n);
    *pen = (struct pdf_pen){.rgb = colour(stroke.role, 1.0), .width = stroke.width * t->scale};
    for (int i = 0; i < n && i < PDF_DASHES; i++)
        pen->dash[i] = (unsigned)dash[i];
    return pen;
}

static struct pdf_point at(const struct target *t, double x, double y)
{
    return (struct pdf_point){t->x + x * t->scale, t->y + y * t->scale};
}

static void paint_rect(const struct target *t, const struct item *it)
{
    struct pdf_pen pen;
    const struct pdf_pen *outline = pen_of(t, it->stroke, &pen);
    struct pdf_point p = at(t, it->x, it->y);
    double w = it->w * t->scale, h = it->h * t->scale;
    if (!it->fill.hatch) {
        pdf_rect(t->page, p.x, p.y, w, h, colour(it->fill.role, it->fill.tint), outline);
        return;
    }
    pdf_rect(t->page, p.x, p.y, w, h, colour(it->fill.role, it->fill.tint), NULL);
    struct pdf_pen line = {.rgb = colour(it->fill.role, 1.0), .width = HATCH_WIDTH * t->scale};
    struct point seg[2];
    for (size_t i = 0; hatch_line(it, i, seg); i++) {
        struct pdf_point a = at(t, seg[0].x, seg[0].y), b = at(t, seg[1].x, seg[1].y);
        pdf_line(t->page, a.x, a.y, b.x, b.y, &line);
    }
    pdf_rect(t->page, p.x, p.y, w, h, PDF_NONE, outline);
}

static void paint_points(const struct target *t, const struct point *points, size_t n, bool closed, int fill,
                         const struct pdf_pen *pen)
{
    struct pdf_point *p = xcalloc(n ? n : 1, sizeof *p);
    for (size_t i = 0; i < n; i++)
        p[i] = at(t, points[i].x, points[i].y);
    if (closed)
        pdf_polygon(t->page, p, n, fill, pen);
    else if (pen)
        pdf_polyline(t->page, p, n, pen);
    free(p);
}

static void paint_mark(const struct target *t, const struct item *it)
{
    struct pdf_pen pen;
    const struct pdf_pen *outline = pen_of(t, it->stroke, &pen);
    int fill = colour(it->fill.role, it->fill.tint);
    struct point corners[4];
    size_t n = mark_points(it, corners);
    if (n == 0) {
        struct pdf_point c = at(t, it->x, it->y);
        pdf_circle(t->page, c.x, c.y, it->w * t->scale, fill, outline);
    } else if (it->mark == MARK_CROSS) {
        for (size_t i = 0; outline && i + 1 < n; i += 2)
            paint_points(t, corners + i, 2, false, PDF_NONE, outline);
    } else {
        paint_points(t, corners, n, true, fill, outline);
    }
}

static void paint_text(const struct target *t, const struct item *it)
{
    enum pdf_face face = it->style.bold ? PDF_BOLD : PDF_REGULAR;
    double size = it->style.size * t->scale;
    /* The document replaces and counts what its font lacks, so it gets the text as it was meant. */
    const char *text = it->original;
    size_t n = strlen(text);
    double w = pdf_text_width(pdf_of(t->page), face, size, text, n);
    struct pdf_point p = at(t, it->x, it->y);
    double x = p.x - (it->style.anchor == ANCHOR_END ? w : it->style.anchor == ANCHOR_MIDDLE ? w / 2 : 0);
    pdf_text(t->page, face, size, colour(it->style.role, 1.0), x, p.y, 0, text, n);
}

static void paint(struct pdf_page *page, double x, double y, double w, double h, void *data)
{
    const struct scene *s = data;
    /* Never enlarged, so that its letters are as large as those around it. */
    double scale = s->width > w ? w / s->width : 1.0;
    if (s->height * scale > h)
        scale = h / s->height;
    struct target t = {.page = page, .x = x, .y = y, .scale = scale};
    for (size_t i = 0; i < s->n_items; i++) {
        const struct item *it = &s->items[i];
        struct pdf_pen pen;
        switch (it->kind) {
        case ITEM_RECT: paint_rect(&t, it); break;
        case ITEM_LINE:
            paint_points(&t, it->points, it->n_points, false, PDF_NONE, pen_of(&t, it->stroke, &pen));
            break;
        case ITEM_AREA:
            paint_points(&t, it->points, it->n_points, true, colour(it->fill.role, it->fill.tint),
                         pen_of(&t, it->stroke, &pen));
            break;
        case ITEM_MARK: paint_mark(&t, it); break;
        case ITEM_TEXT: paint_text(&t, it); break;
        }
    }
}

/* Height of the scene in points: shrunk when it is wider than the text of D, never enlarged. */
static double scene_height(const struct doc *d, const struct scene *s)
{
    return s->width > doc_width(d) ? s->height * doc_width(d) / s->width : s->height;
}

void doc_scene(struct doc *d, const struct scene *s)
{
    char *alt = arena_printf(doc_arena(d), "%s. %s", s->title, s->desc);
    struct scene copy = *s; /* the callback's pointer is not const; nothing is changed */
    doc_figure(d, scene_height(d, s), alt, paint, &copy);
}
