#include "render/render.h"

#include "base/utf8.h"
#include "render/columns.h"
#include "render/summary.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL = 22, VALUE = 18 };

static void group(struct strbuf *out, const struct facts *f)
{
    sb_addf(out, "\n%s\n", f->title);
    for (size_t i = 0; i < f->n; i++) {
        sb_add(out, "  ");
        column_pad(out, f->rows[i].label, LABEL);
        column_pad(out, f->rows[i].value, VALUE);
        size_t w = utf8_width(f->rows[i].value);
        column_fold(out, f->rows[i].source, 2 + LABEL + VALUE, 2 + LABEL + (w < VALUE ? VALUE : w + 1));
    }
}

static void mark(struct strbuf *out, enum verdict v, bool color)
{
    static const char *const escapes[] = {"\033[32m", "\033[33m", "\033[1;31m", "\033[2m"};
    sb_add(out, "  ");
    if (color)
        sb_add(out, escapes[v]);
    sb_add(out, verdict_mark(v));
    if (color)
        sb_add(out, "\033[0m");
    sb_fill(out, ' ', 6 - strlen(verdict_mark(v)));
}

static void verdict_block(struct strbuf *out, enum verdict v, const char *name, const char *detail,
                          const char *recommendation, bool color)
{
    mark(out, v, color);
    column_pad(out, name, LABEL);
    column_fold(out, detail ? detail : "", 8 + LABEL, 8 + LABEL);
    if (recommendation && v != VERDICT_OK) {
        sb_fill(out, ' ', 8 + LABEL);
        sb_add(out, "-> ");
        column_fold(out, recommendation, 11 + LABEL, 11 + LABEL);
    }
}

static void findings(struct strbuf *out, const struct plan *p, bool color)
{
    const struct finding **list = xcalloc(p->n_findings, sizeof *list);
    plan_findings_worst_first(p, list);
    sb_add(out, "\nFindings of the published method, worst first\n");
    for (size_t i = 0; i < p->n_findings; i++)
        verdict_block(out, list[i]->verdict, list[i]->name, list[i]->detail, list[i]->recommendation, color);
    free(list);
}

static void audit(struct strbuf *out, const struct plan *p, bool color)
{
    if (p->audit.n_checks == 0)
        return;
    const struct audit_check **list = xcalloc(p->audit.n_checks, sizeof *list);
    plan_checks_worst_first(p, list);
    sb_addf(out, "\nAudit: what the published rule does not see (%s)\n", verdict_audit(p->audit.worst));
    for (size_t i = 0; i < p->audit.n_checks; i++)
        verdict_block(out, list[i]->verdict, list[i]->name, list[i]->sentence, list[i]->recommendation, color);
    free(list);
}

static void head(struct strbuf *out, const struct plan *p, bool color)
{
    sb_add(out, "headroom plan: ");
    column_add(out, p->model_name ? p->model_name : "(no model name)");
    sb_add(out, " on ");
    column_add(out, p->slug ? p->slug : "unknown");
    sb_add(out, "\nverdict: ");
    if (color)
        sb_add(out, p->verdict == VERDICT_STOP ? "\033[1;31m" : p->verdict == VERDICT_WARN ? "\033[33m" : "\033[32m");
    column_add(out, p->verdict_text);
    if (color)
        sb_add(out, "\033[0m");
    if (p->audit.n_checks > 0)
        sb_addf(out, "   audit: %s", verdict_audit(p->audit.worst));
    sb_addc(out, '\n');
    if (p->verdict == VERDICT_STOP)
        sb_add(out, "This plan cannot keep its SLO. Do not deploy it; the findings below say why.\n");
}

static void inputs(struct strbuf *out, const struct plan *p)
{
    sb_add(out, "\nInputs (SHA-256)\n");
    for (size_t i = 0; i < p->n_inputs; i++) {
        sb_addf(out, "  %-10s", p->inputs[i].role);
        sb_add(out, p->inputs[i].sha256);
        sb_add(out, "  ");
        column_add(out, p->inputs[i].name);
        sb_addc(out, '\n');
    }
    if (p->n_warnings > 0)
        sb_add(out, "\nAccepted or doubtful about the inputs\n");
    for (size_t i = 0; i < p->n_warnings; i++) {
        sb_add(out, "  WARN  ");
        column_fold(out, p->warnings[i], 8, 8);
    }
}

void render_text(const struct plan *p, bool color, struct strbuf *out)
{
    static void (*const published[])(const struct plan *, struct arena *, struct facts *) = {
        facts_deploy, facts_flow, facts_cost, facts_measured, facts_chosen, facts_derived};
    static void (*const flow[])(const struct plan *, struct arena *, struct facts *) = {
        facts_flow, facts_deploy, facts_cost, facts_measured, facts_chosen, facts_derived};
    bool by_flow = p->scenario.method == METHOD_FLOW;
    struct arena *a = arena_new();
    head(out, p, color);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct facts f;
        (by_flow ? flow : published)[i](p, a, &f);
        group(out, &f);
        /* The decision and its alternative stand first; the verdicts on them before the evidence. */
        if (i == 2) {
            findings(out, p, color);
            audit(out, p, color);
        }
    }
    sb_add(out, "\nAlarm\n  ");
    column_fold(out, alarm_text(p, a), 2, 2);
    inputs(out, p);
    arena_free(a);
}
