#include "cmd/cmd.h"

#include "base/limits.h"
#include "base/mem.h"
#include "base/outset.h"
#include "chart/charts.h"
#include "cmd/report.h"
#include "plan/build.h"
#include "render/render.h"
#include "render/snippet.h"
#include "sheet/workbook.h"
#include "store/evidence.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option_def options[] = {
    {"", 0, NULL, "Measurements"},
    {"qmax", 0, "<F", "the ladder: qmax-<model>-<transport>-<slug>.json"},
    {"ttotal", 0, "<F", "the scale-out: ttotal-<model>-<trigger>-<slug>.json"},
    {"assume-t-total", 0, "S", "seconds, where no scale-out was measured to its end"},
    {"", 0, NULL, "Load and choices"},
    {"peak-rps", 0, "R", "peak load in requests a second"},
    {"peak-streams", 0, "N", "or: peak load in streams at once"},
    {"trough-rps", 0, "R", "lowest load in requests a second"},
    {"trough-streams", 0, "N", "or: lowest load in streams"},
    {"max-scaling-per-t-total", 0, "K", "surge ratio: growth of load within one T_total, 1 <= K < 1.5 (1.25)"},
    {"ttfab-slo-ms", 0, "MS", "the SLO; must be the ladder's (the ladder's)"},
    {"min-floor", 0, "N", "least instances, whatever the trough (1)"},
    {"ceiling-s", 0, "S", "longest invocation the platform allows (60)"},
    {"rates", 0, "<F", "hourly rates by instance type, instead of the built-in table"},
    {"rate", 0, "USD", "or: the hourly rate of one instance"},
    {"method", 0, "METHOD", "what text puts first and the snippet writes: published or flow (published)"},
    {"", 0, NULL, "Audit"},
    {"validate", 0, "<F", "what a load test of the deployed endpoint found: validate-<model>.json"},
    {"quota", 0, "N", "most instances that the account may run"},
    {"audit", 0, "full", "compute what takes longer as well (service_shape)"},
    {"no-sample", 0, NULL, "leave the 200 sampled trials out; surge_survival is judged by the exact probability"},
    {"strict", 0, NULL, "exit 1 when an audit check says STOP"},
    {"", 0, NULL, "Deviations (recorded in every output)"},
    {"allow-config-mismatch", 0, NULL, "plan although the artifacts measured different configurations"},
    {"allow-inconsistent", 0, NULL, "plan with the stated values although an artifact contradicts itself"},
    {"", 0, NULL, "Outputs"},
    {"format", 0, "FORMAT", "text, json or markdown on standard output (text)"},
    {"output", 'o', ">F", "write plan.json"},
    {"report", 0, ">F", "write the PDF report for a design review"},
    {"workbook", 0, ">F", "write the XLSX cost workbook"},
    {"snippet", 0, ">F", "write the configuration in its Python form"},
    {"charts", 0, ">DIR", "draw the charts as SVG into a directory"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "plan",
    .synopsis = "--qmax F (--ttotal F | --assume-t-total S) (--peak-rps R | --peak-streams N) [OPTION]...",
    .about =
        "Derives an autoscaling plan from a measured ladder (how much one instance holds inside its latency SLO) "
        "and a measured scale-out (how long new capacity takes), and says what is wrong with it. Inputs may be "
        "files, pipes or - for standard input.\n"
        "Exit status: 0 done, 1 the plan is infeasible, or with --strict the audit says STOP (outputs are written all "
        "the same), 2 usage, 3 an input was refused, 4 an output could not be written.",
    .examples = "  headroom plan --qmax qmax.json --ttotal ttotal.json --peak-rps 5000 --trough-rps 10 -o plan.json\n"
                "  headroom plan --qmax qmax.json --assume-t-total 300 --peak-streams 200 --format markdown",
    .options = options,
};

int read_method(const struct args *a, enum method *out, struct err *e)
{
    static const char *const methods[] = {[METHOD_PUBLISHED] = "published", [METHOD_FLOW] = "flow"};
    size_t method = *out;
    args_choice(a, "method", methods, sizeof methods / sizeof *methods, sizeof *methods, &method, e);
    *out = (enum method)method;
    return e->code;
}

int read_scenario(const struct args *a, struct scenario *s, double *rate, struct err *e)
{
    *s = scenario_default();
    *rate = NUM_UNKNOWN;
    s->allow_config_mismatch = args_has(a, "allow-config-mismatch");
    s->allow_inconsistent = args_has(a, "allow-inconsistent");
    if (args_number(a, "peak-rps", 0, 1e300, &s->peak_rps, e) != 0 ||
        args_number(a, "peak-streams", 0, 1e300, &s->peak_streams, e) != 0 ||
        args_number(a, "trough-rps", 0, 1e300, &s->trough_rps, e) != 0 ||
        args_number(a, "trough-streams", 0, 1e300, &s->trough_streams, e) != 0 ||
        args_number(a, "max-scaling-per-t-total", -1e300, 1e300, &s->surge, e) != 0 ||
        args_int(a, "ttfab-slo-ms", 1, (int64_t)LIMIT_FLEET, &s->ttfab_slo_ms, e) != 0 ||
        args_int(a, "min-floor", 1, (int64_t)LIMIT_FLEET, &s->min_floor, e) != 0 ||
        args_number(a, "ceiling-s", 0, 1e300, &s->ceiling_s, e) != 0 ||
        args_number(a, "assume-t-total", 0, 1e300, &s->assume_t_total_s, e) != 0 ||
        args_number(a, "rate", 0, LIMIT_RATE, rate, e) != 0)
        return e->code;
    s->strict = args_has(a, "strict");
    s->no_sample = args_has(a, "no-sample");
    s->audit_full = args_has(a, "audit");
    if (s->audit_full && strcmp(args_value(a, "audit"), "full") != 0)
        return err_set(e, EXIT_USAGE, "--audit: '%s' is not full", args_value(a, "audit"));
    if (args_int(a, "quota", 0, (int64_t)LIMIT_FLEET, &s->quota, e) != 0 || read_method(a, &s->method, e) != 0)
        return e->code;
    if (num_known(*rate) && args_has(a, "rates"))
        return err_set(e, EXIT_USAGE, "--rate and --rates: give one of them");
    if (s->method == METHOD_FLOW && !num_known(s->peak_rps))
        return err_set(e, EXIT_USAGE, "--method flow: sizing by throughput needs --peak-rps");
    return e->code;
}

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN };

static int read_format(const struct args *a, enum format *out, struct err *e)
{
    static const char *const names[] = {
        [FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", [FORMAT_MARKDOWN] = "markdown"};
    size_t format = FORMAT_TEXT;
    args_choice(a, "format", names, sizeof names / sizeof *names, sizeof *names, &format, e);
    *out = (enum format)format;
    return e->code;
}

/* Color only where a person looks. */
static bool want_color(void)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && (!no || !*no) && term && strcmp(term, "dumb") != 0;
}

static int add_outputs(const struct args *a, const struct plan *p, enum format format, struct outset *set,
                       struct err *e)
{
    struct strbuf json = {0}, shown = {0};
    char *snippet = NULL;
    const char *output = args_value(a, "output"), *python = args_value(a, "snippet");
    const char *report = args_value(a, "report"), *workbook = args_value(a, "workbook");
    if (output || report || format == FORMAT_JSON)
        store_write(p, &json);
    if (json.len > LIMIT_PLAN_BYTES)
        err_set(e, EXIT_REFUSED,
                "the plan is %zu bytes with its inputs in it, more than the %zu that can be read again", json.len,
                LIMIT_PLAN_BYTES);
    if (format == FORMAT_TEXT)
        render_text(p, want_color(), &shown);
    else if (format == FORMAT_MARKDOWN)
        render_markdown(p, &shown);
    if (format == FORMAT_JSON)
        outset_stdout(set, json.data, json.len);
    else
        outset_stdout(set, shown.data, shown.len);
    if (python)
        snippet = snippet_file(p);
    if (e->code == 0 && output)
        outset_file(set, output, json.data, json.len, e);
    if (e->code == 0 && python)
        outset_file(set, python, snippet, strlen(snippet), e);
    if (e->code == 0 && report)
        report_output(p, &json, PAPER_A4, report, set, e);
    if (e->code == 0 && workbook)
        workbook_render(p, NULL, set, workbook, e);
    if (e->code == 0 && args_has(a, "charts"))
        charts_write(p, args_value(a, "charts"), "svg", 1.0, set, e);
    sb_free(&json);
    sb_free(&shown);
    free(snippet);
    return e->code;
}

static int write_outputs(const struct args *a, const struct plan *p, enum format format, struct err *e)
{
    static const char *const inputs[] = {"qmax", "ttotal", "rates", "validate"};
    struct outset *set = outset_new();
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (args_has(a, inputs[i]))
            outset_input(set, args_value(a, inputs[i]));
    if (add_outputs(a, p, format, set, e) == 0)
        outset_commit(set, e);
    outset_free(set);
    return e->code;
}

/* --method flow needs the load as a rate (asked for before) and a measured throughput. */
static int flow_possible(const struct plan *p, struct err *e)
{
    if (p->scenario.method != METHOD_FLOW || int_known(p->audit.flow.max_instances))
        return 0;
    return err_set(e, EXIT_REFUSED,
                   "--method flow: %s: the saturated throughput is unknown: no usable rung has "
                   "$.steps[].achieved_rps, $.steps[].completed and $.steps[].ok above 0",
                   p->inputs[0].name);
}

static int plan_main(const struct args *a, struct err *e)
{
    struct scenario s;
    struct evidence ev;
    struct plan *p;
    double rate;
    enum format format;
    if (!args_has(a, "qmax"))
        return err_set(e, EXIT_USAGE, "--qmax F is needed: the ladder to plan from");
    if (!args_has(a, "ttotal") && !args_has(a, "assume-t-total"))
        return err_set(e, EXIT_USAGE, "T_total is needed: --ttotal F, or --assume-t-total S");
    if (a->n_operands > 0)
        return err_set(e, EXIT_USAGE, "'%s' is no option; inputs are named by --qmax and --ttotal", a->operands[0]);
    if (read_scenario(a, &s, &rate, e) != 0 || scenario_check(&s, e) != 0 || read_format(a, &format, e) != 0)
        return e->code;
    if (evidence_load(args_value(a, "qmax"), args_value(a, "ttotal"), args_value(a, "rates"),
                      args_value(a, "validate"), s.allow_config_mismatch, s.allow_inconsistent, &ev, e) != 0)
        return e->code;
    struct plan_request r = evidence_request(&ev, &s, rate);
    int answer = EXIT_DONE;
    if (plan_build(&r, &p, e) == 0 && flow_possible(p, e) != 0)
        plan_free(p);
    if (e->code == 0) {
        snippet_fill(p);
        for (size_t i = 0; i < p->n_warnings; i++)
            report_warning(p->warnings[i]);
        bool stop = p->verdict == VERDICT_STOP || (s.strict && p->audit.worst == VERDICT_STOP);
        if (write_outputs(a, p, format, e) == 0 && stop)
            answer = EXIT_ANSWER_NO;
        plan_free(p);
    }
    evidence_free(&ev);
    return e->code ? e->code : answer;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, plan_main);
}

const struct command command_plan = {"plan", "derive a plan from committed measurements", run};
