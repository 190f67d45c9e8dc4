/* Numbers as text within one expression: show_ms(x).s lives until the expression ends. */
#ifndef HEADROOM_CHART_SHOW_H
#define HEADROOM_CHART_SHOW_H

#include "base/num.h"

#include <stdbool.h>

struct shown {
    char s[NUM_MAX];
};

static inline struct shown show_ms(double ms)
{
    struct shown t;
    num_ms(t.s, ms);
    return t;
}

static inline struct shown show_seconds(double s)
{
    struct shown t;
    num_seconds(t.s, s);
    return t;
}

static inline struct shown show_concurrency(double c)
{
    struct shown t;
    num_concurrency(t.s, c);
    return t;
}

/* A concurrency read off a straight line between two rungs: one decimal is all that it is worth. */
static inline struct shown show_near(double c)
{
    struct shown t;
    num_fixed(t.s, c, 1);
    return t;
}

static inline struct shown show_percent(double share)
{
    struct shown t;
    num_percent(t.s, share);
    return t;
}

static inline struct shown show_money(double amount)
{
    struct shown t;
    num_money(t.s, amount);
    return t;
}

/* A throughput that was measured: one decimal, more when that would leave nothing of it. */
static inline struct shown show_throughput(double per_s)
{
    struct shown t;
    if (per_s < 1.0)
        num_rate(t.s, per_s);
    else
        num_fixed(t.s, per_s, 1);
    return t;
}

static inline struct shown show_rate(double per_s)
{
    struct shown t;
    num_rate(t.s, per_s);
    return t;
}

static inline struct shown show_count(int64_t n)
{
    struct shown t;
    num_count(t.s, n);
    return t;
}

/* A count that was computed as a double, which may be none at all. */
static inline struct shown show_whole(double n)
{
    struct shown t;
    num_fixed(t.s, n, 0);
    return t;
}

/* "instance" or "instances". Only the words that charts use. */
static inline const char *plural(double n, const char *word)
{
    bool one = n == 1.0;
    if (word[0] == 'i')
        return one ? "instance" : "instances";
    return one ? "request" : "requests";
}

/* A ratio as it was given: 1.25. */
static inline struct shown show_ratio(double r)
{
    struct shown t;
    num_rate(t.s, r);
    return t;
}

#endif
