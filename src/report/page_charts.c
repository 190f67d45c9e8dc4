/* The charts, each with a sentence on what to see. */
#include "report/pages.h"
#include "report/paint_scene.h"

#include "chart/charts.h"

#include <string.h>

/* How to read a chart; what there is to see stands in its own title, with the numbers. */
static const char *reading(const char *name, const char *otherwise)
{
    static const struct {
        const char *name, *text;
    } readings[] = {
        {"ttfab", "The highest rung below the SLO line is Q_max; between it and the first rung above lies the true "
                  "limit. Instances are added at C_scale_max and removed at C_scale_min, left of it."},
        {"throughput", "Where throughput goes flat the instance is saturated: from there on, more concurrency only "
                       "makes requests wait longer."},
        {"ttotal",
         "The longest bar is where time can be gained. Hatched bars are bounded from outside, not measured; "
         "what lies before the clock is grey and not in the sum."},
        {"survival", "A threshold left of where the curve crosses the 10 % line survives until new capacity serves; "
                     "the mark is the threshold of this plan."},
        {"scalein", "When one of N instances leaves, the others take its requests. A fleet whose survivors end above "
                    "C_scale_max grows again at once: it flaps."},
        {"cost_surge", "What the choice of the surge ratio costs. The published method reserves slots of a queue, "
                       "the flow method reserves throughput."},
        {"cost_load", "How fleet and cost grow with the load. Where the two methods part, the published one relies "
                      "on a service time that holds only without load."},
    };
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (strcmp(name, readings[i].name) == 0)
            return readings[i].text;
    return otherwise;
}

int page_charts(struct report *r, struct err *e)
{
    struct font *font;
    if (font_open(&font, e) != 0)
        return e->code;
    doc_heading(r->d, 1, "Charts", "charts", NULL);
    for (size_t i = 0; i < n_charts; i++) {
        struct scene *s = charts[i].build(r->p, font);
        if (i > 0)
            doc_gap(r->d, 16);
        doc_anchor(r->d, say(r, "chart:%s", charts[i].name), s->title);
        doc_lead(r->d, reading(charts[i].name, s->desc));
        doc_scene(r->d, s);
        scene_free(s);
    }
    font_close(font);
    return 0;
}
