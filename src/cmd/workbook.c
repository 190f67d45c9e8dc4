#include "sheet/workbook.h"

#include "cmd/cmd.h"
#include "cmd/pricing.h"

static const struct option_def options[] = {
    {"output", 'o', ">F", "the workbook to write (needed)"},
    {"profile", 0, "<CSV", "traffic by hour, header hour,rps, up to a year (an assumed day)"},
    {"rates", 0, "<F", "hourly rates by instance type (the rate that the plan records)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "workbook",
    .synopsis = "PLAN -o cost.xlsx [--profile CSV] [--rates F]",
    .operands = '<',
    .about =
        "Writes the cost workbook of a plan: change a rate or a load in its sheet Inputs, and instance-hours and "
        "cost follow.\n"
        "Exit status: 0 done, 2 usage, 3 an input was refused, 4 the workbook could not be written.",
    .examples = "  headroom workbook plan.json -o cost.xlsx\n"
                "  headroom workbook plan.json -o cost.xlsx --profile traffic.csv --rates rates.json",
    .options = options,
};

static int workbook_main(const struct args *a, struct err *e)
{
    struct pricing x;
    const char *output = args_value(a, "output");
    if (!output)
        return err_set(e, EXIT_USAGE, "-o F is needed: the workbook to write");
    if (pricing_load(a, &x, e) != 0)
        return e->code;
    struct outset *set = outset_new();
    pricing_inputs(a, set);
    if (workbook_render(x.plan, x.has_profile ? &x.profile : NULL, set, output, e) == 0)
        outset_commit(set, e);
    outset_free(set);
    pricing_free(&x);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, workbook_main);
}

const struct command command_workbook = {"workbook", "write the cost workbook of a plan", run};
