/* The report of a plan as a PDF that stands alone. */
#ifndef HEADROOM_REPORT_REPORT_H
#define HEADROOM_REPORT_REPORT_H

#include "base/err.h"
#include "base/strbuf.h"
#include "plan/plan.h"
#include "report/layout.h"

struct report_options {
    enum paper paper;
};

/* Appends the report of P to OUT. EXIT_OUTPUT when the PDF cannot be made; OUT is then as before.
 * *MISSING (may be NULL): how many characters were drawn as a box because the font has no glyph. */
int report_render(const struct plan *p, const struct report_options *o, struct strbuf *out,
                  size_t *missing, struct err *e);

#endif
