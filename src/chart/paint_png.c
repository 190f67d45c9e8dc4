/* PNG by cairo. Text goes through the FreeType faces that also measured it, with fixed font
 * options: no fontconfig, and the same pixels on every machine. */
#include "chart/paint.h"

#include "base/dynlib.h"
#include "base/limits.h"

#include <cairo-ft.h>
#include <cairo.h>
#include <math.h>

/* clang-format off */
#define API(X) \
    X(cairo_image_surface_create) X(cairo_surface_destroy) X(cairo_surface_finish) X(cairo_surface_status) \
    X(cairo_surface_write_to_png_stream) X(cairo_create) X(cairo_destroy) X(cairo_status) \
    X(cairo_status_to_string) X(cairo_scale) X(cairo_translate) X(cairo_set_source_rgb) \
    X(cairo_set_line_width) X(cairo_set_dash) X(cairo_set_line_join) X(cairo_move_to) X(cairo_line_to) \
    X(cairo_close_path) X(cairo_rectangle) X(cairo_arc) X(cairo_new_sub_path) X(cairo_fill) X(cairo_stroke) \
    X(cairo_paint) X(cairo_set_font_face) X(cairo_set_font_size) X(cairo_set_font_options) X(cairo_show_text) \
    X(cairo_font_options_create) X(cairo_font_options_destroy) X(cairo_font_options_set_antialias) \
    X(cairo_font_options_set_hint_style) X(cairo_font_options_set_hint_metrics) \
    X(cairo_ft_font_face_create_for_ft_face) X(cairo_font_face_destroy) X(cairo_font_face_status) \
    X(cairo_debug_reset_static_data)
/* clang-format on */

struct api {
    API(DYN_FIELD)
};

static const char *const api_names[] = {API(DYN_SYMBOL)};

struct painter {
    struct api api;
    cairo_t *cr;
    cairo_font_face_t *faces[2];
};

static void set_colour(struct painter *p, enum role role, double tint)
{
    int rgb[3];
    palette_rgb(role, tint, rgb);
    p->api.cairo_set_source_rgb(p->cr, rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0);
}

static void set_stroke(struct painter *p, struct stroke k)
{
    int n;
    const int *lengths = dash_lengths(k.dash, &n);
    double dash[4];
    for (int i = 0; i < n; i++)
        dash[i] = lengths[i];
    p->api.cairo_set_dash(p->cr, dash, n, 0.0);
    p->api.cairo_set_line_width(p->cr, k.width);
    set_colour(p, k.role, 1.0);
}

static void outline(struct painter *p, const struct item *it)
{
    struct api *a = &p->api;
    if (it->kind == ITEM_RECT) {
        a->cairo_rectangle(p->cr, it->x, it->y, it->w, it->h);
    } else if (it->kind == ITEM_MARK) {
        struct point q[4];
        size_t n = mark_points(it, q);
        if (n == 0) {
            a->cairo_new_sub_path(p->cr);
            a->cairo_arc(p->cr, it->x, it->y, it->w, 0.0, 2.0 * M_PI);
            return;
        }
        bool cross = it->mark == MARK_CROSS;
        for (size_t i = 0; i < n; i++)
            if (i == 0 || (cross && i % 2 == 0))
                a->cairo_move_to(p->cr, q[i].x, q[i].y);
            else
                a->cairo_line_to(p->cr, q[i].x, q[i].y);
        if (!cross)
            a->cairo_close_path(p->cr);
    } else {
        for (size_t i = 0; i < it->n_points; i++)
            if (i == 0)
                a->cairo_move_to(p->cr, it->points[i].x, it->points[i].y);
            else
                a->cairo_line_to(p->cr, it->points[i].x, it->points[i].y);
        if (it->kind == ITEM_AREA)
            a->cairo_close_path(p->cr);
    }
}

static void shape(struct painter *p, const struct item *it)
{
    struct api *a = &p->api;
    if (it->fill.role != ROLE_NONE) {
        outline(p, it);
        set_colour(p, it->fill.role, it->fill.tint);
        a->cairo_fill(p->cr);
    }
    if (it->fill.hatch != HATCH_NONE && it->kind == ITEM_RECT) {
        struct point seg[2];
        set_stroke(p, (struct stroke){it->fill.role, HATCH_WIDTH, DASH_SOLID});
        for (size_t i = 0; hatch_line(it, i, seg); i++) {
            a->cairo_move_to(p->cr, seg[0].x, seg[0].y);
            a->cairo_line_to(p->cr, seg[1].x, seg[1].y);
        }
        a->cairo_stroke(p->cr);
    }
    if (it->stroke.role != ROLE_NONE) {
        outline(p, it);
        set_stroke(p, it->stroke);
        a->cairo_stroke(p->cr);
    }
}

static void text(struct painter *p, const struct item *it)
{
    struct api *a = &p->api;
    double share = it->style.anchor == ANCHOR_START ? 0.0 : it->style.anchor == ANCHOR_MIDDLE ? 0.5 : 1.0;
    a->cairo_set_font_face(p->cr, p->faces[it->style.bold]);
    a->cairo_set_font_size(p->cr, it->style.size);
    set_colour(p, it->style.role, 1.0);
    a->cairo_move_to(p->cr, it->x - share * it->w, it->y);
    a->cairo_show_text(p->cr, it->text);
}

static cairo_status_t collect(void *closure, const unsigned char *data, unsigned int n)
{
    sb_addn(closure, (const char *)data, n);
    return CAIRO_STATUS_SUCCESS;
}

static void paint_items(struct painter *p, const struct scene *s, double px_per_pt)
{
    struct api *a = &p->api;
    cairo_font_options_t *options = a->cairo_font_options_create();
    a->cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    a->cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    a->cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    a->cairo_set_font_options(p->cr, options);
    a->cairo_font_options_destroy(options);
    a->cairo_scale(p->cr, px_per_pt, px_per_pt);
    a->cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
    set_colour(p, ROLE_PAPER, 1.0);
    a->cairo_paint(p->cr);
    a->cairo_translate(p->cr, PAINT_MARGIN, PAINT_MARGIN);
    for (size_t i = 0; i < s->n_items; i++)
        if (s->items[i].kind == ITEM_TEXT)
            text(p, &s->items[i]);
        else
            shape(p, &s->items[i]);
}

int paint_png(const struct scene *s, double px_per_pt, struct strbuf *out, struct err *e)
{
    double w = ceil((s->width + 2.0 * PAINT_MARGIN) * px_per_pt);
    double h = ceil((s->height + 2.0 * PAINT_MARGIN) * px_per_pt);
    if (!(w >= 1.0 && h >= 1.0 && w <= LIMIT_PNG_SIDE && h <= LIMIT_PNG_SIDE))
        return err_set(e, EXIT_USAGE, "chart %s: a picture of %.0f x %.0f pixels is beyond the limit of %d a side",
                       s->name, w, h, LIMIT_PNG_SIDE);
    struct painter p;
    int code = dyn_load("libcairo.so.2", "libcairo2", api_names, DYN_COUNT(api_names), &p.api, e);
    if (code)
        return code;
    struct api *a = &p.api;
    cairo_surface_t *surface = a->cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)w, (int)h);
    p.cr = a->cairo_create(surface);
    for (int i = 0; i < 2; i++)
        p.faces[i] = a->cairo_ft_font_face_create_for_ft_face(font_face(s->font, i == 1), 0);
    paint_items(&p, s, px_per_pt);

    /* A context that met an error draws nothing any more, while its surface still says that all is
     * well: ask the context first. */
    cairo_status_t status = a->cairo_status(p.cr);
    for (int i = 0; i < 2 && !status; i++)
        status = a->cairo_font_face_status(p.faces[i]);
    a->cairo_destroy(p.cr);
    if (!status)
        status = a->cairo_surface_write_to_png_stream(surface, collect, out);
    a->cairo_surface_finish(surface);
    if (!status)
        status = a->cairo_surface_status(surface);
    a->cairo_surface_destroy(surface);
    for (int i = 0; i < 2; i++)
        a->cairo_font_face_destroy(p.faces[i]);
    /* cairo keeps scaled fonts that point at our faces; they must go before font_close frees the
     * faces. */
    a->cairo_debug_reset_static_data();
    if (status)
        return err_set(e, EXIT_OUTPUT, "chart %s: cairo: %s", s->name, a->cairo_status_to_string(status));
    return 0;
}
