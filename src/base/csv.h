/* CSV: what readers share, and writing it. */
#ifndef HEADROOM_BASE_CSV_H
#define HEADROOM_BASE_CSV_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Takes off LINE (LEN bytes) what spreadsheets add: the carriage return at its end and, of the FIRST line of a
 * file, the byte order mark. */
void csv_trim(const char **line, size_t *len, bool first);

/* Appends TEXT as one field, quoted where it must be. A spreadsheet takes what begins with one of =+-@, a
 * tab or a carriage return, blanks before it or not, for a formula, so that gets a single quote before it. */
void csv_text(struct strbuf *out, const char *text);
/* A number with all its digits, so that it reads back equal; unknown (not finite) is an empty field. */
void csv_number(struct strbuf *out, double x);
void csv_int(struct strbuf *out, int64_t n); /* INT_UNKNOWN: an empty field */

#endif
