#include "render/config.h"

#include <string.h>

static void add_inputs(struct tvars *v, const struct plan *p)
{
    tvars_list(v, "inputs");
    for (size_t i = 0; i < p->n_inputs; i++) {
        struct tvars *row = tvars_row(v, "inputs");
        tvars_text(row, "role", p->inputs[i].role);
        tvars_text(row, "name", p->inputs[i].name);
        tvars_text(row, "sha256", p->inputs[i].sha256);
    }
}

static void add_notes(struct tvars *v, const struct deployment *d)
{
    tvars_list(v, "notes");
    for (size_t i = 0; i < d->n_notes; i++) {
        struct tvars *row = tvars_row(v, "notes");
        tvars_text(row, "mark", d->notes[i].mark);
        tvars_text(row, "text", d->notes[i].text);
    }
}

static void add_names(struct tvars *v, const struct deployment *d)
{
    tvars_text(v, "model_name", d->plan->model_name);
    tvars_text(v, "instance_type", d->plan->instance_type);
    tvars_text(v, "endpoint", d->endpoint);
    tvars_text(v, "variant", d->variant);
    tvars_text(v, "resource_id", d->resource_id);
    tvars_text(v, "scale_out_policy", d->scale_out_policy);
    tvars_text(v, "scale_in_policy", d->scale_in_policy);
    tvars_text(v, "scale_in_alarm", d->scale_in_alarm);
    tvars_text(v, "latency_alarm", d->latency_alarm);
    tvars_text(v, "dashboard", d->dashboard);
}

static void add_numbers(struct tvars *v, const struct deployment *d)
{
    tvars_int(v, "min_instances", d->min_instances);
    tvars_int(v, "max_instances", d->max_instances);
    tvars_number(v, "target", d->target);
    tvars_number(v, "scale_in_threshold", d->scale_in_threshold);
    tvars_int(v, "scale_out_cooldown_s", d->scale_out_cooldown_s);
    tvars_int(v, "scale_in_cooldown_s", d->scale_in_cooldown_s);
    tvars_int(v, "queue_max_depth", d->queue_max_depth);
    tvars_int(v, "slo_ms", d->slo_ms);
    tvars_number(v, "alarm_us", d->alarm_us);
}

/* Why the Python form, whose two thresholds count concurrent requests, goes without them. */
static const char *why_left_out(const struct deployment *d)
{
    char b[NUM_MAX];
    if (d->no_target || d->method == METHOD_PUBLISHED)
        return d->no_target;
    return arena_printf(d->arena,
                        "they count concurrent requests, and the flow method scales on a rate: "
                        "SageMakerVariantInvocationsPerInstance = %s, %s",
                        quote_number(b, LANGUAGE_PYTHON, d->target), d->why_target);
}

static void add_reasons(struct tvars *v, const struct deployment *d)
{
    tvars_text(v, "why_min", d->why_min);
    tvars_text(v, "why_max", d->why_max);
    tvars_text(v, "why_target", d->why_target);
    tvars_text(v, "why_scale_in", d->why_scale_in);
    tvars_text(v, "why_slo", d->why_slo);
    tvars_text(v, "why_depth", d->why_depth);
    tvars_text(v, "why_scale_out_cooldown", d->why_scale_out_cooldown);
    tvars_text(v, "why_scale_in_cooldown", d->why_scale_in_cooldown);
    tvars_text(v, "why_alarm", d->why_alarm);
    tvars_text(v, "left_out", why_left_out(d));
}

struct tvars *config_vars(const struct deployment *d)
{
    struct tvars *v = tvars_new(d->arena, NULL);
    const struct plan *p = d->plan;
    bool flow = d->method == METHOD_FLOW;
    add_names(v, d);
    add_numbers(v, d);
    add_reasons(v, d);
    add_inputs(v, p);
    add_notes(v, d);
    tvars_flag(v, "flow", flow);
    tvars_flag(v, "published", !flow && !d->no_target);
    tvars_flag(v, "sized", int_known(d->min_instances) && int_known(d->max_instances));
    tvars_flag(v, "registers", d->resource_id != NULL && !d->not_to_be_deployed);
    tvars_text(v, "headline",
               arena_printf(d->arena, "headroom: %s on %s, method %s, verdict %s", p->model_name,
                            p->instance_type ? p->instance_type : "an unknown instance type",
                            flow ? "flow" : "published", p->verdict_text ? p->verdict_text : "unknown"));
    return v;
}

static void as_comment(const char *text, struct strbuf *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        sb_add(out, "# ");
        sb_addn(out, text, n);
        sb_addc(out, '\n');
        text += n + (text[n] == '\n');
    }
}

int config_python(const struct deployment *d, bool notes, struct strbuf *out, struct err *e)
{
    struct tvars *v = config_vars(d);
    struct strbuf block = {0};
    if (d->not_to_be_deployed) {
        sb_add(out, "# DO NOT DEPLOY: ");
        quote_comment(out, d->not_to_be_deployed, "#", strlen("# DO NOT DEPLOY: "));
        sb_addc(out, '\n');
    }
    if (notes)
        template_file("notes.in", LANGUAGE_PYTHON, v, out, e);
    template_file("python.py.in", LANGUAGE_PYTHON, v, &block, e);
    if (d->not_to_be_deployed)
        as_comment(sb_str(&block), out);
    else
        sb_add(out, sb_str(&block));
    sb_free(&block);
    return e->code;
}
