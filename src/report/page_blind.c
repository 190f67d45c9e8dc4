/* What the published rule does not see: its fleet against the fleet that is needed, the odds of a surge
 * under each model, and each check of the audit. */
#include "report/pages.h"

#include "base/num.h"

static void fleet_row(struct report *r, struct rows *rows, const char *what, int64_t n, const char *note)
{
    const struct plan *p = r->p;
    double cost = int_known(n) ? p->rate.per_hour * (double)n : NUM_UNKNOWN;
    double carried = int_known(n) ? p->audit.mu_sat * (double)n : NUM_UNKNOWN;
    char b[NUM_MAX];
    rows_add(rows, what);
    rows_cell(rows, (struct cell){.text = say_count(r, n), .face = PDF_BOLD});
    rows_add(rows, say_given(r, carried));
    rows_add(rows, num_known(cost) ? say(r, "%s", num_money(b, cost)) : "unknown");
    rows_add(rows, note);
}

static void fleets(struct report *r)
{
    const struct plan *p = r->p;
    const struct audit *a = &p->audit;
    const struct column columns[] = {{"Fleet at the peak", ALIGN_LEFT, 0.26},
                                     {"Instances", ALIGN_POINT, 0.11},
                                     {"Serves, requests/s", ALIGN_POINT, 0.14},
                                     {say(r, "%s/h", say_or(p->rate.currency, "USD")), ALIGN_POINT, 0.12},
                                     {"What it is", ALIGN_LEFT, 0}};
    struct rows rows = {0};
    doc_heading(r->d, 2, "Published fleet against needed fleet", "fleets", NULL);
    if (num_known(a->rho_peak)) {
        const char *rho = say_fixed(r, a->rho_peak, a->rho_peak < 10 ? 2 : 1);
        doc_lead(r->d, say(r,
                           "The peak of %s is %s times what the published fleet can serve at saturation (rho); %s of "
                           "it would be refused.",
                           say_load(r, p->scenario.peak_rps, p->scenario.peak_streams), rho,
                           say_percent(r, a->refused_peak)));
    } else {
        doc_lead(r->d, "The flow of requests cannot be compared with what the fleet serves: the saturated "
                       "throughput of an instance or a load in requests/s is not known.");
    }
    fleet_row(r, &rows, "published rule", p->peak_instances, "load \xC3\x97 uncontended service time / C_scale_max");
    fleet_row(r, &rows, "to keep up", a->keep_up_peak, "load / saturated throughput, without any reserve");
    fleet_row(r, &rows, "flow method", a->flow.instances,
              num_known(a->flow.u_star)
                  ? say(r, "run at u* = %s of saturation, so that a surge is survived 9 times in 10",
                        say_fixed(r, a->flow.u_star, 3))
                  : "unknown: it needs the saturated throughput and a load in requests/s");
    rows_table(r, &rows, columns, 5, false);
}

static void odds_row(struct report *r, struct rows *rows, const char *model, double p, const char *note)
{
    bool bad = num_known(p) && p > SURGE_LIMIT;
    rows_add(rows, model);
    rows_cell(rows, (struct cell){.text = say_percent(r, p), .face = PDF_BOLD});
    rows_cell(rows, (struct cell){.text = !num_known(p) ? "not computed"
                                          : bad         ? "above 10 %"
                                                        : "within 10 %",
                                  .sign = !num_known(p) ? SIGN_SUPPRESSED
                                          : bad         ? SIGN_WARN
                                                        : SIGN_OK});
    rows_add(rows, note);
}

static double shape_probability(const struct plan *p)
{
    const struct audit_check *c = plan_check(p, "service_shape");
    const struct figure *f = c ? check_figure(c, "probability") : NULL;
    return f && f->kind == FIGURE_NUMBER ? f->number : NUM_UNKNOWN;
}

static void odds(struct report *r)
{
    static const struct column columns[] = {{"Model", ALIGN_LEFT, 0.26},
                                            {"Probability", ALIGN_POINT, 0.13},
                                            {"Against the 10 % line", ALIGN_LEFT, 0.18},
                                            {"What it assumes", ALIGN_LEFT, 0}};
    const struct plan *p = r->p;
    const struct audit *a = &p->audit;
    struct rows rows = {0};
    doc_heading(r->d, 2, "Will a queue fill up before new capacity serves?", "odds", "Surge probability");
    doc_lead(r->d,
             say(r,
                 "The probability that one instance, holding C_scale_max = %s requests, reaches Q_max = %s "
                 "within T_total = %s, under each model.",
                 say_concurrency(r, p->c_scale_max), say_count(r, p->q_max), say_seconds(r, p->measured.t_total_s)));
    odds_row(r, &rows, "published, sampled", p->shed_probability,
             num_known(p->shed_probability) ? "200 random walks, load constant at C_scale_max's utilization"
                                            : "not drawn");
    odds_row(r, &rows, "published, exact", a->surge_exact, "the same chain, computed without chance");
    odds_row(r, &rows, "load grows by k", a->surge_growth,
             num_known(a->growth_mean_s)
                 ? say(r, "the load really grows by %s; Q_max is reached after %s in the mean",
                       say_given(r, p->scenario.surge), say_seconds(r, a->growth_mean_s))
                 : say(r, "the load really grows by %s", say_given(r, p->scenario.surge)));
    double shape = shape_probability(p);
    if (num_known(shape))
        odds_row(r, &rows, "measured service shape", shape, "the exact chain with service times as even as measured");
    rows_table(r, &rows, columns, 4, false);
    const char *less = num_known(a->survivable_c_scale_max)
                           ? say(r, "a threshold of at most %s requests an instance at this T_total",
                                 say_concurrency(r, a->survivable_c_scale_max))
                           : NULL;
    const char *sooner = num_known(a->survivable_t_total_s) ? say(r, "this threshold with a T_total of at most %s",
                                                                  say_seconds(r, a->survivable_t_total_s))
                                                            : NULL;
    if (less || sooner)
        doc_text(r->d, DOC_TEXT,
                 say(r, "Within the 10 %% line %s %s%s%s.", less && sooner ? "are:" : "is", less ? less : "",
                     less && sooner ? "; or " : "", sooner ? sooner : ""));
}

/* Many figures are there in some cases only, as an error bound is; the sentence says what matters about the others. */
static bool known(const struct figure *f)
{
    return f->kind == FIGURE_TEXT  ? f->text != NULL
           : f->kind == FIGURE_INT ? int_known(f->integer)
                                   : num_known(f->number);
}

/* A check's figures on one line, in the report's memory; NULL without any. */
static const char *check_figures(struct report *r, const struct audit_check *c)
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < c->n_figures; i++)
        if (known(&c->figures[i]))
            sb_addf(&sb, "%s%s\xC2\xA0%s", sb.len ? "; " : "", c->figures[i].key, say_figure(r, &c->figures[i]));
    const char *line = sb.len ? arena_strdup(r->a, sb_str(&sb)) : NULL;
    sb_free(&sb);
    return line;
}

static void check(struct report *r, const struct audit_check *c)
{
    judgement(r, &(struct judgement){.kind = "audit",
                                     .name = c->name,
                                     .verdict = c->verdict,
                                     .sentence = say_or(c->sentence, "No sentence."),
                                     .figures = check_figures(r, c),
                                     .recommendation = c->recommendation});
}

void page_blind(struct report *r)
{
    const struct plan *p = r->p;
    doc_new_page(r->d);
    doc_heading(r->d, 1, "What the rule does not see", "blind", NULL);
    doc_text(r->d, DOC_TEXT,
             "The published method counts requests that an instance holds: a stock. Whether a fleet survives a "
             "surge depends on how fast it drains: a flow. The audit checks what the stock cannot show. It has "
             "a verdict of its own and changes nothing in the published figures.");
    fleets(r);
    odds(r);
    const struct audit_check **checks = arena_array(r->a, p->audit.n_checks, sizeof *checks);
    plan_checks_worst_first(p, checks);
    if (p->audit.n_checks > 0)
        doc_heading(r->d, 1, "The audit's checks", "audit", NULL);
    for (size_t i = 0; i < p->audit.n_checks; i++)
        check(r, checks[i]);
}
