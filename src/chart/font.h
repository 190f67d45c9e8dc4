/* One font for all measuring (FONT_FILE and FONT_BOLD_FILE of configure), read by FreeType without
 * fontconfig: a text has the same width in PDF, PNG and SVG, whatever the machine has installed. */
#ifndef HEADROOM_CHART_FONT_H
#define HEADROOM_CHART_FONT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct font;

/* Loads FreeType and both faces: EXIT_OUTPUT when one cannot be had. Close after the last scene. */
int font_open(struct font **out, struct err *e);
void font_close(struct font *f); /* NULL is allowed */

/* The FreeType face (an FT_Face), for the painter of PNG. */
void *font_face(const struct font *f, bool bold);

/* Width of TEXT in points at SIZE points: the sum of the advances, without kerning (no painter
 * kerns). */
double font_width(const struct font *f, bool bold, double size, const char *text);

/* What the face can draw of TEXT: a character without a glyph becomes U+25A1 (or '?') and is added
 * to *missing; control characters are dropped, white space becomes a blank. The caller frees. */
char *font_clean(const struct font *f, bool bold, const char *text, size_t *missing);

/* TEXT without control, bidirectional-override and non-characters, white space made blanks: safe in
 * XML once escaped, and what a reader would copy. The caller frees. */
char *text_clean(const char *text);

/* Cuts TEXT in its middle ("abc…xyz") so that it is at most WIDTH points wide. The caller frees. */
char *font_fit(const struct font *f, bool bold, double size, const char *text, double width);

/* Breaks TEXT at blanks into lines of at most WIDTH points, joined by '\n'; a word that is wider is
 * broken anywhere. At most MAX_LINES (0: any number): the last one then ends in "…". The caller
 * frees. */
char *font_wrap(const struct font *f, bool bold, double size, const char *text, double width, size_t max_lines);

#endif
