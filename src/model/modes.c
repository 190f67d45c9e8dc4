#include "model/modes.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define PI 3.14159265358979323846

/* A term with theta T beyond this is under 3e-20. */
#define DECAY_MAX 45.0

/* The first mode counts as slow, and is found by power series, while (2K+1)^2 |phi^2| is below
 * this. */
#define SLOW_BELOW 0.6

/* What all modes share. */
struct setting {
    double birth, death, horizon;
    double root_product; /* sqrt(birth death) */
    double root_gap;     /* sqrt(death) - sqrt(birth), from the difference of the rates */
    double ratio;        /* r = sqrt(death/birth) */
    double ratio_less_1; /* r - 1 to full relative accuracy */
    double log_ratio;    /* ln r */
    double weight;       /* r^(start + 1 - K) */
    double levels;       /* K */
    double above;        /* K - start */
};

/* Sum over the modes so far. */
struct total {
    double survival, error;
    bool done; /* every further mode has died out */
};

double modes_log_weight(const struct chain *c)
{
    double steps = (double)(c->levels - 1 - c->start);
    return steps > 0.0 ? -0.5 * steps * chain_log_ratio(c) : 0.0;
}

static struct setting setting_of(const struct chain *c, double horizon_s)
{
    struct setting m = {.birth = c->birth, .death = c->death, .horizon = horizon_s};
    double root_birth = sqrt(m.birth), root_death = sqrt(m.death);
    m.root_product = root_birth * root_death;
    m.root_gap = (m.death - m.birth) / (root_death + root_birth);
    m.ratio = root_death / root_birth;
    m.ratio_less_1 = m.root_gap / root_birth;
    m.log_ratio = 0.5 * chain_log_ratio(c);
    m.weight = exp(modes_log_weight(c));
    m.levels = (double)c->levels;
    m.above = (double)(c->levels - c->start);
    return m;
}

/* Adds one term COEFFICIENT exp(-theta T). ARGUMENT is the largest one that went into a sine and so
 * scales its rounding; AMPLITUDE is the coefficient without the sine. */
static void add(struct total *t, const struct setting *m, double theta, double coefficient, double amplitude,
                double argument)
{
    double decay = theta * m->horizon;
    if (!(decay <= DECAY_MAX)) {
        t->done = true;
        return;
    }
    double left = exp(-decay);
    t->survival += coefficient * left;
    t->error += fabs(amplitude) * left * (argument + 2.0 * decay + 16.0) * (2.0 * DBL_EPSILON);
}

/* sin(sqrt(-z))/sqrt(-z) = sinh(sqrt z)/sqrt z for |z| < 1: one entire function of either sign. */
static double sinc_of_square(double z)
{
    double sum = 1.0, term = 1.0;
    for (int k = 1; k <= 9; k++) {
        term *= z / (double)(2 * k * (2 * k + 1));
        sum += term;
    }
    return sum;
}

/* The first mode where its root is almost 0, that is r close to (K+1)/K from either side. With
 * y = eta^2 = -phi^2 everything is a smooth function of y through 0, so neither the trigonometric
 * nor the hyperbolic form, which lose all digits there, is needed. Returns false, adding nothing,
 * when the root is not that close. */
static bool add_slow_mode(struct total *t, const struct setting *m)
{
    /* ln(sinh x / x) = sum of these times x^(2i). */
    static const double log_sinhc[] = {1.0 / 6,
                                       -1.0 / 180,
                                       1.0 / 2835,
                                       -1.0 / 37800,
                                       1.0 / 467775,
                                       -691.0 / 3831077250,
                                       2.0 / 127702575,
                                       -3617.0 / 2605132530000,
                                       43867.0 / 350813659321125};
    enum { TERMS = sizeof log_sinhc / sizeof *log_sinhc };
    const double k = m->levels, k_next = log1p(1.0 / k), n = 2.0 * k + 1.0;
    const double gap = m->log_ratio - k_next;
    double y = 6.0 * gap / n;
    if (!(fabs(y) * n * n < SLOW_BELOW))
        return false;

    /* Solves ln(sinhc((K+1) eta)/sinhc(K eta)) = gap: a power series in y, no constant term. */
    double c[TERMS], power = 1.0;
    for (int i = 0; i < TERMS; i++) {
        power *= k * k;
        c[i] = log_sinhc[i] * power * expm1(2.0 * (i + 1) * k_next);
    }
    for (int round = 0; round < 6; round++) {
        double value = 0.0, slope = 0.0;
        for (int i = TERMS - 1; i >= 0; i--) {
            slope = slope * y + c[i] * (i + 1);
            value = value * y + c[i];
        }
        y -= (value * y - gap) / slope;
    }

    double half = sinc_of_square(y / 4.0), one = sinc_of_square(y);
    double theta = m->root_gap * m->root_gap - m->root_product * y * half * half;
    /* 4 |w|^2 / y = N (sinhc(N eta)/sinhc(eta) - 1) / y, N = 2K+1, subtracted by terms. */
    double sum = 0.0, term = 1.0, own = 1.0;
    for (int i = 1; i <= 12; i++) {
        double divisor = (double)(2 * i * (2 * i + 1));
        term *= n * n / divisor;
        own /= divisor;
        sum += term - own;
        term *= y;
        own *= y;
    }
    double norm = n / (4.0 * one) * sum;
    double shape = m->above * sinc_of_square(m->above * m->above * y) * one;
    double coefficient = m->birth * m->weight * shape / (theta * norm);
    add(t, m, theta, coefficient, coefficient, 0.0);
    return true;
}

/* 1 - e^(-2 m eta). */
static double short_of_1(double m, double eta)
{
    return -expm1(-2.0 * m * eta);
}

/* The first mode where its root is imaginary, phi = i eta: r above (K+1)/K. All exponentials that
 * could overflow or underflow are divided out by hand; delta = ln r - eta may be as small as e^(-2
 * K ln r). */
static void add_hyperbolic_mode(struct total *t, const struct setting *m)
{
    const double k = m->levels;
    double eta = m->log_ratio, delta = 0.0;
    for (int round = 0; round < 60; round++) {
        delta = log1p(-exp(-2.0 * (k + 1.0) * eta)) - log1p(-exp(-2.0 * k * eta));
        double slope = (k + 1.0) / tanh((k + 1.0) * eta) - k / tanh(k * eta);
        double step = (eta + delta - m->log_ratio) / slope;
        /* From the right of the root, on a convex function: Newton's steps only ever go left. */
        if (!(step > 1e-15 * eta))
            break;
        eta -= step;
    }
    double damped = exp(-2.0 * k * eta), one = short_of_1(1.0, eta), next = short_of_1(k + 1.0, eta);
    double lead = -expm1(-(2.0 * eta + delta));
    double theta = m->death * lead * damped * one / next;
    double norm = short_of_1(2.0 * k + 1.0, eta) / one - (2.0 * k + 1.0) * damped;
    double coefficient = exp(-(m->above + 1.0) * delta) * short_of_1(m->above, eta) * next / (lead * norm);
    add(t, m, theta, coefficient, coefficient, 0.0);
}

/* A trial value of phi and what follows from it. */
struct angle {
    double phi, sine, half_square; /* sin(phi), sin^2(phi/2) */
    double theta;
    double slope; /* K - psi'(phi) = 2 |w|^2 at a root */
};

static struct angle angle_of(const struct setting *m, double phi)
{
    double s = sin(0.5 * phi), c = cos(0.5 * phi);
    struct angle a = {.phi = phi, .sine = 2.0 * s * c, .half_square = s * s};
    a.theta = m->root_gap * m->root_gap + 4.0 * m->root_product * a.half_square;
    a.slope = m->levels - m->birth * (m->ratio_less_1 - 2.0 * m->ratio * a.half_square) / a.theta;
    return a;
}

/* Root number J of the real ones in ((J-1) pi/K, J pi/K): the zero of K phi - psi(phi) - (J-1) pi,
 * where psi = atan2(sin phi, r - cos phi) is the argument of r - e^(-i phi). Newton within a
 * bracket. */
static struct angle root(const struct setting *m, double j, double guess)
{
    double low = (j - 1.0) * PI / m->levels, high = j * PI / m->levels;
    struct angle a = angle_of(m, guess > low && guess < high ? guess : 0.5 * (low + high));
    for (int round = 0; round < 200; round++) {
        double psi = atan2(a.sine, m->ratio_less_1 + 2.0 * a.half_square);
        double value = m->levels * a.phi - psi - (j - 1.0) * PI;
        if (value < 0.0)
            low = a.phi;
        else
            high = a.phi;
        double step = value / a.slope, phi = a.phi - step;
        if (!(phi > low && phi < high)) {
            if (fabs(step) <= 4.0 * DBL_EPSILON * a.phi)
                break;
            phi = 0.5 * (low + high);
            step = a.phi - phi;
        }
        a = angle_of(m, phi);
        /* The next step would be about the square of this one. */
        if (fabs(step) <= 1e-9 * phi || high - low <= 4.0 * DBL_EPSILON * phi)
            break;
    }
    return a;
}

static void add_real_modes(struct total *t, const struct setting *m, double first)
{
    /* From the second mode on theta exceeds this, and all coefficients together stay under WEIGHT K
     * / it: for an emptying queue the factor often makes them nothing at all. */
    double least = m->root_gap * m->root_gap + 4.0 * m->root_product / (m->levels * m->levels);
    if (first > 1.0 && m->weight * m->birth * m->levels < 1e-22 * least)
        return;
    double guess = (first - 0.5) * PI / m->levels;
    for (double j = first; j <= m->levels && !t->done; j += 1.0) {
        struct angle a = root(m, j, guess);
        double amplitude = 2.0 * m->birth * m->weight * a.sine / (a.theta * a.slope);
        double argument = m->above * a.phi;
        add(t, m, a.theta, amplitude * sin(argument), amplitude, argument);
        guess = a.phi + PI / a.slope;
    }
}

struct passage modes_absorbed_within(const struct chain *c, double horizon_s)
{
    const struct setting m = setting_of(c, horizon_s);
    struct total t = {0.0, 0.0, false};
    double first = 1.0;
    if (add_slow_mode(&t, &m)) {
        first = 2.0;
    } else if (m.ratio_less_1 * m.levels > 1.0) {
        add_hyperbolic_mode(&t, &m);
        first = 2.0;
    }
    add_real_modes(&t, &m, first);
    struct passage p = {.method = PASSAGE_MODES};
    p.probability = fmin(1.0, fmax(0.0, 1.0 - t.survival));
    p.error_bound = t.error + 4.0 * DBL_EPSILON;
    return p;
}
