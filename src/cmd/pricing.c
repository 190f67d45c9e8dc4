#include "cmd/pricing.h"

#include "base/limits.h"
#include "base/sha256.h"
#include "store/store.h"

#include <string.h>

/* The rate of another table instead of the one that the plan records; the file joins the inputs, whose
 * hashes every output carries. */
static int apply_rates(const char *path, struct plan *p, struct err *e)
{
    struct bytes b;
    struct rates table;
    if (file_read(path, LIMIT_ARTIFACT_BYTES, &b, e) != 0)
        return e->code;
    const char *name = file_base(path);
    if (rates_read(name, b.data, b.len, p->arena, &table, e) == 0) {
        p->rate = (struct rate_used){.per_hour = rates_find(&table, p->instance_type),
                                     .currency = table.currency,
                                     .region = table.region,
                                     .date = table.date,
                                     .source = table.source,
                                     .origin = "file"};
        struct input *inputs = arena_array(p->arena, p->n_inputs + 1, sizeof *inputs);
        if (p->n_inputs > 0)
            memcpy(inputs, p->inputs, p->n_inputs * sizeof *inputs);
        struct input *in = &inputs[p->n_inputs++];
        *in = (struct input){.role = "rates given to this output",
                             .name = arena_strdup(p->arena, name),
                             .size = b.len,
                             .text = arena_strndup(p->arena, b.data, b.len)};
        sha256_hex(in->sha256, b.data, b.len);
        p->inputs = inputs;
    }
    bytes_free(&b);
    return e->code;
}

int pricing_load(const struct args *a, struct pricing *out, struct err *e)
{
    *out = (struct pricing){0};
    if (args_one(a, "PLAN", e) != 0)
        return e->code;
    const char *rates = args_value(a, "rates"), *profile = args_value(a, "profile");
    const char *const paths[] = {a->operands[0], rates, profile};
    int from_stdin = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        from_stdin += paths[i] && strcmp(paths[i], "-") == 0;
    if (from_stdin > 1)
        return err_set(e, EXIT_USAGE, "only one input can be standard input (-)");
    if (store_load(a->operands[0], true, &out->plan, e) != 0)
        return e->code;
    if ((rates && apply_rates(rates, out->plan, e) != 0) || (profile && profile_load(profile, &out->profile, e) != 0))
        plan_free(out->plan);
    else
        out->has_profile = profile != NULL;
    return e->code;
}

void pricing_free(struct pricing *x)
{
    plan_free(x->plan);
    if (x->has_profile)
        profile_free(&x->profile);
    *x = (struct pricing){0};
}

void pricing_inputs(const struct args *a, struct outset *set)
{
    outset_input(set, a->operands[0]);
    if (args_has(a, "rates"))
        outset_input(set, args_value(a, "rates"));
    if (args_has(a, "profile"))
        outset_input(set, args_value(a, "profile"));
}
