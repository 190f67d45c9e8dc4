/* The configuration block. */
#include "report/pages.h"

void page_config(struct report *r)
{
    const struct plan *p = r->p;
    doc_heading(r->d, 1, "Configuration", "config", NULL);
    if (!p->config_block || !*p->config_block) {
        doc_text(r->d, DOC_TEXT, "The plan has no configuration block.");
    } else {
        doc_lead(r->d,
                 say(r, "The Python form, as plan.json has it%s. Other forms: headroom emit.",
                     p->verdict == VERDICT_STOP ? "; the verdict is INFEASIBLE, so it is not to be deployed" : ""));
        doc_code(r->d, p->config_block);
    }
    if (p->alarm_threshold && *p->alarm_threshold)
        doc_text(r->d, DOC_TEXT, p->alarm_threshold);
}
