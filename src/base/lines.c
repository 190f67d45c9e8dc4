#include "base/lines.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 65536 };

struct lines {
    int fd;
    char *name;
    size_t limit, number;
    struct strbuf line;
    struct sha256 *hash;
    size_t at, n; /* what of chunk is not taken yet */
    bool ended;
    char chunk[CHUNK];
};

int lines_open(const char *path, size_t limit, struct lines **out, struct err *e)
{
    bool std_in = strcmp(path, "-") == 0;
    struct stat st;
    int fd = std_in ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    *out = NULL;
    if (fd < 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot open: %s", path, strerror(errno));
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        if (!std_in)
            close(fd);
        return err_set(e, EXIT_REFUSED, "%s: is a directory, expected a file", path);
    }
    struct lines *l = xcalloc(1, sizeof *l);
    l->fd = fd;
    l->name = xstrdup(std_in ? "stdin" : path);
    l->limit = limit;
    l->hash = sha256_new();
    *out = l;
    return 0;
}

static int refill(struct lines *l, struct err *e)
{
    ssize_t n;
    do
        n = read(l->fd, l->chunk, CHUNK);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot read: %s", l->name, strerror(errno));
    l->at = 0;
    l->n = (size_t)n;
    l->ended = n == 0;
    sha256_add(l->hash, l->chunk, l->n);
    return 0;
}

/* The next line; without READ_PAST the rest of one beyond the limit is left unread, for it may never end. */
static int next(struct lines *l, bool read_past, const char **text, size_t *len, bool *cut, bool *more, struct err *e)
{
    sb_trunc(&l->line, 0);
    *more = *cut = false;
    bool whole = false;
    size_t passed = 0;
    while (!whole && (read_past || !*cut)) {
        if (l->at == l->n && (l->ended || refill(l, e) != 0))
            break;
        if (l->ended)
            break;
        const char *from = l->chunk + l->at;
        const char *end = memchr(from, '\n', l->n - l->at);
        size_t part = end ? (size_t)(end - from) : l->n - l->at, room = l->limit - l->line.len;
        *cut = *cut || part > room;
        sb_addn(&l->line, from, part < room ? part : room);
        l->at += part + (end != NULL);
        passed += part;
        if (read_past && passed > LIMIT_LINE_PASSED)
            return err_set(e, EXIT_REFUSED, "%s: line %zu: has no end within %zu bytes", l->name, l->number + 1,
                           LIMIT_LINE_PASSED);
        whole = end != NULL;
    }
    if (e->code != 0)
        return e->code;
    *more = whole || l->line.len > 0;
    l->number += *more;
    *text = sb_str(&l->line);
    *len = l->line.len;
    return 0;
}

int lines_next_cut(struct lines *l, const char **text, size_t *len, bool *cut, bool *more, struct err *e)
{
    return next(l, true, text, len, cut, more, e);
}

int lines_next(struct lines *l, const char **text, size_t *len, bool *more, struct err *e)
{
    bool cut;
    if (next(l, false, text, len, &cut, more, e) == 0 && cut)
        err_set(e, EXIT_REFUSED, "%s: line %zu: longer than the %zu bytes that a line may have", l->name, l->number,
                l->limit);
    if (e->code != 0)
        *more = false;
    return e->code;
}

size_t lines_number(const struct lines *l)
{
    return l->number;
}

void lines_close(struct lines *l, char sha256[65])
{
    char unused[65];
    if (!l)
        return;
    sha256_end(l->hash, sha256 ? sha256 : unused);
    if (l->fd != STDIN_FILENO)
        close(l->fd);
    sb_free(&l->line);
    free(l->name);
    free(l);
}
