#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/outset.h"
#include "chart/charts.h"
#include "store/store.h"

#include <stdlib.h>

static const struct option_def options[] = {
    {"output", 'o', ">DIR", "directory for the pictures; created when it is absent"},
    {"type", 0, "TYPE", "svg or png (svg)"},
    {"scale", 0, "N", "enlargement, 0.25 to 8; a PNG has 2 N pixels a point (1)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "charts",
    .synopsis = "PLAN -o DIR [--type svg|png] [--scale N]",
    .operands = '<',
    .about =
        "Draws the charts of a plan.json, one file each: ttfab, throughput, ttotal, survival, scalein, cost_surge "
        "and cost_load. SVG keeps text as text and carries the hashes of the plan's inputs. Files in DIR with "
        "these names are replaced, others are left alone.\n"
        "Exit status: 0 done, 2 usage, 3 the plan was refused, 4 a picture could not be written.",
    .examples = "  headroom charts plan.json -o charts\n"
                "  headroom charts plan.json -o charts --type png --scale 2",
    .options = options,
};

static int write_all(const struct plan *p, const struct args *a, double scale, struct err *e)
{
    const char *type = args_has(a, "type") ? args_value(a, "type") : "svg";
    struct outset *set = outset_new();
    size_t missing = 0;
    outset_input(set, a->operands[0]);
    charts_write_counting(p, args_value(a, "output"), type, scale, set, &missing, e);
    /* Said before the names are taken: afterwards nothing may fail for want of memory. */
    if (e->code == 0 && missing) {
        char *text = xasprintf("%zu characters have no glyph in the font of the charts%s", missing,
                               type[0] == 'p' ? " and were replaced" : "; a viewer needs another font for them");
        report_warning(text);
        free(text);
    }
    if (e->code == 0)
        outset_commit(set, e);
    outset_free(set);
    return e->code;
}

static int charts_main(const struct args *a, struct err *e)
{
    struct plan *p;
    double scale = 1.0;
    if (args_one(a, "PLAN", e) != 0)
        return e->code;
    if (!args_has(a, "output"))
        return err_set(e, EXIT_USAGE, "-o DIR is needed: where the pictures go");
    if (args_number(a, "scale", CHART_SCALE_MIN, CHART_SCALE_MAX, &scale, e) != 0 ||
        store_load(a->operands[0], true, &p, e) != 0)
        return e->code;
    write_all(p, a, scale, e);
    plan_free(p);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, charts_main);
}

const struct command command_charts = {"charts", "draw the charts of a plan as SVG or PNG", run};
