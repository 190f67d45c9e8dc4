/* The charts of a plan. */
#ifndef HEADROOM_CHART_CHARTS_H
#define HEADROOM_CHART_CHARTS_H

#include "base/err.h"
#include "base/outset.h"
#include "chart/scene.h"
#include "plan/plan.h"

struct chart {
    const char *name;  /* also the file's name without its ending: "ttfab" */
    const char *shows; /* what it is, for lists and --help */
    /* Never NULL; a chart without data says so in its place. The caller frees with scene_free.
     * Title and description are set; the evidence is the caller's to set (charts_evidence). */
    struct scene *(*build)(const struct plan *p, const struct font *font);
};

extern const struct chart charts[];
extern const size_t n_charts;

/* Every input's role, base name and SHA-256, one a line: a scene's evidence. The caller frees. */
char *charts_evidence(const struct plan *p);

/* Adds DIR and one file a chart to SET. TYPE is "svg" or "png"; SCALE enlarges PNG (1: two pixels a
 * point) and the stated size of SVG. EXIT_USAGE for another type or a scale outside
 * CHART_SCALE_MIN..MAX. */
#define CHART_SCALE_MIN 0.25
#define CHART_SCALE_MAX 8.0
int charts_write(const struct plan *p, const char *dir, const char *type, double scale, struct outset *set,
                 struct err *e);

/* As charts_write; MISSING gets how many characters the font has no glyph for. They are replaced in
 * PNG and kept in SVG, where the reader's fonts may have them. */
int charts_write_counting(const struct plan *p, const char *dir, const char *type, double scale, struct outset *set,
                          size_t *missing, struct err *e);

/* The same for scenes made elsewhere (async, sweeps): adds DIR/NAME.TYPE. */
int scene_write(const struct scene *s, const char *dir, const char *type, double scale, struct outset *set,
                struct err *e);

#endif
