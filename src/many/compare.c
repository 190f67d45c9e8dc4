#include "many/compare.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/sha256.h"
#include "many/compare_inputs.h"
#include "store/evidence.h"
#include "store/store.h"

#include <math.h>
#include <string.h>

/* Changes as they come from store_differences. */
struct list {
    struct arena *arena;
    struct change *items;
    size_t n, cap;
};

/* A quotient of other numbers may end in other digits: that is no difference between two plans. */
static bool is_rounding(const char *was, const char *is)
{
    double a, b;
    return num_parse(was, &a) == 0 && num_parse(is, &b) == 0 && fabs(a - b) <= 1e-14 * fmax(fabs(a), fabs(b));
}

static void add_change(void *context, const char *path, const char *was, const char *is)
{
    struct list *l = context;
    if (is_rounding(was, is))
        return;
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 128;
        struct change *more = arena_array(l->arena, l->cap, sizeof *more);
        if (l->n)
            memcpy(more, l->items, l->n * sizeof *more);
        l->items = more;
    }
    l->items[l->n++] = (struct change){
        .path = arena_strdup(l->arena, path), .was = arena_strdup(l->arena, was), .is = arena_strdup(l->arena, is)};
}

static void add_cost(struct list *l, const char *path, double was, double is)
{
    char a[NUM_MAX], b[NUM_MAX];
    if (was == is || (!isfinite(was) && !isfinite(is)))
        return;
    add_change(l, path, isfinite(was) ? num_exact(a, was) : "null", isfinite(is) ? num_exact(b, is) : "null");
}

static struct list changes_between(const struct plan *a, const struct plan *b, struct arena *arena)
{
    struct list l = {.arena = arena};
    store_differences(a, b, add_change, &l);
    if (a->has_headroom && b->has_headroom) {
        struct costing x, y;
        costing_fill(&x, a, NULL, arena);
        costing_fill(&y, b, NULL, arena);
        add_cost(&l, "headroom.rates.per_hour", a->rate.per_hour, b->rate.per_hour);
        add_cost(&l, COMPARE_MONTH, x.published.cost_month[AT_AVERAGE], y.published.cost_month[AT_AVERAGE]);
        add_cost(&l, COMPARE_FLOW_MONTH, x.flow.cost_month[AT_AVERAGE], y.flow.cost_month[AT_AVERAGE]);
    }
    return l;
}

static struct change *find_change(struct change *items, size_t n, const char *path)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(items[i].path, path) == 0)
            return &items[i];
    return NULL;
}

const struct change *pair_change(const struct pair *p, const char *path)
{
    return find_change(p->changes, p->n_changes, path);
}

/* A plan computed again. */
struct again {
    struct evidence ev;
    struct plan *plan; /* NULL: it could not be */
};

static struct again compute(const struct basis *b, struct err *e)
{
    struct again x = {0};
    if (basis_plan(b, &x.ev, &x.plan, e) != 0)
        x.plan = NULL;
    return x;
}

static void again_free(struct again *x)
{
    plan_free(x->plan);
    evidence_free(&x->ev);
}

static struct cause *cause_of(struct change *change, size_t input, struct arena *arena)
{
    if (!change->causes)
        change->causes = arena_array(arena, n_input_kinds + 1, sizeof *change->causes);
    for (size_t i = 0; i < change->n_causes; i++)
        if (change->causes[i].input == input)
            return &change->causes[i];
    change->causes[change->n_causes] = (struct cause){.input = input};
    return &change->causes[change->n_causes++];
}

/* Plans FROM with the input of KIND taken from OTHER, and notes which figures of the pair that moves. */
static void try_input(struct pair *p, size_t at, const struct input_kind *kind, const struct basis *from,
                      const struct basis *other, const struct plan *unchanged, bool forward, struct arena *arena)
{
    struct moved_input *in = &p->inputs[at];
    struct basis mixed = *from;
    struct err e = ERR_INIT;
    if (!kind->take(&mixed, other)) {
        in->untried = "the other plan does not carry it";
        return;
    }
    struct again x = compute(&mixed, &e);
    if (!x.plan) {
        in->untried = arena_printf(arena, "%s: %s",
                                   forward ? "alone it gives no plan" : "put back alone it leaves no plan", e.text);
    } else {
        struct list moved = changes_between(unchanged, x.plan, arena);
        in->tried = true;
        for (size_t i = 0; i < p->n_changes; i++) {
            const struct change *m = find_change(moved.items, moved.n, p->changes[i].path);
            if (!m)
                continue;
            struct cause *c = cause_of(&p->changes[i], at, arena);
            *(forward ? &c->alone : &c->undone) = m->is;
        }
    }
    again_free(&x);
}

static void list_inputs(struct pair *p, const struct basis *a, const struct basis *b, const struct input_kind **kinds,
                        struct arena *arena)
{
    struct strbuf unrecorded = {0};
    p->inputs = arena_array(arena, n_input_kinds + 1, sizeof *p->inputs);
    for (size_t i = 0; i < n_input_kinds; i++) {
        const struct input_kind *k = &input_kinds[i];
        const char *was = k->show(a, arena), *is = k->show(b, arena);
        if (!was || !is) {
            if (was || is)
                sb_addf(&unrecorded, "%s%s", unrecorded.len ? ", " : "", k->label);
            continue;
        }
        if (strcmp(was, is) == 0)
            continue;
        kinds[p->n_inputs] = k;
        p->inputs[p->n_inputs++] = (struct moved_input){.name = k->name, .label = k->label, .was = was, .is = is};
    }
    if (unrecorded.len)
        notes_add(&p->notes,
                  "Only one of the two plans records these inputs, so nothing says whether they differ: %s.",
                  sb_str(&unrecorded));
    sb_free(&unrecorded);
}

/* A plan that this version computes differently differs for a reason that no input holds. */
static void version_moved(struct pair *p, const struct compared *c, const struct plan *computed, struct arena *arena)
{
    struct list moved = changes_between(c->plan, computed, arena);
    if (moved.n == 0)
        return;
    notes_add(
        &p->notes,
        "%s: this version of headroom computes %zu of its values differently (first %s: recorded %s, computed %s); "
        "causes are found among what this version computes.",
        c->letter, moved.n, moved.items[0].path, moved.items[0].was, moved.items[0].is);
    size_t at = p->n_inputs;
    for (size_t i = 0; i < p->n_inputs; i++)
        if (strcmp(p->inputs[i].name, "version") == 0)
            at = i;
    if (at == p->n_inputs)
        p->inputs[p->n_inputs++] = (struct moved_input){.name = "version",
                                                        .label = "headroom's version",
                                                        .was = "as recorded",
                                                        .is = "as computed now",
                                                        .tried = true};
    for (size_t i = 0; i < p->n_changes; i++)
        if (find_change(moved.items, moved.n, p->changes[i].path))
            cause_of(&p->changes[i], at, arena);
}

/* Computes one plan of the pair again, and with each input of the other one. */
static bool one_direction(struct pair *p, const struct compared *c, const struct basis *from,
                          const struct basis *other, const struct input_kind *const *kinds, size_t n_kinds,
                          bool forward, struct arena *arena)
{
    struct err e = ERR_INIT;
    if (!basis_whole(from)) {
        notes_add(&p->notes, "%s cannot be computed again: %s does not carry the artifacts it was made from.",
                  c->letter, c->file);
        return false;
    }
    struct again base = compute(from, &e);
    if (!base.plan) {
        notes_add(&p->notes, "%s cannot be computed again: %s", c->letter, e.text);
    } else {
        for (size_t i = 0; i < n_kinds; i++)
            try_input(p, i, kinds[i], from, other, base.plan, forward, arena);
        version_moved(p, c, base.plan, arena);
    }
    bool done = base.plan != NULL;
    again_free(&base);
    return done;
}

static void compare_pair(struct comparison *c, struct pair *p, size_t other)
{
    const struct compared *first = &c->plans[0], *second = &c->plans[other];
    struct basis a = basis_of(first->plan), b = basis_of(second->plan);
    const struct input_kind **kinds = arena_array(c->arena, n_input_kinds, sizeof *kinds);
    struct list changes = changes_between(first->plan, second->plan, c->arena);
    a.by_hash = b.by_hash = first->plan->has_headroom && second->plan->has_headroom;
    p->other = other;
    p->notes.arena = c->arena;
    p->changes = changes.items;
    p->n_changes = changes.n;
    list_inputs(p, &a, &b, kinds, c->arena);
    size_t n = p->n_inputs;
    p->forward = one_direction(p, first, &a, &b, kinds, n, true, c->arena);
    p->back = one_direction(p, second, &b, &a, kinds, n, false, c->arena);
    for (size_t i = 0; i < n; i++)
        if (!p->inputs[i].tried && !p->inputs[i].untried)
            p->inputs[i].untried = "neither plan can be computed again";
}

static int load(const char *path, struct compared *out, struct arena *arena, struct err *e)
{
    struct bytes b;
    if (file_read(path, LIMIT_PLAN_BYTES, &b, e) != 0)
        return e->code;
    out->file = arena_strdup(arena, file_base(path));
    sha256_hex(out->sha256, b.data, b.len);
    if (store_read(out->file, b.data, b.len, &out->plan, e) == 0)
        costing_fill(&out->cost, out->plan, NULL, arena);
    bytes_free(&b);
    return e->code;
}

int compare_load(char *const *paths, size_t n, struct comparison *c, struct err *e)
{
    *c = (struct comparison){.arena = arena_new()};
    size_t std_in = 0;
    for (size_t i = 0; i < n; i++)
        std_in += strcmp(paths[i], "-") == 0;
    if (std_in > 1)
        return err_set(e, EXIT_USAGE, "only one PLAN can be standard input (-)");
    for (size_t i = 0; i < n; i++) {
        c->plans[i].letter[0] = (char)('A' + i);
        if (load(paths[i], &c->plans[i], c->arena, e) != 0)
            return e->code;
        c->n++;
    }
    for (size_t i = 1; i < n; i++)
        compare_pair(c, &c->pairs[i - 1], i);
    return 0;
}

void compare_free(struct comparison *c)
{
    for (size_t i = 0; i < c->n; i++)
        plan_free(c->plans[i].plan);
    arena_free(c->arena);
    *c = (struct comparison){0};
}
