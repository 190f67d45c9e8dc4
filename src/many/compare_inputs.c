#include "many/compare_inputs.h"

#include "base/num.h"
#include "render/summary.h"
#include "store/evidence.h"
#include "store/verify.h"

#include <string.h>

static const struct input *input_of(const struct plan *p, const char *role)
{
    for (size_t i = 0; i < p->n_inputs; i++)
        if (strcmp(p->inputs[i].role, role) == 0)
            return p->inputs[i].text ? &p->inputs[i] : NULL;
    return NULL;
}

struct basis basis_of(const struct plan *p)
{
    struct basis b = {.plan = p,
                      .ladder = input_of(p, "qmax"),
                      .scale_out = input_of(p, "ttotal"),
                      .load_test = input_of(p, "validate"),
                      .scenario = verify_scenario(p, NUM_UNKNOWN),
                      .rate = p->rate};
    if (p->has_headroom)
        b.scenario.no_sample = p->scenario.no_sample;
    return b;
}

bool basis_whole(const struct basis *b)
{
    return b->plan->has_headroom && b->ladder && (b->scale_out || num_known(b->scenario.assume_t_total_s));
}

int basis_plan(const struct basis *b, struct evidence *ev, struct plan **out, struct err *e)
{
    const struct input *const inputs[] = {b->ladder, b->scale_out, b->load_test};
    *ev = (struct evidence){0};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (inputs[i])
            evidence_add(ev, inputs[i]->role, inputs[i]->name, inputs[i]->text, inputs[i]->size);
    /* One input at a time makes pairs that nobody measured together. */
    if (evidence_read(ev, true, true, e) != 0)
        return e->code;
    struct plan_request r = evidence_request(ev, &b->scenario, NUM_UNKNOWN);
    r.rate = b->rate;
    return plan_build(&r, out, e);
}

/* Texts of an artifact: its name, what people know it by, and its hash. */
static const char *show_ladder(const struct basis *b, struct arena *a)
{
    const struct measured *m = &b->plan->measured;
    char n[NUM_MAX], ms[NUM_MAX];
    const char *figures = arena_printf(
        a, "Q_max %s at %s, run %s on %s", num_count(n, m->q_max), num_ms(ms, (double)m->slo_ms),
        m->provenance.run_id ? m->provenance.run_id : "unknown", b->plan->slug ? b->plan->slug : "unknown");
    return b->by_hash && b->ladder ? arena_printf(a, "%s (SHA-256 %.12s...)", figures, b->ladder->sha256) : figures;
}

static bool take_ladder(struct basis *to, const struct basis *from)
{
    to->ladder = from->ladder;
    to->scenario.ttfab_slo_ms = from->scenario.ttfab_slo_ms; /* Q_max is defined by it */
    return from->ladder != NULL;
}

static const char *show_t_total(const struct basis *b, struct arena *a)
{
    char s[NUM_MAX];
    num_seconds(s, b->plan->measured.t_total_s);
    if (!b->plan->measured.t_total_measured)
        return arena_printf(a, "%s, assumed", s);
    return b->by_hash && b->scale_out ? arena_printf(a, "%s, measured (SHA-256 %.12s...)", s, b->scale_out->sha256)
                                      : arena_printf(a, "%s, measured", s);
}

static bool take_t_total(struct basis *to, const struct basis *from)
{
    to->scale_out = from->scale_out;
    to->scenario.assume_t_total_s = from->scenario.assume_t_total_s;
    return from->scale_out || num_known(from->scenario.assume_t_total_s);
}

static const char *show_peak(const struct basis *b, struct arena *a)
{
    return load_text(a, b->scenario.peak_rps, b->scenario.peak_streams);
}

static bool take_peak(struct basis *to, const struct basis *from)
{
    to->scenario.peak_rps = from->scenario.peak_rps;
    to->scenario.peak_streams = from->scenario.peak_streams;
    return true;
}

static const char *show_trough(const struct basis *b, struct arena *a)
{
    return load_text(a, b->scenario.trough_rps, b->scenario.trough_streams);
}

static bool take_trough(struct basis *to, const struct basis *from)
{
    to->scenario.trough_rps = from->scenario.trough_rps;
    to->scenario.trough_streams = from->scenario.trough_streams;
    return true;
}

static const char *show_number(double x, struct arena *a)
{
    char n[NUM_MAX];
    return num_known(x) ? arena_strdup(a, num_plain(n, x)) : NULL;
}

static const char *show_surge(const struct basis *b, struct arena *a)
{
    return show_number(b->scenario.surge, a);
}

static bool take_surge(struct basis *to, const struct basis *from)
{
    to->scenario.surge = from->scenario.surge;
    return true;
}

static const char *show_floor(const struct basis *b, struct arena *a)
{
    return arena_printf(a, "%lld", (long long)b->scenario.min_floor);
}

static bool take_floor(struct basis *to, const struct basis *from)
{
    to->scenario.min_floor = from->scenario.min_floor;
    return true;
}

static const char *show_ceiling(const struct basis *b, struct arena *a)
{
    const char *s = show_number(b->scenario.ceiling_s, a);
    return s ? arena_printf(a, "%s s", s) : NULL;
}

static bool take_ceiling(struct basis *to, const struct basis *from)
{
    to->scenario.ceiling_s = from->scenario.ceiling_s;
    return true;
}

/* What follows is recorded in the object `headroom` only. */
static const char *show_rate(const struct basis *b, struct arena *a)
{
    const struct rate_used *r = &b->rate;
    if (!b->plan->has_headroom)
        return NULL;
    const char *amount = show_number(r->per_hour, a);
    return amount ? arena_printf(a, "%s %s per hour (%s%s%s)", amount, r->currency ? r->currency : "USD",
                                 r->origin ? r->origin : "unknown", r->date ? ", " : "", r->date ? r->date : "")
                  : "unknown";
}

static bool take_rate(struct basis *to, const struct basis *from)
{
    to->rate = from->rate;
    return from->plan->has_headroom;
}

static const char *show_quota(const struct basis *b, struct arena *a)
{
    if (!b->plan->has_headroom)
        return NULL;
    return int_known(b->scenario.quota) ? arena_printf(a, "%lld", (long long)b->scenario.quota) : "not given";
}

static bool take_quota(struct basis *to, const struct basis *from)
{
    to->scenario.quota = from->scenario.quota;
    return from->plan->has_headroom;
}

static const char *show_method(const struct basis *b, struct arena *a)
{
    (void)a;
    return !b->plan->has_headroom ? NULL : b->scenario.method == METHOD_FLOW ? "flow" : "published";
}

static bool take_method(struct basis *to, const struct basis *from)
{
    to->scenario.method = from->scenario.method;
    return from->plan->has_headroom;
}

static const char *show_sampling(const struct basis *b, struct arena *a)
{
    (void)a;
    return !b->plan->has_headroom ? NULL : b->scenario.no_sample ? "exact only" : "200 trials";
}

static bool take_sampling(struct basis *to, const struct basis *from)
{
    to->scenario.no_sample = from->scenario.no_sample;
    return from->plan->has_headroom;
}

static const char *show_audit(const struct basis *b, struct arena *a)
{
    (void)a;
    return !b->plan->has_headroom ? NULL : b->scenario.audit_full ? "full" : "standard";
}

static bool take_audit(struct basis *to, const struct basis *from)
{
    to->scenario.audit_full = from->scenario.audit_full;
    return from->plan->has_headroom;
}

static const char *show_load_test(const struct basis *b, struct arena *a)
{
    if (!b->plan->has_headroom)
        return NULL;
    return b->load_test ? arena_printf(a, "%s (SHA-256 %.12s...)", b->load_test->name, b->load_test->sha256) : "none";
}

static bool take_load_test(struct basis *to, const struct basis *from)
{
    to->load_test = from->load_test;
    return from->plan->has_headroom;
}

const struct input_kind input_kinds[] = {
    {"ladder", "ladder", show_ladder, take_ladder},
    {"t_total", "T_total", show_t_total, take_t_total},
    {"peak_load", "peak load", show_peak, take_peak},
    {"trough_load", "trough load", show_trough, take_trough},
    {"surge_ratio", "surge ratio", show_surge, take_surge},
    {"min_floor", "floor of instances", show_floor, take_floor},
    {"rate", "rate", show_rate, take_rate},
    {"ceiling", "invocation ceiling", show_ceiling, take_ceiling},
    {"quota", "quota", show_quota, take_quota},
    {"method", "method", show_method, take_method},
    {"sampling", "sampling", show_sampling, take_sampling},
    {"audit", "audit", show_audit, take_audit},
    {"load_test", "load test", show_load_test, take_load_test},
};
const size_t n_input_kinds = sizeof input_kinds / sizeof *input_kinds;
