/* The file of answers that grows while a batch runs, so that a batch which was stopped can go on. */
#ifndef HEADROOM_MANY_JOURNAL_H
#define HEADROOM_MANY_JOURNAL_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct journal {
    int fd;           /* at the end of the whole lines */
    uint64_t answers; /* that were there */
    uint64_t failed;  /* those of them that are errors */
};

/* Opens PATH for appending: emptied, or with RESUME cut behind its last whole line. A directory, FIFO or device is
 * EXIT_OUTPUT; the file that INPUT (a descriptor) reads is EXIT_USAGE, and is left alone. */
int journal_open(const char *path, int input, bool resume, struct journal *out, struct err *e);

/* Makes it last; a failure is EXIT_OUTPUT. */
int journal_close(struct journal *j, const char *path, struct err *e);

#endif
