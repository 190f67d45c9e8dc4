#include "render/config.h"

#include "render/config_vars.h"

#include <string.h>

static const struct config_file python_files[] = {
    {.language = LANGUAGE_PYTHON},
};
static const struct config_file yaml_files[] = {
    {.template_name = "cloudformation.yaml.in", .language = LANGUAGE_YAML},
};
static const struct config_file json_files[] = {
    {.template_name = "cloudformation.json.in", .language = LANGUAGE_JSON},
};
static const struct config_file terraform_files[] = {
    {.template_name = "terraform.tf.in", .language = LANGUAGE_HCL},
};

#define BODY(stem, condition) \
    { \
        stem ".json", "aws-cli/" stem ".json.in", LANGUAGE_JSON, condition \
    }
static const struct config_file aws_cli_files[] = {
    BODY("register-scalable-target", CONFIG_ALWAYS),
    BODY("put-scaling-policy-scale-out", CONFIG_ALWAYS),
    BODY("put-scaling-policy-scale-in", CONFIG_WITH_STEP),
    BODY("put-metric-alarm-scale-in", CONFIG_WITH_STEP),
    BODY("put-metric-alarm-first-chunk", CONFIG_WITH_ALARM),
    BODY("dashboard", CONFIG_ALWAYS),
    {"deploy.sh", "aws-cli/deploy.sh.in", LANGUAGE_SHELL, CONFIG_ALWAYS},
};

#define FILES(list) .files = (list), .n_files = sizeof(list) / sizeof *(list)
const struct config_format config_formats[] = {
    {.name = "python", FILES(python_files)},
    {.name = "cloudformation", .needs_target = true, .resolves = true, FILES(yaml_files)},
    {.name = "cloudformation-json", .needs_target = true, .resolves = true, FILES(json_files)},
    {.name = "terraform", .needs_target = true, FILES(terraform_files)},
    {.name = "aws-cli", .needs_target = true, FILES(aws_cli_files)},
    {.name = NULL},
};

bool config_has(const struct deployment *d, const struct config_file *f)
{
    switch (f->when) {
    case CONFIG_WITH_STEP: return d->scale_in_policy != NULL;
    case CONFIG_WITH_ALARM: return num_known(d->alarm_us);
    case CONFIG_ALWAYS: break;
    }
    return true;
}

/* CloudFormation looks for dynamic references wherever a text stands and has no way to say that one is
 * meant as it reads. */
static int refuse_references(const char *document, struct err *e)
{
    const char *at = strcasestr(document, "{{resolve:");
    if (!at)
        return 0;
    return err_set(
        e, EXIT_REFUSED,
        "a text of the plan holds '%.40s', which CloudFormation would replace and which it has no escape for", at);
}

int config_render(const struct deployment *d, const struct config_format *format, const struct config_file *f,
                  struct strbuf *out, struct err *e)
{
    if (!f->template_name)
        return config_python(d, true, out, e);
    struct tvars *v = config_vars(d);
    if (config_vars_dashboard(d, v, e) != 0)
        return e->code;
    size_t from = out->len;
    if (template_file(f->template_name, f->language, v, out, e) != 0)
        return e->code;
    return format->resolves ? refuse_references(sb_str(out) + from, e) : 0;
}

static void as_comment(const char *text, struct strbuf *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        sb_add(out, "# ");
        sb_addn(out, text, n);
        sb_addc(out, '\n');
        text += n + (text[n] == '\n');
    }
}

/* Python takes an encoding from a comment in the first two lines ("coding: ..."), and some encodings turn
 * text into code: those lines hold no text of an artifact. */
int config_python(const struct deployment *d, bool notes, struct strbuf *out, struct err *e)
{
    struct tvars *v = config_vars(d);
    struct strbuf block = {0};
    if (d->not_to_be_deployed)
        sb_add(out, "# DO NOT DEPLOY: this configuration is here to be read, and all of it is a comment.\n"
                    "#\n");
    if (notes)
        template_file("notes.in", LANGUAGE_PYTHON, v, out, e);
    if (d->not_to_be_deployed) {
        sb_add(out, "# Reason: ");
        quote_comment(out, d->not_to_be_deployed, "#", strlen("# Reason: "));
        sb_addc(out, '\n');
    }
    template_file("python.py.in", LANGUAGE_PYTHON, v, &block, e);
    if (d->not_to_be_deployed)
        as_comment(sb_str(&block), out);
    else
        sb_add(out, sb_str(&block));
    sb_free(&block);
    return e->code;
}
