#include "many/compare_pages.h"

#include "base/limits.h"
#include "base/num.h"
#include "chart/generic.h"
#include "many/compare_text.h"
#include "many/document.h"
#include "report/paint_scene.h"

#include <stdlib.h>
#include <string.h>

struct pages {
    struct report r;
    const struct comparison *c;
    struct font *font;
};

static enum verdict worst_of(const struct plan *p)
{
    if (p->verdict == VERDICT_STOP || p->audit.worst == VERDICT_STOP)
        return VERDICT_STOP;
    return p->verdict == VERDICT_WARN || p->audit.worst == VERDICT_WARN ? VERDICT_WARN : VERDICT_OK;
}

static int verdict_rgb(enum verdict v)
{
    return v == VERDICT_STOP ? LOOK_STOP : v == VERDICT_WARN ? LOOK_WARN : LOOK_OK;
}

static const char *count_text(struct pages *g, size_t n, const char *one, const char *many)
{
    return say(&g->r, "%s %s", say_count(&g->r, (int64_t)n), n == 1 ? one : many);
}

static void put_plans(struct pages *g)
{
    static const struct column columns[] = {
        {"", ALIGN_LEFT, 0.05},          {"Plan", ALIGN_LEFT, 0.22},
        {"Model", ALIGN_LEFT, 0.2},      {"Configuration", ALIGN_LEFT, COLUMN_REST},
        {"Published", ALIGN_LEFT, 0.14}, {"Audit", ALIGN_LEFT, 0.12}};
    struct rows rows = {0};
    struct report *r = &g->r;
    for (size_t i = 0; i < g->c->n; i++) {
        const struct compared *c = &g->c->plans[i];
        const struct plan *p = c->plan;
        rows_cell(&rows, (struct cell){.text = c->letter, .face = PDF_BOLD});
        rows_add(&rows, c->file);
        rows_add(&rows, say_or(p->model_name, "unknown"));
        rows_add(&rows, say_or(p->slug ? p->slug : p->instance_type, "unknown"));
        rows_cell(&rows, (struct cell){.text = say_or(p->verdict_text, "unknown"), .sign = verdict_sign(p->verdict)});
        if (p->audit.n_checks)
            rows_cell(&rows,
                      (struct cell){.text = verdict_audit(p->audit.worst), .sign = verdict_sign(p->audit.worst)});
        else
            rows_add(&rows, "none");
    }
    rows_table(r, &rows, columns, sizeof columns / sizeof *columns, false);
}

static void put_banners(struct pages *g)
{
    for (size_t i = 0; i + 1 < g->c->n; i++) {
        const struct pair *p = &g->c->pairs[i];
        const struct compared *other = &g->c->plans[p->other];
        enum verdict worst = worst_of(other->plan);
        const char *strong = p->n_changes == 0 ? say(&g->r, "%s against A: nothing moved", other->letter)
                                               : say(&g->r, "%s against A: %s, %s", other->letter,
                                                     count_text(g, p->n_inputs, "input differs", "inputs differ"),
                                                     count_text(g, p->n_changes, "value follows", "values follow"));
        doc_banner(g->r.d, verdict_sign(worst), verdict_rgb(worst), strong, compare_sentence(g->c, p, g->r.a));
        doc_gap(g->r.d, 6);
    }
}

/* Two plans have room for the reasons beside the figures; more have tables of their own for them. */
static void put_side_by_side(struct pages *g)
{
    struct column columns[LIMIT_COMPARED + 3] = {{"Figure", ALIGN_LEFT, g->c->n > 5 ? 0.19 : 0.23}};
    size_t n = 1;
    bool two = g->c->n == 2;
    for (size_t k = 0; k < g->c->n; k++)
        columns[n++] = (struct column){g->c->plans[k].letter, ALIGN_RIGHT,
                                       two ? 0.155 : (1 - columns[0].width) / (double)g->c->n};
    if (two) {
        columns[n++] = (struct column){"Moved", ALIGN_RIGHT, 0.1};
        columns[n++] = (struct column){"Why: what moved it", ALIGN_LEFT, COLUMN_REST};
    }
    struct rows rows = {0};
    const char *group = "";
    doc_heading(g->r.d, 1, "Side by side", "side", NULL);
    doc_lead(g->r.d,
             "A month has 730 hours of an assumed day between trough and peak, at on-demand rates. \"Alone\" is "
             "what the figure becomes when plan A is computed again with that one input of the other plan.");
    for (size_t i = 0; i < n_headlines; i++) {
        const struct headline *h = &headlines[i];
        if (strcmp(group, h->group) != 0) {
            group = h->group;
            rows_cell(&rows, (struct cell){.text = group, .face = PDF_BOLD});
            for (size_t k = 1; k < n; k++)
                rows_add(&rows, "");
        }
        rows_add(&rows, h->label);
        const struct change *change = two ? pair_change(&g->c->pairs[0], h->path) : NULL;
        for (size_t k = 0; k < g->c->n; k++) {
            const struct compared *c = &g->c->plans[k];
            const struct change *moved = k ? pair_change(&g->c->pairs[k - 1], h->path) : NULL;
            rows_cell(&rows,
                      (struct cell){.text = headline_shown(h, c, g->r.a), .face = moved ? PDF_BOLD : PDF_REGULAR});
        }
        if (two) {
            rows_add(&rows, headline_moved(h, &g->c->plans[0], &g->c->plans[1], g->r.a));
            rows_add(&rows, change ? change_reason(&g->c->pairs[0], change, h, &g->c->plans[1], g->r.a) : "");
        }
    }
    rows_table(&g->r, &rows, columns, n, false);
}

static const struct headline *headline_at(const char *path)
{
    for (size_t i = 0; i < n_headlines; i++)
        if (strcmp(headlines[i].path, path) == 0)
            return &headlines[i];
    return NULL;
}

/* One figure: as A has it, with each input of the other plan alone, as the other has it. */
static void chart_steps(struct pages *g, const struct pair *p, const char *path, const char *name, const char *axis)
{
    const struct headline *h = headline_at(path);
    const struct change *change = pair_change(p, path);
    const struct compared *first = &g->c->plans[0], *other = &g->c->plans[p->other];
    struct report *r = &g->r;
    if (!change)
        return;
    double was = headline_number(h, first), is = headline_number(h, other);
    if (!num_known(was) || !num_known(is))
        return;
    struct bar *bars = arena_array(r->a, p->n_inputs + 2, sizeof *bars);
    size_t n = 0;
    bars[n++] =
        (struct bar){say(r, "A, %s", first->file), was, headline_shown(h, first, r->a), ROLE_DERIVED, HATCH_NONE};
    for (size_t i = 0; i < change->n_causes; i++) {
        double x;
        const struct cause *c = &change->causes[i];
        if (c->alone && num_parse(c->alone, &x) == 0)
            bars[n++] = (struct bar){say(r, "A, but %s of %s", p->inputs[c->input].label, other->letter), x,
                                     change_shown(h, other, c->alone, r->a), ROLE_CHOSEN, HATCH_RISING};
    }
    bars[n++] = (struct bar){say(r, "%s, %s", other->letter, other->file), is, headline_shown(h, other, r->a),
                             ROLE_DERIVED, HATCH_NONE};
    const char *title = say(r, "%s: %s in A, %s in %s", name, headline_shown(h, first, r->a),
                            headline_shown(h, other, r->a), other->letter);
    struct chart_text text = {.name = "steps",
                              .title = title,
                              .subtitle = "hatched: plan A computed again with one input of the other plan",
                              .desc = say(r, "Bars: %s, and what each differing input alone makes of it.", title)};
    struct scene *s = chart_bars(g->font, &text, (struct axis_spec){axis, SCALE_AUTO, true}, bars, n);
    doc_gap(r->d, 8);
    doc_scene(r->d, s);
    scene_free(s);
}

static void put_inputs(struct pages *g, const struct pair *p)
{
    struct report *r = &g->r;
    const struct column columns[] = {{"Input", ALIGN_LEFT, 0.16},
                                     {"A", ALIGN_LEFT, 0.3},
                                     {g->c->plans[p->other].letter, ALIGN_LEFT, 0.3},
                                     {"Tried alone", ALIGN_LEFT, COLUMN_REST}};
    struct rows rows = {0};
    if (p->n_inputs == 0) {
        doc_text(r->d, DOC_TEXT, "No recorded input differs.");
        return;
    }
    for (size_t i = 0; i < p->n_inputs; i++) {
        const struct moved_input *in = &p->inputs[i];
        rows_cell(&rows, (struct cell){.text = in->label, .face = PDF_BOLD});
        rows_add(&rows, in->was);
        rows_add(&rows, in->is);
        rows_cell(&rows, (struct cell){.text = in->untried ? in->untried : "yes",
                                       .sign = in->untried ? SIGN_SUPPRESSED : SIGN_OK});
    }
    rows_table(r, &rows, columns, 4, false);
}

static void put_changes(struct pages *g, const struct pair *p)
{
    struct report *r = &g->r;
    const struct compared *first = &g->c->plans[0], *other = &g->c->plans[p->other];
    const struct column columns[] = {{"Value of plan.json", ALIGN_LEFT, 0.37},
                                     {"A", ALIGN_RIGHT, 0.205},
                                     {other->letter, ALIGN_RIGHT, 0.205},
                                     {"Why", ALIGN_LEFT, COLUMN_REST}};
    struct rows rows = {0};
    doc_heading(r->d, 2, say(r, "Every difference (%zu)", p->n_changes), NULL, NULL);
    for (size_t i = 0; i < p->n_changes; i++) {
        const struct change *c = &p->changes[i];
        rows_add(&rows, c->path);
        rows_add(&rows, change_shown(NULL, first, c->was, r->a));
        rows_add(&rows, change_shown(NULL, other, c->is, r->a));
        rows_add(&rows, change_reason(p, c, NULL, other, r->a));
    }
    rows_table(r, &rows, columns, 4, false);
}

/* What moved, for a pair that has no room in the table of all plans. */
static void put_moved(struct pages *g, const struct pair *p)
{
    struct report *r = &g->r;
    const struct compared *first = &g->c->plans[0], *other = &g->c->plans[p->other];
    const struct column columns[] = {{"Figure", ALIGN_LEFT, 0.23},
                                     {"A", ALIGN_RIGHT, 0.155},
                                     {other->letter, ALIGN_RIGHT, 0.155},
                                     {"Moved", ALIGN_RIGHT, 0.1},
                                     {"Why: what moved it", ALIGN_LEFT, COLUMN_REST}};
    struct rows rows = {0};
    for (size_t i = 0; i < n_headlines; i++) {
        const struct headline *h = &headlines[i];
        const struct change *c = pair_change(p, h->path);
        if (!c)
            continue;
        rows_add(&rows, h->label);
        rows_add(&rows, headline_shown(h, first, r->a));
        rows_cell(&rows, (struct cell){.text = headline_shown(h, other, r->a), .face = PDF_BOLD});
        rows_add(&rows, headline_moved(h, first, other, r->a));
        rows_add(&rows, change_reason(p, c, h, other, r->a));
    }
    doc_gap(r->d, 8);
    if (rows.n)
        rows_table(r, &rows, columns, 5, false);
}

static void put_pair(struct pages *g, const struct pair *p)
{
    struct report *r = &g->r;
    const char *letter = g->c->plans[p->other].letter;
    doc_heading(r->d, 1, say(r, "%s against A: which input moved what", letter), say(r, "pair:%s", letter),
                say(r, "%s against A", letter));
    put_inputs(g, p);
    for (size_t i = 0; i < p->notes.n; i++) {
        struct span s = {.text = p->notes.items[i], .face = PDF_REGULAR, .rgb = LOOK_INK};
        doc_gap(r->d, 4);
        doc_item(r->d, DOC_TEXT, SIGN_SUPPRESSED, &s, 1);
    }
    if (g->c->n > 2)
        put_moved(g, p);
    chart_steps(g, p, COMPARE_MONTH, "Cost of a month",
                say(r, "cost of a month, %s", say_or(g->c->plans[p->other].plan->rate.currency, "USD")));
    chart_steps(g, p, "plan.max_instances", "Maximum instances", "maximum instances");
    chart_steps(g, p, "headroom.flow.maximum", "Maximum by the flow method", "maximum instances by the flow method");
    if (p->n_changes)
        put_changes(g, p);
}

static void put_sources(struct pages *g)
{
    static const struct column columns[] = {{"Input", ALIGN_LEFT, 0.34}, {"SHA-256", ALIGN_LEFT, 0}};
    struct report *r = &g->r;
    struct rows rows = {0};
    doc_heading(r->d, 1, "Where it comes from", "sources", NULL);
    for (size_t i = 0; i < g->c->n; i++) {
        const struct compared *c = &g->c->plans[i];
        rows_cell(&rows, (struct cell){.text = say(r, "%s  %s", c->letter, c->file), .face = PDF_BOLD});
        rows_add(&rows, c->sha256);
        for (size_t k = 0; k < c->plan->n_inputs; k++) {
            rows_add(&rows, say(r, "     %s", say_or(c->plan->inputs[k].name, "unnamed")));
            rows_add(&rows, c->plan->inputs[k].sha256);
        }
    }
    rows_table(r, &rows, columns, 2, false);
}

static const char *title_of(const struct comparison *c, struct arena *a)
{
    const struct plan *x = c->plans[0].plan, *y = c->plans[1].plan;
    const char *model = say_or(x->model_name, "unknown model");
    for (size_t i = 1; i < c->n; i++)
        if (!c->plans[i].plan->model_name || strcmp(c->plans[i].plan->model_name, model) != 0)
            return arena_printf(a, "%zu plans side by side", c->n);
    if (c->n == 2 && x->instance_type && y->instance_type && strcmp(x->instance_type, y->instance_type) != 0)
        return arena_printf(a, "%s: %s against %s", model, y->instance_type, x->instance_type);
    return arena_printf(a, "%s: %zu plans side by side", model, c->n);
}

int compare_pages(const struct comparison *c, enum paper paper, struct strbuf *out, size_t *missing, struct err *e)
{
    struct pages g = {.r = {.p = c->plans[0].plan}, .c = c};
    struct strbuf id = {0};
    struct document d = {
        .paper = paper, .title = title_of(c, c->arena), .subject = "Comparison of autoscaling plans"};
    for (size_t i = 0; i < c->n; i++) {
        int64_t date = plan_date(c->plans[i].plan);
        d.date = date > d.date ? date : d.date;
        sb_addf(&id, "%s %s\n", c->plans[i].sha256, c->plans[i].file);
    }
    d.id = sb_str(&id);
    d.head_right = "compared";
    d.foot = arena_printf(c->arena, "%zu plans", c->n);
    if (font_open(&g.font, e) == 0 && document_open(&g.r, &d, e) == 0) {
        doc_title(g.r.d, d.title);
        put_plans(&g);
        doc_gap(g.r.d, 10);
        put_banners(&g);
        put_side_by_side(&g);
        for (size_t i = 0; i + 1 < c->n; i++)
            put_pair(&g, &c->pairs[i]);
        put_sources(&g);
        document_close(&g.r, out, missing, e);
    }
    font_close(g.font);
    sb_free(&id);
    return e->code;
}
