#include "render/render.h"

#include "base/mem.h"
#include "render/markdown.h"
#include "render/summary.h"

#include <stdlib.h>
#include <string.h>

void markdown_text(struct strbuf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c < 0x20 || c == 0x7F) {
            sb_addc(out, ' ');
            continue;
        }
        if (strchr("\\`*_[]<>#|!~&$", c))
            sb_addc(out, '\\');
        sb_addc(out, *p);
    }
}

static void group(struct strbuf *out, const struct facts *f)
{
    sb_addf(out, "\n## %s\n\n| figure | value | from |\n|---|---:|---|\n", f->title);
    for (size_t i = 0; i < f->n; i++) {
        sb_add(out, "| ");
        markdown_text(out, f->rows[i].label);
        sb_add(out, " | ");
        markdown_text(out, f->rows[i].value);
        sb_add(out, " | ");
        markdown_text(out, f->rows[i].source);
        sb_add(out, " |\n");
    }
}

static void verdict_row(struct strbuf *out, enum verdict v, const char *name, const char *detail,
                        const char *recommendation)
{
    sb_addf(out, "| %s | ",
            v == VERDICT_OK || v == VERDICT_SUPPRESSED ? verdict_mark(v)
            : v == VERDICT_WARN                        ? "**WARN**"
                                                       : "**STOP**");
    markdown_text(out, name);
    sb_add(out, " | ");
    markdown_text(out, detail ? detail : "");
    if (recommendation && v != VERDICT_OK) {
        sb_add(out, " *");
        markdown_text(out, recommendation);
        sb_add(out, "*");
    }
    sb_add(out, " |\n");
}

static void verdicts(struct strbuf *out, const struct plan *p)
{
    const struct finding **list = xcalloc(p->n_findings, sizeof *list);
    plan_findings_worst_first(p, list);
    sb_add(out, "\n## Findings of the published method\n\n| verdict | finding | what was found |\n|---|---|---|\n");
    for (size_t i = 0; i < p->n_findings; i++)
        verdict_row(out, list[i]->verdict, list[i]->name, list[i]->detail, list[i]->recommendation);
    free(list);
    if (p->audit.n_checks == 0)
        return;
    const struct audit_check **checks = xcalloc(p->audit.n_checks, sizeof *checks);
    plan_checks_worst_first(p, checks);
    sb_addf(
        out,
        "\n## Audit: what the published rule does not see (%s)\n\n| verdict | check | what was found |\n|---|---|---|\n",
        verdict_audit(p->audit.worst));
    for (size_t i = 0; i < p->audit.n_checks; i++)
        verdict_row(out, checks[i]->verdict, checks[i]->name, checks[i]->sentence, checks[i]->recommendation);
    free(checks);
}

static void evidence(struct strbuf *out, const struct plan *p)
{
    sb_add(out, "\n## Inputs\n\n| role | file | bytes | SHA-256 |\n|---|---|---:|---|\n");
    for (size_t i = 0; i < p->n_inputs; i++) {
        sb_addf(out, "| %s | ", p->inputs[i].role);
        markdown_text(out, p->inputs[i].name);
        sb_addf(out, " | %zu | `%s` |\n", p->inputs[i].size, p->inputs[i].sha256);
    }
    if (p->n_warnings == 0)
        return;
    sb_add(out, "\n## Accepted or doubtful about the inputs\n\n");
    for (size_t i = 0; i < p->n_warnings; i++) {
        sb_add(out, "- ");
        markdown_text(out, p->warnings[i]);
        sb_addc(out, '\n');
    }
}

void render_markdown(const struct plan *p, struct strbuf *out)
{
    static void (*const groups[])(const struct plan *, struct arena *, struct facts *) = {
        facts_deploy, facts_flow, facts_cost, facts_measured, facts_chosen, facts_derived};
    struct arena *a = arena_new();
    struct facts f;
    sb_add(out, "# Autoscaling plan: ");
    markdown_text(out, p->model_name ? p->model_name : "(no model name)");
    sb_add(out, " on ");
    markdown_text(out, p->slug ? p->slug : "unknown");
    sb_add(out, "\n\nVerdict: **");
    markdown_text(out, p->verdict_text);
    sb_add(out, "**");
    if (p->audit.n_checks > 0)
        sb_addf(out, "; audit: **%s**", verdict_audit(p->audit.worst));
    sb_addc(out, '\n');
    if (p->verdict == VERDICT_STOP)
        sb_add(out, "\n**This plan cannot keep its SLO. Do not deploy it; the findings below say why.**\n");
    bool by_flow = p->scenario.method == METHOD_FLOW;
    (by_flow ? facts_flow : facts_deploy)(p, a, &f);
    group(out, &f);
    (by_flow ? facts_deploy : facts_flow)(p, a, &f);
    group(out, &f);
    verdicts(out, p);
    for (size_t i = 2; i < sizeof groups / sizeof *groups; i++) {
        groups[i](p, a, &f);
        group(out, &f);
    }
    sb_add(out, "\n## Alarm\n\n");
    markdown_text(out, alarm_text(p, a));
    sb_addc(out, '\n');
    evidence(out, p);
    arena_free(a);
}
