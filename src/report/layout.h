/* A document that flows over pages: headings, paragraphs, lists, tables and figures from top to bottom,
 * with header, footer, bookmarks and internal links. Knows nothing of plans; every report is made of it.
 *
 * Texts are UTF-8 and are only read during the call. Errors are sticky, as in haru.h: doc_finish tells. */
#ifndef HEADROOM_REPORT_LAYOUT_H
#define HEADROOM_REPORT_LAYOUT_H

#include "report/haru.h"
#include "report/lines.h"
#include "report/look.h"

#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"

enum paper { PAPER_A4, PAPER_LETTER };

/* "a4", "letter" in any case. Returns 0, or -1. */
int paper_parse(const char *name, enum paper *out);

struct doc_options {
    enum paper paper;
    struct pdf_info info;
    const char *head_left;  /* in the header of every page, shortened when it does not fit */
    const char *head_right; /* kept whole when there is room */
    const char *foot_left;
};

struct doc;

int doc_open(const struct doc_options *o, struct doc **out, struct err *e);
/* Draws footers and links, saves the file to the end of OUT. EXIT_OUTPUT. Call once. */
int doc_finish(struct doc *d, struct strbuf *out, struct err *e);
void doc_close(struct doc *d); /* NULL is allowed */

struct pdf *doc_pdf(struct doc *d);
struct arena *doc_arena(struct doc *d); /* for texts that the caller makes up */
double doc_width(const struct doc *d);  /* of the text area */
double doc_height(const struct doc *d);
size_t doc_page_count(const struct doc *d);

/* Distance before the next block; nothing at the head of a page. */
void doc_gap(struct doc *d, double points);
/* The next block begins a page, unless one has just begun. */
void doc_new_page(struct doc *d);
/* The next block begins a page unless this much is left for it, after the headings that wait for it. */
void doc_need(struct doc *d, double points);

/* The document's title: once, at the top. */
void doc_title(struct doc *d, const char *text);
/* LEVEL 1 or 2. It waits for the next block and is never left alone at the foot of a page. ANCHOR (may
 * be NULL) is what links lead to; BOOKMARK (may be NULL: the text) stands in the outline. */
void doc_heading(struct doc *d, int level, const char *text, const char *anchor, const char *bookmark);
/* The same with a verdict's sign before it. */
void doc_signed_heading(struct doc *d, int level, enum sign sign, const char *text, const char *anchor,
                        const char *bookmark);
/* Makes the next block or lead a target of links. BOOKMARK (may be NULL) stands in the outline, below the last
 * heading of level 1. */
void doc_anchor(struct doc *d, const char *anchor, const char *bookmark);

/* A paragraph of a few lines that introduces the next block and, like a heading, never leaves it. */
void doc_lead(struct doc *d, const char *text);

enum doc_style { DOC_TEXT, DOC_NOTE };

void doc_para(struct doc *d, enum doc_style style, const struct span *spans, size_t n);
/* What doc_para would take of the page, in points, the gap after it included. */
double doc_para_height(struct doc *d, enum doc_style style, const struct span *spans, size_t n);
void doc_text(struct doc *d, enum doc_style style, const char *text);
/* A paragraph behind a mark, all its lines indented by the mark's width. */
void doc_item(struct doc *d, enum doc_style style, enum sign sign, const struct span *spans, size_t n);
/* A box with a coloured edge: one strong line with a mark, and text below. */
void doc_banner(struct doc *d, enum sign sign, int rgb, const char *strong, const char *text);
/* Preformatted lines on a grey ground; long ones are folded, indented further. */
void doc_code(struct doc *d, const char *text);

enum align { ALIGN_LEFT, ALIGN_RIGHT, ALIGN_POINT /* right, on the decimal point */ };

struct column {
    const char *head;
    enum align align;
    double width; /* share of the table's width; 0: as its content needs; COLUMN_REST: and what is left */
};
#define COLUMN_REST (-1.0)

struct cell {
    const char *text; /* NULL: empty */
    enum sign sign;
    enum pdf_face face;
    int rgb; /* 0: ink */
    const char *link;
};

struct table {
    const struct column *columns;
    size_t n_columns;
    const struct cell *cells; /* row by row */
    size_t n_rows;
    bool narrow; /* as wide as its content; else as wide as the page */
};

/* Rows are kept whole as long as they fit a page; the head is repeated on every page. */
void doc_table(struct doc *d, const struct table *t);

/* A drawing of HEIGHT points, as wide as the text, kept whole. ALT says in words what it shows. */
void doc_figure(struct doc *d, double height, const char *alt,
                void (*draw)(struct pdf_page *page, double x, double y, double w, double h, void *data), void *data);

/* Attaches a file (see pdf_attach); false when this build cannot. */
bool doc_attach(struct doc *d, const char *name, const char *mime, const char *description, const char *relationship,
                const void *data, size_t n);

/* Says which characters of the text so far had no glyph, if there were any. Returns how many. */
size_t doc_missing_note(struct doc *d);

#endif
