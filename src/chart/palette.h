/* Colours by meaning (Okabe-Ito: safe for colour-blind readers) and what goes with them, since a
 * colour never stands alone: dash patterns for lines, shapes for points, hatching for bars. */
#ifndef HEADROOM_CHART_PALETTE_H
#define HEADROOM_CHART_PALETTE_H

enum role {
    ROLE_NONE,     /* not painted */
    ROLE_MEASURED, /* #0072B2 */
    ROLE_CHOSEN,   /* #E69F00 */
    ROLE_DERIVED,  /* #56B4E9 */
    ROLE_ASSUMED,  /* #CC79A7, assumed or bounded; hatched when it fills */
    ROLE_STOP,     /* #D55E00, the SLO and what breaks it */
    ROLE_OK,       /* #009E73 */
    ROLE_TEXT,     /* #222222 */
    ROLE_MUTED,    /* #666666, notes and what is outside the sum */
    ROLE_RULE,     /* #CCCCCC, rules and grids */
    ROLE_PAPER,    /* white */
    ROLE_COUNT
};

enum dash { DASH_SOLID, DASH_LONG, DASH_SHORT, DASH_DOT, DASH_DASHDOT, DASH_COUNT };
enum marker { MARK_CIRCLE, MARK_SQUARE, MARK_DIAMOND, MARK_UP, MARK_DOWN, MARK_CROSS, MARK_COUNT };
enum hatch { HATCH_NONE, HATCH_RISING, HATCH_FALLING, HATCH_COUNT };

extern const char *const role_names[ROLE_COUNT];
extern const char *const dash_names[DASH_COUNT];
extern const char *const mark_names[MARK_COUNT];
extern const char *const hatch_names[HATCH_COUNT];

/* Red, green, blue of a role, 0..255, mixed with white: tint 1 is the colour, 0 is white. */
void palette_rgb(enum role role, double tint, int rgb[3]);

/* Lengths in points (whole numbers, as libharu wants them): n of them, 0 for a solid line. */
const int *dash_lengths(enum dash dash, int *n);

/* Series that have no meaning of their own (generic charts) take their looks from here by number.
 */
struct look {
    enum role role;
    enum dash dash;
    enum marker mark;
};
struct look look_of(unsigned i);

#endif
