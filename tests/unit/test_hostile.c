/* What refusing a hostile file costs. Each row is a document of the largest size that is read at
 * all; a child refuses it and is measured. Memory decides; the time is printed, and only a hang
 * fails. */
#include "base/file.h"
#include "base/limits.h"
#include "base/sanitized.h"
#include "json/json.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MEMORY_KB = 100 * 1024 };

/* HEAD, then BODY again and again, then TAIL: BYTES in all. */
struct document {
    const char *name, *head, *body, *tail, *error;
};

static const struct document documents[] = {
    {"open arrays", "", "[", "", "nested deeper than 64 levels"},
    {"open objects", "", "{\"a\":", "", "nested deeper than 64 levels"},
    {"one-digit numbers", "[", "1,", "1]", "more than 500000 values"},
    {"one-digit numbers, no end", "[", "1,", "", "more than 500000 values"},
    {"empty arrays", "[", "[],", "[]]", "more than 500000 values"},
    {"one name again and again", "{", "\"a\":1,", "\"a\":1}", "more than 100000 members in one object"},
    {"objects with a name twice", "[", "{\"a\":1,\"a\":[]},", "1]", "more than 500000 values"},
    {"one string never closed", "[\"", "x", "", "the string is never closed"},
    {"one line of text, then a bad byte", "[\"", "\xC3\xA9", "\xFF\"]", "not valid UTF-8"},
    {"escapes, then a bad one", "[\"", "\\u00e9", "\\x\"]", "unknown escape in a string"},
    {"one long number", "", "9", "", "the number is beyond what a double holds"},
    {"a long exponent", "1e", "9", "", "the number is beyond what a double holds"},
    {"a long name", "{\"", "n", "\":1}", "a name of more than 4096 bytes"},
    {"blanks", "", " ", "", "the file is empty"},
    {"lines", "", "\n", "x", "expected a value"},
    {"NUL bytes", "", NULL, "", "expected a value"},
    {"half a million strings, then a name twice", "[", "\"0123456789012345678901234567890123456789\",",
     "{\"a\":1,\"a\":1}]", "duplicate name \"a\""},
    {"a big string twice under one name", "{\"a\":\"", "x", "\",\"a\":1}", "duplicate name \"a\""},
};

static char *build(const struct document *d, size_t bytes)
{
    char *text = malloc(bytes + 1);
    size_t head = strlen(d->head), tail = strlen(d->tail), body = d->body ? strlen(d->body) : 0, n = head;
    memcpy(text, d->head, head);
    if (!d->body)
        memset(text, 0, bytes);
    while (d->body && n + body + tail <= bytes) {
        memcpy(text + n, d->body, body);
        n += body;
    }
    /* White space fills what a whole body does not, in front of the tail. */
    if (d->body)
        memset(text + n, ' ', bytes - n - tail);
    memcpy(text + bytes - tail, d->tail, tail);
    text[bytes] = '\0';
    return text;
}

static void measured(const char *name, pid_t child, int pipe_fd, const char *error)
{
    char said[512] = "";
    ssize_t n = 0, got;
    while ((got = read(pipe_fd, said + n, sizeof said - 1 - (size_t)n)) > 0)
        n += got;
    close(pipe_fd);
    int status;
    struct rusage use;
    ck_assert_int_eq(wait4(child, &status, 0, &use), child);
    printf("%-40s %7ld KB %6.0f ms\n", name, use.ru_maxrss,
           (double)use.ru_utime.tv_sec * 1e3 + (double)use.ru_utime.tv_usec / 1e3 +
               (double)use.ru_stime.tv_sec * 1e3 + (double)use.ru_stime.tv_usec / 1e3);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_REFUSED, "%s: status %d", name, status);
    ck_assert_msg(strstr(said, error) != NULL, "%s: says '%s'", name, said);
    if (!SANITIZED && !getenv("HEADROOM_VALGRIND"))
        ck_assert_msg(use.ru_maxrss < MEMORY_KB, "%s: %ld KB of memory", name, use.ru_maxrss);
}

START_TEST(refused_cheaply)
{
    const struct document *d = &documents[_i];
    int fds[2];
    ck_assert_int_eq(pipe(fds), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        alarm(50);
        struct json_doc *doc;
        struct err e = ERR_INIT;
        char *text = build(d, LIMIT_EXPORT_BYTES);
        int r = json_parse("f", text, LIMIT_EXPORT_BYTES, &json_limits_export, &doc, &e);
        (void)!write(fds[1], e.text, strlen(e.text));
        free(text);
        _exit(r);
    }
    close(fds[1]);
    measured(d->name, child, fds[0], d->error);
}
END_TEST

/* 64 MB in a file and through a pipe: refused by their size. */
START_TEST(too_large)
{
    static const char *const names[] = {"64 MB in a file", "64 MB through a pipe"};
    const size_t big = (size_t)64 << 20;
    unit_enter();
    for (int piped = 0; piped <= 1; piped++) {
        int fds[2];
        ck_assert_int_eq(pipe(fds), 0);
        if (!piped) {
            int fd = open("big", O_WRONLY | O_CREAT, 0666);
            ck_assert_int_eq(ftruncate(fd, (off_t)big), 0);
            close(fd);
        }
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            struct bytes b;
            struct err e = ERR_INIT;
            alarm(50);
            if (piped)
                dup2(fileno(popen("exec head -c 67108864 /dev/zero", "r")), STDIN_FILENO);
            int r = file_read(piped ? "-" : "big", LIMIT_EXPORT_BYTES, &b, &e);
            (void)!write(fds[1], e.text, strlen(e.text));
            _exit(r);
        }
        close(fds[1]);
        measured(names[piped], child, fds[0], "larger than the 20971520 bytes");
    }
    unit_leave();
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("hostile");
    TCase *t = tcase_create("hostile");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, refused_cheaply, 0, COUNT(documents));
    tcase_add_test(t, too_large);
    suite_add_tcase(s, t);
    return s;
}
