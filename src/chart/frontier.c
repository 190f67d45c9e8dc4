/* Generic scatter with its frontier: the choices that no other beats in both respects. */
#include "chart/generic_axis.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static void axis_with(struct axis *a, const struct axis_spec *spec, const double *v, size_t n,
                      double more, int ticks)
{
    double *all = xcalloc(n + 1, sizeof *all);
    memcpy(all, v, n * sizeof *all);
    all[n] = more;
    axis_of_spec(a, spec, all, n + 1, ticks);
    free(all);
}

struct scene *chart_frontier_with(const struct font *f, const struct chart_text *text,
                                  struct axis_spec x, struct axis_spec y, const double *px,
                                  const double *py, const char *const *labels, size_t n,
                                  const struct own_choice *own)
{
    double top;
    struct scene *s = generic_start(f, text, CHART_HEIGHT, &top);
    struct choice *all = xcalloc(n + 1, sizeof *all);
    size_t known = 0, best = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(px[i]) && isfinite(py[i]))
            all[known++] = (struct choice){px[i], py[i], i};
    if (known == 0) {
        generic_says(s, top, "There is nothing to draw: no choice has both figures.");
        free(all);
        return s;
    }
    struct plot plot = {0};
    bool marked = own && isfinite(own->x) && isfinite(own->y);
    axis_with(&plot.x, &x, px, n, marked ? own->x : NAN, 8);
    axis_with(&plot.y, &y, py, n, marked ? own->y : NAN, 6);
    double bottom = s->height - PLOT_AXIS_ROOM - generic_note_height(s, text);
    plot_area(&plot, s, plot_label_width(s, &plot.y), top + PLOT_TITLE_ROOM, s->width - 8.0,
              bottom);
    plot_frame(&plot, x.title, y.title);
    qsort(all, known, sizeof *all, by_x_then_y);
    double *fx = xcalloc(known, sizeof *fx), *fy = xcalloc(known, sizeof *fy);
    size_t *which = xcalloc(known, sizeof *which);
    plot_marks(&plot, px, py, n, n > 300 ? 1.4 : 2.4, MARK_CIRCLE,
               (struct fill){ROLE_PAPER, 1.0, HATCH_NONE},
               (struct stroke){ROLE_MUTED, 0.7, DASH_SOLID});
    for (size_t i = 0; i < known; i++)
        if (best == 0 || all[i].y < fy[best - 1]) {
            fx[best] = all[i].x;
            fy[best] = all[i].y;
            which[best++] = all[i].index;
        }
    plot_steps(&plot, fx, fy, best, (struct stroke){ROLE_DERIVED, 1.4, DASH_SOLID});
    plot_marks(&plot, fx, fy, best, 3.0, MARK_DIAMOND,
               (struct fill){ROLE_MEASURED, 1.0, HATCH_NONE}, (struct stroke){0});
    for (size_t i = 0; i < best && i < 12 && labels; i++)
        if (labels[which[i]])
            plot_label(&plot, fx[i], fy[i], "%s", labels[which[i]]);
    if (marked) {
        plot_marks(&plot, &own->x, &own->y, 1, 4.0, MARK_SQUARE,
                   (struct fill){ROLE_CHOSEN, 1.0, HATCH_NONE},
                   (struct stroke){ROLE_TEXT, 0.8, DASH_SOLID});
        plot_label(&plot, own->x, own->y, "%s", own->label);
    }
    plot_labels(&plot);
    plot_free(&plot);
    free(all);
    free(fx);
    free(fy);
    free(which);
    generic_note(s, text);
    return s;
}

struct scene *chart_frontier(const struct font *f, const struct chart_text *text,
                             struct axis_spec x, struct axis_spec y, const double *px,
                             const double *py, const char *const *labels, size_t n)
{
    return chart_frontier_with(f, text, x, y, px, py, labels, n, NULL);
}
