/* Each finding of the published method, worst first. */
#include "report/pages.h"

static void finding(struct report *r, const struct finding *f)
{
    const char *name = f->name;
    doc_signed_heading(r->d, 2, verdict_sign(f->verdict), say(r, "%s  %s", verdict_mark(f->verdict), name),
                       say(r, "finding:%s", f->name), name);
    prose(r, say_or(f->detail, "No detail."), false);
    prose(r, f->recommendation, true);
}

void page_findings(struct report *r)
{
    const struct plan *p = r->p;
    /* After an answer that ran over its page there is no reason to leave the rest of the next one empty. */
    if (doc_page_count(r->d) == 1)
        doc_new_page(r->d);
    doc_heading(r->d, 1, "Findings of the published method", "findings", NULL);
    doc_lead(r->d,
             "Worst first. A finding that could not be evaluated says so (\xE2\x80\x9C----\xE2\x80\x9D): it is "
             "neither a pass nor a failure.");
    enum verdict *verdicts = arena_array(r->a, p->n_findings + 1, sizeof *verdicts);
    for (size_t i = 0; i < p->n_findings; i++)
        verdicts[i] = p->findings[i].verdict;
    const size_t *order = worst_first(r, verdicts, p->n_findings);
    for (size_t i = 0; i < p->n_findings; i++)
        finding(r, &p->findings[order[i]]);
}
