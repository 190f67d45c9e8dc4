/* SVG, written by hand: cairo numbers its elements by a counter of the whole process, so its bytes
 * depend on what was drawn before, and turns text into outlines that nobody can select. */
#include "chart/paint.h"

#include <stdio.h>
#include <string.h>

static void put_escaped(struct strbuf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        switch (*p) {
        case '&': sb_add(out, "&amp;"); break;
        case '<': sb_add(out, "&lt;"); break;
        case '>': sb_add(out, "&gt;"); break;
        case '"': sb_add(out, "&quot;"); break;
        case '\'': sb_add(out, "&#39;"); break;
        default: sb_addc(out, *p);
        }
    }
}

/* At most two decimals, none that are zero, never an exponent. */
static void put_number(struct strbuf *out, double v)
{
    char buf[64];
    int n = snprintf(buf, sizeof buf, "%.2f", v);
    while (n > 0 && buf[n - 1] == '0')
        n--;
    if (n > 0 && buf[n - 1] == '.')
        n--;
    if (n == 2 && memcmp(buf, "-0", 2) == 0)
        sb_addc(out, '0');
    else
        sb_addn(out, buf, (size_t)n);
}

static void put_attr(struct strbuf *out, const char *name, double v)
{
    sb_addf(out, " %s=\"", name);
    put_number(out, v);
    sb_addc(out, '"');
}

static void put_colour(struct strbuf *out, const char *name, enum role role, double tint)
{
    int rgb[3];
    palette_rgb(role, tint, rgb);
    sb_addf(out, " %s=\"#%02X%02X%02X\"", name, rgb[0], rgb[1], rgb[2]);
}

static void put_paint(struct strbuf *out, struct fill fill, struct stroke stroke)
{
    if (fill.role == ROLE_NONE)
        sb_add(out, " fill=\"none\"");
    else
        put_colour(out, "fill", fill.role, fill.tint);
    if (stroke.role == ROLE_NONE)
        return;
    put_colour(out, "stroke", stroke.role, 1.0);
    put_attr(out, "stroke-width", stroke.width);
    int n;
    const int *dash = dash_lengths(stroke.dash, &n);
    for (int i = 0; i < n; i++)
        sb_addf(out, i ? ",%d" : " stroke-dasharray=\"%d", dash[i]);
    if (n)
        sb_addc(out, '"');
}

static void put_points(struct strbuf *out, const char *element, const struct point *p, size_t n, struct fill fill,
                       struct stroke stroke)
{
    sb_addf(out, "<%s points=\"", element);
    for (size_t i = 0; i < n; i++) {
        if (i)
            sb_addc(out, ' ');
        put_number(out, p[i].x);
        sb_addc(out, ',');
        put_number(out, p[i].y);
    }
    sb_addc(out, '"');
    put_paint(out, fill, stroke);
    sb_add(out, "/>\n");
}

static void put_path(struct strbuf *out, const struct point *pairs, size_t n, struct stroke stroke)
{
    sb_add(out, "<path d=\"");
    for (size_t i = 0; i < n; i++) {
        sb_addc(out, i % 2 ? 'L' : 'M');
        put_number(out, pairs[i].x);
        sb_addc(out, ' ');
        put_number(out, pairs[i].y);
    }
    sb_addc(out, '"');
    put_paint(out, (struct fill){0}, stroke);
    sb_add(out, "/>\n");
}

static void put_rect(struct strbuf *out, const struct item *it)
{
    sb_add(out, "<rect");
    put_attr(out, "x", it->x);
    put_attr(out, "y", it->y);
    put_attr(out, "width", it->w);
    put_attr(out, "height", it->h);
    struct stroke none = {0};
    put_paint(out, it->fill, it->fill.hatch ? none : it->stroke);
    sb_add(out, "/>\n");
    if (!it->fill.hatch)
        return;
    struct point seg[2];
    struct stroke line = {it->fill.role, HATCH_WIDTH, DASH_SOLID};
    for (size_t i = 0; hatch_line(it, i, seg); i++)
        put_path(out, seg, 2, line);
    if (it->stroke.role == ROLE_NONE)
        return;
    sb_add(out, "<rect");
    put_attr(out, "x", it->x);
    put_attr(out, "y", it->y);
    put_attr(out, "width", it->w);
    put_attr(out, "height", it->h);
    put_paint(out, (struct fill){0}, it->stroke);
    sb_add(out, "/>\n");
}

static void put_mark(struct strbuf *out, const struct item *it)
{
    struct point p[4];
    size_t n = mark_points(it, p);
    if (n == 0) {
        sb_add(out, "<circle");
        put_attr(out, "cx", it->x);
        put_attr(out, "cy", it->y);
        put_attr(out, "r", it->w);
        put_paint(out, it->fill, it->stroke);
        sb_add(out, "/>\n");
    } else if (it->mark == MARK_CROSS) {
        put_path(out, p, n, it->stroke);
    } else {
        put_points(out, "polygon", p, n, it->fill, it->stroke);
    }
}

static void put_text(struct strbuf *out, const struct item *it)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    sb_add(out, "<text");
    put_attr(out, "x", it->x);
    put_attr(out, "y", it->y);
    put_attr(out, "font-size", it->style.size);
    if (it->style.bold)
        sb_add(out, " font-weight=\"bold\"");
    sb_add(out, anchors[it->style.anchor]);
    put_colour(out, "fill", it->style.role, 1.0);
    sb_addc(out, '>');
    /* The reader's own fonts may well have what ours lacks. */
    put_escaped(out, it->original);
    sb_add(out, "</text>\n");
}

void paint_svg(const struct scene *s, double scale, struct strbuf *out)
{
    sb_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                "version=\"1.1\" role=\"img\"");
    sb_addf(out, " aria-labelledby=\"%s-title %s-desc\" width=\"", s->name, s->name);
    double w = s->width + 2.0 * PAINT_MARGIN, h = s->height + 2.0 * PAINT_MARGIN;
    put_number(out, w * scale);
    sb_add(out, "pt\" height=\"");
    put_number(out, h * scale);
    sb_add(out, "pt\" viewBox=\"");
    put_number(out, -PAINT_MARGIN);
    sb_addc(out, ' ');
    put_number(out, -PAINT_MARGIN);
    sb_addc(out, ' ');
    put_number(out, w);
    sb_addc(out, ' ');
    put_number(out, h);
    sb_add(out, "\" font-family=\"Liberation Sans, Arial, sans-serif\">\n");
    sb_addf(out, "<title id=\"%s-title\">", s->name);
    put_escaped(out, s->title);
    sb_addf(out, "</title>\n<desc id=\"%s-desc\">", s->name);
    put_escaped(out, s->desc);
    sb_add(out, "</desc>\n");
    if (s->evidence) {
        sb_add(out, "<metadata>");
        put_escaped(out, s->evidence);
        sb_add(out, "</metadata>\n");
    }
    struct item paper = {.kind = ITEM_RECT,
                         .fill = {ROLE_PAPER, 1.0, HATCH_NONE},
                         .x = -PAINT_MARGIN,
                         .y = -PAINT_MARGIN,
                         .w = w,
                         .h = h};
    put_rect(out, &paper);
    for (size_t i = 0; i < s->n_items; i++) {
        const struct item *it = &s->items[i];
        switch (it->kind) {
        case ITEM_RECT: put_rect(out, it); break;
        case ITEM_LINE: put_points(out, "polyline", it->points, it->n_points, it->fill, it->stroke); break;
        case ITEM_AREA: put_points(out, "polygon", it->points, it->n_points, it->fill, it->stroke); break;
        case ITEM_MARK: put_mark(out, it); break;
        case ITEM_TEXT: put_text(out, it); break;
        }
    }
    sb_add(out, "</svg>\n");
}
