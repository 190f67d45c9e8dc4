/* The axes of a sweep: what may vary, over which values. */
#ifndef HEADROOM_MANY_AXES_H
#define HEADROOM_MANY_AXES_H

#include "base/err.h"
#include "plan/build.h"

enum axis_kind {
    AXIS_PEAK_RPS,
    AXIS_TROUGH_RPS,
    AXIS_SURGE,
    AXIS_T_TOTAL,
    AXIS_RATE,
    AXIS_MIN_FLOOR,
    AXIS_SHARE,
    AXIS_KINDS
};

struct axis_def {
    const char *name;  /* "t_total" */
    const char *title; /* with its unit, for charts */
    double least, most;
};
extern const struct axis_def axis_defs[AXIS_KINDS];

struct sweep_axis {
    enum axis_kind kind;
    double lo, hi;
    size_t count;
};

/* Reads "AXIS=LO:HI:COUNT". EXIT_USAGE, saying what is expected. */
int axis_read(const char *text, struct sweep_axis *out, struct err *e);

/* Value number I: COUNT values from LO to HI in equal steps, the inner ones rounded to 9
 * significant digits. */
double axis_value(const struct sweep_axis *a, size_t i);

/* What one point of a sweep plans with. */
struct point_choice {
    struct scenario scenario;
    double rate;      /* NUM_UNKNOWN: the table's */
    double t_total_s; /* NUM_UNKNOWN: as measured or assumed */
    double share;     /* NUM_UNKNOWN: as the surge ratio says */
};
void axis_apply(const struct sweep_axis *a, double value, struct point_choice *c);

/* Where a finished plan itself stands on the axis; NUM_UNKNOWN when it does not say. */
double axis_of_plan(enum axis_kind kind, const struct plan *p);

#endif
