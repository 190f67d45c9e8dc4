#include "store/store.h"

#include "artifact/fields.h"
#include "artifact/fingerprint.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/sha256.h"
#include "json/json.h"
#include "store/tables.h"

#include <stdlib.h>
#include <string.h>

static int read_fields(const struct json_ref *obj, const struct table *t, struct arena *a, void *into, struct err *e)
{
    for (size_t i = 0; i < t->n; i++) {
        const char *key = t->fields[i].key;
        void *at = (char *)into + t->fields[i].offset;
        enum tri flag = TRI_UNKNOWN;
        int r = 0;
        switch (t->fields[i].type) {
        case F_TEXT: r = json_get_string(obj, key, JSON_OPTIONAL, a, at, e); break;
        case F_INT: r = json_get_int(obj, key, JSON_OPTIONAL, at, e); break;
        case F_NUMBER: r = json_get_number(obj, key, JSON_OPTIONAL, at, e); break;
        case F_TRI: r = json_get_bool(obj, key, JSON_OPTIONAL, at, e); break;
        case F_BOOL:
            r = json_get_bool(obj, key, JSON_OPTIONAL, &flag, e);
            *(bool *)at = flag == TRI_YES;
            break;
        }
        if (r != 0)
            return r;
    }
    return 0;
}

/* The member KEY as an object whose fields are read; absent leaves them unknown. */
static int read_object(const struct json_ref *obj, const char *key, enum json_need need, const struct table *t,
                       struct arena *a, void *into, struct err *e)
{
    struct json_ref r;
    if (json_get_object(obj, key, need, &r, e) != 0)
        return e->code;
    return read_fields(&r, t, a, into, e);
}

static int read_verdict(const struct json_ref *obj, const char *stop, enum verdict *out, struct err *e)
{
    const char *const words[] = {"ok", "warn", stop, "suppressed"};
    struct json_ref r = json_member(obj, "verdict");
    const char *text = json_text(&r);
    for (size_t i = 0; text && i < 4; i++)
        if (strcmp(text, words[i]) == 0) {
            *out = (enum verdict)i;
            return 0;
        }
    return json_fail(&r, e, "expected \"ok\", \"warn\", \"%s\" or \"suppressed\"", stop);
}

/* Whoever looks a finding or check up finds the first of a name: a second one would stand in the outputs, and
 * nothing would compare it. */
static int name_twice(const struct json_ref *item, struct err *e)
{
    struct json_ref name = json_member(item, "name");
    return json_fail(&name, e, "is a name that stands above already");
}

static int read_findings(const struct json_ref *plan, struct plan *p, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(plan, "findings", JSON_REQUIRED, LIMIT_FINDINGS, &list, e) != 0)
        return e->code;
    p->findings = arena_array(p->arena, json_count(&list), sizeof *p->findings);
    while (json_each(&list, &item)) {
        struct finding *f = &p->findings[p->n_findings++];
        if (json_as_object(&item, e) != 0 ||
            json_get_string(&item, "name", JSON_REQUIRED, p->arena, &f->name, e) != 0 ||
            read_verdict(&item, "infeasible", &f->verdict, e) != 0 ||
            json_get_string(&item, "detail", JSON_OPTIONAL, p->arena, &f->detail, e) != 0 ||
            json_get_string(&item, "recommendation", JSON_OPTIONAL, p->arena, &f->recommendation, e) != 0)
            return e->code;
        for (const struct finding *g = p->findings; g < f; g++)
            if (strcmp(g->name, f->name) == 0)
                return name_twice(&item, e);
    }
    return 0;
}

static int by_concurrency(const void *a, const void *b)
{
    const struct rung *x = a, *y = b;
    return (x->concurrency > y->concurrency) - (x->concurrency < y->concurrency);
}

/* Merges one of the two maps by concurrency into the rungs, in whatever order their members stand. */
static int read_by_rung(const struct json_ref *m, const char *key, bool cw, struct plan *p, struct err *e)
{
    struct measured *out = &p->measured;
    struct json_ref map, item = {0};
    if (json_get_object(m, key, JSON_OPTIONAL, &map, e) != 0)
        return e->code;
    size_t had = out->n_rungs;
    struct rung *all = arena_array(p->arena, had + json_count(&map), sizeof *all);
    if (had)
        memcpy(all, out->rungs, had * sizeof *all);
    out->rungs = all;
    while (json_each(&map, &item)) {
        struct rung new = {.p95_ms = NUM_UNKNOWN, .cw_ratio = NUM_UNKNOWN};
        double x = NUM_UNKNOWN;
        if (num_parse_int(item.key, &new.concurrency) != 0 || new.concurrency <= 0)
            return json_fail(&item, e, "its name is no concurrency");
        if (json_as_number(&item, &x, e) != 0)
            return e->code;
        struct rung *g = had ? bsearch(&new, out->rungs, had, sizeof new, by_concurrency) : NULL;
        if (!g) {
            g = &out->rungs[out->n_rungs++];
            *g = new;
        }
        *(cw ? &g->cw_ratio : &g->p95_ms) = x;
    }
    if (out->n_rungs)
        qsort(out->rungs, out->n_rungs, sizeof *out->rungs, by_concurrency);
    for (size_t i = 1; i < out->n_rungs; i++)
        if (out->rungs[i].concurrency == out->rungs[i - 1].concurrency)
            return json_fail(&map, e, "names the concurrency %lld twice", (long long)out->rungs[i].concurrency);
    return 0;
}

static int read_measured(const struct json_ref *plan, struct plan *p, struct err *e)
{
    struct measured *m = &p->measured;
    struct json_ref r;
    if (json_get_object(plan, "measured", JSON_REQUIRED, &r, e) != 0 ||
        read_fields(&r, &table_measured, p->arena, m, e) != 0 ||
        read_fields(&r, &table_measured_tail, p->arena, m, e) != 0 ||
        json_get_string(&r, "transport", JSON_OPTIONAL, p->arena, &m->transport, e) != 0 ||
        ints_read(&r, "instance_counts_observed", JSON_OPTIONAL, 0, p->arena, &m->instance_counts,
                  &m->n_instance_counts, e) != 0 ||
        fingerprint_read(&r, "deployed_config", p->arena, &m->config, e) != 0 ||
        read_by_rung(&r, "ladder_p95_ms", false, p, e) != 0 ||
        read_by_rung(&r, "cw_units_ratio_by_rung", true, p, e) != 0)
        return e->code;
    return provenance_read(&r, p->arena, &m->provenance, e);
}

static int read_inputs(const struct json_ref *h, struct plan *p, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(h, "inputs", JSON_REQUIRED, LIMIT_INPUTS, &list, e) != 0)
        return e->code;
    p->inputs = arena_array(p->arena, json_count(&list), sizeof *p->inputs);
    while (json_each(&list, &item)) {
        struct input *in = &p->inputs[p->n_inputs++];
        const char *sha;
        int64_t size;
        if (json_as_object(&item, e) != 0 ||
            json_get_string(&item, "role", JSON_REQUIRED, p->arena, &in->role, e) != 0 ||
            json_get_string(&item, "name", JSON_REQUIRED, p->arena, &in->name, e) != 0 ||
            json_get_string(&item, "run_id", JSON_OPTIONAL, p->arena, &in->run_id, e) != 0 ||
            json_get_string(&item, "measured_at", JSON_OPTIONAL, p->arena, &in->measured_at, e) != 0 ||
            json_get_string(&item, "sha256", JSON_REQUIRED, p->arena, &sha, e) != 0 ||
            json_get_int(&item, "size", JSON_REQUIRED, &size, e) != 0 ||
            json_get_string(&item, "text", JSON_REQUIRED, p->arena, &in->text, e) != 0)
            return e->code;
        in->size = strlen(in->text);
        sha256_hex(in->sha256, in->text, in->size);
        struct json_ref at = json_member(&item, "sha256");
        /* The text is the evidence that reports attach: it must be what the hash says. */
        if (strcmp(in->sha256, sha) != 0)
            return json_fail(&at, e, "is not the SHA-256 of the text beside it, which is %s", in->sha256);
        if (size != (int64_t)in->size)
            return json_fail(&item, e, "size is %lld, but the text has %zu bytes", (long long)size, in->size);
    }
    return 0;
}

static int read_steps(const struct json_ref *h, struct plan *p, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(h, "ladder", JSON_OPTIONAL, LIMIT_STEPS, &list, e) != 0)
        return e->code;
    p->steps = arena_array(p->arena, json_count(&list), sizeof *p->steps);
    while (json_each(&list, &item))
        if (step_read(&item, p->arena, &p->steps[p->n_steps++], e) != 0)
            return e->code;
    return 0;
}

static int read_stages(const struct json_ref *h, struct plan *p, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(h, "stages", JSON_OPTIONAL, LIMIT_STAGES, &list, e) != 0)
        return e->code;
    p->stages = arena_array(p->arena, json_count(&list), sizeof *p->stages);
    while (json_each(&list, &item))
        if (stage_read(&item, p->arena, &p->stages[p->n_stages++], e) != 0)
            return e->code;
    return strings_read(h, "missing_stages", p->arena, &p->missing_stages, &p->n_missing, e);
}

static int read_figures(const struct json_ref *check, struct arena *a, struct audit_check *c, struct err *e)
{
    struct json_ref numbers, item = {0};
    if (json_get_object(check, "numbers", JSON_OPTIONAL, &numbers, e) != 0)
        return e->code;
    c->figures = arena_array(a, json_count(&numbers), sizeof *c->figures);
    while (json_each(&numbers, &item)) {
        struct figure *f = &c->figures[c->n_figures++];
        f->key = arena_strdup(a, item.key);
        f->number = NUM_UNKNOWN;
        f->integer = INT_UNKNOWN;
        switch (json_type(&item)) {
        case JSON_NULL: break;
        case JSON_STRING:
            f->kind = FIGURE_TEXT;
            f->text = arena_strdup(a, json_text(&item));
            break;
        case JSON_NUMBER:
            f->number = json_number(&item);
            if (json_is_plain_integer(&item)) {
                f->kind = FIGURE_INT;
                if (json_as_int(&item, &f->integer, e) != 0)
                    return e->code;
            }
            break;
        default:
            return json_fail(&item, e, "is %s, expected a number, a string or null",
                             json_type_name(json_type(&item)));
        }
    }
    return 0;
}

static int read_audit(const struct json_ref *h, struct plan *p, struct err *e)
{
    struct audit *out = &p->audit;
    struct json_ref audit, list, item = {0};
    if (json_get_object(h, "audit", JSON_REQUIRED, &audit, e) != 0 ||
        read_verdict(&audit, "stop", &out->worst, e) != 0 ||
        read_object(&audit, "figures", JSON_REQUIRED, &table_audit, p->arena, out, e) != 0 ||
        read_object(h, "flow", JSON_REQUIRED, &table_flow, p->arena, &out->flow, e) != 0 ||
        json_get_array(&audit, "checks", JSON_REQUIRED, LIMIT_FINDINGS, &list, e) != 0)
        return e->code;
    out->checks = arena_array(p->arena, json_count(&list), sizeof *out->checks);
    while (json_each(&list, &item)) {
        struct audit_check *c = &out->checks[out->n_checks++];
        if (json_as_object(&item, e) != 0 ||
            json_get_string(&item, "name", JSON_REQUIRED, p->arena, &c->name, e) != 0 ||
            read_verdict(&item, "stop", &c->verdict, e) != 0 ||
            json_get_string(&item, "sentence", JSON_OPTIONAL, p->arena, &c->sentence, e) != 0 ||
            json_get_string(&item, "recommendation", JSON_OPTIONAL, p->arena, &c->recommendation, e) != 0 ||
            read_figures(&item, p->arena, c, e) != 0)
            return e->code;
        for (const struct audit_check *g = out->checks; g < c; g++)
            if (strcmp(g->name, c->name) == 0)
                return name_twice(&item, e);
    }
    return 0;
}

static int read_flags(const struct json_ref *h, struct plan *p, struct err *e)
{
    struct json_ref flags;
    const char *method;
    if (json_get_object(h, "scenario", JSON_REQUIRED, &flags, e) != 0 ||
        read_fields(&flags, &table_flags, p->arena, &p->scenario, e) != 0 ||
        json_get_string(&flags, "method", JSON_OPTIONAL, p->arena, &method, e) != 0)
        return e->code;
    if (method && strcmp(method, "flow") != 0 && strcmp(method, "published") != 0) {
        struct json_ref r = json_member(&flags, "method");
        return json_fail(&r, e, "is \"%.60s\", expected \"published\" or \"flow\"", method);
    }
    p->scenario.method = method && strcmp(method, "flow") == 0 ? METHOD_FLOW : METHOD_PUBLISHED;
    return 0;
}

static int read_headroom(const struct json_ref *root, struct plan *p, struct err *e)
{
    struct json_ref h;
    if (json_get_object(root, "headroom", JSON_OPTIONAL, &h, e) != 0)
        return e->code;
    p->audit = (struct audit){.worst = VERDICT_SUPPRESSED};
    p->scenario.ceiling_s = NUM_UNKNOWN;
    p->scenario.assume_t_total_s = NUM_UNKNOWN;
    p->scenario.quota = INT_UNKNOWN;
    p->rate.per_hour = NUM_UNKNOWN;
    p->fleet_at_q_max = INT_UNKNOWN;
    p->alarm_ms = p->measured.ttfab_p95_at_c1_ms;
    p->policy_lag_bound_s = NUM_UNKNOWN;
    if (json_type(&h) != JSON_OBJECT)
        return 0;
    p->has_headroom = true;
    if (json_get_string(&h, "schema_version", JSON_REQUIRED, p->arena, &p->schema_version, e) != 0)
        return e->code;
    if (strcmp(p->schema_version, STORE_SCHEMA_VERSION) != 0) {
        struct json_ref r = json_member(&h, "schema_version");
        return json_fail(&r, e, "is \"%.20s\"; this program reads \"%s\": make the plan again", p->schema_version,
                         STORE_SCHEMA_VERSION);
    }
    if (json_get_string(&h, "tool_version", JSON_OPTIONAL, p->arena, &p->tool_version, e) != 0 ||
        read_flags(&h, p, e) != 0 || read_object(&h, "policy", JSON_REQUIRED, &table_extra, p->arena, p, e) != 0 ||
        read_object(&h, "rates", JSON_REQUIRED, &table_rate, p->arena, &p->rate, e) != 0 ||
        read_inputs(&h, p, e) != 0 || read_steps(&h, p, e) != 0 || read_stages(&h, p, e) != 0 ||
        read_audit(&h, p, e) != 0)
        return e->code;
    return strings_read(&h, "warnings", p->arena, &p->warnings, &p->n_warnings, e);
}

static int read_root(const struct json_ref *root, struct plan *p, struct err *e)
{
    struct json_ref plan = json_member(root, "plan"), q_max = json_member(root, "q_max"),
                    total = json_member(root, "t_total_s");
    if (json_type(root) == JSON_ARRAY)
        return json_fail(root, e,
                         "is an array, as a load test is (--validate); expected a plan.json (`headroom plan -o` "
                         "writes one)");
    if (json_as_object(root, e) == 0 && json_type(&plan) == JSON_ABSENT &&
        (json_type(&q_max) != JSON_ABSENT || json_type(&total) != JSON_ABSENT))
        return json_fail(&plan, e,
                         "is absent: this is a measurement, expected a plan.json (`headroom plan -o` writes one)");
    if (e->code != 0 || json_get_object(root, "plan", JSON_REQUIRED, &plan, e) != 0 ||
        read_fields(&plan, &table_plan, p->arena, p, e) != 0 || read_findings(&plan, p, e) != 0 ||
        read_measured(&plan, p, e) != 0 ||
        read_object(&plan, "scenario", JSON_REQUIRED, &table_scenario, p->arena, &p->scenario, e) != 0 ||
        json_get_bool(root, "t_total_measured", JSON_OPTIONAL, &p->t_total_measured, e) != 0 ||
        json_get_string(root, "verdict", JSON_REQUIRED, p->arena, &p->verdict_text, e) != 0 ||
        json_get_string(root, "config_block", JSON_OPTIONAL, p->arena, &p->config_block, e) != 0 ||
        json_get_string(root, "alarm_threshold", JSON_OPTIONAL, p->arena, &p->alarm_threshold, e) != 0)
        return e->code;
    p->verdict = strcmp(p->verdict_text, "ok") == 0           ? VERDICT_OK
                 : strcmp(p->verdict_text, "INFEASIBLE") == 0 ? VERDICT_STOP
                                                              : VERDICT_WARN;
    p->c_scale_min_cw = p->c_scale_min * p->cw_ratio;
    p->slug = slug_of(p->arena, p->measured.config.present ? p->measured.config.instance_type : p->instance_type,
                      p->measured.config.image_digest);
    return read_headroom(root, p, e);
}

int store_read_value(const struct json_ref *r, struct plan **out, struct err *e)
{
    struct arena *a = arena_new();
    struct plan *p = arena_alloc(a, sizeof *p);
    *out = NULL;
    p->arena = a;
    if (read_root(r, p, e) != 0)
        arena_free(a);
    else
        *out = p;
    return e->code;
}

int store_read(const char *name, const char *text, size_t len, struct plan **out, struct err *e)
{
    static const struct json_limits limits = {LIMIT_JSON_DEPTH, LIMIT_PLAN_NODES};
    *out = NULL;
    struct json_doc *doc;
    if (json_parse(name, text, len, &limits, &doc, e) != 0)
        return e->code;
    struct json_ref root = json_root(doc);
    store_read_value(&root, out, e);
    json_free(doc);
    return e->code;
}

int store_load(const char *path, bool need_headroom, struct plan **out, struct err *e)
{
    struct bytes b;
    *out = NULL;
    if (file_read(path, LIMIT_PLAN_BYTES, &b, e) != 0)
        return e->code;
    store_read(file_base(path), b.data, b.len, out, e);
    bytes_free(&b);
    if (*out && need_headroom && !(*out)->has_headroom) {
        plan_free(*out);
        *out = NULL;
        err_set(e, EXIT_REFUSED,
                "%s: $.headroom: is absent: this plan was not written by headroom and carries no "
                "evidence; it serves `verify` and `compare` only",
                file_base(path));
    }
    return e->code;
}
