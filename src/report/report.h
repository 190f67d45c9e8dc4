/* The report of a plan as a PDF that stands alone. */
#ifndef HEADROOM_REPORT_REPORT_H
#define HEADROOM_REPORT_REPORT_H

#include "base/err.h"
#include "base/strbuf.h"
#include "plan/plan.h"
#include "report/layout.h"

struct report_options {
    enum paper paper;
    const char *plan_json; /* plan.json as it is written: attached, and what identifies the document */
    size_t plan_json_size;
    size_t *missing; /* NULL, or: how many characters were drawn as a box for want of a glyph */
};

/* Appends the report of P to OUT. EXIT_OUTPUT when the PDF cannot be made; OUT is then as before. */
int report_render(const struct plan *p, const struct report_options *o, struct strbuf *out, struct err *e);

#endif
