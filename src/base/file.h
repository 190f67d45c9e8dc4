/* Reading inputs whole, within a bound, and what else files need. */
#ifndef HEADROOM_BASE_FILE_H
#define HEADROOM_BASE_FILE_H

#include "base/err.h"

#include <stddef.h>

struct bytes {
    char *data; /* NUL-terminated; owned: free with bytes_free */
    size_t len; /* without the NUL */
};

/* Reads PATH ("-": standard input; pipes are accepted) to its end. A directory, an unreadable file, one
 * larger than LIMIT or one that changes its size while it is read is EXIT_REFUSED. */
int file_read(const char *path, size_t limit, struct bytes *out, struct err *e);
void bytes_free(struct bytes *b);

/* Writes all N bytes to FD, signals or not. Returns 0, or -1 with errno set. */
int fd_write_all(int fd, const void *data, size_t n);

/* The last part of a path, for messages and outputs ("-" reads "stdin"). */
const char *file_base(const char *path);

/* A copy of TEXT in which control characters and ill-formed bytes are made visible (\x1b), so that a
 * message about hostile input cannot drive a terminal. New lines are kept. Caller frees. */
char *printable(const char *text);
/* The same for text that must stay within its line: line ends and tabs are shown as well. */
char *printable_line(const char *text);

#endif
