#include "render/async_config.h"

#include "base/num.h"
#include "render/template.h"

#include <string.h>

/* Target tracking's own default, written out; and one start must be over before another is asked for. */
enum { COOLDOWN_S = 300 };

/* The alarms. Each is a row of the templates, and of aws-cli one file. */
static const struct alarm {
    const char *stem;  /* of its file, and the end of its name */
    const char *id;    /* logical id in CloudFormation */
    const char *label; /* in Terraform */
    const char *metric, *statistic, *comparison, *missing;
    double threshold;
    int periods; /* of 60 s, all of which must hold */
    bool of_variant;
    const char *text;
} wake_alarm = {
    "wake",
    "WakeAlarm",
    "wake",
    "HasBacklogWithoutCapacity",
    "Average",
    "GreaterThanOrEqualToThreshold",
    "missing",
    1.0,
    2,
    false,
    "Requests wait and no instance runs: starts one. In ALARM until the first instance serves is normal."};
static const struct alarm expired_alert = {
    "expired-requests",
    "ExpiredRequestsAlert",
    "expired_requests",
    "ExpiredRequests",
    "Sum",
    "GreaterThanThreshold",
    "notBreaching",
    0.0,
    1,
    true,
    "Requests were dropped from the queue because their RequestTTLSeconds had passed. They are lost unless sent again."};
static const struct alarm notification_alert = {
    "notification-failures",
    "NotificationFailuresAlert",
    "notification_failures",
    "NotificationFailures",
    "Sum",
    "GreaterThanThreshold",
    "notBreaching",
    0.0,
    1,
    true,
    "A notification about a finished request was not delivered. Look for the output or the failure itself."};
static const struct alarm age_alert = {
    "age-of-oldest-request",
    "AgeOfOldestRequestAlert",
    "age_of_oldest_request",
    "ApproximateAgeOfOldestRequest",
    "Maximum",
    "GreaterThanThreshold",
    "notBreaching",
    0.0,
    1,
    false,
    "The oldest request in the queue has waited for longer than the deadline. Its age in the queue, not of the job: "
    "execution comes on top."};

enum { ALERTS_MOST = 3 };

/* The alerts of S; returns how many. */
static size_t alerts(const struct async_settings *s, struct alarm out[ALERTS_MOST])
{
    size_t n = 0;
    out[n++] = expired_alert;
    out[n++] = notification_alert;
    if (int_known(s->deadline_s)) {
        out[n] = age_alert;
        out[n++].threshold = (double)s->deadline_s;
    }
    return n;
}

static const struct config_file yaml_files[] = {
    {.template_name = "async/cloudformation.yaml.in", .language = LANGUAGE_YAML},
};
static const struct config_file json_files[] = {
    {.template_name = "async/cloudformation.json.in", .language = LANGUAGE_JSON},
};
static const struct config_file terraform_files[] = {
    {.template_name = "async/terraform.tf.in", .language = LANGUAGE_HCL},
};

#define ALARM_FILE "put-metric-alarm-"
#define BODY(stem, template, condition) \
    { \
        stem ".json", "aws-cli/" template ".json.in", LANGUAGE_JSON, condition \
    }
static const struct config_file aws_cli_files[] = {
    BODY("register-scalable-target", "register-scalable-target", CONFIG_ALWAYS),
    BODY("put-scaling-policy-backlog", "async-put-scaling-policy-backlog", CONFIG_ALWAYS),
    BODY("put-scaling-policy-wake", "async-put-scaling-policy-wake", CONFIG_WITH_STEP),
    BODY(ALARM_FILE "wake", "async-put-metric-alarm", CONFIG_WITH_STEP),
    BODY(ALARM_FILE "expired-requests", "async-put-metric-alarm", CONFIG_ALWAYS),
    BODY(ALARM_FILE "notification-failures", "async-put-metric-alarm", CONFIG_ALWAYS),
    BODY(ALARM_FILE "age-of-oldest-request", "async-put-metric-alarm", CONFIG_WITH_ALARM),
    {"deploy.sh", "aws-cli/async-deploy.sh.in", LANGUAGE_SHELL, CONFIG_ALWAYS},
};

#define FILES(list) .files = (list), .n_files = sizeof(list) / sizeof *(list)
const struct config_format async_formats[] = {
    {.name = "cloudformation", FILES(yaml_files)},
    {.name = "cloudformation-json", FILES(json_files)},
    {.name = "terraform", FILES(terraform_files)},
    {.name = "aws-cli", FILES(aws_cli_files)},
    {.name = NULL},
};

int async_config_check(const struct async_settings *s, struct err *e)
{
    if (s->min_instances == 0 && !s->wake)
        return err_set(
            e, EXIT_ANSWER_NO,
            "a minimum of 0 without the wake pair: target tracking alone starts no instance until more than "
            "the target of requests wait, and fewer would wait until they expire");
    return 0;
}

bool async_config_has(const struct async_settings *s, const struct config_file *f)
{
    switch (f->when) {
    case CONFIG_WITH_STEP: return s->wake;
    case CONFIG_WITH_ALARM: return int_known(s->deadline_s);
    case CONFIG_ALWAYS: break;
    }
    return true;
}

static void fill_alarm(struct tvars *v, const struct alarm *a, const char *prefix, struct arena *mem)
{
    tvars_text(v, "alarm_id", a->id);
    tvars_text(v, "alarm_label", a->label);
    tvars_text(v, "alarm_stem", a->stem);
    tvars_text(v, "alarm_file", arena_printf(mem, ALARM_FILE "%s.json", a->stem));
    tvars_text(v, "alarm_name", arena_printf(mem, "%s-%s", prefix, a->stem));
    tvars_text(v, "alarm_text", a->text);
    tvars_text(v, "metric", a->metric);
    tvars_text(v, "statistic", a->statistic);
    tvars_text(v, "comparison", a->comparison);
    tvars_text(v, "missing", a->missing);
    tvars_number(v, "threshold", a->threshold);
    tvars_int(v, "periods", a->periods);
    tvars_flag(v, "of_variant", a->of_variant);
}

/* What goes live only with things that this configuration does not hold. */
static const char *const absent[] = {
    "the service role: AWS makes AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint itself, if whoever deploys "
    "may call iam:CreateServiceLinkedRole",
    "the topics: no alert calls anybody, and the endpoint announces no success and no failure, until SNS topics are "
    "named in its AsyncInferenceConfig and in the alerts",
    "the encryption: keys of the buckets, of the topics and of the endpoint's volumes are the endpoint's own configuration",
    "the reconciliation: nothing here looks for outputs that were written and never announced; `headroom async ledger` "
    "says which jobs to look for",
};

static struct tvars *fill(const struct async_settings *s, struct arena *mem)
{
    struct tvars *v = tvars_new(mem, NULL);
    struct alarm list[ALERTS_MOST];
    const char *prefix = arena_printf(mem, "%s-%s", s->endpoint, s->variant);
    size_t n = alerts(s, list);
    char target[NUM_MAX], full[NUM_MAX];
    num_plain(target, s->target);
    tvars_text(v, "endpoint", s->endpoint);
    tvars_text(v, "variant", s->variant);
    tvars_text(v, "resource_id", arena_printf(mem, "endpoint/%s/variant/%s", s->endpoint, s->variant));
    tvars_int(v, "min_instances", s->min_instances);
    tvars_int(v, "max_instances", s->max_instances);
    tvars_number(v, "target", s->target);
    tvars_int(v, "cooldown_s", COOLDOWN_S);
    tvars_text(v, "backlog_policy", arena_printf(mem, "%s-backlog", prefix));
    tvars_text(v, "wake_policy", arena_printf(mem, "%s-wake", prefix));
    tvars_flag(v, "wake", s->wake);
    tvars_text(v, "headline",
               arena_printf(mem,
                            "Asynchronous endpoint %s, variant %s: %lld to %lld instances, %s requests of backlog "
                            "for each.",
                            s->endpoint, s->variant, (long long)s->min_instances, (long long)s->max_instances,
                            target));
    tvars_text(v, "registering",
               arena_printf(mem, "Registering the target moves the live instance count into %lld..%lld at once.",
                            (long long)s->min_instances, (long long)s->max_instances));
    num_plain(full, s->target * (double)s->max_instances);
    tvars_text(v, "why_target",
               arena_printf(mem,
                            "chosen; queued and executing requests of one instance, so the maximum answers a "
                            "backlog of %s",
                            full));
    tvars_text(v, "why_cooldown", "chosen; counted from the success of the scale-out, not from its start");
    tvars_text(v, "why_no_wake",
               s->wake ? NULL : "a minimum of 1 or more never falls to zero, so nothing has to be woken");
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        tvars_text(tvars_row(v, "absent"), "text", absent[i]);
    tvars_list(v, "alarms");
    if (s->wake) {
        struct tvars *row = tvars_row(v, "alarms");
        fill_alarm(row, &wake_alarm, prefix, mem);
        tvars_flag(row, "wakes", true);
    }
    for (size_t i = 0; i < n; i++) {
        struct tvars *row = tvars_row(v, "alarms");
        fill_alarm(row, &list[i], prefix, mem);
        tvars_flag(row, "wakes", false);
        fill_alarm(tvars_row(v, "alerts"), &list[i], prefix, mem);
    }
    return v;
}

/* The alarm that file F is about, as if it stood outside of its list. */
static void fill_file(struct tvars *v, const struct async_settings *s, const struct config_file *f, struct arena *mem)
{
    struct alarm list[ALERTS_MOST + 1];
    size_t n = alerts(s, list);
    const char *prefix = arena_printf(mem, "%s-%s", s->endpoint, s->variant);
    list[n++] = wake_alarm;
    if (!f->name || strncmp(f->name, ALARM_FILE, strlen(ALARM_FILE)) != 0)
        return;
    for (size_t i = 0; i < n; i++)
        if (strcmp(f->name, arena_printf(mem, ALARM_FILE "%s.json", list[i].stem)) == 0)
            fill_alarm(v, &list[i], prefix, mem);
}

int async_config_render(const struct async_settings *s, const struct config_file *f, struct strbuf *out,
                        struct err *e)
{
    struct arena *mem = arena_new();
    struct tvars *v = fill(s, mem);
    fill_file(v, s, f, mem);
    template_file(f->template_name, f->language, v, out, e);
    arena_free(mem);
    return e->code;
}
