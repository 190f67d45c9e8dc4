/* How likely the queue reaches Q_max before new capacity serves, for every threshold that one could
 * choose. */
#include "chart/parts.h"
#include "model/chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 80, SHALLOW = 8 };

struct odds {
    double x[POINTS + 2], steady[POINTS + 2], growing[POINTS + 2];
    size_t n;
    bool has_growth;
};

static struct odds odds_of(const struct plan *p)
{
    struct odds o = {.has_growth = p->audit.mu_sat > 0.0 && p->scenario.surge > 0.0}; /* both known as well */
    double q = (double)p->q_max, s = p->measured.s_mean_s, t = p->measured.t_total_s;
    bool shallow = p->q_max < SHALLOW;
    size_t n = p->q_max < POINTS && !shallow ? (size_t)p->q_max : POINTS;
    for (size_t i = 0; i < n; i++) {
        /* Whole thresholds: the chain starts at a whole number of requests, so the course between
         * them would be a stair of our own making. A shallow queue has too few of them to show where
         * the curve crosses the line: there the stair is what the rule says. */
        double x = shallow ? q * (double)(i + 1) / (double)n : 1.0 + rint((q - 1.0) * (double)i / (double)(n - 1));
        struct chain steady = chain_published(x, s, q);
        o.x[o.n] = x;
        o.steady[o.n] = num_round9(chain_absorbed_within(&steady, t).probability);
        if (o.has_growth) {
            struct chain growing = chain_growth(p->scenario.surge, x / (1.0 + x), p->audit.mu_sat, x, q);
            o.growing[o.n] = num_round9(chain_absorbed_within(&growing, t).probability);
        }
        o.n++;
    }
    return o;
}

static void set_texts(struct scene *s, const struct plan *p)
{
    double chosen = p->audit.surge_exact, safe = p->audit.survivable_c_scale_max;
    char tail[4 * NUM_MAX] = "";
    if (num_known(safe) && safe > 0.0)
        snprintf(tail, sizeof tail, "; up to a threshold of %s it stays within 10 %%", show_concurrency(safe).s);
    scene_title(s,
                "Scaling out at %s of %s, the queue fills up before help arrives with a "
                "probability of %s%s",
                show_concurrency(p->c_scale_max).s, show_count(p->q_max).s, show_percent(chosen).s, tail);
    scene_desc(s,
               "Line chart of the probability that the queue of one instance reaches Q_max within "
               "T_total of %s, "
               "against the concurrency at which an instance is added; the plan's threshold is %s.",
               show_seconds(p->measured.t_total_s).s, show_concurrency(p->c_scale_max).s);
}

static void draw(struct scene *s, const struct plan *p, const struct odds *o)
{
    const char *note = "The load stays at the threshold's own rate (the published rule). What growth does is not "
                       "known: mu_sat was not measured.";
    if (o->has_growth)
        note = "Solid: the load stays at the threshold's own rate, the published rule. Dashed: the load really grows "
               "by the surge ratio while the new instance is on its way.";
    else if (p->audit.mu_sat > 0.0)
        note = "The load stays at the threshold's own rate (the published rule). What growth does is not known: the "
               "plan states no surge ratio.";
    double note_height = chart_note_height(s, note) + 4.0, top = part_head(s, p) + PLOT_TITLE_ROOM;
    struct plot plot = {0};
    double q = (double)p->q_max, right = s->width - 8.0, bottom = s->height - PLOT_AXIS_ROOM - note_height;
    if (q >= 8.0)
        axis_exact(&plot.x, 0.0, q * 1.05, 8);
    else
        axis_whole(&plot.x, 0.0, q + 1.0, 8);
    axis_exact(&plot.y, 0.0, 1.0, 5);
    axis_percent_labels(&plot.y);
    double left = plot_label_width(s, &plot.y);
    char chosen[2 * NUM_MAX], most[2 * NUM_MAX], safe[2 * NUM_MAX];
    snprintf(chosen, sizeof chosen, "C_scale_max %s", show_concurrency(p->c_scale_max).s);
    snprintf(most, sizeof most, "Q_max %s", show_count(p->q_max).s);
    snprintf(safe, sizeof safe, "within 10 %% up to %s", show_concurrency(p->audit.survivable_c_scale_max).s);
    struct flag flags[] = {
        {p->c_scale_max, chosen, {ROLE_DERIVED, 1.2, DASH_LONG}, 0, false},
        {q, most, {ROLE_MEASURED, 1.2, DASH_SOLID}, 0, false},
        {p->audit.survivable_c_scale_max, safe, {ROLE_OK, 1.0, DASH_SHORT}, 0, false},
    };
    plot_area(&plot, s, left, top, right, bottom);
    plot_area(&plot, s, left, top + flags_lay(&plot, flags, 3), right, bottom);
    plot_frame(&plot, "threshold at which an instance is added, requests in flight on one instance",
               "probability of reaching Q_max within T_total");
    plot_hline(&plot, SURGE_LIMIT, (struct stroke){ROLE_STOP, 1.2, DASH_DASHDOT});
    flags_draw(&plot, flags, 3);
    if (o->has_growth)
        plot_line(&plot, o->x, o->growing, o->n, (struct stroke){ROLE_ASSUMED, 1.4, DASH_LONG});
    plot_line(&plot, o->x, o->steady, o->n, (struct stroke){ROLE_DERIVED, 1.8, DASH_SOLID});
    plot_mark(&plot, p->c_scale_max, p->audit.surge_exact, 3.4, MARK_DIAMOND,
              (struct fill){ROLE_CHOSEN, 1.0, HATCH_NONE}, (struct stroke){ROLE_TEXT, 0.6, DASH_SOLID});
    plot_label(&plot, p->c_scale_max, p->audit.surge_exact, "this plan: %s", show_percent(p->audit.surge_exact).s);
    if (o->has_growth) {
        /* Labelled where the curve is most of the way up, where it is alone. */
        size_t k = 0;
        while (k + 1 < o->n && o->growing[k] < 0.8)
            k++;
        plot_label(&plot, o->x[k], o->growing[k], "load grows by %s", show_ratio(p->scenario.surge).s);
    }
    size_t k = 0;
    while (k + 1 < o->n && o->steady[k] < 0.5)
        k++;
    plot_label(&plot, o->x[k], o->steady[k], "load stays");
    plot_label(&plot, 0.55 * plot.x.hi, SURGE_LIMIT, "10 %% line");
    plot_labels(&plot);
    chart_note(s, s->height - note_height + 2.0, note);
    plot_free(&plot);
}

struct scene *chart_survival(const struct plan *p, const struct font *f)
{
    struct scene *s = scene_new(f, "survival", CHART_WIDTH, CHART_HEIGHT);
    if (!(p->measured.s_mean_s > 0.0) || !(p->measured.t_total_s >= 0.0) || p->q_max < 1 ||
        !num_known(p->audit.surge_exact))
        return part_empty(s, p, "Whether a surge is survived cannot be computed",
                          "The probability of reaching Q_max within T_total needs Q_max, the mean "
                          "service time S and "
                          "T_total; at least one of them is not known.");
    struct odds o = odds_of(p);
    set_texts(s, p);
    draw(s, p, &o);
    return s;
}
