/* Markdown, for a comment on a change: a table of findings, then the commands. */
#include "aws/drift.h"

#include "aws/text.h"
#include "base/num.h"

#include <string.h>

/* Text in a table cell: nothing in it may end the cell or mark anything up. */
static void cell(struct strbuf *out, struct arena *a, const char *text)
{
    for (const char *p = aws_oneline(a, text); *p; p++) {
        if (strchr("&<>|\\`*_[]~!#@", *p))
            sb_addf(out, "&#%d;", *p);
        else
            sb_addc(out, *p);
    }
}

/* A fence longer than any run of backticks inside. */
static void fenced(struct strbuf *out, const char *text)
{
    size_t longest = 2;
    for (const char *p = text; (p = strchr(p, '`')) != NULL;) {
        size_t run = strspn(p, "`");
        longest = run > longest ? run : longest;
        p += run;
    }
    sb_fill(out, '`', longest + 1);
    sb_addf(out, "sh\n%s\n", text);
    sb_fill(out, '`', longest + 1);
    sb_addc(out, '\n');
}

void drift_markdown(const struct drift_report *r, struct strbuf *out)
{
    struct arena *a = arena_new();
    sb_add(out, r->n ? "# Drifted\n\n" : "# No drift\n\n");
    size_t errors = r->count[DRIFT_ERROR], warnings = r->count[DRIFT_WARNING];
    sb_addf(out, "%zu error%s and %zu warning%s in %zu configured endpoint%s (", errors, num_s((double)errors),
            warnings, num_s((double)warnings), r->config->n, num_s((double)r->config->n));
    cell(out, a, r->config->name);
    sb_add(out, ").\n");
    for (size_t i = 0; i < r->exports->n_notes; i++) {
        sb_add(out, "\n> ");
        cell(out, a, r->exports->notes[i]);
        sb_addc(out, '\n');
    }
    if (r->n)
        sb_add(out, "\n| Severity | Finding | Resource | Object | Detail |\n| --- | --- | --- | "
                    "--- | --- |\n");
    for (size_t i = 0; i < r->n; i++) {
        const struct drift_finding *f = &r->findings[i];
        sb_addf(out, "| %s | %s | ", drift_severity_name(drift_rules[f->rule].severity), drift_rules[f->rule].id);
        cell(out, a, f->resource);
        sb_add(out, " | ");
        cell(out, a, f->object ? f->object : "");
        sb_add(out, " | ");
        cell(out, a, f->detail);
        sb_add(out, " |\n");
    }
    if (r->n)
        sb_add(out, "\n## Commands\n");
    for (size_t i = 0; i < r->n; i++) {
        const struct drift_finding *f = &r->findings[i];
        if (!f->fix)
            continue;
        sb_addf(out, "\n%zu. %s, ", i + 1, drift_rules[f->rule].id);
        cell(out, a, f->resource);
        if (f->fix_note)
            sb_addf(out, " (%s)", f->fix_note);
        sb_add(out, f->inspects ? ", to look:\n\n" : ":\n\n");
        fenced(out, f->fix);
    }
    arena_free(a);
}
