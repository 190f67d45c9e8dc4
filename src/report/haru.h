/* A PDF document: pages, text and lines. libharu writes the file; it is opened at run time and only
 * haru.c and internals.c know it.
 *
 * Geometry is in points from the top left corner of the page, y downwards, as in the scenes of the
 * charts. Colours are 0xRRGGBB, or PDF_NONE for "do not paint".
 *
 * Errors are sticky: a failed call makes every later one a no-op and pdf_save tells the first cause, so
 * drawing functions return nothing. A coordinate that is not finite is such an error: libharu would
 * write it into the page as garbage. */
#ifndef HEADROOM_REPORT_HARU_H
#define HEADROOM_REPORT_HARU_H

#include "base/err.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PDF_NONE (-1)

enum pdf_face { PDF_REGULAR, PDF_BOLD, PDF_FACES };

struct pdf;
struct pdf_page;

/* Document metadata; texts are UTF-8 and copied. `id` is any text that stands for the inputs: the file
 * identifier is its hash, so equal inputs give equal bytes. `date` is in seconds since 1970. */
struct pdf_info {
    const char *title, *subject, *author, *keywords, *creator;
    const char *lang; /* "en" */
    const char *id;
    int64_t date;
};

/* Opens libharu and the two faces. EXIT_OUTPUT when the library or a font cannot be had. */
int pdf_open(const struct pdf_info *info, struct pdf **out, struct err *e);
void pdf_close(struct pdf *pdf); /* NULL is allowed */

/* Appends the finished file to OUT. EXIT_OUTPUT with the first error of any call before. Call once. */
int pdf_save(struct pdf *pdf, struct strbuf *out, struct err *e);

/* Makes a failure of the caller's own sticky. */
void pdf_fail(struct pdf *pdf, const char *why);
bool pdf_failed(const struct pdf *pdf);

/* A new last page, w x h points. Pages live until pdf_close; any of them may be drawn on until then. */
struct pdf_page *pdf_page_add(struct pdf *pdf, double w, double h);
struct pdf *pdf_of(const struct pdf_page *page);
size_t pdf_pages(const struct pdf *pdf);
struct pdf_page *pdf_page_at(const struct pdf *pdf, size_t index);

/* Width in points of the first N bytes of TEXT as pdf_text would draw them. */
double pdf_text_width(struct pdf *pdf, enum pdf_face face, double size, const char *text, size_t n);
/* Width of one character, missing glyphs as their replacement. */
double pdf_char_width(struct pdf *pdf, enum pdf_face face, double size, uint32_t cp);

/* The first N bytes of TEXT with the baseline starting at (x, y). ANGLE in degrees, anticlockwise,
 * about that point. Characters without a glyph are drawn as U+25A1 and counted. */
void pdf_text(struct pdf_page *page, enum pdf_face face, double size, int rgb, double x, double y, double angle,
              const char *text, size_t n);

/* How many characters were replaced so far, and which: ascending, without repetition. The list is owned
 * by the document and valid until the next text. */
size_t pdf_missing(const struct pdf *pdf, const uint32_t **which, size_t *n_which);

/* A stroke: its colour, width, and dash as lengths painted and left out in turn, in whole points 1..100.
 * Entries that are 0 are not used; all 0: solid. */
#define PDF_DASHES 4
struct pdf_pen {
    int rgb;
    double width;
    unsigned dash[PDF_DASHES];
};

struct pdf_point {
    double x, y;
};

void pdf_rect(struct pdf_page *page, double x, double y, double w, double h, int fill,
              const struct pdf_pen *pen); /* pen NULL: no outline */
void pdf_line(struct pdf_page *page, double x1, double y1, double x2, double y2, const struct pdf_pen *pen);
void pdf_polyline(struct pdf_page *page, const struct pdf_point *pts, size_t n, const struct pdf_pen *pen);
void pdf_polygon(struct pdf_page *page, const struct pdf_point *pts, size_t n, int fill,
                 const struct pdf_pen *pen); /* closed; even-odd rule */
void pdf_circle(struct pdf_page *page, double cx, double cy, double r, int fill, const struct pdf_pen *pen);
/* Diagonal lines, `gap` points apart, inside the rectangle: what was assumed or bounded. */
void pdf_hatch(struct pdf_page *page, double x, double y, double w, double h, double gap, const struct pdf_pen *pen);

/* Confines drawing to a rectangle until the matching end. May nest up to 20 deep. */
void pdf_clip_begin(struct pdf_page *page, double x, double y, double w, double h);
void pdf_clip_end(struct pdf_page *page);

/* A rectangle that leads to the height Y of page TO. */
void pdf_link(struct pdf_page *page, double x, double y, double w, double h, const struct pdf_page *to, double to_y);
/* An entry of the outline. LEVEL 0 is the top; an entry belongs to the last one of the level above. */
void pdf_bookmark(struct pdf *pdf, unsigned level, const char *title, const struct pdf_page *to, double to_y);

/* The logical structure, for readers that speak a page or let it flow anew. Elements nest in the order
 * of reading. What is drawn between pdf_mark_begin and pdf_mark_end belongs to the element that is open;
 * with pdf_artifact_begin it belongs to nothing (rules, headers, footers). Marks do not nest. All of it
 * costs nothing and does nothing in a build without libharu's internals. */
enum pdf_role {
    PDF_H1,
    PDF_H2,
    PDF_P,
    PDF_L,
    PDF_LI,
    PDF_TABLE,
    PDF_TR,
    PDF_TH,
    PDF_TD,
    PDF_FIGURE,
    PDF_CODE,
    PDF_ROLES
};
/* ALT: what a figure shows, in words; NULL for all others. */
void pdf_elem_begin(struct pdf *pdf, enum pdf_role role, const char *alt);
void pdf_elem_end(struct pdf *pdf);
void pdf_mark_begin(struct pdf_page *page);
void pdf_artifact_begin(struct pdf_page *page);
void pdf_mark_end(struct pdf_page *page);

/* Attaches a file: its name, MIME type, description, relationship to the document ("Source", "Data").
 * The bytes are copied. Returns whether this build can (it needs libharu's internals). Names may come in
 * any order and must differ. */
bool pdf_attach(struct pdf *pdf, const char *name, const char *mime, const char *description,
                const char *relationship, const void *data, size_t n);

#endif
