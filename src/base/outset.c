#include "base/outset.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/strays.h"
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

/* Where an entry stands on its way. Everything that must be known later is allocated while the entry
 * is made: nothing between the first name taken and the last can fail for want of memory. */
enum stage {
    STAGE_WRITTEN,  /* our file is at tmp */
    STAGE_NEW,      /* our file is at path, where nothing was */
    STAGE_SWAPPED,  /* our file is at path, the old one at tmp */
    STAGE_LINKED,   /* our file is at path, the old one at saved */
    STAGE_REPLACED, /* our file is at path, the old one is gone */
    STAGE_DONE      /* nothing is left to be undone or removed */
};

struct entry {
    char *shown; /* as the user wrote it */
    char *path;  /* with symbolic links resolved: what is replaced */
    char *dir;   /* path's directory */
    char *tmp;
    char *saved;
    enum stage stage;
    bool existed, synced;
    dev_t dev, dir_dev; /* of the old file, of the directory */
    ino_t ino, dir_ino;
    mode_t mode;
};

struct made_dir {
    char *path, *parent;
};

struct outset {
    struct entry *entries;
    size_t n;
    char **inputs;
    size_t n_inputs;
    struct made_dir *dirs;
    size_t n_dirs;
    struct strbuf out;
    unsigned serial;
};

/* The set in work, for the signal handler and for a process that runs out of memory. */
static struct outset *volatile current;

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { END_SIGNALS = sizeof end_signals / sizeof *end_signals };

static void remove_temporaries(void)
{
    struct outset *s = current;
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++)
        if (s->entries[i].stage == STAGE_WRITTEN) {
            unlink(s->entries[i].tmp);
            strays_remove(s->entries[i].dir_dev, s->entries[i].dir_ino);
        }
    for (size_t i = s->n_dirs; i > 0; i--)
        rmdir(s->dirs[i - 1].path);
}

static void on_signal(int sig)
{
    remove_temporaries();
    signal(sig, SIG_DFL);
    raise(sig);
}

/* The handler walks the set: while the set changes, signals wait. While names are taken they wait as
 * well, so that a polite end never comes half-way. */
static void hold_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < END_SIGNALS; i++)
        sigaddset(&set, end_signals[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

static void release_signals(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

static void handle_signals(void (*handler)(int))
{
    for (size_t i = 0; i < END_SIGNALS; i++) {
        struct sigaction old;
        if (sigaction(end_signals[i], NULL, &old) != 0)
            continue;
        /* What somebody ignores (nohup) or handles (batch) stays theirs. */
        if (old.sa_handler != SIG_DFL && old.sa_handler != on_signal)
            continue;
        struct sigaction sa = {.sa_handler = handler};
        sigemptyset(&sa.sa_mask);
        sigaction(end_signals[i], &sa, NULL);
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

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    if (slash == path)
        return xstrdup("/");
    return xstrndup(path, (size_t)(slash - path));
}

char *outset_place(const char *path)
{
    struct err unused = ERR_INIT;
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return xstrdup(path);
    char *real = resolve(path, &unused);
    if (!real)
        return NULL;
    for (size_t n = strlen(real); n > 1 && real[n - 1] == '/'; n--)
        real[n - 1] = '\0';
    char *dir = directory_of(real);
    free(real);
    return dir;
}

static bool is_input(const char *input, const char *path, const struct stat *target)
{
    struct stat st;
    if (strcmp(input, "-") == 0)
        return target && fstat(STDIN_FILENO, &st) == 0 && st.st_dev == target->st_dev && st.st_ino == target->st_ino;
    if (strcmp(input, path) == 0)
        return true;
    return target && stat(input, &st) == 0 && st.st_dev == target->st_dev && st.st_ino == target->st_ino;
}

/* Two names are the same output when they are the same file, or, while there is none, when directory
 * and last part are the same. */
static bool same_output(const struct entry *a, const struct entry *b)
{
    if (strcmp(a->path, b->path) == 0)
        return true;
    if (a->existed && b->existed && a->dev == b->dev && a->ino == b->ino)
        return true;
    return a->dir_ino != 0 && a->dir_dev == b->dir_dev && a->dir_ino == b->dir_ino &&
           strcmp(file_base(a->path), file_base(b->path)) == 0;
}

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode) ? "directory" : S_ISFIFO(mode) ? "FIFO" : S_ISSOCK(mode) ? "socket" : "device";
}

static void drop_entry(struct entry *x)
{
    free(x->shown);
    free(x->path);
    free(x->dir);
    free(x->tmp);
    free(x->saved);
    *x = (struct entry){0};
}

/* As an input - is standard input; nobody who writes it as an output means a file of that name. */
static bool is_dash(const char *path, struct err *e)
{
    return strcmp(path, "-") == 0 &&
           err_set(e, EXIT_USAGE, "-: an output needs the name of a file or directory, and - means standard input") !=
               0;
}

/* Fills *x for PATH and says whether it can be an output of S. */
static int look_at(struct outset *s, const char *path, struct entry *x, struct err *e)
{
    *x = (struct entry){0};
    if (!*path)
        return err_set(e, EXIT_USAGE, "an output name is empty");
    if (is_dash(path, e))
        return e->code;
    struct stat st;
    /* What /dev/stdout leads to has no name that could be taken. */
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(e, EXIT_OUTPUT, "%s: is a %s, expected a file name to write", path, kind_of(st.st_mode));
    x->path = resolve(path, e);
    if (!x->path)
        return e->code;
    x->shown = xstrdup(path);
    x->dir = directory_of(x->path);
    if (stat(x->path, &st) == 0) {
        x->existed = true;
        x->dev = st.st_dev;
        x->ino = st.st_ino;
        x->mode = st.st_mode;
    }
    for (size_t i = 0; i < s->n_inputs && e->code == 0; i++)
        if (is_input(s->inputs[i], x->path, x->existed ? &st : NULL))
            err_set(e, EXIT_USAGE, "%s: is an input as well, and would be overwritten", path);
    if (stat(x->dir, &st) == 0) {
        x->dir_dev = st.st_dev;
        x->dir_ino = st.st_ino;
    }
    for (size_t i = 0; i < s->n && e->code == 0; i++)
        if (same_output(&s->entries[i], x))
            err_set(e, EXIT_USAGE, "%s: named for two outputs", path);
    if (e->code != 0)
        drop_entry(x);
    return e->code;
}

int outset_check(struct outset *s, const char *path, struct err *e)
{
    struct entry x;
    if (look_at(s, path, &x, e) == 0)
        drop_entry(&x);
    return e->code;
}

/* Makes the temporary file and the entry; *fd is open for writing. */
static int begin(struct outset *s, const char *path, int *fd, const char **tmp, struct err *e)
{
    struct entry x;
    mem_working_on(path);
    if (look_at(s, path, &x, e) != 0) {
        mem_working_on(NULL);
        return e->code;
    }
    /* What runs out of memory from here on was most likely making this file. */
    mem_working_on(x.shown);
    x.saved = xasprintf("%s/.headroom-%ld-%u.old", x.dir, (long)getpid(), s->serial++);
    sigset_t before;
    hold_signals(&before);
    s->entries = xreallocarray(s->entries, s->n + 1, sizeof *s->entries);
    release_signals(&before);
    *fd = -1;
    /* The process id keeps two runs apart; O_EXCL settles what is left over from a killed one. */
    for (int tries = 0; *fd < 0 && tries < 1000; tries++) {
        free(x.tmp);
        x.tmp = xasprintf("%s/.headroom-%ld-%u.tmp", x.dir, (long)getpid(), s->serial++);
        hold_signals(&before);
        *fd = open(x.tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (*fd >= 0)
            s->entries[s->n++] = x;
        release_signals(&before);
        if (*fd < 0 && errno != EEXIST)
            break;
    }
    if (*fd < 0) {
        mem_working_on(NULL);
        fail(e, path, "cannot write");
        drop_entry(&x);
        return e->code;
    }
    *tmp = x.tmp;
    return 0;
}

int outset_reserve(struct outset *s, const char *path, const char **tmp, struct err *e)
{
    int fd;
    if (begin(s, path, &fd, tmp, e) != 0)
        return e->code;
    if (close(fd) != 0)
        return fail(e, path, "cannot write");
    return 0;
}

static int sync_file(int fd, struct entry *x)
{
    /* The new file takes over who may read and write the old one; that it cannot (a foreign file system)
     * is no reason to lose the output. */
    if (x->existed)
        (void)!fchmod(fd, x->mode & 0777);
    if (fsync(fd) != 0)
        return -1;
    x->synced = true;
    return 0;
}

int outset_file(struct outset *s, const char *path, const void *data, size_t n, struct err *e)
{
    const char *tmp;
    int fd = -1;
    if (begin(s, path, &fd, &tmp, e) != 0)
        return e->code;
    struct entry *x = &s->entries[s->n - 1];
    if (fd_write_all(fd, data, n) != 0 || sync_file(fd, x) != 0)
        fail(e, path, "cannot write");
    if (close(fd) != 0 && e->code == 0)
        fail(e, path, "cannot write");
    return e->code;
}

int outset_dir(struct outset *s, const char *dir, struct err *e)
{
    struct stat st;
    if (!*dir)
        return err_set(e, EXIT_USAGE, "an output directory's name is empty");
    if (is_dash(dir, e))
        return e->code;
    if (stat(dir, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return 0;
        return err_set(e, EXIT_OUTPUT, "%s: is not a directory", dir);
    }
    struct made_dir made = {xstrdup(dir), NULL};
    for (size_t n = strlen(dir); n > 1 && made.path[n - 1] == '/'; n--)
        made.path[n - 1] = '\0';
    made.parent = directory_of(made.path);
    sigset_t before;
    hold_signals(&before);
    s->dirs = xreallocarray(s->dirs, s->n_dirs + 1, sizeof *s->dirs);
    if (mkdir(dir, 0777) == 0)
        s->dirs[s->n_dirs++] = made;
    else
        fail(e, dir, "cannot create the directory");
    release_signals(&before);
    if (e->code != 0) {
        free(made.path);
        free(made.parent);
    }
    return e->code;
}

void outset_stdout(struct outset *s, const char *data, size_t n)
{
    sb_addn(&s->out, data, n);
}

void outset_stdout_take(struct outset *s, struct strbuf *text)
{
    if (s->out.len == 0) {
        struct strbuf keep = s->out;
        s->out = *text;
        *text = keep;
    } else {
        outset_stdout(s, sb_str(text), text->len);
    }
    sb_free(text);
}

/* For what a library wrote by name. */
static int sync_by_name(struct entry *x)
{
    int fd = open(x->tmp, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -1;
    int r = sync_file(fd, x), keep = errno;
    if (close(fd) != 0)
        return -1;
    errno = keep;
    return r;
}

/* The rename is done; a directory that cannot be synced (some network file systems) is no reason to call
 * the output failed. */
static void sync_directory(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

static int take_name(struct entry *x)
{
    struct stat st;
    bool there = lstat(x->path, &st) == 0;
    if (there && !S_ISREG(st.st_mode)) {
        errno = EEXIST; /* it became something else since it was looked at */
        return -1;
    }
    if (!there) {
        if (errno != ENOENT || rename(x->tmp, x->path) != 0)
            return -1;
        x->stage = STAGE_NEW;
        return 0;
    }
    /* Old and new change places in one step: at no moment is there no file, and the old one can come
     * back. */
    if (renameat2(AT_FDCWD, x->tmp, AT_FDCWD, x->path, RENAME_EXCHANGE) == 0) {
        x->stage = STAGE_SWAPPED;
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
        return -1;
    /* A file system that cannot (NFS): a second name keeps the old file instead. Where there are no
     * second names either, the set cannot be rolled back, but each file is still whole. */
    bool kept = link(x->path, x->saved) == 0;
    if (rename(x->tmp, x->path) != 0) {
        int keep = errno;
        if (kept)
            unlink(x->saved);
        errno = keep;
        return -1;
    }
    x->stage = kept ? STAGE_LINKED : STAGE_REPLACED;
    return 0;
}

static void give_back(struct entry *x)
{
    switch (x->stage) {
    case STAGE_NEW:
        unlink(x->path);
        x->stage = STAGE_DONE;
        break;
    case STAGE_SWAPPED:
        if (renameat2(AT_FDCWD, x->tmp, AT_FDCWD, x->path, RENAME_EXCHANGE) == 0)
            x->stage = STAGE_WRITTEN;
        else if (rename(x->tmp, x->path) == 0)
            x->stage = STAGE_DONE;
        break;
    case STAGE_LINKED:
        if (rename(x->saved, x->path) == 0)
            x->stage = STAGE_DONE;
        break;
    default: break;
    }
}

/* Takes all names or none. */
static int take_names(struct outset *s, struct err *e)
{
    for (size_t i = 0; i < s->n; i++)
        if (take_name(&s->entries[i]) != 0) {
            fail(e, s->entries[i].shown, "cannot take its name");
            while (i > 0)
                give_back(&s->entries[--i]);
            return e->code;
        }
    for (size_t i = 0; i < s->n; i++)
        if (i == 0 || s->entries[i].dir_ino != s->entries[i - 1].dir_ino ||
            s->entries[i].dir_dev != s->entries[i - 1].dir_dev)
            sync_directory(s->entries[i].dir);
    for (size_t i = 0; i < s->n_dirs; i++)
        sync_directory(s->dirs[i].parent);
    for (size_t i = 0; i < s->n; i++) {
        struct entry *x = &s->entries[i];
        if (x->stage == STAGE_SWAPPED)
            unlink(x->tmp);
        else if (x->stage == STAGE_LINKED)
            unlink(x->saved);
        x->stage = STAGE_DONE;
    }
    return 0;
}

static void forget_dirs(struct outset *s)
{
    for (size_t i = 0; i < s->n_dirs; i++) {
        free(s->dirs[i].path);
        free(s->dirs[i].parent);
    }
    s->n_dirs = 0;
}

int outset_commit(struct outset *s, struct err *e)
{
    for (size_t i = 0; i < s->n; i++) {
        struct entry *x = &s->entries[i];
        if (!x->synced && sync_by_name(x) != 0)
            return fail(e, x->shown, "cannot write");
    }
    if (s->out.len > 0 && fd_write_all(STDOUT_FILENO, s->out.data, s->out.len) != 0)
        return err_set(e, EXIT_OUTPUT, "standard output: cannot write: %s", strerror(errno));
    sigset_t before;
    hold_signals(&before);
    if (take_names(s, e) == 0)
        forget_dirs(s);
    release_signals(&before);
    return e->code;
}

void outset_free(struct outset *s)
{
    if (!s)
        return;
    if (current == s) {
        sigset_t before;
        hold_signals(&before);
        remove_temporaries();
        current = NULL;
        handle_signals(SIG_DFL);
        release_signals(&before);
    }
    mem_working_on(NULL);
    for (size_t i = 0; i < s->n; i++)
        drop_entry(&s->entries[i]);
    for (size_t i = 0; i < s->n_inputs; i++)
        free(s->inputs[i]);
    forget_dirs(s);
    free(s->entries);
    free(s->inputs);
    free(s->dirs);
    sb_free(&s->out);
    free(s);
}
