#include "plan/measured.h"

#include "artifact/integrity.h"
#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

double ladder_mu_sat(const struct step *steps, size_t n)
{
    double best = NUM_UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        const struct step *s = &steps[i];
        if (s->usable != TRI_YES || !(s->achieved_rps > 0) || s->completed <= 0 || s->ok <= 0)
            continue;
        double rps = s->achieved_rps * (double)s->ok / (double)s->completed;
        if (!(rps <= best))
            best = rps;
    }
    return best;
}

static int by_concurrency(const void *a, const void *b)
{
    const struct step *x = *(const struct step *const *)a, *y = *(const struct step *const *)b;
    if (x->concurrency != y->concurrency)
        return x->concurrency < y->concurrency ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Groups the usable steps by concurrency and takes medians. */
static void fill_rungs(struct plan *p, const struct qmax *q)
{
    struct measured *m = &p->measured;
    const struct step **usable = arena_array(p->arena, q->n_steps, sizeof *usable);
    double *p95 = arena_array(p->arena, q->n_steps, sizeof *p95);
    double *cw = arena_array(p->arena, q->n_steps, sizeof *cw);
    size_t n = 0;
    for (size_t i = 0; i < q->n_steps; i++)
        if (q->steps[i].usable == TRI_YES)
            usable[n++] = &q->steps[i];
    qsort(usable, n, sizeof *usable, by_concurrency);
    m->rungs = arena_array(p->arena, n, sizeof *m->rungs);
    for (size_t i = 0; i < n;) {
        struct rung *g = &m->rungs[m->n_rungs++];
        size_t n_p95 = 0, n_cw = 0;
        g->concurrency = usable[i]->concurrency;
        for (; i < n && usable[i]->concurrency == g->concurrency; i++) {
            const struct step *s = usable[i];
            if (num_known(s->ttfab_p95_ms))
                p95[n_p95++] = s->ttfab_p95_ms;
            if (s->server_concurrency_peak > 0 && s->concurrency_mean > 0)
                cw[n_cw++] = s->server_concurrency_peak / s->concurrency_mean;
        }
        g->p95_ms = median(p95, n_p95);
        g->cw_ratio = median(cw, n_cw);
    }
}

static double chars_per_request(const struct qmax *q)
{
    double chars = 0, completed = 0;
    for (size_t i = 0; i < q->n_steps; i++) {
        const struct step *s = &q->steps[i];
        if (s->usable == TRI_YES && int_known(s->chars)) {
            chars += (double)s->chars;
            completed += (double)s->completed;
        }
    }
    return completed > 0 ? chars / completed : 0;
}

static double spread(const struct qmax *q)
{
    if (q->n_per_run < 2)
        return 0;
    int64_t lo = q->q_max_per_run[0], hi = lo;
    for (size_t i = 1; i < q->n_per_run; i++) {
        lo = q->q_max_per_run[i] < lo ? q->q_max_per_run[i] : lo;
        hi = q->q_max_per_run[i] > hi ? q->q_max_per_run[i] : hi;
    }
    return (double)(hi - lo) / (double)lo;
}

static const char *missing_text(const struct ttotal *t, struct arena *a)
{
    const char *text = NULL;
    for (size_t i = 0; i < t->n_missing; i++)
        text = text ? arena_printf(a, "%s, %s", text, t->missing_stages[i]) : t->missing_stages[i];
    return text ? text : "none named";
}

static int fill_t_total(struct plan *p, const struct plan_request *r, struct err *e)
{
    struct measured *m = &p->measured;
    const struct ttotal *t = r->ttotal;
    double assumed = r->scenario.assume_t_total_s;
    p->policy_lag_bound_s = t ? t->policy_lag_bound_s : NUM_UNKNOWN;
    if (t && num_known(t->t_total_s)) {
        if (num_known(assumed))
            return err_set(e, EXIT_USAGE,
                           "--assume-t-total: T_total was measured (%.6g s); an assumption beside "
                           "it would be ignored",
                           t->t_total_s);
        m->t_total_measured = true;
        m->t_total_s = t->t_total_s + (num_known(t->policy_lag_bound_s) ? t->policy_lag_bound_s : 0);
    } else if (num_known(assumed)) {
        m->t_total_s = assumed;
    } else if (t) {
        return err_set(e, EXIT_REFUSED,
                       "%s: $.t_total_s: the measurement did not finish (missing stages: %s); "
                       "measure again, or plan with --assume-t-total S",
                       r->n_inputs > 1 ? r->inputs[1].name : "ttotal", missing_text(t, p->arena));
    } else {
        return err_set(e, EXIT_USAGE, "T_total is needed: --ttotal F, or --assume-t-total S");
    }
    if (!(m->t_total_s <= LIMIT_T_TOTAL_S))
        return err_set(e, EXIT_REFUSED, "T_total is %.6g s, beyond the 1e9 s that a plan can mean", m->t_total_s);
    return 0;
}

int measured_fill(struct plan *p, const struct plan_request *r, struct err *e)
{
    const struct qmax *q = r->ladder;
    struct measured *m = &p->measured;
    *m = (struct measured){
        .model_name = q->model_name,
        .endpoint = q->endpoint,
        .instance_type = q->instance_type,
        .transport = q->transport,
        .q_max = q->q_max,
        .slo_ms = q->slo_ms,
        .q_max_bracketed = q->q_max_bracketed,
        .frozen = q->frozen,
        .unbounded_queue = q->unbounded_queue,
        .s_mean_s = q->s_mean_s,
        .s_p95_s = q->s_p95_s,
        .chars_per_request = chars_per_request(q),
        .instance_counts = q->instance_counts,
        .n_instance_counts = q->n_instance_counts,
        .config = q->config,
        .q_max_spread = spread(q),
        .runs_contributing = q->n_per_run > 0 ? (int64_t)q->n_per_run : 1,
        .provenance = q->provenance,
    };
    fill_rungs(p, q);
    /* The figure is recomputed rather than copied: the top-level copy is optional. */
    m->ttfab_p95_at_c1_ms = ladder_p95_at(q->steps, q->n_steps, 1, p->arena);
    return fill_t_total(p, r, e);
}
