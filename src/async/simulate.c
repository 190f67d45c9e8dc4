#include "async/simulate.h"

#include "async/decimal.h"
#include "base/num.h"

#include <string.h>

static const double us_per_hour = 3.6e9;

double run_hours(const struct run *r)
{
    return r->result.billed_us / us_per_hour;
}

double run_cost(const struct simulation *s, const struct run *r)
{
    return run_hours(r) * s->rate;
}

double run_always_on_cost(const struct simulation *s, const struct run *r)
{
    return (double)s->always_on * (double)r->result.end / us_per_hour * s->rate;
}

double run_saving(const struct simulation *s, const struct run *r)
{
    double always = (double)s->always_on * (double)r->result.end;
    return always > 0 ? 1 - r->result.billed_us / always : NUM_UNKNOWN;
}

const char *request_state_name(enum request_state state)
{
    static const char *const names[] = {[REQUEST_BEYOND] = "beyond_end",
                                        [REQUEST_UNFINISHED] = "unfinished",
                                        [REQUEST_COMPLETED] = "completed",
                                        [REQUEST_FAILED] = "failed",
                                        [REQUEST_EXPIRED] = "expired"};
    return names[state];
}

/* Figures. */

enum { FIGURES_MOST = 40 };

struct list {
    struct sim_figure *f;
    size_t n;
};

static void heading(struct list *l, const char *label)
{
    l->f[l->n++] = (struct sim_figure){SIM_HEADING, label, {NUM_UNKNOWN, NUM_UNKNOWN}};
}

static void figure(struct list *l, enum sim_kind kind, const char *label, double first, double second)
{
    l->f[l->n++] = (struct sim_figure){kind, label, {first, second}};
}

static void latency(struct list *l, const char *which, const struct latency *a, const struct latency *b,
                    struct arena *mem)
{
    figure(l, SIM_COUNT, arena_printf(mem, "%s, requests", which), (double)a->n,
           b ? (double)b->n : NUM_UNKNOWN);
    figure(l, SIM_SECONDS, arena_printf(mem, "%s, p50", which), replay_s(a->p50),
           b ? replay_s(b->p50) : NUM_UNKNOWN);
    figure(l, SIM_SECONDS, arena_printf(mem, "%s, p95", which), replay_s(a->p95),
           b ? replay_s(b->p95) : NUM_UNKNOWN);
}

struct sim_figure *sim_figures(const struct simulation *s, struct arena *mem, size_t *n)
{
    struct list l = {arena_array(mem, FIGURES_MOST, sizeof *l.f), 0};
    const struct run *a = &s->runs[0], *b = s->compare ? &s->runs[1] : NULL;
    const struct replay_result *x = &a->result, *y = b ? &b->result : NULL;
#define COUNT(label, member)                                                                       \
    figure(&l, SIM_COUNT, label, (double)x->member, y ? (double)y->member : NUM_UNKNOWN)
    heading(&l, "Requests");
    COUNT("accepted", accepted);
    COUNT("completed", completed);
    COUNT("failed: ran longer than the timeout", failed);
    COUNT("expired: waited as long as the TTL", expired);
    if (x->unfinished > 0 || (y && y->unfinished > 0))
        COUNT("unfinished at the end", unfinished);
    if (x->beyond_end > 0)
        COUNT("after the end, not accepted", beyond_end);
    heading(&l, "Latency, from arrival to the end of the request");
    latency(&l, "all", &x->all, y ? &y->all : NULL, mem);
    latency(&l, "cold (no instance served)", &x->cold, y ? &y->cold : NULL, mem);
    latency(&l, "warm", &x->warm, y ? &y->warm : NULL, mem);
    heading(&l, "Capacity");
    figure(&l, SIM_HOURS, "length of the replay", (double)x->end / us_per_hour,
           y ? (double)y->end / us_per_hour : NUM_UNKNOWN);
    figure(&l, SIM_HOURS, "instance-hours billed", run_hours(a), b ? run_hours(b) : NUM_UNKNOWN);
    figure(&l, SIM_HOURS, "time without any instance", (double)x->at_zero / us_per_hour,
           y ? (double)y->at_zero / us_per_hour : NUM_UNKNOWN);
    COUNT("wake-ups from zero", wake_ups);
#undef COUNT
    heading(&l, "Compute cost, before discounts and other services");
    if (num_known(s->rate)) {
        figure(&l, SIM_MONEY, "scaled as replayed", run_cost(s, a), b ? run_cost(s, b) : NUM_UNKNOWN);
        figure(&l, SIM_MONEY,
               arena_printf(mem, "%lld instance%s always on", (long long)s->always_on,
                            s->always_on == 1 ? "" : "s"),
               run_always_on_cost(s, a), b ? run_always_on_cost(s, b) : NUM_UNKNOWN);
    }
    figure(&l, SIM_SHARE,
           arena_printf(mem, "less than %lld always on", (long long)s->always_on), run_saving(s, a),
           b ? run_saving(s, b) : NUM_UNKNOWN);
    *n = l.n;
    return l.f;
}

const char *sim_shown(const struct sim_figure *f, size_t column, struct arena *a)
{
    char buf[NUM_MAX];
    double v = f->value[column];
    if (!num_known(v))
        return "-";
    switch (f->kind) {
    case SIM_HEADING: return "";
    case SIM_COUNT: return arena_strdup(a, num_count(buf, (int64_t)v));
    case SIM_SECONDS: return arena_strdup(a, num_seconds(buf, v));
    case SIM_HOURS: return arena_printf(a, "%s h", num_fixed(buf, v, 2));
    case SIM_MONEY: return arena_printf(a, "USD %s", num_money(buf, v));
    case SIM_SHARE: return arena_strdup(a, num_percent(buf, v));
    }
    return "-";
}

/* Sentences. */

static const char *count(struct arena *a, size_t n)
{
    char buf[NUM_MAX];
    return arena_strdup(a, num_count(buf, (int64_t)n));
}

static const char *plain(struct arena *a, int64_t us)
{
    char buf[NUM_MAX];
    return arena_strdup(a, decimal_text(buf, us, 6));
}

static const char *target(struct arena *a, int64_t units)
{
    char buf[NUM_MAX];
    return arena_strdup(a, decimal_text(buf, units, 9));
}

const char *sim_answer(const struct simulation *s, struct arena *a)
{
    const struct replay_result *r = &s->runs[0].result;
    size_t lost = r->failed + r->expired;
    if (r->accepted == 0)
        return "No request arrived.";
    const char *wait = "";
    if (r->all.n > 0) {
        char p50[NUM_MAX], p95[NUM_MAX];
        wait = arena_printf(a, " Half took at most %s, 95 %% at most %s.",
                            num_seconds(p50, replay_s(r->all.p50)), num_seconds(p95, replay_s(r->all.p95)));
    }
    if (lost > 0)
        return arena_printf(a, "%s of %s requests %s lost: %s expired in the queue, %s ran into the timeout.%s",
                            count(a, lost), count(a, r->accepted), lost == 1 ? "was" : "were",
                            count(a, r->expired), count(a, r->failed), wait);
    if (r->unfinished > 0)
        return arena_printf(a, "%s of %s requests %s unfinished at the end.%s", count(a, r->unfinished),
                            count(a, r->accepted), r->unfinished == 1 ? "is" : "are", wait);
    return r->accepted == 1 ? arena_printf(a, "The one request was completed.%s", wait)
                            : arena_printf(a, "All %s requests were completed.%s", count(a, r->accepted), wait);
}

const char **sim_notes(const struct simulation *s, struct arena *a, size_t *n)
{
    const struct run *run = &s->runs[0];
    const struct replay_result *r = &run->result;
    const char **notes = arena_array(a, 4, sizeof *notes);
    *n = 0;
    const struct run *bare = s->compare ? &s->runs[1] : run->settings.wake ? NULL : run;
    if (bare && bare->settings.min == 0 && bare->result.expired + bare->result.unfinished > 0)
        notes[(*n)++] = arena_printf(
            a,
            "Without the wake pair %s requests expire and %s stay unfinished. With no instance serving, target "
            "tracking acts only on a backlog above its target, %s: a smaller one waits until more arrives or it "
            "expires.",
            count(a, bare->result.expired), count(a, bare->result.unfinished),
            target(a, bare->settings.target));
    if (r->cold.n > 0 && run->settings.wake && run->settings.min == 0)
        notes[(*n)++] = arena_printf(
            a,
            "A request that finds no instance waits for the wake alarm (%lld of %lld minutes, from the second "
            "whole minute on at the earliest with the default of 2) and then %s s for the instance.",
            (long long)run->settings.wake_periods, (long long)run->settings.wake_periods,
            plain(a, run->settings.provision));
    double saving = run_saving(s, run);
    if (num_known(saving) && saving < 0)
        notes[(*n)++] = arena_printf(a, "This costs more than %lld always on: scaling to zero does not pay here.",
                                     (long long)s->always_on);
    return notes;
}

const char *sim_settings(const struct simulation *s, struct arena *a)
{
    const struct replay_settings *x = &s->runs[0].settings;
    const char *wake = x->wake ? arena_printf(a, "wake alarm %lld of %lld, cooldown %s s", (long long)x->wake_periods,
                                              (long long)x->wake_periods, plain(a, x->wake_cooldown))
                               : "no wake pair";
    return arena_printf(a,
                        "%s; %s s to provision; %u to %u instances of %u at a time; target %s; %s; cooldowns %s s "
                        "out, %s s in; TTL %s s, timeout %s s",
                        s->source, plain(a, x->provision), x->min, x->max, x->per_instance,
                        target(a, x->target), wake, plain(a, x->scale_out_cooldown),
                        plain(a, x->scale_in_cooldown), plain(a, x->ttl), plain(a, x->timeout));
}
