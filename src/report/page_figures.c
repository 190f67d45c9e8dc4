/* Every figure of the plan beside its exact value and its name in plan.json, so that a number in a
 * discussion can be traced to its field. */
#include "report/pages.h"

#include "base/num.h"

struct list {
    struct report *r;
    struct rows rows;
};

static void row(struct list *l, const char *key, const char *house, const char *exact, enum sign kind)
{
    static const char *const kinds[] = {[SIGN_MEASURED] = "measured",
                                        [SIGN_CHOSEN] = "chosen",
                                        [SIGN_DERIVED] = "derived",
                                        [SIGN_ASSUMED] = "assumed",
                                        [SIGN_BULLET] = ""};
    rows_add(&l->rows, key);
    rows_cell(&l->rows, (struct cell){.text = house, .face = PDF_BOLD});
    rows_add(&l->rows, exact);
    rows_cell(&l->rows, (struct cell){.text = kinds[kind], .sign = kind});
}

static void real(struct list *l, const char *key, double x, const char *house, enum sign kind)
{
    char b[NUM_MAX];
    row(l, key, num_known(x) ? house : "unknown", num_known(x) ? say(l->r, "%s", num_exact(b, x)) : "null", kind);
}

/* A load has one unit: the other is not unknown, it was not given. */
static void load(struct list *l, const char *key, double x, const char *house)
{
    char b[NUM_MAX];
    row(l, key, num_known(x) ? house : "not given", num_known(x) ? say(l->r, "%s", num_exact(b, x)) : "null",
        SIGN_CHOSEN);
}

static void whole(struct list *l, const char *key, int64_t n, const char *unit, enum sign kind)
{
    const char *house = !int_known(n) ? "unknown"
                        : *unit       ? say(l->r, "%s %s", say_count(l->r, n), unit)
                                      : say_count(l->r, n);
    row(l, key, house, int_known(n) ? say(l->r, "%lld", (long long)n) : "null", kind);
}

static void yes_no(struct list *l, const char *key, enum tri t, enum sign kind)
{
    row(l, key, say_tri(t), t == TRI_YES ? "true" : t == TRI_NO ? "false" : "null", kind);
}

static void finish(struct list *l)
{
    static const struct column columns[] = {{"Field of plan.json", ALIGN_LEFT, 0.4},
                                            {"Value", ALIGN_RIGHT, 0.2},
                                            {"Exactly", ALIGN_RIGHT, 0.24},
                                            {"Kind", ALIGN_LEFT, 0}};
    rows_table(l->r, &l->rows, columns, 4, false);
}

static void published(struct list *l)
{
    struct report *r = l->r;
    const struct plan *p = r->p;
    whole(l, "plan.q_max", p->q_max, "requests", SIGN_MEASURED);
    yes_no(l, "plan.q_max_is_lower_bound", p->q_max_is_lower_bound, SIGN_MEASURED);
    real(l, "plan.c_scale_max", p->c_scale_max, say_concurrency(r, p->c_scale_max), SIGN_DERIVED);
    real(l, "plan.c_scale_min", p->c_scale_min, say_concurrency(r, p->c_scale_min), SIGN_DERIVED);
    real(l, "plan.c_scale_max_in_cw_units", p->c_scale_max_cw, say_concurrency(r, p->c_scale_max_cw), SIGN_DERIVED);
    real(l, "plan.cw_units_ratio", p->cw_ratio, say_fixed(r, p->cw_ratio, 3), SIGN_MEASURED);
    whole(l, "plan.min_safe_instances", p->min_safe_instances, "", SIGN_DERIVED);
    real(l, "plan.w_max_s", p->w_max_s, say_ms(r, p->w_max_s * 1e3), SIGN_DERIVED);
    real(l, "plan.ceiling_s", p->ceiling_s, say_seconds(r, p->ceiling_s), SIGN_CHOSEN);
    whole(l, "plan.min_instances", p->min_instances, "", SIGN_DERIVED);
    whole(l, "plan.max_instances", p->max_instances, "", SIGN_DERIVED);
    whole(l, "plan.peak_instances", p->peak_instances, "", SIGN_DERIVED);
    whole(l, "plan.trough_instances", p->trough_instances, "", SIGN_DERIVED);
    whole(l, "plan.queue_max_depth", p->queue_max_depth, "requests", SIGN_MEASURED);
    whole(l, "plan.scale_out_cooldown_s", p->scale_out_cooldown_s, "s", SIGN_DERIVED);
    whole(l, "plan.scale_in_cooldown_s", p->scale_in_cooldown_s, "s", SIGN_DERIVED);
    real(l, "plan.utilization_at_c_scale_max", p->utilization, say_percent(r, p->utilization), SIGN_DERIVED);
    real(l, "plan.shed_probability_at_c_scale_max", p->shed_probability, say_percent(r, p->shed_probability),
         SIGN_DERIVED);
    real(l, "plan.peak_cost_per_hour", p->peak_cost_per_hour, say_money(r, p->peak_cost_per_hour), SIGN_DERIVED);
    real(l, "plan.peak_cost_per_m_chars", p->peak_cost_per_m_chars, say_unit_cost(r, p->peak_cost_per_m_chars),
         SIGN_DERIVED);
}

static void measured(struct list *l)
{
    struct report *r = l->r;
    const struct measured *m = &r->p->measured;
    whole(l, "plan.measured.slo_ms", m->slo_ms, "ms", SIGN_CHOSEN);
    real(l, "plan.measured.ttfab_p95_at_c1_ms", m->ttfab_p95_at_c1_ms, say_ms(r, m->ttfab_p95_at_c1_ms),
         SIGN_MEASURED);
    real(l, "plan.measured.s_mean_s", m->s_mean_s, say_ms(r, m->s_mean_s * 1e3), SIGN_MEASURED);
    real(l, "plan.measured.s_p95_s", m->s_p95_s, say_ms(r, m->s_p95_s * 1e3), SIGN_MEASURED);
    real(l, "plan.measured.t_total_s", m->t_total_s, say_seconds(r, m->t_total_s),
         m->t_total_measured ? SIGN_MEASURED : SIGN_ASSUMED);
    real(l, "plan.measured.chars_per_request", m->chars_per_request, say_fixed(r, m->chars_per_request, 1),
         SIGN_MEASURED);
    real(l, "plan.measured.q_max_spread", m->q_max_spread, say_percent(r, m->q_max_spread), SIGN_MEASURED);
    whole(l, "plan.measured.runs_contributing", m->runs_contributing, "", SIGN_MEASURED);
    yes_no(l, "plan.measured.q_max_bracketed", m->q_max_bracketed, SIGN_MEASURED);
    yes_no(l, "plan.measured.frozen", m->frozen, SIGN_MEASURED);
    yes_no(l, "plan.measured.unbounded_queue", m->unbounded_queue, SIGN_MEASURED);
}

static void chosen(struct list *l)
{
    struct report *r = l->r;
    const struct scenario *s = &r->p->scenario;
    load(l, "plan.scenario.peak_rps", s->peak_rps, say_rate(r, s->peak_rps));
    load(l, "plan.scenario.trough_rps", s->trough_rps, say_rate(r, s->trough_rps));
    load(l, "plan.scenario.peak_streams", s->peak_streams, say_given(r, s->peak_streams));
    load(l, "plan.scenario.trough_streams", s->trough_streams, say_given(r, s->trough_streams));
    real(l, "plan.scenario.max_scaling_per_t_total", s->surge, say_given(r, s->surge), SIGN_CHOSEN);
    whole(l, "plan.scenario.ttfab_slo_ms", s->ttfab_slo_ms, "ms", SIGN_CHOSEN);
    whole(l, "plan.scenario.min_instances_floor", s->min_floor, "", SIGN_CHOSEN);
    if (int_known(s->quota))
        whole(l, "headroom.scenario.quota", s->quota, "instances", SIGN_CHOSEN);
}

void page_figures(struct report *r)
{
    struct list l = {.r = r};
    doc_heading(r->d, 1, "Every figure", "figures", NULL);
    doc_lead(r->d, "Each figure of the published method under its name in plan.json: as this document shows it, and "
                   "exactly.");
    published(&l);
    measured(&l);
    chosen(&l);
    finish(&l);
}
