/* For people at a terminal: the answer, then the worst first. */
#include "aws/drift.h"

#include "aws/text.h"

#include <string.h>

static void plural(struct strbuf *out, size_t n, const char *what)
{
    sb_addf(out, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

void drift_text(const struct drift_report *r, struct strbuf *out)
{
    struct arena *a = arena_new();
    if (r->n) {
        sb_add(out, "DRIFTED: ");
        plural(out, r->count[DRIFT_ERROR], "error");
        sb_add(out, ", ");
        plural(out, r->count[DRIFT_WARNING], "warning");
    } else {
        sb_add(out, "no drift");
    }
    sb_add(out, " in ");
    plural(out, r->config->n, "configured endpoint");
    sb_addf(out, " (%s)\n", aws_oneline(a, r->config->name));
    size_t outside = r->exports->elsewhere[AWS_TARGETS];
    if (outside) {
        sb_add(out, "Not looked at: ");
        plural(out, outside, "scalable target");
        sb_add(out, " of other services\n");
    }
    if (!r->exports->given[AWS_ALARMS])
        sb_add(out, "Not looked at: alarms (no --alarms)\n");
    for (size_t i = 0; i < r->n; i++) {
        const struct drift_finding *f = &r->findings[i];
        const struct drift_rule_info *rule = &drift_rules[f->rule];
        sb_addf(out, "\n%-8s %-18s %s\n", drift_severity_name(rule->severity), rule->id, aws_oneline(a, f->resource));
        if (f->object)
            sb_addf(out, "         %s\n", aws_oneline(a, f->object));
        sb_addf(out, "         %s\n", f->detail);
        if (f->fix)
            sb_addf(out, "         %s: %s\n", f->inspects ? "look" : "mend", f->fix);
        if (f->fix_note)
            sb_addf(out, "         note: %s\n", f->fix_note);
    }
    arena_free(a);
}
