#include "model/erlang.h"

#include "base/num.h"
#include "model/laplace.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum { STAGES_MAX = 16, POINTS_MAX = 200000 };

/* Level-stage-points that one probability may cost: a few seconds. */
#define COST_MAX 1e9

/* From tests/oracle/erlang_quantiles.py. */
static const struct {
    int stages;
    double p95_ratio;
} shapes[] = {
    {16, 1.44357061}, {8, 1.64351423}, {4, 1.93841413}, {2, 2.37193226}, {1, 2.99573227},
};

double erlang_p95_ratio(int stages)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].stages == stages)
            return shapes[i].p95_ratio;
    return NAN;
}

int erlang_stages(double service_s, double service_p95_s)
{
    double ratio = num_round9(service_p95_s / service_s);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].p95_ratio >= ratio)
            return shapes[i].stages;
    return 1;
}

/* The affine map h -> reach + back h, for each lane. With x stages of work left in the queue,
 * `back` is the transform of the time to x - 1 (or from a whole window of stages to the place below
 * it) without absorption on the way, and `reach` that of absorption before it. Both are at most 1
 * in modulus, so the recursion, which only goes down, cannot blow up. */
struct map {
    struct lanes reach, back;
};

#define ZEROS \
    { \
        {0}, \
        { \
            0 \
        } \
    }
#define ONES \
    { \
        {1, 1, 1, 1, 1, 1, 1, 1}, \
        { \
            0 \
        } \
    }
static const struct map identity = {ZEROS, ONES}, absorbed = {ONES, ZEROS};

/* z = a + b c, lane by lane. */
static void multiply_add(struct lanes *z, const struct lanes *a, const struct lanes *b, const struct lanes *c)
{
    struct lanes r;
    for (int i = 0; i < LAPLACE_LANES; i++) {
        r.re[i] = a->re[i] + (b->re[i] * c->re[i] - b->im[i] * c->im[i]);
        r.im[i] = a->im[i] + (b->re[i] * c->im[i] + b->im[i] * c->re[i]);
    }
    *z = r;
}

/* z = outer after inner. */
static void compose(struct map *z, const struct map *outer, const struct map *inner)
{
    static const struct lanes zero = ZEROS;
    multiply_add(&z->reach, &outer->reach, &outer->back, &inner->reach);
    multiply_add(&z->back, &zero, &outer->back, &inner->back);
}

struct queue {
    double birth, stage_rate;
    long levels, start;
    int stages;
};

/* The map of one place, where WINDOW leads from one service above it down to it:
 * (s + birth + stage_rate) h(x) = birth (reach + back h(x)) + stage_rate h(x-1). */
static void one_place(struct map *z, const struct queue *q, const struct lanes *s, const struct map *window)
{
    for (int i = 0; i < LAPLACE_LANES; i++) {
        double re = s->re[i] + q->birth + q->stage_rate - q->birth * window->back.re[i];
        double im = s->im[i] - q->birth * window->back.im[i];
        double norm = re * re + im * im;
        double u = re / norm, v = -im / norm;
        double reach_re = q->birth * window->reach.re[i], reach_im = q->birth * window->reach.im[i];
        z->back.re[i] = q->stage_rate * u;
        z->back.im[i] = q->stage_rate * v;
        z->reach.re[i] = reach_re * u - reach_im * v;
        z->reach.im[i] = reach_re * v + reach_im * u;
    }
}

/* Places are stages of work left: 0 for the empty queue, then `stages` for each request; a birth
 * goes up by `stages` at once and is absorbed from the topmost request. Takes the requests from the
 * top down. WINDOW of a place goes through the rest of its own request and the lower stages of the
 * one above: running compositions of both make a place cost the same for any number of stages. */
static void erlang_transform(const void *context, const struct lanes *s, struct lanes *value)
{
    const struct queue *q = context;
    const int m = q->stages;
    /* lower[i]: through the lowest i stages of the request above. Above the top all is absorbed. */
    struct map lower[STAGES_MAX + 1] = {{ZEROS, ZEROS}}, place[STAGES_MAX + 1] = {{ZEROS, ZEROS}};
    struct map from_start = identity;
    for (int i = 1; i <= m; i++)
        lower[i] = absorbed;
    for (long request = q->levels - 1; request >= 1; request--) {
        struct map rest = identity, window;
        for (int i = m; i >= 1; i--) {
            compose(&window, &lower[i], &rest);
            one_place(&place[i], q, s, &window);
            compose(&rest, &rest, &place[i]);
        }
        lower[1] = place[1];
        for (int i = 2; i <= m; i++)
            compose(&lower[i], &place[i], &lower[i - 1]);
        if (request <= q->start)
            compose(&from_start, &from_start, &lower[m]);
    }
    /* The empty queue: (s + birth) h(0) = birth (reach + back h(0)). */
    struct map empty;
    struct queue idle = *q;
    idle.stage_rate = 0.0;
    one_place(&empty, &idle, s, &lower[m]);
    multiply_add(value, &from_start.reach, &from_start.back, &empty.reach);
}

struct passage erlang_absorbed_within(const struct chain *c, int stages, double horizon_s)
{
    if (c->start >= c->levels)
        return (struct passage){1.0, 0.0, PASSAGE_KNOWN};
    if (!(horizon_s > 0.0) || !(c->birth > 0.0))
        return (struct passage){0.0, 0.0, PASSAGE_KNOWN};
    if (horizon_s > DBL_MAX)
        return (struct passage){1.0, 0.0, PASSAGE_KNOWN};
    /* In units of the horizon: nothing that follows can overflow while events within it are
     * countable. */
    struct queue q = {c->birth * horizon_s, c->death * horizon_s * stages, c->levels, c->start, stages};
    double work = (double)c->levels * stages;
    struct laplace_result r = {NAN, 1.0};
    if (q.birth < 1e100 && q.stage_rate < 1e100 && work * 100.0 <= COST_MAX) {
        double points = fmin(COST_MAX / work, POINTS_MAX);
        r = laplace_probability(erlang_transform, &q, 1.0, (long)points);
        if (r.error_bound > 1e-9)
            r = (struct laplace_result){NAN, 1.0};
    }
    return (struct passage){r.probability, r.error_bound, PASSAGE_INVERTED};
}
