/* A fleet as a PDF. */
#ifndef HEADROOM_MANY_FLEET_PAGES_H
#define HEADROOM_MANY_FLEET_PAGES_H

#include "many/fleet.h"
#include "report/layout.h"

/* Appends the PDF to OUT. EXIT_OUTPUT when it cannot be made. *MISSING: characters drawn as a box. */
int fleet_pages(const struct plan_fleet *f, enum paper paper, struct strbuf *out, size_t *missing, struct err *e);

#endif
