/* Sample data for the generic charts. */
#ifndef HEADROOM_CHART_GENERIC_SAMPLE_H
#define HEADROOM_CHART_GENERIC_SAMPLE_H

#include "chart/generic.h"

extern const size_t n_generic_samples;
struct scene *generic_sample(size_t i, const struct font *f);

#endif
