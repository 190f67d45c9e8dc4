/* The lines of a file or stream, in blocks, within constant memory. */
#ifndef HEADROOM_MANY_FEED_H
#define HEADROOM_MANY_FEED_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct feed;

/* Reads from FD, which is not closed; NAME is used in messages. FROM and TO are offsets in a file that can be
 * sought: the lines whose first byte lies at FROM or behind it and before TO. TO < 0: to the end; with FROM 0
 * and TO < 0 nothing is sought. Lines of more than LINE_MAX bytes, the new line not
 * counted, are passed over and counted. */
struct feed *feed_new(int fd, const char *name, int64_t from, int64_t to, size_t line_max);
void feed_free(struct feed *l); /* NULL is allowed */

enum feed_state {
    FEED_READY, /* a block was taken */
    FEED_WAIT,  /* no complete line is buffered: feed_fill when the descriptor is readable */
    FEED_END    /* nothing is left */
};

/* Some complete lines; the bytes belong to the reader and stay until the next feed_fill. A line that is too
 * long comes alone, without bytes. */
struct block {
    const char *data;
    size_t len;
    uint32_t count;
    bool too_long;
};

/* Takes at most MOST lines and, unless one line alone is longer, BYTES bytes. */
enum feed_state feed_take(struct feed *l, uint32_t most, size_t bytes, struct block *out);

/* Reads once, waiting as long as the descriptor does. EXIT_REFUSED when it cannot be read, or when a line that is
 * passed over has no end within LIMIT_LINE_PASSED bytes. */
int feed_fill(struct feed *l, struct err *e);

/* Bytes taken or passed over so far, from FROM on, for a progress line. */
uint64_t feed_position(const struct feed *l);

#endif
