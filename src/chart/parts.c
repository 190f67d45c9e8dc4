#include "chart/parts.h"

#include <math.h>
#include <stdlib.h>

struct pair {
    double x, y;
};

static int by_x_then_y(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

struct curve curve_of(const struct plan *p, step_figure *figure)
{
    struct pair *pairs = xcalloc(p->n_steps + 1, sizeof *pairs);
    size_t n = 0;
    for (size_t i = 0; i < p->n_steps; i++) {
        double y = figure(&p->steps[i]);
        if (p->steps[i].usable == TRI_YES && num_known(y))
            pairs[n++] = (struct pair){(double)p->steps[i].concurrency, y};
    }
    qsort(pairs, n, sizeof *pairs, by_x_then_y);
    struct curve c = {xcalloc(n + 1, sizeof *c.x), xcalloc(n + 1, sizeof *c.y), 0};
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && pairs[end].x == pairs[i].x)
            end++;
        size_t half = (end - i) / 2;
        c.x[c.n] = pairs[i].x;
        c.y[c.n++] = (end - i) % 2 ? pairs[i + half].y : (pairs[i + half - 1].y + pairs[i + half].y) / 2.0;
        i = end;
    }
    free(pairs);
    return c;
}

void curve_free(struct curve *c)
{
    free(c->x);
    free(c->y);
}

double part_head(struct scene *s, const struct plan *p)
{
    char *subtitle = chart_subtitle(s->font, p->model_name, p->instance_type, p->slug);
    double y = chart_head(s, subtitle);
    free(subtitle);
    return y;
}

struct scene *part_empty(struct scene *s, const struct plan *p, const char *title, const char *sentence)
{
    scene_title(s, "%s", title);
    scene_desc(s, "%s", sentence);
    s->height = 120.0;
    double top = part_head(s, p);
    chart_says(s, top, s->height - 1.0, sentence);
    return s;
}

void part_concurrency_axis(struct axis *a, const double *x, size_t n, double at_least)
{
    double most = part_max(x, n, at_least), least = most;
    for (size_t i = 0; i < n; i++)
        if (x[i] > 0.0 && x[i] < least)
            least = x[i];
    if (axis_wants_log(x, n, 500.0))
        axis_log(a, least, most, 9);
    else if (most >= 8.0)
        axis_exact(a, 0.0, most * 1.04, 8);
    else
        axis_whole(a, 0.0, most + 1.0, 8);
}

double part_max(const double *v, size_t n, double at_least)
{
    double most = at_least;
    for (size_t i = 0; i < n; i++)
        if (isfinite(v[i]) && v[i] > most)
            most = v[i];
    return most;
}
