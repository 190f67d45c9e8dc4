#include "async/simulate.h"

#include "async/decimal.h"
#include "base/num.h"
#include "report/layout.h"
#include "report/paint_scene.h"

#include <stdlib.h>

/* Three figures of a group of latencies in one row, so that all fits a page. */
static const char *joined(const struct sim_figure *f, size_t column, struct arena *a)
{
    if (!num_known(f[1].value[column]))
        return sim_shown(&f[0], column, a);
    return arena_printf(a, "%s: %s, %s", sim_shown(&f[0], column, a), sim_shown(&f[1], column, a),
                        sim_shown(&f[2], column, a));
}

static void figures(const struct simulation *s, struct doc *d)
{
    struct arena *a = doc_arena(d);
    size_t n, columns = s->compare ? 3 : 2, rows = 0;
    const struct sim_figure *f = sim_figures(s, a, &n);
    struct cell *cells = arena_array(a, n * columns, sizeof *cells);
    for (size_t i = 0; i < n; i++) {
        if (f[i].quiet || f[i].kind == SIM_HEADING)
            continue;
        struct cell *row = cells + rows++ * columns;
        bool group = i + 1 < n && f[i + 1].kind == SIM_SECONDS;
        row[0].text = group ? arena_printf(a, "%s: latency p50, p95", f[i].label) : f[i].label;
        for (size_t c = 1; c < columns; c++)
            row[c].text = group ? joined(&f[i], c - 1, a) : sim_shown(&f[i], c - 1, a);
        i += group ? 2 : 0;
    }
    const struct column heads[] = {{"Figure", ALIGN_LEFT, COLUMN_REST},
                                   {s->compare ? "Wake pair" : "Value", ALIGN_RIGHT, 0},
                                   {"Without it", ALIGN_RIGHT, 0}};
    doc_table(d, &(struct table){heads, columns, cells, rows, false});
}

static void settings(const struct simulation *s, struct doc *d)
{
    static const struct column heads[] = {{"Target", ALIGN_RIGHT, 0.09},        {"Provisioning", ALIGN_RIGHT, 0.13},
                                          {"Lost", ALIGN_RIGHT, 0.09},          {"p50", ALIGN_RIGHT, 0.11},
                                          {"p95", ALIGN_RIGHT, 0.11},           {"Instance-hours", ALIGN_RIGHT, 0.14},
                                          {"Hours at zero", ALIGN_RIGHT, 0.12}, {"Wake-ups", ALIGN_RIGHT, 0.1},
                                          {"Cost", ALIGN_RIGHT, 0.11}};
    enum { COLUMNS = sizeof heads / sizeof *heads };
    struct arena *a = doc_arena(d);
    struct cell *cells = arena_array(a, s->n_runs * COLUMNS, sizeof *cells), *at = cells;
    char b[NUM_MAX];
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct run *r = &s->runs[i];
        const struct replay_result *x = &r->result;
        (at++)->text = arena_strdup(a, decimal_text(b, r->settings.target, 9));
        (at++)->text = arena_printf(a, "%s s", decimal_text(b, r->settings.provision, 6));
        (at++)->text = arena_strdup(a, num_count(b, (int64_t)(x->failed + x->expired)));
        (at++)->text = x->all.n ? arena_strdup(a, num_seconds(b, replay_s(x->all.p50))) : "-";
        (at++)->text = x->all.n ? arena_strdup(a, num_seconds(b, replay_s(x->all.p95))) : "-";
        (at++)->text = arena_strdup(a, num_fixed(b, run_hours(r), 2));
        (at++)->text = arena_strdup(a, num_fixed(b, (double)x->at_zero / 3.6e9, 2));
        (at++)->text = arena_strdup(a, num_count(b, x->wake_ups));
        (at++)->text = num_known(s->rate) ? arena_printf(a, "%s USD", num_money(b, run_cost(s, r))) : "-";
    }
    doc_table(d, &(struct table){heads, COLUMNS, cells, s->n_runs, false});
}

static int fill(const struct simulation *s, struct doc *d, struct err *e)
{
    struct arena *a = doc_arena(d);
    struct font *font;
    bool swept = s->sweep_target || s->sweep_provision;
    size_t n = 0;
    if (font_open(&font, e) != 0)
        return e->code;
    struct scene *scene = simulate_chart(s, font, a);
    doc_title(d, "Replay of an asynchronous endpoint");
    if (!swept) {
        const struct replay_result *r = &s->runs[0].result;
        bool lost = r->failed + r->expired > 0;
        doc_banner(d,
                   lost            ? SIGN_STOP
                   : r->unfinished ? SIGN_WARN
                                   : SIGN_OK,
                   lost            ? LOOK_STOP
                   : r->unfinished ? LOOK_CHOSEN
                                   : LOOK_OK,
                   sim_answer(s, a), sim_settings(s, a));
        const char **notes = sim_notes(s, a, &n);
        const char *all = "";
        for (size_t i = 0; i < n; i++)
            all = arena_printf(a, "%s%s%s", all, i ? " " : "", notes[i]);
        doc_gap(d, 4);
        if (n > 0)
            doc_text(d, DOC_TEXT, all);
    } else {
        doc_text(d, DOC_NOTE, sim_settings(s, a));
        doc_gap(d, 4);
        doc_text(
            d, DOC_TEXT,
            "Each point is a replay of the same arrivals with another setting. Those on the line are beaten by no "
            "other in both cost and waiting.");
    }
    doc_gap(d, 6);
    doc_scene(d, scene);
    doc_gap(d, 2);
    (swept ? settings : figures)(s, d);
    doc_text(d, DOC_NOTE,
             "Exact to the microsecond; alarms every 60 s, metrics without delay; billed from being asked for until "
             "gone; compute cost only, before discounts.");
    if (s->n_inputs > 0)
        doc_text(d, DOC_NOTE, sim_evidence(s, a));
    scene_free(scene);
    font_close(font);
    return 0;
}

int simulate_pdf(const struct simulation *s, struct strbuf *out, struct err *e)
{
    struct arena *a = arena_new();
    struct strbuf id = {0};
    struct doc *d = NULL;
    sb_add(&id, sim_settings(s, a));
    sb_add(&id, sim_evidence(s, a));
    simulate_json(s, &id);
    struct doc_options o = {.paper = PAPER_A4,
                            .info = {.title = "Replay of an asynchronous endpoint",
                                     .subject = s->source,
                                     .author = "headroom " HEADROOM_VERSION,
                                     .creator = "headroom " HEADROOM_VERSION,
                                     .lang = "en",
                                     .id = sb_str(&id),
                                     .date = sim_date()},
                            .head_left = s->source,
                            .head_right = "async simulate",
                            .foot_left = "headroom " HEADROOM_VERSION};
    if (doc_open(&o, &d, e) == 0 && fill(s, d, e) == 0)
        doc_finish(d, out, e);
    doc_close(d);
    sb_free(&id);
    arena_free(a);
    return e->code;
}
