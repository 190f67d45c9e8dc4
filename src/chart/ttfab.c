/* p95 TTFAB against concurrency: where one instance stops keeping the SLO. */
#include "chart/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct fill solid = {ROLE_MEASURED, 1.0, HATCH_NONE};
static const struct fill hollow = {ROLE_PAPER, 1.0, HATCH_NONE};

static double p95(const struct step *s)
{
    return s->ttfab_p95_ms;
}

/* All steps with a p95, and what stands out among them. */
struct ladder {
    double *x, *y;
    size_t n;
    bool passes;               /* more than one step at some concurrency */
    bool unusable;             /* some step does not count */
    const struct step *breach; /* lowest concurrency above Q_max that misses the SLO; NULL */
};

static struct ladder ladder_of(const struct plan *p)
{
    struct ladder l = {
        xcalloc(p->n_steps + 1, sizeof *l.x), xcalloc(p->n_steps + 1, sizeof *l.y), 0, false, false, NULL};
    for (size_t i = 0; i < p->n_steps; i++) {
        const struct step *s = &p->steps[i];
        if (!(s->ttfab_p95_ms > 0.0))
            continue;
        l.x[l.n] = (double)s->concurrency;
        l.y[l.n++] = s->ttfab_p95_ms;
        if (s->usable != TRI_YES)
            l.unusable = true;
        if (s->concurrency > p->q_max && s->ttfab_p95_ms > (double)p->measured.slo_ms &&
            (!l.breach || s->concurrency < l.breach->concurrency))
            l.breach = s;
        if (s->run_index != p->steps[0].run_index)
            l.passes = true;
    }
    return l;
}

static void set_texts(struct scene *s, const struct plan *p, const struct ladder *l)
{
    double slo = (double)p->measured.slo_ms;
    if (l->breach)
        scene_title(s, "One instance keeps the %s SLO up to %s %s in flight; at %s it does not", show_ms(slo).s,
                    show_count(p->q_max).s, plural((double)p->q_max, "request"),
                    show_count(l->breach->concurrency).s);
    else
        scene_title(s, "One instance still keeps the %s SLO at %s %s in flight: its limit was not found",
                    show_ms(slo).s, show_count(p->q_max).s, plural((double)p->q_max, "request"));
    scene_desc(s,
               "Line chart of the p95 time to first audio byte against the requests in flight on "
               "one instance, "
               "with the SLO of %s, Q_max %s, C_scale_max %s and C_scale_min %s.",
               show_ms(slo).s, show_count(p->q_max).s, show_concurrency(p->c_scale_max).s,
               show_concurrency(p->c_scale_min).s);
}

static void draw_steps(struct plot *plot, const struct plan *p, const struct ladder *l, double radius)
{
    /* Collected by kind, so that marks on top of each other are drawn once. */
    double *x = xcalloc(p->n_steps + 1, sizeof *x), *y = xcalloc(p->n_steps + 1, sizeof *y);
    for (int usable = 0; usable < 2; usable++) {
        size_t n = 0;
        for (size_t i = 0; i < p->n_steps; i++)
            if ((p->steps[i].usable == TRI_YES) == (usable == 1) && p->steps[i].ttfab_p95_ms > 0.0) {
                x[n] = (double)p->steps[i].concurrency;
                y[n++] = p->steps[i].ttfab_p95_ms;
            }
        if (!usable)
            plot_marks(plot, x, y, n, radius, MARK_CROSS, (struct fill){0},
                       (struct stroke){ROLE_MUTED, 0.9, DASH_SOLID});
        else if (l->passes)
            plot_marks(plot, x, y, n, radius, MARK_CIRCLE, hollow, (struct stroke){ROLE_MEASURED, 0.7, DASH_SOLID});
    }
    free(x);
    free(y);
}

static void draw_labels(struct plot *plot, const struct plan *p, const struct ladder *l, const struct curve *c)
{
    double slo = (double)p->measured.slo_ms;
    for (size_t i = 0; i < c->n; i++)
        if (c->x[i] == (double)p->q_max)
            plot_label(plot, c->x[i], c->y[i], "%s at %s", show_ms(c->y[i]).s, show_count(p->q_max).s);
    if (l->breach)
        plot_label(plot, (double)l->breach->concurrency, l->breach->ttfab_p95_ms, "%s at %s",
                   show_ms(l->breach->ttfab_p95_ms).s, show_count(l->breach->concurrency).s);
    double at = plot->x.log ? plot->x.lo : plot->x.lo + 0.01 * (plot->x.hi - plot->x.lo);
    plot_label(plot, at, slo, "SLO %s", show_ms(slo).s);
    double crossing = p->audit.bracket_crossing;
    if (num_known(crossing) && l->breach)
        plot_label(plot, crossing, slo, "SLO crossed near %s", show_near(crossing).s);
    if (c->n && c->x[0] < (double)p->q_max)
        plot_label(plot, c->x[0], c->y[0], "%s at %s", show_ms(c->y[0]).s, show_whole(c->x[0]).s);
    plot_labels(plot);
}

static void set_y_axis(struct axis *a, const struct ladder *l, double slo)
{
    double most = part_max(l->y, l->n, slo), least = slo;
    for (size_t i = 0; i < l->n; i++)
        if (l->y[i] < least)
            least = l->y[i];
    /* The question is asked at the SLO: a linear axis must leave it well above its foot. */
    if (most > 12.0 * slo)
        axis_log(a, least, most, 6);
    else
        axis_linear(a, 0.0, most * 1.03, 6);
}

/* The caller frees. */
static char *note_of(const struct ladder *l)
{
    struct strbuf sb = {0};
    if (l->breach)
        sb_add(&sb, "Shaded: the bracket, from Q_max to the next rung measured above it that "
                    "misses the SLO. ");
    if (l->passes)
        sb_addf(&sb, "Filled: median of the %spasses. Hollow: one pass. ", l->unusable ? "usable " : "");
    if (l->unusable)
        sb_add(&sb, "Cross: a step that does not count (not usable). ");
    return sb.data ? sb_detach(&sb) : xstrdup("");
}

static void draw(struct scene *s, const struct plan *p, const struct ladder *l, const struct curve *c)
{
    char *note = note_of(l);
    double note_height = *note ? chart_note_height(s, note) + 4.0 : 0.0, top = part_head(s, p) + PLOT_TITLE_ROOM;
    struct plot plot = {0};
    part_concurrency_axis(&plot.x, l->x, l->n, (double)p->q_max);
    set_y_axis(&plot.y, l, (double)p->measured.slo_ms);
    double left = plot_label_width(s, &plot.y), right = s->width - 8.0;
    double bottom = s->height - PLOT_AXIS_ROOM - note_height;
    char min_text[2 * NUM_MAX], max_text[2 * NUM_MAX], q_text[2 * NUM_MAX];
    snprintf(min_text, sizeof min_text, "C_scale_min %s", show_concurrency(p->c_scale_min).s);
    snprintf(max_text, sizeof max_text, "C_scale_max %s", show_concurrency(p->c_scale_max).s);
    snprintf(q_text, sizeof q_text, "Q_max %s", show_count(p->q_max).s);
    struct flag flags[] = {
        {p->c_scale_min, min_text, {ROLE_DERIVED, 1.0, DASH_SHORT}, 0, false},
        {p->c_scale_max, max_text, {ROLE_DERIVED, 1.2, DASH_LONG}, 0, false},
        {(double)p->q_max, q_text, {ROLE_MEASURED, 1.2, DASH_SOLID}, 0, false},
    };
    plot_area(&plot, s, left, top, right, bottom);
    plot_area(&plot, s, left, top + flags_lay(&plot, flags, 3), right, bottom);
    if (l->breach)
        plot_band(&plot, (double)p->q_max, (double)l->breach->concurrency,
                  (struct fill){ROLE_STOP, 0.12, HATCH_NONE});
    plot_frame(&plot, "requests in flight on one instance (concurrency)", "p95 time to first audio byte (TTFAB), ms");
    plot_hline(&plot, (double)p->measured.slo_ms, (struct stroke){ROLE_STOP, 1.2, DASH_DASHDOT});
    flags_draw(&plot, flags, 3);
    plot_line(&plot, c->x, c->y, c->n, (struct stroke){ROLE_MEASURED, 1.4, DASH_SOLID});
    double radius = l->n > 300 ? 1.2 : l->n > 60 ? 1.8 : 2.6;
    draw_steps(&plot, p, l, radius);
    plot_marks(&plot, c->x, c->y, c->n, radius, MARK_CIRCLE, solid, (struct stroke){0});
    if (l->breach)
        plot_mark(&plot, (double)l->breach->concurrency, l->breach->ttfab_p95_ms, 3.4, MARK_DIAMOND,
                  (struct fill){ROLE_STOP, 1.0, HATCH_NONE}, (struct stroke){0});
    draw_labels(&plot, p, l, c);
    if (*note)
        chart_note(s, s->height - note_height + 2.0, note);
    free(note);
    plot_free(&plot);
}

struct scene *chart_ttfab(const struct plan *p, const struct font *f)
{
    struct scene *s = scene_new(f, "ttfab", CHART_WIDTH, CHART_HEIGHT);
    struct ladder l = ladder_of(p);
    if (l.n == 0) {
        part_empty(s, p, "The ladder carries no latency to draw",
                   "No rung of the ladder has a p95 time to first audio byte, so its course is not "
                   "known.");
    } else {
        struct curve c = curve_of(p, p95);
        set_texts(s, p, &l);
        draw(s, p, &l, &c);
        curve_free(&c);
    }
    free(l.x);
    free(l.y);
    return s;
}
