#include "cmd/cmd.h"

#include "artifact/fingerprint.h"
#include "base/mem.h"
#include "base/num.h"
#include "store/evidence.h"

static const struct option_def options[] = {
    {"qmax", 0, "<F", "the ladder"},
    {"ttotal", 0, "<F", "the scale-out"},
    {"allow-config-mismatch", 0, NULL, "report different configurations as warnings"},
    {"allow-inconsistent", 0, NULL, "report contradictions as warnings"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "check",
    .synopsis = "--qmax F [--ttotal F] [OPTION]...",
    .about = "Reads artifacts strictly, proves that they belong together and that their figures agree, without "
             "planning.\n"
             "Exit status: 0 they do, 2 usage, 3 an input was refused.",
    .examples = "  headroom check --qmax qmax.json --ttotal ttotal.json",
    .options = options,
};

static void describe(const struct evidence *ev, struct strbuf *out)
{
    const struct qmax *q = &ev->ladder;
    char slo[NUM_MAX], t[NUM_MAX], lag[NUM_MAX];
    size_t usable = 0;
    for (size_t i = 0; i < q->n_steps; i++)
        usable += q->steps[i].usable == TRI_YES;
    sb_addf(out, "model           %s\n", q->model_name);
    sb_addf(out, "configuration   %s\n", qmax_slug(ev->arena, q));
    sb_addf(out, "Q_max           %lld at an SLO of %s%s\n", (long long)q->q_max, num_ms(slo, (double)q->slo_ms),
            q->q_max_bracketed == TRI_YES ? "" : " (a lower bound: no rung above it missed the SLO)");
    sb_addf(out, "ladder          %zu step%s, %zu usable\n", q->n_steps, num_s((double)q->n_steps), usable);
    if (ev->has_ttotal && num_known(ev->ttotal.t_total_s))
        sb_addf(out, "T_total         %s measured%s%s%s\n", num_seconds(t, ev->ttotal.t_total_s),
                num_known(ev->ttotal.policy_lag_bound_s) ? " + " : "",
                num_known(ev->ttotal.policy_lag_bound_s) ? num_seconds(lag, ev->ttotal.policy_lag_bound_s) : "",
                num_known(ev->ttotal.policy_lag_bound_s) ? " policy lag, bounded" : ", policy lag not stated");
    else if (ev->has_ttotal)
        sb_add(out, "T_total         not measured to its end; a plan needs --assume-t-total\n");
    for (size_t i = 0; i < ev->n_inputs; i++)
        sb_addf(out, "%s%s  %s\n", i ? "                " : "SHA-256         ", ev->inputs[i].sha256,
                ev->inputs[i].name);
    for (size_t i = 0; i < ev->warnings.n; i++)
        sb_addf(out, "WARN            %s\n", ev->warnings.items[i]);
    sb_addf(out, "%s\n",
            ev->has_ttotal ? "The artifacts agree with themselves and with each other."
                           : "The artifact agrees with itself.");
}

static int check_main(const struct args *a, struct err *e)
{
    struct evidence ev;
    if (!args_has(a, "qmax"))
        return err_set(e, EXIT_USAGE, "--qmax F is needed: the ladder to check");
    if (a->n_operands > 0)
        return err_set(e, EXIT_USAGE, "'%s' is no option; inputs are named by --qmax and --ttotal", a->operands[0]);
    if (evidence_load(args_value(a, "qmax"), args_value(a, "ttotal"), NULL, NULL,
                      args_has(a, "allow-config-mismatch"), args_has(a, "allow-inconsistent"), &ev, e) != 0)
        return e->code;
    struct strbuf out = {0};
    describe(&ev, &out);
    print_result(sb_str(&out), e);
    sb_free(&out);
    evidence_free(&ev);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, check_main);
}

const struct command command_check = {"check", "read, pair and verify artifacts without planning", run};
