/* Throughput and utilization of one instance against concurrency: where it saturates. */
#include "chart/parts.h"

#include <math.h>
#include <stdlib.h>

static double ok_rps(const struct step *s)
{
    if (!(s->achieved_rps > 0.0) || !int_known(s->ok) || !int_known(s->completed) || s->completed <= 0)
        return NUM_UNKNOWN;
    return s->achieved_rps * (double)s->ok / (double)s->completed;
}

static double gpu(const struct step *s)
{
    return s->gpu_utilization_mean;
}

static double cpu(const struct step *s)
{
    return s->cpu_utilization_mean;
}

/* First concurrency whose throughput is within 2 % of MU_SAT. */
static double saturates_at(const struct curve *rps, double mu_sat)
{
    for (size_t i = 0; i < rps->n; i++)
        if (rps->y[i] >= 0.98 * mu_sat)
            return rps->x[i];
    return rps->n ? rps->x[rps->n - 1] : NUM_UNKNOWN;
}

static void draw_rps(const struct curve *rps, double mu_sat, struct plot *plot, bool labels_below)
{
    plot_frame(plot, labels_below ? "requests in flight on one instance (concurrency)" : NULL,
               "successful requests/s");
    plot_hline(plot, mu_sat, (struct stroke){ROLE_MEASURED, 0.8, DASH_SHORT});
    plot_line(plot, rps->x, rps->y, rps->n, (struct stroke){ROLE_MEASURED, 1.4, DASH_SOLID});
    plot_marks(plot, rps->x, rps->y, rps->n, rps->n > 200 ? 1.2 : 2.4, MARK_CIRCLE,
               (struct fill){ROLE_MEASURED, 1.0, HATCH_NONE}, (struct stroke){0});
    double at = saturates_at(rps, mu_sat);
    for (size_t i = 0; i < rps->n && rps->n > 1; i++)
        if (rps->x[i] == at)
            plot_label(plot, at, rps->y[i], "within 2 %% of the limit from %s on", show_whole(at).s);
    plot_label(plot, plot->x.hi * 0.85, mu_sat, "mu_sat %s requests/s", show_throughput(mu_sat).s);
    plot_labels(plot);
}

static void draw_use(struct plot *plot, const struct curve *g, const struct curve *c)
{
    plot_frame(plot, "requests in flight on one instance (concurrency)", "utilization of the server, %");
    plot_line(plot, c->x, c->y, c->n, (struct stroke){ROLE_MEASURED, 1.1, DASH_SHORT});
    plot_marks(plot, c->x, c->y, c->n, c->n > 200 ? 1.0 : 2.2, MARK_SQUARE,
               (struct fill){ROLE_PAPER, 1.0, HATCH_NONE}, (struct stroke){ROLE_MEASURED, 0.8, DASH_SOLID});
    plot_line(plot, g->x, g->y, g->n, (struct stroke){ROLE_MEASURED, 1.4, DASH_SOLID});
    plot_marks(plot, g->x, g->y, g->n, g->n > 200 ? 1.0 : 2.2, MARK_UP, (struct fill){ROLE_MEASURED, 1.0, HATCH_NONE},
               (struct stroke){0});
    if (g->n)
        plot_label(plot, g->x[g->n - 1], g->y[g->n - 1], "GPU %s", show_percent(g->y[g->n - 1] / 100.0).s);
    if (c->n)
        plot_label(plot, c->x[c->n - 1], c->y[c->n - 1], "CPU %s", show_percent(c->y[c->n - 1] / 100.0).s);
    plot_labels(plot);
}

static void draw(struct scene *s, const struct plan *p, const struct curve *rps, const struct curve *g,
                 const struct curve *c)
{
    bool has_use = g->n + c->n > 0;
    s->height = has_use ? 300.0 : CHART_HEIGHT;
    double top = part_head(s, p) + PLOT_TITLE_ROOM;
    struct plot upper = {0}, lower = {0};
    double most = part_max(rps->x, rps->n, 1.0);
    part_concurrency_axis(&upper.x, rps->x, rps->n, part_max(c->x, c->n, part_max(g->x, g->n, most)));
    lower.x = upper.x;
    axis_linear(&upper.y, 0.0, part_max(rps->y, rps->n, p->audit.mu_sat) * 1.18, 5);
    axis_linear(&lower.y, 0.0, part_max(c->y, c->n, part_max(g->y, g->n, 100.0)), 4);
    double left = fmax(plot_label_width(s, &upper.y), plot_label_width(s, &lower.y)), right = s->width - 8.0;
    const char *note = "Server utilization was not measured: no rung has a GPU or CPU figure.";
    double bottom = s->height - PLOT_AXIS_ROOM - (has_use ? 0.0 : chart_note_height(s, note) + 4.0);
    double middle = has_use ? top + (bottom - top) * 0.55 : bottom;
    plot_area(&upper, s, left, top, right, middle);
    draw_rps(rps, p->audit.mu_sat, &upper, !has_use);
    if (has_use) {
        plot_area(&lower, s, left, middle + 8.0 + PLOT_TITLE_ROOM, right, bottom);
        draw_use(&lower, g, c);
    } else {
        chart_note(s, s->height - chart_note_height(s, note) - 2.0, note);
    }
    plot_free(&upper);
    plot_free(&lower);
}

struct scene *chart_throughput(const struct plan *p, const struct font *f)
{
    struct scene *s = scene_new(f, "throughput", CHART_WIDTH, CHART_HEIGHT);
    double mu_sat = p->audit.mu_sat;
    struct curve rps = curve_of(p, ok_rps), g = curve_of(p, gpu), c = curve_of(p, cpu);
    if (rps.n == 0 || !num_known(mu_sat)) {
        part_empty(s, p, "How much one instance can serve was not measured",
                   "No usable rung has achieved_rps, ok and completed, so the throughput at which "
                   "one instance "
                   "saturates (mu_sat) is not known.");
    } else {
        double at = saturates_at(&rps, mu_sat);
        if (rps.n == 1)
            scene_title(s, "One instance served %s requests/s at %s in flight, the only rung measured",
                        show_throughput(mu_sat).s, show_whole(rps.x[0]).s);
        else
            scene_title(s, "One instance saturates at %s requests/s, from %s %s in flight on: more only wait",
                        show_throughput(mu_sat).s, show_whole(at).s, plural(at, "request"));
        scene_desc(s,
                   "Line chart of the requests per second that one instance completes well, and of its "
                   "GPU and CPU "
                   "utilization, against the requests in flight; the measured limit is %s requests/s.",
                   show_throughput(mu_sat).s);
        draw(s, p, &rps, &g, &c);
    }
    curve_free(&rps);
    curve_free(&g);
    curve_free(&c);
    return s;
}
