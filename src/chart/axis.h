/* Axes: a range of values, where it lies on the page, and its ticks. */
#ifndef HEADROOM_CHART_AXIS_H
#define HEADROOM_CHART_AXIS_H

#include "base/num.h"

#include <stdbool.h>
#include <stddef.h>

enum { AXIS_TICKS = 24 };

struct tick {
    double value;
    char label[NUM_MAX];
};

struct axis {
    double lo, hi;   /* values at the two ends; lo < hi */
    double from, to; /* the ends in points; from > to for a vertical axis */
    bool log;
    struct tick ticks[AXIS_TICKS];
    size_t n_ticks;
};

/* Round ends that hold LO and HI, and about WANT ticks at 1, 2 or 5 times a power of ten. Values
 * that are not finite, equal or swapped still give a usable axis. */
void axis_linear(struct axis *a, double lo, double hi, int want);
/* As axis_linear, with ticks on whole numbers only: counts. */
void axis_whole(struct axis *a, double lo, double hi, int want);
/* Logarithmic: LO is raised to HI / 1e15 when it is not positive. Ticks at powers of ten, with 2
 * and 5 between them when there is room. */
void axis_log(struct axis *a, double lo, double hi, int want);
/* Linear without rounding the ends: for a range that is given (probability 0..1). */
void axis_exact(struct axis *a, double lo, double hi, int want);

/* Labels as percent ("50 %") of a share 0..1. */
void axis_percent_labels(struct axis *a);

/* Where VALUE lies, in points; not cut to the axis. Values outside the domain of a log axis lie at
 * its low end. */
double axis_at(const struct axis *a, double value);
bool axis_holds(const struct axis *a, double value);

/* True when values that spread so far need a logarithmic axis: the largest is over RATIO times the
 * smallest positive one, and half of them lie in the lowest twentieth. */
bool axis_wants_log(const double *values, size_t n, double ratio);

#endif
