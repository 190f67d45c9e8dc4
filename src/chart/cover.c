#include "chart/cover.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

struct cover *cover_new(double width, double height)
{
    struct cover *c = xcalloc(1, sizeof *c);
    c->w = (size_t)ceil(width);
    c->h = (size_t)ceil(height);
    c->cells = xcalloc(c->w * c->h + 1, 1);
    return c;
}

void cover_free(struct cover *c)
{
    if (!c)
        return;
    free(c->cells);
    free(c);
}

/* First and one past the last cell of a range, cut to the raster. */
static void cells_of(double from, double to, size_t limit, size_t *first, size_t *end)
{
    double most = (double)limit;
    *first = (size_t)fmax(0.0, fmin(floor(from), most));
    *end = (size_t)fmax(0.0, fmin(ceil(to), most));
}

void cover_rect(struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind)
{
    size_t xa, xb, ya, yb;
    cells_of(x1, x2, c->w, &xa, &xb);
    cells_of(y1, y2, c->h, &ya, &yb);
    for (size_t y = ya; y < yb; y++)
        for (size_t x = xa; x < xb; x++)
            c->cells[y * c->w + x] |= (unsigned char)kind;
}

size_t cover_in_rect(const struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind)
{
    size_t xa, xb, ya, yb, count = 0;
    cells_of(x1, x2, c->w, &xa, &xb);
    cells_of(y1, y2, c->h, &ya, &yb);
    for (size_t y = ya; y < yb; y++)
        for (size_t x = xa; x < xb; x++)
            count += (c->cells[y * c->w + x] & kind) != 0;
    return count;
}

/* Visits the cells of a segment in steps of at most one cell. */
static unsigned char *cell_on(const struct cover *c, double x1, double y1, double x2, double y2, double i,
                              double steps)
{
    double share = steps > 0.0 ? i / steps : 0.0;
    double x = floor(x1 + share * (x2 - x1)), y = floor(y1 + share * (y2 - y1));
    if (x < 0.0 || y < 0.0 || x >= (double)c->w || y >= (double)c->h)
        return NULL;
    return &c->cells[(size_t)y * c->w + (size_t)x];
}

static double steps_of(double x1, double y1, double x2, double y2)
{
    return fmin(4000.0, ceil(fmax(fabs(x2 - x1), fabs(y2 - y1))));
}

void cover_segment(struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind)
{
    double steps = steps_of(x1, y1, x2, y2);
    for (double i = 0.0; i <= steps; i += 1.0) {
        unsigned char *cell = cell_on(c, x1, y1, x2, y2, i, steps);
        if (cell)
            *cell |= (unsigned char)kind;
    }
}

size_t cover_on_segment(const struct cover *c, double x1, double y1, double x2, double y2, enum cover_kind kind)
{
    size_t count = 0;
    double steps = steps_of(x1, y1, x2, y2);
    for (double i = 0.0; i <= steps; i += 1.0) {
        const unsigned char *cell = cell_on(c, x1, y1, x2, y2, i, steps);
        count += cell && (*cell & kind);
    }
    return count;
}
