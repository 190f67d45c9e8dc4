/* Uniformization written for the tests alone: plain vectors, weights from lgamma, stages of work as
 * the state. It shares no code and no shortcut with src/model. */
#ifndef HEADROOM_TESTS_MODEL_ORACLE_H
#define HEADROOM_TESTS_MODEL_ORACLE_H

#include "model/chain.h"
#include "model/mt19937.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* P(absorbed within T) when a service is `stages` stages of rate death * stages each. */
static inline double oracle_absorbed_within(const struct chain *c, int stages, double horizon_s)
{
    if (c->start >= c->levels)
        return 1.0;
    if (horizon_s <= 0.0)
        return 0.0;
    long m = stages, states = (c->levels - 1) * m + 1;
    double rate = c->birth + c->death * stages, mean = rate * horizon_s;
    double up = c->birth / rate, down = c->death * stages / rate;
    double *now = calloc((size_t)states, sizeof *now), *next = calloc((size_t)states, sizeof *next);
    if (!now || !next)
        abort();
    now[c->start * m] = 1.0;
    long steps = (long)(mean + 12.0 * sqrt(mean) + 60.0);
    double gone = 0.0, sum = 0.0, weights = 0.0, log_mean = log(mean);
    for (long k = 0; k <= steps; k++) {
        double log_weight = (double)k * log_mean - mean - lgamma((double)k + 1.0);
        double weight = log_weight > -60.0 ? exp(log_weight) : 0.0;
        sum += weight * gone;
        weights += weight;
        for (long x = 0; x < states; x++)
            next[x] = x + 1 < states ? now[x + 1] * down : 0.0;
        next[0] += now[0] * down;
        for (long x = 0; x < states; x++) {
            if (x + m < states)
                next[x + m] += now[x] * up;
            else
                gone += now[x] * up;
        }
        double *t = now;
        now = next;
        next = t;
    }
    free(now);
    free(next);
    return sum / weights;
}

/* Random chains with a fixed seed. */
static inline double draw_between(struct mt19937 *g, double low, double high)
{
    return low + (high - low) * mt19937_uniform53(g);
}

/* 10^x, x uniform. */
static inline double draw_decades(struct mt19937 *g, double low, double high)
{
    return pow(10.0, draw_between(g, low, high));
}

static inline struct mt19937 generator(uint32_t seed)
{
    struct mt19937 g;
    mt19937_init_by_array(&g, &seed, 1);
    return g;
}

/* A chain of up to LEVELS levels. A third of the ratios birth/death span six decades either way,
 * the others crowd around 1, around the critical (K/(K+1))^2 and at exactly 1. */
static inline struct chain draw_chain(struct mt19937 *g, double levels)
{
    struct chain c;
    c.levels = 1 + (long)pow(levels, mt19937_uniform53(g));
    c.start = (long)((double)c.levels * mt19937_uniform53(g));
    c.death = draw_decades(g, -2.0, 2.0);
    double k = (double)c.levels, critical = k / (k + 1.0) * (k / (k + 1.0));
    double kind = mt19937_uniform53(g), spread = draw_between(g, -0.5, 0.5), ratio;
    if (kind < 0.35)
        ratio = draw_decades(g, -6.0, 6.0);
    else if (kind < 0.65)
        ratio = 1.0 + 0.4 * spread;
    else if (kind < 0.75)
        ratio = 1.0 + spread * draw_decades(g, -15.0, 0.0);
    else if (kind < 0.95)
        ratio = critical * (1.0 + spread * draw_decades(g, -15.0, 0.0));
    else
        ratio = 1.0;
    c.birth = c.death * ratio;
    return c;
}

/* A time over five decades, cut so that about EVENTS events are the most to expect. */
static inline double draw_horizon(struct mt19937 *g, const struct chain *c, double events)
{
    double t = draw_decades(g, -2.0, 3.0), most = events / (c->birth + c->death);
    return t < most ? t : most * mt19937_uniform53(g);
}

#endif
