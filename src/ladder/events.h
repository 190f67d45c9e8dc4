/* Raw per-request records of a load test, one JSON object a line:
 *
 *   {"run": 0, "concurrency": 5, "start_s": 12.5, "first_byte_s": 12.7, "end_s": 12.8, "ok": true,
 * "chars": 25}
 *
 * Times are seconds on one clock, from 0. first_byte_s may be null when ok is false; chars may be
 * null or absent. Further members are ignored, blank lines skipped. Lines are read one at a time,
 * none longer than LIMIT_EVENT_BYTES; what stays of one are four numbers. */
#ifndef HEADROOM_LADDER_EVENTS_H
#define HEADROOM_LADDER_EVENTS_H

#include "base/err.h"
#include "base/value.h"

#include <stddef.h>

/* All requests of one run at one concurrency. */
struct event_group {
    int64_t run, concurrency;
    size_t n, n_ok;
    int64_t chars;        /* of the ok requests; INT_UNKNOWN when one of them does not say */
    double *start, *end;  /* n each, s */
    double *ttfab_ms, *s; /* n_ok each: to the first byte, and to the last (s) */
    size_t cap, cap_ok;
    double first_start, last_end;
};

struct events {
    char *name; /* base name of the file */
    char sha256[65];
    struct event_group *groups; /* as walked: by run, first start, concurrency */
    size_t n, cap;
};

/* Reads PATH ("-": standard input). Errors give file, line and what was expected:
 * EXIT_REFUSED, and nothing needs freeing. */
int events_read(const char *path, struct events *out, struct err *e);
void events_free(struct events *ev);

#endif
