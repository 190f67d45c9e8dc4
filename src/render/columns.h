/* Words in columns on a terminal. Text from artifacts is made printable on its way. */
#ifndef HEADROOM_RENDER_COLUMNS_H
#define HEADROOM_RENDER_COLUMNS_H

#include "base/strbuf.h"

enum { COLUMN_WIDTH = 96 }; /* of a page of text */

/* Appends TEXT on one line. */
void column_add(struct strbuf *out, const char *text);

/* The same, with blanks up to WIDTH columns, at least one. */
void column_pad(struct strbuf *out, const char *text, size_t width);

/* Appends TEXT folded at COLUMN_WIDTH and ends the line; further lines stand behind INDENT blanks, the first
 * one holds USED columns already. */
void column_fold(struct strbuf *out, const char *text, size_t indent, size_t used);

#endif
