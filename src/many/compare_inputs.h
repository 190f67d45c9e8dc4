/* The inputs of a plan, one by one: what each is, whether two plans have the same, and how one plan takes over
 * that of another. Only src/many/compare*.c include this. */
#ifndef HEADROOM_MANY_COMPARE_INPUTS_H
#define HEADROOM_MANY_COMPARE_INPUTS_H

#include "base/mem.h"
#include "plan/plan.h"

/* What a plan can be computed from again. Artifacts are NULL where the plan does not carry them. */
struct basis {
    const struct plan *plan;
    const struct input *ladder, *scale_out, *load_test;
    bool by_hash; /* artifacts are told apart by their hashes, which both plans of a pair record */
    struct scenario scenario;
    struct rate_used rate;
};

struct basis basis_of(const struct plan *p);
/* Whether everything is there. */
bool basis_whole(const struct basis *b);

struct input_kind {
    const char *name, *label;
    /* What it is, in full: two plans have the same when the texts are equal. NULL: not recorded. */
    const char *(*show)(const struct basis *b, struct arena *a);
    /* Takes it over. False: FROM does not carry what is needed. */
    bool (*take)(struct basis *to, const struct basis *from);
};

extern const struct input_kind input_kinds[];
extern const size_t n_input_kinds;

/* Plans B anew. EVIDENCE keeps what the plan rests on, to be freed after it. */
struct evidence;
int basis_plan(const struct basis *b, struct evidence *ev, struct plan **out, struct err *e);

#endif
