/* Painters of a scene. They decide nothing: every coordinate, colour and text is in the scene. */
#ifndef HEADROOM_CHART_PAINT_H
#define HEADROOM_CHART_PAINT_H

#include "base/err.h"
#include "base/strbuf.h"
#include "chart/scene.h"

/* White space around a picture that stands alone, in points. */
#define PAINT_MARGIN 8.0

/* A stand-alone SVG 1.1 document: text as text, title and description for screen readers, the
 * scene's evidence as metadata. SCALE enlarges the stated size, not the coordinates. Cannot fail.
 */
void paint_svg(const struct scene *s, double scale, struct strbuf *out);

/* A PNG with PX_PER_PT pixels a point. EXIT_OUTPUT when cairo fails, EXIT_USAGE when it would be
 * larger than LIMIT_PNG_SIDE pixels a side. */
int paint_png(const struct scene *s, double px_per_pt, struct strbuf *out, struct err *e);

#endif
