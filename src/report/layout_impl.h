/* What layout.c and table.c share. */
#ifndef HEADROOM_REPORT_LAYOUT_IMPL_H
#define HEADROOM_REPORT_LAYOUT_IMPL_H

#include "report/layout.h"

struct pending { /* a heading, or a lead (level 0), that waits for its block */
    int level;
    enum sign sign;
    char *text, *anchor, *bookmark;
};

struct anchor {
    char *name;
    struct pdf_page *page;
    double y;
};

struct link {
    char *anchor;
    struct pdf_page *page;
    double x, y, w, h;
};

enum { MAX_PENDING = 4 };

struct doc {
    struct pdf *pdf;
    struct arena *arena;
    double page_w, page_h, top, bottom, left, width;
    char *head_left, *head_right, *foot_left;
    struct pdf_page *page;
    double y, gap, need;
    bool fresh; /* nothing on this page yet */
    bool want_page;
    struct pending pending[MAX_PENDING];
    size_t n_pending;
    char *anchor, *bookmark; /* for the next block */
    struct anchor *anchors;
    size_t n_anchors, cap_anchors;
    struct link *links;
    size_t n_links, cap_links;
    struct measure measure;
    struct lines lines; /* scratch */
};

/* Makes room for a block of which HEIGHT points must stand together, and draws the headings that wait
 * for it. Afterwards d->page and d->y are where the block begins. */
void layout_begin(struct doc *d, double height);
/* A new page inside a block. */
void layout_break_page(struct doc *d);
/* Draws line I of d->lines with its baseline at y, and remembers its links. */
void layout_line(struct doc *d, const struct span *spans, size_t i, double size, double x, double y);

#endif
