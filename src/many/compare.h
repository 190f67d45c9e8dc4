/* Plans side by side: what differs between them, and which of their inputs moved it.
 *
 * Why is found by computing again: the artifacts that a plan.json carries are planned with one input at a
 * time taken from the other plan. What a plan does not carry cannot be tried, and is named instead. */
#ifndef HEADROOM_MANY_COMPARE_H
#define HEADROOM_MANY_COMPARE_H

#include "artifact/notes.h"
#include "base/err.h"
#include "base/limits.h"
#include "plan/plan.h"
#include "sheet/costing.h"

struct compared {
    char letter[2];   /* "A": what stands for it in tables */
    const char *file; /* base name */
    char sha256[65];
    struct plan *plan;
    struct costing cost; /* over the assumed day */
};

/* An input that differs between the two plans of a pair. */
struct moved_input {
    const char *name, *label; /* "peak_load", "peak load" */
    const char *was, *is;     /* as people read them */
    bool tried;               /* it was taken over alone, at least in one direction */
    const char *untried;      /* why it was not, or not in both; NULL */
};

/* What one input does to a figure. Values as store_difference has them. */
struct cause {
    size_t input;       /* in pair.inputs */
    const char *alone;  /* the figure of the first plan with this input alone taken from the other; NULL: the
                         * same as without */
    const char *undone; /* the figure of the other plan with this input alone put back; NULL: the same */
};

/* A figure, copied value or verdict that differs. */
struct change {
    const char *path, *was, *is;
    struct cause *causes;
    size_t n_causes;
};

struct pair {
    size_t other; /* in comparison.plans; the first is plans[0] */
    struct moved_input *inputs;
    size_t n_inputs;
    struct change *changes;
    size_t n_changes;
    bool forward, back; /* whether the first, the other plan could be computed again */
    struct notes notes; /* what could not be found out, and why */
};

struct comparison {
    struct arena *arena;
    struct compared plans[LIMIT_COMPARED];
    size_t n;
    struct pair pairs[LIMIT_COMPARED - 1];
};

/* Reads the N plans (2 to LIMIT_COMPARED) and compares each further one with the first. At most one path may be
 * "-". The caller frees with compare_free, also after an error. */
int compare_load(char *const *paths, size_t n, struct comparison *out, struct err *e);
void compare_free(struct comparison *c);

/* Path of a figure that is no part of plan.json: cost of a month over the assumed day. */
#define COMPARE_MONTH "cost.month_average"
#define COMPARE_FLOW_MONTH "cost.flow_month_average"

/* The change of PATH; NULL: it is the same. */
const struct change *pair_change(const struct pair *p, const char *path);

/* The figures that people look at first, in groups. */
struct headline {
    const char *group, *label, *path;
    int form, source; /* how it reads and where it is found: compare_figures.c's own */
    size_t offset;
};
extern const struct headline headlines[];
extern const size_t n_headlines;

/* A headline of one plan, in the house form with its unit. */
const char *headline_shown(const struct headline *h, const struct compared *c, struct arena *a);

/* The same as a number, for charts and differences; NaN when unknown or a text. */
double headline_number(const struct headline *h, const struct compared *c);

/* By how much a figure differs: "+6 (+67 %)"; "" where that means nothing. */
const char *headline_moved(const struct headline *h, const struct compared *from, const struct compared *to,
                           struct arena *a);

/* Why CHANGE happened, in words: "peak load alone", "surge ratio (alone 12), rate (only beside others)".
 * H (may be NULL) says how its values read. C is the plan whose currency they have. */
const char *change_reason(const struct pair *p, const struct change *change, const struct headline *h,
                          const struct compared *c, struct arena *a);

/* A value of a change as people read it: H's form, or the value without its quotes. */
const char *change_shown(const struct headline *h, const struct compared *c, const char *value, struct arena *a);

#endif
