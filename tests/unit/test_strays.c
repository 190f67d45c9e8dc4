/* Temporaries that a library has open: which names go, and which stay. */
#include "base/strays.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void remove_in(const char *dir)
{
    struct stat st;
    ck_assert_int_eq(stat(dir, &st), 0);
    strays_remove(st.st_dev, st.st_ino);
}

/* Opens PATH as it is, or at a number of its own; the caller closes. */
static int hold(const char *path, int least)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ck_assert_int_ge(fd, 0);
    if (least == 0)
        return fd;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, least);
    close(fd);
    ck_assert_int_ge(moved, least);
    return moved;
}

static bool there(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

static const struct {
    const char *path;
    int least; /* of its descriptor */
    bool stays;
} files[] = {
    {"a/tmp.1", 0, false},
    {"a/tmp.", 0, false},
    {"a/tmp.high", 200, false},
    {"a/tmp.beyond", 256, true}, /* libraries' come early */
    {"a/atmp.2", 0, true},
    {"a/tmp", 0, true},
    {"a/.headroom-1-0.tmp", 0, true}, /* ours are the output set's to remove */
    {"a/tmp.d/x", 0, true},
    {"a/sub/tmp.3", 0, true},
    {"b/tmp.4", 0, true},
};

/* What a shell's redirection or an input leaves open is not ours. */
START_TEST(not_both_ways)
{
    unit_enter();
    unit_write("tmp.in", "an input");
    int in = open("tmp.in", O_RDONLY | O_CLOEXEC), out = open("tmp.out", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ck_assert(in >= 0 && out >= 0);
    remove_in(".");
    ck_assert(there("tmp.in") && there("tmp.out"));
    close(in);
    close(out);
    unit_leave();
}
END_TEST

START_TEST(names)
{
    int fd[COUNT(files)];
    unit_enter();
    ck_assert(mkdir("a", 0700) == 0 && mkdir("a/sub", 0700) == 0 && mkdir("a/tmp.d", 0700) == 0 &&
              mkdir("b", 0700) == 0);
    for (size_t i = 0; i < COUNT(files); i++)
        fd[i] = hold(files[i].path, files[i].least);
    unit_write("a/tmp.closed", "another program's");
    remove_in("a");
    for (size_t i = 0; i < COUNT(files); i++) {
        ck_assert_msg(there(files[i].path) == files[i].stays, "%s", files[i].path);
        close(fd[i]);
    }
    ck_assert(unit_holds("a/tmp.closed", "another program's"));
    unit_leave();
}
END_TEST

/* The directory is known by what it is, not by the name it was opened by. */
START_TEST(through_a_link)
{
    unit_enter();
    ck_assert(mkdir("a", 0700) == 0 && symlink("a", "link") == 0);
    int fd = hold("link/tmp.1", 0);
    remove_in("link");
    ck_assert(!there("a/tmp.1"));
    close(fd);
    unit_leave();
}
END_TEST

/* The usual case: its name is gone already, and /proc says so behind the name. */
START_TEST(gone_already)
{
    unit_enter();
    int fd = hold("tmp.1", 0);
    ck_assert_int_eq(unlink("tmp.1"), 0);
    unit_write("tmp.1 (deleted)", "somebody's odd name");
    unit_write("tmp.1", "a new file of the old name");
    remove_in(".");
    ck_assert(unit_holds("tmp.1", "a new file of the old name"));
    ck_assert(unit_holds("tmp.1 (deleted)", "somebody's odd name"));
    close(fd);
    unit_leave();
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("strays");
    TCase *t = tcase_create("strays");
    tcase_add_test(t, names);
    tcase_add_test(t, not_both_ways);
    tcase_add_test(t, through_a_link);
    tcase_add_test(t, gone_already);
    suite_add_tcase(s, t);
    return s;
}
