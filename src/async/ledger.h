/* A ledger of asynchronous jobs, replayed from a log of events: JSON Lines, an object a line.
 *
 *   {"event": "registered", "inference_id": "a-1", "at_s": 0, "deadline_s": 900,
 *    "output_location": "s3://b/o", "failure_location": "s3://b/f"}
 *   {"event": "submitted", "inference_id": "a-1", "at_s": 1}
 *   {"event": "reconciled", "inference_id": "a-1", "at_s": 1000, "found": "output"}
 *
 * Events: registered, submitted, submit_timeout, completed, failed, expired, reconciled (found: output,
 * failure or nothing). Times are seconds on one clock, from 0; deadline_s is a point on that clock, null or
 * absent when there is none. Further members are ignored, blank lines skipped.
 *
 * The outcome is a function of the set of events: neither the order of lines nor repetitions change it. An
 * event that is delivered again, with whatever at_s, is the same event; the earliest at_s counts. */
#ifndef HEADROOM_ASYNC_LEDGER_H
#define HEADROOM_ASYNC_LEDGER_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/value.h"

#include <stddef.h>

/* In the order that decides between two terminal events of one instant. */
enum event_kind {
    EVENT_REGISTERED,
    EVENT_SUBMITTED,
    EVENT_SUBMIT_TIMEOUT,
    EVENT_COMPLETED,
    EVENT_FAILED,
    EVENT_EXPIRED,
    EVENT_FOUND_OUTPUT,
    EVENT_FOUND_FAILURE,
    EVENT_FOUND_NOTHING,
    EVENT_KINDS
};

struct event {
    const char *id;
    enum event_kind kind;
    double at_s;
    double deadline_s;            /* registered only; NUM_UNKNOWN: none */
    const char *output, *failure; /* registered only; NULL: not stated */
};

enum job_state { JOB_UNKNOWN = -1, JOB_REGISTERED, JOB_SUBMITTED, JOB_COMPLETED, JOB_FAILED, JOB_STATES };

struct ledger_job {
    const char *id;
    enum job_state state;        /* JOB_UNKNOWN: never registered */
    double since_s;              /* when it came into that state; unknown jobs: the first event */
    double first_s[EVENT_KINDS]; /* the earliest of each kind; NUM_UNKNOWN: none */
    enum event_kind stands;      /* the terminal event that stands, of a completed or failed job */
    double deadline_s;
    const char *output, *failure;
    /* What needs a person. */
    bool conflict;         /* terminal events that contradict each other */
    bool registered_twice; /* with another deadline or location */
    bool uncertain;        /* the submission timed out, and neither output nor failure was found */
    bool overdue;          /* not terminal, and now is past the deadline */
};

struct ledger {
    struct arena *arena;
    struct event *events;
    size_t n_events, cap;
    struct ledger_job *jobs; /* by id, bytewise */
    size_t n_jobs;
    double now_s; /* the newest at_s of the log when none was given */
};

/* Reads PATH ("-": standard input). Errors give file, line and what was expected: EXIT_REFUSED. In any case
 * ledger_free is to be called. */
int ledger_read(const char *path, struct ledger *out, struct err *e);
/* Derives the jobs. NOW_S may be NUM_UNKNOWN. */
void ledger_replay(struct ledger *l, double now_s);
/* Whether any job needs a person. */
bool ledger_needs_a_person(const struct ledger *l);
void ledger_free(struct ledger *l);

const char *event_name(enum event_kind k); /* "reconciled (output)" */
const char *job_state_name(enum job_state s);

void ledger_text(const struct ledger *l, struct strbuf *out);
void ledger_json(const struct ledger *l, struct strbuf *out);

#endif
