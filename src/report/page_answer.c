/* The first page: the answer, and what it rests on. */
#include "report/pages.h"

#include "base/date.h"

#include <string.h>

enum { MATTERS_MOST = 12 };

static const char *peak(struct report *r)
{
    return say_load(r, r->p->scenario.peak_rps, r->p->scenario.peak_streams);
}

static const char *trough(struct report *r)
{
    return say_load(r, r->p->scenario.trough_rps, r->p->scenario.trough_streams);
}

/* "trough of 10 requests/s", as a reason. */
static const char *for_trough(struct report *r)
{
    const struct scenario *s = &r->p->scenario;
    if (num_known(s->trough_rps) || num_known(s->trough_streams))
        return say(r, "trough of %s", trough(r));
    return "no trough given, taken as no load";
}

static bool by_flow(const struct report *r)
{
    return r->p->scenario.method == METHOD_FLOW && int_known(r->p->audit.flow.max_instances);
}

/* What the plan comes to, when it may be deployed. */
static void say_answer(struct report *r, struct strbuf *sb)
{
    const struct plan *p = r->p;
    int64_t least = by_flow(r) ? p->audit.flow.min_instances : p->min_instances;
    int64_t most = by_flow(r) ? p->audit.flow.max_instances : p->max_instances;
    sb_addf(sb,
            "%s to %s instances of %s for a peak of %s, so that the p95 time to first audio byte (TTFAB) of "
            "a request, its wait included, stays within the promised %s (the SLO). ",
            say_count(r, least), say_count(r, most), say_or(p->instance_type, "unknown"), peak(r),
            say_ms(r, (double)p->measured.slo_ms));
    if (by_flow(r))
        sb_addf(sb, "Sized by throughput (method flow): %s invocations per minute and instance.",
                say_number(r, p->audit.flow.target_per_minute));
    else
        sb_addf(sb,
                "One instance is added when each holds %s requests (queued and executing), one is removed "
                "below %s.",
                say_concurrency(r, p->c_scale_max), say_concurrency(r, p->c_scale_min));
    if (!by_flow(r) && p->audit.rho_peak >= 1)
        sb_addf(sb, " But the peak is %s times what that fleet can serve; %s instances are needed merely to keep up.",
                say_fixed(r, p->audit.rho_peak, p->audit.rho_peak < 10 ? 2 : 1), say_count(r, p->audit.keep_up_peak));
}

/* Why it may not: every finding that stops it. */
static void say_refusal(struct report *r, struct strbuf *sb)
{
    const struct plan *p = r->p;
    sb_add(sb, "Not to be deployed.");
    for (size_t i = 0; i < p->n_findings; i++) {
        const struct finding *f = &p->findings[i];
        if (f->verdict != VERDICT_STOP)
            continue;
        sb_addf(sb, " %s", say_or(f->detail, f->name));
        if (f->recommendation)
            sb_addf(sb, " %s", f->recommendation);
    }
}

static void banner(struct report *r)
{
    const struct plan *p = r->p;
    size_t stops = 0, warns = 0;
    for (size_t i = 0; i < p->audit.n_checks; i++) {
        stops += p->audit.checks[i].verdict == VERDICT_STOP;
        warns += p->audit.checks[i].verdict == VERDICT_WARN;
    }
    enum verdict worst = p->verdict;
    const char *audit = "";
    if (stops + warns > 0) {
        /* The audit has its own verdict, beside the published one and never mixed into it. */
        audit = say(r, "   \xC2\xB7   audit: %s (%zu stop, %zu warn)", verdict_audit(p->audit.worst), stops, warns);
        if (p->audit.worst == VERDICT_STOP || (p->audit.worst == VERDICT_WARN && worst == VERDICT_OK))
            worst = p->audit.worst;
    } else if (p->audit.n_checks > 0) {
        audit = say(r, "   \xC2\xB7   audit: %s", verdict_audit(p->audit.worst));
    }
    const char *strong = say(r, "Verdict: %s%s", say_or(p->verdict_text, "unknown"), audit);
    struct strbuf sb = {0};
    if (p->verdict == VERDICT_STOP)
        say_refusal(r, &sb);
    else
        say_answer(r, &sb);
    int rgb = worst == VERDICT_STOP ? LOOK_STOP : worst == VERDICT_WARN ? LOOK_WARN : LOOK_OK;
    doc_banner(r->d, verdict_sign(worst), rgb, strong, sb_str(&sb));
    sb_free(&sb);
}

static void setting(struct rows *rows, const char *name, const char *value, enum sign sign, const char *basis)
{
    static const char *const kinds[] = {[SIGN_MEASURED] = "measured",
                                        [SIGN_CHOSEN] = "chosen",
                                        [SIGN_DERIVED] = "derived",
                                        [SIGN_ASSUMED] = "assumed",
                                        [SIGN_BULLET] = ""};
    rows_add(rows, name);
    rows_cell(rows, (struct cell){.text = value, .face = PDF_BOLD});
    rows_cell(rows, (struct cell){.text = kinds[sign], .sign = sign});
    rows_add(rows, basis);
}

static void flow_settings(struct report *r, struct rows *rows)
{
    const struct flow *f = &r->p->audit.flow;
    setting(rows, "minimum instances", say_count(r, f->min_instances), SIGN_DERIVED,
            say(r, "flow method: %s", for_trough(r)));
    setting(
        rows, "maximum instances", say_count(r, f->max_instances), SIGN_DERIVED,
        say(r, "flow method: peak of %s at u* = %s of saturated throughput", peak(r), say_fixed(r, f->u_star, 3)));
    setting(rows, "target per instance", say(r, "%s /min", say_number(r, f->target_per_minute)), SIGN_DERIVED,
            "invocations per minute: u* \xC3\x97 mu_sat \xC3\x97 60");
    setting(rows, "cost at peak", say(r, "%s/h", say_money(r, f->cost_per_hour)), SIGN_DERIVED,
            "rate \xC3\x97 instances");
}

static void published_settings(struct report *r, struct rows *rows)
{
    const struct plan *p = r->p;
    const char *k = say_given(r, p->scenario.surge);
    setting(rows, "min_instances", say_count(r, p->min_instances), SIGN_DERIVED,
            say(r, "%s; scale-in is stable from %s instances up", for_trough(r),
                int_known(p->min_safe_instances) ? say_count(r, p->min_safe_instances) : "no number of"));
    setting(rows, "max_instances", say_count(r, p->max_instances), SIGN_DERIVED, say(r, "peak of %s", peak(r)));
    if (num_known(p->c_scale_max_cw)) {
        setting(rows, "scaling_target_value", say_concurrency(r, p->c_scale_max_cw), SIGN_DERIVED,
                say(r, "C_scale_max %s = (2 \xE2\x88\x92 k) \xC3\x97 Q_max, k = %s; \xC3\x97 %s for CloudWatch",
                    say_concurrency(r, p->c_scale_max), k, say_fixed(r, p->cw_ratio, 3)));
        setting(rows, "scale_in_threshold", say_concurrency(r, p->c_scale_min_cw), SIGN_DERIVED,
                say(r, "C_scale_min %s = (3 \xE2\x88\x92 2k) \xC3\x97 Q_max; the same conversion",
                    say_concurrency(r, p->c_scale_min)));
    } else {
        setting(rows, "C_scale_max", say_concurrency(r, p->c_scale_max), SIGN_DERIVED,
                "not deployable: no measured conversion into CloudWatch units");
        setting(rows, "C_scale_min", say_concurrency(r, p->c_scale_min), SIGN_DERIVED, "as above");
    }
}

static void settings(struct report *r)
{
    static const struct column columns[] = {{"Setting", ALIGN_LEFT, 0.21},
                                            {"Value", ALIGN_RIGHT, 0},
                                            {"Kind", ALIGN_LEFT, 0.11},
                                            {"Basis", ALIGN_LEFT, COLUMN_REST}};
    const struct plan *p = r->p;
    struct rows rows = {0};
    doc_heading(r->d, 2, p->verdict == VERDICT_STOP ? "What the rule gives, not to be deployed" : "What to deploy",
                "deploy", NULL);
    if (by_flow(r))
        flow_settings(r, &rows);
    else
        published_settings(r, &rows);
    setting(&rows, "queue_max_depth", say_count(r, p->queue_max_depth), SIGN_MEASURED,
            "Q_max: most requests at once with which one instance met the SLO");
    setting(&rows, "ttfab_slo_ms", say_ms(r, (double)p->measured.slo_ms), SIGN_CHOSEN,
            say(r, "of which a request may wait W_max = %s before it is served", say_ms(r, p->w_max_s * 1e3)));
    setting(&rows, "scale_out_cooldown_s", say(r, "%s s", say_count(r, p->scale_out_cooldown_s)), SIGN_DERIVED,
            "half of T_total, kept within 10 s and 30 s");
    setting(&rows, "scale_in_cooldown_s", say(r, "%s s", say_count(r, p->scale_in_cooldown_s)), SIGN_DERIVED,
            say(r, "three times T_total %s (from asking for capacity to it serving)",
                say_seconds(r, p->measured.t_total_s)));
    setting(&rows, "latency alarm", num_known(p->alarm_ms) ? say_ms(r, p->alarm_ms) : "none", SIGN_MEASURED,
            num_known(p->alarm_ms) ? "on FirstChunkLatency p95: TTFAB with one request at a time"
                                   : "no rung with one request at a time");
    if (!by_flow(r)) {
        setting(&rows, "cost at peak",
                num_known(p->peak_cost_per_hour) ? say(r, "%s/h", say_money(r, p->peak_cost_per_hour)) : "unknown",
                SIGN_DERIVED,
                num_known(p->rate.per_hour) ? say(r, "%s %s at %s %s/h, on demand", say_count(r, p->peak_instances),
                                                  p->peak_instances == 1 ? "instance" : "instances",
                                                  say_given(r, p->rate.per_hour), say_or(p->rate.currency, "USD"))
                                            : "no rate for this instance type");
        if (num_known(p->rate.per_hour) && p->max_instances > p->peak_instances)
            setting(&rows, "cost with the minimum",
                    say(r, "%s/h", say_money(r, p->rate.per_hour * (double)p->max_instances)), SIGN_DERIVED,
                    say(r, "%s instances run all the same", say_count(r, p->max_instances)));
        setting(&rows, "cost per million characters", say_unit_cost(r, p->peak_cost_per_m_chars), SIGN_DERIVED,
                "if the whole peak is served");
    }
    rows_table(r, &rows, columns, 4, false);
}

static void matter(struct rows *rows, struct report *r, enum verdict v, const char *name, const char *text,
                   bool audit, size_t most)
{
    const char *anchor = say(r, "%s:%s", audit ? "audit" : "finding", name);
    rows_cell(rows, (struct cell){.text = verdict_mark(v), .sign = verdict_sign(v), .face = PDF_BOLD});
    rows_cell(rows, (struct cell){.text = name, .link = anchor});
    rows_add(rows, first_sentence(r, text, most));
}

static void matters(struct report *r)
{
    static const struct column columns[] = {
        {"Verdict", ALIGN_LEFT, 0.105}, {"What", ALIGN_LEFT, 0.145}, {"Why", ALIGN_LEFT, 0}};
    const struct plan *p = r->p;
    struct rows rows = {0};
    size_t shown = 0, left = 0, all = 0;
    for (size_t i = 0; i < p->n_findings; i++)
        all += p->findings[i].verdict == VERDICT_STOP || p->findings[i].verdict == VERDICT_WARN;
    for (size_t i = 0; i < p->audit.n_checks; i++)
        all += p->audit.checks[i].verdict == VERDICT_STOP || p->audit.checks[i].verdict == VERDICT_WARN;
    /* Two lines each, one when there are many: the whole answer is to stand on the first page. */
    size_t most = all <= 9 ? 176 : 84;
    for (int v = VERDICT_STOP; v >= VERDICT_WARN; v--) {
        for (size_t i = 0; i < p->n_findings; i++)
            if ((int)p->findings[i].verdict == v) {
                if (shown++ < MATTERS_MOST)
                    matter(&rows, r, (enum verdict)v, p->findings[i].name, p->findings[i].detail, false, most);
                else
                    left++;
            }
        for (size_t i = 0; i < p->audit.n_checks; i++)
            if ((int)p->audit.checks[i].verdict == v) {
                if (shown++ < MATTERS_MOST)
                    matter(&rows, r, (enum verdict)v, p->audit.checks[i].name, p->audit.checks[i].sentence, true,
                           most);
                else
                    left++;
            }
    }
    doc_heading(r->d, 2, "What needs a decision", "decide", NULL);
    if (shown == 0)
        doc_text(r->d, DOC_TEXT, "Nothing: every finding and check that could be evaluated passed.");
    else
        rows_table(r, &rows, columns, 3, false);
    if (left > 0)
        doc_text(r->d, DOC_NOTE, say(r, "and %zu more, in the sections that follow.", left));
}

static const char *t_total_parts(struct report *r)
{
    const struct plan *p = r->p;
    const char *total = say_seconds(r, p->measured.t_total_s);
    if (!p->measured.t_total_measured)
        return NULL;
    if (num_known(p->policy_lag_bound_s) && p->policy_lag_bound_s > 0)
        return say(r, "T_total %s, of which %s measured", total,
                   say_seconds(r, p->measured.t_total_s - p->policy_lag_bound_s));
    return say(r, "T_total %s", total);
}

static void basis(struct report *r)
{
    static const struct column columns[] = {{"Kind", ALIGN_LEFT, 0.12}, {"Figures", ALIGN_LEFT, 0}};
    const struct plan *p = r->p;
    const struct measured *m = &p->measured;
    struct rows rows = {0};
    struct strbuf sb = {0};
    doc_heading(r->d, 2, "What it rests on", "basis", NULL);
    sb_addf(&sb,
            "Q_max %s requests%s; service time S %s in the mean and %s at p95 (lowest usable rung); p95 "
            "TTFAB with one request %s; saturated throughput mu_sat %s an instance",
            say_count(r, p->q_max), p->q_max_is_lower_bound == TRI_YES ? " (a lower bound)" : "",
            say_ms(r, m->s_mean_s * 1e3), say_ms(r, m->s_p95_s * 1e3), say_ms(r, m->ttfab_p95_at_c1_ms),
            say_throughput(r, p->audit.mu_sat));
    const char *parts = t_total_parts(r);
    if (parts)
        sb_addf(&sb, "; %s", parts);
    if (m->chars_per_request > 0)
        sb_addf(&sb, "; %s characters a request", say_fixed(r, m->chars_per_request, 1));
    sb_addc(&sb, '.');
    rows_cell(&rows, (struct cell){.text = "measured", .sign = SIGN_MEASURED});
    rows_add(&rows, arena_strdup(r->a, sb.data));
    rows_cell(&rows, (struct cell){.text = "chosen", .sign = SIGN_CHOSEN});
    rows_add(&rows, say(r,
                        "SLO %s; surge ratio k %s (load may grow by this factor within T_total); peak %s, "
                        "trough %s; at least %s instance%s; invocation ceiling %s.",
                        say_ms(r, (double)m->slo_ms), say_given(r, p->scenario.surge), peak(r), trough(r),
                        say_count(r, p->scenario.min_floor), p->scenario.min_floor == 1 ? "" : "s",
                        say_seconds(r, p->ceiling_s)));
    rows_cell(&rows, (struct cell){.text = "derived", .sign = SIGN_DERIVED});
    rows_add(&rows,
             say(r,
                 "C_scale_max %s and C_scale_min %s requests an instance; W_max %s; utilization at C_scale_max "
                 "%s; fleet of %s at the peak, %s at the trough (%s at the peak if filled to Q_max).",
                 say_concurrency(r, p->c_scale_max), say_concurrency(r, p->c_scale_min), say_ms(r, p->w_max_s * 1e3),
                 say_percent(r, p->utilization), say_count(r, p->peak_instances), say_count(r, p->trough_instances),
                 say_count(r, p->fleet_at_q_max)));
    sb_trunc(&sb, 0);
    if (!m->t_total_measured)
        sb_addf(&sb, "T_total %s was assumed, not measured. ", say_seconds(r, m->t_total_s));
    if (num_known(p->policy_lag_bound_s) && p->policy_lag_bound_s > 0)
        sb_addf(&sb, "%s of policy lag, bounded from the alarm's periods. ", say_seconds(r, p->policy_lag_bound_s));
    if (num_known(p->rate.per_hour))
        sb_addf(&sb, "%s %s per instance and hour, on demand (%s, %s).", say_given(r, p->rate.per_hour),
                say_or(p->rate.currency, "USD"), say_or(p->rate.source, say_or(p->rate.origin, "no source")),
                say_or(p->rate.date, "no date"));
    rows_cell(&rows, (struct cell){.text = "assumed", .sign = SIGN_ASSUMED});
    rows_add(&rows, sb.len ? arena_strdup(r->a, sb.data) : "nothing");
    sb_free(&sb);
    rows_table(r, &rows, columns, 2, false);
}

void page_answer(struct report *r)
{
    const struct plan *p = r->p;
    doc_title(r->d, say(r, "%s on %s: autoscaling plan", say_or(p->model_name, "unknown model"),
                        say_or(p->instance_type, "unknown instance type")));
    char day[16];
    date_day(day, plan_date(p));
    doc_text(r->d, DOC_NOTE,
             say(r, "Endpoint %s  \xC2\xB7  configuration %s  \xC2\xB7  transport %s  \xC2\xB7  %s",
                 say_or(p->endpoint, "unknown"), say_or(p->slug, "unknown"), say_or(p->measured.transport, "unknown"),
                 day));
    banner(r);
    matters(r);
    settings(r);
    basis(r);
}
