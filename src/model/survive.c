#include "model/survive.h"

#include "base/num.h"

#include <math.h>
#include <stdbool.h>

#define HORIZON_MAX 1e15

/* A probability as a function of what is searched for. */
struct rising {
    struct passage (*at)(const void *context, double x);
    const void *context;
};

static bool holds(const struct rising *f, double x, double limit)
{
    struct passage p = f->at(f->context, x);
    return passage_rounded(&p) <= limit;
}

/* The next number of 9 significant digits above (SIDE 1) or below (SIDE -1) X, which is one. Below
 * a power of ten they lie closer. */
static double neighbour9(double x, int side)
{
    double within = side < 0 ? x * (1.0 - 1e-10) : x;
    return num_round9(x + side * pow(10.0, floor(log10(within)) - 8.0));
}

/* The largest number of 9 digits that holds, given that LOW holds and HIGH > LOW > 0 does not. */
static double largest9(const struct rising *f, double low, double high, double limit)
{
    while (high - low > 1e-10 * high) {
        double middle = 0.5 * (low + high);
        if (holds(f, middle, limit))
            low = middle;
        else
            high = middle;
    }
    /* The border is known to a tenth of the last digit; what remains is to step onto the grid. */
    double x = num_round9(low);
    for (int i = 0; i < 4 && !holds(f, x, limit); i++)
        x = neighbour9(x, -1);
    for (int i = 0; i < 4; i++) {
        double next = neighbour9(x, 1);
        if (!holds(f, next, limit))
            break;
        x = next;
    }
    return x;
}

/* Searches below HIGH, which does not hold. */
static struct search below(const struct rising *f, double high, double limit)
{
    double low = high;
    do {
        high = low;
        low *= 0.5;
        if (low < 1e-12)
            return (struct search){NAN, SEARCH_NONE};
    } while (!holds(f, low, limit));
    return (struct search){largest9(f, low, high, limit), SEARCH_FOUND};
}

struct threshold_question {
    double service_s, q_max, horizon_s;
};

static struct passage at_threshold(const void *context, double c_scale_max)
{
    const struct threshold_question *q = context;
    struct chain c = chain_published(c_scale_max, q->service_s, q->q_max);
    return chain_absorbed_within(&c, q->horizon_s);
}

struct search survive_threshold(double service_s, double q_max, double horizon_s, double limit)
{
    struct threshold_question q = {service_s, q_max, horizon_s};
    /* At the depth itself the start is absorbed. */
    return below(&(struct rising){at_threshold, &q}, (double)chain_depth(q_max), limit);
}

struct utilization_question {
    double k_surge, mu_sat, q_max, horizon_s;
};

static struct passage at_utilization(const void *context, double u)
{
    const struct utilization_question *q = context;
    struct chain c = chain_growth(q->k_surge, u, q->mu_sat, u / (1.0 - u), q->q_max);
    return chain_absorbed_within(&c, q->horizon_s);
}

struct search survive_utilization(double k_surge, double mu_sat, double q_max, double horizon_s, double limit)
{
    struct utilization_question q = {k_surge, mu_sat, q_max, horizon_s};
    /* The occupancy of this one is beyond the depth. */
    double depth = (double)chain_depth(q_max), high = (depth + 1.0) / (depth + 2.0);
    return below(&(struct rising){at_utilization, &q}, high, limit);
}

static struct passage at_horizon(const void *context, double horizon_s)
{
    return chain_absorbed_within(context, horizon_s);
}

struct search survive_horizon(const struct chain *c, double limit)
{
    if (c->start >= c->levels)
        return (struct search){NAN, SEARCH_NONE};
    if (!(c->birth > 0.0))
        return (struct search){NAN, SEARCH_UNBOUNDED};
    /* Absorption takes a birth at least: P <= birth T. */
    const struct rising f = {at_horizon, c};
    double low = 0.5 * limit / c->birth, high = 2.0 * low;
    while (high <= HORIZON_MAX && holds(&f, high, limit)) {
        low = high;
        high *= 2.0;
    }
    if (high > HORIZON_MAX)
        return (struct search){NAN, SEARCH_UNBOUNDED};
    return (struct search){largest9(&f, low, high, limit), SEARCH_FOUND};
}

double survive_fleet(double rps, double u, double mu_sat)
{
    return rps > 0.0 ? ceil(rps / (u * mu_sat)) : 0.0;
}

double survive_rate_target(double u, double mu_sat)
{
    return u * mu_sat * 60.0;
}
