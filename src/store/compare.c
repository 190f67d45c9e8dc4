#include "store/store.h"

#include "base/num.h"
#include "store/diff.h"

#include <string.h>

static void counts(struct diff *d, const struct measured *a, const struct measured *b)
{
    bool both = a->instance_counts && b->instance_counts;
    bool same = a->n_instance_counts == b->n_instance_counts && !a->instance_counts == !b->instance_counts &&
                (!both || memcmp(a->instance_counts, b->instance_counts,
                                 a->n_instance_counts * sizeof *a->instance_counts) == 0);
    if (same)
        return;
    struct strbuf t[2] = {{0}, {0}};
    const struct measured *const m[2] = {a, b};
    for (size_t k = 0; k < 2; k++) {
        sb_add(&t[k], m[k]->instance_counts ? "[" : "null");
        for (size_t i = 0; m[k]->instance_counts && i < m[k]->n_instance_counts && i < 20; i++)
            sb_addf(&t[k], "%s%lld", i ? ", " : "", (long long)m[k]->instance_counts[i]);
        if (m[k]->instance_counts)
            sb_add(&t[k], m[k]->n_instance_counts > 20 ? ", ...]" : "]");
    }
    diff_report(d, "plan.measured", "instance_counts_observed", sb_str(&t[0]), sb_str(&t[1]));
    sb_free(&t[0]);
    sb_free(&t[1]);
}

static void config(struct diff *d, const struct fingerprint *a, const struct fingerprint *b)
{
    static const char path[] = "plan.measured.deployed_config";
    diff_text(d, path, "instance_type", a->instance_type, b->instance_type);
    diff_text(d, path, "image_digest", a->image_digest, b->image_digest);
    size_t i = 0, j = 0;
    while (i < a->n_env || j < b->n_env) {
        int order = i == a->n_env ? 1 : j == b->n_env ? -1 : strcmp(a->env[i].name, b->env[j].name);
        const char *was = order <= 0 ? a->env[i].value : NULL, *is = order >= 0 ? b->env[j].value : NULL;
        if (!was || !is || strcmp(was, is) != 0) /* each is JSON already */
            diff_report(d, "plan.measured.deployed_config.container_env",
                        order <= 0 ? a->env[i].name : b->env[j].name, was ? was : "null", is ? is : "null");
        i += order <= 0;
        j += order >= 0;
    }
}

static void rungs(struct diff *d, const struct measured *a, const struct measured *b)
{
    size_t i = 0, j = 0;
    for (;;) {
        const struct rung *x = i < a->n_rungs ? &a->rungs[i] : NULL, *y = j < b->n_rungs ? &b->rungs[j] : NULL;
        if (!x && !y)
            return;
        int64_t c = !y || (x && x->concurrency < y->concurrency) ? x->concurrency : y->concurrency;
        struct rung none = {.concurrency = c, .p95_ms = NUM_UNKNOWN, .cw_ratio = NUM_UNKNOWN};
        const struct rung *was = x && x->concurrency == c ? x : &none;
        const struct rung *is = y && y->concurrency == c ? y : &none;
        struct strbuf key = {0};
        sb_addf(&key, "%lld", (long long)c);
        diff_number(d, "plan.measured.ladder_p95_ms", sb_str(&key), was->p95_ms, is->p95_ms);
        diff_number(d, "plan.measured.cw_units_ratio_by_rung", sb_str(&key), was->cw_ratio, is->cw_ratio);
        sb_free(&key);
        i += was == x;
        j += is == y;
    }
}

/* WAS or IS is NULL where only one plan has the finding. */
static void finding(struct diff *d, const char *name, const struct finding *was, const struct finding *is)
{
    struct strbuf path = {0};
    sb_addf(&path, "plan.findings[%s]", name);
    diff_text(d, sb_str(&path), "verdict", was ? verdict_published(was->verdict) : NULL,
              is ? verdict_published(is->verdict) : NULL);
    sb_free(&path);
}

static void findings(struct diff *d, const struct plan *a, const struct plan *b)
{
    for (size_t i = 0; i < b->n_findings; i++)
        finding(d, b->findings[i].name, plan_finding(a, b->findings[i].name), &b->findings[i]);
    for (size_t i = 0; i < a->n_findings; i++)
        if (!plan_finding(b, a->findings[i].name))
            finding(d, a->findings[i].name, &a->findings[i], NULL);
}

static double figure_number(const struct figure *f)
{
    return f->kind == FIGURE_TEXT                           ? NUM_UNKNOWN
           : f->kind == FIGURE_INT && int_known(f->integer) ? (double)f->integer
                                                            : f->number;
}

static void figure_value(struct strbuf *out, const struct figure *f)
{
    char number[NUM_MAX];
    if (f->kind == FIGURE_TEXT)
        sb_addf(out, f->text ? "\"%s\"" : "null", f->text);
    else
        sb_add(out, isfinite(figure_number(f)) ? num_exact(number, figure_number(f)) : "null");
}

static void figure(struct diff *d, const char *path, const struct figure *was, const struct figure *is)
{
    if (was->kind != FIGURE_TEXT && is->kind != FIGURE_TEXT) {
        diff_number(d, path, is->key, figure_number(was), figure_number(is)); /* -0 is 0 */
        return;
    }
    struct strbuf t[2] = {{0}, {0}};
    figure_value(&t[0], was);
    figure_value(&t[1], is);
    if (strcmp(sb_str(&t[0]), sb_str(&t[1])) != 0)
        diff_report(d, path, is->key, sb_str(&t[0]), sb_str(&t[1]));
    sb_free(&t[0]);
    sb_free(&t[1]);
}

/* What only one of the two has, a figure or a whole check, is a difference like another value. */
static void check(struct diff *d, const char *name, const struct audit_check *was, const struct audit_check *is)
{
    struct strbuf path = {0};
    sb_addf(&path, "headroom.audit.checks[%s]", name);
    const char *at = sb_str(&path);
    diff_text(d, at, "verdict", was ? verdict_audit(was->verdict) : NULL, is ? verdict_audit(is->verdict) : NULL);
    for (size_t j = 0; was && is && j < is->n_figures; j++) {
        const struct figure *f = check_figure(was, is->figures[j].key);
        if (f)
            figure(d, at, f, &is->figures[j]);
        else
            diff_report(d, at, is->figures[j].key, "absent", "present");
    }
    for (size_t j = 0; was && is && j < was->n_figures; j++)
        if (!check_figure(is, was->figures[j].key))
            diff_report(d, at, was->figures[j].key, "present", "absent");
    sb_free(&path);
}

static void audits(struct diff *d, const struct plan *a, const struct plan *b)
{
    diff_text(d, "headroom.audit", "verdict", verdict_audit(a->audit.worst), verdict_audit(b->audit.worst));
    diff_fields(d, "headroom.audit.figures", &table_audit, &a->audit, &b->audit);
    diff_fields(d, "headroom.flow", &table_flow, &a->audit.flow, &b->audit.flow);
    diff_fields(d, "headroom.policy", &table_extra, a, b);
    for (size_t i = 0; i < b->audit.n_checks; i++)
        check(d, b->audit.checks[i].name, plan_check(a, b->audit.checks[i].name), &b->audit.checks[i]);
    for (size_t i = 0; i < a->audit.n_checks; i++)
        if (!plan_check(b, a->audit.checks[i].name))
            check(d, a->audit.checks[i].name, &a->audit.checks[i], NULL);
}

static void plans(struct diff *d, const struct plan *a, const struct plan *b)
{
    diff_flag(d, "t_total_measured", "", a->t_total_measured, b->t_total_measured);
    diff_fields(d, "plan", &table_plan, a, b);
    findings(d, a, b);
    diff_fields(d, "plan.measured", &table_measured, &a->measured, &b->measured);
    counts(d, &a->measured, &b->measured);
    diff_text(d, "plan.measured", "transport", a->measured.transport, b->measured.transport);
    config(d, &a->measured.config, &b->measured.config);
    diff_fields(d, "plan.measured", &table_measured_tail, &a->measured, &b->measured);
    rungs(d, &a->measured, &b->measured);
    diff_text(d, "plan.measured.provenance", "origin", a->measured.provenance.origin, b->measured.provenance.origin);
    diff_text(d, "plan.measured.provenance", "run_id", a->measured.provenance.run_id, b->measured.provenance.run_id);
    diff_text(d, "plan.measured.provenance", "measured_at", a->measured.provenance.measured_at,
              b->measured.provenance.measured_at);
    diff_text(d, "plan.measured.provenance", "endpoint", a->measured.provenance.endpoint,
              b->measured.provenance.endpoint);
    diff_text(d, "verdict", "", a->verdict_text, b->verdict_text);
    if (a->has_headroom && b->has_headroom)
        audits(d, a, b);
}

size_t store_differences(const struct plan *a, const struct plan *b, store_difference *each, void *context)
{
    struct diff d = {.each = each, .context = context};
    plans(&d, a, b);
    sb_free(&d.path);
    return d.n;
}

static void as_line(void *context, const char *path, const char *was, const char *is)
{
    sb_addf(context, "%s: committed %s, computed %s\n", path, was, is);
}

size_t store_compare(const struct plan *committed, const struct plan *computed, struct strbuf *out)
{
    struct diff d = {.each = as_line, .context = out};
    plans(&d, committed, computed);
    if (committed->has_headroom && computed->has_headroom)
        diff_evidence(&d, committed, computed);
    sb_free(&d.path);
    return d.n;
}
