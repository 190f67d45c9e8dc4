/* Bounded reading. */
#include "base/file.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void expect(const char *path, size_t limit, const char *text, const char *error)
{
    struct bytes b;
    struct err e = ERR_INIT;
    int r = file_read(path, limit, &b, &e);
    if (error) {
        ck_assert_msg(r == EXIT_REFUSED, "%s within %zu: code %d", path, limit, r);
        ck_assert_msg(strcmp(e.text, error) == 0, "got '%s', expected '%s'", e.text, error);
        ck_assert_ptr_null(b.data);
    } else {
        ck_assert_msg(r == 0, "%s within %zu: %s", path, limit, e.text);
        ck_assert_msg(b.len == strlen(text) && strcmp(b.data, text) == 0, "%s: got '%s'", path, b.data);
    }
    bytes_free(&b);
}

START_TEST(files)
{
    unit_enter();
    unit_write("ten", "0123456789");
    unit_write("none", "");
    ck_assert_int_eq(mkdir("dir", 0777), 0);
    ck_assert_int_eq(symlink("ten", "link"), 0);
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    expect("ten", 100, "0123456789", NULL);
    expect("ten", 10, "0123456789", NULL);
    expect("ten", 9, NULL, "ten: larger than the 9 bytes that such a file may have");
    expect("link", 10, "0123456789", NULL);
    expect("none", 0, "", NULL);
    expect("dir", 10, NULL, "dir: is a directory, expected a file");
    expect("absent", 10, NULL, "absent: cannot open: No such file or directory");
    expect("loop", 10, NULL, "loop: cannot open: Too many levels of symbolic links");
    expect("ten/x", 10, NULL, "ten/x: cannot open: Not a directory");
    expect("/dev/zero", 100000, NULL, "/dev/zero: larger than the 100000 bytes that such a file may have");
    if (geteuid() != 0) {
        ck_assert_int_eq(chmod("ten", 0), 0);
        expect("ten", 10, NULL, "ten: cannot open: Permission denied");
    }
    unit_leave();
}
END_TEST

/* Everything around the sizes at which the buffer grows, through a pipe that hands out odd pieces.
 */
START_TEST(pipes)
{
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097, 65535, 65536, 65537, 65538, 200000};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int over = 0; over <= 1; over++) {
            int fds[2];
            ck_assert_int_eq(pipe(fds), 0);
            pid_t child = fork();
            ck_assert_int_ge(child, 0);
            if (child == 0) {
                close(fds[0]);
                for (size_t n = 0; n < sizes[i] + (size_t)over;) {
                    char piece[777];
                    memset(piece, 'a' + (int)(n % 26), sizeof piece);
                    size_t want = sizes[i] + (size_t)over - n;
                    ssize_t w = write(fds[1], piece, want < sizeof piece ? want : sizeof piece);
                    if (w <= 0)
                        break;
                    n += (size_t)w;
                }
                _exit(0);
            }
            close(fds[1]);
            int keep = dup(STDIN_FILENO);
            dup2(fds[0], STDIN_FILENO);
            close(fds[0]);
            struct bytes b;
            struct err e = ERR_INIT;
            int r = file_read("-", sizes[i], &b, &e);
            dup2(keep, STDIN_FILENO);
            close(keep);
            if (over) {
                ck_assert_msg(r == EXIT_REFUSED && strncmp(e.text, "stdin: larger than", 18) == 0,
                              "one past %zu: %d %s", sizes[i], r, e.text);
            } else {
                ck_assert_msg(r == 0 && b.len == sizes[i] && strlen(b.data) == sizes[i], "at %zu: %d %s", sizes[i], r,
                              e.text);
            }
            bytes_free(&b);
            waitpid(child, NULL, 0);
        }
}
END_TEST

START_TEST(bytes_with_nul)
{
    unit_enter();
    FILE *f = fopen("f", "w");
    fwrite("a\0b", 1, 3, f);
    fclose(f);
    struct bytes b;
    struct err e = ERR_INIT;
    ck_assert_int_eq(file_read("f", 3, &b, &e), 0);
    ck_assert_uint_eq(b.len, 3);
    ck_assert_int_eq(memcmp(b.data, "a\0b", 4), 0);
    bytes_free(&b);
    unit_leave();
}
END_TEST

/* A file that grows while it is read: the name leads to a file that another process keeps appending
 * to. Either a read is between two of its writes, or it is refused; a torn text never comes back.
 */
START_TEST(changing)
{
    unit_enter();
    unit_write("f", "");
    int ready[2];
    ck_assert_int_eq(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        int fd = open("f", O_WRONLY | O_APPEND);
        char block[4096];
        memset(block, 'x', sizeof block);
        (void)!write(ready[1], "r", 1);
        for (int i = 0; i < 2000; i++)
            (void)!write(fd, block, sizeof block);
        _exit(0);
    }
    char c;
    ck_assert_int_eq(read(ready[0], &c, 1), 1);
    int status;
    size_t read_well = 0, refused = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        struct bytes b;
        struct err e = ERR_INIT;
        if (file_read("f", 1 << 30, &b, &e) == 0) {
            ck_assert_uint_eq(b.len % 4096, 0);
            read_well++;
        } else {
            ck_assert_str_eq(e.text, "f: changed while it was read");
            refused++;
        }
        bytes_free(&b);
    }
    ck_assert_uint_gt(read_well + refused, 0);
    close(ready[0]);
    close(ready[1]);
    unit_leave();
}
END_TEST

START_TEST(names)
{
    ck_assert_str_eq(file_base("a/b/c.json"), "c.json");
    ck_assert_str_eq(file_base("c.json"), "c.json");
    ck_assert_str_eq(file_base("/c"), "c");
    ck_assert_str_eq(file_base("dir/"), "");
    ck_assert_str_eq(file_base("-"), "stdin");
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("file");
    TCase *t = tcase_create("file");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, files);
    tcase_add_test(t, pipes);
    tcase_add_test(t, bytes_with_nul);
    tcase_add_test(t, changing);
    tcase_add_test(t, names);
    suite_add_tcase(s, t);
    return s;
}
