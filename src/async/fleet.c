#include "async/fleet.h"

#include "base/mem.h"

#include <stdlib.h>

enum { WORK = 0, LEAVE = 1 };

void fleet_init(struct fleet *f, uint32_t per_instance)
{
    *f = (struct fleet){.per_instance = per_instance};
}

void fleet_free(struct fleet *f)
{
    free(f->all);
    free(f->spare);
    free(f->heap[WORK]);
    free(f->heap[LEAVE]);
    *f = (struct fleet){0};
}

static bool before(const struct fleet *f, int which, uint32_t a, uint32_t b)
{
    const struct instance *x = &f->all[a], *y = &f->all[b];
    if (x->executing != y->executing)
        return x->executing < y->executing;
    return which == WORK ? x->number < y->number : x->number > y->number;
}

static void put(struct fleet *f, int which, uint32_t at, uint32_t slot)
{
    f->heap[which][at] = slot;
    f->all[slot].place[which] = at;
}

static void rise(struct fleet *f, int which, uint32_t at)
{
    uint32_t slot = f->heap[which][at];
    while (at > 0 && before(f, which, slot, f->heap[which][(at - 1) / 2])) {
        put(f, which, at, f->heap[which][(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(f, which, at, slot);
}

static void sink(struct fleet *f, int which, uint32_t at)
{
    uint32_t slot = f->heap[which][at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= f->serving)
            break;
        if (child + 1 < f->serving && before(f, which, f->heap[which][child + 1], f->heap[which][child]))
            child++;
        if (!before(f, which, f->heap[which][child], slot))
            break;
        put(f, which, at, f->heap[which][child]);
        at = child;
    }
    put(f, which, at, slot);
}

static void settle(struct fleet *f, uint32_t slot)
{
    for (int which = WORK; which <= LEAVE; which++) {
        rise(f, which, f->all[slot].place[which]);
        sink(f, which, f->all[slot].place[which]);
    }
}

static void grow(struct fleet *f)
{
    f->cap = f->cap ? 2 * f->cap : 16;
    f->all = xreallocarray(f->all, f->cap, sizeof *f->all);
    f->spare = xreallocarray(f->spare, f->cap, sizeof *f->spare);
    for (int which = WORK; which <= LEAVE; which++)
        f->heap[which] = xreallocarray(f->heap[which], f->cap, sizeof *f->heap[which]);
}

void fleet_serve(struct fleet *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (f->n_spare == 0 && f->n == f->cap)
            grow(f);
        uint32_t slot = f->n_spare ? f->spare[--f->n_spare] : f->n++;
        f->all[slot] = (struct instance){.number = f->next_number++};
        f->serving++;
        for (int which = WORK; which <= LEAVE; which++) {
            put(f, which, f->serving - 1, slot);
            rise(f, which, f->serving - 1);
        }
    }
}

uint32_t fleet_free_slot(const struct fleet *f)
{
    if (f->serving == 0)
        return FLEET_NONE;
    uint32_t slot = f->heap[WORK][0];
    return f->all[slot].executing < f->per_instance ? slot : FLEET_NONE;
}

void fleet_begin(struct fleet *f, uint32_t slot)
{
    f->all[slot].executing++;
    settle(f, slot);
}

void fleet_end(struct fleet *f, uint32_t slot)
{
    f->all[slot].executing--;
    if (!f->all[slot].draining) {
        settle(f, slot);
    } else if (f->all[slot].executing == 0) {
        f->spare[f->n_spare++] = slot;
        f->draining--;
    }
}

void fleet_remove(struct fleet *f)
{
    uint32_t slot = f->heap[LEAVE][0];
    f->serving--;
    for (int which = WORK; which <= LEAVE; which++) {
        uint32_t at = f->all[slot].place[which], last = f->heap[which][f->serving];
        if (last == slot)
            continue;
        put(f, which, at, last);
        rise(f, which, at);
        sink(f, which, f->all[last].place[which]);
    }
    if (f->all[slot].executing > 0) {
        f->all[slot].draining = true;
        f->draining++;
    } else {
        f->spare[f->n_spare++] = slot;
    }
}
