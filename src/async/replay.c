#include "async/replay.h"

#include "async/fleet.h"
#include "base/limits.h"
#include "base/mem.h"

#include <stdlib.h>

#define PERIOD (60 * REPLAY_SECOND) /* of evaluations */
/* Later than anything that happens, and far enough below INT64_MAX to be added to. */
#define FAR_OFF (INT64_MAX / 4)

enum { HIGH_PERIODS = 3, LOW_PERIODS = 15 };

__extension__ typedef __int128 wide;

struct execution {
    int64_t ends;
    uint32_t slot;
    size_t row;
};

/* An alarm that is on when its test held at the last PERIODS evaluations. */
struct alarm {
    int64_t held, periods;
    bool test; /* at the last evaluation */
};

enum policy { POLICY_WAKE, POLICY_SCALE_OUT };

struct replay {
    const struct replay_settings *s;
    struct request *rows;
    size_t n_rows; /* accepted sooner or later */
    size_t head;   /* first that still waits: the queue is rows[head..tail) */
    size_t tail;   /* first that has not arrived */
    int64_t now;
    struct fleet fleet;
    struct execution *heap; /* executions, the next to end on top */
    size_t executing, heap_cap;
    uint32_t provisioning;
    int64_t serves_at; /* of the provisioning ones */
    enum policy asked_by;
    int64_t evaluation; /* the next that can matter */
    struct alarm wake, high, low;
    int64_t cooldown_over[2], scale_in_over;
    wide billed_us;
    struct replay_result *out;
    size_t cap_capacity;
};

struct replay_settings replay_defaults(void)
{
    return (struct replay_settings){.provision = REPLAY_NEVER,
                                    .max = 5,
                                    .per_instance = 1,
                                    .target = 5 * REPLAY_TARGET_UNIT,
                                    .ttl = LIMIT_TTL_S * REPLAY_SECOND,
                                    .timeout = 900 * REPLAY_SECOND,
                                    .wake = true,
                                    .wake_periods = 2,
                                    .wake_cooldown = 300 * REPLAY_SECOND,
                                    .scale_out_cooldown = 300 * REPLAY_SECOND,
                                    .scale_in_cooldown = 300 * REPLAY_SECOND,
                                    .until = REPLAY_NEVER};
}

struct key {
    int64_t arrival, service;
};

static int by_key(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->arrival != y->arrival)
        return x->arrival < y->arrival ? -1 : 1;
    return (x->service > y->service) - (x->service < y->service);
}

void replay_sort(struct request *rows, size_t n)
{
    /* Nothing else is set yet, so the keys are sorted alone: a third of what would be moved. */
    struct key *keys = xcalloc(n + 1, sizeof *keys);
    size_t sorted = 1;
    for (size_t i = 0; i < n; i++)
        keys[i] = (struct key){rows[i].arrival, rows[i].service};
    while (sorted < n && by_key(&keys[sorted - 1], &keys[sorted]) <= 0)
        sorted++;
    if (sorted < n) {
        qsort(keys, n, sizeof *keys, by_key);
        for (size_t i = 0; i < n; i++)
            rows[i] = (struct request){.arrival = keys[i].arrival, .service = keys[i].service};
    }
    free(keys);
}

/* Executions. */

static void heap_push(struct replay *r, struct execution x)
{
    if (r->executing == r->heap_cap) {
        r->heap_cap = r->heap_cap ? 2 * r->heap_cap : 64;
        r->heap = xreallocarray(r->heap, r->heap_cap, sizeof *r->heap);
    }
    size_t at = r->executing++;
    for (; at > 0 && x.ends < r->heap[(at - 1) / 2].ends; at = (at - 1) / 2)
        r->heap[at] = r->heap[(at - 1) / 2];
    r->heap[at] = x;
}

static struct execution heap_pop(struct replay *r)
{
    struct execution top = r->heap[0], last = r->heap[--r->executing];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= r->executing)
            break;
        if (child + 1 < r->executing && r->heap[child + 1].ends < r->heap[child].ends)
            child++;
        if (r->heap[child].ends >= last.ends)
            break;
        r->heap[at] = r->heap[child];
        at = child;
    }
    if (r->executing > 0)
        r->heap[at] = last;
    return top;
}

static void terminate(struct request *q, enum request_state state, int64_t at)
{
    q->state = (uint8_t)state;
    q->terminal = at;
}

static void finish(struct replay *r, struct request *q)
{
    bool in_time = q->service <= r->s->timeout;
    terminate(q, in_time ? REQUEST_COMPLETED : REQUEST_FAILED, r->now);
    r->out->completed += in_time;
    r->out->failed += !in_time;
}

static void end_executions(struct replay *r)
{
    while (r->executing > 0 && r->heap[0].ends == r->now) {
        struct execution x = heap_pop(r);
        fleet_end(&r->fleet, x.slot);
        finish(r, &r->rows[x.row]);
    }
}

static void dispatch(struct replay *r)
{
    uint32_t slot;
    while (r->head < r->tail && (slot = fleet_free_slot(&r->fleet)) != FLEET_NONE) {
        struct request *q = &r->rows[r->head++];
        int64_t takes = q->service < r->s->timeout ? q->service : r->s->timeout;
        q->start = r->now;
        if (takes == 0) {
            finish(r, q);
            continue;
        }
        fleet_begin(&r->fleet, slot);
        heap_push(r, (struct execution){r->now + takes, slot, r->head - 1});
    }
}

static void arrive(struct replay *r)
{
    for (; r->tail < r->n_rows && r->rows[r->tail].arrival == r->now; r->tail++) {
        r->rows[r->tail].cold = r->fleet.serving == 0;
        r->rows[r->tail].state = REQUEST_UNFINISHED;
    }
}

static void expire(struct replay *r)
{
    for (; r->head < r->tail && r->rows[r->head].arrival + r->s->ttl == r->now; r->head++) {
        terminate(&r->rows[r->head], REQUEST_EXPIRED, r->now);
        r->out->expired++;
    }
}

static void begin_serving(struct replay *r)
{
    fleet_serve(&r->fleet, r->provisioning);
    r->provisioning = 0;
    r->cooldown_over[r->asked_by] =
        r->now + (r->asked_by == POLICY_WAKE ? r->s->wake_cooldown : r->s->scale_out_cooldown);
}

/* Evaluation. */

static int64_t backlog(const struct replay *r)
{
    return (int64_t)(r->tail - r->head + r->executing);
}

static void watch(struct alarm *a, bool test)
{
    a->test = test;
    a->held = !test ? 0 : a->held < a->periods ? a->held + 1 : a->periods;
}

static bool is_on(const struct alarm *a)
{
    return a->held == a->periods;
}

static void test_alarms(struct replay *r)
{
    int64_t b = backlog(r), serving = r->fleet.serving;
    wide size = (wide)b * REPLAY_TARGET_UNIT, target = r->s->target;
    watch(&r->wake, r->s->wake && b > 0 && serving == 0);
    watch(&r->high, size > target * (serving > 1 ? serving : 1));
    watch(&r->low, serving >= 1 && 10 * size < 9 * target * serving);
}

/* The one activity that an evaluation may have. Returns whether there was one. */
static bool act(struct replay *r)
{
    if (r->provisioning > 0)
        return false;
    const struct replay_settings *s = r->s;
    int64_t d = r->fleet.serving, wake = 0, high = 0;
    wide target = s->target;
    wide exact = ((wide)backlog(r) * REPLAY_TARGET_UNIT + target - 1) / target;
    int64_t need = exact < FAR_OFF ? (int64_t)exact : FAR_OFF; /* beyond any number of instances */
    if (is_on(&r->wake) && r->now >= r->cooldown_over[POLICY_WAKE])
        wake = d + 1 < s->max ? d + 1 : s->max;
    if (is_on(&r->high) && r->now >= r->cooldown_over[POLICY_SCALE_OUT])
        high = need < s->max ? need : s->max;
    int64_t most = wake >= high ? wake : high;
    if (most > d) {
        r->asked_by = wake >= high ? POLICY_WAKE : POLICY_SCALE_OUT;
        r->provisioning = (uint32_t)(most - d);
        r->serves_at = r->now + s->provision;
        r->scale_in_over = r->now;
        r->out->wake_ups += d == 0;
        return true;
    }
    if (is_on(&r->low) && r->now >= r->scale_in_over && d - 1 >= (need > s->min ? need : (int64_t)s->min)) {
        fleet_remove(&r->fleet);
        r->scale_in_over = r->now + s->scale_in_cooldown;
        return true;
    }
    return false;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The next instant at which something other than an evaluation happens. */
static int64_t next_event(const struct replay *r)
{
    int64_t t = FAR_OFF;
    if (r->tail < r->n_rows)
        t = earlier(t, r->rows[r->tail].arrival);
    if (r->executing > 0)
        t = earlier(t, r->heap[0].ends);
    if (r->provisioning > 0)
        t = earlier(t, r->serves_at);
    if (r->head < r->tail)
        t = earlier(t, r->rows[r->head].arrival + r->s->ttl);
    return t;
}

/* Evaluations from now until the one at or after the time AT. */
static int64_t until_time(const struct replay *r, int64_t at)
{
    return (at - r->now + PERIOD - 1) / PERIOD;
}

/* After an evaluation without activity nothing can change before the next event, an alarm that goes on, or a
 * cooldown that ends. The evaluations before that are counted and not stepped through: a quiet year costs no more
 * than a quiet hour. */
static void skip_quiet(struct replay *r)
{
    struct alarm *const alarms[] = {&r->wake, &r->high, &r->low};
    const int64_t ends[] = {r->cooldown_over[POLICY_WAKE], r->cooldown_over[POLICY_SCALE_OUT], r->scale_in_over};
    int64_t steps = until_time(r, next_event(r));
    for (size_t i = 0; i < 3; i++) {
        if (alarms[i]->test && !is_on(alarms[i]))
            steps = earlier(steps, alarms[i]->periods - alarms[i]->held);
        if (ends[i] > r->now)
            steps = earlier(steps, until_time(r, ends[i]));
    }
    for (size_t i = 0; i < 3; i++)
        if (alarms[i]->test)
            alarms[i]->held = earlier(alarms[i]->held + steps - 1, alarms[i]->periods);
    r->evaluation = r->now + steps * PERIOD;
}

static void evaluate(struct replay *r)
{
    test_alarms(r);
    if (act(r)) {
        if (r->provisioning > 0 && r->s->provision == 0) {
            begin_serving(r);
            dispatch(r);
        }
        r->evaluation = r->now + PERIOD;
    } else {
        skip_quiet(r);
    }
}

/* The frame. */

static uint32_t billed(const struct replay *r)
{
    return r->provisioning + r->fleet.serving + r->fleet.draining;
}

static void note_capacity(struct replay *r)
{
    struct replay_result *o = r->out;
    struct capacity_point p = {r->now, billed(r), r->fleet.serving};
    const struct capacity_point *last = o->n_capacity ? &o->capacity[o->n_capacity - 1] : NULL;
    if (last && last->billed == p.billed && last->serving == p.serving)
        return;
    if (!o->capacity || o->n_capacity == r->cap_capacity) {
        r->cap_capacity = r->cap_capacity ? 2 * r->cap_capacity : 64;
        o->capacity = xreallocarray(o->capacity, r->cap_capacity, sizeof *o->capacity);
    }
    o->capacity[o->n_capacity++] = p;
}

static void pass_time(struct replay *r, int64_t to)
{
    uint32_t n = billed(r);
    r->billed_us += (wide)n * (to - r->now);
    r->out->at_zero += n == 0 ? to - r->now : 0;
    r->now = to;
}

/* Everything of the present instant, in its order. Returns whether this was the evaluation that ends it all. */
static bool instant(struct replay *r)
{
    bool evaluating = r->now == r->evaluation;
    end_executions(r);
    if (r->provisioning > 0 && r->serves_at == r->now)
        begin_serving(r);
    arrive(r);
    dispatch(r);
    expire(r);
    if (evaluating)
        evaluate(r);
    note_capacity(r);
    return evaluating && r->tail == r->n_rows && backlog(r) == 0 && r->provisioning + r->fleet.serving == r->s->min;
}

static int by_value(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The K-th smallest, from 1, of two sorted lists. */
static int64_t kth(const int64_t *a, size_t n, const int64_t *b, size_t m, size_t k)
{
    size_t i = 0, j = 0;
    while (i + j + 1 < k)
        if (j == m || (i < n && a[i] <= b[j]))
            i++;
        else
            j++;
    return j == m || (i < n && a[i] <= b[j]) ? a[i] : b[j];
}

static struct latency summary(const int64_t *a, size_t n, const int64_t *b, size_t m)
{
    struct latency l = {.n = n + m, .p50 = REPLAY_NEVER, .p95 = REPLAY_NEVER};
    if (l.n > 0) {
        l.p50 = kth(a, n, b, m, (50 * l.n + 99) / 100);
        l.p95 = kth(a, n, b, m, (95 * l.n + 99) / 100);
    }
    return l;
}

static void latencies(const struct request *rows, size_t n, struct replay_result *out)
{
    size_t cold = 0, warm = 0, all = out->completed + out->failed + out->expired;
    int64_t *took = xcalloc(all ? all : 1, sizeof *took);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].terminal == REPLAY_NEVER)
            continue;
        int64_t latency = rows[i].terminal - rows[i].arrival;
        took[rows[i].cold ? cold++ : all - ++warm] = latency;
    }
    qsort(took, cold, sizeof *took, by_value);
    qsort(took + cold, warm, sizeof *took, by_value);
    out->cold = summary(took, cold, NULL, 0);
    out->warm = summary(took + cold, warm, NULL, 0);
    out->all = summary(took, cold, took + cold, warm);
    free(took);
}

static size_t accepted(const struct replay_settings *s, const struct request *rows, size_t n)
{
    size_t k = n;
    while (s->until != REPLAY_NEVER && k > 0 && rows[k - 1].arrival > s->until)
        k--;
    return k;
}

void replay_run(const struct replay_settings *s, struct request *rows, size_t n, struct replay_result *out)
{
    *out = (struct replay_result){0};
    for (size_t i = 0; i < n; i++) {
        rows[i].start = rows[i].terminal = REPLAY_NEVER;
        rows[i].state = REQUEST_BEYOND;
        rows[i].cold = false;
    }
    struct replay r = {.s = s,
                       .rows = rows,
                       .n_rows = accepted(s, rows, n),
                       .evaluation = PERIOD,
                       .wake = {.periods = s->wake_periods},
                       .high = {.periods = HIGH_PERIODS},
                       .low = {.periods = LOW_PERIODS},
                       .out = out};
    int64_t until = s->until == REPLAY_NEVER ? FAR_OFF : s->until;
    fleet_init(&r.fleet, s->per_instance);
    fleet_serve(&r.fleet, s->min);
    note_capacity(&r);
    for (bool over = false; !over;) {
        int64_t next = earlier(next_event(&r), r.evaluation);
        over = next > until;
        pass_time(&r, over ? until : next);
        if (!over)
            over = instant(&r) && s->until == REPLAY_NEVER;
    }
    out->accepted = r.n_rows;
    out->beyond_end = n - r.n_rows;
    out->unfinished = (size_t)backlog(&r);
    out->end = r.now;
    out->billed_us = (double)r.billed_us;
    latencies(rows, n, out);
    fleet_free(&r.fleet);
    free(r.heap);
}

void replay_result_free(struct replay_result *r)
{
    free(r->capacity);
    *r = (struct replay_result){0};
}

double replay_s(int64_t us)
{
    return us == REPLAY_NEVER ? NUM_UNKNOWN : (double)us / (double)REPLAY_SECOND;
}
