#include "cmd/cmd.h"
#include "cmd/report.h"

#include "base/mem.h"
#include "base/outset.h"
#include "report/report.h"
#include "store/store.h"

#include <stdlib.h>

static const struct option_def options[] = {
    {"output", 'o', ">F", "the PDF to write"},
    {"paper", 0, "SIZE", "a4 or letter (a4)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "report",
    .synopsis = "PLAN -o report.pdf [--paper a4|letter]",
    .operands = '<',
    .about = "Writes a plan as a PDF that stands alone: the answer on the first page, then every finding with its "
             "numbers, what the rule does not see, charts, measurements and where each figure comes from. plan.json "
             "and the artifacts it was made from are attached. PLAN is a plan.json of headroom, or - for standard "
             "input.\n"
             "Exit status: 0 done, 2 usage, 3 the plan was refused, 4 the PDF could not be written.",
    .examples = "  headroom report plan.json -o report.pdf\n"
                "  headroom report plan.json -o report.pdf --paper letter && pdfdetach -saveall report.pdf",
    .options = options,
};

int read_paper(const struct args *a, bool needs_report, enum paper *out, struct err *e)
{
    const char *v = args_value(a, "paper");
    *out = PAPER_A4;
    if (v && needs_report && !args_has(a, "report"))
        return err_set(e, EXIT_USAGE, "--paper has no meaning without --report");
    if (v && paper_parse(v, out) != 0)
        return err_set(e, EXIT_USAGE, "--paper: '%s' is neither a4 nor letter", v);
    return 0;
}

void report_missing(const char *output, size_t missing)
{
    if (missing == 0)
        return;
    char *text = xasprintf("%s: %zu character%s without a glyph in the font, shown as boxes; the report lists them",
                           output, missing, missing == 1 ? "" : "s");
    report_warning(text);
    free(text);
}

int report_output(const struct plan *p, const struct strbuf *plan_json, enum paper paper, const char *output,
                  struct outset *set, struct err *e)
{
    struct strbuf pdf = {0};
    size_t missing = 0;
    struct report_options o = {
        .paper = paper, .plan_json = sb_str(plan_json), .plan_json_size = plan_json->len, .missing = &missing};
    if (outset_check(set, output, e) == 0 && report_render(p, &o, &pdf, e) == 0)
        outset_file(set, output, pdf.data, pdf.len, e);
    sb_free(&pdf);
    if (e->code == 0)
        report_missing(output, missing);
    return e->code;
}

static int write_report(const char *path, const struct plan *p, enum paper paper, const char *output, struct err *e)
{
    struct outset *set = outset_new();
    struct strbuf json = {0};
    store_write(p, &json);
    outset_input(set, path);
    if (report_output(p, &json, paper, output, set, e) == 0)
        outset_commit(set, e);
    outset_free(set);
    sb_free(&json);
    return e->code;
}

static int report_main(const struct args *a, struct err *e)
{
    const char *output = args_value(a, "output");
    enum paper paper;
    if (args_one(a, "PLAN", e) != 0)
        return e->code;
    if (!output)
        return err_set(e, EXIT_USAGE, "-o F is needed: the PDF to write");
    struct plan *p;
    if (read_paper(a, false, &paper, e) != 0 || store_load(a->operands[0], true, &p, e) != 0)
        return e->code;
    int r = write_report(a->operands[0], p, paper, output, e);
    plan_free(p);
    return r;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, report_main);
}

const struct command command_report = {"report", "write a plan as a PDF", run};
