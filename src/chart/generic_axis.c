#include "chart/generic_axis.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

void axis_of_spec(struct axis *a, const struct axis_spec *spec, const double *values, size_t n, int want)
{
    double lo = INFINITY, hi = -INFINITY, positive = INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            continue;
        lo = fmin(lo, values[i]);
        hi = fmax(hi, values[i]);
        if (values[i] > 0.0)
            positive = fmin(positive, values[i]);
    }
    if (lo > hi)
        lo = hi = 0.0;
    if (spec->from_zero && lo > 0.0)
        lo = 0.0;
    bool log = spec->scale == SCALE_LOG || (spec->scale == SCALE_AUTO && axis_wants_log(values, n, 500.0));
    if (log && hi > 0.0)
        axis_log(a, positive, hi, want);
    else if (spec->scale == SCALE_WHOLE)
        axis_whole(a, lo, hi, want);
    else if (spec->scale == SCALE_PERCENT)
        axis_linear(a, fmin(lo, 0.0), fmax(hi, 0.1), want);
    else
        axis_linear(a, lo, hi, want);
    if (spec->scale == SCALE_PERCENT)
        axis_percent_labels(a);
}

struct scene *generic_start(const struct font *f, const struct chart_text *text, double height, double *top)
{
    struct scene *s = scene_new(f, text->name, CHART_WIDTH, height);
    scene_title(s, "%s", text->title);
    scene_desc(s, "%s", text->desc ? text->desc : text->title);
    *top = chart_head(s, text->subtitle);
    return s;
}

void generic_says(struct scene *s, double top, const char *sentence)
{
    s->height = 120.0;
    s->items[0].h = s->height;
    chart_says(s, top, s->height - 1.0, sentence);
}

double generic_note_height(const struct scene *s, const struct chart_text *text)
{
    return text->note && *text->note ? chart_note_height(s, text->note) + 4.0 : 0.0;
}

void generic_note(struct scene *s, const struct chart_text *text)
{
    double height = generic_note_height(s, text);
    if (height > 0.0)
        chart_note(s, s->height - height + 2.0, text->note);
}
