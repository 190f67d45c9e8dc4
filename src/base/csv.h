/* Writing CSV. */
#ifndef HEADROOM_BASE_CSV_H
#define HEADROOM_BASE_CSV_H

#include "base/strbuf.h"

/* Appends TEXT as one field, quoted where it must be. A spreadsheet takes what begins with one of =+-@, a
 * tab or a carriage return for a formula, so that gets a single quote before it. */
void csv_field(struct strbuf *out, const char *text);

#endif
