#include "many/batch.h"

#include "base/limits.h"
#include "base/mem.h"
#include "many/batch_line.h"
#include "many/feed.h"
#include "many/progress.h"
#include "many/worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

/* Blocks are as many lines as take about this long: long enough that handing them over costs nothing, short
 * enough that an interrupt is soon obeyed and no worker waits for another's block at the end. */
static const double block_least_s = 0.005, block_most_s = 0.05;
enum {
    BLOCK_LINES = 128,
    BLOCK_BYTES = AREA_LINES,
    AHEAD = 2,     /* blocks that a worker has at most: one in work, one waiting */
    SLOTS = 4,     /* blocks in flight for each worker: how far others may run ahead of a slow one */
    LINE_TRIES = 2 /* workers that one line may end before it is given up */
};

enum slot_state { SLOT_FREE, SLOT_WAITING, SLOT_SENT, SLOT_DONE };

/* A block between its reading and its writing. */
struct slot {
    enum slot_state state;
    unsigned area;
    const char *lines; /* in the area, or in `large` */
    size_t len;
    struct strbuf large, answer;
    size_t direct;    /* bytes of the whole answer where they stand in the area; 0: it is in `answer` */
    size_t pos, sent; /* answered so far; the part that is with a worker */
    uint32_t done, failed;
    bool careful; /* a worker ended on it: one line at a time */
    int tries;    /* workers that the line at pos has ended */
    unsigned worker;
    uint64_t order; /* of sending: a block that comes back is older than those behind it, but sent later */
    double since;
};

struct batch {
    const struct batch_job *job;
    struct batch_tally *tally;
    struct err *e;
    struct feed *feed;
    struct shelf *shelf; /* of this process */
    uint32_t block_lines;
    uint64_t skip; /* answers still to pass over */
    bool input_ended;
    int signals;
    struct progress progress;

    struct worker *workers;
    unsigned n_workers, n_alive;
    struct area *areas; /* one a slot; NULL: everything goes through pipes */
    struct slot *slots; /* a ring: oldest at `head` */
    unsigned n_slots, head, used;
    uint64_t sent;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void adapt(struct batch *b, double seconds)
{
    if (seconds < block_least_s && b->block_lines < BLOCK_LINES)
        b->block_lines *= 2;
    else if (seconds > block_most_s && b->block_lines > 1)
        b->block_lines /= 2;
}

/* Writes answers; a disk that fills up leaves whole lines, so that --resume can go on. */
static int emit(struct batch *b, const char *data, size_t len, uint32_t done, uint32_t failed)
{
    size_t put = 0;
    while (put < len) {
        ssize_t n = write(b->job->out, data + put, len - put);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int why = errno;
            const char *last = put > 0 ? memrchr(data, '\n', put) : NULL;
            size_t whole = last ? (size_t)(last - data) + 1 : 0;
            off_t at = lseek(b->job->out, 0, SEEK_CUR);
            for (const char *p = data; p < data + whole; p++)
                b->tally->done += *p == '\n';
            /* Not a file: what went through a pipe cannot be called back. */
            bool cut = at >= 0 && ftruncate(b->job->out, at - (off_t)(put - whole)) == 0;
            return err_set(b->e, EXIT_OUTPUT, "%s: cannot write: %s%s", b->job->out_name, strerror(why),
                           cut ? "; it holds whole lines, and --resume goes on behind them" : "");
        }
        put += (size_t)n;
    }
    b->tally->done += done;
    b->tally->failed += failed;
    return 0;
}

static bool interrupted(struct batch *b)
{
    struct pollfd p = {.fd = b->signals, .events = POLLIN};
    if (poll(&p, 1, 0) > 0)
        b->tally->interrupted = true;
    return b->tally->interrupted;
}

static void answer_too_long(struct strbuf *out)
{
    struct strbuf text = {0};
    sb_addf(&text, "line: longer than the %zu bytes that a line may have", LIMIT_LINE_BYTES);
    batch_line_error(out, NULL, EXIT_REFUSED, sb_str(&text));
    sb_free(&text);
}

/* Passes over lines that were answered before. Returns false when the block is used up by that. */
static bool skip_answered(struct batch *b, struct block *k)
{
    bool skipping = b->skip > 0;
    while (b->skip > 0 && k->count > 0) {
        const char *end = k->too_long ? NULL : memchr(k->data, '\n', k->len);
        size_t n = k->too_long ? 0 : end ? (size_t)(end - k->data) + 1 : k->len;
        b->skip -= k->too_long || !batch_line_blank(k->data, n);
        k->data += n;
        k->len -= n;
        k->count--;
    }
    if (skipping && b->skip == 0)
        progress_begin(&b->progress, feed_position(b->feed) - k->len, now());
    return k->count > 0;
}

/* Takes the next block to answer. */
static enum feed_state take(struct batch *b, uint32_t most, struct block *k)
{
    enum feed_state s;
    do
        s = feed_take(b->feed, most, BLOCK_BYTES, k);
    while (s == FEED_READY && !skip_answered(b, k));
    if (s == FEED_END)
        b->input_ended = true;
    return s;
}

static void show(struct batch *b)
{
    progress_show(&b->progress, b->tally->done, b->tally->failed, feed_position(b->feed), now());
}

/* Waits until the input can be read; false when a signal came instead. */
static bool input_ready(struct batch *b)
{
    struct pollfd p[2] = {{.fd = b->signals, .events = POLLIN}, {.fd = b->job->in, .events = POLLIN}};
    for (;;) {
        int n = poll(p, 2, b->job->progress ? 500 : -1);
        show(b);
        if (p[0].revents)
            b->tally->interrupted = true;
        if (n > 0)
            return !b->tally->interrupted;
        if (n < 0 && errno != EINTR)
            return true; /* reading will say what is wrong */
    }
}

static void work_alone(struct batch *b)
{
    struct strbuf out = {0};
    struct block k;
    while (b->e->code == 0 && !interrupted(b)) {
        enum feed_state s = take(b, b->block_lines, &k);
        if (s == FEED_END)
            break;
        if (s == FEED_WAIT) {
            if (!input_ready(b) || feed_fill(b->feed, b->e) != 0)
                break;
            continue;
        }
        double from = now();
        struct frame f = {.lines = 1, .failed = 1};
        sb_trunc(&out, 0);
        if (k.too_long)
            answer_too_long(&out);
        else
            f = worker_answer(b->shelf, k.data, k.len, &out);
        adapt(b, now() - from);
        emit(b, sb_str(&out), out.len, f.lines, f.failed);
        show(b);
        if (out.cap > (size_t)BLOCK_BYTES * 16)
            sb_free(&out);
    }
    sb_free(&out);
}

static struct slot *slot_at(struct batch *b, unsigned i)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.*): there is at least one worker, and so a slot */
    return &b->slots[(b->head + i) % b->n_slots];
}

/* Fills free slots from what is buffered. Returns whether more input is wanted. */
static bool fill_slots(struct batch *b)
{
    while (b->used < b->n_slots && !b->input_ended && !b->tally->interrupted) {
        struct block k;
        enum feed_state s = take(b, b->block_lines, &k);
        if (s == FEED_END)
            return false;
        if (s == FEED_WAIT)
            return true;
        struct slot *t = slot_at(b, b->used++);
        *t = (struct slot){.state = SLOT_WAITING, .area = (unsigned)(t - b->slots), .len = k.len};
        if (k.too_long) {
            answer_too_long(&t->answer);
            t->done = t->failed = 1;
            t->state = SLOT_DONE;
        } else if (b->areas && k.len <= AREA_LINES) {
            t->lines = memcpy(b->areas[t->area].lines, k.data, k.len);
        } else {
            sb_addn(&t->large, k.data, k.len);
            t->lines = t->large.data;
        }
    }
    return false;
}

static unsigned load_of(const struct batch *b, unsigned worker)
{
    unsigned n = 0;
    for (unsigned i = 0; i < b->n_slots; i++)
        n += b->slots[i].state == SLOT_SENT && b->slots[i].worker == worker;
    return n;
}

static size_t next_part(const struct slot *t)
{
    const char *from = t->lines + t->pos;
    size_t left = t->len - t->pos;
    const char *end = t->careful ? memchr(from, '\n', left) : NULL;
    return end ? (size_t)(end - from) + 1 : left;
}

static void part_done(struct slot *t, size_t n)
{
    t->pos += n;
    t->tries = 0;
    t->state = t->pos < t->len ? SLOT_WAITING : SLOT_DONE;
}

/* Without workers this process does what is waiting. */
static void answer_here(struct batch *b, struct slot *t)
{
    size_t n = next_part(t);
    struct frame f = worker_answer(b->shelf, t->lines + t->pos, n, &t->answer);
    t->done += f.lines;
    t->failed += f.failed;
    part_done(t, n);
}

static void give_up(struct slot *t)
{
    size_t n = next_part(t);
    batch_line_error(&t->answer, NULL, EXIT_REFUSED, "line: the process that worked on this line ended, each time");
    t->done++;
    t->failed++;
    part_done(t, n);
}

static void assign(struct batch *b)
{
    for (unsigned i = 0; i < b->used; i++) {
        struct slot *t = slot_at(b, i);
        if (b->tally->interrupted && t->pos == 0 && t->tries == 0)
            continue;
        while (t->state == SLOT_WAITING && (t->tries >= LINE_TRIES || b->n_alive == 0))
            if (t->tries >= LINE_TRIES)
                give_up(t);
            else
                answer_here(b, t);
        if (t->state != SLOT_WAITING)
            continue;
        unsigned best = b->n_workers, least = AHEAD;
        for (unsigned j = 0; j < b->n_workers; j++)
            if (b->workers[j].pid > 0 && load_of(b, j) < least) {
                least = load_of(b, j);
                best = j;
            }
        if (best == b->n_workers)
            return;
        t->state = SLOT_SENT;
        t->worker = best;
        t->sent = next_part(t);
        t->since = now();
        t->order = b->sent++;
        worker_give(&b->workers[best], b->areas, t->area, t->lines + t->pos, t->sent);
    }
}

/* The block that a worker is working on: of those that are with it the one that was sent first. */
static struct slot *first_sent(struct batch *b, unsigned worker)
{
    struct slot *first = NULL;
    for (unsigned i = 0; i < b->used; i++) {
        struct slot *t = slot_at(b, i);
        if (t->state == SLOT_SENT && t->worker == worker && (!first || t->order < first->order))
            first = t;
    }
    return first;
}

static bool start_worker(struct batch *b, unsigned j)
{
    if (!worker_start(&b->workers[j], b->workers, b->n_workers, b->areas))
        return false;
    b->n_alive++;
    return true;
}

/* A worker has gone: what was with it goes to others, what it was working on line by line. */
static void lost(struct batch *b, unsigned j)
{
    struct slot *t = first_sent(b, j);
    if (t) {
        t->tries += t->careful || memchr(t->lines, '\n', t->len - 1) == NULL;
        t->careful = true;
    }
    for (unsigned i = 0; i < b->used; i++)
        if (slot_at(b, i)->state == SLOT_SENT && slot_at(b, i)->worker == j)
            slot_at(b, i)->state = SLOT_WAITING;
    worker_end(&b->workers[j]);
    b->n_alive--;
    b->tally->lost++;
    start_worker(b, j);
}

static void pull(struct batch *b, unsigned j)
{
    struct worker *w = &b->workers[j];
    bool complete = false;
    do {
        if (!worker_pull(w, &complete)) {
            lost(b, j);
            return;
        }
        struct slot *t = complete ? first_sent(b, j) : NULL;
        if (!t)
            return;
        if (!w->head.shared)
            sb_addn(&t->answer, sb_str(&w->answer), w->answer.len);
        else if (t->sent == t->len)
            t->direct = (size_t)w->head.len;
        else
            sb_addn(&t->answer, b->areas[t->area].answers, (size_t)w->head.len);
        t->done += w->head.lines;
        t->failed += w->head.failed;
        worker_taken(w);
        if (!t->careful)
            adapt(b, now() - t->since);
        part_done(t, t->sent);
    } while (true);
}

static void write_done(struct batch *b)
{
    while (b->used > 0 && slot_at(b, 0)->state == SLOT_DONE && b->e->code == 0) {
        struct slot *t = slot_at(b, 0);
        if (t->direct > 0)
            emit(b, b->areas[t->area].answers, t->direct, t->done, t->failed);
        else
            emit(b, sb_str(&t->answer), t->answer.len, t->done, t->failed);
        sb_free(&t->answer);
        sb_free(&t->large);
        t->state = SLOT_FREE;
        b->head = (b->head + 1) % b->n_slots;
        b->used--;
    }
}

/* Is anything left that is in work, or that comes before something in work? */
static bool in_work(struct batch *b)
{
    for (unsigned i = 0; i < b->used; i++) {
        const struct slot *t = slot_at(b, i);
        if (t->state == SLOT_SENT || (t->state == SLOT_WAITING && (t->pos > 0 || t->tries > 0)))
            return true;
    }
    return false;
}

static void wait_for_something(struct batch *b, bool want_input, struct pollfd *p)
{
    nfds_t n = 0;
    p[n++] = (struct pollfd){.fd = b->signals, .events = POLLIN};
    p[n++] = (struct pollfd){.fd = want_input ? b->job->in : -1, .events = POLLIN};
    for (unsigned j = 0; j < b->n_workers; j++) {
        struct worker *w = &b->workers[j];
        p[n++] = (struct pollfd){.fd = w->pid > 0 ? w->from : -1, .events = POLLIN};
        p[n++] = (struct pollfd){.fd = w->pid > 0 && w->send.len > 0 ? w->to : -1, .events = POLLOUT};
    }
    poll(p, n, b->job->progress ? 500 : -1);
    show(b);
    if (p[0].revents)
        b->tally->interrupted = true;
    if (p[1].revents && !b->tally->interrupted)
        feed_fill(b->feed, b->e);
    for (unsigned j = 0; j < b->n_workers; j++) {
        /* A worker that is gone shows it when its answer is read; until then it may still have sent one. */
        if (p[2 + 2 * j].revents)
            pull(b, j);
        if (b->workers[j].pid > 0)
            (void)worker_push(&b->workers[j]);
    }
}

static void work_together(struct batch *b)
{
    b->n_workers = b->job->workers;
    b->workers = xcalloc(b->n_workers, sizeof *b->workers);
    b->n_slots = SLOTS * b->n_workers;
    b->slots = xcalloc(b->n_slots, sizeof *b->slots);
    b->areas = areas_new(b->n_slots);
    struct pollfd *p = xcalloc(2 + 2 * b->n_workers, sizeof *p);
    for (unsigned j = 0; j < b->n_workers && start_worker(b, j); j++)
        ;
    while (b->e->code == 0) {
        bool want_input = fill_slots(b);
        assign(b);
        write_done(b);
        if (b->e->code != 0) /* nothing may come any more that would end a wait */
            break;
        if (b->tally->interrupted ? !in_work(b) : b->input_ended && b->used == 0)
            break;
        /* Slots came free, or this process did the work itself. */
        if (b->used < b->n_slots && !want_input && !b->input_ended && !b->tally->interrupted)
            continue;
        for (unsigned j = 0; j < b->n_workers; j++)
            if (b->workers[j].pid > 0)
                (void)worker_push(&b->workers[j]);
        wait_for_something(b, want_input, p);
    }
    for (unsigned j = 0; j < b->n_workers; j++) {
        if (b->workers[j].pid <= 0)
            continue;
        if (b->e->code) /* nobody will take its answers any more */
            kill(b->workers[j].pid, SIGKILL);
        worker_end(&b->workers[j]);
    }
    for (unsigned i = 0; i < b->n_slots; i++) {
        sb_free(&b->slots[i].large);
        sb_free(&b->slots[i].answer);
    }
    areas_free(b->areas, b->n_slots);
    free(p);
    free(b->slots);
    free(b->workers);
}

int batch_run(const struct batch_job *job, struct batch_tally *tally, struct err *e)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    struct batch b = {.job = job, .tally = tally, .e = e, .block_lines = 16, .skip = job->skip};
    *tally = (struct batch_tally){0};
    b.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    b.feed = feed_new(job->in, job->in_name, job->from, job->to, LIMIT_LINE_BYTES);
    b.shelf = shelf_new();
    progress_start(&b.progress, job->progress, job->size, now());
    if (job->workers > 1)
        work_together(&b);
    else
        work_alone(&b);
    progress_end(&b.progress);
    if (e->code == 0 && !tally->interrupted && b.skip > 0)
        err_set(e, EXIT_USAGE, "%s: has fewer lines than %s has answers: --resume goes on with the same input only",
                job->in_name, job->out_name);
    if (b.signals >= 0)
        close(b.signals);
    feed_free(b.feed);
    shelf_free(b.shelf);
    return e->code;
}
