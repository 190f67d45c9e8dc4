#include "cmd/cmd.h"

#include "base/awsname.h"
#include "base/mem.h"
#include "cmd/forms.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"format", 0, "FORM", "python, cloudformation (YAML), cloudformation-json, terraform or aws-cli"},
    {"output", 'o', ">F", "the file to write (standard output); for aws-cli the directory, which is needed"},
    {"endpoint", 0, "N", "name of the endpoint (the plan's)"},
    {"variant", 0, "V", "name of its variant (primary)"},
    {"method", 0, "METHOD", "published: scale on concurrency; flow: scale on a rate (what the plan was made with)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "emit",
    .synopsis = "PLAN --format FORM [-o OUT] [OPTION]...",
    .operands = '<',
    .about = "Writes the configuration that deploys a plan. Every form says the same: one scalable target, a target "
             "tracking policy that adds instances, a step policy and its alarm that remove them, an alarm on first "
             "audio, the container's queue depth and a dashboard. Nothing is called: aws-cli writes a directory with "
             "request bodies and a script that acts only with --apply.\n"
             "Exit status: 0 written, 1 the plan is not to be deployed (nothing is written), 2 usage, 3 the plan was "
             "refused, 4 an output could not be written.",
    .examples = "  headroom emit plan.json --format terraform -o scaling.tf\n"
                "  headroom emit plan.json --format aws-cli -o deploy --variant blue",
    .options = options,
};

struct request {
    const struct config_format *format;
    const char *output, *endpoint, *variant;
    bool has_method; /* else as the plan was made */
    enum method method;
};

static int read_request(const struct args *a, struct request *r, struct err *e)
{
    *r = (struct request){.format = config_formats,
                          .output = args_value(a, "output"),
                          .endpoint = args_value(a, "endpoint"),
                          .variant = args_value(a, "variant"),
                          .has_method = args_has(a, "method")};
    if (args_one(a, "PLAN", e) != 0)
        return e->code;
    if (forms_choose(config_formats, args_value(a, "format"), r->output, &r->format, e) != 0 ||
        forms_name("endpoint", r->endpoint, e) != 0 || forms_name("variant", r->variant, e) != 0)
        return e->code;
    if (!r->variant)
        r->variant = "primary";
    return read_method(a, &r->method, e);
}

/* The plan's endpoint, when none was given. */
static int default_endpoint(const struct plan *p, const char *file, struct request *r, struct err *e)
{
    if (r->endpoint)
        return 0;
    if (!p->endpoint)
        return err_set(e, EXIT_USAGE, "the plan names no endpoint: --endpoint N is needed");
    if (!aws_name_ok(p->endpoint))
        return err_set(e, EXIT_REFUSED,
                       "%s: $.plan.endpoint: '%s' is no name that AWS accepts: " AWS_NAME_RULE
                       "; --endpoint N gives another",
                       file, p->endpoint);
    r->endpoint = p->endpoint;
    return 0;
}

static int render_plan(const void *what, const struct config_format *format, const struct config_file *f, bool *has,
                       struct strbuf *out, struct err *e)
{
    const struct deployment *d = what;
    *has = config_has(d, f);
    return *has ? config_render(d, format, f, out, e) : 0;
}

static int emit_plan(const struct plan *p, const char *input, struct request *r, struct err *e)
{
    if (default_endpoint(p, file_base(input), r, e) != 0)
        return e->code;
    enum method method = r->has_method ? r->method : p->scenario.method;
    struct arena *a = arena_new();
    struct deployment d;
    struct err inner = ERR_INIT;
    deployment_make(p, method, r->endpoint, r->variant, a, &d);
    if (deployment_check(&d, r->format->needs_target, &inner) != 0 ||
        forms_write(r->format, r->output, input, render_plan, &d, &inner) != 0)
        err_set(e, inner.code, inner.code == EXIT_OUTPUT || inner.code == EXIT_USAGE ? "%.0s%s" : "%s: %s",
                file_base(input), inner.text);
    /* The names are taken: nothing may fail for want of memory any more, so this allocates none. */
    if (e->code == 0)
        fprintf(stderr, "headroom: warning: registering the target moves the live instance count into %lld..%lld\n",
                (long long)d.min_instances, (long long)d.max_instances);
    arena_free(a);
    return e->code;
}

static int emit_main(const struct args *a, struct err *e)
{
    struct request r = {0};
    struct plan *p;
    if (read_request(a, &r, e) != 0 || store_load(a->operands[0], true, &p, e) != 0)
        return e->code;
    emit_plan(p, a->operands[0], &r, e);
    plan_free(p);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, emit_main);
}

const struct command command_emit = {"emit", "write the configuration that deploys a plan", run};
