/* What a plot has painted, on a raster of one point, so that labels find a place of their own. */
#ifndef HEADROOM_CHART_COVER_H
#define HEADROOM_CHART_COVER_H

#include <stdbool.h>
#include <stddef.h>

enum cover_kind { COVER_INK = 1, COVER_TEXT = 2 };

struct cover {
    size_t w, h;
    unsigned char *cells;
};

struct cover *cover_new(double width, double height);
void cover_free(struct cover *c); /* NULL is allowed */

void cover_rect(struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind);
void cover_segment(struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind);

/* Cells of KIND in a rectangle, or on a segment. What lies outside the raster is free. */
size_t cover_in_rect(const struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind);
size_t cover_on_segment(const struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind);

#endif
