/* Reading a file line by line in bounded memory: JSON Lines of any length. */
#ifndef HEADROOM_BASE_LINES_H
#define HEADROOM_BASE_LINES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct lines;

/* Opens PATH ("-": standard input). A directory or a file that cannot be opened is EXIT_REFUSED. LIMIT is
 * what one line may have, its new line not counted. Caller closes. */
int lines_open(const char *path, size_t limit, struct lines **out, struct err *e);

/* The next line without its new line, NUL-terminated, valid until the next call; *more is false after
 * the last one. The last line need not end in a new line. EXIT_REFUSED on a line beyond the limit,
 * whose end is not looked for (a device may have none), or a read error. */
int lines_next(struct lines *l, const char **text, size_t *len, bool *more, struct err *e);

/* As lines_next, but a line beyond the limit is no error: *cut is true, its first LIMIT bytes are given
 * and the rest is read past, so that the lines behind it are still reached. EXIT_REFUSED when that has no end
 * within LIMIT_LINE_PASSED bytes. */
int lines_next_cut(struct lines *l, const char **text, size_t *len, bool *cut, bool *more, struct err *e);

/* Number of the line that lines_next gave last, from 1. */
size_t lines_number(const struct lines *l);

/* Closes and frees; SHA256 (NULL allowed) gets the hash of all that was read. NULL is allowed. */
void lines_close(struct lines *l, char sha256[65]);

#endif
