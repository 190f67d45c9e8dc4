#include "many/axes.h"

#include "base/limits.h"
#include "base/num.h"
#include "base/strbuf.h"

#include <string.h>

const struct axis_def axis_defs[AXIS_KINDS] = {
    [AXIS_PEAK_RPS] = {"peak_rps", "peak load, requests/s", 0, 1e300},
    [AXIS_TROUGH_RPS] = {"trough_rps", "trough load, requests/s", 0, 1e300},
    [AXIS_SURGE] = {"surge", "surge ratio k", 1, 1.5},
    [AXIS_T_TOTAL] = {"t_total", "T_total, s", 0, 1e9},
    [AXIS_RATE] = {"rate", "rate of one instance, per hour", 0, LIMIT_RATE},
    [AXIS_MIN_FLOOR] = {"min_floor", "least instances", 1, LIMIT_FLEET},
    [AXIS_SHARE] = {"share", "C_scale_max / Q_max", 0, 1},
};

static int unknown_axis(const char *name, size_t n, struct err *e)
{
    struct strbuf names = {0};
    for (size_t i = 0; i < AXIS_KINDS; i++)
        sb_addf(&names, "%s%s", i ? ", " : "", axis_defs[i].name);
    if (n > 0 && memmem(name, n, "slo", 3))
        err_set(e, EXIT_USAGE,
                "%.*s: the SLO is no axis: Q_max is defined by it, so another SLO needs another ladder",
                (int)(n < 60 ? n : 60), name);
    else
        err_set(e, EXIT_USAGE, "'%.*s' is no axis; there are %s", (int)(n < 60 ? n : 60), name, sb_str(&names));
    sb_free(&names);
    return e->code;
}

static int out_of_range(const struct axis_def *d, double x, struct err *e)
{
    char shown[NUM_MAX], lo[NUM_MAX], hi[NUM_MAX];
    num_exact(shown, x);
    num_plain(lo, d->least);
    if (d->most >= 1e15 && x > d->most)
        return err_set(e, EXIT_USAGE, "%s: %s is above %s, the most it may be", d->name, shown,
                       num_exact(hi, d->most));
    if (d->most >= 1e15)
        return err_set(e, EXIT_USAGE, "%s: %s is below %s, the least it may be", d->name, shown, lo);
    return err_set(e, EXIT_USAGE, "%s: %s is outside %s to %s%s", d->name, shown, lo, num_plain(hi, d->most),
                   d == &axis_defs[AXIS_SURGE]   ? ", the end excluded"
                   : d == &axis_defs[AXIS_SHARE] ? ", 0 excluded"
                                                 : "");
}

static int check_value(const struct sweep_axis *a, double x, struct err *e)
{
    const struct axis_def *d = &axis_defs[a->kind];
    if (x < d->least || x > d->most || (a->kind == AXIS_SURGE && x >= 1.5) || (a->kind == AXIS_SHARE && x <= 0))
        return out_of_range(d, x, e);
    if (a->kind == AXIS_MIN_FLOOR && x != trunc(x))
        return err_set(e, EXIT_USAGE,
                       "min_floor: %g is no whole number of instances; choose LO:HI:COUNT so that all are", x);
    return 0;
}

int axis_read(const char *text, struct sweep_axis *out, struct err *e)
{
    const char *is = strchr(text, '=');
    size_t n = is ? (size_t)(is - text) : strlen(text);
    size_t kind = 0;
    *out = (struct sweep_axis){0};
    while (kind < AXIS_KINDS && (strlen(axis_defs[kind].name) != n || strncmp(axis_defs[kind].name, text, n) != 0))
        kind++;
    if (kind == AXIS_KINDS)
        return unknown_axis(text, n, e);
    out->kind = (enum axis_kind)kind;
    char parts[3][NUM_MAX];
    const char *at = is ? is + 1 : "";
    int64_t count = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t len = strcspn(at, ":");
        if (len == 0 || len >= sizeof parts[i] || (at[len] == ':') != (i < 2))
            return err_set(e, EXIT_USAGE, "'%.80s': expected %s=LO:HI:COUNT", text, axis_defs[kind].name);
        memcpy(parts[i], at, len);
        parts[i][len] = '\0';
        at += len + (i < 2);
    }
    if (num_parse(parts[0], &out->lo) != 0 || num_parse(parts[1], &out->hi) != 0 ||
        num_parse_int(parts[2], &count) != 0)
        return err_set(e, EXIT_USAGE, "'%.80s': LO and HI are decimal numbers, COUNT a whole one", text);
    if (count < 1 || count > LIMIT_SWEEP_VALUES)
        return err_set(e, EXIT_USAGE, "'%.80s': COUNT is outside 1 to %d", text, LIMIT_SWEEP_VALUES);
    if (out->lo > out->hi)
        return err_set(e, EXIT_USAGE, "'%.80s': LO is above HI", text);
    if (count == 1 && out->lo != out->hi)
        return err_set(e, EXIT_USAGE, "'%.80s': one value cannot be both LO and HI", text);
    out->count = (size_t)count;
    for (size_t i = 0; i < out->count; i++)
        if (check_value(out, axis_value(out, i), e) != 0)
            return e->code;
    return 0;
}

double axis_value(const struct sweep_axis *a, size_t i)
{
    if (i == 0)
        return a->lo;
    if (i + 1 >= a->count)
        return a->hi;
    return num_round9(a->lo + (a->hi - a->lo) * (double)i / (double)(a->count - 1));
}

void axis_apply(const struct sweep_axis *a, double value, struct point_choice *c)
{
    switch (a->kind) {
    case AXIS_PEAK_RPS: c->scenario.peak_rps = value; break;
    case AXIS_TROUGH_RPS: c->scenario.trough_rps = value; break;
    case AXIS_SURGE: c->scenario.surge = value; break;
    case AXIS_T_TOTAL: c->t_total_s = value; break;
    case AXIS_RATE: c->rate = value; break;
    case AXIS_MIN_FLOOR: c->scenario.min_floor = (int64_t)value; break;
    case AXIS_SHARE: c->share = value; break;
    case AXIS_KINDS: break;
    }
}

double axis_of_plan(enum axis_kind kind, const struct plan *p)
{
    switch (kind) {
    case AXIS_PEAK_RPS: return p->scenario.peak_rps;
    case AXIS_TROUGH_RPS: return p->scenario.trough_rps;
    case AXIS_SURGE: return p->scenario.surge;
    case AXIS_T_TOTAL: return p->measured.t_total_s;
    case AXIS_RATE: return p->rate.per_hour;
    case AXIS_MIN_FLOOR: return (double)p->scenario.min_floor;
    case AXIS_SHARE: return p->c_scale_max / (double)p->q_max;
    case AXIS_KINDS: break;
    }
    return NUM_UNKNOWN;
}
