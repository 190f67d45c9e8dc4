#include "cmd/cmd.h"
#include "cmd/report.h"

#include "base/outset.h"
#include "many/fleet_pages.h"
#include "many/fleet_sheet.h"
#include "many/fleet_text.h"

#include <string.h>

static const struct option_def options[] = {
    {"report", 0, ">F", "write the summary as a PDF"},
    {"workbook", 0, ">F", "write the summary as a workbook: rates and what is counted can be changed in it"},
    {"format", 0, "FORMAT", "of standard output: text or json (text)"},
    {"paper", 0, "SIZE", "of the PDF: a4 or letter (a4)"},
    {"root", 0, "<DIR", "read nothing that is not beneath DIR, wherever links lead (everywhere)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "fleet",
    .synopsis = "DIR [--report F [--paper a4|letter]] [--workbook F] [--format text|json] [--root DIR]",
    .operands = '<',
    .about =
        "Summarises all plans beneath a directory: worst verdict first, instances and cost of each, totals by "
        "currency and instance type. Every *.json beneath DIR is read, except names that begin with a point; a "
        "JSON document without an object `plan` (an artifact) is no plan and is only counted. A plan that cannot "
        "be read is named in every output, and the totals are without it.\n"
        "Exit status: 0 done, whatever the verdicts are; 1 some files could not be read, the outputs name them; "
        "2 usage, 3 DIR cannot be read or holds no plan that can, 4 an output could not be written.",
    .examples = "  headroom fleet plans/\n"
                "  headroom fleet plans/ --report fleet.pdf --workbook fleet.xlsx --format json > fleet.json",
    .options = options,
};

static const struct writer {
    const char *name;
    void (*write)(const struct plan_fleet *f, struct strbuf *out);
} writers[] = {{"text", fleet_text}, {"json", fleet_json}};

static int write_all(const struct args *a, const struct plan_fleet *f, const struct writer *w, enum paper paper,
                     struct outset *set, struct err *e)
{
    const char *report = args_value(a, "report"), *workbook = args_value(a, "workbook");
    struct strbuf text = {0}, pdf = {0};
    size_t missing = 0;
    w->write(f, &text);
    outset_stdout(set, sb_str(&text), text.len);
    if (report && outset_check(set, report, e) == 0 && fleet_pages(f, paper, &pdf, &missing, e) == 0)
        outset_file(set, report, pdf.data, pdf.len, e);
    if (e->code == 0 && workbook)
        fleet_sheet(f, set, workbook, e);
    if (e->code == 0 && report)
        report_missing(report, missing);
    /* Nothing after it: once the outputs have their names, nothing may fail for want of memory. */
    if (e->code == 0)
        outset_commit(set, e);
    sb_free(&text);
    sb_free(&pdf);
    return e->code;
}

static int fleet_main(const struct args *a, struct err *e)
{
    enum paper paper;
    if (args_one(a, "DIR", e) != 0)
        return e->code;
    size_t format = 0;
    if (read_paper(a, true, &paper, e) != 0 ||
        args_choice(a, "format", &writers[0].name, sizeof writers / sizeof *writers, sizeof *writers, &format, e) !=
            0)
        return e->code;
    struct outset *set = outset_new();
    struct plan_fleet f;
    if (plan_fleet_read(a->operands[0], set, &f, e) == 0) {
        for (size_t i = 0; i < f.n_refused; i++)
            report_warning(arena_printf(f.arena, "not read: %s: %s", f.refused[i].file, f.refused[i].why));
        write_all(a, &f, &writers[format], paper, set, e);
    }
    bool partial = f.n_refused > 0;
    plan_fleet_free(&f);
    outset_free(set);
    return e->code ? e->code : partial ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, fleet_main);
}

const struct command command_fleet = {"fleet", "summarise a directory of plans: PDF and workbook", run};
