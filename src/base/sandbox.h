/* The process denies itself what it never needs: sockets, other programs, and, where the kernel has
 * Landlock, every file but those that were named. */
#ifndef HEADROOM_BASE_SANDBOX_H
#define HEADROOM_BASE_SANDBOX_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct sandbox {
    bool must;                /* a kernel that cannot restrict it is an error */
    const char *const *reads; /* files, and directories with all that is beneath; "-" is passed over */
    size_t n_reads;
    const char *const *writes; /* outputs: files or directories, there or not yet */
    size_t n_writes;
    bool copies; /* the process may make copies of itself, which inherit the sandbox */
};

/* Enters the sandbox for good. Shared libraries and fonts below /usr stay readable. A kernel without
 * Landlock leaves files alone; one without seccomp is EXIT_USAGE, naming --no-sandbox. */
int sandbox_enter(const struct sandbox *what, struct err *e);

#endif
