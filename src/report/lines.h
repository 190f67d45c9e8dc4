/* Breaking text into lines, over characters, for any way of measuring them. */
#ifndef HEADROOM_REPORT_LINES_H
#define HEADROOM_REPORT_LINES_H

#include "report/haru.h"

#include <stddef.h>

/* A stretch of text in one face and colour. LINK: the anchor it leads to; NULL. */
struct span {
    const char *text;
    enum pdf_face face;
    int rgb;
    const char *link;
};

struct measure {
    double (*width)(void *context, enum pdf_face face, double size, uint32_t cp);
    void *context;
};

/* What stands on a line: bytes of one span, from x points on. */
struct piece {
    size_t span;
    const char *text;
    size_t n;
    double x, width;
};

struct text_line {
    size_t first, count; /* in pieces */
    double width;
};

/* The result; zero-initialise, reuse at will, free once. Pieces point into the spans' texts. */
struct lines {
    struct piece *pieces;
    size_t n_pieces, cap_pieces;
    struct text_line *lines;
    size_t n_lines, cap_lines;
    struct char_box *chars; /* scratch */
    size_t cap_chars;
};

/* Breaks the spans, read as one text, into lines at most WIDTH points wide. A break falls at a blank,
 * after a hyphen between letters or a dash; a word that is wider than a line is broken after punctuation
 * (an ARN's colons and slashes), else between two characters, so nothing overflows. A number stays with
 * its unit. A new line in the text ends a line; blanks at its beginning are kept. There is always at
 * least one line, and at least one character in a line however narrow. */
void lines_break(const struct measure *m, double size, double width, const struct span *spans, size_t n,
                 struct lines *out);
void lines_free(struct lines *l);

#endif
