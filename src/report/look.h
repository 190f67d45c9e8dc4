/* One look: sizes, distances and colours that every page keeps, and the marks that stand before a word.
 * Colours go by meaning (Okabe and Ito's palette, safe for colour-blind readers) and never alone. */
#ifndef HEADROOM_REPORT_LOOK_H
#define HEADROOM_REPORT_LOOK_H

#include "report/haru.h"

#define LOOK_MM (72.0 / 25.4)
#define LOOK_MARGIN (18.0 * LOOK_MM)

#define LOOK_TEXT 9.0 /* sizes and leadings in points */
#define LOOK_TEXT_LEAD 12.5
#define LOOK_SMALL 8.0
#define LOOK_SMALL_LEAD 10.5
#define LOOK_HEAD 14.0
#define LOOK_SUBHEAD 11.0

enum {
    LOOK_MEASURED = 0x0072B2,
    LOOK_CHOSEN = 0xE69F00,
    LOOK_DERIVED = 0x56B4E9,
    LOOK_ASSUMED = 0xCC79A7,
    LOOK_STOP = 0xD55E00,
    LOOK_OK = 0x009E73,
    LOOK_WARN = 0xF0E442,
    LOOK_INK = 0x222222,
    LOOK_QUIET = 0x666666, /* notes, headers: still 5.7:1 on white */
    LOOK_RULE = 0xCCCCCC,
    LOOK_GROUND = 0xF5F5F5
};

enum sign {
    SIGN_NONE,
    SIGN_OK,
    SIGN_WARN,
    SIGN_STOP,
    SIGN_SUPPRESSED, /* a verdict */
    SIGN_MEASURED,
    SIGN_CHOSEN,
    SIGN_DERIVED,
    SIGN_ASSUMED, /* where a number comes from */
    SIGN_BULLET
};

/* Width that a mark and the gap behind it take before text of SIZE; 0 for SIGN_NONE. */
double look_sign_width(enum sign sign, double size);

/* Draws the mark with its left edge at x, for text of SIZE whose baseline is at y. Each kind of verdict
 * has a shape of its own, so that it can be told without colour. */
void look_sign(struct pdf_page *page, enum sign sign, double size, double x, double y);

#endif
