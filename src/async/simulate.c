#include "async/simulate.h"

#include "async/decimal.h"
#include "base/date.h"
#include "base/file.h"
#include "base/num.h"

#include <stdlib.h>
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

const char *sim_evidence(const struct simulation *s, struct arena *a)
{
    const char *text = "";
    for (size_t i = 0; i < s->n_inputs; i++)
        text = arena_printf(a, "%s%s%s: %s, SHA-256 %s", text, i ? "\n" : "", s->inputs[i].role, s->inputs[i].name,
                            s->inputs[i].sha256);
    return text;
}

int64_t sim_date(void)
{
    int64_t date = date_source_epoch();
    return date < 0 ? DATE_UNKNOWN : date;
}

/* Figures. */

enum { FIGURES_MOST = 40 };

struct list {
    struct sim_figure *f;
    size_t n;
};

static void heading(struct list *l, const char *label)
{
    l->f[l->n++] = (struct sim_figure){SIM_HEADING, NULL, label, {NUM_UNKNOWN, NUM_UNKNOWN}, false};
}

static void figure(struct list *l, enum sim_kind kind, const char *key, const char *label, double first,
                   double second)
{
    l->f[l->n++] = (struct sim_figure){kind, key, label, {first, second}, false};
}

static void count_of(struct list *l, const char *key, const char *label, int64_t first, int64_t second)
{
    figure(l, SIM_COUNT, key, label, (double)first, (double)second);
}

static void latency(struct list *l, const char *key, const char *which, const struct latency *a,
                    const struct latency *b, struct arena *mem)
{
    count_of(l, arena_printf(mem, "%s_n", key), arena_printf(mem, "%s, requests", which), (int64_t)a->n,
             (int64_t)b->n);
    figure(l, SIM_SECONDS, arena_printf(mem, "%s_p50", key), arena_printf(mem, "%s, p50", which), replay_s(a->p50),
           replay_s(b->p50));
    figure(l, SIM_SECONDS, arena_printf(mem, "%s_p95", key), arena_printf(mem, "%s, p95", which), replay_s(a->p95),
           replay_s(b->p95));
}

struct sim_figure *sim_figures(const struct simulation *s, struct arena *mem, size_t *n)
{
    struct list l = {arena_array(mem, FIGURES_MOST, sizeof *l.f), 0};
    /* Without a second run its column is not shown, and repeats the first. */
    const struct run *a = &s->runs[0], *b = &s->runs[s->compare ? 1 : 0];
    const struct replay_result *x = &a->result, *y = &b->result;
    bool priced = num_known(s->rate);
    heading(&l, "Requests");
    count_of(&l, "accepted", "accepted", (int64_t)x->accepted, (int64_t)y->accepted);
    count_of(&l, "completed", "completed", (int64_t)x->completed, (int64_t)y->completed);
    count_of(&l, "failed", "failed: ran longer than the timeout", (int64_t)x->failed, (int64_t)y->failed);
    count_of(&l, "expired", "expired: waited as long as the TTL", (int64_t)x->expired, (int64_t)y->expired);
    count_of(&l, "unfinished", "unfinished at the end", (int64_t)x->unfinished, (int64_t)y->unfinished);
    l.f[l.n - 1].quiet = x->unfinished == 0 && y->unfinished == 0;
    count_of(&l, "beyond_end", "after the end, not accepted", (int64_t)x->beyond_end, (int64_t)y->beyond_end);
    l.f[l.n - 1].quiet = x->beyond_end == 0;
    heading(&l, "Latency, from arrival to the end of the request");
    latency(&l, "all", "all", &x->all, &y->all, mem);
    latency(&l, "cold", "cold (no instance served)", &x->cold, &y->cold, mem);
    latency(&l, "warm", "warm", &x->warm, &y->warm, mem);
    heading(&l, "Capacity");
    figure(&l, SIM_HOURS, "replay_hours", "length of the replay", (double)x->end / us_per_hour,
           (double)y->end / us_per_hour);
    figure(&l, SIM_HOURS, "instance_hours", "instance-hours billed", run_hours(a), run_hours(b));
    figure(&l, SIM_HOURS, "hours_at_zero", "time without any instance", (double)x->at_zero / us_per_hour,
           (double)y->at_zero / us_per_hour);
    count_of(&l, "wake_ups", "wake-ups from zero", x->wake_ups, y->wake_ups);
    heading(&l, "Cost, before discounts and other services");
    figure(&l, SIM_MONEY, "cost", "compute cost as replayed", run_cost(s, a), run_cost(s, b));
    l.f[l.n - 1].quiet = !priced;
    figure(&l, SIM_MONEY, "always_on_cost",
           arena_printf(mem, "compute cost of %lld instance%s always on", (long long)s->always_on,
                        s->always_on == 1 ? "" : "s"),
           run_always_on_cost(s, a), run_always_on_cost(s, b));
    l.f[l.n - 1].quiet = !priced;
    figure(&l, SIM_SHARE, "saving", arena_printf(mem, "saved against %lld always on", (long long)s->always_on),
           run_saving(s, a), run_saving(s, b));
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
    case SIM_MONEY: return arena_printf(a, "%s USD", num_money(buf, v));
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

/* A time for a sentence: whole seconds as a count, others with the one decimal of the house. */
static const char *seconds(struct arena *a, int64_t us)
{
    char buf[NUM_MAX];
    if (us % REPLAY_SECOND == 0)
        return arena_printf(a, "%s s", num_count(buf, us / REPLAY_SECOND));
    return us < REPLAY_SECOND ? arena_printf(a, "%s s", plain(a, us))
                              : arena_strdup(a, num_seconds(buf, replay_s(us)));
}

static const char *target(struct arena *a, int64_t units)
{
    char buf[NUM_MAX];
    return arena_strdup(a, decimal_text(buf, units, 9));
}

const char *sim_setting(const struct simulation *s, const struct run *r, struct arena *a)
{
    const char *t = target(a, r->settings.target), *p = plain(a, r->settings.provision);
    if (s->sweep_target && s->sweep_provision)
        return arena_printf(a, "target %s, %s s", t, p);
    return arena_printf(a, s->sweep_target ? "target %s" : "%s s", s->sweep_target ? t : p);
}

/* Of a sweep: the run with the shortest p95, of equals the one that takes least. */
static const char *shortest(const struct simulation *s, struct arena *a)
{
    const struct run *best = NULL;
    char p95[NUM_MAX], least[NUM_MAX];
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct run *r = &s->runs[i];
        int64_t x = r->result.all.p95, y = best ? best->result.all.p95 : 0;
        if (x != REPLAY_NEVER && (!best || x < y || (x == y && r->result.billed_us < best->result.billed_us)))
            best = r;
    }
    if (!best)
        return "No request came to an end.";
    num_seconds(p95, replay_s(best->result.all.p95));
    if (num_known(s->rate))
        return arena_printf(a, "The shortest p95 latency, %s, costs %s USD (%s)", p95,
                            num_money(least, run_cost(s, best)), sim_setting(s, best, a));
    return arena_printf(a, "The shortest p95 latency, %s, takes %s instance-hours (%s)", p95,
                        num_fixed(least, run_hours(best), 2), sim_setting(s, best, a));
}

const char *sim_answer(const struct simulation *s, struct arena *a)
{
    if (s->sweep_target || s->sweep_provision)
        return shortest(s, a);
    const struct replay_result *r = &s->runs[0].result;
    size_t lost = r->failed + r->expired;
    if (r->accepted == 0)
        return "No request arrived.";
    const char *wait = "";
    if (r->all.n > 0) {
        char p50[NUM_MAX], p95[NUM_MAX];
        num_seconds(p50, replay_s(r->all.p50));
        num_seconds(p95, replay_s(r->all.p95));
        wait = r->accepted == 1 ? arena_printf(a, " It took %s.", p50)
                                : arena_printf(a, " Half took at most %s, 95 %% at most %s.", p50, p95);
    }
    if (lost > 0)
        return arena_printf(a, "%s of %s requests %s lost: %s expired in the queue, %s ran into the timeout.%s",
                            count(a, lost), count(a, r->accepted), lost == 1 ? "was" : "were", count(a, r->expired),
                            count(a, r->failed), wait);
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
            "Without the wake pair %s of %s requests expire or wait still at the end. With no instance serving, target "
            "tracking acts only on a backlog above its target, %s: a smaller one waits until more arrives or it "
            "expires.",
            count(a, bare->result.expired + bare->result.unfinished), count(a, bare->result.accepted),
            target(a, bare->settings.target));
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is always a first run */
    if (r->cold.n > 0 && run->settings.wake && run->settings.min == 0)
        notes[(*n)++] = arena_printf(
            a,
            "A request that finds no instance waits until the wake alarm has seen a backlog at %lld whole minutes in "
            "a row, and then %s for the instance.",
            (long long)run->settings.wake_periods, seconds(a, run->settings.provision));
    double saving = run_saving(s, run);
    if (num_known(saving) && saving < 0)
        notes[(*n)++] =
            arena_printf(a, "This costs more than %lld instance%s always on: scaling to zero does not pay here.",
                         (long long)s->always_on, s->always_on == 1 ? "" : "s");
    return notes;
}

const char *sim_settings(const struct simulation *s, struct arena *a)
{
    const struct replay_settings *x = &s->runs[0].settings;
    const char *wake = x->wake ? arena_printf(a, "wake alarm %lld of %lld, cooldown %s", (long long)x->wake_periods,
                                              (long long)x->wake_periods, seconds(a, x->wake_cooldown))
                               : "no wake pair";
    const char *provision =
        s->sweep_provision ? "provisioning swept" : arena_printf(a, "%s to provision", seconds(a, x->provision));
    char *source = printable_line(s->source);
    const char *text = arena_printf(
        a,
        "%s; %s; %u to %u instance%s, each of %u request%s at a time; target %s; %s; cooldowns %s out, %s in; TTL %s, "
        "timeout %s",
        source, provision, x->min, x->max, x->max == 1 ? "" : "s", x->per_instance, x->per_instance == 1 ? "" : "s",
        s->sweep_target ? "swept" : target(a, x->target), wake, seconds(a, x->scale_out_cooldown),
        seconds(a, x->scale_in_cooldown), seconds(a, x->ttl), seconds(a, x->timeout));
    free(source);
    return text;
}
