/* The trace of a replay: CSV with the header arrival_s or arrival_s,service_s. */
#ifndef HEADROOM_ASYNC_TRACE_H
#define HEADROOM_ASYNC_TRACE_H

#include "async/replay.h"
#include "base/err.h"

struct trace {
    struct request *rows; /* owned; only arrival and service are set */
    size_t n, cap;
    bool own_service; /* the file has a column service_s */
    char sha256[65];  /* of the file */
};

/* Adds a row. EXIT_REFUSED beyond LIMIT_ARRIVALS, naming NAME. */
int trace_add(struct trace *t, const char *name, int64_t arrival, int64_t service, struct err *e);

/* Reads PATH ("-": standard input). SERVICE is what a trace without service_s takes, REPLAY_NEVER when it was not
 * given. EXIT_REFUSED with file, line and what was expected; EXIT_USAGE when the service time is given neither
 * there nor by --service, or by both. OUT is for trace_free in any case. */
int trace_read(const char *path, int64_t service, struct trace *out, struct err *e);
void trace_free(struct trace *t);

#endif
