#include "cmd/aws.h"

#include "aws/validate.h"
#include "base/outset.h"
#include "store/store.h"

#include <string.h>

static const struct option_def options[] = {
    {"targets", 0, "<+F", "output of `aws application-autoscaling describe-scalable-targets`; repeatable"},
    {"policies", 0, "<+F", "output of `aws application-autoscaling describe-scaling-policies`; repeatable"},
    {"alarms", 0, "<+F", "output of `aws cloudwatch describe-alarms`; repeatable"},
    {"endpoint", 0, "N", "name of the endpoint (the plan's)"},
    {"variant", 0, "V", "name of its variant (primary)"},
    {"method", 0, "METHOD", "published or flow: which of the plan's two policies (the plan's)"},
    {NULL, 0, NULL, NULL}};

static const struct usage usage = {
    .command = "validate",
    .synopsis = "PLAN --targets F --policies F [--alarms F] [--endpoint N] [--variant V] [--method METHOD]",
    .operands = '<',
    .about = "Compares what is deployed with a plan, field by field, from files that the AWS CLI exported; nothing "
             "is fetched. Fields that AWS leaves out take AWS's defaults. An export whose last page has a "
             "NextToken is incomplete: then nothing is called missing.\n"
             "Exit status: 0 all fields agree, 1 a field differs or is missing, 2 usage, 3 an input was refused.",
    .examples = "  aws application-autoscaling describe-scalable-targets --service-namespace sagemaker > "
                "targets.json\n"
                "  aws application-autoscaling describe-scaling-policies --service-namespace sagemaker > "
                "policies.json\n"
                "  aws cloudwatch describe-alarms > alarms.json\n"
                "  headroom validate plan.json --targets targets.json --policies policies.json --alarms "
                "alarms.json",
    .options = options,
};

static int compare(const struct args *a, const struct plan *p, const char *path, struct err *e)
{
    enum method method = p->scenario.method;
    if (read_method(a, &method, e) != 0)
        return e->code;
    const char *variant = args_value(a, "variant");
    struct aws_exports *x = aws_exports_new();
    struct aws_expected want;
    struct outset *set = outset_new();
    int r = aws_expect(p, args_value(a, "endpoint"), variant ? variant : "primary", method, x->arena, &want, e);
    if (r == 0)
        r = aws_read_exports(a, x, e);
    if (r == 0) {
        struct aws_comparison c;
        struct strbuf text = {0};
        aws_compare(x, &want, x->arena, &c);
        aws_validate_text(&c, &want, file_base(path), x, &text);
        outset_stdout(set, sb_str(&text), text.len);
        /* Said first: behind the last word of the answer nothing may fail for want of memory. */
        if (p->verdict == VERDICT_STOP)
            report_warning("the plan is infeasible: it should not be deployed at all");
        r = outset_commit(set, e);
        if (r == 0 && aws_differs(&c))
            r = EXIT_ANSWER_NO;
        sb_free(&text);
        aws_comparison_free(&c);
    }
    outset_free(set);
    aws_exports_free(x);
    return r;
}

static int validate_main(const struct args *a, struct err *e)
{
    struct plan *p;
    if (args_one(a, "PLAN", e) != 0)
        return e->code;
    if (!args_has(a, "targets") || !args_has(a, "policies"))
        return err_set(e, EXIT_USAGE, "both --targets F and --policies F are needed");
    if (aws_one_stdin(a, a->operands[0], e) != 0 || store_load(a->operands[0], true, &p, e) != 0)
        return e->code;
    int r = compare(a, p, a->operands[0], e);
    plan_free(p);
    return r;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, validate_main);
}

const struct command command_validate = {"validate", "compare deployed scaling policies with a plan", run};
