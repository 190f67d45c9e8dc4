/* The same queue when service times vary less than exponential ones: Erlang's distribution, a
 * service of m stages in a row, each of rate m/S. */
#ifndef HEADROOM_MODEL_ERLANG_H
#define HEADROOM_MODEL_ERLANG_H

#include "model/chain.h"

/* Number of stages: the largest of 1, 2, 4, 8, 16 whose ratio of 95th percentile to mean is at
 * least S_P95 / S; 1 when none is (the service varies more than any of them). S and S_P95 > 0. */
int erlang_stages(double service_s, double service_p95_s);

/* The 95th percentile of Erlang's distribution over its mean, to 9 digits; STAGES one of 1, 2, 4,
 * 8, 16, else NaN. */
double erlang_p95_ratio(int stages);

/* Probability that the queue of CHAIN, its service of mean 1/death in STAGES stages (1 .. 16), is
 * absorbed within HORIZON_S. The service in progress at time 0 begins anew. With one stage this is
 * chain_absorbed_within by another method.
 *
 * By Laplace inversion: error_bound is under 1e-9. Cost: about 50 ns a level and stage for each of
 * 50 to some thousand points; where it would exceed about 1e9 level-stage-points the probability is
 * NaN (unknown) and error_bound 1. Start at or above `levels` gives 1; horizon 0 or no births 0. */
struct passage erlang_absorbed_within(const struct chain *chain, int stages, double horizon_s);

#endif
