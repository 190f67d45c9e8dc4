/* Where it comes from: inputs, rates, options, and what was accepted in spite of a doubt. */
#include "report/pages.h"

#include <string.h>

static void field(struct rows *rows, const char *name, const char *value)
{
    rows_add(rows, name);
    rows_add(rows, value);
}

static const char *role(const char *name)
{
    static const struct {
        const char *role, *text;
    } roles[] = {{"qmax", "load ladder (qmax)"},
                 {"ttotal", "time to capacity (ttotal)"},
                 {"rates", "rates"},
                 {"validate", "validation run"}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (name && strcmp(name, roles[i].role) == 0)
            return roles[i].text;
    return say_or(name, "input");
}

static const struct column pair[] = {{"Input", ALIGN_LEFT, 0.24}, {"", ALIGN_LEFT, 0}};

static void inputs(struct report *r)
{
    const struct plan *p = r->p;
    struct rows rows = {0};
    doc_heading(r->d, 2, "Inputs", "inputs", NULL);
    doc_lead(r->d, r->attached ? "These files, byte for byte, and plan.json are attached to this document."
                               : "These files stand in plan.json byte for byte. This build of headroom cannot attach "
                                 "files to a PDF; keep plan.json beside this document.");
    for (size_t i = 0; i < p->n_inputs; i++) {
        const struct input *in = &p->inputs[i];
        rows_cell(&rows, (struct cell){.text = role(in->role), .face = PDF_BOLD});
        rows_cell(&rows, (struct cell){.text = say_or(in->name, "unnamed"), .face = PDF_BOLD});
        field(&rows, "SHA-256", in->sha256);
        field(&rows, "size, run, time",
              say(r, "%s  \xC2\xB7  run %s  \xC2\xB7  %s", say_bytes(r, in->size), say_or(in->run_id, "not stated"),
                  say_or(in->measured_at, "time not stated")));
    }
    rows_table(r, &rows, pair, 2, false);
}

static void rates(struct report *r)
{
    const struct rate_used *rate = &r->p->rate;
    doc_heading(r->d, 2, "Rate", "rate", NULL);
    if (!num_known(rate->per_hour)) {
        doc_text(
            r->d, DOC_TEXT,
            say(r, "No rate is known for %s, so no cost was computed.", say_or(r->p->instance_type, "this type")));
        return;
    }
    doc_text(r->d, DOC_TEXT,
             say(r,
                 "%s %s per instance and hour for %s, from %s%s%s, dated %s%s%s. On-demand rates: an upper "
                 "bound, before discounts and without other services.",
                 say_given(r, rate->per_hour), say_or(rate->currency, "USD"),
                 say_or(r->p->instance_type, "this type"), say_or(rate->source, "an unnamed source"),
                 rate->origin ? ", origin " : "", say_or(rate->origin, ""), say_or(rate->date, "nowhere"),
                 rate->region ? ", region " : "", say_or(rate->region, "")));
}

static void options(struct report *r)
{
    static const struct column columns[] = {{"Option", ALIGN_LEFT, 0.4}, {"Value", ALIGN_LEFT, 0}};
    const struct scenario *s = &r->p->scenario;
    struct rows rows = {0};
    doc_heading(r->d, 2, "Scenario and options", "options", NULL);
    field(&rows, "peak", say_load(r, s->peak_rps, s->peak_streams));
    field(&rows, "trough", say_load(r, s->trough_rps, s->trough_streams));
    field(&rows, "surge ratio k (--max-scaling-per-t-total)", say_given(r, s->surge));
    field(&rows, "SLO (--ttfab-slo-ms)", say_ms(r, (double)s->ttfab_slo_ms));
    field(&rows, "floor (--min-floor)", say_count(r, s->min_floor));
    field(&rows, "invocation ceiling (--ceiling-s)", say_seconds(r, s->ceiling_s));
    field(&rows, "quota (--quota)", int_known(s->quota) ? say_count(r, s->quota) : "not given");
    field(&rows, "assumed T_total (--assume-t-total)",
          num_known(s->assume_t_total_s) ? say_seconds(r, s->assume_t_total_s) : "not given: it was measured");
    field(&rows, "method", s->method == METHOD_FLOW ? "flow" : "published");
    struct strbuf sb = {0};
    const struct {
        bool on;
        const char *name;
    } flags[] = {{s->strict, "--strict"},
                 {s->no_sample, "--no-sample"},
                 {s->audit_full, "--audit full"},
                 {s->allow_config_mismatch, "--allow-config-mismatch"},
                 {s->allow_inconsistent, "--allow-inconsistent"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].on)
            sb_addf(&sb, "%s%s", sb.len ? ", " : "", flags[i].name);
    field(&rows, "flags", sb.len ? say(r, "%s", sb.data) : "none");
    sb_free(&sb);
    rows_table(r, &rows, columns, 2, true);
}

static void warnings(struct report *r)
{
    const struct plan *p = r->p;
    doc_heading(r->d, 2, "Accepted warnings", "warnings", NULL);
    if (p->n_warnings == 0)
        doc_text(r->d, DOC_TEXT, "None: the inputs belong together and agree with themselves.");
    for (size_t i = 0; i < p->n_warnings; i++) {
        struct span s = {.text = p->warnings[i], .rgb = LOOK_INK};
        doc_item(r->d, DOC_TEXT, SIGN_WARN, &s, 1);
    }
}

static void configuration(struct report *r)
{
    const struct fingerprint *f = &r->p->measured.config;
    const struct provenance *v = &r->p->measured.provenance;
    struct rows rows = {0};
    static const struct column columns[] = {{"Measured configuration", ALIGN_LEFT, 0.24}, {"", ALIGN_LEFT, 0}};
    doc_heading(r->d, 2, "What was measured", "fingerprint", "Measured configuration");
    field(&rows, "slug", say_or(r->p->slug, "unknown"));
    field(&rows, "instance type", say_or(f->instance_type, say_or(r->p->instance_type, "unknown")));
    field(&rows, "image digest", say_or(f->image_digest, "not stated"));
    if (f->has_env && f->n_env == 0)
        field(&rows, "container environment", "empty");
    for (size_t i = 0; i < f->n_env; i++)
        field(&rows, i ? "" : "container environment", say(r, "%s = %s", f->env[i].name, f->env[i].value));
    field(&rows, "endpoint", say_or(r->p->endpoint, "unknown"));
    if (v->note)
        field(&rows, "note of the ladder", v->note);
    rows_table(r, &rows, columns, 2, false);
}

void page_sources(struct report *r)
{
    doc_heading(r->d, 1, "Provenance", "provenance", NULL);
    inputs(r);
    configuration(r);
    warnings(r);
    rates(r);
    options(r);
    doc_gap(r->d, 12);
    doc_missing_note(r->d);
    doc_text(r->d, DOC_NOTE,
             say(r,
                 "Made by headroom %s from the inputs above alone: no clock, no network. The same inputs give "
                 "the same bytes.",
                 say_or(r->p->tool_version, HEADROOM_VERSION)));
}
