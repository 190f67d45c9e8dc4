#include "aws/mend.h"

#include "aws/text.h"
#include "base/jsonw.h"

#include <assert.h>
#include <string.h>

enum kind { TEXT, TEXTS, DIMENSIONS, INTEGER, NUMBER, JSON, SHELL };

struct param {
    const char *flag, *key; /* "--policy-name", "PolicyName" */
    enum kind kind;
    const char *text; /* TEXT; JSON: a value on one line; SHELL: words, already quoted */
    const char *const *texts;
    const struct aws_dimension *dims;
    size_t n;
    int64_t integer;
    double number;
};

struct call {
    const char *command; /* "cloudwatch put-metric-alarm" */
    struct param params[20];
    size_t n;
};

static struct param *next(struct call *c, const char *flag, const char *key, enum kind kind)
{
    assert(c->n < sizeof c->params / sizeof *c->params);
    struct param *p = &c->params[c->n++];
    *p = (struct param){.flag = flag, .key = key, .kind = kind};
    return p;
}

static void text(struct call *c, const char *flag, const char *key, const char *value)
{
    if (value)
        next(c, flag, key, TEXT)->text = value;
}

static void texts(struct call *c, const char *flag, const char *key, const char *const *values, size_t n)
{
    if (n == 0)
        return;
    struct param *p = next(c, flag, key, TEXTS);
    p->texts = values;
    p->n = n;
}

static void dimensions(struct call *c, const struct aws_dimension *dims, size_t n)
{
    if (n == 0)
        return;
    struct param *p = next(c, "--dimensions", "Dimensions", DIMENSIONS);
    p->dims = dims;
    p->n = n;
}

static void integer(struct call *c, const char *flag, const char *key, int64_t n)
{
    if (int_known(n))
        next(c, flag, key, INTEGER)->integer = n;
}

static void json(struct call *c, const char *flag, const char *key, const char *value)
{
    next(c, flag, key, JSON)->text = value;
}

/* A value that the CLI takes as it is written: it gives meaning to a dash, a bracket and a brace in
 * front, to commas and equal signs in lists, and to file:// and its like. */
static bool plain(const char *value)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+:./ -";
    size_t n = strlen(value);
    return n > 0 && strspn(value, allowed) == n && value[0] != '-' && value[0] != ' ' && !strstr(value, "://");
}

static bool all_plain(const struct call *c)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct param *p = &c->params[i];
        if (p->kind == TEXT && !plain(p->text))
            return false;
        for (size_t k = 0; p->kind == TEXTS && k < p->n; k++)
            if (!plain(p->texts[k]))
                return false;
        for (size_t k = 0; p->kind == DIMENSIONS && k < p->n; k++)
            if (!plain(p->dims[k].name) || !plain(p->dims[k].value))
                return false;
    }
    return true;
}

static void as_flag(struct arena *a, const struct param *p, struct strbuf *out)
{
    sb_addf(out, " %s", p->flag);
    switch (p->kind) {
    case TEXT:
    case JSON:
        sb_addc(out, ' ');
        shell_word(out, p->text);
        break;
    case TEXTS:
        for (size_t i = 0; i < p->n; i++) {
            sb_addc(out, ' ');
            shell_word(out, p->texts[i]);
        }
        break;
    case DIMENSIONS:
        for (size_t i = 0; i < p->n; i++) {
            sb_addc(out, ' ');
            shell_word(out, arena_printf(a, "Name=%s,Value=%s", p->dims[i].name, p->dims[i].value));
        }
        break;
    case INTEGER: sb_addf(out, " %lld", (long long)p->integer); break;
    case NUMBER: sb_addf(out, " %s", aws_number(a, p->number)); break;
    case SHELL: sb_addf(out, " %s", p->text); break;
    }
}

static void as_member(const struct param *p, struct jsonw *w)
{
    jw_key(w, p->key);
    switch (p->kind) {
    case TEXT: jw_string(w, p->text); break;
    case JSON: jw_raw(w, p->text); break;
    case TEXTS:
        jw_array(w);
        for (size_t i = 0; i < p->n; i++)
            jw_string(w, p->texts[i]);
        jw_end(w);
        break;
    case DIMENSIONS:
        jw_array(w);
        for (size_t i = 0; i < p->n; i++) {
            jw_object(w);
            jw_kstring(w, "Name", p->dims[i].name);
            jw_kstring(w, "Value", p->dims[i].value);
            jw_end(w);
        }
        jw_end(w);
        break;
    case INTEGER: jw_int(w, p->integer); break;
    case NUMBER:
    case SHELL: jw_double(w, p->number); break;
    }
}

static const char *line(struct arena *a, const struct call *c)
{
    struct strbuf out = {0};
    bool flags = all_plain(c);
    sb_addf(&out, "aws %s", c->command);
    if (!flags) {
        struct strbuf body = {0};
        struct jsonw w;
        jw_init(&w, &body, 0);
        jw_object(&w);
        for (size_t i = 0; i < c->n; i++)
            if (c->params[i].kind != SHELL)
                as_member(&c->params[i], &w);
        jw_end(&w);
        sb_add(&out, " --cli-input-json ");
        shell_word(&out, sb_str(&body));
        sb_free(&body);
    }
    for (size_t i = 0; i < c->n; i++)
        if (flags || c->params[i].kind == SHELL)
            as_flag(a, &c->params[i], &out);
    const char *r = arena_strdup(a, sb_str(&out));
    sb_free(&out);
    return r;
}

static void name_target(struct call *c, const char *resource_id, const char *dimension)
{
    text(c, "--service-namespace", "ServiceNamespace", "sagemaker");
    text(c, "--resource-id", "ResourceId", resource_id);
    text(c, "--scalable-dimension", "ScalableDimension", dimension);
}

const char *mend_capacity(struct arena *a, const struct aws_expected *want)
{
    struct call c = {.command = "application-autoscaling register-scalable-target"};
    name_target(&c, want->resource_id, AWS_VARIANT_DIMENSION);
    integer(&c, "--min-capacity", "MinCapacity", want->min);
    integer(&c, "--max-capacity", "MaxCapacity", want->max);
    return line(a, &c);
}

const char *mend_suspended(struct arena *a, const struct aws_expected *want)
{
    struct call c = {.command = "application-autoscaling register-scalable-target"};
    name_target(&c, want->resource_id, AWS_VARIANT_DIMENSION);
    json(&c, "--suspended-state", "SuspendedState",
         "{\"DynamicScalingInSuspended\":false,\"DynamicScalingOutSuspended\":false,"
         "\"ScheduledScalingSuspended\":false}");
    return line(a, &c);
}

static void name_policy(struct call *c, const char *name, const struct aws_expected *want, const char *type)
{
    text(c, "--policy-name", "PolicyName", name);
    name_target(c, want->resource_id, AWS_VARIANT_DIMENSION);
    text(c, "--policy-type", "PolicyType", type);
}

static const char *keep(struct arena *a, struct strbuf *sb)
{
    const char *r = arena_strdup(a, sb_str(sb));
    sb_free(sb);
    return r;
}

static int64_t known_or(int64_t wanted, bool stated, int64_t deployed)
{
    return int_known(wanted) ? wanted : stated ? deployed : INT_UNKNOWN;
}

const char *mend_scale_out(struct arena *a, const struct aws_expected *want, const struct aws_policy *p)
{
    struct call c = {.command = "application-autoscaling put-scaling-policy"};
    double target = num_known(want->target_value) ? want->target_value : p ? p->target_value : NUM_UNKNOWN;
    int64_t out = known_or(want->scale_out_cooldown_s, p && p->out_cooldown_stated, p ? p->scale_out_cooldown : 0);
    int64_t in = known_or(want->scale_in_cooldown_s, p && p->in_cooldown_stated, p ? p->scale_in_cooldown : 0);
    if (!num_known(target))
        return NULL;
    struct strbuf body = {0};
    struct jsonw w;
    jw_init(&w, &body, 0);
    jw_object(&w);
    jw_kdouble(&w, "TargetValue", target);
    jw_key(&w, "PredefinedMetricSpecification");
    jw_object(&w);
    jw_kstring(&w, "PredefinedMetricType", aws_metric_type(want));
    jw_end(&w);
    if (int_known(out))
        jw_kint(&w, "ScaleOutCooldown", out);
    if (want->flow && int_known(in))
        jw_kint(&w, "ScaleInCooldown", in);
    jw_kbool(&w, "DisableScaleIn", !want->flow);
    jw_end(&w);
    name_policy(&c, p ? p->name : aws_out_name(a, want), want, "TargetTrackingScaling");
    json(&c, "--target-tracking-scaling-policy-configuration", "TargetTrackingScalingPolicyConfiguration",
         keep(a, &body));
    return line(a, &c);
}

const char *mend_scale_in(struct arena *a, const struct aws_expected *want, const struct aws_policy *p)
{
    struct call c = {.command = "application-autoscaling put-scaling-policy"};
    int64_t cooldown = known_or(want->scale_in_cooldown_s, p && p->cooldown_stated, p ? p->cooldown : 0);
    struct strbuf body = {0};
    sb_add(&body, "{\"AdjustmentType\":\"ChangeInCapacity\",\"StepAdjustments\":[{"
                  "\"MetricIntervalUpperBound\":0.0,"
                  "\"ScalingAdjustment\":-1}],");
    if (int_known(cooldown))
        sb_addf(&body, "\"Cooldown\":%lld,", (long long)cooldown);
    sb_add(&body, "\"MetricAggregationType\":\"Average\"}");
    name_policy(&c, p ? p->name : aws_name_of(a, want, "scale-in"), want, "StepScaling");
    json(&c, "--step-scaling-policy-configuration", "StepScalingPolicyConfiguration", keep(a, &body));
    return line(a, &c);
}

/* "$(aws ... describe-scaling-policies ...)": the ARN of a policy that this export does not know.
 */
static const char *look_up_arn(struct arena *a, const struct aws_expected *want, const char *policy_name)
{
    struct call c = {.command = "application-autoscaling describe-scaling-policies"};
    const char **names = arena_array(a, 1, sizeof *names);
    names[0] = policy_name;
    texts(&c, "--policy-names", "PolicyNames", names, 1);
    name_target(&c, want->resource_id, AWS_VARIANT_DIMENSION);
    return arena_printf(a, "\"$(%s --query 'ScalingPolicies[0].PolicyARN' --output text)\"", line(a, &c));
}

/* An action that names the policy, whose ARN is looked up when the line runs. */
static bool calls_policy(const char *action, const char *policy_name)
{
    const char *at = strstr(action, ":policyName/");
    return at && strcmp(at + strlen(":policyName/"), policy_name) == 0;
}

const char *mend_in_alarm(struct arena *a, const struct aws_expected *want, const struct aws_alarm *alarm,
                          const struct aws_policy *p)
{
    struct call c = {.command = "cloudwatch put-metric-alarm"};
    double threshold = num_known(want->scale_in_threshold) ? want->scale_in_threshold
                       : alarm                             ? alarm->threshold
                                                           : NUM_UNKNOWN;
    if (!num_known(threshold))
        return NULL;
    struct aws_dimension *dims = arena_array(a, 2, sizeof *dims);
    dims[0] = (struct aws_dimension){"EndpointName", want->endpoint};
    dims[1] = (struct aws_dimension){"VariantName", want->variant};
    text(&c, "--alarm-name", "AlarmName", alarm ? alarm->name : aws_name_of(a, want, "scale-in"));
    if (alarm && alarm->description && *alarm->description)
        text(&c, "--alarm-description", "AlarmDescription", alarm->description);
    text(&c, "--namespace", "Namespace", "AWS/SageMaker");
    text(&c, "--metric-name", "MetricName", "ConcurrentRequestsPerModel");
    dimensions(&c, dims, 2);
    text(&c, "--statistic", "Statistic", "Average");
    integer(&c, "--period", "Period", 60);
    integer(&c, "--evaluation-periods", "EvaluationPeriods", 3);
    integer(&c, "--datapoints-to-alarm", "DatapointsToAlarm", 3);
    next(&c, "--threshold", "Threshold", NUMBER)->number = threshold;
    text(&c, "--comparison-operator", "ComparisonOperator", "LessThanOrEqualToThreshold");
    text(&c, "--treat-missing-data", "TreatMissingData", "missing");
    if (alarm) {
        texts(&c, "--ok-actions", "OKActions", alarm->ok_actions, alarm->n_ok_actions);
        texts(&c, "--insufficient-data-actions", "InsufficientDataActions", alarm->no_data_actions,
              alarm->n_no_data_actions);
    }
    size_t n = alarm ? alarm->n_actions : 0;
    if (!p || !p->arn) {
        const char *policy_name = p ? p->name : aws_name_of(a, want, "scale-in");
        struct strbuf words = {0};
        for (size_t i = 0; i < n; i++)
            if (!calls_policy(alarm->actions[i], policy_name)) {
                shell_word(&words, alarm->actions[i]);
                sb_addc(&words, ' ');
            }
        sb_add(&words, look_up_arn(a, want, policy_name));
        next(&c, "--alarm-actions", "AlarmActions", SHELL)->text = keep(a, &words);
        return line(a, &c);
    }
    bool there = false;
    const char **actions = arena_array(a, n + 1, sizeof *actions);
    for (size_t i = 0; i < n; i++) {
        actions[i] = alarm->actions[i];
        there = there || strcmp(actions[i], p->arn) == 0;
    }
    if (!there)
        actions[n++] = p->arn;
    texts(&c, "--alarm-actions", "AlarmActions", actions, n);
    return line(a, &c);
}

static const char *on_alarm(struct arena *a, const char *command, const char *alarm_name)
{
    struct call c = {.command = command};
    const char **names = arena_array(a, 1, sizeof *names);
    names[0] = alarm_name;
    texts(&c, "--alarm-names", "AlarmNames", names, 1);
    return line(a, &c);
}

const char *mend_actions(struct arena *a, const char *alarm_name)
{
    return on_alarm(a, "cloudwatch enable-alarm-actions", alarm_name);
}

const char *mend_delete_alarm(struct arena *a, const char *alarm_name)
{
    return on_alarm(a, "cloudwatch delete-alarms", alarm_name);
}

const char *mend_deregister(struct arena *a, const struct aws_target *t)
{
    struct call c = {.command = "application-autoscaling deregister-scalable-target"};
    name_target(&c, t->resource_id, t->dimension);
    return line(a, &c);
}

const char *mend_delete_policy(struct arena *a, const struct aws_policy *p)
{
    struct call c = {.command = "application-autoscaling delete-scaling-policy"};
    text(&c, "--policy-name", "PolicyName", p->name);
    name_target(&c, p->resource_id, p->dimension);
    return line(a, &c);
}

const char *mend_look(struct arena *a, const struct aws_metric *m)
{
    struct call c = {.command = "cloudwatch list-metrics"};
    text(&c, "--namespace", "Namespace", m->space);
    text(&c, "--metric-name", "MetricName", m->name);
    dimensions(&c, m->dims, m->n_dims);
    return line(a, &c);
}
