/* Generic heat maps: a table of figures where dark is large. */
#include "chart/generic_axis.h"

#include "base/limits.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

#define LEGEND_WIDTH 70.0
enum { LEGEND_STEPS = 6 };

struct shade {
    double lo, hi;
    bool log;
};

static struct shade shade_of(const struct heat *h)
{
    size_t n = h->n_columns * h->n_rows;
    struct shade s = {INFINITY, -INFINITY, axis_wants_log(h->value, n, 300.0)};
    for (size_t i = 0; i < n; i++) {
        double v = h->value[i];
        if (!isfinite(v) || (s.log && v <= 0.0))
            continue;
        s.lo = fmin(s.lo, v);
        s.hi = fmax(s.hi, v);
    }
    return s;
}

static double tint_of(const struct shade *s, double v)
{
    double share = 0.5;
    if (s->log) {
        double lo = num_round9(log(s->lo)), hi = num_round9(log(s->hi));
        share = v > 0.0 ? (num_round9(log(v)) - lo) / (hi - lo) : 0.0;
    } else if (s->hi > s->lo) {
        share = (v * 0.5 - s->lo * 0.5) / (s->hi * 0.5 - s->lo * 0.5);
    }
    return 0.06 + 0.94 * fmax(0.0, fmin(1.0, share));
}

/* Numbers in some cells only would read as if the others had none. */
static bool numbers_fit(const struct scene *s, const struct heat *h, double w, double ht)
{
    char label[NUM_MAX];
    if (ht < SIZE_LABEL + 2.0)
        return false;
    for (size_t i = 0; i < h->n_columns * h->n_rows; i++)
        if (isfinite(h->value[i]) && font_width(s->font, false, SIZE_LABEL, h->format(label, h->value[i])) > w - 4.0)
            return false;
    return true;
}

static void draw_cell(struct scene *s, const struct heat *h, const struct shade *shade, double v, double x, double y,
                      double w, double ht, bool number)
{
    struct stroke gap = {ROLE_PAPER, w > 6.0 && ht > 6.0 ? 0.8 : 0.0, DASH_SOLID};
    if (gap.width <= 0.0)
        gap.role = ROLE_NONE;
    if (!isfinite(v)) {
        scene_rect(s, x, y, w, ht, (struct fill){ROLE_RULE, 0.3, HATCH_RISING}, gap);
        return;
    }
    double tint = tint_of(shade, v);
    scene_rect(s, x, y, w, ht, (struct fill){ROLE_MEASURED, tint, HATCH_NONE}, gap);
    if (!number)
        return;
    char label[NUM_MAX];
    struct text_style style = {SIZE_LABEL, false, tint > 0.55 ? ROLE_PAPER : ROLE_TEXT, ANCHOR_MIDDLE};
    scene_text(s, x + w / 2.0, y + ht / 2.0 + 2.8, style, h->format(label, v));
}

static void draw_legend(struct scene *s, const struct heat *h, const struct shade *shade, double x, double top,
                        double bottom)
{
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};
    double step = fmin(22.0, (bottom - top) / LEGEND_STEPS);
    for (int i = 0; i < LEGEND_STEPS; i++) {
        double share = 1.0 - (double)i / (LEGEND_STEPS - 1), v;
        if (shade->log)
            v = num_round9(
                exp(num_round9(log(shade->lo)) + share * (num_round9(log(shade->hi)) - num_round9(log(shade->lo)))));
        else
            v = shade->lo + share * (shade->hi - shade->lo);
        double y = top + step * i;
        scene_rect(s, x, y, 12.0, step, (struct fill){ROLE_MEASURED, tint_of(shade, v), HATCH_NONE},
                   (struct stroke){0});
        if (i == 0 || i == LEGEND_STEPS - 1) {
            char label[NUM_MAX];
            scene_text(s, x + 16.0, y + step / 2.0 + 2.8, style, h->format(label, v));
        }
    }
}

/* A light and a dark edge stand out on any shade. */
static void draw_sign(struct scene *s, double x, double y)
{
    scene_mark(s, x, y, 5.2, MARK_DIAMOND, (struct fill){ROLE_PAPER, 1.0, HATCH_NONE}, (struct stroke){0});
    scene_mark(s, x, y, 4.0, MARK_DIAMOND, (struct fill){ROLE_CHOSEN, 1.0, HATCH_NONE},
               (struct stroke){ROLE_TEXT, 0.8, DASH_SOLID});
}

static void draw_border(struct scene *s, double x, double y, double w, double h)
{
    const struct fill hollow = {ROLE_NONE, 1.0, HATCH_NONE};
    scene_rect(s, x, y, w, h, hollow, (struct stroke){ROLE_TEXT, 3.2, DASH_SOLID});
    scene_rect(s, x, y, w, h, hollow, (struct stroke){ROLE_CHOSEN, 1.9, DASH_SOLID});
}

/* A border around the cell that the mark is, so that its number stays legible; a sign where it
 * lies between cells, or where cells are small. */
static void draw_mark(struct scene *s, const struct heat_mark *m, double left, double bottom, double w, double ht)
{
    if (!isfinite(m->column) || !isfinite(m->row))
        return;
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};
    bool cell = m->column == floor(m->column) && m->row == floor(m->row) && w > 8.0 && ht > 8.0;
    if (cell) {
        draw_border(s, left + w * m->column, bottom - ht * (m->row + 1.0), w, ht);
        draw_border(s, left + 1.0, bottom + 16.5, 9.0, 7.0);
    } else {
        draw_sign(s, left + w * (m->column + 0.5), bottom - ht * (m->row + 0.5));
        draw_sign(s, left + 5.0, bottom + 20.0);
    }
    scene_text(s, left + 15.0, bottom + 22.5, style, m->label);
}

static void draw_heat(struct scene *s, const struct chart_text *text, const struct heat *h, double top)
{
    struct shade shade = shade_of(h);
    double left = 0.0, bottom = s->height - PLOT_AXIS_ROOM - generic_note_height(s, text);
    for (size_t i = 0; i < h->n_rows; i++)
        left = fmax(left, font_width(s->font, false, SIZE_LABEL, h->rows[i]));
    left = fmin(left, 120.0) + 6.0;
    top += PLOT_TITLE_ROOM;
    double right = s->width - LEGEND_WIDTH, w = (right - left) / (double)h->n_columns;
    double ht = (bottom - top) / (double)h->n_rows;
    struct text_style style = {SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START};
    scene_text(s, 0.0, top - 7.0, style, h->y_title);
    if (h->unit)
        scene_text(s, right + 8.0, top - 7.0, style, h->unit);
    style.anchor = ANCHOR_END;
    scene_text(s, right, bottom + 22.5, style, h->x_title);
    bool numbers = numbers_fit(s, h, w, ht);
    for (size_t r = 0; r < h->n_rows; r++)
        for (size_t c = 0; c < h->n_columns; c++)
            draw_cell(s, h, &shade, h->value[r * h->n_columns + c], left + w * (double)c,
                      bottom - ht * (double)(r + 1), w, ht, numbers);
    double taken = 1e9;
    for (size_t r = 0; r < h->n_rows; r++) {
        double y = bottom - ht * ((double)r + 0.5) + 2.8;
        if (taken - y < SIZE_LABEL + 1.0)
            continue;
        char *label = font_fit(s->font, false, SIZE_LABEL, h->rows[r], left - 6.0);
        scene_text(s, left - 4.0, y, style, label);
        free(label);
        taken = y;
    }
    style.anchor = ANCHOR_MIDDLE;
    taken = -1e9;
    for (size_t c = 0; c < h->n_columns; c++) {
        double x = left + w * ((double)c + 0.5), half = font_width(s->font, false, SIZE_LABEL, h->columns[c]) / 2.0;
        if (x - half < taken + 4.0 || half > w * 4.0)
            continue;
        scene_text(s, x, bottom + 11.0, style, h->columns[c]);
        taken = x + half;
    }
    draw_legend(s, h, &shade, right + 8.0, top, bottom);
    if (h->mark)
        draw_mark(s, h->mark, left, bottom, w, ht);
}

struct scene *chart_heat(const struct font *f, const struct chart_text *text, const struct heat *h)
{
    double top, rows = (double)h->n_rows;
    struct scene *s = generic_start(f, text, 90.0 + fmax(60.0, fmin(14.0 * rows, 320.0)), &top);
    bool any = false;
    for (size_t i = 0; i < h->n_columns * h->n_rows; i++)
        any = any || isfinite(h->value[i]);
    if (!any)
        generic_says(s, top, "There is nothing to draw: no cell of this table has a known value.");
    else if (h->n_columns * h->n_rows > LIMIT_HEAT_CELLS)
        generic_says(s, top, "This table has too many cells for a picture; its figures are in the data.");
    else {
        draw_heat(s, text, h, top);
        generic_note(s, text);
    }
    return s;
}
