/* What the commands that write a PDF share. */
#ifndef HEADROOM_CMD_REPORT_H
#define HEADROOM_CMD_REPORT_H

#include "base/outset.h"
#include "base/strbuf.h"
#include "cmd/cmd.h"
#include "plan/plan.h"
#include "report/layout.h"

/* Adds the PDF of P to SET as OUTPUT, PLAN_JSON (what store_write gives) attached; warns of characters that
 * the font lacks. */
int report_output(const struct plan *p, const struct strbuf *plan_json, enum paper paper, const char *output,
                  struct outset *set, struct err *e);

/* --paper: a4 without it. EXIT_USAGE for another, and for one that no --report (where there is such an option)
 * asks for. */
int read_paper(const struct args *a, bool needs_report, enum paper *out, struct err *e);

/* Warns that MISSING characters of the PDF OUTPUT had no glyph; nothing when there are none. */
void report_missing(const char *output, size_t missing);

#endif
