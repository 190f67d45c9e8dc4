#include "model/chain.h"

#include "base/num.h"
#include "model/laplace.h"
#include "model/modes.h"
#include "model/uniformized.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* Up to so many expected events uniformization is faster than the closed form: always up to the
 * first, and while their square is at most the second times K. */
#define FEW_EVENTS 40.0
#define FEW_EVENTS_SQUARED 32.0

/* Steps times states that a fallback to uniformization may cost: some 10 ms. */
#define UNIFORMIZED_COST_MAX 1e7

/* Terms of the closed form, estimated, from which on inversion is used: some 100 ms. */
#define MODES_MAX 1e6

/* An exponent from which on a bound settles a probability: exp(-40) = 4e-18. */
#define SETTLED 40.0

/* Log weight of the closed form from which on its roundings show beyond 1e-13, so that bounds are
 * tried before it. */
#define BOUNDS_FROM 5.0

/* Error that the closed form may admit; inversion is good to half of it. */
#define PROMISE 1e-10

/* death/birth from which on the start is forgotten before the next birth. */
#define RARE 1e18

static struct passage known(double probability, double error_bound)
{
    return (struct passage){probability, error_bound, PASSAGE_KNOWN};
}

/* Births so rare that each finds an empty queue or none matters: K births in a row without a death
 * have the rate birth (birth/death)^(K-1); what the start adds is of the order of birth/death. */
static struct passage absorbed_rarely(const struct chain *c, double horizon_s)
{
    double ratio = log(c->birth) - log(c->death);
    double expected = log(c->birth) + (double)(c->levels - 1) * ratio + log(horizon_s);
    return known(-expm1(-exp(expected)), 1e-12);
}

/* Bounds of Chernoff's on the unreflected walk. Returns whether they settle the answer into OUT. */
static bool settled_by_bounds(const struct chain *c, double horizon_s, struct passage *out)
{
    const double rise = (double)(c->levels - c->start);
    const double births = c->birth * horizon_s, deaths = c->death * horizon_s;
    /* Absorption takes at least `rise` births. */
    if (births < rise && rise * log(rise / births) - (rise - births) > SETTLED) {
        *out = known(0.0, 1e-17);
        return true;
    }
    /* Unabsorbed, births less deaths are at most rise - 1; with deaths in an empty queue counted,
     * less. */
    double reach = rise - 1.0;
    double z = births > 0.0 ? (reach + sqrt(reach * reach + 4.0 * births * deaths)) / (2.0 * births) : 1.0;
    if (z < 1.0) {
        double exponent = births * (z - 1.0) + (z > 0.0 ? deaths * (1.0 / z - 1.0) : 0.0);
        if (z > 0.0)
            exponent -= reach * log(z);
        if (exponent < -SETTLED) {
            *out = known(1.0, 1e-17);
            return true;
        }
    }
    return false;
}

/* The same question with rates near 1: scaling by a power of two loses nothing, and neither
 * products nor quotients of the rates can overflow after it. */
static struct chain scaled(const struct chain *c, double *horizon_s)
{
    int exponent;
    frexp(fmax(c->birth, c->death), &exponent);
    *horizon_s = fmin(ldexp(*horizon_s, exponent), DBL_MAX);
    struct chain s = *c;
    s.birth = ldexp(c->birth, -exponent);
    s.death = ldexp(c->death, -exponent);
    return s;
}

/* For start < levels, levels >= 2, both rates scaled and not too unequal. */
static struct passage computed(const struct chain *c, double horizon)
{
    double events = (c->birth + c->death) * horizon, levels = (double)c->levels;
    if (events <= FEW_EVENTS || events * events <= FEW_EVENTS_SQUARED * levels)
        return uniformized_absorbed_within(c, horizon);
    double weight = modes_log_weight(c);
    struct passage p;
    if (weight > BOUNDS_FROM && settled_by_bounds(c, fmin(horizon, 1e100), &p))
        return p;
    if (weight > MODES_LOG_WEIGHT_MAX) {
        double cost = events * fmin(levels, 20.0 * sqrt(events));
        return cost <= UNIFORMIZED_COST_MAX ? uniformized_absorbed_within(c, horizon) : chain_inverted(c, horizon);
    }
    if (3.0 * levels / sqrt(events) > MODES_MAX)
        return chain_inverted(c, horizon);
    p = modes_absorbed_within(c, horizon);
    return p.error_bound <= PROMISE ? p : chain_inverted(c, horizon);
}

struct passage chain_absorbed_within(const struct chain *c, double horizon_s)
{
    if (c->start >= c->levels)
        return known(1.0, 0.0);
    if (!(horizon_s > 0.0) || !(c->birth > 0.0))
        return known(0.0, 0.0);
    if (horizon_s > DBL_MAX)
        return known(1.0, 0.0);
    if (c->levels == 1)
        return known(-expm1(-c->birth * horizon_s), 2.0 * DBL_EPSILON);
    if (c->death / c->birth >= RARE)
        return absorbed_rarely(c, horizon_s);
    struct chain s = scaled(c, &horizon_s);
    return computed(&s, horizon_s);
}

double passage_rounded(const struct passage *p)
{
    double x = p->probability;
    if (p->method == PASSAGE_MODES)
        x = num_half_even(x * 1e11) / 1e11;
    else if (p->method == PASSAGE_INVERTED)
        x = num_half_even(x * 1e10) / 1e10;
    return num_round9(x);
}

double chain_log_ratio(const struct chain *c)
{
    double q = c->death / c->birth;
    return q > 0.5 && q < 2.0 ? log1p((c->death - c->birth) / c->birth) : log(q);
}

double chain_mean_time(const struct chain *c)
{
    if (c->start >= c->levels)
        return 0.0;
    if (!(c->birth > 0.0))
        return NAN;
    const double wait = 1.0 / c->birth, fall = c->death / c->birth, too_long = 1e15;
    double step = wait, total = c->start == 0 ? wait : 0.0;
    for (long n = 1; n < c->levels && step <= too_long && total <= too_long; n++) {
        double next = wait + fall * step;
        if (next == step) { /* a growing queue: all further steps take the same time */
            long from = n > c->start ? n : c->start;
            total += step * (double)(c->levels - from);
            break;
        }
        step = next;
        if (n >= c->start)
            total += step;
    }
    return step <= too_long && total <= too_long ? total : NAN;
}

long chain_depth(double q_max)
{
    return (long)fmin(1e9, ceil(q_max));
}

long chain_start(double concurrency)
{
    return (long)num_half_even(fmin(concurrency, 1e9));
}

struct chain chain_published(double c_scale_max, double service_s, double q_max)
{
    double utilization = c_scale_max / (1.0 + c_scale_max);
    return (struct chain){.birth = utilization / service_s,
                          .death = 1.0 / service_s,
                          .levels = chain_depth(q_max),
                          .start = chain_start(c_scale_max)};
}

struct chain chain_growth(double k_surge, double utilization, double mu_sat, double concurrency, double q_max)
{
    return (struct chain){.birth = k_surge * utilization * mu_sat,
                          .death = mu_sat,
                          .levels = chain_depth(q_max),
                          .start = chain_start(concurrency)};
}
