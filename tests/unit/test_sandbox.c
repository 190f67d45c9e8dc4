/* The sandbox: what it denies, what it leaves. Each case runs in a child, for nobody comes out again. */
#include "base/sandbox.h"
#include "base/file.h"
#include "base/outset.h"
#include "unit/unit.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SANDBOX_SECCOMP
#define SANDBOX_SECCOMP 1
#endif
#ifndef SANDBOX_LANDLOCK
#define SANDBOX_LANDLOCK 1
#endif

static bool has_landlock(void)
{
    return SANDBOX_SECCOMP && SANDBOX_LANDLOCK &&
           syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

/* Enters with WHAT and runs BODY, which returns the number of the line that is wrong, or 0. */
static void inside(const struct sandbox *what, int (*body)(void))
{
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        struct err e = ERR_INIT;
        alarm(20);
        if (sandbox_enter(what, &e) != 0)
            _exit(255);
        int line = body();
        _exit(line > 254 ? 254 : line);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "step %d, signal %d", WEXITSTATUS(status),
                  WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

static int step;
#define STEP(ok) \
    do { \
        step++; \
        if (!(ok)) \
            return step; \
    } while (0)
#define DENIED(call) STEP((call) == -1 && errno == EPERM)

static void *in_thread(void *seen)
{
    *(int *)seen = 1;
    return NULL;
}

static int nothing_of_the_kind(void)
{
    char word[] = "true", *const args[] = {word, NULL};
    int pair[2];
    DENIED(socket(AF_INET, SOCK_STREAM, 0));
    DENIED(socket(AF_INET6, SOCK_DGRAM, 0));
    DENIED(socket(AF_UNIX, SOCK_STREAM, 0));
    DENIED(socket(AF_NETLINK, SOCK_RAW, 0));
    DENIED(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    DENIED(syscall(SYS_io_uring_setup, 1, NULL));
    DENIED(execve("/bin/true", args, NULL));
    DENIED((int)fork());
    DENIED((int)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    STEP(syscall(SYS_clone3, NULL, 0) == -1 && errno == ENOSYS);
    DENIED((int)ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    DENIED(unshare(0));
    /* Threads are left. */
    pthread_t thread;
    int seen = 0;
    STEP(pthread_create(&thread, NULL, in_thread, &seen) == 0);
    STEP(pthread_join(thread, NULL) == 0 && seen);
    return 0;
}

START_TEST(no_network_no_programs)
{
    if (SANDBOX_SECCOMP)
        inside(&(struct sandbox){0}, nothing_of_the_kind);
}
END_TEST

static int copies_only(void)
{
    char word[] = "true", *const args[] = {word, NULL};
    int status;
    pid_t child = fork();
    STEP(child >= 0);
    if (child == 0)
        _exit(socket(AF_INET, SOCK_STREAM, 0) == -1 && errno == EPERM ? 0 : 1);
    STEP(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    DENIED(execve("/bin/true", args, NULL));
    return 0;
}

START_TEST(copies_inherit)
{
    if (SANDBOX_SECCOMP)
        inside(&(struct sandbox){.copies = true}, copies_only);
}
END_TEST

static bool readable(const char *path)
{
    struct bytes b;
    struct err e = ERR_INIT;
    bool ok = file_read(path, 1000, &b, &e) == 0;
    bytes_free(&b);
    return ok;
}

static int only_what_was_named(void)
{
    STEP(readable("in"));
    STEP(readable("link")); /* the rule is about the file that the link leads to */
    STEP(!readable("secret"));
    STEP(open("secret", O_RDONLY) == -1 && errno == EACCES);
    STEP(open("none", O_RDONLY) == -1 && errno == ENOENT);
    STEP(open("in", O_WRONLY) == -1 && errno == EACCES);
    STEP(open("new", O_WRONLY | O_CREAT, 0666) == -1 && errno == EACCES);
    STEP(unlink("in") == -1 && errno == EACCES);
    STEP(mkdir("d", 0777) == -1 && errno == EACCES);
    STEP(readable("dir/inner"));
    STEP(open("dir/new", O_WRONLY | O_CREAT, 0666) == -1 && errno == EACCES);
    STEP(open("/etc/passwd", O_RDONLY) == -1 && errno == EACCES);
    STEP(dlopen("libz.so.1", RTLD_NOW) != NULL || dlopen("libpng16.so.16", RTLD_NOW) != NULL ||
         dlopen("libutil.so.1", RTLD_NOW) != NULL);

    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    STEP(outset_file(s, "out/file", "new", 3, &e) == 0);
    STEP(outset_file(s, "out/fresh", "new", 3, &e) == 0);
    STEP(outset_dir(s, "out/charts/", &e) == 0);
    STEP(outset_file(s, "out/charts/a", "new", 3, &e) == 0);
    STEP(outset_file(s, "to-out", "new", 3, &e) == 0);
    STEP(outset_commit(s, &e) == 0);
    outset_free(s);
    return 0;
}

START_TEST(named_files)
{
    if (!has_landlock())
        return;
    unit_enter();
    unit_write("in", "1");
    unit_write("secret", "2");
    ck_assert_int_eq(symlink("in", "link"), 0);
    ck_assert_int_eq(mkdir("dir", 0777), 0);
    unit_write("dir/inner", "3");
    ck_assert_int_eq(mkdir("out", 0777), 0);
    unit_write("out/file", "old");
    ck_assert_int_eq(symlink("out/behind", "to-out"), 0);
    const char *reads[] = {"link", "dir", "none", "-"};
    const char *writes[] = {"out/file", "out/fresh", "out/charts/", "to-out"};
    inside(&(struct sandbox){true, reads, 4, writes, 4, false}, only_what_was_named);
    ck_assert(unit_holds("out/file", "new"));
    ck_assert(unit_holds("out/fresh", "new"));
    ck_assert(unit_holds("out/charts/a", "new"));
    ck_assert(unit_holds("out/behind", "new"));
    unit_leave();
}
END_TEST

static int pipe_fd;
static int pipes_and_descriptors(void)
{
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", pipe_fd);
    STEP(readable(path));
    return 0;
}

/* `headroom plan --qmax <(command)`: the shell passes /dev/fd/63. */
START_TEST(pipe_by_name)
{
    int fds[2];
    ck_assert_int_eq(pipe(fds), 0);
    ck_assert_int_eq(write(fds[1], "x", 1), 1);
    close(fds[1]);
    pipe_fd = fds[0];
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", pipe_fd);
    const char *reads[] = {path};
    inside(&(struct sandbox){false, reads, 1, NULL, 0, false}, pipes_and_descriptors);
    close(fds[0]);
}
END_TEST

static int everywhere(void)
{
    STEP(readable("secret"));
    STEP(open("new", O_WRONLY | O_CREAT, 0666) == -1 && errno == EACCES);
    return 0;
}

static int nothing(void)
{
    STEP(!readable("secret"));
    STEP(!readable("/etc/passwd"));
    STEP(open("new", O_WRONLY | O_CREAT, 0666) == -1 && errno == EACCES);
    return 0;
}

/* A command that names no file gets none. */
START_TEST(nothing_named)
{
    if (!has_landlock())
        return;
    unit_enter();
    unit_write("secret", "2");
    inside(&(struct sandbox){0}, nothing);
    unit_leave();
}
END_TEST

START_TEST(root)
{
    if (!has_landlock())
        return;
    unit_enter();
    unit_write("secret", "2");
    const char *reads[] = {"/"};
    inside(&(struct sandbox){false, reads, 1, NULL, 0, false}, everywhere);
    unit_leave();
}
END_TEST

START_TEST(places)
{
    unit_enter();
    ck_assert_int_eq(mkdir("d", 0777), 0);
    ck_assert_int_eq(symlink("d/x", "link"), 0);
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    static const struct {
        const char *path, *place;
    } rows[] = {{"f", "."},
                {"./f", "."},
                {"d/f", "d"},
                {"d", "d"},
                {"d/", "d/"},
                {"link", "d"},
                {"loop", NULL},
                {"new/", "."},
                {"d/new///", "d"},
                {"/f", "/"},
                {"no/such/f", "no/such"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *place = outset_place(rows[i].path);
        ck_assert_pstr_eq(place, rows[i].place);
        free(place);
    }
    unit_leave();
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("sandbox");
    TCase *t = tcase_create("sandbox");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, no_network_no_programs);
    tcase_add_test(t, copies_inherit);
    tcase_add_test(t, named_files);
    tcase_add_test(t, pipe_by_name);
    tcase_add_test(t, nothing_named);
    tcase_add_test(t, root);
    tcase_add_test(t, places);
    suite_add_tcase(s, t);
    return s;
}
