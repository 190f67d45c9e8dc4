#include "async/simulate.h"

#include "async/decimal.h"
#include "base/num.h"

static void one_run(const struct simulation *s, struct arena *a, struct strbuf *out)
{
    size_t n, n_notes;
    const struct sim_figure *f = sim_figures(s, a, &n);
    const char **notes = sim_notes(s, a, &n_notes);
    sb_addf(out, "%s\n\n%s\n", sim_answer(s, a), sim_settings(s, a));
    for (size_t i = 0; i < n; i++) {
        if (f[i].quiet)
            continue;
        if (f[i].kind == SIM_HEADING) {
            sb_addf(out, "\n");
            if (s->compare && i == 0) {
                sb_left(out, f[i].label, 40);
                sb_right(out, "wake pair", 14);
                sb_right(out, "without it", 14);
                sb_add(out, "\n");
            } else {
                sb_addf(out, "%s\n", f[i].label);
            }
            continue;
        }
        sb_add(out, "  ");
        sb_left(out, f[i].label, 38);
        for (size_t column = 0; column < (s->compare ? 2U : 1U); column++)
            sb_right(out, sim_shown(&f[i], column, a), 14);
        sb_add(out, "\n");
    }
    for (size_t i = 0; i < n_notes; i++)
        sb_addf(out, "\n%s\n", notes[i]);
}

static void sweep(const struct simulation *s, struct arena *a, struct strbuf *out)
{
    char buf[NUM_MAX];
    sb_addf(out, "%s\n\n%s; %zu replay%s\n\n", sim_answer(s, a), sim_settings(s, a), s->n_runs,
            s->n_runs == 1 ? "" : "s");
    static const char *const heads[] = {"target", "provision", "lost",      "unfinished", "p50",
                                        "p95",    "inst.-h",   "h at zero", "wake-ups",   "USD"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads - !num_known(s->rate); i++)
        sb_right(out, heads[i], 12);
    sb_add(out, "\n");
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct run *run = &s->runs[i];
        const struct replay_result *r = &run->result;
        sb_right(out, decimal_text(buf, run->settings.target, 9), 12);
        sb_right(out, arena_printf(a, "%s s", decimal_text(buf, run->settings.provision, 6)), 12);
        sb_right(out, num_count(buf, (int64_t)(r->failed + r->expired)), 12);
        sb_right(out, num_count(buf, (int64_t)r->unfinished), 12);
        sb_right(out, r->all.n ? num_seconds(buf, replay_s(r->all.p50)) : "-", 12);
        sb_right(out, r->all.n ? num_seconds(buf, replay_s(r->all.p95)) : "-", 12);
        sb_right(out, num_fixed(buf, run_hours(run), 2), 12);
        sb_right(out, num_fixed(buf, (double)r->at_zero / 3.6e9, 2), 12);
        sb_right(out, num_count(buf, r->wake_ups), 12);
        if (num_known(s->rate))
            sb_right(out, num_money(buf, run_cost(s, run)), 12);
        sb_add(out, "\n");
    }
}

void simulate_text(const struct simulation *s, struct strbuf *out)
{
    struct arena *a = arena_new();
    (s->sweep_target || s->sweep_provision ? sweep : one_run)(s, a, out);
    arena_free(a);
}
