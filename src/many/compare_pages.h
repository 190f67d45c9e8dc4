/* Plans side by side as a PDF. */
#ifndef HEADROOM_MANY_COMPARE_PAGES_H
#define HEADROOM_MANY_COMPARE_PAGES_H

#include "many/compare.h"
#include "report/layout.h"

/* Appends the PDF to OUT. EXIT_OUTPUT when it cannot be made. *MISSING: characters drawn as a box. */
int compare_pages(const struct comparison *c, enum paper paper, struct strbuf *out, size_t *missing, struct err *e);

#endif
