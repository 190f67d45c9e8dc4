/* How far a long job is, kept on one line of a terminal. */
#ifndef HEADROOM_MANY_PROGRESS_H
#define HEADROOM_MANY_PROGRESS_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool on;
    int64_t size;   /* bytes of the whole job; -1: unknown */
    uint64_t begun; /* position at which it began */
    double started, shown;
    size_t width; /* of the line that stands there */
};

void progress_start(struct progress *p, bool on, int64_t size, double now);
/* What was passed over up to POSITION took no time worth counting: rate and time left begin here. */
void progress_begin(struct progress *p, uint64_t position, double now);
/* Writes the line anew, twice a second at most. POSITION counts bytes. */
void progress_show(struct progress *p, uint64_t done, uint64_t failed, uint64_t position, double now);
void progress_end(struct progress *p); /* wipes it */

/* The line itself: rate, done, failed, time left where it can be told. */
void progress_text(const struct progress *p, uint64_t done, uint64_t failed, uint64_t position, double now,
                   struct strbuf *out);

#endif
