/* Each finding of the published method, worst first. */
#include "report/pages.h"

void page_findings(struct report *r)
{
    const struct plan *p = r->p;
    /* After an answer that ran over its page there is no reason to leave the rest of the next one empty. */
    if (doc_page_count(r->d) == 1)
        doc_new_page(r->d);
    doc_heading(r->d, 1, "Findings of the published method", "findings", NULL);
    doc_lead(r->d, "Worst first. A finding that could not be evaluated says so (\xE2\x80\x9C----\xE2\x80\x9D): it is "
                   "neither a pass nor a failure.");
    const struct finding **findings = arena_array(r->a, p->n_findings, sizeof *findings);
    plan_findings_worst_first(p, findings);
    for (size_t i = 0; i < p->n_findings; i++) {
        const struct finding *f = findings[i];
        judgement(r, &(struct judgement){.kind = "finding",
                                         .name = f->name,
                                         .verdict = f->verdict,
                                         .sentence = say_or(f->detail, "No detail."),
                                         .recommendation = f->recommendation});
    }
}
