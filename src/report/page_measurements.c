/* What was measured: the ladder and the stages of T_total. */
#include "report/pages.h"

#include "base/num.h"

#include <string.h>

static const char *bare(struct report *r, double x, int decimals)
{
    char b[NUM_MAX];
    return num_known(x) ? say(r, "%s", num_fixed(b, x, decimals)) : "unknown";
}

static const char *bare_ms(struct report *r, double ms)
{
    return bare(r, ms, num_known(ms) && fabs(ms) >= 99.95 ? 0 : 1);
}

static struct cell outcome(const struct step *s)
{
    if (s->usable == TRI_NO)
        return (struct cell){.text = say_or(s->unusable_reason, "not usable"), .sign = SIGN_SUPPRESSED};
    if (s->meets_slo == TRI_YES)
        return (struct cell){.text = "met", .sign = SIGN_OK};
    if (s->meets_slo == TRI_NO)
        return (struct cell){.text = "missed", .sign = SIGN_STOP};
    return (struct cell){.text = "unknown", .sign = SIGN_SUPPRESSED};
}

static void ladder(struct report *r)
{
    static const struct column columns[] = {{"Pass", ALIGN_POINT, 0},
                                            {"Concurrency", ALIGN_POINT, 0},
                                            {"p50 TTFAB,\nms", ALIGN_POINT, 0},
                                            {"p95 TTFAB,\nms", ALIGN_POINT, 0},
                                            {"p99 TTFAB,\nms", ALIGN_POINT, 0},
                                            {"Completed", ALIGN_POINT, 0},
                                            {"Served,\nrequests/s", ALIGN_POINT, 0},
                                            {"S, ms", ALIGN_POINT, 0},
                                            {"CW ratio", ALIGN_POINT, 0},
                                            {"SLO", ALIGN_LEFT, 0}};
    const struct plan *p = r->p;
    struct rows rows = {0};
    doc_heading(r->d, 2, say(r, "Ladder: %zu rung%s held", p->n_steps, num_s((double)p->n_steps)), "ladder",
                "Ladder");
    doc_lead(r->d,
             say(r,
                 "Each row is one concurrency held by a closed-loop load test. Q_max = %s is the highest that met "
                 "the SLO of %s at p95. CW ratio: the concurrency that CloudWatch reports over the one that was "
                 "held.",
                 say_count(r, p->q_max), say_ms(r, (double)p->measured.slo_ms)));
    for (size_t i = 0; i < p->n_steps; i++) {
        const struct step *s = &p->steps[i];
        double cw = s->concurrency_mean > 0 && s->server_concurrency_peak > 0
                        ? s->server_concurrency_peak / s->concurrency_mean
                        : NUM_UNKNOWN;
        rows_add(&rows, say_count(r, s->run_index));
        rows_cell(&rows, (struct cell){.text = say_count(r, s->concurrency), .face = PDF_BOLD});
        rows_add(&rows, bare_ms(r, s->ttfab_p50_ms));
        rows_cell(&rows, (struct cell){.text = bare_ms(r, s->ttfab_p95_ms), .face = PDF_BOLD});
        rows_add(&rows, bare_ms(r, s->ttfab_p99_ms));
        rows_add(&rows, say_count(r, s->completed));
        rows_add(&rows, bare(r, s->achieved_rps, 1));
        rows_add(&rows, bare_ms(r, s->s_mean_s * 1e3));
        rows_add(&rows, bare(r, cw, 3));
        rows_cell(&rows, outcome(s));
    }
    rows_table(r, &rows, columns, 10, false);
}

/* Where a concurrency was held more than once, the plan uses the median. */
static void medians(struct report *r)
{
    static const struct column columns[] = {{"Concurrency", ALIGN_POINT, 0},
                                            {"Usable passes", ALIGN_POINT, 0},
                                            {"Median p95 TTFAB, ms", ALIGN_POINT, 0},
                                            {"Median CW ratio", ALIGN_POINT, 0}};
    const struct measured *m = &r->p->measured;
    size_t most = 0;
    for (size_t i = 0; i < m->n_rungs; i++) {
        size_t n = plan_usable_steps(r->p, m->rungs[i].concurrency);
        most = n > most ? n : most;
    }
    if (most < 2)
        return;
    struct rows rows = {0};
    doc_heading(r->d, 2, "Medians over passes", "medians", NULL);
    for (size_t i = 0; i < m->n_rungs; i++) {
        const struct rung *g = &m->rungs[i];
        rows_add(&rows, say_count(r, g->concurrency));
        rows_add(&rows, say_count(r, (int64_t)plan_usable_steps(r->p, g->concurrency)));
        rows_add(&rows, bare_ms(r, g->p95_ms));
        rows_add(&rows, bare(r, g->cw_ratio, 3));
    }
    rows_table(r, &rows, columns, 4, true);
}

static void stage_row(struct report *r, struct rows *rows, const char *name, double seconds, double share,
                      enum sign sign, const char *how, enum pdf_face face)
{
    rows_cell(rows, (struct cell){.text = name, .face = face});
    rows_cell(rows, (struct cell){.text = bare(r, seconds, 1), .face = face});
    rows_cell(rows, (struct cell){.text = num_known(share) ? bare(r, share * 100, 1) : NULL, .face = face});
    rows_cell(rows, (struct cell){.text = how, .sign = sign, .face = face});
}

static bool before_clock(const struct stage *s)
{
    return s->to && strcmp(s->to, "desired_set") == 0;
}

/* Of the figure that the plan uses, policy lag included, as findings, chart and workbook have it: the artifact's own
 * shares leave the lag out. An assumed total is not the sum of what was measured. */
static double share_of_total(const struct plan *p, double seconds)
{
    return p->measured.t_total_measured && p->measured.t_total_s > 0 ? seconds / p->measured.t_total_s : NUM_UNKNOWN;
}

static void stages(struct report *r)
{
    static const struct column columns[] = {{"Stage", ALIGN_LEFT, 0.44},
                                            {"Seconds", ALIGN_POINT, 0.12},
                                            {"Share of T_total, %", ALIGN_POINT, 0.12},
                                            {"How it is known", ALIGN_LEFT, 0}};
    const struct plan *p = r->p;
    struct rows rows = {0};
    const char *total = say_seconds(r, p->measured.t_total_s);
    doc_heading(r->d, 2, say(r, "T_total: %s from asking for capacity to its serving", total), "stages",
                "Stages of T_total");
    if (!p->measured.t_total_measured) {
        doc_text(r->d, DOC_TEXT,
                 say(r,
                     "T_total was not measured: %s was assumed. Every figure that rests on it is as good as "
                     "that assumption.",
                     total));
        if (p->n_stages == 0)
            return;
    } else {
        doc_lead(r->d, "The clock starts when the wish for another instance is set; what lies before is not part of "
                       "T_total. A bounded stage is known to take at most this long.");
    }
    for (size_t i = 0; i < p->n_stages; i++) {
        const struct stage *s = &p->stages[i];
        bool outside = before_clock(s);
        stage_row(r, &rows,
                  say(r, "%s \xE2\x86\x92 %s", say_name(r, say_or(s->from, "unknown")),
                      say_name(r, say_or(s->to, "unknown"))),
                  s->seconds, outside ? NUM_UNKNOWN : share_of_total(p, s->seconds),
                  outside                 ? SIGN_NONE
                  : s->bounded == TRI_YES ? SIGN_ASSUMED
                                          : SIGN_MEASURED,
                  outside                 ? "before the clock, not in the sum"
                  : s->bounded == TRI_YES ? "bounded"
                                          : "measured",
                  PDF_REGULAR);
    }
    if (num_known(p->policy_lag_bound_s) && p->policy_lag_bound_s > 0)
        stage_row(r, &rows, "policy lag", p->policy_lag_bound_s, share_of_total(p, p->policy_lag_bound_s),
                  SIGN_ASSUMED, "bounded from the alarm's periods", PDF_REGULAR);
    stage_row(r, &rows, "T_total", p->measured.t_total_s, NUM_UNKNOWN,
              p->measured.t_total_measured ? SIGN_NONE : SIGN_ASSUMED,
              p->measured.t_total_measured ? "the sum that the plan uses" : "assumed", PDF_BOLD);
    rows_table(r, &rows, columns, 4, false);
    if (p->n_missing > 0) {
        struct strbuf sb = {0};
        sb_add(&sb, "Stages without a reading: ");
        for (size_t i = 0; i < p->n_missing; i++)
            sb_addf(&sb, "%s%s", i ? ", " : "", p->missing_stages[i]);
        sb_addc(&sb, '.');
        doc_text(r->d, DOC_TEXT, sb_str(&sb));
        sb_free(&sb);
    }
}

void page_measurements(struct report *r)
{
    doc_heading(r->d, 1, "Measurements", "measurements", NULL);
    ladder(r);
    medians(r);
    stages(r);
}
