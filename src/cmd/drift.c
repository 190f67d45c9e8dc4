#include "cmd/aws.h"

#include "aws/drift.h"
#include "base/outset.h"

#include <string.h>

static const struct option_def options[] = {
    {"config", 0, "<F", "what should be deployed: {\"endpoints\": {NAME: {\"variant\", \"min_instances\", ...}}}"},
    {"targets", 0, "<+F", "output of `aws application-autoscaling describe-scalable-targets`; repeatable"},
    {"policies", 0, "<+F", "output of `aws application-autoscaling describe-scaling-policies`; repeatable"},
    {"alarms", 0, "<+F", "output of `aws cloudwatch describe-alarms`; repeatable"},
    {"metrics", 0, "<+F",
     "output of `aws cloudwatch list-metrics`: finds metrics that nothing publishes; repeatable"},
    {"format", 0, "FORMAT", "text, json, sarif, junit or markdown (text)"},
    {NULL, 0, NULL, NULL}};

static const struct usage usage = {
    .command = "drift",
    .synopsis = "--config F --targets F --policies F [--alarms F] [--metrics F] [--format FORMAT]",
    .about = "Compares an account's scaling with a configuration, from files that the AWS CLI exported; nothing is "
             "fetched or changed. Each finding comes with the AWS CLI line that mends it. The alarms that target "
             "tracking made for itself (TargetTracking-*) are never to be edited, and an alarm in ALARM at minimum "
             "capacity is normal.\n"
             "Exit status: 0 nothing drifted, 1 something did, 2 usage, 3 an input was refused.",
    .examples = "  headroom drift --config endpoints.json --targets targets.json --policies policies.json \\\n"
                "    --alarms alarms.json --metrics metrics.json --format sarif > drift.sarif",
    .options = options,
};

static int check(const struct args *a, struct err *e)
{
    size_t n = 0, chosen = 0;
    while (drift_formats[n].name)
        n++;
    if (args_choice(a, "format", &drift_formats[0].name, n, sizeof *drift_formats, &chosen, e) != 0 ||
        aws_one_stdin(a, args_value(a, "config"), e) != 0)
        return e->code;
    const struct drift_format *format = &drift_formats[chosen];
    struct aws_exports *x = aws_exports_new();
    struct outset *set = outset_new();
    struct drift_config config;
    int r = drift_config_load(args_value(a, "config"), x->arena, &config, e);
    if (r == 0)
        r = aws_read_exports(a, x, e);
    if (r == 0) {
        struct drift_report report;
        struct strbuf text = {0};
        for (size_t i = 0; i < config.n_notes; i++)
            report_warning(config.notes[i]);
        drift_check(&config, x, x->arena, &report);
        format->render(&report, &text);
        outset_stdout(set, sb_str(&text), text.len);
        r = outset_commit(set, e);
        if (r == 0 && report.n > 0)
            r = EXIT_ANSWER_NO;
        sb_free(&text);
        drift_free(&report);
    }
    outset_free(set);
    aws_exports_free(x);
    return r;
}

static int drift_main(const struct args *a, struct err *e)
{
    if (a->n_operands != 0)
        return err_set(e, EXIT_USAGE, "'%s' is not an option", a->operands[0]);
    if (!args_has(a, "config") || !args_has(a, "targets") || !args_has(a, "policies"))
        return err_set(e, EXIT_USAGE, "--config F, --targets F and --policies F are needed");
    return check(a, e);
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, drift_main);
}

const struct command command_drift = {"drift", "compare an account's scaling with a configuration", run};
