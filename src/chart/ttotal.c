/* T_total as a waterfall: which stage of getting new capacity takes how long. */
#include "chart/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 20 };
#define ROW_HEIGHT 15.0
#define BAR_HEIGHT 9.5

/* One bar. Several stages of a long list may share one. */
struct row {
    char *label;
    double from, seconds;
    bool bounded, before, dominant, total, lag;
};

struct waterfall {
    struct row *rows;
    size_t n;
    double measured; /* sum of the stages within the clock */
    double before;   /* seconds before the clock */
    const struct stage *dominant;
};

/* Index of the first stage within the clock, which starts at desired_set. */
static size_t clock_start(const struct plan *p)
{
    for (size_t i = 0; i < p->n_stages; i++)
        if (p->stages[i].from && strcmp(p->stages[i].from, "desired_set") == 0)
            return i;
    size_t i = 0;
    while (i < p->n_stages && p->stages[i].to && strcmp(p->stages[i].to, "desired_set") == 0)
        i++;
    return i;
}

static double seconds_of(const struct stage *s)
{
    return isfinite(s->seconds) && s->seconds > 0.0 ? s->seconds : 0.0;
}

struct rank {
    double seconds;
    size_t index;
};

static int longest_first(const void *a, const void *b)
{
    const struct rank *p = a, *q = b;
    if (p->seconds != q->seconds)
        return p->seconds > q->seconds ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* Which stages get a row of their own: all, or the longest when there are too many for a chart. The
 * caller frees. */
static bool *own_rows(const struct plan *p)
{
    bool *own = xcalloc(p->n_stages + 1, sizeof *own);
    struct rank *r = xcalloc(p->n_stages + 1, sizeof *r);
    for (size_t i = 0; i < p->n_stages; i++)
        r[i] = (struct rank){seconds_of(&p->stages[i]), i};
    qsort(r, p->n_stages, sizeof *r, longest_first);
    size_t n = p->n_stages <= ROWS_MAX ? p->n_stages : ROWS_MAX / 2;
    for (size_t i = 0; i < n; i++)
        own[r[i].index] = true;
    free(r);
    return own;
}

static struct row *add_row(struct waterfall *w, char *label, double from, double seconds)
{
    struct row *r = &w->rows[w->n++];
    r->label = label;
    r->from = from;
    r->seconds = seconds;
    return r;
}

static char *stage_label(const struct stage *s)
{
    return xasprintf("%s \xE2\x86\x92 %s", s->from ? s->from : "?", s->to ? s->to : "?");
}

static void add_stages(struct waterfall *w, const struct plan *p)
{
    size_t first = clock_start(p);
    double at = 0.0;
    for (size_t i = 0; i < first; i++)
        w->before += seconds_of(&p->stages[i]);
    double before_at = -w->before;
    for (size_t i = 0; i < first && i < ROWS_MAX; i++) {
        struct row *r = add_row(w, stage_label(&p->stages[i]), before_at, seconds_of(&p->stages[i]));
        r->before = true;
        before_at += r->seconds;
    }
    for (size_t i = first; i < p->n_stages; i++)
        if (!w->dominant || seconds_of(&p->stages[i]) > seconds_of(w->dominant))
            w->dominant = &p->stages[i];
    bool *own = own_rows(p);
    for (size_t i = first; i < p->n_stages;) {
        size_t end = i + 1;
        double seconds = seconds_of(&p->stages[i]);
        bool bounded = p->stages[i].bounded == TRI_YES;
        for (; !own[i] && end < p->n_stages && !own[end]; end++) {
            seconds += seconds_of(&p->stages[end]);
            bounded = bounded || p->stages[end].bounded == TRI_YES;
        }
        char *label = end - i > 1 ? xasprintf("%zu stages, %s \xE2\x80\xA6 %s", end - i,
                                              p->stages[i].from ? p->stages[i].from : "?",
                                              p->stages[end - 1].to ? p->stages[end - 1].to : "?")
                                  : stage_label(&p->stages[i]);
        struct row *r = add_row(w, label, at, seconds);
        r->bounded = bounded;
        r->dominant = end - i == 1 && &p->stages[i] == w->dominant && seconds > 0.0;
        at += seconds;
        i = end;
    }
    free(own);
    w->measured = at;
}

static struct waterfall waterfall_of(const struct plan *p)
{
    struct waterfall w = {xcalloc(p->n_stages + 4, sizeof *w.rows), 0, 0.0, 0.0, NULL};
    add_stages(&w, p);
    double lag = p->policy_lag_bound_s > 0.0 ? p->policy_lag_bound_s : 0.0;
    double span = p->measured.t_total_s - lag;
    if (p->n_stages == 0) {
        w.measured = span;
        add_row(&w, xstrdup("measured, stages not known"), 0.0, span);
    } else if (isfinite(span)) {
        /* Marks that are missing leave time that no stage accounts for; less than the stages' own
         * rounding is none. */
        if (span - w.measured > 0.05 + 0.0005 * (double)p->n_stages)
            add_row(&w, xstrdup("not split into stages"), w.measured, span - w.measured);
        w.measured = span;
    }
    if (lag > 0.0) {
        struct row *r = add_row(&w, xstrdup("policy lag (bound)"), w.measured, lag);
        r->lag = r->bounded = true;
    }
    struct row *r = add_row(&w, xstrdup("T_total, planned against"), 0.0, p->measured.t_total_s);
    r->total = true;
    return w;
}

static void set_texts(struct scene *s, const struct plan *p, const struct waterfall *w)
{
    double total = p->measured.t_total_s;
    if (w->dominant && w->dominant->seconds > 0.0)
        scene_title(s, "New capacity serves after %s; %s of it (%s) from %s to %s", show_seconds(total).s,
                    show_seconds(w->dominant->seconds).s, show_percent(w->dominant->seconds / total).s,
                    w->dominant->from ? w->dominant->from : "?", w->dominant->to ? w->dominant->to : "?");
    else
        scene_title(s, "New capacity serves after %s", show_seconds(total).s);
    scene_desc(s,
               "Waterfall of the %zu measured stages from asking for an instance to that instance "
               "serving, in seconds, "
               "with the bound of the policy's lag and the T_total of %s that the plan reckons with.",
               p->n_stages, show_seconds(total).s);
}

static struct fill row_fill(const struct row *r)
{
    if (r->before)
        return (struct fill){ROLE_RULE, 0.8, HATCH_NONE};
    if (r->total)
        return (struct fill){ROLE_DERIVED, 1.0, HATCH_NONE};
    if (r->bounded)
        return (struct fill){ROLE_ASSUMED, 0.35, HATCH_RISING};
    return (struct fill){ROLE_MEASURED, 1.0, HATCH_NONE};
}

static void row_value(const struct row *r, double total, char *out, size_t size)
{
    if (r->before)
        snprintf(out, size, "%s, before the clock", show_seconds(r->seconds).s);
    else if (r->dominant)
        snprintf(out, size, "%s, %s of T_total", show_seconds(r->seconds).s, show_percent(r->seconds / total).s);
    else if (r->seconds > 0.0 && r->seconds < 0.05)
        snprintf(out, size, "under 0.1 s");
    else
        snprintf(out, size, "%s", show_seconds(r->seconds).s);
}

static void draw_row(struct plot *plot, const struct row *r, double y, double total)
{
    struct scene *s = plot->scene;
    struct text_style name = {SIZE_LABEL, r->dominant || r->total, ROLE_TEXT, ANCHOR_END};
    if (r->before)
        name.role = ROLE_MUTED;
    char *clean = text_clean(r->label);
    char *label = font_fit(s->font, name.bold, name.size, clean, plot->left - 8.0);
    scene_text(s, plot->left - 6.0, y + BAR_HEIGHT - 1.8, name, label);
    free(clean);
    free(label);
    double x1 = fmax(plot->left, axis_at(&plot->x, r->from));
    double x2 = fmin(plot->right, axis_at(&plot->x, r->from + r->seconds));
    struct stroke outline = {r->bounded ? ROLE_ASSUMED : ROLE_NONE, 0.7, DASH_SOLID};
    if (r->dominant)
        outline = (struct stroke){ROLE_TEXT, 1.2, DASH_SOLID};
    /* A stage too short to see is still marked. */
    if (x2 - x1 < 0.8)
        scene_segment(s, x1, y, x1, y + BAR_HEIGHT, (struct stroke){ROLE_MUTED, 0.8, DASH_SOLID});
    else
        scene_rect(s, x1, y, x2 - x1, BAR_HEIGHT, row_fill(r), outline);
    char value[4 * NUM_MAX];
    row_value(r, total, value, sizeof value);
    struct text_style figure = {SIZE_LABEL, r->dominant || r->total, name.role, ANCHOR_START};
    double width = font_width(s->font, figure.bold, figure.size, value), x = fmax(x1, x2) + 4.0;
    if (x + width > s->width) {
        figure.anchor = ANCHOR_END;
        x = x1 - 4.0;
    }
    /* The line at the start of the clock and the grid stay off the figure. */
    double x_left = figure.anchor == ANCHOR_END ? x - width : x;
    scene_rect(s, x_left - 1.0, y, width + 2.0, BAR_HEIGHT, (struct fill){ROLE_PAPER, 1.0, HATCH_NONE},
               (struct stroke){0});
    scene_text(s, x, y + BAR_HEIGHT - 1.8, figure, value);
}

static char *note_of(const struct plan *p, const struct waterfall *w)
{
    struct strbuf sb = {0};
    bool bounded = false;
    for (size_t i = 0; i < w->n; i++)
        bounded = bounded || w->rows[i].bounded;
    if (bounded)
        sb_add(&sb, "Hatched: an upper bound, not a measured time. ");
    if (w->before > 0.0)
        sb_add(&sb, "Grey: before the clock starts at desired_set, outside the sum. ");
    if (p->n_missing) {
        sb_add(&sb, "Not measured: ");
        for (size_t i = 0; i < p->n_missing && i < 8; i++)
            sb_addf(&sb, "%s%s", i ? ", " : "", p->missing_stages[i]);
        if (p->n_missing > 8)
            sb_addf(&sb, " and %zu more", p->n_missing - 8);
        sb_add(&sb, ".");
    }
    return sb.data ? sb_detach(&sb) : xstrdup("");
}

static double label_column(const struct scene *s, const struct waterfall *w)
{
    double widest = 0.0;
    for (size_t i = 0; i < w->n; i++)
        widest =
            fmax(widest, font_width(s->font, w->rows[i].dominant || w->rows[i].total, SIZE_LABEL, w->rows[i].label));
    return fmin(widest, 170.0) + 10.0;
}

/* The right end of the bars that leaves room for every figure behind its bar, within reason. */
static double right_end(const struct scene *s, const struct waterfall *w, const struct axis *x, double left,
                        double total)
{
    double room = s->width - left;
    for (size_t i = 0; i < w->n; i++) {
        const struct row *r = &w->rows[i];
        char value[4 * NUM_MAX];
        row_value(r, total, value, sizeof value);
        double width = font_width(s->font, r->dominant || r->total, SIZE_LABEL, value) + 6.0;
        double share = (fmin(x->hi, r->from + r->seconds) - x->lo) / (x->hi - x->lo);
        if (share > 0.0)
            room = fmin(room, fmax((s->width - left - width) / share, 0.55 * (s->width - left)));
    }
    return left + room;
}

static void draw(struct scene *s, const struct plan *p, const struct waterfall *w)
{
    char *note = note_of(p, w);
    double note_height = *note ? chart_note_height(s, note) + 4.0 : 0.0;
    double top = part_head(s, p) + 2.0, total = p->measured.t_total_s;
    double bottom = top + ROW_HEIGHT * (double)w->n + 3.0;
    struct plot plot = {0};
    /* What is before the clock must not squeeze what the chart is about. */
    axis_exact(&plot.x, -fmin(w->before, 0.25 * total), fmax(total, w->measured), 7);
    double left = label_column(s, w);
    plot_area(&plot, s, left, top, right_end(s, w, &plot.x, left, total), bottom);
    s->height = bottom + PLOT_AXIS_ROOM + note_height;
    s->items[0].h = s->height;
    plot_frame(&plot, "seconds from asking for an instance (desired_set)", NULL);
    for (size_t i = 0; i < plot.x.n_ticks; i++)
        plot_vline(&plot, plot.x.ticks[i].value, (struct stroke){ROLE_RULE, 0.5, DASH_SOLID});
    plot_vline(&plot, 0.0, (struct stroke){ROLE_MUTED, 0.8, DASH_SOLID});
    for (size_t i = 0; i < w->n; i++)
        draw_row(&plot, &w->rows[i], top + ROW_HEIGHT * (double)i + 3.0, total);
    if (*note)
        chart_note(s, s->height - note_height + 2.0, note);
    free(note);
    plot_free(&plot);
}

struct scene *chart_ttotal(const struct plan *p, const struct font *f)
{
    struct scene *s = scene_new(f, "ttotal", CHART_WIDTH, CHART_HEIGHT);
    double total = p->measured.t_total_s;
    if (!p->measured.t_total_measured || !(total >= 0.0)) {
        char *title = total >= 0.0 ? xasprintf("T_total of %s was assumed, not measured", show_seconds(total).s)
                                   : xstrdup("T_total is not known");
        part_empty(s, p, title,
                   "There is no measurement of the time from asking for an instance to its "
                   "serving, so there are no "
                   "stages to show. Measure it and plan again with --ttotal.");
        free(title);
        return s;
    }
    struct waterfall w = waterfall_of(p);
    set_texts(s, p, &w);
    draw(s, p, &w);
    for (size_t i = 0; i < w.n; i++)
        free(w.rows[i].label);
    free(w.rows);
    return s;
}
