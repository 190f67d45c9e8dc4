/* AWS exports (targets, policies, alarms, metrics) against a configuration, in every format of `drift`, and
 * against one endpoint as `validate` does it. The last part is the configuration. */
#include "fuzz/fuzz.h"

#include "aws/drift.h"
#include "aws/validate.h"

#include <string.h>

FUZZ_INPUT_IS_JSON

static void compare(const struct drift_config *c, const struct aws_exports *x, struct arena *a)
{
    struct strbuf out = {0};
    struct drift_report report;
    drift_check(c, x, a, &report);
    for (const struct drift_format *f = drift_formats; f->name; f++) {
        sb_trunc(&out, 0);
        f->render(&report, &out);
        if (strcmp(f->name, "json") == 0 || strcmp(f->name, "sarif") == 0)
            fuzz_is_json(&out);
        else if (strcmp(f->name, "junit") == 0)
            fuzz_is_xml(&out);
        else if (strcmp(f->name, "text") == 0)
            fuzz_is_printable(sb_str(&out), out.len);
    }
    drift_free(&report);
    for (size_t i = 0; i < c->n; i++) {
        struct aws_comparison one;
        aws_compare(x, &c->endpoints[i].want, a, &one);
        sb_trunc(&out, 0);
        aws_validate_text(&one, &c->endpoints[i].want, "plan.json", x, &out);
        fuzz_is_printable(sb_str(&out), out.len);
        (void)aws_differs(&one);
        aws_comparison_free(&one);
    }
    sb_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct aws_exports *x = aws_exports_new();
    struct err e = ERR_INIT, bad = ERR_INIT;
    struct drift_config config;
    fuzz_split(data, size, f);
    for (unsigned k = 0; k < AWS_KINDS && e.code == 0; k++)
        if (f[k].len > 0)
            fuzz_settled(aws_exports_parse(x, (enum aws_kind)k, "f.json", f[k].text, f[k].len, &e), &e);
    fuzz_settled(drift_config_parse("c.json", f[AWS_KINDS].text, f[AWS_KINDS].len, x->arena, &config, &bad), &bad);
    if (e.code == 0)
        aws_exports_finish(x);
    if (e.code == 0 && bad.code == 0)
        compare(&config, x, x->arena);
    aws_exports_free(x);
    fuzz_split_free(f);
    return 0;
}
