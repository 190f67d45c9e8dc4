/* The published, sampled shed probability: 200 trials of a birth-death chain, bit for bit. */
#ifndef HEADROOM_MODEL_SAMPLER_H
#define HEADROOM_MODEL_SAMPLER_H

#include "model/chain.h"

#include <stdbool.h>

enum { SAMPLER_TRIALS = 200 };

struct sample {
    bool drawn;         /* false: it would take over 1e9 events and was not drawn */
    int hits;           /* trials that reached `levels` in time */
    double probability; /* hits / 200; NaN when not drawn */
    long replays;       /* trials whose end had to be settled in the definition's own arithmetic */
};

/* Draws the sample as the published method defines it: one MT19937 seeded by the array [1234], each
 * event taking its waiting time -ln(1 - u)/rate first and, unless the queue is empty, a second
 * uniform for its direction. Start at or above `levels`: 1; horizon 0 s: 0; neither draws anything.
 *
 * The result is that of the definition to the last bit, at about a fifth of its cost. A waiting
 * time matters only through the question whether the clock has passed the horizon, so the clock is
 * kept as a product of the (1 - u), with one logarithm for 16 events, together with a bound on how
 * far this clock and the defined one can lie apart. Where the bound cannot settle the question, the
 * trial is replayed from its start with the definition's logarithms and left-to-right sums. */
struct sample sampler_draw(const struct chain *chain, double horizon_s);

/* The same with the bound widened by SLACK >= 1, so that tests can force replays. The result does
 * not depend on it, apart from `replays`. */
struct sample sampler_draw_slack(const struct chain *chain, double horizon_s, double slack);

/* The definition itself, one logarithm an event: what sampler_draw is tested and timed against. */
struct sample sampler_draw_plain(const struct chain *chain, double horizon_s);

#endif
