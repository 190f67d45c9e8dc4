/* Inverse questions: what threshold, utilization or T_total keeps the probability of filling up at
 * or under a limit, and what fleet follows from the answer. */
#ifndef HEADROOM_MODEL_SURVIVE_H
#define HEADROOM_MODEL_SURVIVE_H

#include "model/chain.h"

enum search_outcome {
    SEARCH_FOUND,
    SEARCH_NONE,     /* not even the smallest value holds the limit */
    SEARCH_UNBOUNDED /* every value holds it */
};

/* The answer of a search is the largest number of 9 significant digits for which the probability,
 * rounded to 9 significant digits, is at most the limit: so defined it is the same on every
 * machine. All three probabilities rise with what is searched for, jumps where the rounded start
 * moves up included, so that this number is well defined; just below a jump it may lie exactly on
 * it, where half rounds down to even, or one unit of the 9th digit before it. `value` is NaN unless
 * found. */
struct search {
    double value;
    enum search_outcome outcome;
};

/* Largest concurrency threshold L, 0 < L <= Q_MAX, for which the chain of the published rule
 * (chain_published) is absorbed within HORIZON_S with probability at most LIMIT (0 < LIMIT < 1). */
struct search survive_threshold(double service_s, double q_max, double horizon_s, double limit);

/* Largest utilization u, 0 < u < 1, that an instance can hold while its load grows by K_SURGE:
 * births k u mu_sat, deaths mu_sat, start from its own occupancy u/(1 - u), half to even. */
struct search survive_utilization(double k_surge, double mu_sat, double q_max, double horizon_s, double limit);

/* Longest horizon within which CHAIN is absorbed with probability at most LIMIT, in seconds;
 * unbounded when it still is at 1e15 s or never fills up; none when it starts full. */
struct search survive_horizon(const struct chain *chain, double limit);

/* Instances that serve RPS when each holds utilization U of MU_SAT: ceil(rps / (u mu_sat)), 0 for
 * no load. U and MU_SAT > 0. A double: the caller decides what fleet is too large. */
double survive_fleet(double rps, double u, double mu_sat);

/* Invocations per minute and instance at utilization U: the target of a policy by rate. */
double survive_rate_target(double u, double mu_sat);

#endif
