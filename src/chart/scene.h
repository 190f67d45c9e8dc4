/* A chart as data: rectangles, lines, areas, marks and texts in points (1/72 inch), the origin at
 * the top left, y downwards. It is laid out once, can be dumped as text and compared, and is
 * painted by SVG, cairo (PNG) and libharu (PDF) alike. Items are painted in the order in which they
 * were added. */
#ifndef HEADROOM_CHART_SCENE_H
#define HEADROOM_CHART_SCENE_H

#include "base/strbuf.h"
#include "chart/font.h"
#include "chart/palette.h"

#include <stdbool.h>
#include <stddef.h>

struct point {
    double x, y;
};

struct stroke {
    enum role role; /* ROLE_NONE: no line */
    double width;   /* pt */
    enum dash dash;
};

/* tint 1 paints the role's colour, less mixes it with white. A hatch is drawn in the full colour.
 */
struct fill {
    enum role role; /* ROLE_NONE: hollow */
    double tint;
    enum hatch hatch; /* rectangles only */
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct text_style {
    double size; /* pt */
    bool bold;
    enum role role;
    enum anchor anchor;
};

enum item_kind { ITEM_RECT, ITEM_LINE, ITEM_AREA, ITEM_MARK, ITEM_TEXT };

struct item {
    enum item_kind kind;
    struct fill fill;
    struct stroke stroke;
    double x, y, w, h; /* rect; mark: centre, w is the radius; text: anchor on the base line, w is its width */
    enum marker mark;
    struct point *points; /* line, area */
    size_t n_points;
    struct text_style style;
    const char *text;     /* as the font can draw it */
    const char *original; /* as it was meant; the same pointer unless glyphs were replaced */
};

struct scene {
    const char *name;     /* short, [a-z0-9_-]: "ttfab" */
    const char *title;    /* what to see, with its numbers */
    const char *desc;     /* one sentence: what the picture shows (SVG desc, alternative text in the PDF) */
    const char *evidence; /* lines for SVG metadata: the inputs' SHA-256; NULL */
    double width, height;
    struct item *items;
    size_t n_items;
    size_t missing; /* characters that were replaced because the font has no glyph for them */
    size_t refused; /* items with a coordinate that is not finite; left out. 0 unless there is a bug */
    const struct font *font;
    struct scene_memory *memory;
};

/* NAME, TITLE and DESC are copied, freed of control characters. FONT must outlive the scene. */
struct scene *scene_new(const struct font *font, const char *name, double width, double height);
void scene_title(struct scene *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void scene_desc(struct scene *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Lines freed of control characters (text_clean): they stand in the SVG as they are. */
void scene_evidence(struct scene *s, const char *text);
void scene_free(struct scene *s); /* NULL is allowed */

/* All coordinates are rounded to 0.01 pt, so that no painter and no processor sees other digits. */
void scene_rect(struct scene *s, double x, double y, double w, double h, struct fill fill, struct stroke stroke);
void scene_line(struct scene *s, const struct point *p, size_t n, struct stroke stroke);
void scene_segment(struct scene *s, double x1, double y1, double x2, double y2, struct stroke stroke);
void scene_area(struct scene *s, const struct point *p, size_t n, struct fill fill, struct stroke stroke);
void scene_mark(struct scene *s, double x, double y, double radius, enum marker mark, struct fill fill,
                struct stroke stroke);
/* Returns the width of the text in points. */
double scene_text(struct scene *s, double x, double y, struct text_style style, const char *text);
double scene_textf(struct scene *s, double x, double y, struct text_style style, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* Corners of a mark that is not a circle, and the strokes of a cross as two pairs. Returns how
 * many. */
size_t mark_points(const struct item *mark, struct point out[4]);

/* The I-th hatching line of a rectangle, cut to it; false after the last. All painters draw these.
 */
bool hatch_line(const struct item *rect, size_t i, struct point seg[2]);
#define HATCH_WIDTH 0.7 /* pt */

/* One item a line, for tests. */
void scene_dump(const struct scene *s, struct strbuf *out);

#endif
