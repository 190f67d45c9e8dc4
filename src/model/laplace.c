#include "model/laplace.h"

#include <complex.h>
#include <math.h>

#define PI 3.14159265358979323846

/* With step h = pi/(2 T) and the line at a = ALIAS/(4 T) the rule adds exp(-ALIAS) P(5 T) and less.
 * The sum is multiplied by exp(ALIAS/4) = 1097, and so are its roundings. */
#define ALIAS 28.0
#define PERIOD 2 /* steps from one change of sign to the next */

enum { EULER = 12, GROUPS = LAPLACE_LANES / PERIOD, AGREE_TIMES = 3 };

#define AGREE 1e-12

/* Mean of the last EULER + 1 partial sums with binomial weights. */
static double euler(const double partial[EULER + 1])
{
    double mean[EULER + 1];
    for (int i = 0; i <= EULER; i++)
        mean[i] = partial[i];
    for (int n = EULER; n > 0; n--)
        for (int i = 0; i < n; i++)
            mean[i] = 0.5 * (mean[i] + mean[i + 1]);
    return mean[0];
}

/* Adds the terms of a batch of points to SUM and keeps the partial sums after each change of sign.
 * The factors e^(i k pi/2) of the odd and even points are i and -1, changing with SIGN. */
static void add_batch(const struct lanes *s, const struct lanes *f, double *sum, double *sign,
                      double partial[EULER + 1])
{
    for (int group = 0; group < GROUPS; group++) {
        double term = 0.0;
        for (int i = 0; i < PERIOD; i++) {
            int k = group * PERIOD + i;
            double norm = s->re[k] * s->re[k] + s->im[k] * s->im[k];
            if (i == 0) /* Re(i f/s) = -Im(f conj(s)) / |s|^2 */
                term -= (f->im[k] * s->re[k] - f->re[k] * s->im[k]) / norm;
            else
                term -= (f->re[k] * s->re[k] + f->im[k] * s->im[k]) / norm;
        }
        *sum += *sign * term;
        *sign = -*sign;
        for (int i = 0; i < EULER; i++)
            partial[i] = partial[i + 1];
        partial[EULER] = *sum;
    }
}

struct laplace_result laplace_probability(laplace_transform *transform, const void *context, double horizon_s,
                                          long max_points)
{
    const double line = ALIAS / (2.0 * PERIOD * horizon_s), step = PI / (PERIOD * horizon_s);
    const double scale = exp(ALIAS / (2.0 * PERIOD)) / PERIOD; /* h exp(a T) / pi, times T */
    struct lanes s, f;
    for (int i = 0; i < LAPLACE_LANES; i++) {
        s.re[i] = line;
        s.im[i] = 0.0;
    }
    transform(context, &s, &f);
    double sum = 0.5 * f.re[0] / line, sign = 1.0, partial[EULER + 1] = {0.0};
    double value = 0.0, change = INFINITY;
    int agreed = 0;
    for (long k = 1; k <= max_points && agreed < AGREE_TIMES; k += LAPLACE_LANES) {
        for (int i = 0; i < LAPLACE_LANES; i++)
            s.im[i] = (double)(k + i) * step;
        transform(context, &s, &f);
        add_batch(&s, &f, &sum, &sign, partial);
        double before = value;
        value = scale / horizon_s * euler(partial);
        change = k > 2L * EULER ? fabs(value - before) : INFINITY;
        agreed = change <= AGREE ? agreed + 1 : 0;
    }
    struct laplace_result r = {fmin(1.0, fmax(0.0, value)), 10.0 * change + 5e-11};
    if (!(r.error_bound <= 1.0))
        r.error_bound = 1.0;
    return r;
}

/* ln(1 + w), exact to rounding where w is small. */
static double complex log_1_plus(double complex w)
{
    double re = creal(w), im = cimag(w);
    return 0.5 * log1p(2.0 * re + re * re + im * im) + atan2(im, 1.0 + re) * I;
}

/* Written in w = x - 1, the roots of birth w^2 - (s + death - birth) w - s, since near s = 0 and
 * equal rates both x are so close to 1 that nothing would be left of x1 - 1 and 1 - x2. */
static void chain_transform(const void *context, const struct lanes *s, struct lanes *value)
{
    const struct chain *c = context;
    const double rise = (double)(c->levels - c->start), span = (double)c->levels + 1.0;
    const double log_ratio = chain_log_ratio(c);
    for (int i = 0; i < LAPLACE_LANES; i++) {
        double complex at = s->re[i] + s->im[i] * I;
        double complex g = at + (c->death - c->birth);
        double complex root = csqrt(g * g + 4.0 * c->birth * at);
        /* x1 = 1 + w1 is the larger; where g and the root cancel, w1 w2 = -s/birth serves. */
        double complex w1, w2;
        if (creal(g) * creal(root) + cimag(g) * cimag(root) >= 0.0) {
            w1 = (g + root) / (2.0 * c->birth);
            w2 = -2.0 * at / (g + root);
        } else {
            w1 = 2.0 * at / (root - g);
            w2 = (g - root) / (2.0 * c->birth);
        }
        double complex log_x1 = log_1_plus(w1), log_fall = log_ratio - 2.0 * log_x1;
        double complex top = -w2 + w1 * cexp(((double)c->start + 1.0) * log_fall);
        double complex bottom = -w2 + w1 * cexp(span * log_fall);
        double complex f = cexp(-rise * log_x1) * top / bottom;
        value->re[i] = creal(f);
        value->im[i] = cimag(f);
    }
}

struct passage chain_inverted(const struct chain *c, double horizon_s)
{
    enum { MAX_POINTS = 200000 };
    struct laplace_result r = laplace_probability(chain_transform, c, horizon_s, MAX_POINTS);
    return (struct passage){r.probability, r.error_bound, PASSAGE_INVERTED};
}
