#include "many/fleet_pages.h"

#include "base/num.h"
#include "chart/generic.h"
#include "many/document.h"
#include "report/paint_scene.h"

#include <stdlib.h>

enum { BARS_MOST = 24, REASON_MOST = 220 };

struct pages {
    struct report r;
    const struct plan_fleet *f;
    struct font *font;
};

static const char *money_text(struct pages *g, double x)
{
    char b[NUM_MAX];
    return num_known(x) ? say(&g->r, "%s", num_money(b, x)) : "unknown";
}

static const char *whole(struct pages *g, double x)
{
    return say_fixed(&g->r, x, 0);
}

static void banner(struct pages *g)
{
    const struct plan_fleet *f = g->f;
    struct report *r = &g->r;
    enum verdict worst = f->stops || f->audit_stops || f->n_refused ? VERDICT_STOP
                         : f->warns                                 ? VERDICT_WARN
                                                                    : VERDICT_OK;
    struct strbuf sb = {0};
    for (size_t i = 0; i < f->n_currencies; i++) {
        const struct fleet_total *t = &f->currencies[i];
        sb_addf(&sb, "%s%s to %s instances cost %s %s an hour at peak and %s a month over an assumed day",
                i ? "; " : "", whole(g, t->min), whole(g, t->max), money_text(g, t->cost_hour), t->currency,
                money_text(g, t->cost_month));
        if (t->flow_max > 0)
            sb_addf(&sb, " (sized by throughput: up to %s instances, %s a month)", whole(g, t->flow_max),
                    money_text(g, t->flow_month));
    }
    sb_add(&sb, ".");
    doc_banner(r->d, verdict_sign(worst),
               worst == VERDICT_STOP   ? LOOK_STOP
               : worst == VERDICT_WARN ? LOOK_WARN
                                       : LOOK_OK,
               plan_fleet_sentence(f, r->a), sb_str(&sb));
    sb_free(&sb);
}

static void item(struct pages *g, enum sign sign, const char *strong, const char *text)
{
    const struct span spans[] = {{.text = strong, .face = PDF_BOLD, .rgb = LOOK_INK},
                                 {.text = text, .face = PDF_REGULAR, .rgb = LOOK_INK}};
    doc_gap(g->r.d, 3);
    doc_item(g->r.d, DOC_TEXT, sign, spans, 2);
}

static void refused(struct pages *g)
{
    const struct plan_fleet *f = g->f;
    if (f->n_refused == 0)
        return;
    doc_heading(g->r.d, 2, "Not read, and in no total", "refused", NULL);
    for (size_t i = 0; i < f->n_refused; i++)
        item(g, SIGN_STOP, say(&g->r, "%s  ", f->refused[i].file), f->refused[i].why);
}

static void plans(struct pages *g)
{
    static const struct column columns[] = {{"Rule", ALIGN_LEFT, 0.09},
                                            {"Audit", ALIGN_LEFT, 0.09},
                                            {"Model and plan", ALIGN_LEFT, COLUMN_REST},
                                            {"Instance type", ALIGN_LEFT, 0.14},
                                            {"From", ALIGN_RIGHT, 0.06},
                                            {"To", ALIGN_RIGHT, 0.07},
                                            {"Hour at peak", ALIGN_RIGHT, 0.12},
                                            {"Month", ALIGN_RIGHT, 0.14},
                                            {"", ALIGN_LEFT, 0.055}};
    const struct plan_fleet *f = g->f;
    struct report *r = &g->r;
    struct rows rows = {0};
    doc_heading(r->d, 1, "Every plan, worst verdict first", "plans", NULL);
    for (size_t i = 0; i < f->n_rows; i++) {
        const struct fleet_row *p = &f->rows[i];
        rows_cell(&rows, (struct cell){.text = verdict_mark(p->published), .sign = verdict_sign(p->published)});
        rows_cell(&rows, (struct cell){.text = verdict_mark(p->audit), .sign = verdict_sign(p->audit)});
        rows_cell(&rows, (struct cell){.text = say(r, "%s\n%s%s", say_or(p->model, "unknown"), p->file,
                                                   p->method == METHOD_FLOW ? " (flow method)" : ""),
                                       .link = p->n_reasons ? say(r, "plan:%zu", i) : NULL});
        rows_add(&rows, say_or(p->type, "unknown"));
        rows_add(&rows, whole(g, p->min));
        rows_cell(&rows, (struct cell){.text = whole(g, p->max), .face = PDF_BOLD});
        rows_add(&rows, money_text(g, p->cost_hour));
        rows_cell(&rows, (struct cell){.text = money_text(g, p->cost_month), .face = PDF_BOLD});
        rows_add(&rows, p->currency);
    }
    rows_table(r, &rows, columns, sizeof columns / sizeof *columns, false);
}

static void totals(struct pages *g)
{
    static const struct column columns[] = {
        {"Totals", ALIGN_LEFT, COLUMN_REST}, {"Plans", ALIGN_RIGHT, 0.07},        {"From", ALIGN_RIGHT, 0.08},
        {"To", ALIGN_RIGHT, 0.08},           {"Hour at peak", ALIGN_RIGHT, 0.13}, {"Month", ALIGN_RIGHT, 0.15},
        {"Flow: to", ALIGN_RIGHT, 0.09},     {"Flow: month", ALIGN_RIGHT, 0.15},  {"", ALIGN_LEFT, 0.055}};
    const struct plan_fleet *f = g->f;
    struct rows rows = {0};
    for (size_t i = 0; i < f->n_types + f->n_currencies; i++) {
        bool all = i >= f->n_types;
        const struct fleet_total *t = all ? &f->currencies[i - f->n_types] : &f->types[i];
        enum pdf_face face = all ? PDF_BOLD : PDF_REGULAR;
        const char *const texts[] = {all ? "all plans" : say_or(t->type, "unknown"),
                                     say_count(&g->r, (int64_t)t->plans),
                                     whole(g, t->min),
                                     whole(g, t->max),
                                     money_text(g, t->cost_hour),
                                     money_text(g, t->cost_month),
                                     whole(g, t->flow_max),
                                     money_text(g, t->flow_month),
                                     t->currency};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            rows_cell(&rows, (struct cell){.text = texts[k], .face = face});
    }
    doc_gap(g->r.d, 8);
    rows_table(&g->r, &rows, columns, sizeof columns / sizeof *columns, false);
    for (size_t i = 0; i < f->notes.n; i++)
        item(g, SIGN_BULLET, "", f->notes.items[i]);
    doc_gap(g->r.d, 4);
    doc_text(
        g->r.d, DOC_NOTE,
        "From and to: instances at the trough and at the peak, by each plan's own method. A month has 730 hours of "
        "an "
        "assumed day between trough and peak; rates are on demand, before discounts. \"Flow\" is the same load "
        "sized "
        "by measured throughput, which the published rule does not look at. The workbook has the same totals as "
        "formulas.");
}

static int dearest_first(const void *x, const void *y)
{
    const struct fleet_row *a = *(const struct fleet_row *const *)x, *b = *(const struct fleet_row *const *)y;
    if (a->cost_month != b->cost_month)
        return a->cost_month > b->cost_month ? -1 : 1;
    return a < b ? -1 : a > b; /* the order of the rows */
}

/* Whether another of the N rows plans the model of the first: its name alone would not say which is meant. */
static bool model_again(const struct fleet_row *const *rows, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (fleet_same(rows[i]->model, rows[0]->model))
            return true;
    return false;
}

/* The dearest plans of the currency that has most of them, those that are stopped in another colour. */
static void chart(struct pages *g)
{
    const struct plan_fleet *f = g->f;
    struct report *r = &g->r;
    const struct fleet_total *most = &f->currencies[0];
    for (size_t i = 1; i < f->n_currencies; i++)
        if (f->currencies[i].plans > most->plans)
            most = &f->currencies[i];
    const struct fleet_row **rows = xcalloc(f->n_rows + 1, sizeof *rows);
    size_t n = 0;
    for (size_t i = 0; i < f->n_rows; i++)
        if (fleet_same(f->rows[i].currency, most->currency) && num_known(f->rows[i].cost_month))
            rows[n++] = &f->rows[i];
    qsort(rows, n, sizeof *rows, dearest_first);
    size_t shown = n < BARS_MOST ? n : BARS_MOST;
    double part = 0;
    struct bar *bars = arena_array(r->a, shown + 1, sizeof *bars);
    for (size_t i = 0; i < shown; i++) {
        bool stop = rows[i]->published == VERDICT_STOP || rows[i]->audit == VERDICT_STOP;
        bool warn = rows[i]->published == VERDICT_WARN || rows[i]->audit == VERDICT_WARN;
        part += rows[i]->cost_month;
        bars[i] =
            (struct bar){say(r, "%s, %s", say_or(rows[i]->model, "unknown"), rows[i]->file), rows[i]->cost_month,
                         say(r, "%s  %s", money_text(g, rows[i]->cost_month),
                             stop   ? "STOP"
                             : warn ? "WARN"
                                    : "OK"),
                         stop ? ROLE_STOP : ROLE_DERIVED, stop ? HATCH_RISING : HATCH_NONE};
    }
    if (shown > 1) {
        const char *title =
            shown < n
                ? say(r, "The %zu dearest of %zu plans are %s of %s %s a month", shown, n,
                      say_percent(r, most->cost_month > 0 ? part / most->cost_month : NUM_UNKNOWN),
                      money_text(g, most->cost_month), most->currency)
                : say(r, "%s is %s of %s %s a month",
                      model_again(rows, shown) ? bars[0].label : say_or(rows[0]->model, "unknown"),
                      say_percent(r, most->cost_month > 0 ? rows[0]->cost_month / most->cost_month : NUM_UNKNOWN),
                      money_text(g, most->cost_month), most->currency);
        struct chart_text text = {
            .name = "months",
            .title = title,
            .subtitle = "cost of a month over an assumed day; hatched: stopped by the rule or the audit",
            .desc = say(r, "Bars, the longest first: %s.", title)};
        struct scene *s = chart_bars(
            g->font, &text, (struct axis_spec){say(r, "a month, %s", most->currency), SCALE_AUTO, true}, bars, shown);
        doc_gap(r->d, 12);
        doc_scene(r->d, s);
        scene_free(s);
    }
    free(rows);
}

static void reasons(struct pages *g)
{
    const struct plan_fleet *f = g->f;
    struct report *r = &g->r;
    bool any = false;
    for (size_t i = 0; i < f->n_rows; i++) {
        const struct fleet_row *p = &f->rows[i];
        if (p->n_reasons == 0)
            continue;
        if (!any) {
            doc_heading(r->d, 1, "What is not well, and why", "reasons", NULL);
            doc_lead(r->d, "By the published rule and, beside it, by the audit. The report of a plan has every "
                           "finding with its "
                           "numbers and recommendations.");
        }
        any = true;
        enum verdict worst = p->reasons[0].verdict;
        doc_signed_heading(r->d, 2, verdict_sign(worst),
                           say(r, "%s on %s", say_or(p->model, "unknown"), say_or(p->type, "unknown")),
                           say(r, "plan:%zu", i), NULL);
        doc_text(r->d, DOC_NOTE, say(r, "%s  \xC2\xB7  peak %s", p->file, p->peak));
        struct strbuf rest = {0};
        for (size_t k = 0; k < p->n_reasons; k++) {
            const struct fleet_reason *why = &p->reasons[k];
            const char *name = say(r, "%s%s", why->audit ? "audit, " : "", say_name(r, why->name));
            if (why->verdict == worst)
                item(g, verdict_sign(worst), say(r, "%s  ", name), first_sentence(r, why->text, REASON_MOST));
            else
                sb_addf(&rest, "%s%s", rest.len ? "; " : "", name);
        }
        if (rest.len)
            item(g, SIGN_WARN, "also warned of  ", sb_str(&rest));
        sb_free(&rest);
    }
}

static void sources(struct pages *g)
{
    static const struct column columns[] = {{"Plan", ALIGN_LEFT, 0.34}, {"SHA-256", ALIGN_LEFT, 0}};
    struct rows rows = {0};
    doc_heading(g->r.d, 1, "Where it comes from", "sources", NULL);
    for (size_t i = 0; i < g->f->n_rows; i++) {
        rows_add(&rows, g->f->rows[i].file);
        rows_add(&rows, g->f->rows[i].sha256);
    }
    rows_table(&g->r, &rows, columns, 2, false);
}

int fleet_pages(const struct plan_fleet *f, enum paper paper, struct strbuf *out, size_t *missing, struct err *e)
{
    struct pages g = {.f = f};
    struct strbuf id = {0};
    for (size_t i = 0; i < f->n_rows; i++)
        sb_addf(&id, "%s %s\n", f->rows[i].sha256, f->rows[i].file);
    for (size_t i = 0; i < f->n_refused; i++)
        sb_addf(&id, "%s: %s\n", f->refused[i].file, f->refused[i].why);
    struct document d = {
        .paper = paper,
        .title = arena_printf(f->arena, "Fleet of %zu %s", f->n_rows, f->n_rows == 1 ? "plan" : "plans"),
        .subject = "Summary of autoscaling plans",
        .head_right = "fleet",
        .foot = arena_printf(f->arena, "%zu infeasible, %zu stopped by the audit", f->stops, f->audit_stops),
        .id = sb_str(&id),
        .date = plan_fleet_date(f)};
    if (font_open(&g.font, e) == 0 && document_open(&g.r, &d, e) == 0) {
        doc_title(g.r.d, d.title);
        banner(&g);
        refused(&g);
        totals(&g);
        plans(&g);
        chart(&g);
        reasons(&g);
        sources(&g);
        document_close(&g.r, out, missing, e);
    }
    font_close(g.font);
    sb_free(&id);
    return e->code;
}
