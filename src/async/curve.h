/* Backlog and capacity over time, thinned to what a picture can show. */
#ifndef HEADROOM_ASYNC_CURVE_H
#define HEADROOM_ASYNC_CURVE_H

#include "async/replay.h"
#include "base/mem.h"

struct curve {
    double *x, *y; /* seconds; a step's value holds until the next x. Owned by the arena */
    size_t n;
};

/* A curve of more steps than this shows the largest value of each of so many equal parts of the time. */
enum { CURVE_MOST = 600 };

/* Queued and executing requests, from the outcome in ROWS. */
void curve_backlog(const struct request *rows, size_t n, int64_t end, struct arena *a, struct curve *out);
void curve_capacity(const struct replay_result *r, bool serving, struct arena *a, struct curve *out);
/* The largest value; 0 for none. */
double curve_top(const struct curve *c);

#endif
