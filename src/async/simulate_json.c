#include "async/simulate.h"

static void latency(struct jsonw *w, const char *key, const struct latency *l)
{
    jw_key(w, key);
    jw_object(w);
    jw_kint(w, "n", (int64_t)l->n);
    jw_kdouble(w, "p50", replay_s(l->p50));
    jw_kdouble(w, "p95", replay_s(l->p95));
    jw_end(w);
}

/* The members of one replay. */
static void members(struct jsonw *w, const struct simulation *s, const struct run *run)
{
    const struct replay_result *r = &run->result;
    jw_kint(w, "accepted", (int64_t)r->accepted);
    jw_kint(w, "completed", (int64_t)r->completed);
    jw_kint(w, "failed", (int64_t)r->failed);
    jw_kint(w, "expired", (int64_t)r->expired);
    jw_kint(w, "unfinished", (int64_t)r->unfinished);
    jw_kint(w, "beyond_end", (int64_t)r->beyond_end);
    jw_kdouble(w, "end_s", replay_s(r->end));
    jw_kdouble(w, "billable_instance_hours", run_hours(run));
    jw_kdouble(w, "cost_usd", run_cost(s, run));
    jw_kint(w, "always_on_instances", s->always_on);
    jw_kdouble(w, "always_on_cost_usd", run_always_on_cost(s, run));
    jw_kdouble(w, "hours_at_zero", (double)r->at_zero / 3.6e9);
    jw_kint(w, "wake_ups", r->wake_ups);
    jw_key(w, "latency_s");
    jw_object(w);
    latency(w, "all", &r->all);
    latency(w, "cold", &r->cold);
    latency(w, "warm", &r->warm);
    jw_end(w);
}

static void capacity(struct jsonw *w, const struct replay_result *r)
{
    jw_key(w, "capacity");
    jw_array(w);
    /* A triple a line: the list is long and is read by eye as well. */
    for (size_t i = 0; i < r->n_capacity; i++) {
        struct strbuf triple = {0};
        struct jsonw t;
        jw_init(&t, &triple, 0);
        jw_array(&t);
        jw_double(&t, replay_s(r->capacity[i].at));
        jw_int(&t, r->capacity[i].billed);
        jw_int(&t, r->capacity[i].serving);
        jw_end(&t);
        jw_raw(w, sb_str(&triple));
        sb_free(&triple);
    }
    jw_end(w);
}

void simulate_members(const struct simulation *s, struct jsonw *w)
{
    if (s->sweep_target || s->sweep_provision) {
        jw_key(w, "sweep");
        jw_array(w);
        for (size_t i = 0; i < s->n_runs; i++) {
            jw_object(w);
            jw_kdouble(w, "target", (double)s->runs[i].settings.target / (double)REPLAY_TARGET_UNIT);
            jw_kdouble(w, "provision_s", replay_s(s->runs[i].settings.provision));
            members(w, s, &s->runs[i]);
            jw_end(w);
        }
        jw_end(w);
    } else {
        members(w, s, &s->runs[0]);
        capacity(w, &s->runs[0].result);
        if (s->compare) {
            jw_key(w, "without_wake");
            jw_object(w);
            members(w, s, &s->runs[1]);
            capacity(w, &s->runs[1].result);
            jw_end(w);
        }
    }
}

void simulate_json(const struct simulation *s, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    simulate_members(s, &w);
    jw_end(&w);
    sb_add(out, "\n");
}
