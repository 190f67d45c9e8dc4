#include "many/journal.h"

#include "base/limits.h"
#include "many/batch_line.h"
#include "many/feed.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(const char *path, const char *what, struct err *e)
{
    return err_set(e, EXIT_OUTPUT, "%s: cannot %s: %s", path, what, strerror(errno));
}

/* Offset behind the last new line of a file of SIZE bytes; -1 when it cannot be read. */
static int64_t whole_lines(int fd, int64_t size)
{
    char buffer[65536];
    while (size > 0) {
        int64_t from = size > (int64_t)sizeof buffer ? size - (int64_t)sizeof buffer : 0;
        size_t n = (size_t)(size - from);
        if (pread(fd, buffer, n, from) != (ssize_t)n)
            return -1;
        const char *last = memrchr(buffer, '\n', n);
        if (last)
            return from + (last - buffer) + 1;
        size = from;
    }
    return 0;
}

static int count(int fd, const char *path, int64_t end, struct journal *out, struct err *e)
{
    struct feed *l = feed_new(fd, path, 0, end, LIMIT_LINE_BYTES);
    struct block k;
    enum feed_state s;
    while ((s = feed_take(l, 1, 0, &k)) != FEED_END) {
        if (s == FEED_WAIT) {
            if (feed_fill(l, e) != 0)
                break;
            continue;
        }
        out->answers++;
        out->failed += !k.too_long && batch_line_failed(k.data, k.len);
    }
    feed_free(l);
    return e->code;
}

/* Cuts an answer that was being written when the batch stopped, and counts the others. */
static int take_up(const char *path, int64_t size, struct journal *out, struct err *e)
{
    int64_t end = whole_lines(out->fd, size);
    if (end < 0)
        return failed(path, "read", e);
    if (end < size && ftruncate(out->fd, end) != 0)
        return failed(path, "cut its last line", e);
    if (end > 0 && count(out->fd, path, end, out, e) != 0)
        return e->code;
    return lseek(out->fd, end, SEEK_SET) < 0 ? failed(path, "write", e) : 0;
}

int journal_open(const char *path, int input, bool resume, struct journal *out, struct err *e)
{
    struct stat st, in;
    *out = (struct journal){.fd = -1};
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(e, EXIT_OUTPUT, "%s: is not a regular file", path);
    out->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (out->fd < 0 || fstat(out->fd, &st) != 0)
        return failed(path, "open", e);
    if (fstat(input, &in) == 0 && in.st_dev == st.st_dev && in.st_ino == st.st_ino)
        err_set(e, EXIT_USAGE, "%s: is the input; answers must go elsewhere", path);
    else if (resume)
        take_up(path, (int64_t)st.st_size, out, e);
    else if (ftruncate(out->fd, 0) != 0)
        failed(path, "write", e);
    if (e->code) {
        close(out->fd);
        out->fd = -1;
    }
    return e->code;
}

int journal_close(struct journal *j, const char *path, struct err *e)
{
    if (fsync(j->fd) != 0 && errno != EINVAL && errno != EROFS)
        failed(path, "write", e);
    if (close(j->fd) != 0)
        failed(path, "write", e);
    j->fd = -1;
    return e->code;
}
