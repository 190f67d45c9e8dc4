/* The output set: all names or none, and nothing left behind. */
#include "base/mem.h"
#include "base/outset.h"
#include "base/strbuf.h"
#include "base/process.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int add(struct outset *s, const char *path, const char *text, struct err *e)
{
    return outset_file(s, path, text, strlen(text), e);
}

static void put(struct outset *s, const char *path, const char *text)
{
    struct err e = ERR_INIT;
    ck_assert_msg(add(s, path, text, &e) == 0, "%s", e.text);
}

static void refused(int r, const struct err *e, int code, const char *text)
{
    ck_assert_msg(r == code && e->code == code, "code %d, expected %d (%s)", r, code, e->text);
    ck_assert_msg(strcmp(e->text, text) == 0, "got '%s', expected '%s'", e->text, text);
}

START_TEST(new_files)
{
    unit_enter();
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    put(s, "a", "one");
    put(s, "b", "");
    ck_assert(!unit_holds("a", "one"));
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    ck_assert(unit_holds("a", "one"));
    ck_assert(unit_holds("b", ""));
    ck_assert_uint_eq(unit_entries(), 2);
    unit_leave();
}
END_TEST

START_TEST(replaced_files)
{
    unit_enter();
    umask(022);
    unit_write("a", "old a");
    unit_write("b", "old b");
    ck_assert_int_eq(chmod("a", 0640), 0);
    ck_assert_int_eq(chmod("b", 04444), 0);
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    put(s, "a", "new a");
    put(s, "b", "new b");
    ck_assert(unit_holds("a", "old a"));
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    ck_assert(unit_holds("a", "new a"));
    ck_assert(unit_holds("b", "new b"));
    ck_assert_uint_eq(unit_entries(), 2);
    struct stat st;
    stat("a", &st);
    ck_assert_uint_eq(st.st_mode & 07777, 0640);
    stat("b", &st);
    ck_assert_uint_eq(st.st_mode & 07777, 0444);
    unit_leave();
}
END_TEST

START_TEST(abandoned)
{
    unit_enter();
    unit_write("a", "old");
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    ck_assert_int_eq(outset_dir(s, "d", &e), 0);
    put(s, "a", "new");
    put(s, "d/x", "new");
    outset_free(s);
    ck_assert(unit_holds("a", "old"));
    ck_assert_uint_eq(unit_entries(), 1);
    outset_free(NULL);
    unit_leave();
}
END_TEST

/* The third of four names becomes a directory after it was looked at: nothing may have changed. */
START_TEST(rolled_back)
{
    unit_enter();
    unit_write("a", "old a");
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    ck_assert_int_eq(outset_dir(s, "d/", &e), 0);
    put(s, "a", "new a");
    put(s, "b", "new b");
    put(s, "d/c", "new c");
    put(s, "d/e", "new e");
    ck_assert_int_eq(mkdir("d/c", 0777), 0);
    refused(outset_commit(s, &e), &e, EXIT_OUTPUT, "d/c: cannot take its name: File exists");
    ck_assert_int_eq(rmdir("d/c"), 0);
    outset_free(s);
    ck_assert(unit_holds("a", "old a"));
    ck_assert_uint_eq(unit_entries(), 1);
    unit_leave();
}
END_TEST

START_TEST(odd_targets)
{
    unit_enter();
    ck_assert_int_eq(mkdir("dir", 0777), 0);
    ck_assert_int_eq(mkfifo("fifo", 0666), 0);
    int sock = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "sock"};
    ck_assert_int_eq(bind(sock, (struct sockaddr *)&at, sizeof at), 0);
    close(sock);
    ck_assert_int_eq(symlink("dir", "to-dir"), 0);
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    static const struct {
        const char *path, *error;
        int code;
    } rows[] = {
        {"dir", "dir: is a directory, expected a file name to write", EXIT_OUTPUT},
        {"dir/", "dir/: is a directory, expected a file name to write", EXIT_OUTPUT},
        {"to-dir", "to-dir: is a directory, expected a file name to write", EXIT_OUTPUT},
        {"fifo", "fifo: is a FIFO, expected a file name to write", EXIT_OUTPUT},
        {"sock", "sock: is a socket, expected a file name to write", EXIT_OUTPUT},
        {"/dev/null", "/dev/null: is a device, expected a file name to write", EXIT_OUTPUT},
        {"/dev/full", "/dev/full: is a device, expected a file name to write", EXIT_OUTPUT},
        {"loop", "loop: cannot write: Too many levels of symbolic links", EXIT_OUTPUT},
        {"none/x", "none/x: cannot write: No such file or directory", EXIT_OUTPUT},
        {"fifo/x", "fifo/x: cannot write: Not a directory", EXIT_OUTPUT},
        {"", "an output name is empty", EXIT_USAGE},
    };
    size_t entries = unit_entries();
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct outset *s = outset_new();
        struct err e = ERR_INIT;
        refused(add(s, rows[i].path, "x", &e), &e, rows[i].code, rows[i].error);
        outset_free(s);
    }
    ck_assert_uint_eq(unit_entries(), entries);
    unit_leave();
}
END_TEST

START_TEST(links)
{
    unit_enter();
    ck_assert_int_eq(mkdir("d", 0777), 0);
    unit_write("d/real", "old");
    ck_assert_int_eq(symlink("real", "d/hop"), 0);
    ck_assert_int_eq(symlink("d/hop", "link"), 0);
    ck_assert_int_eq(symlink("d/later", "dangling"), 0);
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    put(s, "link", "new");
    put(s, "dangling", "made");
    refused(add(s, "d/real", "x", &e), &e, EXIT_USAGE, "d/real: named for two outputs");
    e = (struct err)ERR_INIT;
    refused(add(s, "./d/later", "x", &e), &e, EXIT_USAGE, "./d/later: named for two outputs");
    e = (struct err)ERR_INIT;
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    struct stat st;
    ck_assert(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
    ck_assert(lstat("d/hop", &st) == 0 && S_ISLNK(st.st_mode));
    ck_assert(lstat("d/real", &st) == 0 && S_ISREG(st.st_mode));
    ck_assert(unit_holds("d/real", "new"));
    ck_assert(unit_holds("d/later", "made"));
    unit_leave();
}
END_TEST

START_TEST(same_names)
{
    unit_enter();
    ck_assert_int_eq(mkdir("d", 0777), 0);
    unit_write("in.json", "input");
    ck_assert_int_eq(symlink("in.json", "in-link"), 0);
    ck_assert_int_eq(link("in.json", "in-hard"), 0);
    static const struct {
        const char *first, *second;
    } twice[] = {{"x", "x"}, {"x", "./x"}, {"x", "d/../x"}, {"d/x", "d//x"}};
    for (size_t i = 0; i < COUNT(twice); i++) {
        struct outset *s = outset_new();
        struct err e = ERR_INIT;
        put(s, twice[i].first, "1");
        char expected[64];
        snprintf(expected, sizeof expected, "%s: named for two outputs", twice[i].second);
        refused(outset_check(s, twice[i].second, &e), &e, EXIT_USAGE, expected);
        e = (struct err)ERR_INIT;
        refused(add(s, twice[i].second, "2", &e), &e, EXIT_USAGE, expected);
        outset_free(s);
    }
    static const char *const inputs[] = {"in.json", "./in.json", "d/../in.json", "in-link", "in-hard"};
    for (size_t i = 0; i < COUNT(inputs); i++) {
        struct outset *s = outset_new();
        struct err e = ERR_INIT;
        outset_input(s, "in.json");
        outset_input(s, "-");
        char expected[64];
        snprintf(expected, sizeof expected, "%s: is an input as well, and would be overwritten", inputs[i]);
        refused(add(s, inputs[i], "2", &e), &e, EXIT_USAGE, expected);
        outset_free(s);
    }
    /* Standard input redirected from the file that is to be written. */
    int keep = dup(STDIN_FILENO), fd = open("in.json", O_RDONLY);
    dup2(fd, STDIN_FILENO);
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    outset_input(s, "-");
    refused(add(s, "in.json", "2", &e), &e, EXIT_USAGE, "in.json: is an input as well, and would be overwritten");
    outset_free(s);
    dup2(keep, STDIN_FILENO);
    close(keep);
    close(fd);
    ck_assert(unit_holds("in.json", "input"));
    ck_assert_uint_eq(unit_entries(), 4);
    unit_leave();
}
END_TEST

START_TEST(directories)
{
    unit_enter();
    unit_write("file", "x");
    ck_assert_int_eq(mkdir("there", 0777), 0);
    unit_write("there/other", "theirs");
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    refused(outset_dir(s, "file", &e), &e, EXIT_OUTPUT, "file: is not a directory");
    e = (struct err)ERR_INIT;
    refused(outset_dir(s, "no/parent", &e), &e, EXIT_OUTPUT,
            "no/parent: cannot create the directory: No such file or directory");
    e = (struct err)ERR_INIT;
    refused(outset_dir(s, "", &e), &e, EXIT_USAGE, "an output directory's name is empty");
    e = (struct err)ERR_INIT;
    ck_assert_int_eq(outset_dir(s, "made", &e), 0);
    ck_assert_int_eq(outset_dir(s, "there", &e), 0);
    put(s, "made/a", "1");
    put(s, "there/b", "2");
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    ck_assert(unit_holds("made/a", "1"));
    ck_assert(unit_holds("there/b", "2"));
    ck_assert(unit_holds("there/other", "theirs"));
    unit_leave();
}
END_TEST

START_TEST(by_name)
{
    unit_enter();
    unit_write("book", "old");
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    const char *tmp;
    ck_assert_int_eq(outset_reserve(s, "book", &tmp, &e), 0);
    unit_write(tmp, "written by a library");
    ck_assert(unit_holds("book", "old"));
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    ck_assert(unit_holds("book", "written by a library"));
    ck_assert_uint_eq(unit_entries(), 1);

    /* A library that removed the file it was to write. */
    s = outset_new();
    ck_assert_int_eq(outset_reserve(s, "book", &tmp, &e), 0);
    unlink(tmp);
    refused(outset_commit(s, &e), &e, EXIT_OUTPUT, "book: cannot write: No such file or directory");
    outset_free(s);
    ck_assert(unit_holds("book", "written by a library"));
    unit_leave();
}
END_TEST

/* Standard output is flushed before any file takes its name; when it cannot be written, none does.
 */
START_TEST(standard_output)
{
    unit_enter();
    unit_write("a", "old");
    int keep = dup(STDOUT_FILENO), full = open("/dev/full", O_WRONLY);
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    put(s, "a", "new");
    outset_stdout(s, "text", 4);
    dup2(full, STDOUT_FILENO);
    int r = outset_commit(s, &e);
    dup2(keep, STDOUT_FILENO);
    refused(r, &e, EXIT_OUTPUT, "standard output: cannot write: No space left on device");
    outset_free(s);
    ck_assert(unit_holds("a", "old"));

    process_start();
    int fds[2];
    ck_assert_int_eq(pipe(fds), 0);
    close(fds[0]);
    s = outset_new();
    e = (struct err)ERR_INIT;
    put(s, "a", "new");
    outset_stdout(s, "te", 2);
    outset_stdout(s, "xt", 2);
    dup2(fds[1], STDOUT_FILENO);
    r = outset_commit(s, &e);
    dup2(keep, STDOUT_FILENO);
    refused(r, &e, EXIT_OUTPUT, "standard output: cannot write: Broken pipe");
    outset_free(s);
    ck_assert(unit_holds("a", "old"));
    ck_assert_uint_eq(unit_entries(), 1);

    int out = open("out", O_WRONLY | O_CREAT, 0666);
    s = outset_new();
    e = (struct err)ERR_INIT;
    put(s, "a", "new");
    outset_stdout(s, "te", 2);
    outset_stdout(s, "xt", 2);
    dup2(out, STDOUT_FILENO);
    r = outset_commit(s, &e);
    dup2(keep, STDOUT_FILENO);
    ck_assert_int_eq(r, 0);
    outset_free(s);
    ck_assert(unit_holds("a", "new"));
    ck_assert(unit_holds("out", "text"));

    /* Text that is taken: the first is moved, the second appended. */
    s = outset_new();
    struct strbuf first = {0}, second = {0};
    sb_add(&first, " and");
    sb_add(&second, " more");
    outset_stdout_take(s, &first);
    outset_stdout_take(s, &second);
    ck_assert(first.len == 0 && second.len == 0 && !first.data && !second.data);
    dup2(out, STDOUT_FILENO);
    r = outset_commit(s, &e);
    dup2(keep, STDOUT_FILENO);
    ck_assert_int_eq(r, 0);
    outset_free(s);
    ck_assert(unit_holds("out", "text and more"));
    unit_leave();
}
END_TEST

/* A quota that ends in the middle of the second file: SIGXFSZ must not kill, nothing may be left.
 */
START_TEST(no_room)
{
    unit_enter();
    unit_write("a", "old");
    process_start();
    struct rlimit was, small = {4096, 4096};
    getrlimit(RLIMIT_FSIZE, &was);
    small.rlim_max = was.rlim_max;
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    char *big = calloc(1, 10000);
    put(s, "a", "new");
    setrlimit(RLIMIT_FSIZE, &small);
    int r = outset_file(s, "b", big, 10000, &e);
    setrlimit(RLIMIT_FSIZE, &was);
    refused(r, &e, EXIT_OUTPUT, "b: cannot write: File too large");
    outset_free(s);
    free(big);
    ck_assert(unit_holds("a", "old"));
    ck_assert_uint_eq(unit_entries(), 1);
    unit_leave();
}
END_TEST

START_TEST(read_only_directory)
{
    if (geteuid() == 0)
        return; /* nothing is read-only for root; tests/fault refuses the open instead */
    unit_enter();
    ck_assert_int_eq(mkdir("d", 0777), 0);
    unit_write("d/a", "old");
    ck_assert_int_eq(chmod("d", 0555), 0);
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    refused(add(s, "d/a", "new", &e), &e, EXIT_OUTPUT, "d/a: cannot write: Permission denied");
    outset_free(s);
    ck_assert(unit_holds("d/a", "old"));
    unit_leave();
}
END_TEST

/* A polite signal between writing and commit, and a process that runs out of memory there. */
START_TEST(ended_early)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, 0};
    for (size_t i = 0; i < COUNT(signals); i++) {
        unit_enter();
        unit_write("a", "old");
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            /* libcheck's own handlers would count as somebody else's, and so would nohup. */
            for (size_t k = 0; signals[k] != 0; k++)
                signal(signals[k], SIG_DFL);
            struct outset *s = outset_new();
            struct err e = ERR_INIT;
            outset_dir(s, "d", &e);
            add(s, "a", "new", &e);
            add(s, "d/b", "new", &e);
            if (signals[i] != 0) {
                raise(signals[i]);
            } else {
                dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
                mem_fail();
            }
            _exit(99);
        }
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        if (signals[i] != 0)
            ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == signals[i], "signal %d: status %d", signals[i],
                          status);
        else
            ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OUTPUT, "status %d", status);
        ck_assert(unit_holds("a", "old"));
        ck_assert_uint_eq(unit_entries(), 1);
        unit_leave();
    }
}
END_TEST

/* Leftovers of a killed run that had the same process id. */
START_TEST(leftovers)
{
    unit_enter();
    char name[64];
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, ".headroom-%ld-%d.tmp", (long)getpid(), i);
        unit_write(name, "stale");
    }
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    put(s, "a", "one");
    put(s, "b", "two");
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    ck_assert(unit_holds("a", "one"));
    ck_assert(unit_holds("b", "two"));
    ck_assert_uint_eq(unit_entries(), 12);
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, ".headroom-%ld-%d.tmp", (long)getpid(), i);
        ck_assert(unit_holds(name, "stale"));
    }
    unit_leave();
}
END_TEST

START_TEST(many)
{
    unit_enter();
    struct outset *s = outset_new();
    struct err e = ERR_INIT;
    char name[32];
    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "f%d", i);
        put(s, name, name);
    }
    ck_assert_int_eq(outset_commit(s, &e), 0);
    outset_free(s);
    ck_assert_uint_eq(unit_entries(), 500);
    ck_assert(unit_holds("f499", "f499"));
    unit_leave();
}
END_TEST

/* Closed standard streams: their numbers must not go to files. */
START_TEST(closed_streams)
{
    unit_enter();
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        process_start();
        struct outset *s = outset_new();
        struct err e = ERR_INIT;
        add(s, "a", "file", &e);
        outset_stdout(s, "text", 4);
        _exit(outset_commit(s, &e) == EXIT_OUTPUT ? (outset_free(s), 7) : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 7, "status %d", status);
    ck_assert_uint_eq(unit_entries(), 0);
    unit_leave();
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("outset");
    TCase *t = tcase_create("outset");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, new_files);
    tcase_add_test(t, replaced_files);
    tcase_add_test(t, abandoned);
    tcase_add_test(t, rolled_back);
    tcase_add_test(t, odd_targets);
    tcase_add_test(t, links);
    tcase_add_test(t, same_names);
    tcase_add_test(t, directories);
    tcase_add_test(t, by_name);
    tcase_add_test(t, standard_output);
    tcase_add_test(t, no_room);
    tcase_add_test(t, read_only_directory);
    tcase_add_test(t, ended_early);
    tcase_add_test(t, leftovers);
    tcase_add_test(t, many);
    tcase_add_test(t, closed_streams);
    suite_add_tcase(s, t);
    return s;
}
