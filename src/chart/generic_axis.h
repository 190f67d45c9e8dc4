/* What the generic charts share. */
#ifndef HEADROOM_CHART_GENERIC_AXIS_H
#define HEADROOM_CHART_GENERIC_AXIS_H

#include "chart/generic.h"
#include "chart/plot.h"

/* The axis of SPEC for these values; those that are not finite do not count. */
void axis_of_spec(struct axis *a, const struct axis_spec *spec, const double *values, size_t n, int want);

/* A scene with title, description, paper and subtitle; *TOP is the y below them. */
struct scene *generic_start(const struct font *f, const struct chart_text *text, double height, double *top);
/* A sentence instead of a picture, on a low scene. */
void generic_says(struct scene *s, double top, const char *sentence);
/* Space that the note takes at the foot, 0 without one; and the note itself. */
double generic_note_height(const struct scene *s, const struct chart_text *text);
void generic_note(struct scene *s, const struct chart_text *text);

#endif
