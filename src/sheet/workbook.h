/* The cost workbook: a plan as a spreadsheet that a finance analyst can change. */
#ifndef HEADROOM_SHEET_WORKBOOK_H
#define HEADROOM_SHEET_WORKBOOK_H

#include "base/err.h"
#include "base/outset.h"
#include "plan/plan.h"
#include "sheet/profile.h"

/* Renders P into the output PATH of SET. PROFILE is NULL for the assumed day shape. The file has been
 * checked whole when this returns 0; outset_commit gives it its name. EXIT_OUTPUT when it cannot be
 * written. */
int workbook_render(const struct plan *p, const struct profile *profile, struct outset *set, const char *path,
                    struct err *e);

#endif
