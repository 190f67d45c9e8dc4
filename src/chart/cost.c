/* Fleet and hourly cost against the surge ratio and against the peak load, by both methods. */
#include "chart/parts.h"
#include "model/policy.h"
#include "model/survive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PUBLISHED_POINTS = 1000, SURGE_POINTS = 11, LOAD_POINTS = 200 };

struct load {
    double value;
    bool streams;
};

static struct load peak_of(const struct plan *p)
{
    bool streams = num_known(p->scenario.peak_streams);
    return (struct load){streams ? p->scenario.peak_streams : p->scenario.peak_rps, streams};
}

static double published_fleet(const struct plan *p, struct load l, double surge)
{
    double c = policy_c_scale_max(surge, (double)p->q_max);
    return l.streams ? policy_fleet_streams(l.value, c) : policy_fleet_rps(l.value, p->measured.s_mean_s, c);
}

static bool flow_known(const struct plan *p, struct load l)
{
    return !l.streams && num_known(p->audit.mu_sat) && p->audit.mu_sat > 0.0 && num_known(p->audit.flow.u_star) &&
           p->audit.flow.u_star > 0.0;
}

/* Instances by the flow method when the load grows by SURGE; NUM_UNKNOWN when no utilization is
 * safe. */
static double flow_fleet(const struct plan *p, struct load l, double surge)
{
    struct search u =
        survive_utilization(surge, p->audit.mu_sat, (double)p->q_max, p->measured.t_total_s, SURGE_LIMIT);
    if (u.outcome == SEARCH_NONE)
        return NUM_UNKNOWN;
    return survive_fleet(l.value, u.outcome == SEARCH_FOUND ? u.value : 1.0, p->audit.mu_sat);
}

/* Everything that the two charts draw. */
struct fleets {
    double *x, *published;
    size_t n;
    double flow_x[LOAD_POINTS], flow[LOAD_POINTS];
    size_t n_flow;
    double here, published_here, flow_here; /* at the plan's own figures */
};

static void label_point(struct plot *plot, const struct plan *p, double x, double fleet, const char *method)
{
    double rate = p->rate.per_hour;
    const char *currency = p->rate.currency ? p->rate.currency : "USD";
    if (num_known(rate))
        plot_label(plot, x, fleet, "%s: %s %s, %s %.8s/h", method, show_whole(fleet).s, plural(fleet, "instance"),
                   show_money(fleet * rate).s, currency);
    else
        plot_label(plot, x, fleet, "%s: %s %s", method, show_whole(fleet).s, plural(fleet, "instance"));
}

static char *note_of(const struct plan *p, bool flow)
{
    struct strbuf sb = {0};
    sb_add(&sb, "Solid: the published method. ");
    if (flow)
        sb_add(&sb, "Dashed: the flow method, sized by what an instance can really complete. ");
    else if (num_known(p->scenario.peak_streams))
        sb_add(&sb, "The flow method needs a load in requests/s; this one is in streams. ");
    else
        sb_add(&sb, "The flow method cannot be drawn: the throughput of one instance (mu_sat) or "
                    "its safe share is not "
                    "known. ");
    if (num_known(p->rate.per_hour)) {
        sb_addf(&sb, "Rate: %s %s per instance-hour", show_rate(p->rate.per_hour).s,
                p->rate.currency ? p->rate.currency : "USD");
        if (p->rate.date)
            sb_addf(&sb, ", %s", p->rate.date);
        sb_add(&sb, ".");
    } else {
        sb_addf(&sb, "No rate is known for %s, so the cost is not drawn.",
                p->instance_type ? p->instance_type : "this instance type");
    }
    return sb_detach(&sb);
}

static void draw(struct scene *s, const struct plan *p, struct plot *plot, const struct fleets *f,
                 const char *x_title, const char *flag_text)
{
    bool flow = f->n_flow > 0 && num_known(f->flow_here);
    char *note = note_of(p, flow);
    double note_height = chart_note_height(s, note) + 4.0, top = part_head(s, p) + PLOT_TITLE_ROOM;
    double most = part_max(f->published, f->n, 1.0), all = part_max(f->flow, f->n_flow, most);
    bool spread = flow && f->published_here > 0.0 && f->flow_here / f->published_here > 10.0;
    if (spread) {
        double least = all;
        for (size_t i = 0; i < f->n; i++)
            if (f->published[i] > 0.0 && f->published[i] < least)
                least = f->published[i];
        axis_log(&plot->y, least, all, 9);
    } else {
        axis_whole(&plot->y, 0.0, all * 1.1, 6);
    }
    double left = plot_label_width(s, &plot->y), right = s->width - 8.0, rate = p->rate.per_hour;
    if (num_known(rate))
        right = s->width - plot_right_width(s, &plot->y, rate) - 2.0;
    double bottom = s->height - PLOT_AXIS_ROOM - note_height;
    struct flag here = {f->here, flag_text, {ROLE_CHOSEN, 1.2, DASH_SHORT}, 0, false};
    plot_area(plot, s, left, top, right, bottom);
    plot_area(plot, s, left, top + flags_lay(plot, &here, 1), right, bottom);
    plot_frame(plot, x_title, spread ? "instances at the peak (logarithmic)" : "instances at the peak");
    if (num_known(rate)) {
        char title[3 * NUM_MAX];
        snprintf(title, sizeof title, "cost, %.8s per hour", p->rate.currency ? p->rate.currency : "USD");
        plot_right_axis(plot, rate, title);
    }
    flags_draw(plot, &here, 1);
    plot_steps(plot, f->x, f->published, f->n, (struct stroke){ROLE_DERIVED, 1.8, DASH_SOLID});
    plot_mark(plot, f->here, f->published_here, 3.0, MARK_CIRCLE, (struct fill){ROLE_DERIVED, 1.0, HATCH_NONE},
              (struct stroke){ROLE_TEXT, 0.6, DASH_SOLID});
    if (flow) {
        plot_line(plot, f->flow_x, f->flow, f->n_flow, (struct stroke){ROLE_MEASURED, 1.4, DASH_LONG});
        plot_mark(plot, f->here, f->flow_here, 3.0, MARK_SQUARE, (struct fill){ROLE_MEASURED, 1.0, HATCH_NONE},
                  (struct stroke){ROLE_TEXT, 0.6, DASH_SOLID});
        label_point(plot, p, f->here, f->flow_here, "flow");
    }
    label_point(plot, p, f->here, f->published_here, "published");
    plot_labels(plot);
    chart_note(s, s->height - note_height + 2.0, note);
    free(note);
    plot_free(plot);
}

static void set_title(struct scene *s, const struct plan *p, const struct fleets *f, const char *where)
{
    double rate = p->rate.per_hour;
    char cost[2][4 * NUM_MAX] = {"", ""};
    const double fleet[2] = {f->published_here, f->flow_here};
    for (int i = 0; i < 2; i++)
        if (num_known(rate) && num_known(fleet[i]))
            snprintf(cost[i], sizeof cost[i], " (%s %.8s/h)", show_money(fleet[i] * rate).s,
                     p->rate.currency ? p->rate.currency : "USD");
    if (num_known(f->flow_here))
        scene_title(s, "%s the published method asks for %s %s%s, the flow method for %s%s", where,
                    show_whole(f->published_here).s, plural(f->published_here, "instance"), cost[0],
                    show_whole(f->flow_here).s, cost[1]);
    else
        scene_title(s, "%s the published method asks for %s %s%s", where, show_whole(f->published_here).s,
                    plural(f->published_here, "instance"), cost[0]);
}

static struct scene *no_fleet(struct scene *s, const struct plan *p, struct load l)
{
    if (l.value > 0.0 && (l.streams || p->measured.s_mean_s > 0.0) && p->q_max > 0)
        return part_empty(s, p, "There is no surge ratio to size a fleet for",
                          "The surge ratio is not known or out of range, so there is no fleet for it that could be "
                          "drawn.");
    return part_empty(s, p, "There is no peak load to size a fleet for",
                      "The peak load is 0 or not known, so fleet and cost do not depend on anything that could be "
                      "drawn.");
}

static void start(struct fleets *f, const struct plan *p, struct load l)
{
    f->x = xcalloc(PUBLISHED_POINTS, sizeof *f->x);
    f->published = xcalloc(PUBLISHED_POINTS, sizeof *f->published);
    f->published_here = published_fleet(p, l, p->scenario.surge);
    f->flow_here = flow_known(p, l) && int_known(p->audit.flow.instances) ? (double)p->audit.flow.instances : NAN;
}

/* Keeps where the fleet changes, and the last point. */
static void add_published(struct fleets *f, double x, double fleet, bool last)
{
    if (!last && f->n && f->published[f->n - 1] == fleet)
        return;
    f->x[f->n] = x;
    f->published[f->n++] = fleet;
}

static void finish(struct fleets *f)
{
    free(f->x);
    free(f->published);
}

static bool drawable(const struct plan *p, struct load l)
{
    double fleet = published_fleet(p, l, p->scenario.surge);
    return l.value > 0.0 && isfinite(fleet) && fleet > 0.0;
}

struct scene *chart_cost_surge(const struct plan *p, const struct font *font)
{
    struct scene *s = scene_new(font, "cost_surge", CHART_WIDTH, CHART_HEIGHT);
    struct load l = peak_of(p);
    if (!drawable(p, l))
        return no_fleet(s, p, l);
    struct fleets f = {0};
    start(&f, p, l);
    f.here = p->scenario.surge;
    for (size_t i = 0; i < PUBLISHED_POINTS; i++) {
        double k = 1.0 + 0.495 * (double)i / (PUBLISHED_POINTS - 1);
        add_published(&f, k, published_fleet(p, l, k), i + 1 == PUBLISHED_POINTS);
    }
    if (flow_known(p, l) && p->measured.t_total_s >= 0.0) {
        /* A deep queue takes long to compute and its curve is smooth: fewer points. */
        size_t points = p->q_max > 20000 ? 4 : SURGE_POINTS;
        for (size_t i = 0; i < points; i++) {
            double k = 1.0 + 0.495 * (double)i / (double)(points - 1);
            f.flow_x[f.n_flow] = k;
            f.flow[f.n_flow++] = flow_fleet(p, l, k);
        }
    }
    char where[3 * NUM_MAX], flag[2 * NUM_MAX];
    snprintf(where, sizeof where, "For a surge of %s", show_ratio(p->scenario.surge).s);
    snprintf(flag, sizeof flag, "surge ratio %s", show_ratio(p->scenario.surge).s);
    set_title(s, p, &f, where);
    scene_desc(s, "Chart of the instances at the peak load, and their cost per hour, against the "
                  "surge ratio from 1 to "
                  "1.5, by the published and by the flow method.");
    struct plot plot = {0};
    axis_exact(&plot.x, 1.0, 1.5, 10);
    draw(s, p, &plot, &f, "surge ratio: growth of the load within one T_total", flag);
    finish(&f);
    return s;
}

struct scene *chart_cost_load(const struct plan *p, const struct font *font)
{
    struct scene *s = scene_new(font, "cost_load", CHART_WIDTH, CHART_HEIGHT);
    struct load l = peak_of(p);
    if (!drawable(p, l))
        return no_fleet(s, p, l);
    struct fleets f = {0};
    start(&f, p, l);
    f.here = l.value;
    struct plot plot = {0};
    axis_linear(&plot.x, 0.0, fmin(l.value * 1.6, 1e300), 8);
    for (size_t i = 0; i < PUBLISHED_POINTS; i++) {
        struct load at = {plot.x.hi * (double)(i + 1) / PUBLISHED_POINTS, l.streams};
        add_published(&f, at.value, published_fleet(p, at, p->scenario.surge), i + 1 == PUBLISHED_POINTS);
    }
    if (flow_known(p, l))
        for (size_t i = 0; i < LOAD_POINTS; i++) {
            f.flow_x[i] = plot.x.hi * (double)(i + 1) / LOAD_POINTS;
            f.flow[i] = survive_fleet(f.flow_x[i], p->audit.flow.u_star, p->audit.mu_sat);
            f.n_flow = i + 1;
        }
    const char *unit = l.streams ? "streams" : "requests/s";
    char where[3 * NUM_MAX], flag[3 * NUM_MAX], title[3 * NUM_MAX];
    snprintf(where, sizeof where, "For a peak of %s %s", show_rate(l.value).s, unit);
    snprintf(flag, sizeof flag, "peak %s %s", show_rate(l.value).s, unit);
    snprintf(title, sizeof title, "peak load, %s", unit);
    set_title(s, p, &f, where);
    scene_desc(s,
               "Chart of the instances that a peak load needs, and their cost per hour, against "
               "that load in %s, by "
               "the published and by the flow method.",
               unit);
    draw(s, p, &plot, &f, title, flag);
    finish(&f);
    return s;
}
