#include "many/sweep.h"

#include "base/csv.h"
#include "base/limits.h"
#include "base/mem.h"
#include "many/batch_line.h"
#include "many/figures.h"

#include <stdlib.h>
#include <string.h>

int sweep_add_axis(struct sweep *s, const char *text, struct err *e)
{
    struct sweep_axis a;
    if (axis_read(text, &a, e) != 0)
        return e->code;
    size_t points = a.count;
    for (size_t i = 0; i < s->n_axes; i++) {
        if (s->axes[i].kind == a.kind)
            return err_set(e, EXIT_USAGE, "%s is an axis twice", axis_defs[a.kind].name);
        points *= s->axes[i].count; /* under 1e5 x 2.5e5 */
    }
    if (points > LIMIT_SWEEP_POINTS)
        return err_set(e, EXIT_USAGE, "the axes together have %zu points, more than %d", points, LIMIT_SWEEP_POINTS);
    s->axes[s->n_axes++] = a;
    return 0;
}

static int plan_at(const struct sweep *s, const struct point_choice *c, struct plan **out, struct err *e)
{
    struct plan_request r = evidence_request(s->evidence, &c->scenario, c->rate);
    if (num_known(c->t_total_s)) {
        r.ttotal = NULL;
        r.scenario.assume_t_total_s = c->t_total_s;
    }
    if (num_known(c->share))
        r.share = c->share;
    r.scenario.no_sample = true;
    r.with_audit = false;
    r.figures_only = true;
    return plan_build(&r, out, e);
}

static void csv_row(const struct sweep *s, const struct sweep_point *pt, const struct plan *p, const char *why,
                    struct strbuf *out)
{
    for (size_t i = 0; i < s->n_axes; i++) {
        sb_add(out, i ? "," : "");
        if (s->axes[i].kind == AXIS_MIN_FLOOR)
            csv_int(out, (int64_t)pt->value[i]);
        else
            csv_number(out, pt->value[i]);
    }
    figures_csv(out, p);
    sb_addc(out, ',');
    csv_text(out, why ? why : "");
    sb_addc(out, '\n');
}

static void csv_head(const struct sweep *s, struct strbuf *out)
{
    for (size_t i = 0; i < s->n_axes; i++)
        sb_addf(out, "%s%s", i ? "," : "", axis_defs[s->axes[i].kind].name);
    figures_csv_names(out);
    sb_add(out, ",error\n");
}

static void jsonl_row(const struct sweep *s, const struct sweep_point *pt, const struct plan *p, int code,
                      const char *why, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 0);
    jw_object(&w);
    for (size_t i = 0; i < s->n_axes; i++)
        if (s->axes[i].kind == AXIS_MIN_FLOOR)
            jw_kint(&w, axis_defs[AXIS_MIN_FLOOR].name, (int64_t)pt->value[i]);
        else
            jw_kdouble(&w, axis_defs[s->axes[i].kind].name, pt->value[i]);
    if (p) {
        figures_json(&w, p);
    } else {
        jw_key(&w, "error");
        jw_object(&w);
        jw_kint(&w, "exit", code);
        jw_kstring(&w, "message", why);
        jw_end(&w);
    }
    jw_end(&w);
    sb_addc(out, '\n');
}

/* Plans point number N. */
static void run_point(struct sweep *s, size_t n, enum sweep_format format, struct strbuf *out, struct err *first)
{
    struct sweep_point *pt = &s->points[n];
    struct point_choice c = s->base;
    struct plan *p;
    struct err e = ERR_INIT;
    for (size_t i = s->n_axes, left = n; i-- > 0; left /= s->axes[i].count) {
        pt->value[i] = axis_value(&s->axes[i], left % s->axes[i].count);
        axis_apply(&s->axes[i], pt->value[i], &c);
    }
    pt->probability = pt->cost_per_hour = pt->fleet = NUM_UNKNOWN;
    plan_at(s, &c, &p, &e);
    if (p) {
        pt->planned = true;
        pt->probability = p->audit.surge_exact;
        pt->cost_per_hour = p->rate.per_hour * (double)p->max_instances;
        pt->fleet = (double)p->max_instances;
    } else {
        s->n_failed++;
        err_set(first, e.code, "%s", e.text);
    }
    char *why = e.code ? batch_message(e.text) : NULL;
    if (format == SWEEP_CSV)
        csv_row(s, pt, p, why, out);
    else
        jsonl_row(s, pt, p, e.code, why, out);
    free(why);
    plan_free(p);
}

int sweep_run(struct sweep *s, enum sweep_format format, struct strbuf *out, struct err *e)
{
    struct err none = ERR_INIT, first = ERR_INIT;
    s->n_points = 1;
    for (size_t i = 0; i < s->n_axes; i++)
        s->n_points *= s->axes[i].count;
    s->points = xcalloc(s->n_points, sizeof *s->points);
    plan_at(s, &s->base, &s->own, &none);
    if (format == SWEEP_CSV)
        csv_head(s, out);
    for (size_t i = 0; i < s->n_points; i++)
        run_point(s, i, format, out, &first);
    if (s->n_failed == s->n_points)
        return err_set(e, first.code, "%s", first.text);
    return 0;
}

void sweep_free(struct sweep *s)
{
    free(s->points);
    plan_free(s->own);
    s->points = NULL;
    s->own = NULL;
}
