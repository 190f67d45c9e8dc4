#include "aws/validate.h"

#include "aws/text.h"
#include "base/awsname.h"
#include "base/utf8.h"

#include <string.h>

static int valid(const char *what, const char *name, struct err *e)
{
    if (aws_name_ok(name))
        return 0;
    return err_set(e, EXIT_USAGE, "%s '%.100s' is no name that AWS accepts: " AWS_NAME_RULE, what, name);
}

int aws_expect(const struct plan *p, const char *endpoint, const char *variant, enum method method, struct arena *a,
               struct aws_expected *out, struct err *e)
{
    endpoint = endpoint ? endpoint : p->endpoint;
    if (!endpoint)
        return err_set(e, EXIT_USAGE, "the plan names no endpoint: give --endpoint");
    if (valid("endpoint", endpoint, e) != 0 || valid("variant", variant, e) != 0)
        return e->code;
    *out = (struct aws_expected){
        .endpoint = endpoint,
        .variant = variant,
        .resource_id = arena_printf(a, "endpoint/%s/variant/%s", endpoint, variant),
        .min = p->min_instances,
        .max = p->max_instances,
        .target_value = p->c_scale_max_cw,
        .scale_in_threshold = p->c_scale_min_cw,
        .scale_out_cooldown_s = p->scale_out_cooldown_s,
        .scale_in_cooldown_s = p->scale_in_cooldown_s,
        .first_chunk = true,
        .first_chunk_us = p->alarm_ms * 1000.0,
    };
    if (method == METHOD_PUBLISHED)
        return 0;
    if (!num_known(p->scenario.peak_rps))
        return err_set(e, EXIT_USAGE, "--method flow needs a plan for a load in requests per second");
    if (!num_known(p->audit.mu_sat) || !num_known(p->audit.flow.target_per_minute))
        return err_set(e, EXIT_REFUSED,
                       "the plan has no saturated throughput, which the flow method needs: the "
                       "ladder's usable "
                       "steps lack achieved_rps, ok or completed");
    out->flow = true;
    out->min = p->audit.flow.min_instances;
    out->max = p->audit.flow.max_instances;
    out->target_value = p->audit.flow.target_per_minute;
    out->scale_in_threshold = NUM_UNKNOWN;
    return 0;
}

bool aws_differs(const struct aws_comparison *c)
{
    return c->count[AWS_MISMATCH] + c->count[AWS_MISSING] > 0;
}

static void cell(struct strbuf *out, const char *text, size_t width)
{
    sb_left(out, text, width);
    sb_add(out, "  ");
}

enum { WIDEST = 30 }; /* columns of a cell up to which the others are aligned with it */

static size_t wider(size_t width, const char *text)
{
    size_t n = utf8_width(text);
    return n > width && n <= WIDEST ? n : width;
}

void aws_validate_text(const struct aws_comparison *c, const struct aws_expected *want, const char *plan_name,
                       const struct aws_exports *x, struct strbuf *out)
{
    struct arena *a = arena_new();
    sb_addf(out, "%s: endpoint %s, variant %s, %s method, against %s\n",
            aws_differs(c)              ? "DIFFERS"
            : c->count[AWS_NOT_CHECKED] ? "ok as far as checked"
                                        : "ok",
            want->endpoint, want->variant, want->flow ? "flow" : "published", aws_oneline(a, plan_name));
    sb_addf(out, "%zu differ, %zu missing, %zu not checked, %zu ok\n", c->count[AWS_MISMATCH], c->count[AWS_MISSING],
            c->count[AWS_NOT_CHECKED], c->count[AWS_OK]);
    if (!x->given[AWS_ALARMS])
        sb_add(out, "Without --alarms nothing is known of the alarms.\n");
    sb_addc(out, '\n');
    struct aws_field *shown = arena_array(a, c->n, sizeof *shown);
    size_t wide[2] = {strlen("FIELD"), strlen("EXPECTED")};
    for (size_t i = 0; i < c->n; i++) {
        const struct aws_field *f = &c->fields[i];
        shown[i] = *f;
        shown[i].name = arena_printf(a, "%s.%s", aws_object_name(f->object), f->name);
        shown[i].expected = aws_oneline(a, f->expected);
        shown[i].deployed = aws_oneline(a, f->deployed);
        wide[0] = utf8_width(shown[i].name) > wide[0] ? utf8_width(shown[i].name) : wide[0];
        wide[1] = wider(wide[1], shown[i].expected);
    }
    sb_addf(out, "%-11s  ", "RESULT");
    cell(out, "FIELD", wide[0]);
    cell(out, "EXPECTED", wide[1]);
    sb_add(out, "DEPLOYED\n");
    for (int s = 0; s < AWS_STATUSES; s++)
        for (size_t i = 0; i < c->n; i++)
            if ((int)shown[i].status == s) {
                sb_addf(out, "%-11s  ", aws_status_name(shown[i].status));
                cell(out, shown[i].name, wide[0]);
                cell(out, shown[i].expected, wide[1]);
                sb_addf(out, "%s\n", shown[i].deployed);
            }
    arena_free(a);
}
