/* A distribution function from its Laplace transform, by Fourier series (Abate and Whitt, 1992). */
#ifndef HEADROOM_MODEL_LAPLACE_H
#define HEADROOM_MODEL_LAPLACE_H

#include "model/chain.h"

/* Transforms are evaluated at so many points at once: their recursions are chains of dependent
 * operations, and independent points side by side keep the processor busy. */
enum { LAPLACE_LANES = 8 };

struct lanes {
    double re[LAPLACE_LANES], im[LAPLACE_LANES];
};

/* E[exp(-s tau)] of a time tau >= 0 at each point S (real parts > 0). */
typedef void laplace_transform(const void *context, const struct lanes *s, struct lanes *value);

struct laplace_result {
    double probability; /* in [0, 1] */
    double error_bound; /* of the inversion, when TRANSFORM is exact; over 1e-9: it did not converge */
};

/* P(tau <= HORIZON_S), HORIZON_S > 0 and finite. The trapezoidal rule along a vertical line, whose
 * aliasing is under 1e-12, with Euler's summation of the alternating tail; it stops when that
 * agrees with itself to 1e-12 three times in a row, after at most MAX_POINTS evaluations of the
 * transform. */
struct laplace_result laplace_probability(laplace_transform *transform, const void *context, double horizon_s,
                                          long max_points);

/* Probability that CHAIN is absorbed within HORIZON_S by inversion of
 *   E[exp(-s tau)] = h(start)/h(K),  h(n) = (1 - x2) x1^(n+1) + (x1 - 1) x2^(n+1),
 * x1 and x2 the roots of birth x^2 - (s + birth + death) x + death, |x1| >= 1 >= |x2|. Its cost
 * does not grow with K. Preconditions: 0 <= start < levels, birth > 0, death >= 0, larger rate in
 * [2^-100, 2^100], horizon > 0 and finite. */
struct passage chain_inverted(const struct chain *chain, double horizon_s);

#endif
