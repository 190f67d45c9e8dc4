/* The axes of a sweep, of any text, and the grid that they span over a ladder and a scale-out: a row for each point,
 * its values on the axes, its figures possible. The last part is the axes, a line each. */
#include "fuzz/fuzz.h"

#include "base/num.h"
#include "many/sweep.h"

#include <stdio.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

enum { POINTS = 30 }; /* a plan each */

static void on_axis(const struct sweep_axis *a)
{
    double before = NUM_UNKNOWN;
    FUZZ_MUST(a->count > 0 && a->lo <= a->hi);
    FUZZ_MUST(a->lo >= axis_defs[a->kind].least && a->hi <= axis_defs[a->kind].most);
    for (size_t i = 0; i < a->count && i < 1000; i++) {
        double x = axis_value(a, i);
        FUZZ_MUST(isfinite(x) && !(x < before));
        before = x;
    }
    FUZZ_MUST(axis_value(a, 0) == a->lo && axis_value(a, a->count - 1) == a->hi);
}

/* All axes are read; those that would take too long are left out of the grid. */
static void add_axes(struct sweep *s, const struct fuzz_part *f)
{
    size_t points = 1;
    for (const char *at = f->text; *at;) {
        size_t n = strcspn(at, "\n");
        struct sweep_axis a;
        struct err e = ERR_INIT;
        struct strbuf text = {0};
        sb_addn(&text, at, n);
        fuzz_settled(axis_read(sb_str(&text), &a, &e), &e);
        if (e.code == 0)
            on_axis(&a);
        if (e.code == 0 && points * a.count <= POINTS) {
            fuzz_settled(sweep_add_axis(s, sb_str(&text), &e), &e);
            points *= e.code ? 1 : a.count;
        }
        sb_free(&text);
        at += n + (at[n] == '\n');
    }
}

static void run(struct sweep *s, enum sweep_format format)
{
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    fuzz_settled(sweep_run(s, format, &out, &e), &e);
    FUZZ_MUST((e.code != 0) == (s->n_failed == s->n_points));
    size_t failed = 0;
    for (size_t i = 0; i < s->n_points; i++) {
        const struct sweep_point *pt = &s->points[i];
        failed += !pt->planned;
        fuzz_is_share(pt->probability);
        FUZZ_MUST(!pt->planned || pt->fleet >= 1);
        FUZZ_MUST(!(pt->cost_per_hour < 0));
    }
    FUZZ_MUST(failed == s->n_failed);
    if (format == SWEEP_JSONL) {
        FUZZ_MUST(fuzz_is_json_lines(&out) == s->n_points);
    } else {
        size_t lines = 0;
        for (size_t i = 0; i < out.len; i++)
            lines += out.data[i] == '\n';
        FUZZ_MUST(lines > s->n_points); /* a quoted message may hold more */
    }
    sb_free(&out);
    sweep_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const roles[] = {"qmax", "ttotal"};
    struct fuzz_part f[FUZZ_PARTS];
    struct evidence ev = {0};
    struct sweep s = {.base = {scenario_default(), NUM_UNKNOWN, NUM_UNKNOWN, NUM_UNKNOWN}};
    struct err e = ERR_INIT;
    fuzz_split(data, size, f);
    for (size_t i = 0; i < 2; i++)
        if (i == 0 || f[i].len > 0)
            evidence_add(&ev, roles[i], "kokoro-g5xlarge-8b1b96bc.json", f[i].text, f[i].len);
    s.base.scenario.peak_rps = 50;
    s.base.scenario.allow_config_mismatch = s.base.scenario.allow_inconsistent = true;
    add_axes(&s, &f[2]);
    fuzz_settled(evidence_read(&ev, true, true, &e), &e);
    if (e.code == 0 && s.n_axes > 0) {
        s.evidence = &ev;
        run(&s, size % 2 ? SWEEP_CSV : SWEEP_JSONL);
        s.n_failed = 0;
    }
    evidence_free(&ev);
    fuzz_split_free(f);
    return 0;
}
