#include "many/worker.h"

#include "base/file.h"
#include "base/mem.h"
#include "many/batch_line.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIPE_BYTES = 1 << 18, KEEP_BYTES = 4 << 20 };

struct area *areas_new(unsigned n)
{
    void *p = mmap(NULL, n * sizeof(struct area), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void areas_free(struct area *areas, unsigned n)
{
    if (areas)
        munmap(areas, n * sizeof(struct area));
}

struct frame worker_answer(struct shelf *shelf, const char *data, size_t len, struct strbuf *out)
{
    struct frame f = {0};
    size_t before = out->len;
    for (const char *end = data + len; data < end;) {
        const char *stop = memchr(data, '\n', (size_t)(end - data));
        size_t n = stop ? (size_t)(stop - data) : (size_t)(end - data);
        enum line_outcome o = batch_line(shelf, data, n, out);
        f.lines += o != LINE_BLANK;
        f.failed += o == LINE_ERROR;
        data += n + (stop != NULL);
    }
    f.len = out->len - before;
    return f;
}

/* All of N bytes, waiting. False at the end or on an error. */
static bool read_all(int fd, void *at, size_t n)
{
    for (size_t got = 0; got < n;) {
        ssize_t r = read(fd, (char *)at + got, n - got);
        if (r < 0 && errno == EINTR)
            continue;
        if (r <= 0)
            return false;
        got += (size_t)r;
    }
    return true;
}

/* The life of a worker: until the pipe that brings lines is closed. */
static void serve(int in, int out, struct area *areas)
{
    struct shelf *shelf = shelf_new();
    struct strbuf lines = {0}, answer = {0};
    struct frame f;
    while (read_all(in, &f, sizeof f)) {
        struct area *area = areas ? &areas[f.area] : NULL;
        const char *data = area && f.shared ? area->lines + f.offset : NULL;
        if (!data) {
            sb_trunc(&lines, 0);
            sb_fill(&lines, '\0', f.len);
            if (!read_all(in, lines.data, f.len))
                break;
            data = lines.data;
        }
        sb_trunc(&answer, 0);
        f = worker_answer(shelf, data, f.len, &answer);
        f.shared = area && answer.len <= sizeof area->answers;
        if (area && f.shared && answer.len > 0)
            memcpy(area->answers, answer.data, answer.len);
        if (fd_write_all(out, &f, sizeof f) != 0 ||
            (!f.shared && fd_write_all(out, sb_str(&answer), answer.len) != 0))
            break;
        if (lines.cap > KEEP_BYTES)
            sb_free(&lines);
        if (answer.cap > KEEP_BYTES)
            sb_free(&answer);
    }
    sb_free(&lines);
    sb_free(&answer);
    shelf_free(shelf);
}

bool worker_start(struct worker *w, const struct worker *others, unsigned n, struct area *areas)
{
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0)
        return false;
    if (pipe2(up, O_CLOEXEC) != 0) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    /* Fewer turns between the processes; the system may refuse, it works all the same. */
    (void)fcntl(down[1], F_SETPIPE_SZ, PIPE_BYTES);
    (void)fcntl(up[1], F_SETPIPE_SZ, PIPE_BYTES);
    pid_t pid = fork();
    if (pid == 0) {
        /* A pipe ends when its last writer has gone: nobody may keep another's. */
        for (unsigned i = 0; i < n; i++)
            if (others[i].pid > 0) {
                close(others[i].to);
                close(others[i].from);
            }
        close(down[1]);
        close(up[0]);
        mem_on_failure(NULL); /* the parent's files are not ours to remove */
        serve(down[0], up[1], areas);
        _exit(0);
    }
    close(down[0]);
    close(up[1]);
    if (pid < 0) {
        close(down[1]);
        close(up[0]);
        return false;
    }
    fcntl(down[1], F_SETFL, O_NONBLOCK);
    fcntl(up[0], F_SETFL, O_NONBLOCK);
    *w = (struct worker){.pid = pid, .to = down[1], .from = up[0]};
    return true;
}

void worker_give(struct worker *w, const struct area *areas, unsigned area, const char *data, size_t len)
{
    struct frame f = {.len = len, .area = area};
    const char *lines = areas ? areas[area].lines : NULL;
    if (lines && data >= lines && data < lines + AREA_LINES) {
        f.shared = 1;
        f.offset = (uint64_t)(data - lines);
    }
    sb_addn(&w->send, (const char *)&f, sizeof f);
    if (!f.shared)
        sb_addn(&w->send, data, len);
}

bool worker_push(struct worker *w)
{
    while (w->sent < w->send.len) {
        ssize_t r = write(w->to, w->send.data + w->sent, w->send.len - w->sent);
        if (r < 0 && errno == EINTR)
            continue;
        if (r < 0)
            return errno == EAGAIN;
        w->sent += (size_t)r;
    }
    sb_trunc(&w->send, 0);
    w->sent = 0;
    if (w->send.cap > KEEP_BYTES)
        sb_free(&w->send);
    return true;
}

/* Up to N bytes of the answer. -1: the worker is gone; 0: nothing there now. */
static ssize_t pull_some(struct worker *w, void *at, size_t n)
{
    ssize_t r;
    do
        r = read(w->from, at, n);
    while (r < 0 && errno == EINTR);
    if (r < 0 && errno == EAGAIN)
        return 0;
    return r > 0 ? r : -1;
}

bool worker_pull(struct worker *w, bool *complete)
{
    *complete = false;
    while (w->head_got < sizeof w->head) {
        ssize_t r = pull_some(w, (char *)&w->head + w->head_got, sizeof w->head - w->head_got);
        if (r <= 0)
            return r == 0;
        w->head_got += (size_t)r;
    }
    while (!w->head.shared && w->answer.len < w->head.len) {
        char buffer[65536];
        size_t left = (size_t)w->head.len - w->answer.len;
        ssize_t r = pull_some(w, buffer, left < sizeof buffer ? left : sizeof buffer);
        if (r <= 0)
            return r == 0;
        sb_addn(&w->answer, buffer, (size_t)r);
    }
    *complete = true;
    return true;
}

void worker_taken(struct worker *w)
{
    sb_free(&w->answer);
    w->head_got = 0;
}

void worker_end(struct worker *w)
{
    close(w->to);
    close(w->from);
    while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    sb_free(&w->send);
    sb_free(&w->answer);
    *w = (struct worker){0};
}
