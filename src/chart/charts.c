#include "chart/charts.h"

#include "chart/paint.h"
#include "chart/parts.h"

#include <stdlib.h>
#include <string.h>

const struct chart charts[] = {
    {"ttfab", "p95 TTFAB against concurrency, with the SLO, Q_max and the thresholds", chart_ttfab},
    {"throughput", "throughput and server utilization against concurrency", chart_throughput},
    {"ttotal", "T_total as a waterfall of stages", chart_ttotal},
    {"survival", "probability of reaching Q_max within T_total against the threshold", chart_survival},
    {"scalein", "concurrency of the survivors of a scale-in against fleet size", chart_scalein},
    {"cost_surge", "fleet and hourly cost against the surge ratio, both methods", chart_cost_surge},
    {"cost_load", "fleet and hourly cost against the peak load, both methods", chart_cost_load},
};
const size_t n_charts = sizeof charts / sizeof *charts;

char *charts_evidence(const struct plan *p)
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < p->n_inputs; i++) {
        char *line = xasprintf("%s %s sha256 %s", p->inputs[i].role, p->inputs[i].name, p->inputs[i].sha256);
        char *clean = text_clean(line);
        sb_addf(&sb, "%s%s", i ? "\n" : "", clean);
        free(line);
        free(clean);
    }
    return sb.data ? sb_detach(&sb) : xstrdup("");
}

static int write_svg(const struct scene *s, double scale, struct strbuf *out, struct err *e)
{
    (void)e;
    paint_svg(s, scale, out);
    return 0;
}

static int write_png(const struct scene *s, double scale, struct strbuf *out, struct err *e)
{
    return paint_png(s, 2.0 * scale, out, e);
}

static const struct painter {
    const char *type;
    int (*paint)(const struct scene *s, double scale, struct strbuf *out, struct err *e);
} painters[] = {{"svg", write_svg}, {"png", write_png}};

static const struct painter *painter_of(const char *type, double scale, struct err *e)
{
    if (!(scale >= CHART_SCALE_MIN && scale <= CHART_SCALE_MAX)) {
        err_set(e, EXIT_USAGE, "a chart's scale must be %.2f to %.0f", CHART_SCALE_MIN, CHART_SCALE_MAX);
        return NULL;
    }
    for (size_t i = 0; i < sizeof painters / sizeof *painters; i++)
        if (strcmp(painters[i].type, type) == 0)
            return &painters[i];
    err_set(e, EXIT_USAGE, "'%s' is no type of chart; there are svg and png", type);
    return NULL;
}

int scene_write(const struct scene *s, const char *dir, const char *type, double scale, struct outset *set,
                struct err *e)
{
    const struct painter *painter = painter_of(type, scale, e);
    if (!painter)
        return e->code;
    struct strbuf out = {0};
    int code = painter->paint(s, scale, &out, e);
    if (!code) {
        size_t n = strlen(dir);
        char *path = xasprintf("%s%s%s.%s", dir, n && dir[n - 1] == '/' ? "" : "/", s->name, type);
        code = outset_file(set, path, out.data, out.len, e);
        free(path);
    }
    sb_free(&out);
    return code;
}

int charts_write_counting(const struct plan *p, const char *dir, const char *type, double scale, struct outset *set,
                          size_t *missing, struct err *e)
{
    *missing = 0;
    if (!painter_of(type, scale, e))
        return e->code;
    struct font *font = NULL;
    int code = font_open(&font, e);
    if (code)
        return code;
    code = outset_dir(set, dir, e);
    char *evidence = charts_evidence(p);
    for (size_t i = 0; i < n_charts && !code; i++) {
        struct scene *s = charts[i].build(p, font);
        scene_evidence(s, evidence);
        code = scene_write(s, dir, type, scale, set, e);
        *missing += s->missing;
        scene_free(s);
    }
    free(evidence);
    font_close(font);
    return code;
}

int charts_write(const struct plan *p, const char *dir, const char *type, double scale, struct outset *set,
                 struct err *e)
{
    size_t missing;
    return charts_write_counting(p, dir, type, scale, set, &missing, e);
}
