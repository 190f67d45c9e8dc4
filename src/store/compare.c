#include "store/store.h"

#include "base/num.h"
#include "store/tables.h"

#include <stdlib.h>
#include <string.h>

struct diff {
    store_difference *each;
    void *context;
    struct strbuf path;
    size_t n;
};

static void report(struct diff *d, const char *path, const char *key, const char *was, const char *is)
{
    sb_trunc(&d->path, 0);
    sb_addf(&d->path, "%s%s%s", path, *key ? "." : "", key);
    d->each(d->context, sb_str(&d->path), was, is);
    d->n++;
}

static char *number_text(char buf[NUM_MAX], double x)
{
    if (!num_known(x))
        return memcpy(buf, "null", sizeof "null");
    return num_exact(buf, x);
}

static bool same_number(double a, double b)
{
    return a == b || (!num_known(a) && !num_known(b));
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void text(struct diff *d, const char *path, const char *key, const char *a, const char *b)
{
    if (same_text(a, b))
        return;
    struct strbuf was = {0}, is = {0};
    sb_addf(&was, a ? "\"%s\"" : "null", a);
    sb_addf(&is, b ? "\"%s\"" : "null", b);
    report(d, path, key, sb_str(&was), sb_str(&is));
    sb_free(&was);
    sb_free(&is);
}

static void number(struct diff *d, const char *path, const char *key, double a, double b)
{
    char was[NUM_MAX], is[NUM_MAX];
    if (!same_number(a, b))
        report(d, path, key, number_text(was, a), number_text(is, b));
}

static void integer(struct diff *d, const char *path, const char *key, int64_t a, int64_t b)
{
    if (a == b)
        return;
    struct strbuf was = {0}, is = {0};
    sb_addf(&was, int_known(a) ? "%lld" : "null", (long long)a);
    sb_addf(&is, int_known(b) ? "%lld" : "null", (long long)b);
    report(d, path, key, sb_str(&was), sb_str(&is));
    sb_free(&was);
    sb_free(&is);
}

static void flag(struct diff *d, const char *path, const char *key, enum tri a, enum tri b)
{
    static const char *const words[] = {"null", "false", "true"};
    if (a != b)
        report(d, path, key, words[a + 1], words[b + 1]);
}

static void fields(struct diff *d, const char *path, const struct table *t, const void *a, const void *b)
{
    for (size_t i = 0; i < t->n; i++) {
        const char *key = t->fields[i].key;
        const void *x = (const char *)a + t->fields[i].offset, *y = (const char *)b + t->fields[i].offset;
        switch (t->fields[i].type) {
        case F_TEXT:
            text(d, path, key, *(const char *const *)x, *(const char *const *)y);
            break;
        case F_INT:
            integer(d, path, key, *(const int64_t *)x, *(const int64_t *)y);
            break;
        case F_NUMBER:
            number(d, path, key, *(const double *)x, *(const double *)y);
            break;
        case F_TRI:
            flag(d, path, key, *(const enum tri *)x, *(const enum tri *)y);
            break;
        case F_BOOL:
            flag(d, path, key, *(const bool *)x, *(const bool *)y);
            break;
        }
    }
}

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
    report(d, "plan.measured", "instance_counts_observed", sb_str(&t[0]), sb_str(&t[1]));
    sb_free(&t[0]);
    sb_free(&t[1]);
}

static void config(struct diff *d, const struct fingerprint *a, const struct fingerprint *b)
{
    static const char path[] = "plan.measured.deployed_config";
    text(d, path, "instance_type", a->instance_type, b->instance_type);
    text(d, path, "image_digest", a->image_digest, b->image_digest);
    size_t i = 0, j = 0;
    while (i < a->n_env || j < b->n_env) {
        int order = i == a->n_env ? 1 : j == b->n_env ? -1 : strcmp(a->env[i].name, b->env[j].name);
        const char *was = order <= 0 ? a->env[i].value : NULL, *is = order >= 0 ? b->env[j].value : NULL;
        text(d, "plan.measured.deployed_config.container_env",
             order <= 0 ? a->env[i].name : b->env[j].name, was, is);
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
        number(d, "plan.measured.ladder_p95_ms", sb_str(&key), was->p95_ms, is->p95_ms);
        number(d, "plan.measured.cw_units_ratio_by_rung", sb_str(&key), was->cw_ratio, is->cw_ratio);
        sb_free(&key);
        i += was == x;
        j += is == y;
    }
}

static void findings(struct diff *d, const struct plan *a, const struct plan *b)
{
    for (size_t i = 0; i < b->n_findings; i++) {
        const struct finding *is = &b->findings[i], *was = plan_finding(a, is->name);
        struct strbuf path = {0};
        sb_addf(&path, "plan.findings[%s]", is->name);
        text(d, sb_str(&path), "verdict", was ? verdict_published(was->verdict) : NULL,
             verdict_published(is->verdict));
        sb_free(&path);
    }
    for (size_t i = 0; i < a->n_findings; i++)
        if (!plan_finding(b, a->findings[i].name))
            report(d, "plan.findings", a->findings[i].name, "present", "no such finding");
}

static void figure(struct diff *d, const char *path, const struct figure *was, const struct figure *is)
{
    double a = was->kind == FIGURE_INT && int_known(was->integer) ? (double)was->integer : was->number;
    double b = is->kind == FIGURE_INT && int_known(is->integer) ? (double)is->integer : is->number;
    if (was->kind == FIGURE_TEXT || is->kind == FIGURE_TEXT)
        text(d, path, is->key, was->text, is->text);
    else
        number(d, path, is->key, a, b);
}

static void audits(struct diff *d, const struct plan *a, const struct plan *b)
{
    text(d, "headroom.audit", "verdict", verdict_audit(a->audit.worst), verdict_audit(b->audit.worst));
    fields(d, "headroom.audit.figures", &table_audit, &a->audit, &b->audit);
    fields(d, "headroom.flow", &table_flow, &a->audit.flow, &b->audit.flow);
    fields(d, "headroom.policy", &table_extra, a, b);
    for (size_t i = 0; i < b->audit.n_checks; i++) {
        const struct audit_check *is = &b->audit.checks[i], *was = plan_check(a, is->name);
        struct strbuf path = {0};
        sb_addf(&path, "headroom.audit.checks[%s]", is->name);
        text(d, sb_str(&path), "verdict", was ? verdict_audit(was->verdict) : NULL, verdict_audit(is->verdict));
        for (size_t j = 0; was && j < is->n_figures; j++) {
            const struct figure *f = check_figure(was, is->figures[j].key);
            if (f)
                figure(d, sb_str(&path), f, &is->figures[j]);
            else
                report(d, sb_str(&path), is->figures[j].key, "absent", "present");
        }
        sb_free(&path);
    }
}

size_t store_differences(const struct plan *a, const struct plan *b, store_difference *each, void *context)
{
    struct diff d = {.each = each, .context = context};
    flag(&d, "t_total_measured", "", a->t_total_measured, b->t_total_measured);
    fields(&d, "plan", &table_plan, a, b);
    findings(&d, a, b);
    fields(&d, "plan.measured", &table_measured, &a->measured, &b->measured);
    counts(&d, &a->measured, &b->measured);
    text(&d, "plan.measured", "transport", a->measured.transport, b->measured.transport);
    config(&d, &a->measured.config, &b->measured.config);
    fields(&d, "plan.measured", &table_measured_tail, &a->measured, &b->measured);
    rungs(&d, &a->measured, &b->measured);
    text(&d, "plan.measured.provenance", "origin", a->measured.provenance.origin, b->measured.provenance.origin);
    text(&d, "plan.measured.provenance", "run_id", a->measured.provenance.run_id, b->measured.provenance.run_id);
    text(&d, "plan.measured.provenance", "measured_at", a->measured.provenance.measured_at,
         b->measured.provenance.measured_at);
    text(&d, "plan.measured.provenance", "endpoint", a->measured.provenance.endpoint,
         b->measured.provenance.endpoint);
    text(&d, "verdict", "", a->verdict_text, b->verdict_text);
    if (a->has_headroom && b->has_headroom)
        audits(&d, a, b);
    sb_free(&d.path);
    return d.n;
}

static void as_line(void *context, const char *path, const char *was, const char *is)
{
    sb_addf(context, "%s: committed %s, computed %s\n", path, was, is);
}

size_t store_compare(const struct plan *committed, const struct plan *computed, struct strbuf *out)
{
    return store_differences(committed, computed, as_line, out);
}
