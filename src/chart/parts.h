/* What the charts of a plan share. */
#ifndef HEADROOM_CHART_PARTS_H
#define HEADROOM_CHART_PARTS_H

#include "chart/plot.h"
#include "chart/show.h"
#include "plan/plan.h"

/* A figure of one step of the ladder; NUM_UNKNOWN when it was not measured. */
typedef double step_figure(const struct step *s);

/* Medians of a figure over the usable steps at each concurrency, ascending. */
struct curve {
    double *x, *y;
    size_t n;
};
struct curve curve_of(const struct plan *p, step_figure *figure);
void curve_free(struct curve *c);

/* Paper, title and subtitle (the plan's model, instance type, slug); returns the y below. */
double part_head(struct scene *s, const struct plan *p);

/* Title TITLE, then SENTENCE in the place of the picture. */
struct scene *part_empty(struct scene *s, const struct plan *p, const char *title, const char *sentence);

/* Range of an x axis for concurrency: linear from 0, or logarithmic when the rungs spread that far.
 */
void part_concurrency_axis(struct axis *a, const double *x, size_t n, double at_least);

double part_max(const double *v, size_t n, double at_least);

/* The builders, one a file; the table is in charts.c. */
struct scene *chart_ttfab(const struct plan *p, const struct font *f);
struct scene *chart_ttotal(const struct plan *p, const struct font *f);
struct scene *chart_throughput(const struct plan *p, const struct font *f);
struct scene *chart_survival(const struct plan *p, const struct font *f);
struct scene *chart_scalein(const struct plan *p, const struct font *f);
struct scene *chart_cost_surge(const struct plan *p, const struct font *f);
struct scene *chart_cost_load(const struct plan *p, const struct font *f);

#endif
