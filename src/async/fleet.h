/* The instances of a replay: who serves, who is fullest, who is idle. Numbers are given in the order in
 * which instances are asked for and never again. */
#ifndef HEADROOM_ASYNC_FLEET_H
#define HEADROOM_ASYNC_FLEET_H

#include <stdbool.h>
#include <stdint.h>

struct instance {
    int64_t number;
    uint32_t executing;
    uint32_t place[2]; /* in each of the two heaps, while it serves */
    bool draining;
};

struct fleet {
    struct instance *all; /* by slot; a slot is used again once its instance is gone */
    uint32_t n, cap;
    uint32_t *spare; /* slots that are free */
    uint32_t n_spare;
    uint32_t *heap[2]; /* serving instances: [0] the next to get work on top, [1] the next to go */
    uint32_t serving;
    uint32_t draining;
    uint32_t per_instance;
    int64_t next_number;
};

#define FLEET_NONE UINT32_MAX

void fleet_init(struct fleet *f, uint32_t per_instance);
void fleet_free(struct fleet *f);

/* COUNT more instances serve. */
void fleet_serve(struct fleet *f, uint32_t count);
/* The slot of the serving instance executing fewest, of equals the lowest number; FLEET_NONE when no serving
 * instance has a free slot for a request. */
uint32_t fleet_free_slot(const struct fleet *f);
/* The instance takes a request, or has done with one; a draining one without any is then gone. */
void fleet_begin(struct fleet *f, uint32_t slot);
void fleet_end(struct fleet *f, uint32_t slot);
/* The serving instance executing fewest, of equals the highest number, takes nothing new: it drains, or is gone
 * at once. There must be one. */
void fleet_remove(struct fleet *f);

#endif
