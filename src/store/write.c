#include "store/store.h"

#include "artifact/fields.h"
#include "base/jsonw.h"
#include "store/tables.h"

#include <stdio.h>
#include <string.h>

static void write_fields(struct jsonw *w, const struct table *t, const void *from)
{
    for (size_t i = 0; i < t->n; i++) {
        const char *at = (const char *)from + t->fields[i].offset;
        jw_key(w, t->fields[i].key);
        switch (t->fields[i].type) {
        case F_TEXT: jw_string(w, *(const char *const *)(const void *)at); break;
        case F_INT: jw_int(w, *(const int64_t *)(const void *)at); break;
        case F_NUMBER: jw_double(w, *(const double *)(const void *)at); break;
        case F_TRI: jw_tri(w, *(const enum tri *)(const void *)at); break;
        case F_BOOL: jw_bool(w, *(const bool *)(const void *)at); break;
        }
    }
}

static void write_object(struct jsonw *w, const char *key, const struct table *t, const void *from)
{
    jw_key(w, key);
    jw_object(w);
    write_fields(w, t, from);
    jw_end(w);
}

static void write_findings(struct jsonw *w, const struct plan *p)
{
    jw_key(w, "findings");
    jw_array(w);
    for (size_t i = 0; i < p->n_findings; i++) {
        const struct finding *f = &p->findings[i];
        jw_object(w);
        jw_kstring(w, "name", f->name);
        jw_kstring(w, "verdict", verdict_published(f->verdict));
        jw_kstring(w, "detail", f->detail);
        jw_kstring(w, "recommendation", f->recommendation);
        jw_end(w);
    }
    jw_end(w);
}

static void write_config(struct jsonw *w, const struct fingerprint *f)
{
    jw_key(w, "deployed_config");
    jw_object(w);
    if (f->present) {
        jw_kstring(w, "instance_type", f->instance_type);
        jw_kstring(w, "image_digest", f->image_digest);
        jw_key(w, "container_env");
        if (!f->has_env) {
            jw_null(w);
        } else {
            jw_object(w);
            for (size_t i = 0; i < f->n_env; i++) {
                jw_key(w, f->env[i].name);
                jw_raw(w, f->env[i].value);
            }
            jw_end(w);
        }
    }
    jw_end(w);
}

/* Maps from concurrency: only rungs with a value appear, as in the published format. */
static void write_by_rung(struct jsonw *w, const char *key, const struct measured *m, bool cw)
{
    jw_key(w, key);
    jw_object(w);
    for (size_t i = 0; i < m->n_rungs; i++) {
        double x = cw ? m->rungs[i].cw_ratio : m->rungs[i].p95_ms;
        if (!num_known(x))
            continue;
        char name[24];
        snprintf(name, sizeof name, "%lld", (long long)m->rungs[i].concurrency);
        jw_kdouble(w, name, x);
    }
    jw_end(w);
}

static void write_provenance(struct jsonw *w, const struct provenance *p)
{
    if (!p->present) {
        jw_key(w, "provenance");
        jw_null(w);
        return;
    }
    write_object(w, "provenance", &table_provenance, p);
}

static void write_measured(struct jsonw *w, const struct measured *m)
{
    jw_key(w, "measured");
    jw_object(w);
    write_fields(w, &table_measured, m);
    jw_key(w, "instance_counts_observed");
    if (!m->instance_counts) {
        jw_null(w);
    } else {
        jw_array(w);
        for (size_t i = 0; i < m->n_instance_counts; i++)
            jw_int(w, m->instance_counts[i]);
        jw_end(w);
    }
    jw_kstring(w, "transport", m->transport);
    write_config(w, &m->config);
    write_fields(w, &table_measured_tail, m);
    write_by_rung(w, "ladder_p95_ms", m, false);
    write_by_rung(w, "cw_units_ratio_by_rung", m, true);
    write_provenance(w, &m->provenance);
    jw_end(w);
}

static void write_scenario(struct jsonw *w, const struct scenario *s)
{
    static const struct provenance chosen = {
        .present = true,
        .origin = "assumption",
        .note = "chosen on the command line, not measured",
    };
    jw_key(w, "scenario");
    jw_object(w);
    write_fields(w, &table_scenario, s);
    write_provenance(w, &chosen);
    jw_end(w);
}

static void write_inputs(struct jsonw *w, const struct plan *p)
{
    jw_key(w, "inputs");
    jw_array(w);
    for (size_t i = 0; i < p->n_inputs; i++) {
        const struct input *in = &p->inputs[i];
        jw_object(w);
        jw_kstring(w, "role", in->role);
        jw_kstring(w, "name", in->name);
        jw_kstring(w, "run_id", in->run_id);
        jw_kstring(w, "measured_at", in->measured_at);
        jw_kstring(w, "sha256", in->sha256);
        jw_kint(w, "size", (int64_t)in->size);
        jw_key(w, "text");
        jw_stringn(w, in->text, in->size);
        jw_end(w);
    }
    jw_end(w);
}

static void write_steps(struct jsonw *w, const struct plan *p)
{
    jw_key(w, "ladder");
    jw_array(w);
    for (size_t i = 0; i < p->n_steps; i++) {
        const struct step *s = &p->steps[i];
        jw_object(w);
        for (size_t j = 0; j < n_step_ints; j++)
            jw_kint(w, step_ints[j].key, *(const int64_t *)(const void *)((const char *)s + step_ints[j].offset));
        for (size_t j = 0; j < n_step_numbers; j++)
            jw_kdouble(w, step_numbers[j].key,
                       *(const double *)(const void *)((const char *)s + step_numbers[j].offset));
        for (size_t j = 0; j < n_step_bools; j++)
            jw_ktri(w, step_bools[j].key, *(const enum tri *)(const void *)((const char *)s + step_bools[j].offset));
        jw_kstring(w, "unusable_reason", s->unusable_reason);
        jw_key(w, "outcome_counts");
        if (!s->has_outcomes) {
            jw_null(w);
        } else {
            jw_object(w);
            for (size_t j = 0; j < s->n_outcomes; j++)
                jw_kint(w, s->outcomes[j].name, s->outcomes[j].n);
            jw_end(w);
        }
        jw_end(w);
    }
    jw_end(w);
}

static void write_stages(struct jsonw *w, const struct plan *p)
{
    jw_key(w, "stages");
    jw_array(w);
    for (size_t i = 0; i < p->n_stages; i++) {
        const struct stage *s = &p->stages[i];
        jw_object(w);
        jw_kstring(w, "from", s->from);
        jw_kstring(w, "to", s->to);
        jw_kdouble(w, "seconds", s->seconds);
        jw_kdouble(w, "share", s->share);
        jw_ktri(w, "bounded", s->bounded);
        jw_end(w);
    }
    jw_end(w);
    jw_kstrings(w, "missing_stages", p->missing_stages, p->n_missing);
}

static void write_audit(struct jsonw *w, const struct audit *a)
{
    jw_key(w, "audit");
    jw_object(w);
    jw_kstring(w, "verdict", verdict_audit(a->worst));
    jw_key(w, "checks");
    jw_array(w);
    for (size_t i = 0; i < a->n_checks; i++) {
        const struct audit_check *c = &a->checks[i];
        jw_object(w);
        jw_kstring(w, "name", c->name);
        jw_kstring(w, "verdict", verdict_audit(c->verdict));
        jw_key(w, "numbers");
        jw_object(w);
        for (size_t j = 0; j < c->n_figures; j++) {
            const struct figure *f = &c->figures[j];
            if (f->kind == FIGURE_NUMBER)
                jw_kdouble(w, f->key, f->number);
            else if (f->kind == FIGURE_INT)
                jw_kint(w, f->key, f->integer);
            else
                jw_kstring(w, f->key, f->text);
        }
        jw_end(w);
        jw_kstring(w, "sentence", c->sentence);
        jw_kstring(w, "recommendation", c->recommendation);
        jw_end(w);
    }
    jw_end(w);
    write_object(w, "figures", &table_audit, a);
    jw_end(w);
}

static void write_headroom(struct jsonw *w, const struct plan *p)
{
    jw_key(w, "headroom");
    jw_object(w);
    jw_kstring(w, "schema_version", STORE_SCHEMA_VERSION);
    jw_kstring(w, "tool_version", HEADROOM_VERSION);
    write_inputs(w, p);
    jw_key(w, "scenario");
    jw_object(w);
    write_fields(w, &table_flags, &p->scenario);
    jw_kstring(w, "method", p->scenario.method == METHOD_FLOW ? "flow" : "published");
    jw_end(w);
    write_object(w, "policy", &table_extra, p);
    write_object(w, "rates", &table_rate, &p->rate);
    write_steps(w, p);
    write_stages(w, p);
    write_audit(w, &p->audit);
    write_object(w, "flow", &table_flow, &p->audit.flow);
    jw_kstrings(w, "warnings", p->warnings, p->n_warnings);
    jw_end(w);
}

void store_members(const struct plan *p, struct jsonw *w)
{
    jw_ktri(w, "t_total_measured", p->t_total_measured);
    jw_key(w, "plan");
    jw_object(w);
    write_fields(w, &table_plan, p);
    write_findings(w, p);
    write_measured(w, &p->measured);
    write_scenario(w, &p->scenario);
    jw_end(w);
    jw_kstring(w, "verdict", p->verdict_text);
    jw_kstring(w, "config_block", p->config_block);
    jw_kstring(w, "alarm_threshold", p->alarm_threshold);
    if (p->has_headroom)
        write_headroom(w, p);
}

void store_write(const struct plan *p, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    store_members(p, &w);
    jw_end(&w);
    sb_addc(out, '\n');
}
