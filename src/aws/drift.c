#include "aws/drift.h"

#include "aws/mend.h"
#include "aws/text.h"

#include <stdlib.h>
#include <string.h>

const struct drift_rule_info drift_rules[DRIFT_RULES] = {
    [DRIFT_MISSING_TARGET] = {.id = "missing-target",
                              .severity = DRIFT_ERROR,
                              .what = "The endpoint variant is configured but not registered as a scalable target.",
                              .why = "Nothing scales it.",
                              .needs = AWS_TARGETS,
                              .absence = true},
    [DRIFT_CAPACITY] = {.id = "capacity-mismatch",
                        .severity = DRIFT_ERROR,
                        .what = "The minimum or maximum instance count differs from the configuration.",
                        .why = "The fleet can grow or shrink to a size that nobody planned.",
                        .needs = AWS_TARGETS},
    [DRIFT_SUSPENDED] = {.id = "suspended-scaling",
                         .severity = DRIFT_ERROR,
                         .what = "Scaling is suspended.",
                         .why = "A freeze, for a measurement perhaps, was left behind: the fleet does not follow "
                                "its load.",
                         .needs = AWS_TARGETS},
    [DRIFT_MISSING_POLICY] = {.id = "missing-policy",
                              .severity = DRIFT_ERROR,
                              .what = "A scaling policy of the configuration is not deployed.",
                              .why = "The fleet does not grow, or does not shrink.",
                              .needs = AWS_POLICIES,
                              .absence = true},
    [DRIFT_POLICY] = {.id = "policy-mismatch",
                      .severity = DRIFT_ERROR,
                      .what = "A scaling policy differs from the configuration.",
                      .why = "The fleet scales at another load or pace than planned.",
                      .needs = AWS_POLICIES},
    [DRIFT_MISSING_ALARM] = {.id = "missing-alarm",
                             .severity = DRIFT_ERROR,
                             .what = "The alarm that drives the scale-in policy does not exist.",
                             .why = "Instances are never removed.",
                             .needs = AWS_ALARMS,
                             .absence = true},
    [DRIFT_ALARM] = {.id = "alarm-mismatch",
                     .severity = DRIFT_ERROR,
                     .what = "The scale-in alarm differs from the configuration.",
                     .why = "Instances are removed too early, too late or never.",
                     .needs = AWS_ALARMS},
    [DRIFT_ACTIONS] = {.id = "actions-disabled",
                       .severity = DRIFT_ERROR,
                       .what = "An alarm's actions are switched off.",
                       .why = "The alarm changes its state and nothing happens.",
                       .needs = AWS_ALARMS},
    [DRIFT_ORPHANED_TARGET] = {.id = "orphaned-target",
                               .severity = DRIFT_WARNING,
                               .what = "A scalable target is not in the configuration.",
                               .why = "It scales, and costs, by rules that nobody looks after.",
                               .needs = AWS_TARGETS},
    [DRIFT_ORPHANED_POLICY] = {.id = "orphaned-policy",
                               .severity = DRIFT_WARNING,
                               .what = "A scaling policy is not in the configuration.",
                               .why = "Of several policies the largest resulting capacity wins, so a forgotten one "
                                      "can overrule the planned ones.",
                               .needs = AWS_POLICIES},
    [DRIFT_UNPLANNED_ALARM] = {.id = "unplanned-alarm",
                               .severity = DRIFT_WARNING,
                               .what = "A further alarm drives the scale-in policy.",
                               .why = "Instances are removed for a reason that nobody planned.",
                               .needs = AWS_ALARMS},
    [DRIFT_NO_DATA] = {.id = "insufficient-data",
                       .severity = DRIFT_WARNING,
                       .what = "An alarm is in INSUFFICIENT_DATA.",
                       .why = "It gets no points, so what it drives does not happen.",
                       .needs = AWS_ALARMS},
    [DRIFT_UNPUBLISHED] = {.id = "unpublished-metric",
                           .severity = DRIFT_WARNING,
                           .what = "Nothing publishes a metric that scaling or an alarm relies on.",
                           .why = "An alarm on it that treats missing data as not breaching looks healthy for ever.",
                           .needs = AWS_METRICS,
                           .absence = true},
};

const struct drift_format drift_formats[] = {{"text", drift_text},         {"json", drift_json},
                                             {"sarif", drift_sarif},       {"junit", drift_junit},
                                             {"markdown", drift_markdown}, {NULL, NULL}};

const char *drift_severity_name(enum drift_severity s)
{
    return s == DRIFT_ERROR ? "error" : "warning";
}

bool drift_judged(const struct drift_report *r, enum drift_rule rule, const char **why)
{
    const struct drift_rule_info *i = &drift_rules[rule];
    if (!r->exports->given[i->needs])
        *why = i->needs == AWS_ALARMS    ? "no --alarms were given"
               : i->needs == AWS_METRICS ? "no --metrics were given"
               : i->needs == AWS_TARGETS ? "no --targets were given"
                                         : "no --policies were given";
    else if (i->absence && r->exports->cut[i->needs])
        *why = "the export is incomplete";
    else
        return true;
    return false;
}

struct work {
    const struct drift_config *config;
    const struct aws_exports *x;
    struct arena *a;
    struct drift_report *out;
    const struct drift_endpoint *at; /* NULL while the account is looked at */
};

static struct drift_finding *found(struct work *w, enum drift_rule rule, const char *resource, const char *object)
{
    struct drift_report *r = w->out;
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 32;
        r->findings = xreallocarray(r->findings, r->cap, sizeof *r->findings);
    }
    r->count[drift_rules[rule].severity]++;
    r->findings[r->n] =
        (struct drift_finding){.rule = rule, .resource = resource, .object = object, .line = w->at ? w->at->line : 0};
    return &r->findings[r->n++];
}

static bool is_flag_field(const struct aws_field *f)
{
    return strcmp(f->name, "actions_enabled") == 0;
}

static bool is_suspension(const struct aws_field *f)
{
    return f->object == AWS_OBJ_TARGET && strstr(f->name, "suspended");
}

/* "max_capacity is 12, planned 9; ..." over the fields of OBJECT that differ and that WANTED takes.
 */
static const char *differences(struct work *w, const struct aws_comparison *c, enum aws_object object,
                               bool (*left_out)(const struct aws_field *))
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < c->n; i++) {
        const struct aws_field *f = &c->fields[i];
        if (f->object != object || f->status != AWS_MISMATCH || left_out(f) || strcmp(f->name, "other_alarm") == 0)
            continue;
        sb_addf(&sb, "%s%s is %s, planned %s", sb.len ? "; " : "", f->name, aws_oneline(w->a, f->deployed),
                aws_oneline(w->a, f->expected));
    }
    const char *r = sb.len ? arena_strdup(w->a, sb_str(&sb)) : NULL;
    sb_free(&sb);
    return r;
}

static bool nothing(const struct aws_field *f)
{
    (void)f;
    return false;
}

static const char *moves(struct work *w, const struct aws_expected *want)
{
    return arena_printf(w->a, "registering moves a live instance count outside %lld..%lld into that range",
                        (long long)want->min, (long long)want->max);
}

static void check_target(struct work *w, const struct aws_comparison *c)
{
    const struct aws_expected *want = &w->at->want;
    struct drift_finding *f;
    if (!c->target) {
        if (!aws_complete(w->x, AWS_TARGETS))
            return;
        f = found(w, DRIFT_MISSING_TARGET, want->resource_id, NULL);
        f->detail = arena_printf(w->a, "not registered; planned with %lld to %lld instances", (long long)want->min,
                                 (long long)want->max);
        f->fix = mend_capacity(w->a, want);
        f->fix_note = moves(w, want);
        return;
    }
    const char *diff = differences(w, c, AWS_OBJ_TARGET, is_suspension);
    if (diff) {
        f = found(w, DRIFT_CAPACITY, want->resource_id, NULL);
        f->detail = diff;
        f->fix = mend_capacity(w->a, want);
        f->fix_note = moves(w, want);
    }
    const struct aws_target *t = c->target;
    if (t->in_suspended || t->out_suspended || t->scheduled_suspended) {
        struct strbuf sb = {0};
        sb_add(&sb, "left suspended:");
        sb_add(&sb, t->in_suspended ? " scale-in," : "");
        sb_add(&sb, t->out_suspended ? " scale-out," : "");
        sb_add(&sb, t->scheduled_suspended ? " scheduled scaling," : "");
        f = found(w, DRIFT_SUSPENDED, want->resource_id, NULL);
        f->detail = arena_strndup(w->a, sb_str(&sb), sb.len - 1);
        f->fix = mend_suspended(w->a, want);
        sb_free(&sb);
    }
}

static void check_policy(struct work *w, const struct aws_comparison *c, enum aws_object object,
                         const struct aws_policy *p, const char *fix)
{
    const struct aws_expected *want = &w->at->want;
    bool out = object == AWS_OBJ_SCALE_OUT;
    struct drift_finding *f;
    if (!p) {
        if (!aws_complete(w->x, AWS_POLICIES))
            return;
        f = found(w, DRIFT_MISSING_POLICY, want->resource_id,
                  out ? aws_out_name(w->a, want) : aws_name_of(w->a, want, "scale-in"));
        f->detail = out ? arena_printf(w->a, "no target-tracking policy; planned with target value %s",
                                       aws_number(w->a, want->target_value))
                        : "no step policy that removes instances";
        f->fix = fix;
        return;
    }
    const char *diff = differences(w, c, object, nothing);
    if (!diff)
        return;
    f = found(w, DRIFT_POLICY, want->resource_id, p->name);
    f->detail = diff;
    f->fix = fix;
    f->fix_note = "the policy is overwritten as a whole";
}

static void check_alarms(struct work *w, const struct aws_comparison *c)
{
    const struct aws_expected *want = &w->at->want;
    const struct aws_alarm *alarm = c->in_alarm;
    struct drift_finding *f;
    if (!alarm && !want->flow && aws_complete(w->x, AWS_ALARMS)) {
        f = found(w, DRIFT_MISSING_ALARM, want->resource_id, aws_name_of(w->a, want, "scale-in"));
        f->detail = arena_printf(w->a, "no alarm drives the scale-in policy; planned with threshold %s",
                                 aws_number(w->a, want->scale_in_threshold));
        f->fix = mend_in_alarm(w->a, want, NULL, c->in);
    }
    const char *diff = alarm ? differences(w, c, AWS_OBJ_IN_ALARM, is_flag_field) : NULL;
    if (diff) {
        f = found(w, DRIFT_ALARM, want->resource_id, alarm->name);
        f->detail = diff;
        f->fix = mend_in_alarm(w->a, want, alarm, c->in);
        f->fix_note = "the alarm is replaced as a whole; its state stays until the next evaluation";
    }
    const struct aws_alarm *both[] = {c->in_alarm, c->first_chunk};
    for (size_t i = 0; i < 2; i++)
        if (both[i] && !both[i]->actions_enabled) {
            f = found(w, DRIFT_ACTIONS, want->resource_id, both[i]->name);
            f->detail = "ActionsEnabled is false";
            f->fix = mend_actions(w->a, both[i]->name);
        }
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->fields[i].name, "other_alarm") == 0) {
            f = found(w, DRIFT_UNPLANNED_ALARM, want->resource_id, c->fields[i].deployed);
            f->detail = "also calls the scale-in policy";
            f->fix = mend_delete_alarm(w->a, c->fields[i].deployed);
            f->fix_note = "deletes the alarm with all that it does; taking the policy out of its "
                          "actions is enough";
        }
}

static int by_alarm(const void *a, const void *b)
{
    return strcmp((*(const struct aws_alarm *const *)a)->name, (*(const struct aws_alarm *const *)b)->name);
}

static bool other_variant(const struct aws_alarm *a, const struct aws_expected *want)
{
    for (size_t i = 0; i < a->metric.n_dims; i++)
        if (strcmp(a->metric.dims[i].name, "VariantName") == 0)
            return strcmp(a->metric.dims[i].value, want->variant) != 0;
    return false;
}

/* Every alarm that watches the variant or calls one of its policies, once each. */
static const struct aws_alarm **alarms_of(struct work *w, const struct aws_comparison *c, size_t *n)
{
    const struct aws_expected *want = &w->at->want;
    const struct aws_policy *policies[] = {c->out, c->in};
    size_t watched, wired[2], most = 0, count = 0;
    const struct aws_watch *watches = aws_find_watches(w->x, want->endpoint, &watched);
    const struct aws_wire *wires[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++) {
        wired[i] = 0;
        if (policies[i] && policies[i]->arn)
            wires[i] = aws_find_wires(w->x, policies[i]->arn, &wired[i]);
        most += wired[i] + (policies[i] ? policies[i]->n_alarms : 0);
    }
    const struct aws_alarm **list = arena_array(w->a, most + watched, sizeof(struct aws_alarm *));
    for (size_t i = 0; i < watched; i++)
        if (!other_variant(watches[i].alarm, want))
            list[count++] = watches[i].alarm;
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; wires[i] && k < wired[i]; k++)
            list[count++] = wires[i][k].alarm;
        for (size_t k = 0; policies[i] && k < policies[i]->n_alarms; k++) {
            const struct aws_alarm *a = aws_find_alarm(w->x, policies[i]->alarms[k]);
            if (a)
                list[count++] = a;
        }
    }
    if (count > 1)
        qsort(list, count, sizeof *list, by_alarm);
    *n = 0;
    for (size_t i = 0; i < count; i++)
        if (*n == 0 || list[*n - 1] != list[i])
            list[(*n)++] = list[i];
    return list;
}

static void check_state(struct work *w, const struct aws_alarm *a)
{
    if (!a->state || strcmp(a->state, "INSUFFICIENT_DATA") != 0)
        return;
    struct drift_finding *f = found(w, DRIFT_NO_DATA, w->at->want.resource_id, a->name);
    f->detail = arena_printf(w->a, "%sINSUFFICIENT_DATA%s%s on %s: no points arrive%s",
                             aws_made_alarm(a) ? "AWS's own alarm, not to be edited, is in " : "in ",
                             a->state_since ? " since " : "", a->state_since ? a->state_since : "",
                             a->metric.name ? aws_oneline(w->a, a->metric.name) : "metric math",
                             a->unit && !aws_made_alarm(a) ? "; it asks for a unit, which blinds it when wrong" : "");
    f->inspects = true;
    if (a->metric.name) {
        f->fix = mend_look(w->a, &a->metric);
        f->fix_note = "shows whether the metric has data now; without traffic the endpoint may publish none";
    }
}

static void check_metric(struct work *w, const struct aws_metric *m, const char *seen_by)
{
    if (aws_find_metric(w->x, m))
        return;
    struct drift_finding *f = found(w, DRIFT_UNPUBLISHED, w->at->want.resource_id, m->name);
    f->detail = arena_printf(w->a, "%s is not in the list of metrics; %s", aws_oneline(w->a, m->name), seen_by);
    f->inspects = true;
    f->fix = mend_look(w->a, m);
    f->fix_note = "shows whether the metric has data now; CloudWatch lists what had data in the "
                  "last two weeks";
}

static void check_metrics(struct work *w, const struct aws_alarm *const *alarms, size_t n)
{
    const struct aws_expected *want = &w->at->want;
    if (!aws_complete(w->x, AWS_METRICS))
        return;
    struct aws_dimension dims[] = {{"EndpointName", want->endpoint}, {"VariantName", want->variant}};
    struct aws_metric own[] = {
        {"AWS/SageMaker", want->flow ? "InvocationsPerInstance" : "ConcurrentRequestsPerModel", dims, 2},
        {"AWS/SageMaker", "FirstChunkLatency", dims, 2}};
    check_metric(w, &own[0], "the scaling policies follow it");
    check_metric(w, &own[1], "an alarm on it would look healthy for ever");
    for (size_t i = 0; i < n; i++) {
        const struct aws_metric *m = &alarms[i]->metric;
        bool seen = !m->name || !m->space || strcmp(m->space, "AWS/SageMaker") != 0 ||
                    aws_metric_order(m, &own[0]) == 0 || aws_metric_order(m, &own[1]) == 0;
        for (size_t k = 0; k < i && !seen; k++)
            seen = aws_metric_order(m, &alarms[k]->metric) == 0;
        if (!seen)
            check_metric(w, m, arena_printf(w->a, "the alarm %s watches it", aws_oneline(w->a, alarms[i]->name)));
    }
}

static void orphan_policy(struct work *w, const struct aws_policy *p, const char *why)
{
    struct drift_finding *f = found(w, DRIFT_ORPHANED_POLICY, p->resource_id, p->name);
    f->detail = arena_printf(w->a, "%s policy; %s", aws_oneline(w->a, p->type_name), why);
    f->fix = mend_delete_policy(w->a, p);
}

static void check_endpoint(struct work *w, const struct drift_endpoint *d)
{
    struct aws_comparison c;
    size_t n;
    w->at = d;
    aws_compare(w->x, &d->want, w->a, &c);
    check_target(w, &c);
    check_policy(w, &c, AWS_OBJ_SCALE_OUT, c.out, mend_scale_out(w->a, &d->want, c.out));
    if (!d->want.flow)
        check_policy(w, &c, AWS_OBJ_SCALE_IN, c.in, mend_scale_in(w->a, &d->want, c.in));
    check_alarms(w, &c);
    for (size_t i = 0; i < c.n_others; i++)
        orphan_policy(w, c.others[i], "no part of what is configured for this variant");
    const struct aws_alarm **alarms = alarms_of(w, &c, &n);
    for (size_t i = 0; i < n; i++)
        check_state(w, alarms[i]);
    check_metrics(w, alarms, n);
    aws_comparison_free(&c);
    w->at = NULL;
}

/* Why a resource of the account is not in the configuration; NULL: it is, or is out of its scope.
 */
static const char *stranger(struct work *w, const char *resource_id, const char *dimension)
{
    const char *endpoint, *variant;
    if (strcmp(dimension, AWS_VARIANT_DIMENSION) != 0 || !aws_split_resource(resource_id, w->a, &endpoint, &variant))
        return NULL;
    const struct drift_endpoint *d = drift_config_find(w->config, endpoint);
    if (!d)
        return "the configuration has no such endpoint";
    if (strcmp(d->want.variant, variant) != 0)
        return arena_printf(w->a, "the configuration has this endpoint with variant %s", d->want.variant);
    return NULL;
}

static void check_account(struct work *w)
{
    const struct aws_exports *x = w->x;
    for (size_t i = 0; i < x->n[AWS_TARGETS]; i++) {
        const struct aws_target *t = &x->targets[i];
        const char *why = stranger(w, t->resource_id, t->dimension);
        if (!why)
            continue;
        struct drift_finding *f = found(w, DRIFT_ORPHANED_TARGET, t->resource_id, NULL);
        f->detail = arena_printf(w->a, "%lld to %lld instances%s; %s", (long long)t->min, (long long)t->max,
                                 t->min == 0 ? " (minimum 0: an asynchronous endpoint)" : "", why);
        f->fix = mend_deregister(w->a, t);
        f->fix_note = "deletes the target's policies with it; the instances that run now stay";
    }
    for (size_t i = 0; i < x->n[AWS_POLICIES]; i++) {
        const struct aws_policy *p = &x->policies[i];
        const char *why = stranger(w, p->resource_id, p->dimension);
        if (why)
            orphan_policy(w, p, why);
    }
}

static int by_weight(const void *a, const void *b)
{
    const struct drift_finding *p = a, *q = b;
    int c = (int)drift_rules[p->rule].severity - (int)drift_rules[q->rule].severity;
    c = c ? c : strcmp(p->resource, q->resource);
    c = c ? c : (int)p->rule - (int)q->rule;
    c = c ? c : strcmp(p->object ? p->object : "", q->object ? q->object : "");
    return c ? c : strcmp(p->detail, q->detail);
}

void drift_check(const struct drift_config *c, const struct aws_exports *x, struct arena *a, struct drift_report *out)
{
    *out = (struct drift_report){.config = c, .exports = x};
    struct work w = {.config = c, .x = x, .a = a, .out = out};
    for (size_t i = 0; i < c->n; i++)
        check_endpoint(&w, &c->endpoints[i]);
    check_account(&w);
    if (out->n > 1)
        qsort(out->findings, out->n, sizeof *out->findings, by_weight);
}

void drift_free(struct drift_report *r)
{
    free(r->findings);
    *r = (struct drift_report){0};
}
