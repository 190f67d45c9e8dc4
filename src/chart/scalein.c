/* What the survivors of a scale-in get, against the size of the fleet. */
#include "chart/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 120 };

static double survivors(const struct plan *p, double n)
{
    return p->c_scale_min * n / (n - 1.0);
}

static void set_texts(struct scene *s, const struct plan *p)
{
    int64_t safe = p->min_safe_instances, floor = p->min_instances;
    if (!int_known(safe))
        scene_title(s, "No fleet size is safe to scale in: survivors always get more than C_scale_max %s",
                    show_concurrency(p->c_scale_max).s);
    else if (floor >= safe)
        scene_title(s, "Scale-in is safe from %s instances up, and the plan never goes below %s", show_count(safe).s,
                    show_count(floor).s);
    else
        scene_title(s,
                    "Scale-in is safe only from %s instances up; with this plan's minimum of %s, "
                    "going from %s to %s "
                    "leaves %s each",
                    show_count(safe).s, show_count(floor).s, show_count(floor + 1).s, show_count(floor).s,
                    show_concurrency(survivors(p, (double)floor + 1.0)).s);
    scene_desc(s,
               "Chart of the concurrency that each surviving instance gets after one of N "
               "instances is removed at "
               "C_scale_min %s, against N, with C_scale_max %s and Q_max %s.",
               show_concurrency(p->c_scale_min).s, show_concurrency(p->c_scale_max).s, show_count(p->q_max).s);
}

static void draw(struct scene *s, const struct plan *p)
{
    double top = part_head(s, p) + PLOT_TITLE_ROOM, right = s->width - 8.0, bottom = s->height - PLOT_AXIS_ROOM;
    double safe = int_known(p->min_safe_instances) ? (double)p->min_safe_instances : 2.0;
    double most = fmax(8.0, fmax(safe * 1.6 + 1.0, (double)p->min_instances + 2.0));
    most = fmin(most, fmax(40.0, safe * 1.6));
    struct plot plot = {0};
    if (most > 200.0)
        axis_log(&plot.x, 2.0, most, 8);
    else
        axis_whole(&plot.x, 1.0, ceil(most), 10);
    double high = fmax((double)p->q_max, survivors(p, 2.0));
    axis_linear(&plot.y, 0.0, high * 1.08, 6);
    double left = plot_label_width(s, &plot.y);
    char safe_text[2 * NUM_MAX], floor_text[2 * NUM_MAX];
    snprintf(safe_text, sizeof safe_text, "smallest safe fleet %s", show_count(p->min_safe_instances).s);
    snprintf(floor_text, sizeof floor_text, "this plan's minimum %s", show_count(p->min_instances).s);
    struct flag flags[] = {
        {int_known(p->min_safe_instances) ? safe : NAN, safe_text, {ROLE_OK, 1.2, DASH_LONG}, 0, false},
        {(double)p->min_instances, floor_text, {ROLE_CHOSEN, 1.2, DASH_SHORT}, 0, false},
    };
    plot_area(&plot, s, left, top, right, bottom);
    plot_area(&plot, s, left, top + flags_lay(&plot, flags, 2), right, bottom);
    double x[POINTS], y[POINTS];
    size_t n = 0;
    double last = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double share = (double)i / (POINTS - 1), size;
        if (plot.x.hi > (double)POINTS)
            size = plot.x.log ? num_round9(exp(share * num_round9(log(plot.x.hi / 2.0)))) * 2.0
                              : 2.0 + share * (plot.x.hi - 2.0);
        else
            size = 2.0 + i;
        size = rint(size);
        if (size > plot.x.hi || size <= last)
            continue;
        x[n] = last = size;
        y[n++] = survivors(p, size);
    }
    plot_frame(&plot, "instances before one is removed, N",
               "requests in flight on each survivor: C_scale_min N/(N-1)");
    plot_hline(&plot, (double)p->q_max, (struct stroke){ROLE_MEASURED, 1.2, DASH_SOLID});
    plot_hline(&plot, p->c_scale_max, (struct stroke){ROLE_DERIVED, 1.2, DASH_LONG});
    flags_draw(&plot, flags, 2);
    plot_line(&plot, x, y, n, (struct stroke){ROLE_MUTED, 0.7, DASH_DOT});
    for (size_t i = 0; i < n; i++) {
        bool fine = int_known(p->min_safe_instances) && x[i] >= safe;
        plot_mark(&plot, x[i], y[i], n > 40 ? 1.8 : 3.0, fine ? MARK_CIRCLE : MARK_DIAMOND,
                  (struct fill){fine ? ROLE_OK : ROLE_STOP, 1.0, HATCH_NONE}, (struct stroke){0});
    }
    plot_label(&plot, plot.x.lo + 0.8 * (plot.x.hi - plot.x.lo), (double)p->q_max, "Q_max %s",
               show_count(p->q_max).s);
    plot_label(&plot, plot.x.lo + 0.8 * (plot.x.hi - plot.x.lo), p->c_scale_max, "C_scale_max %s",
               show_concurrency(p->c_scale_max).s);
    if (n)
        plot_label(&plot, x[0], y[0], "from %s to %s: %s each", show_whole(x[0]).s, show_whole(x[0] - 1.0).s,
                   show_concurrency(y[0]).s);
    for (size_t i = 1; i < n; i++)
        if (int_known(p->min_safe_instances) && x[i] == safe)
            plot_label(&plot, x[i], y[i], "from %s to %s: %s each", show_whole(x[i]).s, show_whole(x[i] - 1.0).s,
                       show_concurrency(y[i]).s);
    plot_labels(&plot);
    plot_free(&plot);
}

struct scene *chart_scalein(const struct plan *p, const struct font *f)
{
    struct scene *s = scene_new(f, "scalein", CHART_WIDTH, 240.0);
    if (!(p->c_scale_min > 0.0))
        return part_empty(s, p, "No fleet size is safe to scale in",
                          "C_scale_min is not above 0, so no load is low enough to remove an instance.");
    set_texts(s, p);
    draw(s, p);
    return s;
}
