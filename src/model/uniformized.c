#include "model/uniformized.h"

#include "base/mem.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define NEGLIGIBLE_WEIGHT 1e-20 /* of the largest Poisson weight */
#define NEGLIGIBLE_STATE 1e-25

/* Poisson weights of `first` .. `last` events, not normalised. */
struct poisson {
    double *weight, total;
    long first, last;
};

static struct poisson poisson_around(double mean)
{
    const long mode = (long)mean;
    struct poisson p = {.first = mode, .last = mode};
    for (double w = 1.0; p.first > 0 && w > NEGLIGIBLE_WEIGHT; p.first--)
        w *= (double)p.first / mean;
    for (double w = 1.0; w > NEGLIGIBLE_WEIGHT; p.last++)
        w *= mean / (double)(p.last + 1);

    const long count = p.last - p.first + 1, at = mode - p.first;
    p.weight = xreallocarray(NULL, (size_t)count, sizeof *p.weight);
    p.weight[at] = 1.0;
    for (long i = at; i > 0; i--)
        p.weight[i - 1] = p.weight[i] * ((double)(p.first + i) / mean);
    for (long i = at; i + 1 < count; i++)
        p.weight[i + 1] = p.weight[i] * (mean / (double)(p.first + i + 1));
    for (long i = 0; i < count; i++)
        p.total += p.weight[i];
    return p;
}

/* Where the queue is after some events. Places are states counted from a lowest one, so that a
 * short time in a huge chain needs little memory. */
struct spread {
    double *at;      /* probability by place, a slot of zero past `top` */
    long low, high;  /* outside of these all are zero */
    long top;        /* place of state K-1, or one that cannot be reached */
    bool from_empty; /* place 0 is the empty queue */
    double up, down; /* probabilities that an event is a birth, and that it is a death */
    double absorbed;
};

static void one_event(struct spread *s)
{
    double *v = s->at;
    const double up = s->up, down = s->down;
    if (s->high == s->top)
        s->absorbed += v[s->high] * up;
    else
        s->high++;
    if (s->low > 0)
        s->low--;
    long n = s->low;
    double below = 0.0;
    if (n == 0 && s->from_empty) {
        /* A death in the empty queue changes nothing: it stands for no event at all. */
        below = v[0];
        v[0] = (v[0] + v[1]) * down;
        n++;
    }
    for (; n <= s->high; n++) {
        double here = v[n];
        v[n] = below * up + v[n + 1] * down;
        below = here;
    }
    while (s->low < s->high && v[s->low] < NEGLIGIBLE_STATE)
        v[s->low++] = 0.0;
    while (s->high > s->low && v[s->high] < NEGLIGIBLE_STATE)
        v[s->high--] = 0.0;
}

static struct spread spread_from_start(const struct chain *c, long events)
{
    double rate = c->birth + c->death;
    long lowest = c->start > events ? c->start - events : 0;
    long highest = c->levels - 1 - c->start > events ? c->start + events : c->levels - 1;
    struct spread s = {.top = highest - lowest, .from_empty = lowest == 0};
    s.up = c->birth / rate;
    s.down = c->death / rate;
    s.low = s.high = c->start - lowest;
    s.at = xcalloc((size_t)s.top + 2, sizeof *s.at);
    s.at[s.low] = 1.0;
    return s;
}

struct passage uniformized_absorbed_within(const struct chain *c, double horizon_s)
{
    struct poisson p = poisson_around((c->birth + c->death) * horizon_s);
    struct passage r = {.method = PASSAGE_UNIFORMIZED, .error_bound = 1e-18};
    /* Even if each event were an arrival the queue would not be full. */
    if (c->levels - c->start > p.last) {
        free(p.weight);
        return r;
    }
    struct spread s = spread_from_start(c, p.last);
    double sum = 0.0;
    for (long k = 0; k < p.last; k++) {
        if (k >= p.first)
            sum += p.weight[k - p.first] * s.absorbed;
        one_event(&s);
    }
    sum += p.weight[p.last - p.first] * s.absorbed;
    r.probability = fmin(1.0, sum / p.total);
    r.error_bound += ((double)p.last + 16.0) * 2.0 * DBL_EPSILON * r.probability;
    free(s.at);
    free(p.weight);
    return r;
}
