#include "ladder/derive.h"

#include "artifact/integrity.h"
#include "base/limits.h"
#include "base/num.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double percentile_linear(const double *x, size_t n, double p)
{
    double at = (double)(n - 1) * p, low = floor(at), t = at - low;
    size_t i = (size_t)low;
    if (i + 1 >= n)
        return x[n - 1];
    /* numpy goes from the nearer end, so that rounding never leaves the interval. */
    double d = x[i + 1] - x[i];
    return t < 0.5 ? x[i] + d * t : x[i + 1] - d * (1 - t);
}

static void sort(double *x, size_t n)
{
    if (n > 1)
        qsort(x, n, sizeof *x, ascending);
}

/* Most requests in flight at once; a request that ends when another starts has made room for it. */
static int64_t peak_of(const struct event_group *g)
{
    int64_t now = 0, peak = 0;
    for (size_t s = 0, f = 0; s < g->n; s++) {
        for (; f < g->n && g->end[f] <= g->start[s]; f++)
            now--;
        now++;
        peak = now > peak ? now : peak;
    }
    return peak;
}

static void latencies(struct event_group *g, struct step *s)
{
    double sum = 0;
    sort(g->ttfab_ms, g->n_ok);
    sort(g->s, g->n_ok);
    for (size_t i = 0; i < g->n_ok; i++)
        sum += g->s[i];
    s->ttfab_p50_ms = percentile_linear(g->ttfab_ms, g->n_ok, 0.50);
    s->ttfab_p95_ms = percentile_linear(g->ttfab_ms, g->n_ok, 0.95);
    s->ttfab_p99_ms = percentile_linear(g->ttfab_ms, g->n_ok, 0.99);
    s->s_mean_s = sum / (double)g->n_ok;
    s->s_p95_s = percentile_linear(g->s, g->n_ok, 0.95);
    s->latency_p95_ms = s->s_p95_s * 1000.0;
}

/* Throughput and what was in flight, over the time from the rung's first start to its last end. */
static void occupancy(struct event_group *g, struct step *s)
{
    double span = g->last_end - g->first_start, busy = 0;
    for (size_t i = 0; i < g->n; i++)
        busy += g->end[i] - g->start[i];
    sort(g->start, g->n);
    sort(g->end, g->n);
    s->concurrency_peak = (double)peak_of(g);
    if (span > 0) {
        s->achieved_rps = (double)g->n / span;
        s->concurrency_mean = busy / span;
    }
}

static struct step derive_step(struct event_group *g, int64_t index, int64_t slo_ms, struct arena *a)
{
    struct step s = {.run_index = g->run,
                     .step_index = index,
                     .concurrency = g->concurrency,
                     .completed = (int64_t)g->n,
                     .ok = (int64_t)g->n_ok,
                     .rejected = INT_UNKNOWN,
                     .chars = g->chars,
                     .achieved_rps = NUM_UNKNOWN,
                     .ttfab_p50_ms = NUM_UNKNOWN,
                     .ttfab_p95_ms = NUM_UNKNOWN,
                     .ttfab_p99_ms = NUM_UNKNOWN,
                     .latency_p95_ms = NUM_UNKNOWN,
                     .s_mean_s = NUM_UNKNOWN,
                     .s_p95_s = NUM_UNKNOWN,
                     .concurrency_mean = NUM_UNKNOWN,
                     .concurrency_peak = NUM_UNKNOWN,
                     .usable = TRI_YES};
    double failed = (double)(g->n - g->n_ok) / (double)g->n;
    char buf[NUM_MAX];
    if (g->n_ok > 0)
        latencies(g, &s);
    occupancy(g, &s);
    if (g->n_ok == 0)
        s.unusable_reason = "no request was ok";
    else if (failed > LADDER_FAILED_SHARE)
        s.unusable_reason = arena_printf(a, "%s of the requests failed, so the p95 of the others says nothing",
                                         num_percent(buf, failed));
    s.usable = s.unusable_reason ? TRI_NO : TRI_YES;
    s.meets_slo = s.usable == TRI_YES && s.ttfab_p95_ms <= (double)slo_ms ? TRI_YES : TRI_NO;
    return s;
}

/* Answers of the passes (steps of one run stand together) and whether one of them is bracketed. */
static void answers(struct qmax *q, struct arena *a)
{
    q->q_max_per_run = arena_array(a, q->n_steps, sizeof *q->q_max_per_run);
    q->q_max = INT_UNKNOWN;
    q->q_max_bracketed = TRI_NO;
    q->runs = 0;
    for (size_t i = 0, end; i < q->n_steps; i = end) {
        int64_t answer = 0;
        for (end = i; end < q->n_steps && q->steps[end].run_index == q->steps[i].run_index; end++)
            if (q->steps[end].meets_slo == TRI_YES && q->steps[end].concurrency > answer)
                answer = q->steps[end].concurrency;
        q->runs++;
        if (answer == 0)
            continue;
        q->q_max_per_run[q->n_per_run++] = answer;
        if (!int_known(q->q_max) || answer < q->q_max)
            q->q_max = answer;
        for (size_t k = i; k < end; k++)
            if (q->steps[k].concurrency > answer && q->steps[k].ttfab_p95_ms > 0)
                q->q_max_bracketed = TRI_YES;
    }
}

static void doubt(const struct qmax *q, struct strbuf *out)
{
    char a[NUM_MAX];
    size_t slack = 0, failing = 0;
    bool alone = false;
    const struct step *first = NULL;
    for (size_t i = 0; i < q->n_steps; i++) {
        const struct step *s = &q->steps[i];
        alone = alone || (s->concurrency == 1 && s->usable == TRI_YES);
        failing += s->usable == TRI_NO;
        /* Clients that wait between requests measure another queue than the one that is named. */
        if (s->concurrency_mean < 0.9 * (double)s->concurrency) {
            first = first ? first : s;
            slack++;
        }
    }
    if (first)
        sb_addf(out,
                "%zu of %zu rungs did not hold their concurrency: run %lld at %lld had %s requests "
                "in flight on "
                "average\n",
                slack, q->n_steps, (long long)first->run_index, (long long)first->concurrency,
                num_concurrency(a, first->concurrency_mean));
    if (failing)
        sb_addf(out, "%zu of %zu rungs are not usable: over %s of their requests failed\n", failing, q->n_steps,
                num_percent(a, LADDER_FAILED_SHARE));
    if (!alone)
        sb_add(out, "no usable rung at concurrency 1: no threshold for the alarm on the first "
                    "chunk's latency\n");
    if (q->q_max_bracketed != TRI_YES)
        sb_add(out, "no rung above the answer misses the SLO: q_max is a lower bound\n");
}

int ladder_derive(struct events *ev, const struct ladder_claims *claims, struct arena *a, struct qmax *q,
                  struct strbuf *doubts, struct err *e)
{
    *q = (struct qmax){.model_name = claims->model,
                       .instance_type = claims->instance_type,
                       .run_id = arena_strndup(a, ev->sha256, 12),
                       .slo_ms = claims->slo_ms,
                       .frozen = TRI_UNKNOWN,
                       .unbounded_queue = TRI_UNKNOWN,
                       .ttfab_p95_at_q_max_ms = NUM_UNKNOWN,
                       .n_steps = ev->n};
    q->steps = arena_array(a, ev->n, sizeof *q->steps);
    int64_t index = 0;
    for (size_t i = 0; i < ev->n; i++) {
        index = i > 0 && ev->groups[i].run == ev->groups[i - 1].run ? index + 1 : 0;
        q->steps[i] = derive_step(&ev->groups[i], index, q->slo_ms, a);
        const struct step *s = &q->steps[i];
        if ((s->s_mean_s > 0 && s->s_mean_s < LIMIT_SERVICE_S) || s->achieved_rps > LIMIT_MEASURED)
            return err_set(e, EXIT_REFUSED,
                           "%s: requests at concurrency %lld took %g s on average, too short for seconds", ev->name,
                           (long long)s->concurrency,
                           num_known(s->s_mean_s) ? s->s_mean_s : (double)s->concurrency / s->achieved_rps);
        if (s->achieved_rps < LIMIT_OCCUPANCY || (s->concurrency_mean > 0 && s->concurrency_mean < LIMIT_OCCUPANCY))
            return err_set(
                e, EXIT_REFUSED,
                "%s: at concurrency %lld, %g requests/s with %g in flight on average are too few for times "
                "in seconds",
                ev->name, (long long)s->concurrency, s->achieved_rps, s->concurrency_mean);
    }
    answers(q, a);
    if (q->n_per_run == 0)
        return err_set(e, EXIT_REFUSED,
                       "%s: no rung meets the SLO of %lld ms, so there is no Q_max; measure lower "
                       "rungs, or promise "
                       "a longer time to first audio byte",
                       ev->name, (long long)q->slo_ms);
    for (size_t i = q->n_steps; i > 0; i--)
        if (q->steps[i - 1].concurrency == q->q_max && q->steps[i - 1].meets_slo == TRI_YES)
            q->ttfab_p95_at_q_max_ms = q->steps[i - 1].ttfab_p95_ms;
    q->ttfab_p95_at_c1_ms = ladder_p95_at(q->steps, q->n_steps, 1, a);
    if (!ladder_service_time(q->steps, q->n_steps, &q->s_mean_s, &q->s_p95_s))
        return err_set(e, EXIT_REFUSED, "%s: every request took 0 s, so there is no service time", ev->name);
    q->config = (struct fingerprint){
        .present = true, .instance_type = claims->instance_type, .image_digest = claims->image_digest};
    q->provenance =
        (struct provenance){.present = true,
                            .origin = "measured",
                            .run_id = q->run_id,
                            .note = arena_printf(a,
                                                 "derived by headroom " HEADROOM_VERSION
                                                 " from the raw records %s, SHA-256 %s; percentiles by the "
                                                 "linear method over the ok requests of a rung, first start to last "
                                                 "end; a rung with over 5 %% failed "
                                                 "requests is not usable; null is what the records cannot say",
                                                 ev->name, ev->sha256)};
    doubt(q, doubts);
    return 0;
}
