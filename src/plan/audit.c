#include "plan/audit.h"

#include "model/chain.h"
#include "model/survive.h"
#include "plan/checks.h"
#include "plan/measured.h"

#include <assert.h>

static const struct {
    const char *name;
    void (*run)(struct auditor *a);
} checks[] = {
    {"peak_flow", check_peak_flow},         {"trough_flow", check_trough_flow}, {"surge_exact", check_surge_exact},
    {"surge_growth", check_surge_growth},   {"survivable", check_survivable},   {"flow_plan", check_flow_plan},
    {"unit_cost", check_unit_cost},         {"bracket", check_bracket},         {"slo_margin", check_slo_margin},
    {"sample_size", check_sample_size},     {"statistic", check_statistic},     {"quota", check_quota},
    {"service_shape", check_service_shape}, {"evidence", check_evidence},
};
enum { N_CHECKS = sizeof checks / sizeof *checks };

static struct figure *next_figure(struct auditor *a, const char *key)
{
    struct audit_check *c = a->check;
    assert(c->n_figures < CHECK_FIGURES);
    struct figure *f = &c->figures[c->n_figures++];
    *f = (struct figure){.key = key, .number = NUM_UNKNOWN, .integer = INT_UNKNOWN};
    return f;
}

void figure_number(struct auditor *a, const char *key, double x)
{
    struct figure *f = next_figure(a, key);
    f->kind = FIGURE_NUMBER;
    f->number = isfinite(x) ? x : NUM_UNKNOWN;
}

void figure_int(struct auditor *a, const char *key, int64_t n)
{
    struct figure *f = next_figure(a, key);
    f->kind = FIGURE_INT;
    f->integer = n;
}

void figure_text(struct auditor *a, const char *key, const char *text)
{
    struct figure *f = next_figure(a, key);
    f->kind = FIGURE_TEXT;
    f->text = text;
}

void settle(struct auditor *a, enum verdict v, const char *sentence, const char *recommendation)
{
    a->check->verdict = v;
    a->check->sentence = sentence;
    a->check->recommendation = recommendation;
}

int64_t whole(double x)
{
    return x >= 0 && x <= 1e15 ? (int64_t)x : INT_UNKNOWN;
}

double fills_up(const struct chain *chain, double t_total_s)
{
    struct passage passage = chain_absorbed_within(chain, t_total_s);
    return passage_rounded(&passage);
}

static int64_t keep_up(double rps, double mu_sat)
{
    if (!num_known(rps) || !num_known(mu_sat))
        return INT_UNKNOWN;
    if (rps <= 0)
        return 0;
    double n = ceil(rps / mu_sat);
    return whole(n < 1 ? 1 : n);
}

/* The figures that cost next to nothing; surge_survival may rest on surge_exact. */
static void fill_cheap(struct plan *p)
{
    struct audit *a = &p->audit;
    const struct scenario *s = &p->scenario;
    *a = (struct audit){
        .worst = VERDICT_SUPPRESSED,
        .mu_sat = ladder_mu_sat(p->steps, p->n_steps),
        .surge_growth = NUM_UNKNOWN,
        .growth_mean_s = NUM_UNKNOWN,
        .survivable_c_scale_max = NUM_UNKNOWN,
        .survivable_t_total_s = NUM_UNKNOWN,
        .unit_cost = NUM_UNKNOWN,
        .refused_peak = NUM_UNKNOWN,
        .bracket_low = NUM_UNKNOWN,
        .bracket_high = NUM_UNKNOWN,
        .bracket_crossing = NUM_UNKNOWN,
        .flow = {.u_star = NUM_UNKNOWN,
                 .target_per_minute = NUM_UNKNOWN,
                 .instances = INT_UNKNOWN,
                 .min_instances = INT_UNKNOWN,
                 .max_instances = INT_UNKNOWN,
                 .cost_per_hour = NUM_UNKNOWN},
    };
    a->rho_peak = s->peak_rps / ((double)p->max_instances * a->mu_sat);
    a->rho_trough = s->trough_rps / ((double)p->min_instances * a->mu_sat);
    a->keep_up_peak = keep_up(s->peak_rps, a->mu_sat);
    a->keep_up_trough = keep_up(s->trough_rps, a->mu_sat);
    struct chain chain = chain_published(p->c_scale_max, p->measured.s_mean_s, (double)p->q_max);
    a->surge_exact = fills_up(&chain, p->measured.t_total_s);
}

/* The fleet by throughput; every flow check compares with u*. */
static void fill_flow(struct plan *p)
{
    struct audit *a = &p->audit;
    struct flow *f = &a->flow;
    const struct scenario *s = &p->scenario;
    if (!num_known(a->mu_sat))
        return;
    struct search u = survive_utilization(s->surge, a->mu_sat, (double)p->q_max, p->measured.t_total_s, SURGE_LIMIT);
    if (u.outcome != SEARCH_FOUND)
        return;
    f->u_star = u.value;
    if (!num_known(s->peak_rps))
        return;
    f->instances = whole(survive_fleet(s->peak_rps, f->u_star, a->mu_sat));
    if (!int_known(f->instances))
        return;
    int64_t trough = num_known(s->trough_rps) ? whole(survive_fleet(s->trough_rps, f->u_star, a->mu_sat)) : 0;
    f->min_instances = trough > s->min_floor ? trough : s->min_floor;
    f->max_instances = f->instances > f->min_instances ? f->instances : f->min_instances;
    f->target_per_minute = survive_rate_target(f->u_star, a->mu_sat);
    f->cost_per_hour = p->rate.per_hour * (double)f->instances;
}

static enum verdict worse(enum verdict a, enum verdict b)
{
    static const int rank[] = {[VERDICT_SUPPRESSED] = 0, [VERDICT_OK] = 1, [VERDICT_WARN] = 2, [VERDICT_STOP] = 3};
    return rank[b] > rank[a] ? b : a;
}

void audit_fill(struct plan *p, const struct plan_request *r)
{
    fill_cheap(p);
    if (!r->with_audit)
        return;
    fill_flow(p);
    struct audit *a = &p->audit;
    a->checks = arena_array(p->arena, N_CHECKS, sizeof *a->checks);
    for (size_t i = 0; i < N_CHECKS; i++) {
        struct audit_check *c = &a->checks[a->n_checks++];
        struct auditor auditor = {p, r, c};
        c->name = checks[i].name;
        c->figures = arena_array(p->arena, CHECK_FIGURES, sizeof *c->figures);
        checks[i].run(&auditor);
        a->worst = worse(a->worst, c->verdict);
    }
}
