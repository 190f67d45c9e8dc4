/* What a measurement will take, before it costs money. */
#ifndef HEADROOM_LADDER_SCHEDULE_H
#define HEADROOM_LADDER_SCHEDULE_H

#include "base/err.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "base/value.h"

#include <stddef.h>

struct ladder_schedule {
    int64_t rungs[LIMIT_SCHEDULE_RUNGS]; /* concurrency, ascending */
    size_t n;
    double hold_s, between_s, settle_s; /* settle: once a run, before its first rung */
    int64_t runs;
    double expected_s;    /* service time of one request alone; NUM_UNKNOWN */
    int64_t slo_ms;       /* INT_UNKNOWN */
    double rate_per_hour; /* USD per instance and hour; NUM_UNKNOWN */
};

/* 1,5,10,20,30,40,50,60 x 240 s held + 30 s between, after 120 s of settling, one run. */
struct ladder_schedule ladder_default(void);

/* Reads "1,5,10": positive integers, each above the one before. EXIT_USAGE otherwise. */
int ladder_rungs(const char *text, struct ladder_schedule *s, struct err *e);

/* Seconds on the ladder of one run: n holds and n - 1 pauses. */
double ladder_pass_s(const struct ladder_schedule *s);
/* All runs with their settling. */
double ladder_wall_s(const struct ladder_schedule *s);

/* Requests that one rung completes while it is held. One instance serves one request at a time (the queue of
 * model/chain.h), so it completes hold / S whatever the concurrency; unknown without S. */
double ladder_requests(const struct ladder_schedule *s);

/* The table for people, with warnings. */
void ladder_text(const struct ladder_schedule *s, struct strbuf *out);

#endif
