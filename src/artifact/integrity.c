#include "artifact/integrity.h"

#include "artifact/fingerprint.h"
#include "base/num.h"

#include <stdlib.h>
#include <string.h>

static bool same(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *x, size_t n)
{
    if (n == 0)
        return NUM_UNKNOWN;
    qsort(x, n, sizeof *x, ascending);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static bool usable_at(const struct step *s, int64_t concurrency)
{
    return s->usable == TRI_YES && s->concurrency == concurrency;
}

double ladder_p95_at(const struct step *steps, size_t n, int64_t concurrency, struct arena *a)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += usable_at(&steps[i], concurrency) && num_known(steps[i].ttfab_p95_ms);
    double *x = arena_array(a, count, sizeof *x);
    count = 0;
    for (size_t i = 0; i < n; i++)
        if (usable_at(&steps[i], concurrency) && num_known(steps[i].ttfab_p95_ms))
            x[count++] = steps[i].ttfab_p95_ms;
    return median(x, count);
}

bool ladder_service_time(const struct step *steps, size_t n, double *s, double *s_p95)
{
    const struct step *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (steps[i].usable == TRI_YES && steps[i].s_mean_s > 0 &&
            (!best || steps[i].concurrency < best->concurrency))
            best = &steps[i];
    if (!best)
        return false;
    *s = best->s_mean_s;
    *s_p95 = num_known(best->s_p95_s) && best->s_p95_s > best->s_mean_s ? best->s_p95_s : best->s_mean_s;
    return true;
}

/* Reports a copied figure that differs from its source. */
static void copied(struct notes *problems, const char *name, const char *path, double stated, double computed,
                   const char *source)
{
    char a[NUM_MAX], b[NUM_MAX];
    if (!num_known(stated) || !num_known(computed) || same(stated, computed))
        return;
    notes_add(problems, "%s: $.%s: is %s, but %s gives %s", name, path, num_exact(a, stated), source,
              num_exact(b, computed));
}

static void check_meets_slo(const struct qmax *q, const char *name, struct notes *problems)
{
    for (size_t i = 0; i < q->n_steps; i++) {
        const struct step *s = &q->steps[i];
        bool known = s->usable == TRI_NO || num_known(s->ttfab_p95_ms);
        bool meets = s->usable == TRI_YES && s->ttfab_p95_ms <= (double)q->slo_ms;
        if (known && meets != (s->meets_slo == TRI_YES))
            notes_add(problems,
                      "%s: $.steps[%zu].meets_slo: is %s, but the rung is %susable and its p95 of %s ms "
                      "stands against an SLO of %lld ms",
                      name, i, s->meets_slo == TRI_YES ? "true" : "false", s->usable == TRI_YES ? "" : "not ",
                      num_known(s->ttfab_p95_ms) ? arena_printf(problems->arena, "%.6g", s->ttfab_p95_ms) : "unknown",
                      (long long)q->slo_ms);
    }
}

struct pass {
    int64_t run_index, answer; /* highest rung that meets the SLO; 0: none */
};

static struct pass *passes_of(const struct qmax *q, struct arena *a, size_t *n)
{
    struct pass *p = arena_array(a, q->n_steps, sizeof *p);
    *n = 0;
    for (size_t i = 0; i < q->n_steps; i++) {
        const struct step *s = &q->steps[i];
        /* Steps of one pass stand together as a rule: the last pass is the first guess. */
        size_t k = *n;
        for (size_t j = *n; j > 0 && k == *n; j--)
            if (p[j - 1].run_index == s->run_index)
                k = j - 1;
        if (k == *n)
            p[(*n)++] = (struct pass){s->run_index, 0};
        if (s->meets_slo == TRI_YES && s->concurrency > p[k].answer)
            p[k].answer = s->concurrency;
    }
    return p;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static const char *list_text(struct arena *a, const int64_t *x, size_t n)
{
    struct strbuf sb = {0};
    sb_addc(&sb, '[');
    for (size_t i = 0; i < n && i < 20; i++)
        sb_addf(&sb, "%s%lld", i ? ", " : "", (long long)x[i]);
    sb_add(&sb, n > 20 ? ", ...]" : "]");
    const char *text = arena_strdup(a, sb_str(&sb));
    sb_free(&sb);
    return text;
}

static void check_answers(const struct qmax *q, const char *name, const struct pass *passes, size_t n,
                          struct notes *problems)
{
    struct arena *a = problems->arena;
    int64_t *found = arena_array(a, n, sizeof *found);
    int64_t *stated = arena_array(a, q->n_per_run, sizeof *stated);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (passes[i].answer > 0)
            found[count++] = passes[i].answer;
    if (q->n_per_run)
        memcpy(stated, q->q_max_per_run, q->n_per_run * sizeof *stated);
    qsort(found, count, sizeof *found, by_value);
    qsort(stated, q->n_per_run, sizeof *stated, by_value);
    if (count != q->n_per_run || (count > 0 && memcmp(found, stated, count * sizeof *found) != 0))
        notes_add(problems,
                  "%s: $.q_max_per_run: is %s, but the highest rungs that meet the SLO, pass by pass, "
                  "are %s",
                  name, list_text(a, q->q_max_per_run, q->n_per_run), list_text(a, found, count));
    if (q->n_per_run > 0 && q->q_max != stated[0])
        notes_add(problems, "%s: $.q_max: is %lld, but the smallest entry of q_max_per_run is %lld", name,
                  (long long)q->q_max, (long long)stated[0]);
}

static void check_bracket(const struct qmax *q, const char *name, const struct pass *passes, struct notes *problems)
{
    bool bracketed = false;
    size_t k = 0;
    for (size_t i = 0; i < q->n_steps && !bracketed; i++) {
        const struct step *s = &q->steps[i];
        if (passes[k].run_index != s->run_index)
            for (k = 0; passes[k].run_index != s->run_index; k++)
                ; /* every step belongs to a pass */
        bracketed = passes[k].answer > 0 && s->concurrency > passes[k].answer && s->ttfab_p95_ms > 0 &&
                    s->meets_slo == TRI_NO;
    }
    if (bracketed != (q->q_max_bracketed == TRI_YES))
        notes_add(problems, "%s: $.q_max_bracketed: is %s, but %s", name,
                  q->q_max_bracketed == TRI_YES ? "true" : "false",
                  bracketed ? "a pass has a rung above its answer that misses the SLO"
                            : "no pass has a measured rung above its answer that misses the SLO");
}

static void check_outcomes(const struct qmax *q, const char *name, struct notes *problems)
{
    for (size_t i = 0; i < q->n_steps; i++) {
        const struct step *s = &q->steps[i];
        if (!s->has_outcomes)
            continue;
        int64_t ok = 0;
        double sum = 0;
        for (size_t j = 0; j < s->n_outcomes; j++) {
            sum += (double)s->outcomes[j].n;
            if (strcmp(s->outcomes[j].name, "ok") == 0)
                ok = s->outcomes[j].n;
        }
        if (sum != (double)s->completed)
            notes_add(problems, "%s: $.steps[%zu].outcome_counts: adds up to %.0f, but completed is %lld", name, i,
                      sum, (long long)s->completed);
        if (int_known(s->ok) && ok != s->ok)
            notes_add(problems, "%s: $.steps[%zu].outcome_counts.ok: is %lld, but ok is %lld", name, i, (long long)ok,
                      (long long)s->ok);
    }
}

void qmax_integrity(const struct qmax *q, const char *name, struct notes *problems)
{
    struct arena *a = problems->arena;
    size_t n;
    const struct pass *passes = passes_of(q, a, &n);
    check_meets_slo(q, name, problems);
    check_answers(q, name, passes, n, problems);
    check_bracket(q, name, passes, problems);
    double s, s_p95;
    if (ladder_service_time(q->steps, q->n_steps, &s, &s_p95)) {
        copied(problems, name, "s_mean_s", q->s_mean_s, s, "the lowest usable rung");
        copied(problems, name, "s_p95_s", q->s_p95_s, s_p95, "the lowest usable rung");
    }
    for (size_t i = 0; i < q->n_steps; i++)
        if (q->steps[i].concurrency == q->q_max && q->steps[i].meets_slo == TRI_YES) {
            copied(problems, name, "ttfab_p95_at_q_max_ms", q->ttfab_p95_at_q_max_ms, q->steps[i].ttfab_p95_ms,
                   "the rung at q_max");
            break;
        }
    copied(problems, name, "ttfab_p95_at_c1_ms", q->ttfab_p95_at_c1_ms, ladder_p95_at(q->steps, q->n_steps, 1, a),
           "the median over the rungs at concurrency 1");
    if (q->config.present && q->config.instance_type && strcmp(q->instance_type, q->config.instance_type) != 0)
        notes_add(problems, "%s: $.instance_type: is \"%s\", but deployed_config says \"%s\"", name, q->instance_type,
                  q->config.instance_type);
    if (int_known(q->runs) && q->runs != (int64_t)n)
        notes_add(problems, "%s: $.runs: is %lld, but the steps hold %zu distinct run_index", name,
                  (long long)q->runs, n);
    check_outcomes(q, name, problems);
}

static const struct mark *mark_of(const struct ttotal *t, const char *stage)
{
    for (size_t i = 0; i < t->n_timeline; i++)
        if (strcmp(t->timeline[i].stage, stage) == 0)
            return int_known(t->timeline[i].at_us) ? &t->timeline[i] : NULL;
    return NULL;
}

size_t first_clocked_stage(const struct stage *stages, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(stages[i].from, "desired_set") == 0)
            return i;
    return n;
}

static void check_stages(const struct ttotal *t, const char *name, struct notes *problems)
{
    const double slack = 1e-9; /* of the subtraction itself */
    for (size_t i = 0; i < t->n_durations; i++) {
        const struct stage *s = &t->durations[i];
        const struct mark *from = mark_of(t, s->from), *to = mark_of(t, s->to);
        if (from && to && num_known(s->seconds)) {
            double span = (double)(to->at_us - from->at_us) / 1e6;
            if (fabs(span - s->seconds) > 0.0005 + slack)
                notes_add(problems,
                          "%s: $.durations[%zu].seconds: is %.6g s, but the timeline shows %.6g s from "
                          "%.80s to %.80s",
                          name, i, s->seconds, span, s->from, s->to);
        }
        if (num_known(s->share) && isfinite(s->seconds / t->t_total_s) &&
            fabs(s->share - s->seconds / t->t_total_s) > 0.00005 + slack)
            notes_add(problems, "%s: $.durations[%zu].share: is %.6g, but %.6g s of %.6g s is %.6g", name, i,
                      s->share, s->seconds, t->t_total_s, s->seconds / t->t_total_s);
    }
}

static void check_sum(const struct ttotal *t, const char *name, struct notes *problems)
{
    size_t first = first_clocked_stage(t->durations, t->n_durations);
    double sum = 0;
    for (size_t i = first; i < t->n_durations; i++) {
        if (!num_known(t->durations[i].seconds))
            return;
        sum += t->durations[i].seconds;
    }
    size_t n = t->n_durations - first;
    if (n > 0 && t->n_missing == 0 && num_known(t->t_total_s) && fabs(sum - t->t_total_s) > 0.0005 * (double)n + 1e-9)
        notes_add(problems, "%s: $.t_total_s: is %.9g s, but the %zu stages from desired_set on add up to %.9g s",
                  name, t->t_total_s, n, sum);
}

void ttotal_integrity(const struct ttotal *t, const char *name, struct notes *problems)
{
    if (t->config_slug && t->config.present) {
        const char *own = slug_of(problems->arena, t->config.instance_type, t->config.image_digest);
        if (strcmp(own, t->config_slug) != 0)
            notes_add(problems, "%s: $.config_slug: is \"%s\", but deployed_config gives \"%s\"", name,
                      t->config_slug, own);
    }
    check_stages(t, name, problems);
    check_sum(t, name, problems);
    double lag = num_known(t->policy_lag_bound_s) ? t->policy_lag_bound_s : 0;
    copied(problems, name, "t_total_with_policy_bound_s", t->t_total_with_policy_bound_s, t->t_total_s + lag,
           "t_total_s + policy_lag_bound_s");
}

int integrity_settle(const struct notes *problems, bool allow, struct notes *notes, struct err *e)
{
    if (problems->n == 0)
        return 0;
    if (allow) {
        for (size_t i = 0; i < problems->n; i++)
            notes_add(notes, "accepted by --allow-inconsistent: %s", problems->items[i]);
        return 0;
    }
    struct strbuf sb = {0};
    sb_add(&sb, problems->items[0]);
    for (size_t i = 1; i < problems->n && i < 8; i++)
        sb_addf(&sb, "\n  and %s", problems->items[i]);
    if (problems->n > 8)
        sb_addf(&sb, "\n  and %zu more", problems->n - 8);
    sb_add(&sb, "\n  --allow-inconsistent plans with the stated values and records this");
    int r = err_set(e, EXIT_REFUSED, "%s", sb_str(&sb));
    sb_free(&sb);
    return r;
}
