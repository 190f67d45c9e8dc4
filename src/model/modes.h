/* First passage of a birth-death chain in closed form: a sum over the modes of the chain. */
#ifndef HEADROOM_MODEL_MODES_H
#define HEADROOM_MODEL_MODES_H

#include "model/chain.h"

/* Largest ratio by which the terms of the sum may exceed the sum: ln 1e5. */
#define MODES_LOG_WEIGHT_MAX 11.512925464970229

/* ln of the common factor (birth/death)^((K-1-start)/2) of all terms. Up to MODES_LOG_WEIGHT_MAX
 * the sum is good; above, cancellation eats its digits. Rates > 0. */
double modes_log_weight(const struct chain *chain);

/* Probability that CHAIN is absorbed within HORIZON_S, by the closed form.
 *
 * Preconditions: 0 <= start < levels, 2 <= levels, rates positive and finite with
 * death/birth < 1e18, larger rate in [2^-100, 2^100], modes_log_weight <= MODES_LOG_WEIGHT_MAX;
 * horizon > 0 and finite.
 *
 * With w(n) = sin((K-n) phi) the modes are theta = birth + death - 2 sqrt(birth death) cos(phi),
 * phi the K roots of sin((K+1) phi) = sqrt(death/birth) sin(K phi); the survival is sum of birth
 * (birth/death)^((K-1-start)/2) w(start) w(K-1) / (theta |w|^2) exp(-theta T). Terms with theta T >
 * 45 are dropped. Cost: proportional to the number of terms kept, which is at most K and about 3 K
 * / sqrt((birth + death) T). */
struct passage modes_absorbed_within(const struct chain *chain, double horizon_s);

#endif
