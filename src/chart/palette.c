#include "chart/palette.h"

const char *const role_names[ROLE_COUNT] = {
    [ROLE_NONE] = "none",       [ROLE_MEASURED] = "measured", [ROLE_CHOSEN] = "chosen", [ROLE_DERIVED] = "derived",
    [ROLE_ASSUMED] = "assumed", [ROLE_STOP] = "stop",         [ROLE_OK] = "ok",         [ROLE_TEXT] = "text",
    [ROLE_MUTED] = "muted",     [ROLE_RULE] = "rule",         [ROLE_PAPER] = "paper",
};
const char *const dash_names[DASH_COUNT] = {
    [DASH_SOLID] = "solid", [DASH_LONG] = "long",       [DASH_SHORT] = "short",
    [DASH_DOT] = "dot",     [DASH_DASHDOT] = "dashdot",
};
const char *const mark_names[MARK_COUNT] = {
    [MARK_CIRCLE] = "circle", [MARK_SQUARE] = "square", [MARK_DIAMOND] = "diamond",
    [MARK_UP] = "up",         [MARK_DOWN] = "down",     [MARK_CROSS] = "cross",
};
const char *const hatch_names[HATCH_COUNT] = {
    [HATCH_NONE] = "plain",
    [HATCH_RISING] = "rising",
    [HATCH_FALLING] = "falling",
};

static const int colours[ROLE_COUNT][3] = {
    [ROLE_MEASURED] = {0x00, 0x72, 0xB2}, [ROLE_CHOSEN] = {0xE6, 0x9F, 0x00}, [ROLE_DERIVED] = {0x56, 0xB4, 0xE9},
    [ROLE_ASSUMED] = {0xCC, 0x79, 0xA7},  [ROLE_STOP] = {0xD5, 0x5E, 0x00},   [ROLE_OK] = {0x00, 0x9E, 0x73},
    [ROLE_TEXT] = {0x22, 0x22, 0x22},     [ROLE_MUTED] = {0x66, 0x66, 0x66},  [ROLE_RULE] = {0xCC, 0xCC, 0xCC},
    [ROLE_PAPER] = {0xFF, 0xFF, 0xFF},
};

void palette_rgb(enum role role, double tint, int rgb[3])
{
    for (int i = 0; i < 3; i++)
        rgb[i] = (int)(255.0 - tint * (255.0 - colours[role][i]) + 0.5);
}

const int *dash_lengths(enum dash dash, int *n)
{
    static const int lengths[DASH_COUNT][4] = {
        [DASH_LONG] = {6, 3},
        [DASH_SHORT] = {3, 2},
        [DASH_DOT] = {1, 2},
        [DASH_DASHDOT] = {6, 2, 1, 2},
    };
    *n = dash == DASH_SOLID ? 0 : dash == DASH_DASHDOT ? 4 : 2;
    return lengths[dash];
}

struct look look_of(unsigned i)
{
    /* Neighbours differ in all three, so that a copy in grey still tells them apart. */
    static const struct look looks[] = {
        {ROLE_MEASURED, DASH_SOLID, MARK_CIRCLE}, {ROLE_STOP, DASH_LONG, MARK_SQUARE},
        {ROLE_OK, DASH_SHORT, MARK_UP},           {ROLE_CHOSEN, DASH_DASHDOT, MARK_DIAMOND},
        {ROLE_ASSUMED, DASH_DOT, MARK_DOWN},      {ROLE_DERIVED, DASH_SOLID, MARK_SQUARE},
        {ROLE_TEXT, DASH_LONG, MARK_CROSS},
    };
    return looks[i % (sizeof looks / sizeof *looks)];
}
