#include "many/feed.h"

#include "base/limits.h"
#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 256 * 1024 };

struct feed {
    int fd;
    const char *name;
    int64_t from, to;
    size_t line_max;
    char *data;
    size_t start, len, cap; /* unread bytes are data[start .. len) */
    size_t seen;            /* bytes behind start that are known to hold no new line */
    uint64_t taken;         /* bytes before start, from FROM on */
    bool started, ended;
    bool skipping;  /* in the middle of a line that is not wanted */
    size_t skipped; /* of which so much was passed over */
};

struct feed *feed_new(int fd, const char *name, int64_t from, int64_t to, size_t line_max)
{
    struct feed *l = xcalloc(1, sizeof *l);
    *l = (struct feed){.fd = fd, .name = name, .from = from, .to = to, .line_max = line_max};
    return l;
}

void feed_free(struct feed *l)
{
    if (!l)
        return;
    free(l->data);
    free(l);
}

uint64_t feed_position(const struct feed *l)
{
    return l->taken;
}

static void drop(struct feed *l, size_t n)
{
    l->start += n;
    l->taken += n;
    l->seen = 0;
}

/* Goes to FROM. A line that began before it belongs to the part before: reading begins one byte earlier and
 * passes over everything up to the first new line. */
static int start(struct feed *l, struct err *e)
{
    l->started = true;
    if (l->from == 0 && l->to < 0)
        return 0;
    if (lseek(l->fd, l->from > 0 ? l->from - 1 : 0, SEEK_SET) < 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot go to byte %lld: %s", l->name, (long long)l->from,
                       strerror(errno));
    if (l->from > 0) {
        l->skipping = true;
        l->taken = (uint64_t)-1; /* the byte before FROM */
    }
    return 0;
}

int feed_fill(struct feed *l, struct err *e)
{
    if (!l->started && start(l, e) != 0)
        return e->code;
    if (l->skipped > LIMIT_LINE_PASSED)
        return err_set(e, EXIT_REFUSED, "%s: a line has no end within %zu bytes", l->name, LIMIT_LINE_PASSED);
    if (l->start > 0) {
        memmove(l->data, l->data + l->start, l->len - l->start);
        l->len -= l->start;
        l->start = 0;
    }
    if (l->cap - l->len < READ_BYTES) {
        l->cap = l->len + READ_BYTES > 2 * l->cap ? l->len + READ_BYTES : 2 * l->cap;
        l->data = xreallocarray(l->data, l->cap, 1);
    }
    ssize_t n;
    do
        n = read(l->fd, l->data + l->len, READ_BYTES);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot read: %s", l->name, strerror(errno));
    if (n == 0)
        l->ended = true;
    l->len += (size_t)n;
    return 0;
}

/* Passes over the rest of the line. True when its end was found. */
static bool skip_line(struct feed *l)
{
    const char *end = l->len > l->start ? memchr(l->data + l->start, '\n', l->len - l->start) : NULL;
    size_t n = end ? (size_t)(end - (l->data + l->start)) + 1 : l->len - l->start;
    drop(l, n);
    l->skipped += n - (end != NULL);
    l->skipping = (!end && !l->ended) || l->skipped > LIMIT_LINE_PASSED;
    if (!l->skipping)
        l->skipped = 0;
    return !l->skipping;
}

/* The length of the line at AT, its new line included; 0 when its end is not buffered. */
static size_t line_at(struct feed *l, size_t at, size_t seen)
{
    const char *end = memchr(l->data + at + seen, '\n', l->len - at - seen);
    if (end)
        return (size_t)(end - (l->data + at)) + 1;
    return l->ended ? l->len - at : 0;
}

/* Whether the line of N bytes at AT, its new line included, is longer than a line may be. */
static bool too_long(const struct feed *l, size_t at, size_t n)
{
    return n - (l->data[at + n - 1] == '\n') > l->line_max;
}

/* Does the line that begins at offset AT of the buffer belong to this part? */
static bool ours(const struct feed *l, size_t at)
{
    return l->to < 0 || l->from + (int64_t)(l->taken + (at - l->start)) < l->to;
}

enum feed_state feed_take(struct feed *l, uint32_t most, size_t bytes, struct block *out)
{
    *out = (struct block){0};
    if (!l->started || (l->skipping && !skip_line(l)))
        return FEED_WAIT;
    if (!ours(l, l->start) || (l->start == l->len && l->ended))
        return FEED_END;
    size_t at = l->start;
    while (out->count < most && at < l->len && ours(l, at)) {
        size_t n = line_at(l, at, at == l->start ? l->seen : 0);
        if (n == 0 || too_long(l, at, n) || (out->count > 0 && at + n - l->start > bytes))
            break;
        at += n;
        out->count++;
    }
    out->data = l->data + l->start;
    out->len = at - l->start;
    if (out->count > 0) {
        drop(l, out->len);
        return FEED_READY;
    }
    if (l->len - l->start <= l->line_max) {
        l->seen = l->len - l->start;
        return FEED_WAIT;
    }
    l->skipping = true;
    skip_line(l);
    out->count = 1;
    out->too_long = true;
    return FEED_READY;
}
