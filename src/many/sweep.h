/* One pair of artifacts planned over a grid of choices. */
#ifndef HEADROOM_MANY_SWEEP_H
#define HEADROOM_MANY_SWEEP_H

#include "base/outset.h"
#include "base/strbuf.h"
#include "many/axes.h"
#include "store/evidence.h"

/* What charts need of a point; unknown where it has no plan. */
struct sweep_point {
    double value[AXIS_KINDS]; /* of the axes, in their order */
    double probability;       /* of filling up within T_total: surge_exact */
    double cost_per_hour;
    double fleet; /* max_instances */
    bool planned;
};

struct sweep {
    const struct evidence *evidence;
    struct point_choice base;
    struct sweep_axis axes[AXIS_KINDS];
    size_t n_axes;
    /* results */
    struct sweep_point *points; /* the last axis varies fastest; owned */
    size_t n_points, n_failed;
    struct plan *own; /* at the base; NULL when the base alone is no scenario (a load that only an
                         axis gives) */
};

/* Adds an axis given as "AXIS=LO:HI:COUNT". EXIT_USAGE for one that is there already, and for too
 * many points. */
int sweep_add_axis(struct sweep *s, const char *text, struct err *e);

enum sweep_format { SWEEP_CSV, SWEEP_JSONL };

/* Plans every point and appends a row for each to OUT. Nothing is sampled: probabilities are exact.
 * A point that is no scenario (a trough above its peak) is a row with an error; when all are, that
 * error is returned. */
int sweep_run(struct sweep *s, enum sweep_format format, struct strbuf *out, struct err *e);
void sweep_free(struct sweep *s);

/* Adds the charts to DIR: a heat map each of probability, fleet and cost for two axes, lines for
 * one, and the frontier of cost against probability. */
int sweep_charts(const struct sweep *s, const char *dir, struct outset *set, struct err *e);

#endif
