#include "store/verify.h"

#include "store/store.h"

#include <string.h>

struct scenario verify_scenario(const struct plan *p, double ceiling_s)
{
    struct scenario s = p->scenario;
    s.ceiling_s = num_known(ceiling_s) ? ceiling_s : num_known(s.ceiling_s) ? s.ceiling_s : 60;
    s.no_sample = !num_known(p->shed_probability);
    s.assume_t_total_s = p->measured.t_total_measured ? NUM_UNKNOWN : p->measured.t_total_s;
    return s;
}

/* The rate that a plan records. A figure of the built-in table is known here, and what the plan says about it must be
 * what the table says; an older table (another date) is not. */
static struct rate_used recorded_rate(const struct plan *p)
{
    const struct rate_used *r = &p->rate;
    const struct rates *t = rates_builtin();
    bool ours = r->origin && strcmp(r->origin, "built-in") == 0 && r->date && strcmp(r->date, t->date) == 0;
    struct rate_used used = *r;
    if (ours) {
        used.per_hour = rates_find(t, p->instance_type);
        used.currency = t->currency;
        used.region = t->region;
        used.source = t->source;
    }
    return used;
}

size_t verify_plan(const struct plan *committed, const struct evidence *ev, double ceiling_s, verify_fill *fill,
                   struct strbuf *out, struct err *e)
{
    struct scenario s = verify_scenario(committed, ceiling_s);
    struct plan_request r = evidence_request(ev, &s, NUM_UNKNOWN);
    if (!ev->has_rates && committed->has_headroom)
        r.rate = recorded_rate(committed);
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
    if (fill)
        fill(computed);
    size_t n = store_compare(committed, computed, out);
    plan_free(computed);
    return n;
}
