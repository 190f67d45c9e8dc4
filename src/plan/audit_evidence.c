/* Checks of the measurement itself: how far can its figures be trusted? */
#include "base/num.h"
#include "model/policy.h"
#include "plan/checks.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(...) arena_printf(a->p->arena, __VA_ARGS__)

void check_bracket(struct auditor *a)
{
    struct plan *p = a->p;
    const struct measured *m = &p->measured;
    double q = (double)m->q_max, slo = (double)m->slo_ms;
    const struct rung *at = NULL, *above = NULL;
    for (size_t i = 0; i < m->n_rungs; i++) {
        if (!num_known(m->rungs[i].p95_ms))
            continue;
        if (m->rungs[i].concurrency == m->q_max)
            at = &m->rungs[i];
        if (m->rungs[i].concurrency > m->q_max && !above)
            above = &m->rungs[i];
    }
    p->audit.bracket_low = q;
    char c[NUM_MAX], t0[NUM_MAX], t1[NUM_MAX];
    if (above) {
        double high = (double)above->concurrency;
        p->audit.bracket_high = high;
        if (at && above->p95_ms > at->p95_ms) {
            double x = q + (slo - at->p95_ms) / (above->p95_ms - at->p95_ms) * (high - q);
            p->audit.bracket_crossing = fmin(high, fmax(q, x));
        }
    }
    double k = p->scenario.surge, high = p->audit.bracket_high;
    figure_int(a, "low", m->q_max);
    figure_int(a, "high", above ? above->concurrency : INT_UNKNOWN);
    figure_number(a, "crossing", p->audit.bracket_crossing);
    figure_number(a, "c_scale_max_low", p->c_scale_max);
    figure_number(a, "c_scale_max_high", num_known(high) ? policy_c_scale_max(k, high) : NUM_UNKNOWN);
    figure_number(a, "c_scale_min_low", p->c_scale_min);
    figure_number(a, "c_scale_min_high", num_known(high) ? policy_c_scale_min(k, high) : NUM_UNKNOWN);
    if (m->q_max_bracketed != TRI_YES) {
        settle(a, VERDICT_WARN,
               TEXT("No rung above Q_max %lld missed the SLO, so the true limit may lie anywhere above it.",
                    (long long)m->q_max),
               "Add higher rungs to the ladder until one misses the SLO.");
        return;
    }
    if (!above) {
        settle(
            a, VERDICT_OK,
            TEXT(
                "Q_max %lld is bracketed, but by a rung that is not usable: how far the limit lies above it is unknown.",
                (long long)m->q_max),
            NULL);
        return;
    }
    num_concurrency(t0, p->c_scale_max);
    num_concurrency(t1, policy_c_scale_max(k, high));
    settle(a, VERDICT_OK,
           TEXT("The true limit lies between the rungs %lld and %lld%s; C_scale_max would be between %s and %s.",
                (long long)m->q_max, (long long)above->concurrency,
                num_known(p->audit.bracket_crossing)
                    ? TEXT(", on a straight line near %s", num_fixed(c, p->audit.bracket_crossing, 1))
                    : "",
                t0, t1),
           NULL);
}

/* The p95 that made q_max the answer: the first step at that concurrency that meets the SLO. */
static double p95_at_q_max(const struct plan *p)
{
    for (size_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].concurrency == p->q_max && p->steps[i].meets_slo == TRI_YES)
            return p->steps[i].ttfab_p95_ms;
    return NUM_UNKNOWN;
}

void check_slo_margin(struct auditor *a)
{
    const struct plan *p = a->p;
    double slo = (double)p->measured.slo_ms, p95 = p95_at_q_max(p), margin = (slo - p95) / slo;
    char m[NUM_MAX], x[NUM_MAX], s[NUM_MAX];
    if (!num_known(p95)) {
        settle(a, VERDICT_SUPPRESSED, "The p95 time to first audio byte at Q_max is not in the ladder.", NULL);
        return;
    }
    figure_number(a, "margin", margin);
    figure_number(a, "p95_at_q_max_ms", p95);
    bool thin = margin < 0.1;
    settle(
        a, thin ? VERDICT_WARN : VERDICT_OK,
        TEXT("At Q_max the p95 is %s of %s: a margin of %s.", num_ms(x, p95), num_ms(s, slo), num_percent(m, margin)),
        thin ? "A slightly slower day breaks the promise at Q_max: plan with a lower Q_max or a longer SLO." : NULL);
}

void check_sample_size(struct auditor *a)
{
    const struct plan *p = a->p;
    int64_t under20 = 0, under100 = 0, least = INT_UNKNOWN, at = 0;
    for (size_t i = 0; i < p->n_steps; i++) {
        const struct step *s = &p->steps[i];
        if (s->usable != TRI_YES)
            continue;
        under20 += s->completed < 20;
        under100 += s->completed < 100;
        if (!int_known(least) || s->completed < least) {
            least = s->completed;
            at = s->concurrency;
        }
    }
    figure_int(a, "least_completions", least);
    figure_int(a, "steps_under_20", under20);
    figure_int(a, "steps_under_100", under100);
    if (!int_known(least)) {
        settle(a, VERDICT_SUPPRESSED, "No step of the ladder is usable.", NULL);
        return;
    }
    enum verdict v = under20 ? VERDICT_STOP : under100 ? VERDICT_WARN : VERDICT_OK;
    settle(a, v,
           TEXT("The smallest sample is %lld completed requests, at concurrency %lld%s.", (long long)least,
                (long long)at,
                v == VERDICT_STOP   ? ": of so few the 95th percentile is the single worst one"
                : v == VERDICT_WARN ? ": a 95th percentile then rests on five requests or fewer"
                                    : ", enough for a 95th percentile"),
           v == VERDICT_OK ? NULL : "Hold each rung longer.");
}

void check_statistic(struct auditor *a)
{
    const struct plan *p = a->p;
    char r[NUM_MAX];
    if (!num_known(p->cw_ratio)) {
        settle(a, VERDICT_SUPPRESSED, "No unit conversion was measured.",
               "Measure the ladder with server statistics on.");
        return;
    }
    bool apart = p->cw_ratio != 1.0;
    figure_number(a, "cw_ratio", p->cw_ratio);
    num_fixed(r, p->cw_ratio, 3);
    settle(
        a, apart ? VERDICT_WARN : VERDICT_OK,
        apart
            ? TEXT(
                  "The scale-in threshold was converted with the ratio %s of the server's *maximum*, but the alarm reads "
                  "the *average*, which is lower: instances may be removed too early.",
                  r)
            : "The server's maximum and the client's mean concurrency agree (ratio 1), so it makes no difference that "
              "scale-in is converted with the one and read as the other.",
        apart ? "Compare the alarm's average with the client's concurrency before relying on scale-in." : NULL);
}

/* The number right behind WORD in TEXT ("fleet 2"); unknown when it is not there. */
static double number_after(const char *text, const char *word)
{
    const char *at = text ? strstr(text, word) : NULL;
    if (!at)
        return NUM_UNKNOWN;
    at += strlen(word);
    if (*at < '0' || *at > '9')
        return NUM_UNKNOWN;
    char *end;
    double x = strtod(at, &end);
    return isfinite(x) && x < 1e9 ? x : NUM_UNKNOWN;
}

/* p95 at a concurrency, on straight lines between measured rungs; unknown outside them. */
static double ladder_at(const struct measured *m, double c)
{
    const struct rung *below = NULL;
    for (size_t i = 0; i < m->n_rungs; i++) {
        const struct rung *g = &m->rungs[i];
        if (!num_known(g->p95_ms))
            continue;
        double at = (double)g->concurrency;
        if (at == c)
            return g->p95_ms;
        if (at > c) {
            if (!below)
                return NUM_UNKNOWN;
            double from = (double)below->concurrency;
            return below->p95_ms + (g->p95_ms - below->p95_ms) * ((c - from) / (at - from));
        }
        below = g;
    }
    return NUM_UNKNOWN;
}

enum { QUOTED = 8 }; /* checks of the artifact that are reported one by one */

/* Figures are named after their check; a second check of one name would give a name twice. */
static bool repeated(const struct plan_request *r, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(r->validation[j].check, r->validation[i].check) == 0)
            return true;
    return false;
}

static const char *compare(struct auditor *a, size_t i)
{
    const struct validation *v = &a->r->validation[i];
    const struct measured *m = &a->p->measured;
    double p95 = number_after(v->detail, "p95 TTFAB "), fleet = number_after(v->detail, "fleet "),
           c = number_after(v->detail, "concurrency ");
    double each = c / fleet, predicted = fleet > 0 ? ladder_at(m, each) : NUM_UNKNOWN;
    char x[NUM_MAX], y[NUM_MAX], z[NUM_MAX];
    bool named = !repeated(a->r, i);
    if (named)
        figure_text(a, TEXT("%s.verdict", v->check), v->verdict);
    if (!num_known(p95) || !num_known(predicted))
        return TEXT("%s: %s (\"%s\")", v->check, v->verdict, v->detail ? v->detail : "");
    if (named) {
        figure_number(a, TEXT("%s.p95_ms", v->check), p95);
        figure_number(a, TEXT("%s.concurrency_per_instance", v->check), each);
        figure_number(a, TEXT("%s.ladder_p95_ms", v->check), predicted);
    }
    return TEXT("%s: %s, a p95 of %s was measured where the ladder predicts %s (%s requests an instance)", v->check,
                v->verdict, num_ms(x, p95), num_ms(y, predicted), num_rate(z, each));
}

void check_evidence(struct auditor *a)
{
    const struct plan_request *r = a->r;
    if (!r->validation) {
        settle(a, VERDICT_SUPPRESSED, "No load test of the deployed endpoint was given (--validate F).", NULL);
        return;
    }
    enum verdict worst = VERDICT_OK;
    const char *text = NULL;
    for (size_t i = 0; i < r->n_validation; i++) {
        const struct validation *v = &r->validation[i];
        if (strcmp(v->verdict, "fail") == 0)
            worst = VERDICT_STOP;
        else if (strcmp(v->verdict, "warn") == 0 && worst == VERDICT_OK)
            worst = VERDICT_WARN;
        if (i < QUOTED) {
            const char *one = compare(a, i);
            text = text ? TEXT("%s; %s", text, one) : one;
        }
    }
    if (r->n_validation > QUOTED)
        text = TEXT("%s; and %zu more checks", text, r->n_validation - QUOTED);
    settle(a, worst, text ? TEXT("%s.", text) : "The load test holds no checks.",
           worst == VERDICT_OK
               ? NULL
               : "The deployed endpoint does not do what the plan says: find out why before relying on it.");
}
