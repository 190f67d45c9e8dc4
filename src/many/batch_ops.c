#include "many/batch_ops.h"

#include "base/date.h"
#include "base/jsonw.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "many/figures.h"
#include "render/snippet.h"
#include "store/gate.h"
#include "store/store.h"
#include "store/verify.h"

#include <stdlib.h>
#include <string.h>

static struct arena *own(struct line *l)
{
    if (!l->arena)
        l->arena = arena_new();
    return l->arena;
}

/* A document in the line has no file whose bytes could be quoted: its canonical form stands in for them, and
 * only the whole plan asks for it. */
static struct input inline_input(struct line *l, const char *role, const struct json_ref *r)
{
    struct input in = {.role = role, .name = role, .text = ""};
    if (l->full) {
        struct strbuf text = {0};
        json_canonical(r, &text);
        in.size = text.len;
        in.text = arena_strndup(own(l), sb_str(&text), text.len);
        sha256_hex(in.sha256, in.text, in.size);
        sb_free(&text);
    }
    return in;
}

static bool absent(const struct json_ref *r)
{
    return json_type(r) == JSON_ABSENT;
}

static void missing_ladder(struct err *e)
{
    err_set(e, EXIT_USAGE, "line: $.qmax: is absent, expected the path of a ladder or the ladder itself");
}

static const struct ladder_part *ladder_of(struct line *l, struct err *e)
{
    const char *path = json_text(&l->qmax);
    if (path)
        return shelf_ladder(l->shelf, path, e);
    struct ladder_part *x = arena_alloc(own(l), sizeof *x);
    x->input = inline_input(l, "qmax", &l->qmax);
    return evidence_ladder(l->arena, &l->qmax, x, e) == 0 ? x : NULL;
}

int line_scale_out(struct line *l, const struct scale_out_part **out, struct err *e)
{
    const char *path = json_text(&l->ttotal);
    *out = NULL;
    if (absent(&l->ttotal))
        return 0;
    if (path) {
        *out = shelf_scale_out(l->shelf, path, e);
        return e->code;
    }
    struct scale_out_part *x = arena_alloc(own(l), sizeof *x);
    x->input = inline_input(l, "ttotal", &l->ttotal);
    *out = x;
    return evidence_scale_out(l->arena, &l->ttotal, x, e);
}

/* The evidence of a line, paired and checked; it lives as long as the line. */
static int evidence_for(struct line *l, struct evidence *ev, struct err *e)
{
    const struct scale_out_part *t;
    const struct ladder_part *q = ladder_of(l, e);
    const struct scenario *s = &l->scenario;
    if (!q || line_scale_out(l, &t, e) != 0)
        return e->code;
    struct notes warnings;
    /* Both from files: the shelf may know the answer. */
    if (!l->arena && shelf_pair(l->shelf, q, t, s->allow_config_mismatch, s->allow_inconsistent, &warnings, e) != 0)
        return e->code;
    if (l->arena) {
        warnings = (struct notes){.arena = l->arena};
        if (evidence_pair(q, t, s->allow_config_mismatch, s->allow_inconsistent, &warnings, e) != 0)
            return e->code;
    }
    *ev = evidence_of(q, t, &warnings);
    return 0;
}

void line_begin(struct jsonw *w, struct line *l, struct strbuf *out)
{
    jw_init(w, out, 0);
    jw_object(w);
    if (l->id_text.len > 0) {
        jw_key(w, "id");
        jw_raw(w, sb_str(&l->id_text));
    }
}

void line_end(struct jsonw *w)
{
    jw_end(w);
    sb_addc(w->out, '\n');
}

/* What the options of plan check as they are read. */
static int check_ranges(const struct line *l, struct err *e)
{
    const struct scenario *s = &l->scenario;
    if (int_known(s->ttfab_slo_ms) && (s->ttfab_slo_ms < 1 || (double)s->ttfab_slo_ms > LIMIT_FLEET))
        return err_set(e, EXIT_USAGE, "--ttfab-slo-ms: %lld is outside 1 to 1000000000", (long long)s->ttfab_slo_ms);
    if (int_known(s->quota) && (s->quota < 0 || (double)s->quota > LIMIT_FLEET))
        return err_set(e, EXIT_USAGE, "--quota: %lld is outside 0 to 1000000000", (long long)s->quota);
    if (l->rate < 0 || l->rate > LIMIT_RATE)
        return err_set(e, EXIT_USAGE, "--rate: is %g, expected an amount of 0 %s", l->rate,
                       l->rate < 0 ? "or more" : "to 1e15");
    return scenario_check(s, e);
}

void line_plan(struct line *l, struct strbuf *out, struct err *e)
{
    struct evidence ev;
    struct plan *p;
    struct jsonw w;
    if (num_known(l->ceiling_s))
        l->scenario.ceiling_s = l->ceiling_s;
    if (absent(&l->qmax))
        missing_ladder(e);
    if (e->code || check_ranges(l, e) != 0 || evidence_for(l, &ev, e) != 0)
        return;
    struct plan_request r = evidence_request(&ev, &l->scenario, l->rate);
    r.with_audit = l->full;
    r.figures_only = !l->full;
    if (plan_build(&r, &p, e) != 0)
        return;
    line_begin(&w, l, out);
    if (l->full) {
        snippet_fill(p);
        store_members(p, &w);
    } else {
        figures_json(&w, p);
    }
    line_end(&w);
    plan_free(p);
}

static int plan_of(struct line *l, struct plan **out, struct err *e)
{
    const char *path = json_text(&l->plan);
    if (absent(&l->plan))
        return err_set(e, EXIT_USAGE, "line: $.plan: is absent, expected the path of a plan.json or the plan itself");
    if (!path)
        return store_read_value(&l->plan, out, e);
    if (shelf_regular(path, e) != 0)
        return e->code;
    return store_load(path, false, out, e);
}

void line_verify(struct line *l, struct strbuf *out, struct err *e)
{
    struct evidence ev = {0};
    struct plan *committed = NULL;
    struct strbuf text = {0};
    struct jsonw w;
    if (num_known(l->ceiling_s) && (!isfinite(l->ceiling_s) || l->ceiling_s < 0)) {
        err_set(e, EXIT_USAGE, "--ceiling-s: is %g, expected a time in seconds", l->ceiling_s);
        return;
    }
    if (absent(&l->qmax))
        missing_ladder(e);
    if (e->code || plan_of(l, &committed, e) != 0 || !committed)
        return;
    if (evidence_for(l, &ev, e) == 0 && !ev.has_ttotal && committed->measured.t_total_measured)
        err_set(e, EXIT_USAGE, "line: $.ttotal: is absent, but this plan rests on a measured T_total");
    size_t n = e->code ? 0 : verify_plan(committed, &ev, l->ceiling_s, snippet_fill, &text, e);
    if (e->code == 0) {
        line_begin(&w, l, out);
        jw_kbool(&w, "reproduced", n == 0);
        jw_key(&w, "differences");
        jw_array(&w);
        for (const char *at = sb_str(&text); *at;) {
            size_t len = strcspn(at, "\n");
            jw_stringn(&w, at, len);
            at += len + (at[len] == '\n');
        }
        jw_end(&w);
        line_end(&w);
    }
    sb_free(&text);
    plan_free(committed);
}

void line_gate(struct line *l, struct strbuf *out, struct err *e)
{
    struct gate_answer answer;
    struct jsonw w;
    int64_t when = 0;
    if (!l->dir || !l->model) {
        err_set(e, EXIT_USAGE, "line: $.%s: is absent; gate needs dir and model", l->dir ? "model" : "dir");
        return;
    }
    if (num_known(l->max_age) && (!(l->max_age >= 0) || l->max_age > 1e6))
        err_set(e, EXIT_USAGE, "line: $.max_age: is %g, outside 0 to 1000000 days", l->max_age);
    else if (num_known(l->max_age) && (!l->as_of || date_parse(l->as_of, &when) != 0))
        err_set(e, EXIT_USAGE, "line: $.as_of: max_age needs the day to count from, as YYYY-MM-DD");
    else if (l->as_of && !num_known(l->max_age))
        err_set(e, EXIT_USAGE, "line: $.as_of: has no meaning without max_age");
    if (e->code || gate_ask(l->dir, l->model, l->max_age, when, snippet_fill, own(l), &answer, e) != 0)
        return;
    line_begin(&w, l, out);
    jw_kbool(&w, "open", answer.shut.n == 0);
    jw_kstring(&w, "file", answer.file);
    jw_kstrings(&w, "shut", answer.shut.items, answer.shut.n);
    jw_kstrings(&w, "ok", answer.open.items, answer.open.n);
    line_end(&w);
}
