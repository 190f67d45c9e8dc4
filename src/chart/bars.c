/* Generic bars, one row each: estimates, shares, comparisons. */
#include "chart/generic_axis.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

#define ROW_HEIGHT 17.0
#define BAR_HEIGHT 11.0

static double widest(const struct scene *s, const struct bar *bars, size_t n, bool labels)
{
    double w = 0.0;
    for (size_t i = 0; i < n; i++) {
        const char *t = labels ? bars[i].label : bars[i].shown;
        if (t)
            w = fmax(w, font_width(s->font, false, SIZE_LABEL, t));
    }
    return w;
}

static void draw_bar(struct plot *plot, const struct bar *b, double y, double shown_width)
{
    struct scene *s = plot->scene;
    char *clean = text_clean(b->label ? b->label : "");
    char *label = font_fit(s->font, false, SIZE_LABEL, clean, plot->left - 8.0);
    scene_text(s, plot->left - 6.0, y + BAR_HEIGHT - 2.6,
               (struct text_style){SIZE_LABEL, false, ROLE_TEXT, ANCHOR_END}, label);
    free(clean);
    free(label);
    double zero = fmax(plot->left, fmin(plot->right, axis_at(&plot->x, 0.0))), end = zero;
    if (isfinite(b->value)) {
        end = fmax(plot->left, fmin(plot->right, axis_at(&plot->x, b->value)));
        struct fill fill = {b->role, b->hatch ? 0.35 : 1.0, b->hatch};
        scene_rect(s, fmin(zero, end), y, fabs(end - zero), BAR_HEIGHT, fill,
                   (struct stroke){b->hatch ? b->role : ROLE_NONE, 0.7, DASH_SOLID});
    }
    char *shown = text_clean(b->shown ? b->shown : "unknown");
    char *figure = font_fit(s->font, false, SIZE_LABEL, shown, shown_width + 1.0);
    /* A grid line through a figure reads as one more digit. */
    double from = fmax(zero, end) + 3.0;
    scene_rect(s, from, y, font_width(s->font, false, SIZE_LABEL, figure) + 2.0, BAR_HEIGHT,
               (struct fill){ROLE_PAPER, 1.0, HATCH_NONE}, (struct stroke){0});
    scene_text(s, from + 1.0, y + BAR_HEIGHT - 2.6, (struct text_style){SIZE_LABEL, false, ROLE_TEXT, ANCHOR_START},
               figure);
    free(shown);
    free(figure);
}

struct scene *chart_bars(const struct font *f, const struct chart_text *text, struct axis_spec x,
                         const struct bar *bars, size_t n)
{
    double top;
    struct scene *s = generic_start(f, text, 120.0, &top);
    double *v = xcalloc(n + 2, sizeof *v);
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(bars[i].value))
            v[known++] = bars[i].value;
    if (known == 0) {
        generic_says(s, top, "There is nothing to draw: no bar of this chart has a known value.");
        free(v);
        return s;
    }
    v[known++] = 0.0; /* a bar that does not start at 0 lies about its length */
    struct plot plot = {0};
    struct axis_spec linear = x;
    if (linear.scale == SCALE_AUTO || linear.scale == SCALE_LOG)
        linear.scale = SCALE_LINEAR;
    axis_of_spec(&plot.x, &linear, v, known, 7);
    free(v);
    double left = fmin(widest(s, bars, n, true), 170.0) + 10.0, shown = fmin(widest(s, bars, n, false), 120.0);
    double bottom = top + 4.0 + ROW_HEIGHT * (double)n;
    s->height = bottom + PLOT_AXIS_ROOM + generic_note_height(s, text);
    s->items[0].h = s->height;
    plot_area(&plot, s, left, top, s->width - fmax(shown, 40.0) - 8.0, bottom);
    for (size_t i = 0; i < plot.x.n_ticks; i++)
        plot_vline(&plot, plot.x.ticks[i].value, (struct stroke){ROLE_RULE, 0.5, DASH_SOLID});
    plot_frame(&plot, x.title, NULL);
    for (size_t i = 0; i < n; i++)
        draw_bar(&plot, &bars[i], top + 4.0 + ROW_HEIGHT * (double)i, fmax(shown, 40.0));
    plot_free(&plot);
    generic_note(s, text);
    return s;
}
