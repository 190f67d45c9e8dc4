/* A batch: lines in, answers out in the same order, by this process or by workers. */
#ifndef HEADROOM_MANY_BATCH_H
#define HEADROOM_MANY_BATCH_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct batch_job {
    int in;              /* descriptor; not closed */
    const char *in_name; /* for messages */
    int64_t from, to;    /* the part of the input, as for feed_new */
    int64_t size;        /* bytes of that part; -1: unknown (a pipe) */
    uint64_t skip;       /* answers that are there already: so many lines are passed over */
    int out;             /* descriptor; not closed. A regular file is cut back to whole lines when writing fails */
    const char *out_name;
    unsigned workers; /* 1: this process does the work itself */
    bool progress;    /* keep a line on standard error */
};

struct batch_tally {
    uint64_t done, failed; /* answers written; those of them that are errors */
    unsigned lost;         /* workers that ended before their work; others did it again */
    bool interrupted;      /* SIGINT or SIGTERM came: what was in work was finished, the rest left */
};

/* Runs the job. A bad line is an answer, not a failure. EXIT_REFUSED when the input cannot be read (answers up
 * to there are written), EXIT_USAGE when it has fewer lines than SKIP, EXIT_OUTPUT when an answer cannot be
 * written or no worker can be started. SIGINT and SIGTERM are blocked in the process from here on. */
int batch_run(const struct batch_job *job, struct batch_tally *tally, struct err *e);

#endif
