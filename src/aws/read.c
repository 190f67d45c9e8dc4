/* Reading the describe commands' documents. Unknown members are ignored wherever they stand. */
#include "aws/exports.h"

#include "base/date.h"
#include "base/file.h"
#include "base/limits.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

struct shape {
    const char *key, *option, *command;
};

static const struct shape shapes[AWS_KINDS] = {
    [AWS_TARGETS] = {"ScalableTargets", "--targets", "application-autoscaling describe-scalable-targets"},
    [AWS_POLICIES] = {"ScalingPolicies", "--policies", "application-autoscaling describe-scaling-policies"},
    [AWS_ALARMS] = {"MetricAlarms", "--alarms", "cloudwatch describe-alarms"},
    [AWS_METRICS] = {"Metrics", "--metrics", "cloudwatch list-metrics"},
};

struct aws_exports *aws_exports_new(void)
{
    struct aws_exports *x = xcalloc(1, sizeof *x);
    x->arena = arena_new();
    return x;
}

void aws_exports_free(struct aws_exports *x)
{
    if (!x)
        return;
    free(x->targets);
    free(x->policies);
    free(x->alarms);
    free(x->metrics);
    free(x->wires);
    free(x->watches);
    free(x->notes);
    arena_free(x->arena);
    free(x);
}

/* Room for one more element of SIZE bytes in the list of KIND. */
static void *more(struct aws_exports *x, enum aws_kind kind, void *list, size_t size)
{
    if (x->n[kind] < x->cap[kind])
        return list;
    x->cap[kind] = x->cap[kind] ? 2 * x->cap[kind] : 64;
    return xreallocarray(list, x->cap[kind], size);
}

static const char *text_or(const char *text, const char *otherwise)
{
    return text ? text : otherwise;
}

static int64_t int_or(int64_t n, int64_t otherwise)
{
    return int_known(n) ? n : otherwise;
}

static bool flag_of(const struct json_ref *obj, const char *key, bool otherwise, struct err *e)
{
    enum tri t = TRI_UNKNOWN;
    json_get_bool(obj, key, JSON_OPTIONAL, &t, e);
    return t == TRI_UNKNOWN ? otherwise : t == TRI_YES;
}

static int dimension_order(const void *a, const void *b)
{
    const struct aws_dimension *p = a, *q = b;
    int c = strcmp(p->name, q->name);
    return c ? c : strcmp(p->value, q->value);
}

static int read_dimensions(struct aws_exports *x, const struct json_ref *obj, struct aws_metric *m, struct err *e)
{
    struct json_ref list, at = {0};
    if (json_get_array(obj, "Dimensions", JSON_OPTIONAL, LIMIT_LIST, &list, e) != 0)
        return e->code;
    m->dims = arena_array(x->arena, json_count(&list), sizeof *m->dims);
    while (json_each(&list, &at)) {
        if (json_as_object(&at, e) != 0)
            return e->code;
        struct aws_dimension *d = &m->dims[m->n_dims++];
        json_get_string(&at, "Name", JSON_REQUIRED, x->arena, &d->name, e);
        json_get_string(&at, "Value", JSON_REQUIRED, x->arena, &d->value, e);
        if (e->code != 0)
            return e->code;
    }
    if (m->n_dims > 1)
        qsort(m->dims, m->n_dims, sizeof *m->dims, dimension_order);
    return 0;
}

static int read_metric(struct aws_exports *x, const struct json_ref *obj, struct aws_metric *m, struct err *e)
{
    json_get_string(obj, "Namespace", JSON_OPTIONAL, x->arena, &m->space, e);
    json_get_string(obj, "MetricName", JSON_OPTIONAL, x->arena, &m->name, e);
    return e->code != 0 ? e->code : read_dimensions(x, obj, m, e);
}

static int read_texts(struct aws_exports *x, const struct json_ref *obj, const char *key, const char ***out,
                      size_t *n, struct err *e)
{
    struct json_ref list, at = {0};
    if (json_get_array(obj, key, JSON_OPTIONAL, LIMIT_LIST, &list, e) != 0)
        return e->code;
    *out = arena_array(x->arena, json_count(&list), sizeof **out);
    while (json_each(&list, &at))
        if (json_as_string(&at, x->arena, &(*out)[(*n)++], e) != 0)
            return e->code;
    return 0;
}

static int read_target(struct aws_exports *x, const struct json_ref *at, struct err *e)
{
    struct aws_target t = {.seq = x->n[AWS_TARGETS]};
    struct json_ref suspended;
    json_get_string(at, "ResourceId", JSON_REQUIRED, x->arena, &t.resource_id, e);
    json_get_string(at, "ScalableDimension", JSON_REQUIRED, x->arena, &t.dimension, e);
    json_get_int(at, "MinCapacity", JSON_REQUIRED, &t.min, e);
    json_get_int(at, "MaxCapacity", JSON_REQUIRED, &t.max, e);
    if (json_get_object(at, "SuspendedState", JSON_OPTIONAL, &suspended, e) != 0)
        return e->code;
    t.in_suspended = flag_of(&suspended, "DynamicScalingInSuspended", false, e);
    t.out_suspended = flag_of(&suspended, "DynamicScalingOutSuspended", false, e);
    t.scheduled_suspended = flag_of(&suspended, "ScheduledScalingSuspended", false, e);
    if (e->code != 0)
        return e->code;
    x->targets = more(x, AWS_TARGETS, x->targets, sizeof *x->targets);
    x->targets[x->n[AWS_TARGETS]++] = t;
    return 0;
}

static int read_tracking(struct aws_exports *x, const struct json_ref *at, struct aws_policy *p, struct err *e)
{
    struct json_ref c, predefined, custom;
    int64_t out = INT_UNKNOWN, in = INT_UNKNOWN;
    if (json_get_object(at, "TargetTrackingScalingPolicyConfiguration", JSON_REQUIRED, &c, e) != 0)
        return e->code;
    json_get_number(&c, "TargetValue", JSON_REQUIRED, &p->target_value, e);
    json_get_int(&c, "ScaleOutCooldown", JSON_OPTIONAL, &out, e);
    json_get_int(&c, "ScaleInCooldown", JSON_OPTIONAL, &in, e);
    p->disable_scale_in = flag_of(&c, "DisableScaleIn", false, e);
    json_get_object(&c, "PredefinedMetricSpecification", JSON_OPTIONAL, &predefined, e);
    json_get_object(&c, "CustomizedMetricSpecification", JSON_OPTIONAL, &custom, e);
    if (e->code != 0)
        return e->code;
    p->out_cooldown_stated = int_known(out);
    p->in_cooldown_stated = int_known(in);
    p->scale_out_cooldown = int_or(out, AWS_DEFAULT_COOLDOWN_S);
    p->scale_in_cooldown = int_or(in, AWS_DEFAULT_COOLDOWN_S);
    if (json_type(&predefined) == JSON_OBJECT)
        return json_get_string(&predefined, "PredefinedMetricType", JSON_REQUIRED, x->arena, &p->predefined, e);
    if (json_type(&custom) != JSON_OBJECT)
        return 0;
    /* Metric math has a list `Metrics` in place of a metric's name. */
    p->customized = true;
    json_get_int(&custom, "Period", JSON_OPTIONAL, &p->period, e);
    json_get_string(&custom, "Statistic", JSON_OPTIONAL, x->arena, &p->statistic, e);
    p->period = int_or(p->period, AWS_DEFAULT_METRIC_PERIOD_S);
    return read_metric(x, &custom, &p->custom, e);
}

static int read_step(struct aws_exports *x, const struct json_ref *at, struct aws_policy *p, struct err *e)
{
    struct json_ref c, list, item = {0};
    int64_t cooldown = INT_UNKNOWN;
    if (json_get_object(at, "StepScalingPolicyConfiguration", JSON_REQUIRED, &c, e) != 0)
        return e->code;
    json_get_string(&c, "AdjustmentType", JSON_OPTIONAL, x->arena, &p->adjustment_type, e);
    json_get_string(&c, "MetricAggregationType", JSON_OPTIONAL, x->arena, &p->aggregation, e);
    json_get_int(&c, "Cooldown", JSON_OPTIONAL, &cooldown, e);
    json_get_array(&c, "StepAdjustments", JSON_OPTIONAL, LIMIT_LIST, &list, e);
    if (e->code != 0)
        return e->code;
    p->aggregation = text_or(p->aggregation, "Average");
    p->cooldown_stated = int_known(cooldown);
    p->cooldown = int_or(cooldown, AWS_DEFAULT_COOLDOWN_S);
    p->steps = arena_array(x->arena, json_count(&list), sizeof *p->steps);
    while (json_each(&list, &item)) {
        if (json_as_object(&item, e) != 0)
            return e->code;
        struct aws_step *s = &p->steps[p->n_steps++];
        json_get_number(&item, "MetricIntervalLowerBound", JSON_OPTIONAL, &s->lower, e);
        json_get_number(&item, "MetricIntervalUpperBound", JSON_OPTIONAL, &s->upper, e);
        json_get_int(&item, "ScalingAdjustment", JSON_REQUIRED, &s->adjustment, e);
        if (e->code != 0)
            return e->code;
        s->lower = num_known(s->lower) ? s->lower : -INFINITY;
        s->upper = num_known(s->upper) ? s->upper : INFINITY;
    }
    return 0;
}

static int read_policy_alarms(struct aws_exports *x, const struct json_ref *at, struct aws_policy *p, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(at, "Alarms", JSON_OPTIONAL, LIMIT_LIST, &list, e) != 0)
        return e->code;
    p->alarms = arena_array(x->arena, json_count(&list), sizeof *p->alarms);
    while (json_each(&list, &item)) {
        const char *name = NULL, *arn = NULL;
        if (json_as_object(&item, e) != 0)
            return e->code;
        json_get_string(&item, "AlarmName", JSON_OPTIONAL, x->arena, &name, e);
        json_get_string(&item, "AlarmARN", JSON_OPTIONAL, x->arena, &arn, e);
        if (e->code != 0)
            return e->code;
        /* arn:aws:cloudwatch:REGION:ACCOUNT:alarm:NAME, and a name may hold colons itself */
        const char *tail = arn ? strstr(arn, ":alarm:") : NULL;
        if (!name && tail)
            name = tail + strlen(":alarm:");
        if (name)
            p->alarms[p->n_alarms++] = name;
    }
    return 0;
}

static int read_policy(struct aws_exports *x, const struct json_ref *at, struct err *e)
{
    struct aws_policy p = {.target_value = NUM_UNKNOWN, .seq = x->n[AWS_POLICIES]};
    json_get_string(at, "ResourceId", JSON_REQUIRED, x->arena, &p.resource_id, e);
    json_get_string(at, "ScalableDimension", JSON_REQUIRED, x->arena, &p.dimension, e);
    json_get_string(at, "PolicyName", JSON_REQUIRED, x->arena, &p.name, e);
    json_get_string(at, "PolicyType", JSON_REQUIRED, x->arena, &p.type_name, e);
    json_get_string(at, "PolicyARN", JSON_OPTIONAL, x->arena, &p.arn, e);
    if (e->code != 0)
        return e->code;
    p.type = strcmp(p.type_name, "TargetTrackingScaling") == 0 ? AWS_TRACKING
             : strcmp(p.type_name, "StepScaling") == 0         ? AWS_STEP
                                                               : AWS_OTHER_POLICY;
    if (p.type == AWS_TRACKING && read_tracking(x, at, &p, e) != 0)
        return e->code;
    if (p.type == AWS_STEP && read_step(x, at, &p, e) != 0)
        return e->code;
    if (read_policy_alarms(x, at, &p, e) != 0)
        return e->code;
    x->policies = more(x, AWS_POLICIES, x->policies, sizeof *x->policies);
    x->policies[x->n[AWS_POLICIES]++] = p;
    return 0;
}

/* CLI 2 writes text with an offset, CLI 1 a number of seconds; anything else is left out. */
static const char *stamp_of(struct aws_exports *x, const struct json_ref *obj, const char *key)
{
    struct json_ref at = json_member(obj, key);
    const char *text = json_text(&at);
    double seconds = json_number(&at);
    int64_t us;
    char buf[32];
    if (text && date_parse(text, &us) == 0)
        seconds = floor((double)us / 1e6);
    if (!num_known(seconds) || seconds < 0 || seconds > 253402300799.0)
        return NULL;
    date_stamp(buf, (int64_t)seconds);
    return arena_strdup(x->arena, buf);
}

static int read_alarm(struct aws_exports *x, const struct json_ref *at, struct err *e)
{
    struct aws_alarm a = {.seq = x->n[AWS_ALARMS]};
    struct json_ref math;
    struct arena *mem = x->arena;
    json_get_string(at, "AlarmName", JSON_REQUIRED, mem, &a.name, e);
    json_get_string(at, "AlarmDescription", JSON_OPTIONAL, mem, &a.description, e);
    json_get_string(at, "Statistic", JSON_OPTIONAL, mem, &a.statistic, e);
    json_get_string(at, "ExtendedStatistic", JSON_OPTIONAL, mem, &a.extended, e);
    json_get_string(at, "Unit", JSON_OPTIONAL, mem, &a.unit, e);
    json_get_string(at, "ComparisonOperator", JSON_OPTIONAL, mem, &a.comparison, e);
    json_get_string(at, "TreatMissingData", JSON_OPTIONAL, mem, &a.treat_missing, e);
    json_get_string(at, "EvaluateLowSampleCountPercentile", JSON_OPTIONAL, mem, &a.low_sample, e);
    json_get_string(at, "StateValue", JSON_OPTIONAL, mem, &a.state, e);
    json_get_int(at, "Period", JSON_OPTIONAL, &a.period, e);
    json_get_int(at, "EvaluationPeriods", JSON_OPTIONAL, &a.evaluation_periods, e);
    json_get_int(at, "DatapointsToAlarm", JSON_OPTIONAL, &a.datapoints, e);
    json_get_number(at, "Threshold", JSON_OPTIONAL, &a.threshold, e);
    json_get_array(at, "Metrics", JSON_OPTIONAL, LIMIT_LIST, &math, e);
    a.actions_enabled = flag_of(at, "ActionsEnabled", true, e);
    read_texts(x, at, "AlarmActions", &a.actions, &a.n_actions, e);
    read_texts(x, at, "OKActions", &a.ok_actions, &a.n_ok_actions, e);
    read_texts(x, at, "InsufficientDataActions", &a.no_data_actions, &a.n_no_data_actions, e);
    if (e->code != 0 || read_metric(x, at, &a.metric, e) != 0)
        return e->code;
    a.expression = !a.metric.name && json_count(&math) > 0;
    a.datapoints = int_or(a.datapoints, a.evaluation_periods);
    a.treat_missing = text_or(a.treat_missing, "missing");
    a.state_since = stamp_of(x, at, "StateUpdatedTimestamp");
    x->alarms = more(x, AWS_ALARMS, x->alarms, sizeof *x->alarms);
    x->alarms[x->n[AWS_ALARMS]++] = a;
    return 0;
}

static int read_listed_metric(struct aws_exports *x, const struct json_ref *at, struct err *e)
{
    struct aws_metric m = {0};
    if (read_metric(x, at, &m, e) != 0)
        return e->code;
    x->metrics = more(x, AWS_METRICS, x->metrics, sizeof *x->metrics);
    x->metrics[x->n[AWS_METRICS]++] = m;
    return 0;
}

/* One element of a document's list. *service is the namespace that targets and policies state. */
static int read_element(struct aws_exports *x, enum aws_kind kind, const struct json_ref *at, const char **service,
                        struct err *e)
{
    if (json_as_object(at, e) != 0)
        return e->code;
    if (kind == AWS_ALARMS)
        return read_alarm(x, at, e);
    if (kind == AWS_METRICS)
        return read_listed_metric(x, at, e);
    if (json_get_string(at, "ServiceNamespace", JSON_REQUIRED, x->arena, service, e) != 0)
        return e->code;
    if (strcmp(*service, "sagemaker") != 0) {
        x->elsewhere[kind]++;
        return 0;
    }
    return kind == AWS_TARGETS ? read_target(x, at, e) : read_policy(x, at, e);
}

/* A page with NextToken must be followed by another page of the same list. A page of another
 * service cannot be that one. */
static int follow_pages(struct aws_exports *x, enum aws_kind kind, const struct json_ref *root, const char *file,
                        const char *service, struct err *e)
{
    const char *token = NULL;
    if (json_get_string(root, "NextToken", JSON_OPTIONAL, x->arena, &token, e) != 0)
        return e->code;
    const char *before = x->pending_service[kind];
    if (x->pending[kind] && before && service && strcmp(before, service) != 0 && !x->cut[kind])
        x->cut[kind] = x->pending_file[kind];
    x->pending[kind] = token && *token;
    x->pending_file[kind] = file;
    x->pending_service[kind] = service;
    return 0;
}

/* Reads one document. *ours: it was of this kind. */
static int read_document(struct aws_exports *x, enum aws_kind kind, const struct json_ref *root, const char *file,
                         bool *ours, struct err *e)
{
    if (json_as_object(root, e) != 0)
        return e->code;
    struct json_ref list = json_member(root, shapes[kind].key);
    struct json_ref composite = json_member(root, "CompositeAlarms");
    *ours = json_type(&list) != JSON_ABSENT || (kind == AWS_ALARMS && json_type(&composite) != JSON_ABSENT);
    if (!*ours) {
        /* All exports may have been joined into one file, which is then given to each option. */
        for (int k = 0; k < AWS_KINDS; k++) {
            struct json_ref other = json_member(root, shapes[k].key);
            if (json_type(&other) != JSON_ABSENT)
                return 0;
        }
        return json_fail(&list, e, "is absent, expected the output of `aws %s`", shapes[kind].command);
    }
    if (json_get_array(root, shapes[kind].key, JSON_OPTIONAL, LIMIT_EXPORT_NODES, &list, e) != 0)
        return e->code;
    const char *service = NULL;
    struct json_ref at = {0};
    while (json_each(&list, &at))
        if (read_element(x, kind, &at, &service, e) != 0)
            return e->code;
    return follow_pages(x, kind, root, file, service, e);
}

int aws_exports_parse(struct aws_exports *x, enum aws_kind kind, const char *name, const char *text, size_t len,
                      struct err *e)
{
    const char *file = arena_strdup(x->arena, name);
    const char *shown = file;
    bool any = false;
    size_t at = 0, count = 0;
    for (;;) {
        struct json_doc *doc;
        size_t used;
        if (count > 0)
            shown = arena_printf(x->arena, "%s, document %zu", file, count + 1);
        if (json_parse_next(shown, text + at, len - at, &json_limits_export, &doc, &used, e) != 0)
            return e->code;
        if (!doc)
            break;
        bool ours = false;
        struct json_ref root = json_root(doc);
        int r = read_document(x, kind, &root, file, &ours, e);
        json_free(doc);
        if (r != 0)
            return r;
        any = any || ours;
        at += used;
        count++;
    }
    x->given[kind] = true;
    if (!any)
        return err_set(e, EXIT_REFUSED, "%s: holds no list %s, expected the output of `aws %s` for %s", file,
                       shapes[kind].key, shapes[kind].command, shapes[kind].option);
    return 0;
}

int aws_exports_add(struct aws_exports *x, enum aws_kind kind, const char *path, struct err *e)
{
    struct bytes b;
    if (file_read(path, LIMIT_EXPORT_BYTES, &b, e) != 0)
        return e->code;
    int r = aws_exports_parse(x, kind, file_base(path), b.data, b.len, e);
    bytes_free(&b);
    return r;
}
