/* A chart's scene, painted into a page of the report. */
#ifndef HEADROOM_REPORT_PAINT_SCENE_H
#define HEADROOM_REPORT_PAINT_SCENE_H

#include "chart/scene.h"
#include "report/layout.h"

/* Places the scene as a figure, shrunk when it is wider than the text of D, never enlarged; its title and description
 * are the alternative text. */
void doc_scene(struct doc *d, const struct scene *s);

#endif
