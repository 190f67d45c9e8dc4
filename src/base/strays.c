#include "base/strays.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A process of ours holds a handful of files; libraries' come early. */
enum { MOST_FD = 256 };

/* snprintf may take memory, and is not safe in a handler. */
static void fd_link(char out[static 32], unsigned fd)
{
    static const char stem[] = "/proc/self/fd/";
    char digits[12];
    size_t n = 0, at = sizeof stem - 1;
    memcpy(out, stem, at);
    do
        digits[n++] = (char)('0' + fd % 10);
    while ((fd /= 10) > 0);
    while (n > 0)
        out[at++] = digits[--n];
    out[at] = '\0';
}

/* A name may have gone to another file since, and a file whose name is gone is shown under a made-up one. */
static bool is_at(const struct stat *file, const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

void strays_remove(dev_t dev, ino_t ino)
{
    for (unsigned fd = 3; fd < MOST_FD; fd++) {
        char fd_path[32], path[PATH_MAX];
        struct stat st, file;
        int flags = fcntl((int)fd, F_GETFL);
        /* As the library opens them; what was only to be read is an input. */
        if (flags < 0 || (flags & O_ACCMODE) != O_RDWR || fstat((int)fd, &file) != 0 || !S_ISREG(file.st_mode))
            continue;
        fd_link(fd_path, fd);
        ssize_t n = readlink(fd_path, path, sizeof path - 1); /* NOLINT(readability-suspicious-call-argument) */
        if (n <= 0)
            continue;
        path[n] = '\0';
        char *slash = strrchr(path, '/');
        if (path[0] != '/' || !slash || strncmp(slash, "/tmp.", 5) != 0)
            continue;
        *slash = '\0';
        bool here = stat(slash == path ? "/" : path, &st) == 0 && st.st_dev == dev && st.st_ino == ino;
        *slash = '/';
        if (here && is_at(&file, path))
            unlink(path);
    }
}
