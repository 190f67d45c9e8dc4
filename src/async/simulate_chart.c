#include "async/simulate.h"

#include "base/num.h"
#include "chart/generic.h"

static void scale_x(struct curve *c, double by)
{
    for (size_t i = 0; i < c->n; i++)
        c->x[i] *= by;
}

static struct series line(const char *label, enum series_kind kind, struct look look, const struct curve *c)
{
    return (struct series){label, kind, true, look, c->x, c->y, c->n};
}

static struct scene *over_time(const struct simulation *s, const struct font *f, struct arena *a)
{
    const struct run *run = &s->runs[0];
    char waiting[NUM_MAX], serving_most[NUM_MAX];
    int64_t end = s->compare && s->runs[1].result.end > run->result.end ? s->runs[1].result.end : run->result.end;
    bool hours = end > INT64_C(2) * 3600 * REPLAY_SECOND;
    struct curve billed, serving, backlog = run->backlog, bare = s->compare ? s->runs[1].backlog : (struct curve){0};
    curve_capacity(&run->result, false, a, &billed);
    curve_capacity(&run->result, true, a, &serving);
    num_count(waiting, (int64_t)curve_top(&backlog));
    num_count(serving_most, (int64_t)curve_top(&serving));
    /* The curves are shared with other charts of the same run: scale copies. */
    struct curve *all[] = {&billed, &serving, &backlog, &bare};
    for (size_t i = 0; hours && i < 4; i++) {
        double *x = arena_array(a, all[i]->n + 1, sizeof *x);
        for (size_t k = 0; k < all[i]->n; k++)
            x[k] = all[i]->x[k];
        all[i]->x = x;
        scale_x(all[i], 1.0 / 3600);
    }
    struct series up[2] = {line(s->compare ? "wake pair" : "backlog", SERIES_FILLED_STEPS,
                                (struct look){ROLE_DERIVED, DASH_SOLID, MARK_CIRCLE}, &backlog),
                           line("without it", SERIES_STEPS, (struct look){ROLE_STOP, DASH_LONG, MARK_UP}, &bare)};
    struct series down[] = {
        line("serving", SERIES_FILLED_STEPS, (struct look){ROLE_OK, DASH_SOLID, MARK_UP}, &serving),
        line("billed", SERIES_STEPS, (struct look){ROLE_CHOSEN, DASH_SOLID, MARK_CIRCLE}, &billed)};
    const char *capacity = s->compare ? "capacity with the wake pair, instances" : "capacity, instances";
    struct panel panels[] = {{{"backlog, requests", SCALE_WHOLE, true}, up, s->compare ? 2 : 1, NULL, 0},
                             {{capacity, SCALE_WHOLE, true}, down, 2, NULL, 0}};
    const char *note =
        run->result.n_capacity >= CURVE_MOST || s->n_rows * 2 >= CURVE_MOST
            ? "Where there are more steps than fit, the largest value of each part of the time is shown."
            : NULL;
    struct chart_text text = {
        "simulation",
        arena_printf(a, "At most %s request%s %s or run%s; at most %s instance%s serve%s", waiting,
                     curve_top(&backlog) == 1 ? "" : "s", curve_top(&backlog) == 1 ? "waits" : "wait",
                     curve_top(&backlog) == 1 ? "s" : "", serving_most, curve_top(&serving) == 1 ? "" : "s",
                     curve_top(&serving) == 1 ? "s" : ""),
        s->source, "Backlog of the endpoint above its billed and serving instances over time.", note};
    return chart_lines(f, &text, (struct axis_spec){hours ? "time, h" : "time, s", SCALE_LINEAR, true}, panels, 2);
}

/* The trade of a sweep: what it costs against what waits. */
static struct scene *trade(const struct simulation *s, const struct font *f, struct arena *a)
{
    double *x = arena_array(a, s->n_runs, sizeof *x), *y = arena_array(a, s->n_runs, sizeof *y);
    const char **labels = arena_array(a, s->n_runs, sizeof *labels);
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct run *r = &s->runs[i];
        x[i] = num_known(s->rate) ? run_cost(s, r) : run_hours(r);
        y[i] = replay_s(r->result.all.p95);
        labels[i] = sim_setting(s, r, a);
    }
    struct chart_text text = {"simulation", sim_answer(s, a), s->source,
                              "p95 latency against cost, a point for each setting of the sweep.", NULL};
    return chart_frontier(
        f, &text,
        (struct axis_spec){num_known(s->rate) ? "compute cost, USD" : "instance-hours billed", SCALE_AUTO, false},
        (struct axis_spec){"p95 latency, s", SCALE_AUTO, true}, x, y, labels, s->n_runs);
}

struct scene *simulate_chart(const struct simulation *s, const struct font *f, struct arena *a)
{
    return (s->sweep_target || s->sweep_provision ? trade : over_time)(s, f, a);
}
