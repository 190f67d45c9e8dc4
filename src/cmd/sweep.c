#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/outset.h"
#include "many/sweep.h"

#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"", 0, NULL, "Measurements"},
    {"qmax", 0, "<F", "the ladder"},
    {"ttotal", 0, "<F", "the scale-out"},
    {"assume-t-total", 0, "S", "seconds, where no scale-out was measured to its end"},
    {"", 0, NULL, "Load and choices that no axis varies (as in plan)"},
    {"peak-rps", 0, "R", "peak load in requests a second"},
    {"peak-streams", 0, "N", "or: peak load in streams at once"},
    {"trough-rps", 0, "R", "lowest load in requests a second"},
    {"trough-streams", 0, "N", "or: lowest load in streams"},
    {"max-scaling-per-t-total", 0, "K", "surge ratio, 1 <= K < 1.5 (1.25)"},
    {"ttfab-slo-ms", 0, "MS", "the SLO; must be the ladder's"},
    {"min-floor", 0, "N", "least instances (1)"},
    {"ceiling-s", 0, "S", "longest invocation the platform allows (60)"},
    {"rates", 0, "<F", "hourly rates by instance type, instead of the built-in table"},
    {"rate", 0, "USD", "or: the hourly rate of one instance"},
    {"no-sample", 0, NULL, "accepted as in plan: a sweep never samples"},
    {"allow-config-mismatch", 0, NULL, "plan although the artifacts measured different configurations"},
    {"allow-inconsistent", 0, NULL, "plan with the stated values although an artifact contradicts itself"},
    {"", 0, NULL, "Outputs"},
    {"format", 0, "FORMAT", "csv or jsonl (csv)"},
    {"output", 'o', ">F", "write the rows to F instead of standard output"},
    {"charts", 0, ">DIR", "draw the sweep as SVG into a directory"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "sweep",
    .synopsis = "--qmax F (--ttotal F | --assume-t-total S) AXIS=LO:HI:COUNT... [OPTION]...",
    .about = "Plans one pair of artifacts over a grid of choices: COUNT values from LO to HI for each "
             "AXIS, every "
             "combination a row. Axes: peak_rps, trough_rps, surge (max-scaling-per-t-total), t_total "
             "(replaces the "
             "measured time, as an assumption), rate, min_floor, and share (C_scale_max = share x "
             "Q_max, C_scale_min = "
             "C_scale_max - h Q_max). The SLO is no axis: Q_max is defined by it. Surge probabilities "
             "are exact, not "
             "sampled. A combination that is no scenario (a trough above its peak) is a row with an "
             "error.\n"
             "Charts: lines for one axis, a heat map each of probability, fleet and cost for two, and "
             "always the frontier "
             "of cost against probability.\n"
             "Exit status: 0 done, 2 usage, 3 an input was refused, 4 an output could not be written.",
    .examples = "  headroom sweep --qmax q.json --ttotal t.json --peak-rps 5000 surge=1:1.45:10 "
                "t_total=60:600:10\n"
                "  headroom sweep --qmax q.json --ttotal t.json --peak-rps 5000 share=0.1:1:19 "
                "--charts pictures",
    .options = options,
};

static int write_outputs(const struct args *a, const struct sweep *s, const struct strbuf *rows, struct err *e)
{
    static const char *const inputs[] = {"qmax", "ttotal", "rates"};
    struct outset *set = outset_new();
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (args_has(a, inputs[i]))
            outset_input(set, args_value(a, inputs[i]));
    if (args_has(a, "output"))
        outset_file(set, args_value(a, "output"), rows->data, rows->len, e);
    else
        outset_stdout(set, rows->data, rows->len);
    if (e->code == 0 && args_has(a, "charts"))
        sweep_charts(s, args_value(a, "charts"), set, e);
    if (e->code == 0)
        outset_commit(set, e);
    outset_free(set);
    return e->code;
}

static int read_request(const struct args *a, struct sweep *s, enum sweep_format *format, struct err *e)
{
    static const char *const formats[] = {[SWEEP_CSV] = "csv", [SWEEP_JSONL] = "jsonl"};
    size_t chosen = SWEEP_CSV;
    if (!args_has(a, "qmax"))
        return err_set(e, EXIT_USAGE, "--qmax F is needed: the ladder to plan from");
    if (!args_has(a, "ttotal") && !args_has(a, "assume-t-total"))
        return err_set(e, EXIT_USAGE, "T_total is needed: --ttotal F, or --assume-t-total S");
    if (args_choice(a, "format", formats, sizeof formats / sizeof *formats, sizeof *formats, &chosen, e) != 0)
        return e->code;
    *format = (enum sweep_format)chosen;
    s->base.t_total_s = s->base.share = NUM_UNKNOWN;
    if (read_scenario(a, &s->base.scenario, &s->base.rate, e) != 0)
        return e->code;
    if (a->n_operands == 0)
        return err_set(e, EXIT_USAGE, "at least one AXIS=LO:HI:COUNT is needed");
    for (size_t i = 0; i < a->n_operands; i++)
        if (sweep_add_axis(s, a->operands[i], e) != 0)
            return e->code;
    return 0;
}

static int sweep_main(const struct args *a, struct err *e)
{
    struct sweep s = {0};
    struct evidence ev;
    struct strbuf rows = {0};
    enum sweep_format format = SWEEP_CSV;
    if (read_request(a, &s, &format, e) != 0 ||
        evidence_load(args_value(a, "qmax"), args_value(a, "ttotal"), args_value(a, "rates"), NULL,
                      s.base.scenario.allow_config_mismatch, s.base.scenario.allow_inconsistent, &ev, e) != 0)
        return e->code;
    s.evidence = &ev;
    for (size_t i = 0; i < ev.warnings.n; i++)
        report_warning(ev.warnings.items[i]);
    if (sweep_run(&s, format, &rows, e) == 0 && s.n_failed > 0) {
        char *text = xasprintf("%zu of %zu points are no scenario; their rows say why", s.n_failed, s.n_points);
        report_warning(text);
        free(text);
    }
    /* Nothing after it: once the outputs have their names, nothing may fail for want of memory. */
    if (e->code == 0)
        write_outputs(a, &s, &rows, e);
    sweep_free(&s);
    sb_free(&rows);
    evidence_free(&ev);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, sweep_main);
}

const struct command command_sweep = {"sweep", "plan over a grid of choices: CSV, JSON Lines, charts", run};
