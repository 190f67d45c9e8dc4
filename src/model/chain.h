/* The queue of one instance as a birth-death chain, and how likely and how soon it fills up.
 *
 * States are requests at the instance, 0 .. levels. A request arrives at rate `birth`; while there
 * is one, the instance completes them at rate `death`. `levels` absorbs: it is the depth at which
 * the service level is broken. Pure functions: no I/O and no state of their own. */
#ifndef HEADROOM_MODEL_CHAIN_H
#define HEADROOM_MODEL_CHAIN_H

struct chain {
    double birth; /* arrivals per second, >= 0 and finite */
    double death; /* completions per second while not empty, >= 0 and finite */
    long levels;  /* K >= 1, the absorbing depth */
    long start;   /* requests at time 0, >= 0; at or above `levels` the chain is absorbed at once */
};

/* How a probability was computed. */
enum passage_method {
    PASSAGE_KNOWN,       /* no computing: start >= K, T = 0, K = 1, or beyond doubt */
    PASSAGE_MODES,       /* closed form: sum over the chain's modes (model/modes.h) */
    PASSAGE_UNIFORMIZED, /* sum over the number of events (model/uniformized.h) */
    PASSAGE_INVERTED     /* inversion of the Laplace transform (model/laplace.h) */
};

struct passage {
    double probability; /* in [0, 1], never NaN */
    double error_bound; /* absolute: rounding and truncation of the method that was used */
    enum passage_method method;
};

/* Probability that CHAIN is absorbed within HORIZON_S seconds (>= 0; infinity allowed).
 *
 * Rises with the horizon, the start and the birth rate, up to error_bound, which is at most 1e-10
 * for any rates, levels and horizon, and some 1e-13 for most.
 *
 * Method: the closed form, except where
 * - few events are expected, (birth + death) T <= 40 or its square <= 32 K: uniformization, which
 * is faster there and keeps small probabilities to full relative accuracy;
 * - the closed form would lose more than five digits, (birth/death)^((K-1-start)/2) > 1e5, in a
 * queue that grows: bounds of Chernoff's when they settle it, else uniformization, else, where that
 * would take over 1e7 steps, Laplace inversion;
 * - the closed form cannot promise 1e-10, or has over 1e6 terms: Laplace inversion. */
struct passage chain_absorbed_within(const struct chain *chain, double horizon_s);

/* The probability as it is printed and decided with: 9 significant digits, but no digit beyond what
 * the method can tell (1e-11 for the closed form, 1e-10 for inversion), so that all machines agree
 * on it. A closed form that says 3e-16 means 0. */
double passage_rounded(const struct passage *passage);

/* ln(death/birth) to full relative accuracy, also where the rates are almost equal. Birth > 0;
 * -infinity without deaths. */
double chain_log_ratio(const struct chain *chain);

/* Mean time to absorption in seconds, by the recursion m(0) = 1/birth, m(n) = 1/birth +
 * (death/birth) m(n-1) for the mean time from n to n+1, summed from `start`. Only sums of positive
 * terms: relative error under 2 levels x 2.3e-16. NaN (unknown) above 1e15 s or without births; 0
 * when start >= levels. */
double chain_mean_time(const struct chain *chain);

/* Depth K of a measured Q_max: its ceiling. Q_MAX in [1, 1e9]. */
long chain_depth(double q_max);

/* Requests at a concurrency, rounded half to even. CONCURRENCY in [0, 1e9]; larger reads as 1e9. */
long chain_start(double concurrency);

/* The chain of the published rule for a threshold C_SCALE_MAX > 0: utilization u = L/(1 + L),
 * births u/S, deaths 1/S, start C_SCALE_MAX rounded half to even. S in seconds, > 0. */
struct chain chain_published(double c_scale_max, double service_s, double q_max);

/* The same with the load growing by the surge ratio K_SURGE, served at the measured saturated rate
 * MU_SAT (1/s): births k u mu_sat, deaths mu_sat, start CONCURRENCY rounded half to even. */
struct chain chain_growth(double k_surge, double utilization, double mu_sat, double concurrency, double q_max);

#endif
