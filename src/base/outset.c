#include "base/outset.h"

#include "base/mem.h"
#include "base/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct entry {
    char *shown; /* as the user wrote it */
    char *path;  /* with symbolic links resolved: what is replaced */
    char *tmp;   /* NULL once renamed or removed */
    char *saved; /* the old file under another name while the set is being renamed */
    bool taken;  /* the name points at our file */
};

struct outset {
    struct entry *entries;
    size_t n;
    char **inputs;
    size_t n_inputs;
    char **dirs; /* created by us */
    size_t n_dirs;
    struct strbuf out;
    unsigned serial;
};

/* The set in work, for the signal handler and for a process that runs out of memory. */
static struct outset *volatile current;

static void remove_temporaries(void)
{
    struct outset *s = current;
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++)
        if (s->entries[i].tmp)
            unlink(s->entries[i].tmp);
    for (size_t i = s->n_dirs; i > 0; i--)
        rmdir(s->dirs[i - 1]);
}

static void on_signal(int sig)
{
    remove_temporaries();
    signal(sig, SIG_DFL);
    raise(sig);
}

static void handle_signals(void (*handler)(int))
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        if (sigaction(signals[i], NULL, &old) != 0)
            continue;
        /* What somebody ignores (nohup) or handles (batch) stays theirs. */
        if (old.sa_handler != SIG_DFL && old.sa_handler != on_signal)
            continue;
        struct sigaction sa = {.sa_handler = handler};
        sigemptyset(&sa.sa_mask);
        sigaction(signals[i], &sa, NULL);
    }
}

struct outset *outset_new(void)
{
    struct outset *s = xcalloc(1, sizeof *s);
    current = s;
    mem_on_failure(remove_temporaries);
    handle_signals(on_signal);
    return s;
}

void outset_input(struct outset *s, const char *path)
{
    s->inputs = xreallocarray(s->inputs, s->n_inputs + 1, sizeof *s->inputs);
    s->inputs[s->n_inputs++] = xstrdup(path);
}

static int fail(struct err *e, const char *path, const char *what)
{
    return err_set(e, EXIT_OUTPUT, "%s: %s: %s", path, what, strerror(errno));
}

/* The file that PATH names once symbolic links are followed, even when it does not exist yet. */
static char *resolve(const char *path, struct err *e)
{
    char *at = xstrdup(path);
    for (int hops = 0; hops < 40; hops++) {
        char link[PATH_MAX];
        ssize_t n = readlink(at, link, sizeof link - 1);
        if (n < 0)
            return at;
        link[n] = '\0';
        char *next;
        const char *slash = strrchr(at, '/');
        if (link[0] == '/' || !slash)
            next = xstrdup(link);
        else
            next = xasprintf("%.*s/%s", (int)(slash - at), at, link);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    fail(e, path, "cannot write");
    return NULL;
}

static bool same_file(const char *a, const char *b)
{
    struct stat sa, sb;
    if (stat(a, &sa) == 0 && stat(b, &sb) == 0)
        return sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
    return false;
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    if (slash == path)
        return xstrdup("/");
    return xstrndup(path, (size_t)(slash - path));
}

/* Two names that do not exist yet are the same output when directory and last part are the same. */
static bool same_name(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return true;
    const char *base_a = strrchr(a, '/'), *base_b = strrchr(b, '/');
    base_a = base_a ? base_a + 1 : a;
    base_b = base_b ? base_b + 1 : b;
    if (strcmp(base_a, base_b) != 0)
        return same_file(a, b);
    char *da = directory_of(a), *db = directory_of(b);
    bool same = same_file(da, db);
    free(da);
    free(db);
    return same;
}

static int check_target(struct outset *s, const char *shown, const char *path, struct err *e)
{
    for (size_t i = 0; i < s->n_inputs; i++)
        if (strcmp(s->inputs[i], "-") != 0 && (same_file(s->inputs[i], path) || strcmp(s->inputs[i], path) == 0))
            return err_set(e, EXIT_USAGE, "%s: is an input as well, and would be overwritten", shown);
    for (size_t i = 0; i < s->n; i++)
        if (same_name(s->entries[i].path, path))
            return err_set(e, EXIT_USAGE, "%s: named for two outputs", shown);
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(e, EXIT_OUTPUT, "%s: is a %s, expected a file name to write", shown,
                       S_ISDIR(st.st_mode)    ? "directory"
                       : S_ISFIFO(st.st_mode) ? "FIFO"
                                              : "device");
    return 0;
}

int outset_check(struct outset *s, const char *path, struct err *e)
{
    if (!*path)
        return err_set(e, EXIT_USAGE, "an output name is empty");
    char *real = resolve(path, e);
    if (!real)
        return e->code;
    int r = check_target(s, path, real, e);
    free(real);
    return r;
}

int outset_reserve(struct outset *s, const char *path, const char **tmp, struct err *e)
{
    if (outset_check(s, path, e) != 0)
        return e->code;
    char *real = resolve(path, e);
    if (!real)
        return e->code;
    char *dir = directory_of(real);
    struct stat old;
    bool exists = stat(real, &old) == 0;
    int fd = -1;
    char *name = NULL;
    /* The process id keeps two runs apart; O_EXCL settles what is left over from a killed one. */
    for (int tries = 0; fd < 0 && tries < 1000; tries++) {
        free(name);
        name = xasprintf("%s/.headroom-%ld-%u.tmp", dir, (long)getpid(), s->serial++);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    free(dir);
    if (fd < 0) {
        fail(e, path, "cannot write");
        free(name);
        free(real);
        return e->code;
    }
    if (exists)
        (void)!fchmod(fd, old.st_mode & 07777);
    s->entries = xreallocarray(s->entries, s->n + 1, sizeof *s->entries);
    s->entries[s->n++] = (struct entry){.shown = xstrdup(path), .path = real, .tmp = name};
    if (close(fd) != 0)
        return fail(e, path, "cannot write");
    *tmp = name;
    return 0;
}

static int write_all(int fd, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t w = write(fd, data, n);
        if (w < 0 && errno == EINTR)
            continue;
        if (w < 0)
            return -1;
        data += w;
        n -= (size_t)w;
    }
    return 0;
}

int outset_file(struct outset *s, const char *path, const void *data, size_t n, struct err *e)
{
    const char *tmp;
    if (outset_reserve(s, path, &tmp, e) != 0)
        return e->code;
    int fd = open(tmp, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return fail(e, path, "cannot write");
    if (write_all(fd, data, n) != 0) {
        fail(e, path, "cannot write");
        close(fd);
        return e->code;
    }
    if (close(fd) != 0)
        return fail(e, path, "cannot write");
    return 0;
}

int outset_dir(struct outset *s, const char *dir, struct err *e)
{
    struct stat st;
    if (!*dir)
        return err_set(e, EXIT_USAGE, "an output directory's name is empty");
    if (stat(dir, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return 0;
        return err_set(e, EXIT_OUTPUT, "%s: is not a directory", dir);
    }
    if (mkdir(dir, 0777) != 0)
        return fail(e, dir, "cannot create the directory");
    s->dirs = xreallocarray(s->dirs, s->n_dirs + 1, sizeof *s->dirs);
    s->dirs[s->n_dirs++] = xstrdup(dir);
    return 0;
}

void outset_stdout(struct outset *s, const char *data, size_t n)
{
    sb_addn(&s->out, data, n);
}

static int sync_path(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int r = fsync(fd);
    int keep = errno;
    if (close(fd) != 0)
        return -1;
    errno = keep;
    return r;
}

/* Keeps the old file reachable under a second name, so that it can come back. */
static int save_old(struct outset *s, struct entry *x)
{
    struct stat st;
    if (lstat(x->path, &st) != 0)
        return errno == ENOENT ? 0 : -1;
    char *dir = directory_of(x->path);
    int r = -1;
    for (int tries = 0; tries < 1000; tries++) {
        char *name = xasprintf("%s/.headroom-%ld-%u.old", dir, (long)getpid(), s->serial++);
        r = link(x->path, name);
        /* A file system without hard links: the old file changes its name for a moment instead. */
        if (r != 0 && (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK))
            r = rename(x->path, name);
        if (r == 0) {
            x->saved = name;
            break;
        }
        free(name);
        if (errno != EEXIST)
            break;
    }
    free(dir);
    return r;
}

static void roll_back(struct outset *s)
{
    for (size_t i = s->n; i > 0; i--) {
        struct entry *x = &s->entries[i - 1];
        if (x->saved) {
            if (x->taken)
                (void)!rename(x->saved, x->path);
            else if (access(x->path, F_OK) != 0)
                (void)!rename(x->saved, x->path);
            else
                unlink(x->saved);
        } else if (x->taken) {
            unlink(x->path);
        }
        free(x->saved);
        x->saved = NULL;
        x->taken = false;
    }
}

static int take_names(struct outset *s, struct err *e)
{
    for (size_t i = 0; i < s->n; i++) {
        struct entry *x = &s->entries[i];
        if (save_old(s, x) != 0 || rename(x->tmp, x->path) != 0) {
            fail(e, x->shown, "cannot take its name");
            roll_back(s);
            return e->code;
        }
        free(x->tmp);
        x->tmp = NULL;
        x->taken = true;
    }
    return 0;
}

int outset_commit(struct outset *s, struct err *e)
{
    for (size_t i = 0; i < s->n; i++)
        if (sync_path(s->entries[i].tmp, O_WRONLY) != 0)
            return fail(e, s->entries[i].shown, "cannot write");
    if (s->out.len > 0 && write_all(STDOUT_FILENO, s->out.data, s->out.len) != 0)
        return err_set(e, EXIT_OUTPUT, "standard output: cannot write: %s", strerror(errno));
    if (take_names(s, e) != 0)
        return e->code;
    for (size_t i = 0; i < s->n; i++) {
        struct entry *x = &s->entries[i];
        char *dir = directory_of(x->path);
        /* The rename is done; a directory that cannot be synced (some network file systems) is no
         * reason to call the output failed. */
        (void)sync_path(dir, O_RDONLY | O_DIRECTORY);
        free(dir);
        if (x->saved)
            unlink(x->saved);
        free(x->saved);
        x->saved = NULL;
    }
    for (size_t i = 0; i < s->n_dirs; i++)
        free(s->dirs[i]);
    s->n_dirs = 0;
    return 0;
}

void outset_free(struct outset *s)
{
    if (!s)
        return;
    handle_signals(SIG_DFL);
    if (current == s) {
        remove_temporaries();
        current = NULL;
    }
    for (size_t i = 0; i < s->n; i++) {
        free(s->entries[i].shown);
        free(s->entries[i].path);
        free(s->entries[i].tmp);
        free(s->entries[i].saved);
    }
    for (size_t i = 0; i < s->n_inputs; i++)
        free(s->inputs[i]);
    for (size_t i = 0; i < s->n_dirs; i++)
        free(s->dirs[i]);
    free(s->entries);
    free(s->inputs);
    free(s->dirs);
    sb_free(&s->out);
    free(s);
}
