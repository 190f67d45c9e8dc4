/* The exact replay of a trace against the scaling of an asynchronous endpoint (DESIGN.md section 8). Times are
 * whole microseconds; no I/O. */
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
