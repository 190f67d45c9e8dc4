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

void strays_remove(dev_t dev, ino_t ino)
{
    for (unsigned fd = 3; fd < MOST_FD; fd++) {
        char link[32], path[PATH_MAX];
        struct stat st;
        if (fcntl((int)fd, F_GETFD) < 0)
            continue;
        fd_link(link, fd);
        ssize_t n = readlink(link, path, sizeof path - 1);
        if (n <= 0)
            continue;
        path[n] = '\0';
        char *slash = strrchr(path, '/');
        if (path[0] != '/' || !slash || strncmp(slash, "/tmp.", 5) != 0)
            continue;
        *slash = '\0';
        bool here = stat(slash == path ? "/" : path, &st) == 0 && st.st_dev == dev && st.st_ino == ino;
        *slash = '/';
        if (here)
            unlink(path);
    }
}
