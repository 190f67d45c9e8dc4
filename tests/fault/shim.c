/* Makes one call fail: LD_PRELOAD=shim.so FAULT=write:3 makes the third write of the program fail, counted
 * from the beginning of main. Kinds: malloc, write, fsync, close, rename, link, unlink, mkdir, rmdir, open (for
 * writing), fdopen (which fails for want of memory; libxlsxwriter opens its temporary files so). The kind is
 * written to the file FAULT_MARK when it happens, which is opened before the program closes the file system to
 * itself. FAULT=write:0 lets none fail and writes how many there were. FAULT=getenv writes the name of each variable
 * that is asked for and found instead. FAULT=kill:3 and FAULT=term:3 let no call fail, but end the process with SIGKILL
 * or SIGTERM before the third call of any kind but malloc. FAULT_PLAIN beside it stands for a file system on which two
 * files cannot change places. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t align, size_t n);
extern char **environ;

static int armed, plain, starved;
static char kind[16];
static long left, total;
static int mark_fd = -1;

static void mark(const char *text)
{
    if (mark_fd >= 0)
        syscall(SYS_write, mark_fd, text, strlen(text));
}

/* Is this call the one? */
static int fails(const char *what)
{
    int sig = strcmp(kind, "kill") == 0 ? SIGKILL : strcmp(kind, "term") == 0 ? SIGTERM : 0;
    if (!armed || (sig ? strcmp(what, "malloc") == 0 : strcmp(kind, what) != 0))
        return 0;
    total++;
    if (--left != 0)
        return 0;
    int keep = errno;
    mark(what);
    if (sig)
        raise(sig);
    errno = keep;
    return !sig;
}

/* getenv itself is interposed. */
static const char *variable(const char *name)
{
    size_t n = strlen(name);
    for (char **e = environ; e && *e; e++)
        if (strncmp(*e, name, n) == 0 && (*e)[n] == '=')
            return *e + n + 1;
    return NULL;
}

static int (*real_main)(int, char **, char **);
static int counted_main(int argc, char **argv, char **env)
{
    const char *fault = variable("FAULT");
    const char *name = variable("FAULT_MARK");
    if (name) {
        int fd = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND, 0666);
        mark_fd = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 500);
        syscall(SYS_close, fd);
    }
    if (fault) {
        const char *colon = strchr(fault, ':');
        size_t n = colon ? (size_t)(colon - fault) : strlen(fault);
        if (n < sizeof kind)
            memcpy(kind, fault, n);
        left = colon ? atol(colon + 1) : 0;
        plain = variable("FAULT_PLAIN") != NULL;
        armed = 1;
    }
    int r = real_main(argc, argv, env);
    if (armed && strcmp(kind, "getenv") != 0 && total > 0 && left < 0) {
        char text[32];
        armed = 0;
        snprintf(text, sizeof text, "%ld", total);
        mark(text);
    }
    return r;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    void *p = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&real, &p, sizeof p);
    real_main = main;
    return real(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

#define NO_MEMORY(call) (starved || fails("malloc") ? (errno = ENOMEM, (void *)NULL) : (call))

void *malloc(size_t n)
{
    return NO_MEMORY(__libc_malloc(n));
}
void *calloc(size_t count, size_t size)
{
    return NO_MEMORY(__libc_calloc(count, size));
}
void *realloc(void *p, size_t n)
{
    return NO_MEMORY(__libc_realloc(p, n));
}
void *reallocarray(void *p, size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return errno = ENOMEM, NULL;
    return NO_MEMORY(__libc_realloc(p, count * size));
}
void *aligned_alloc(size_t align, size_t n)
{
    return NO_MEMORY(__libc_memalign(align, n));
}
int posix_memalign(void **out, size_t align, size_t n)
{
    void *p = NO_MEMORY(__libc_memalign(align, n));
    if (!p)
        return ENOMEM;
    *out = p;
    return 0;
}

ssize_t write(int fd, const void *data, size_t n)
{
    if (fd != STDERR_FILENO && fails("write")) {
        /* As a disk that fills up does it: a part is written first. */
        if (n > 1)
            syscall(SYS_write, fd, data, n / 2);
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, fd, data, n);
}

int fsync(int fd)
{
    if (fails("fsync"))
        return errno = EIO, -1;
    return (int)syscall(SYS_fsync, fd);
}

int close(int fd)
{
    int bad = fails("close");
    int r = (int)syscall(SYS_close, fd);
    return bad ? (errno = EIO, -1) : r;
}

int rename(const char *from, const char *to)
{
    if (fails("rename"))
        return errno = EACCES, -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    if (plain && flags)
        return errno = EINVAL, -1;
    if (fails("rename"))
        return errno = EACCES, -1;
    return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
}

int unlink(const char *path)
{
    if (fails("unlink"))
        return errno = EACCES, -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int link(const char *from, const char *to)
{
    if (fails("link"))
        return errno = EPERM, -1;
    return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int rmdir(const char *path)
{
    if (fails("rmdir"))
        return errno = EACCES, -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdir(const char *path, mode_t mode)
{
    if (fails("mkdir"))
        return errno = EACCES, -1;
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

static int open_at(const char *path, int flags, mode_t mode)
{
    if ((flags & O_ACCMODE) != O_RDONLY && fails("open"))
        return errno = EACCES, -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
    va_end(ap);
    return open_at(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
    va_end(ap);
    return open_at(path, flags, mode);
}

static FILE *open_stream(const char *name, const char *path, const char *mode)
{
    if (*mode != 'r' && fails("open"))
        return errno = EACCES, NULL;
    FILE *(*real)(const char *, const char *);
    void *p = dlsym(RTLD_NEXT, name);
    memcpy(&real, &p, sizeof p);
    return real(path, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return open_stream("fopen", path, mode);
}
FILE *fopen64(const char *path, const char *mode)
{
    return open_stream("fopen64", path, mode);
}

/* Its own allocation fails, so that the program sees what it would see without us. */
FILE *fdopen(int fd, const char *mode)
{
    FILE *(*real)(int, const char *);
    void *p = dlsym(RTLD_NEXT, "fdopen");
    memcpy(&real, &p, sizeof p);
    starved = fails("fdopen");
    FILE *f = real(fd, mode);
    starved = 0;
    return f;
}

static void asked(const char *name)
{
    if (armed && strcmp(kind, "getenv") == 0) {
        mark(name);
        mark("\n");
    }
}

char *getenv(const char *name)
{
    const char *value = variable(name);
    if (value)
        asked(name);
    return (char *)(size_t)value;
}
char *secure_getenv(const char *name)
{
    return getenv(name);
}
