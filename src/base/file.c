#include "base/file.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int too_large(const char *name, size_t limit, struct err *e)
{
    return err_set(e, EXIT_REFUSED, "%s: larger than the %zu bytes that such a file may have", name, limit);
}

/* Reads to the end into memory that never exceeds LIMIT by more than a few bytes: a hostile file costs
 * what it may be large, not twice that. SIZE is a guess. */
static int read_all(int fd, const char *name, size_t limit, size_t size, struct bytes *out, struct err *e)
{
    size_t cap = (size < 4096 ? 4096 : size) + 2, len = 0;
    char *data = xmalloc(cap);
    int r = 0;
    for (;;) {
        if (len > limit) {
            r = too_large(name, limit, e);
            break;
        }
        if (len + 1 == cap) {
            cap = cap - 1 > limit / 2 ? limit + 2 : cap * 2;
            data = xreallocarray(data, cap, 1);
        }
        ssize_t n = read(fd, data + len, cap - 1 - len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            r = err_set(e, EXIT_REFUSED, "%s: cannot read: %s", name, strerror(errno));
            break;
        }
        if (n == 0)
            break;
        len += (size_t)n;
    }
    if (r != 0) {
        free(data);
        return r;
    }
    data[len] = '\0';
    *out = (struct bytes){data, len};
    return 0;
}

int file_read(const char *path, size_t limit, struct bytes *out, struct err *e)
{
    *out = (struct bytes){0};
    bool std_in = strcmp(path, "-") == 0;
    const char *name = std_in ? "stdin" : path;
    int fd = std_in ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot open: %s", name, strerror(errno));
    mem_working_on(name);
    struct stat before, after;
    int r = 0;
    if (fstat(fd, &before) != 0)
        r = err_set(e, EXIT_REFUSED, "%s: cannot read: %s", name, strerror(errno));
    else if (S_ISDIR(before.st_mode))
        r = err_set(e, EXIT_REFUSED, "%s: is a directory, expected a file", name);
    else if (S_ISREG(before.st_mode) && before.st_size > 0 && (uintmax_t)before.st_size > limit)
        r = too_large(name, limit, e);
    else
        r = read_all(fd, name, limit, S_ISREG(before.st_mode) ? (size_t)before.st_size : 65536, out, e);
    /* A file that somebody is still writing would be hashed and quoted as something it never was. */
    if (r == 0 && S_ISREG(before.st_mode) && !std_in &&
        (fstat(fd, &after) != 0 || after.st_size != before.st_size || (size_t)after.st_size != out->len ||
         after.st_mtim.tv_sec != before.st_mtim.tv_sec || after.st_mtim.tv_nsec != before.st_mtim.tv_nsec))
        r = err_set(e, EXIT_REFUSED, "%s: changed while it was read", name);
    if (!std_in)
        close(fd);
    mem_working_on(NULL);
    if (r != 0)
        bytes_free(out);
    return r;
}

void bytes_free(struct bytes *b)
{
    free(b->data);
    *b = (struct bytes){0};
}

int fd_write_all(int fd, const void *data, size_t n)
{
    for (const char *p = data; n > 0;) {
        ssize_t w = write(fd, p, n);
        if (w < 0 && errno == EINTR)
            continue;
        if (w == 0)
            errno = ENOSPC;
        if (w <= 0)
            return -1;
        p += w;
        n -= (size_t)w;
    }
    return 0;
}

const char *file_base(const char *path)
{
    if (strcmp(path, "-") == 0)
        return "stdin";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* LINES: line ends and tabs may stay as they are. */
static char *made_printable(const char *text, bool lines)
{
    struct strbuf sb = {0};
    size_t n = strlen(text);
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        bool hidden = len != 0 && !(lines && (cp == '\n' || cp == '\t')) && utf8_hidden(cp);
        if (len == 0) {
            sb_addf(&sb, "\\x%02x", (unsigned)(unsigned char)text[i]);
            i++;
        } else if (hidden) {
            sb_addf(&sb, cp < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)cp);
            i += len;
        } else {
            sb_addn(&sb, text + i, len);
            i += len;
        }
    }
    return sb_detach(&sb);
}

char *printable(const char *text)
{
    return made_printable(text, true);
}

char *printable_line(const char *text)
{
    return made_printable(text, false);
}
