#include "cmd/cmd.h"

#include "render/snippet.h"
#include "store/store.h"
#include "store/verify.h"

#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"qmax", 0, "<F", "the ladder that the plan was made from"},
    {"ttotal", 0, "<F", "the scale-out that the plan was made from"},
    {"ceiling-s", 0, "S", "invocation ceiling (what the plan records, else 60)"},
    {"rates", 0, "<F", "hourly rates (what the plan records, else the built-in table)"},
    {"allow-config-mismatch", 0, NULL, "as in plan"},
    {"allow-inconsistent", 0, NULL, "as in plan"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "verify",
    .synopsis = "PLAN --qmax F [--ttotal F] [OPTION]...",
    .operands = '<',
    .about =
        "Computes a committed plan.json again from its artifacts, with the scenario that it records, and compares "
        "every figure, verdict and setting exactly; sentences are not compared.\n"
        "Exit status: 0 every figure is reproduced, 1 some are not (each is named with both values), 2 usage, 3 an input was refused.",
    .examples = "  headroom verify plan.json --qmax qmax.json --ttotal ttotal.json",
    .options = options,
};

static int verify_main(const struct args *a, struct err *e)
{
    struct plan *committed;
    struct evidence ev;
    double ceiling_s = NUM_UNKNOWN;
    if (args_one(a, "PLAN", e) != 0)
        return e->code;
    if (!args_has(a, "qmax"))
        return err_set(e, EXIT_USAGE, "--qmax F is needed: the ladder to compute the plan from again");
    if (args_number(a, "ceiling-s", 0, 1e300, &ceiling_s, e) != 0 ||
        store_load(a->operands[0], false, &committed, e) != 0)
        return e->code;
    if (evidence_load(args_value(a, "qmax"), args_value(a, "ttotal"), args_value(a, "rates"), NULL,
                      args_has(a, "allow-config-mismatch"), args_has(a, "allow-inconsistent"), &ev, e) != 0) {
        plan_free(committed);
        return e->code;
    }
    struct strbuf out = {0};
    size_t n = 0;
    if (!ev.has_ttotal && committed->measured.t_total_measured)
        err_set(e, EXIT_USAGE, "--ttotal F is needed: this plan rests on a measured T_total");
    else
        n = verify_plan(committed, &ev, ceiling_s, snippet_fill, &out, e);
    if (e->code == 0) {
        if (n == 0)
            sb_addf(&out, "%s: every figure and verdict is reproduced.\n", file_base(a->operands[0]));
        else
            sb_addf(&out, "%s: %zu %s not reproduced.\n", file_base(a->operands[0]), n,
                    n == 1 ? "value is" : "values are");
        print_result(sb_str(&out), e);
    }
    sb_free(&out);
    evidence_free(&ev);
    plan_free(committed);
    return e->code ? e->code : n ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, verify_main);
}

const struct command command_verify = {"verify", "compute a committed plan again and compare", run};
