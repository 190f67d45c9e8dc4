/* The exact replay of a trace against the scaling of an asynchronous endpoint. Times are whole microseconds; no I/O.
 *
 * At one instant, in this order: executions end, and a draining instance without any is gone; provisioned instances
 * serve; requests arrive (cold when nothing serves); the queue is dispatched, first come first served, to the instance
 * that executes fewest; what waited for its TTL expires; each whole minute from 60 s on is an evaluation, and what it
 * asks for serves at once when provisioning takes no time.
 *
 * An evaluation tests three alarms against that instant, each on after its test held so many times in a row: wake
 * (backlog, nothing serves; wake_periods), high (backlog above target for each serving instance; 3), low (below 0.9 of
 * that; 15). Backlog is queued + executing. Then at most one activity, none while a scale-out is provisioning: wake
 * proposes one instance more, high proposes ceil(backlog / target), both up to max, each outside of its own cooldown,
 * which begins when its instances serve; the larger is asked for, wake on a tie. Otherwise low takes one instance away,
 * down to max(min, ceil(backlog / target)), outside of the scale-in cooldown, which begins when one is taken and ends
 * with a scale-out. The replay ends at `until`, or with the first evaluation after which nothing is to come, the
 * backlog is empty and the fleet is at min. */
#ifndef HEADROOM_ASYNC_REPLAY_H
#define HEADROOM_ASYNC_REPLAY_H

#include "base/limits.h"
#include "base/value.h"

#include <stddef.h>

#define REPLAY_SECOND INT64_C(1000000)
#define REPLAY_NEVER INT64_MIN /* no such time */
/* Times that are read lie within 0 and this. */
#define REPLAY_TIME_MAX (LIMIT_REPLAY_S * REPLAY_SECOND)
/* A target has at most nine decimals and is compared as a whole number of these. */
#define REPLAY_TARGET_UNIT INT64_C(1000000000)

enum request_state {
    REQUEST_BEYOND, /* arrives after --until */
    REQUEST_UNFINISHED,
    REQUEST_COMPLETED,
    REQUEST_FAILED,
    REQUEST_EXPIRED
};

struct request {
    int64_t arrival, service;
    int64_t start, terminal; /* REPLAY_NEVER: none */
    uint8_t state;           /* enum request_state */
    bool cold;               /* no instance served when it arrived */
};

struct replay_settings {
    int64_t provision; /* from being asked for to serving */
    uint32_t min, max; /* max >= max(1, min), <= LIMIT_REPLAY_INSTANCES */
    uint32_t per_instance;
    int64_t target; /* > 0, in REPLAY_TARGET_UNIT; at most 1e9 requests */
    int64_t ttl, timeout;
    bool wake;
    int64_t wake_periods; /* >= 1 */
    int64_t wake_cooldown, scale_out_cooldown, scale_in_cooldown;
    int64_t until; /* REPLAY_NEVER: to the natural end */
};

struct replay_settings replay_defaults(void);

struct capacity_point {
    int64_t at;
    uint32_t billed, serving;
};

struct latency {
    size_t n;
    int64_t p50, p95; /* REPLAY_NEVER without any */
};

struct replay_result {
    size_t accepted, completed, failed, expired, unfinished, beyond_end;
    int64_t end;
    double billed_us; /* integral of the billed instances, correctly rounded */
    int64_t at_zero;  /* time with none billed */
    int64_t wake_ups; /* scale-outs from zero */
    struct latency all, cold, warm;
    struct capacity_point *capacity; /* owned; at 0, then after each instant that changed it */
    size_t n_capacity;
};

/* By arrival, then service, before any replay. Rows that are equal in both cannot be told apart, so the result is
 * the same for every order of the trace. */
void replay_sort(struct request *rows, size_t n);

/* ROWS must be sorted; their results are filled in. The caller frees with replay_result_free. */
void replay_run(const struct replay_settings *s, struct request *rows, size_t n, struct replay_result *out);
void replay_result_free(struct replay_result *r);

/* Seconds, for people and files. */
double replay_s(int64_t us); /* NUM_UNKNOWN for REPLAY_NEVER */

#endif
