#include "aws/compare.h"

#include "aws/text.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

struct work {
    const struct aws_exports *x;
    const struct aws_expected *want;
    struct arena *a;
    struct aws_comparison *out;
    enum aws_object object; /* whose fields are being compared */
    enum aws_status absent; /* AWS_OK while the object is there, else what its fields are */
};

const char *aws_object_name(enum aws_object o)
{
    static const char *const names[] = {[AWS_OBJ_TARGET] = "target",
                                        [AWS_OBJ_SCALE_OUT] = "scale_out",
                                        [AWS_OBJ_SCALE_IN] = "scale_in",
                                        [AWS_OBJ_IN_ALARM] = "scale_in_alarm",
                                        [AWS_OBJ_FIRST_CHUNK] = "first_chunk_alarm",
                                        [AWS_OBJ_OTHER] = "other_policy"};
    return names[o];
}

const char *aws_status_name(enum aws_status s)
{
    static const char *const names[] = {
        [AWS_MISMATCH] = "MISMATCH", [AWS_MISSING] = "missing", [AWS_NOT_CHECKED] = "not checked", [AWS_OK] = "ok"};
    return names[s];
}

const char *aws_name_of(struct arena *a, const struct aws_expected *want, const char *part)
{
    return arena_printf(a, "%s-%s-%s", want->endpoint, want->variant, part);
}

const char *aws_out_name(struct arena *a, const struct aws_expected *want)
{
    return aws_name_of(a, want, want->flow ? "rate" : "scale-out");
}

const char *aws_metric_type(const struct aws_expected *want)
{
    return want->flow ? "SageMakerVariantInvocationsPerInstance"
                      : "SageMakerVariantConcurrentRequestsPerModelHighResolution";
}

static bool same_text(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* Copied values agree to 1e-9 relative, as in artifact/integrity.h: whoever prints a
 * double with fewer digits than 17 may change its last bits. */
static bool same_number(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static void add(struct work *w, const char *name, enum aws_status s, const char *expected, const char *deployed)
{
    struct aws_comparison *c = w->out;
    if (c->n == c->cap) {
        c->cap = c->cap ? 2 * c->cap : 48;
        c->fields = xreallocarray(c->fields, c->cap, sizeof *c->fields);
    }
    c->fields[c->n++] = (struct aws_field){w->object, s, name, expected, deployed};
    c->count[s]++;
}

/* A field of an object that may be absent; KNOWN: the expectation says something about it. */
static void judge(struct work *w, const char *name, bool known, bool same, const char *expected, const char *deployed)
{
    if (w->absent != AWS_OK)
        add(w, name, w->absent, expected, "-");
    else
        add(w, name, !known ? AWS_NOT_CHECKED : same ? AWS_OK : AWS_MISMATCH, expected, deployed);
}

static void judge_int(struct work *w, const char *name, int64_t expected, int64_t deployed)
{
    judge(w, name, int_known(expected), expected == deployed, aws_integer(w->a, expected),
          int_known(deployed) ? aws_integer(w->a, deployed) : "none");
}

/* A cooldown that AWS fills in when it is absent. */
static void judge_cooldown(struct work *w, const char *name, int64_t expected, int64_t deployed, bool stated)
{
    judge(w, name, int_known(expected), expected == deployed, aws_integer(w->a, expected),
          stated ? aws_integer(w->a, deployed) : arena_printf(w->a, "%lld (AWS default)", (long long)deployed));
}

static void judge_number(struct work *w, const char *name, double expected, double deployed)
{
    judge(w, name, num_known(expected), same_number(expected, deployed), aws_number(w->a, expected),
          num_known(deployed) ? aws_number(w->a, deployed) : "none");
}

static void judge_text(struct work *w, const char *name, const char *expected, const char *deployed)
{
    judge(w, name, true, same_text(expected, deployed), expected, deployed ? deployed : "none");
}

static void judge_flag(struct work *w, const char *name, bool expected, bool deployed)
{
    judge(w, name, true, expected == deployed, expected ? "true" : "false", deployed ? "true" : "false");
}

static void enter(struct work *w, enum aws_object object, enum aws_kind kind, bool found)
{
    w->object = object;
    w->absent = found ? AWS_OK : aws_complete(w->x, kind) ? AWS_MISSING : AWS_NOT_CHECKED;
}

static struct aws_metric own_metric(struct work *w, const char *name)
{
    struct aws_metric m = {.space = "AWS/SageMaker", .name = name, .n_dims = 2};
    m.dims = arena_array(w->a, 2, sizeof *m.dims);
    m.dims[0] = (struct aws_dimension){"EndpointName", w->want->endpoint};
    m.dims[1] = (struct aws_dimension){"VariantName", w->want->variant};
    return m;
}

static const char *metric_text(struct work *w, const struct aws_metric *m)
{
    return m->name ? arena_printf(w->a, "%s %s", m->space ? m->space : "(no namespace)", m->name) : "none";
}

static const char *dims_text(struct work *w, const struct aws_metric *m)
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < m->n_dims; i++)
        sb_addf(&sb, "%s%s=%s", i ? ", " : "", m->dims[i].name, m->dims[i].value);
    const char *r = sb.len ? arena_strdup(w->a, sb_str(&sb)) : "none";
    sb_free(&sb);
    return r;
}

static void judge_metric(struct work *w, const struct aws_metric *expected, const struct aws_metric *deployed)
{
    judge_text(w, "metric", metric_text(w, expected), metric_text(w, deployed));
    judge_text(w, "dimensions", dims_text(w, expected), dims_text(w, deployed));
}

static void compare_target(struct work *w)
{
    static const struct aws_target none = {.min = INT_UNKNOWN, .max = INT_UNKNOWN};
    const struct aws_target *t = aws_find_target(w->x, w->want->resource_id, AWS_VARIANT_DIMENSION);
    w->out->target = t;
    enter(w, AWS_OBJ_TARGET, AWS_TARGETS, t != NULL);
    t = t ? t : &none;
    judge_int(w, "min_capacity", w->want->min, t->min);
    judge_int(w, "max_capacity", w->want->max, t->max);
    judge_flag(w, "scale_in_suspended", false, t->in_suspended);
    judge_flag(w, "scale_out_suspended", false, t->out_suspended);
    judge_flag(w, "scheduled_suspended", false, t->scheduled_suspended);
}

static bool removes(const struct aws_policy *p)
{
    for (size_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].adjustment < 0)
            return true;
    return false;
}

/* AWS allows one target-tracking policy a metric and any number of others, under any names. */
static void choose_policies(struct work *w)
{
    size_t n;
    const struct aws_policy *list = aws_find_policies(w->x, w->want->resource_id, AWS_VARIANT_DIMENSION, &n);
    const char *out_name = aws_out_name(w->a, w->want);
    const char *in_name = aws_name_of(w->a, w->want, "scale-in");
    int best_out = 0, best_in = 0;
    for (size_t i = 0; i < n; i++) {
        const struct aws_policy *p = &list[i];
        int score;
        if (p->type == AWS_TRACKING) {
            score = 1 + 2 * same_text(p->name, out_name) + 4 * same_text(p->predefined, aws_metric_type(w->want));
            if (score > best_out) {
                best_out = score;
                w->out->out = p;
            }
        } else if (p->type == AWS_STEP && !w->want->flow) {
            /* A policy that only adds is somebody else's, unless it bears our name. */
            score = 1 * removes(p) + 2 * same_text(p->name, in_name);
            if (score > best_in) {
                best_in = score;
                w->out->in = p;
            }
        }
    }
    w->out->others = arena_array(w->a, n, sizeof(struct aws_policy *));
    for (size_t i = 0; i < n; i++)
        if (&list[i] != w->out->out && &list[i] != w->out->in)
            w->out->others[w->out->n_others++] = &list[i];
}

static void compare_tracking(struct work *w)
{
    static const struct aws_policy none = {.target_value = NAN};
    const struct aws_policy *p = w->out->out;
    const struct aws_expected *want = w->want;
    enter(w, AWS_OBJ_SCALE_OUT, AWS_POLICIES, p != NULL);
    p = p ? p : &none;
    const char *deployed = p->predefined    ? p->predefined
                           : p->custom.name ? arena_printf(w->a, "customized %s", metric_text(w, &p->custom))
                                            : "customized metric math";
    judge_text(w, "metric", aws_metric_type(want), deployed);
    if (p->customized && p->custom.name) {
        struct aws_metric own = own_metric(w, want->flow ? "InvocationsPerInstance" : "ConcurrentRequestsPerModel");
        judge_text(w, "dimensions", dims_text(w, &own), dims_text(w, &p->custom));
        judge_text(w, "statistic", want->flow ? "Sum" : "Average", p->statistic);
        judge_int(w, "period", 60, p->period);
    }
    judge_number(w, "target_value", want->target_value, p->target_value);
    judge_cooldown(w, "scale_out_cooldown", want->scale_out_cooldown_s, p->scale_out_cooldown,
                   p->out_cooldown_stated);
    judge_flag(w, "disable_scale_in", !want->flow, p->disable_scale_in);
    /* Under DisableScaleIn the other cooldown means nothing. */
    if (want->flow)
        judge_cooldown(w, "scale_in_cooldown", want->scale_in_cooldown_s, p->scale_in_cooldown,
                       p->in_cooldown_stated);
}

static const char *steps_text(struct work *w, const struct aws_policy *p)
{
    struct strbuf sb = {0};
    for (size_t i = 0; i < p->n_steps; i++)
        sb_addf(&sb, "%s%+lld from %s to %s", i ? "; " : "", (long long)p->steps[i].adjustment,
                aws_number(w->a, p->steps[i].lower), aws_number(w->a, p->steps[i].upper));
    const char *r = sb.len ? arena_strdup(w->a, sb_str(&sb)) : "none";
    sb_free(&sb);
    return r;
}

static void compare_step(struct work *w)
{
    static const struct aws_policy none = {0};
    const struct aws_policy *p = w->out->in;
    enter(w, AWS_OBJ_SCALE_IN, AWS_POLICIES, p != NULL);
    p = p ? p : &none;
    judge_text(w, "adjustment_type", "ChangeInCapacity", p->adjustment_type);
    judge_text(w, "steps", "-1 from -inf to 0", steps_text(w, p));
    judge_text(w, "aggregation", "Average", p->aggregation);
    judge_cooldown(w, "cooldown", w->want->scale_in_cooldown_s, p->cooldown, p->cooldown_stated);
}

/* Which of two alarms is rather the one that was planned. */
static const struct aws_alarm *rather(const struct aws_metric *own, const char *name, const struct aws_alarm *best,
                                      const struct aws_alarm *a)
{
    if (!a || aws_made_alarm(a))
        return best;
    if (!best)
        return a;
    int p = 2 * (aws_metric_order(&best->metric, own) == 0) + same_text(best->name, name);
    int q = 2 * (aws_metric_order(&a->metric, own) == 0) + same_text(a->name, name);
    if (p != q)
        return q > p ? a : best;
    return strcmp(a->name, best->name) < 0 ? a : best;
}

/* Either side may name the other: the policy lists its alarms, the alarm its actions. */
static void find_in_alarm(struct work *w, const struct aws_metric *own)
{
    const struct aws_policy *p = w->out->in;
    const char *name = aws_name_of(w->a, w->want, "scale-in");
    const struct aws_alarm *best = NULL;
    size_t n = 0;
    for (size_t i = 0; p && i < p->n_alarms; i++)
        best = rather(own, name, best, aws_find_alarm(w->x, p->alarms[i]));
    const struct aws_wire *wires = p && p->arn ? aws_find_wires(w->x, p->arn, &n) : NULL;
    for (size_t i = 0; i < n; i++)
        best = rather(own, name, best, wires[i].alarm);
    w->out->in_alarm_wired = best != NULL;
    if (!best)
        best = rather(own, name, best, aws_find_alarm(w->x, name));
    if (!best) {
        const struct aws_watch *watches = aws_find_watches(w->x, w->want->endpoint, &n);
        for (size_t i = 0; i < n; i++)
            if (aws_metric_order(&watches[i].alarm->metric, own) == 0 && watches[i].alarm->comparison &&
                strncmp(watches[i].alarm->comparison, "LessThan", 8) == 0)
                best = rather(own, name, best, watches[i].alarm);
    }
    w->out->in_alarm = best;
}

/* What both of our alarms have in common. */
static void compare_alarm(struct work *w, const struct aws_alarm *a, const struct aws_metric *own,
                          const char *statistic, double threshold, const char *comparison, const char *treat_missing)
{
    static const struct aws_alarm none = {
        .period = INT_UNKNOWN, .evaluation_periods = INT_UNKNOWN, .datapoints = INT_UNKNOWN, .threshold = NAN};
    struct aws_metric math = {.space = "(metric math)", .name = ""};
    a = a ? a : &none;
    judge_metric(w, own, a->expression ? &math : &a->metric);
    judge_text(w, "statistic", statistic, a->extended ? a->extended : a->statistic);
    judge_int(w, "period", 60, a->period);
    judge_int(w, "evaluation_periods", 3, a->evaluation_periods);
    judge_int(w, "datapoints_to_alarm", 3, a->datapoints);
    judge_number(w, "threshold", threshold, a->threshold);
    judge_text(w, "comparison", comparison, a->comparison);
    judge_text(w, "treat_missing_data", treat_missing, a->treat_missing);
    judge(w, "unit", true, a->unit == NULL, "none", a->unit ? a->unit : "none");
    judge_flag(w, "actions_enabled", true, a->actions_enabled);
}

static void other_alarms(struct work *w)
{
    size_t n = 0;
    const struct aws_policy *p = w->out->in;
    const struct aws_wire *wires = p && p->arn ? aws_find_wires(w->x, p->arn, &n) : NULL;
    for (size_t i = 0; i < n; i++)
        if (wires[i].alarm != w->out->in_alarm && (i == 0 || wires[i].alarm != wires[i - 1].alarm))
            add(w, "other_alarm", AWS_MISMATCH, "none", wires[i].alarm->name);
}

static void compare_in_alarm(struct work *w)
{
    struct aws_metric own = own_metric(w, "ConcurrentRequestsPerModel");
    find_in_alarm(w, &own);
    enter(w, AWS_OBJ_IN_ALARM, AWS_ALARMS, w->out->in_alarm != NULL);
    compare_alarm(w, w->out->in_alarm, &own, "Average", w->want->scale_in_threshold, "LessThanOrEqualToThreshold",
                  "missing");
    /* Whether the alarm calls the policy cannot be said while the policy may be on another page. */
    judge(w, "action", w->out->in || aws_complete(w->x, AWS_POLICIES), w->out->in_alarm_wired, "the scale-in policy",
          w->out->in_alarm_wired ? "the scale-in policy" : "not the scale-in policy");
    if (w->out->in_alarm)
        other_alarms(w);
}

static void compare_first_chunk(struct work *w)
{
    struct aws_metric own = own_metric(w, "FirstChunkLatency");
    const char *name = aws_name_of(w->a, w->want, "first-chunk-p95");
    size_t n;
    const struct aws_watch *watches = aws_find_watches(w->x, w->want->endpoint, &n);
    const struct aws_alarm *best = aws_find_alarm(w->x, name);
    for (size_t i = 0; i < n; i++)
        if (aws_metric_order(&watches[i].alarm->metric, &own) == 0)
            best = rather(&own, name, best, watches[i].alarm);
    w->out->first_chunk = best;
    if (!w->want->first_chunk && !best)
        return;
    enter(w, AWS_OBJ_FIRST_CHUNK, AWS_ALARMS, best != NULL);
    if (w->want->first_chunk) {
        /* Without a figure at N=1 no such alarm is planned, so its absence is no fault. */
        if (!num_known(w->want->first_chunk_us) && !best)
            w->absent = AWS_NOT_CHECKED;
        compare_alarm(w, best, &own, "p95", w->want->first_chunk_us, "GreaterThanThreshold", "notBreaching");
        judge_text(w, "low_sample_count", "evaluate", best && best->low_sample ? best->low_sample : "evaluate");
    } else {
        judge_flag(w, "actions_enabled", true, best->actions_enabled);
    }
}

void aws_compare(const struct aws_exports *x, const struct aws_expected *want, struct arena *a,
                 struct aws_comparison *out)
{
    *out = (struct aws_comparison){0};
    struct work w = {.x = x, .want = want, .a = a, .out = out};
    compare_target(&w);
    choose_policies(&w);
    compare_tracking(&w);
    if (!want->flow) {
        compare_step(&w);
        compare_in_alarm(&w);
    }
    compare_first_chunk(&w);
    w.object = AWS_OBJ_OTHER;
    for (size_t i = 0; i < out->n_others; i++)
        add(&w, "policy", AWS_MISMATCH, "none", out->others[i]->name);
}

void aws_comparison_free(struct aws_comparison *c)
{
    free(c->fields);
    *c = (struct aws_comparison){0};
}
