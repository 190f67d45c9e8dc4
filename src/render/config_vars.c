#include "render/config_vars.h"

#include "base/num.h"

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
    for (size_t i = 0; i < d->n_notes; i++)
        tvars_text(tvars_row(v, "notes"), "text",
                   arena_printf(d->arena, "%s %s", d->notes[i].mark, d->notes[i].text));
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
    tvars_flag(v, "flow", d->method == METHOD_FLOW);
    tvars_flag(v, "thresholds", d->method == METHOD_PUBLISHED && !d->no_target);
    tvars_flag(v, "sized", int_known(d->min_instances) && int_known(d->max_instances));
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

/* Sentences of ours, with numbers and names in them but no text of an artifact: some of these fields are
 * short (a description of an alarm: 1024 characters). */
static void add_sentences(struct tvars *v, const struct deployment *d)
{
    struct arena *a = d->arena;
    const struct plan *p = d->plan;
    bool flow = d->method == METHOD_FLOW;
    char target[NUM_MAX] = "", in[NUM_MAX] = "";
    if (isfinite(d->target) && fabs(d->target) < 1e21)
        num_plain(target, d->target);
    if (isfinite(d->scale_in_threshold) && fabs(d->scale_in_threshold) < 1e21)
        num_plain(in, d->scale_in_threshold);
    tvars_text(v, "headline",
               arena_printf(a, "%s on %s, method %s, verdict %s", p->model_name ? p->model_name : "unknown model",
                            p->instance_type ? p->instance_type : "an unknown instance type",
                            flow ? "flow" : "published", p->verdict_text ? p->verdict_text : "unknown"));
    tvars_text(v, "description",
               arena_printf(a,
                            "Autoscaling of one SageMaker endpoint variant, written by headroom (method %s). "
                            "Reasons, findings and the hashes of the measurements are in the metadata.",
                            flow ? "flow" : "published"));
    tvars_text(v, "registering",
               d->resource_id && !d->not_to_be_deployed
                   ? arena_printf(a, "Registering the target moves the live instance count into %lld..%lld at once.",
                                  (long long)d->min_instances, (long long)d->max_instances)
                   : NULL);
    tvars_text(v, "scale_in_alarm_text",
               arena_printf(a,
                            "Removes one instance while the mean of concurrent requests is at most %s for three "
                            "minutes. In ALARM at the minimum capacity is normal.",
                            in));
    tvars_text(v, "latency_alarm_text",
               "The p95 of first audio is above what one request alone was measured to take. Microseconds; not "
               "the SLO, which also pays for waiting.");
    tvars_text(v, "dashboard_text",
               flow ? arena_printf(a,
                                   "**headroom**, flow method: %lld to %lld instances, %s invocations a minute and "
                                   "instance.",
                                   (long long)d->min_instances, (long long)d->max_instances, target)
                    : arena_printf(a,
                                   "**headroom**, published method: %lld to %lld instances; one more above %s "
                                   "concurrent requests each, one less at or below %s.",
                                   (long long)d->min_instances, (long long)d->max_instances, target, in));
}

struct tvars *config_vars(const struct deployment *d)
{
    struct tvars *v = tvars_new(d->arena, NULL);
    add_names(v, d);
    add_numbers(v, d);
    add_reasons(v, d);
    add_sentences(v, d);
    add_inputs(v, d->plan);
    add_notes(v, d);
    tvars_text(v, "region", NULL); /* Terraform asks the provider; elsewhere see below */
    return v;
}

/* JSON on one line: its texts hold no raw newline, so what follows one is indentation. */
static char *on_one_line(struct arena *a, const char *json)
{
    struct strbuf sb = {0};
    while (*json) {
        size_t n = strcspn(json, "\n");
        sb_addn(&sb, json, n);
        json += n;
        json += strspn(json, "\n ");
    }
    char *text = arena_strdup(a, sb_str(&sb));
    sb_free(&sb);
    return text;
}

int config_vars_dashboard(const struct deployment *d, struct tvars *v, struct err *e)
{
    struct strbuf json = {0};
    tvars_text(v, "region", CONFIG_REGION);
    int r = template_file("dashboard.in", LANGUAGE_JSON, v, &json, e);
    tvars_text(v, "region", NULL);
    char *body = on_one_line(d->arena, sb_str(&json));
    sb_free(&json);
    tvars_text(v, "dashboard_body", body);
    tvars_list(v, "dashboard_parts");
    for (const char *from = body, *at; from; from = at ? at + strlen(CONFIG_REGION) : NULL) {
        at = strstr(from, CONFIG_REGION);
        tvars_text(tvars_row(v, "dashboard_parts"), "part",
                   at ? arena_strndup(d->arena, from, (size_t)(at - from)) : from);
    }
    return r;
}
