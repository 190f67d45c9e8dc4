#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/outset.h"
#include "cmd/evidence.h"
#include "cmd/verify.h"
#include "store/store.h"

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
    .about = "Computes a committed plan.json again from its artifacts, with the scenario that it records, and compares "
             "every figure and verdict exactly. Prose is not compared. Exit status: 0 every figure is reproduced, 1 "
             "some are not (each is named with both values), 2 usage, 3 an input was refused.",
    .examples = "  headroom verify plan.json --qmax qmax.json --ttotal ttotal.json",
    .options = options,
};

/* What a plan records and the artifacts cannot say. */
static struct scenario recorded_scenario(const struct plan *p, double ceiling_s)
{
    struct scenario s = p->scenario;
    s.ceiling_s = num_known(ceiling_s) ? ceiling_s : num_known(s.ceiling_s) ? s.ceiling_s : 60;
    s.no_sample = !num_known(p->shed_probability);
    s.assume_t_total_s = p->measured.t_total_measured ? NUM_UNKNOWN : p->measured.t_total_s;
    return s;
}

size_t verify_plan(const struct plan *committed, const struct evidence *ev, double ceiling_s,
                   struct strbuf *out, struct err *e)
{
    struct scenario s = recorded_scenario(committed, ceiling_s);
    struct plan_request r = evidence_request(ev, &s, NUM_UNKNOWN);
    if (!ev->has_rates && committed->has_headroom)
        r.rate = committed->rate;
    /* A load test is evidence that the plan itself carries. */
    struct err unread = ERR_INIT;
    for (size_t i = 0; i < committed->n_inputs; i++)
        if (strcmp(committed->inputs[i].role, "validate") == 0)
            validate_read(committed->inputs[i].name, committed->inputs[i].text, committed->inputs[i].size,
                          committed->arena, (struct validation **)(uintptr_t)&r.validation, &r.n_validation, &unread);
    struct plan *computed;
    if (plan_build(&r, &computed, e) != 0) {
        /* The scenario comes out of a file here: what plan calls a usage error is a refused input. */
        if (e->code == EXIT_USAGE)
            e->code = EXIT_REFUSED;
        return 0;
    }
    size_t n = store_compare(committed, computed, out);
    plan_free(computed);
    return n;
}

static int verify_main(const struct args *a, struct err *e)
{
    struct plan *committed;
    struct evidence ev;
    double ceiling_s = NUM_UNKNOWN;
    if (a->n_operands != 1)
        return err_set(e, EXIT_USAGE, "one PLAN is needed, %zu were given", a->n_operands);
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
        n = verify_plan(committed, &ev, ceiling_s, &out, e);
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
