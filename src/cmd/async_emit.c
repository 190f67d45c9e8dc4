#include "base/limits.h"
#include "base/value.h"
#include "cmd/cmd.h"
#include "cmd/forms.h"
#include "render/async_config.h"

#include <stdio.h>

static const struct option_def options[] = {
    {"endpoint", 0, "N", "name of the endpoint"},
    {"variant", 0, "V", "name of its variant (primary)"},
    {"min", 0, "N", "fewest instances (0)"},
    {"max", 0, "N", "most instances (5)"},
    {"target", 0, "N", "queued and executing requests per instance to scale on (5)"},
    {"no-wake", 0, NULL, "without the alarm and policy that start the first instance; needs --min 1 or more"},
    {"deadline", 0, "S", "also alert when a request has waited in the queue for longer, 1 to 21599 seconds"},
    {"format", 0, "FORM", "cloudformation (YAML), cloudformation-json, terraform or aws-cli"},
    {"output", 'o', ">F", "the file to write (standard output); for aws-cli the directory, which is needed"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "async emit",
    .synopsis = "--endpoint N --format FORM [-o OUT] [OPTION]...",
    .about =
        "Writes the configuration of an asynchronous endpoint that scales to zero: the scalable target, target tracking "
        "on the backlog per instance, the alarm and step policy that start the first instance, and alerts on requests "
        "that expired and notifications that failed. Every form says the same. It contains neither the service role nor "
        "topics, encryption or reconciliation, and says so. Nothing is called: aws-cli writes a directory with request "
        "bodies and a script that acts only with --apply.\n"
        "Exit status: 0 written, 1 a minimum of 0 without the wake pair (nothing is written), 2 usage, 4 an output could "
        "not be written.",
    .examples = "  headroom async emit --endpoint speech-async --format terraform -o async.tf\n"
                "  headroom async emit --endpoint speech-async --deadline 900 --format aws-cli -o deploy",
    .options = options,
};

static int read_target(const struct args *a, double *out, struct err *e)
{
    if (args_number(a, "target", 0, 1e9, out, e) == 0 && *out < 1e-9)
        err_set(e, EXIT_USAGE, "--target: %s, expected a number from 1e-9 to 1e9", args_value(a, "target"));
    return e->code;
}

static int read_settings(const struct args *a, struct async_settings *s, struct err *e)
{
    *s = (struct async_settings){.endpoint = args_value(a, "endpoint"),
                                 .variant = args_has(a, "variant") ? args_value(a, "variant") : "primary",
                                 .max_instances = 5,
                                 .target = 5.0,
                                 .wake = !args_has(a, "no-wake"),
                                 .deadline_s = INT_UNKNOWN};
    if (a->n_operands)
        return err_set(e, EXIT_USAGE, "no file is read, '%s' was given", a->operands[0]);
    if (!s->endpoint)
        return err_set(e, EXIT_USAGE, "--endpoint N is needed");
    if (forms_name("endpoint", s->endpoint, e) != 0 || forms_name("variant", s->variant, e) != 0 ||
        args_int(a, "min", 0, 1000000000, &s->min_instances, e) != 0 ||
        args_int(a, "max", 1, 1000000000, &s->max_instances, e) != 0 || read_target(a, &s->target, e) != 0 ||
        args_int(a, "deadline", 1, LIMIT_TTL_S - 1, &s->deadline_s, e) != 0)
        return e->code;
    if (s->max_instances < s->min_instances)
        return err_set(e, EXIT_USAGE, "--max: %lld is below --min, %lld", (long long)s->max_instances,
                       (long long)s->min_instances);
    return 0;
}

static int render(const void *what, const struct config_format *format, const struct config_file *f, bool *has,
                  struct strbuf *out, struct err *e)
{
    (void)format; /* no text of a stranger is in it, so no form needs a check of its own */
    *has = async_config_has(what, f);
    return *has ? async_config_render(what, f, out, e) : 0;
}

static int emit_main(const struct args *a, struct err *e)
{
    struct async_settings s;
    const struct config_format *format;
    const char *output = args_value(a, "output");
    if (forms_choose(async_formats, args_value(a, "format"), output, &format, e) != 0 ||
        read_settings(a, &s, e) != 0 || async_config_check(&s, e) != 0 ||
        forms_write(format, output, NULL, render, &s, e) != 0)
        return e->code;
    /* The names are taken: nothing may fail for want of memory any more, so this allocates none. */
    fprintf(
        stderr,
        "headroom: warning: registering the target moves the live instance count into %lld..%lld; the service role, "
        "topics, encryption and reconciliation are not part of this\n",
        (long long)s.min_instances, (long long)s.max_instances);
    return 0;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, emit_main);
}

const struct command command_async_emit = {"async emit", "write the configuration of an endpoint that scales to zero",
                                           run};
