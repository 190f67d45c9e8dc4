#include "base/limits.h"
#include "cmd/cmd.h"

#include "base/outset.h"
#include "cmd/report.h"
#include "many/compare_pages.h"
#include "many/compare_text.h"

#include <string.h>

static const struct option_def options[] = {
    {"format", 0, "FORMAT", "text, markdown or json (text)"},
    {"report", 0, ">F", "also write the comparison as a PDF"},
    {"paper", 0, "SIZE", "of the PDF: a4 or letter (a4)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "compare",
    .synopsis = "PLAN PLAN... [--format text|markdown|json] [--report F [--paper a4|letter]]",
    .operands = '<',
    .about =
        "Puts up to 8 plans side by side: two instance types, before and after. Each further plan is compared "
        "with the first one: the inputs that differ, every figure and verdict that differs, and which input "
        "moved it. For that, each plan is computed again from the artifacts that it carries, with one input at "
        "a time taken from the other plan; what a plan does not carry (one of another tool has no artifacts) is "
        "named instead.\n"
        "Exit status: 0 done, whether or not the plans differ; 2 usage, 3 a plan was refused, 4 the PDF could not "
        "be written.",
    .examples = "  headroom compare before.json after.json\n"
                "  headroom compare g5.json g6.json l4.json --format markdown --report types.pdf",
    .options = options,
};

static const struct writer {
    const char *name;
    void (*write)(const struct comparison *c, struct strbuf *out);
} writers[] = {{"text", compare_text}, {"markdown", compare_markdown}, {"json", compare_json}};

static int write_all(const struct args *a, const struct comparison *c, const struct writer *w, enum paper paper,
                     struct err *e)
{
    const char *report = args_value(a, "report");
    struct strbuf text = {0}, pdf = {0};
    size_t missing = 0;
    struct outset *set = outset_new();
    for (size_t i = 0; i < a->n_operands; i++)
        outset_input(set, a->operands[i]);
    w->write(c, &text);
    if (!report || (outset_check(set, report, e) == 0 && compare_pages(c, paper, &pdf, &missing, e) == 0 &&
                    outset_file(set, report, pdf.data, pdf.len, e) == 0)) {
        report_missing(report, missing);
        /* Nothing after it: once the outputs have their names, nothing may fail for want of memory. */
        outset_stdout(set, sb_str(&text), text.len);
        outset_commit(set, e);
    }
    outset_free(set);
    sb_free(&text);
    sb_free(&pdf);
    return e->code;
}

static int compare_main(const struct args *a, struct err *e)
{
    struct comparison c;
    enum paper paper;
    size_t format = 0;
    if (a->n_operands < 2 || a->n_operands > LIMIT_COMPARED)
        return err_set(e, EXIT_USAGE, "2 to %d PLANs are needed, %zu %s given", LIMIT_COMPARED, a->n_operands,
                       a->n_operands == 1 ? "was" : "were");
    if (read_paper(a, true, &paper, e) != 0 ||
        args_choice(a, "format", &writers[0].name, sizeof writers / sizeof *writers, sizeof *writers, &format, e) !=
            0)
        return e->code;
    if (compare_load(a->operands, a->n_operands, &c, e) == 0)
        write_all(a, &c, &writers[format], paper, e);
    compare_free(&c);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, compare_main);
}

const struct command command_compare = {"compare", "put plans side by side: what differs, and why", run};
