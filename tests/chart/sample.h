/* Plans made by hand for the charts: the reference figures, and what breaks pictures. */
#ifndef HEADROOM_CHART_SAMPLE_H
#define HEADROOM_CHART_SAMPLE_H

#include "plan/plan.h"

struct sample {
    const char *name;
    void (*change)(struct plan *p); /* from the reference; NULL: as it is */
};

extern const struct sample samples[];
extern const size_t n_samples;

/* The caller frees with plan_free. */
struct plan *sample_plan(const struct sample *s);
const struct sample *sample_find(const char *name); /* NULL */

#endif
