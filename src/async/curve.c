#include "async/curve.h"

#include <stdlib.h>

struct step {
    int64_t at, value;
};

/* Steps in their order, each instant once, to a curve that reaches from 0 to END. */
static void thin(const struct step *s, size_t n, int64_t end, struct arena *a, struct curve *out)
{
    bool all = n < CURVE_MOST;
    *out = (struct curve){.x = arena_array(a, CURVE_MOST + 2, sizeof(double)),
                          .y = arena_array(a, CURVE_MOST + 2, sizeof(double))};
    int64_t value = 0;
    for (size_t i = 0, bin = 0; all ? i < n : bin < CURVE_MOST; bin++) {
        int64_t most, from;
        if (all) {
            from = s[i].at;
            most = value = s[i++].value;
        } else {
            from = (int64_t)bin * (end / CURVE_MOST);
            int64_t to = bin + 1 == CURVE_MOST ? INT64_MAX : from + end / CURVE_MOST;
            if (i < n && s[i].at == from)
                value = s[i++].value;
            for (most = value; i < n && s[i].at < to; i++) {
                value = s[i].value;
                most = value > most ? value : most;
            }
        }
        out->x[out->n] = replay_s(from);
        out->y[out->n++] = (double)most;
    }
    out->x[out->n] = replay_s(end);
    out->y[out->n++] = (double)value;
}

static int by_value(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void curve_backlog(const struct request *rows, size_t n, int64_t end, struct arena *a, struct curve *out)
{
    int64_t *ends = xcalloc(n + 1, sizeof *ends);
    struct step *s = xcalloc(2 * n + 1, sizeof *s);
    size_t n_ends = 0, accepted = 0, steps = 1;
    while (accepted < n && rows[accepted].state != REQUEST_BEYOND)
        accepted++;
    for (size_t i = 0; i < accepted; i++)
        if (rows[i].terminal != REPLAY_NEVER)
            ends[n_ends++] = rows[i].terminal;
    qsort(ends, n_ends, sizeof *ends, by_value);
    for (size_t i = 0, k = 0; i < accepted || k < n_ends;) {
        int64_t at = k == n_ends || (i < accepted && rows[i].arrival <= ends[k]) ? rows[i].arrival : ends[k];
        while (i < accepted && rows[i].arrival == at)
            i++;
        while (k < n_ends && ends[k] == at)
            k++;
        steps -= s[steps - 1].at == at;
        s[steps++] = (struct step){at, (int64_t)(i - k)};
    }
    thin(s, steps, end, a, out);
    free(ends);
    free(s);
}

void curve_capacity(const struct replay_result *r, bool serving, struct arena *a, struct curve *out)
{
    struct step *s = xcalloc(r->n_capacity + 1, sizeof *s);
    for (size_t i = 0; i < r->n_capacity; i++)
        s[i] = (struct step){r->capacity[i].at, serving ? r->capacity[i].serving : r->capacity[i].billed};
    thin(s, r->n_capacity, r->end, a, out);
    free(s);
}

double curve_top(const struct curve *c)
{
    double top = 0;
    for (size_t i = 0; i < c->n; i++)
        top = c->y[i] > top ? c->y[i] : top;
    return top;
}
