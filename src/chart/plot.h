/* A plot area with its axes: frame, grid, axis titles, series cut to the area, and labels that do
 * not overlap. Charts are made of one or more of these on a scene. */
#ifndef HEADROOM_CHART_PLOT_H
#define HEADROOM_CHART_PLOT_H

#include "chart/axis.h"
#include "chart/cover.h"
#include "chart/scene.h"

/* Width of every chart: fits between the margins of A4 and of US letter. */
#define CHART_WIDTH 492.0
#define CHART_HEIGHT 264.0

#define SIZE_TITLE 11.0
#define SIZE_LABEL 8.0

struct plot {
    struct scene *scene;
    double left, top, right, bottom; /* of the plot area */
    double above;                    /* height of the flags between plot area and y title */
    struct axis x, y;
    struct cover *cover; /* what is taken */
    struct plot_label *labels;
    size_t n_labels;
};

/* Paints paper, title (what to see) and subtitle (NULL: none) and returns the y below them. */
double chart_head(struct scene *s, const char *subtitle);
/* "kokoro-82m on ml.g5.xlarge, configuration g5xlarge-8b1b96bc"; what is unknown is left out, a
 * long model name is cut in its middle. The caller frees. */
char *chart_subtitle(const struct font *f, const char *model, const char *instance_type, const char *slug);

/* A sentence in the place of a chart that has nothing to show. */
void chart_says(struct scene *s, double top, double bottom, const char *sentence);

/* Notes under a chart, in small muted letters, wrapped; returns the height they take at that width.
 */
double chart_note_height(const struct scene *s, const char *text);
void chart_note(struct scene *s, double top, const char *text);

/* Sets the area; the axes must have their ranges. Positions of the axes follow from the area. */
void plot_area(struct plot *p, struct scene *s, double left, double top, double right, double bottom);
/* Space that the labels of the y axis need to the left of the area. */
double plot_label_width(const struct scene *s, const struct axis *y);
/* Grid, ticks and axis titles. The y title stands above the axis, so that nobody turns the head.
 * Without an x title the x axis has ticks but no labels: a panel above another one. */
void plot_frame(struct plot *p, const char *x_title, const char *y_title);
/* The y axis again at the right, in a unit that is FACTOR times the left one (cost of a fleet). */
void plot_right_axis(struct plot *p, double factor, const char *title);
double plot_right_width(const struct scene *s, const struct axis *y, double factor);
#define PLOT_TITLE_ROOM 14.0 /* above a plot area and its flags: the y title */
#define PLOT_AXIS_ROOM 26.0  /* below: x labels and title */
#define PLOT_LEAST 20.0      /* least width and height of a plot area */

/* Series in values. Lines and areas are cut to the plot area; points outside are left out. A value
 * that is not finite interrupts a line. */
void plot_line(struct plot *p, const double *x, const double *y, size_t n, struct stroke stroke);
/* As plot_line, as steps: y holds from x to the next x. */
void plot_steps(struct plot *p, const double *x, const double *y, size_t n, struct stroke stroke);
void plot_marks(struct plot *p, const double *x, const double *y, size_t n, double radius, enum marker mark,
                struct fill fill, struct stroke stroke);
void plot_mark(struct plot *p, double x, double y, double radius, enum marker mark, struct fill fill,
               struct stroke stroke);
void plot_band(struct plot *p, double x1, double x2, struct fill fill); /* over the whole height */
void plot_under(struct plot *p, const double *x, const double *y, size_t n, struct fill fill); /* to the axis */
void plot_hline(struct plot *p, double y, struct stroke stroke);
void plot_vline(struct plot *p, double x, struct stroke stroke);

/* Vertical lines with a flag above the plot area. The flags are laid in as few rows as keep text
 * and lines apart: ask for the height first, then set the area, then draw. At most FLAGS_MAX. */
enum { FLAGS_MAX = 6 };
struct flag {
    double x; /* value on the x axis */
    const char *text;
    struct stroke stroke;
    size_t row; /* set by flags_lay */
    bool left;  /* set by flags_lay: the text stands left of its line */
};
double flags_lay(struct plot *p, struct flag *flags, size_t n); /* height in points, kept in p->above */
void flags_draw(struct plot *p, const struct flag *flags, size_t n);

/* A text at the point (values) that is placed by plot_labels where it covers neither line nor text,
 * with a leader when it had to go far. */
void plot_label(struct plot *p, double x, double y, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void plot_labels(struct plot *p);

/* Frees what belongs to the plot, not the scene. */
void plot_free(struct plot *p);

#endif
