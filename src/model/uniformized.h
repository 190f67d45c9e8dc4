/* First passage of a birth-death chain by uniformization: a sum over the number of its events. */
#ifndef HEADROOM_MODEL_UNIFORMIZED_H
#define HEADROOM_MODEL_UNIFORMIZED_H

#include "model/chain.h"

/* Probability that CHAIN is absorbed within HORIZON_S: the probabilities of absorption within k
 * events, weighted by those of k events in time. The Poisson weights are built from their mode
 * outwards and normalised, so that nothing over- or underflows; only + - x and / are used, on
 * positive numbers, so small results keep their relative accuracy. States with a probability under
 * 1e-25 are left out.
 *
 * Preconditions: 0 <= start < levels, rates >= 0 and finite, birth > 0, horizon > 0, and
 * (birth + death) horizon <= 1e9. Cost: about (birth + death) T steps over
 * min(K, 20 sqrt((birth + death) T)) states. */
struct passage uniformized_absorbed_within(const struct chain *chain, double horizon_s);

#endif
