/* What the AWS CLI's describe commands print, as plain structs with AWS's defaults filled in:
 * scalable targets, scaling policies, metric alarms and the metrics that exist. Only the service
 * namespace `sagemaker` is kept of targets and policies. Nothing is fetched: the files are what a
 * user exported. */
#ifndef HEADROOM_AWS_EXPORTS_H
#define HEADROOM_AWS_EXPORTS_H

#include "base/err.h"
#include "base/mem.h"
#include "base/value.h"

#include <stddef.h>

enum aws_kind { AWS_TARGETS, AWS_POLICIES, AWS_ALARMS, AWS_METRICS, AWS_KINDS };

/* What AWS takes when a field is absent (Application Auto Scaling and CloudWatch references). */
enum { AWS_DEFAULT_COOLDOWN_S = 300, AWS_DEFAULT_METRIC_PERIOD_S = 60 };

#define AWS_VARIANT_DIMENSION "sagemaker:variant:DesiredInstanceCount"

struct aws_dimension {
    const char *name, *value;
};

struct aws_metric {
    const char *space, *name;   /* "AWS/SageMaker", "ConcurrentRequestsPerModel"; NULL: not stated */
    struct aws_dimension *dims; /* sorted by name, then value */
    size_t n_dims;
};

struct aws_target {
    const char *resource_id, *dimension;
    int64_t min, max;
    bool in_suspended, out_suspended, scheduled_suspended;
    size_t seq; /* order of appearance */
};

enum aws_policy_type { AWS_TRACKING, AWS_STEP, AWS_OTHER_POLICY };

struct aws_step {
    double lower, upper; /* -INFINITY, INFINITY when absent */
    int64_t adjustment;
};

struct aws_policy {
    const char *arn; /* NULL: not stated */
    const char *name, *resource_id, *dimension;
    enum aws_policy_type type;
    const char *type_name;

    /* target tracking */
    double target_value;
    const char *predefined; /* NULL: a customized metric, or metric math */
    bool customized;        /* `custom` and the two below hold */
    struct aws_metric custom;
    const char *statistic;
    int64_t period; /* s */
    bool disable_scale_in;
    int64_t scale_out_cooldown, scale_in_cooldown; /* s; AWS_DEFAULT_COOLDOWN_S when absent */
    bool out_cooldown_stated, in_cooldown_stated;

    /* step scaling */
    const char *adjustment_type, *aggregation; /* aggregation: "Average" when absent */
    int64_t cooldown;
    bool cooldown_stated;
    struct aws_step *steps;
    size_t n_steps;

    const char **alarms; /* names of the alarms that AWS says call it */
    size_t n_alarms;
    size_t seq;
};

struct aws_alarm {
    const char *name, *description;
    struct aws_metric metric;
    bool expression; /* watches metric math: no metric of its own */
    const char *statistic, *extended, *unit, *comparison, *treat_missing, *low_sample;
    int64_t period, evaluation_periods, datapoints; /* datapoints: evaluation_periods when absent */
    double threshold;
    bool actions_enabled;
    const char *state;                                     /* "OK", "ALARM", "INSUFFICIENT_DATA"; NULL */
    const char *state_since;                               /* "2026-01-05T10:04:00Z"; NULL */
    const char **actions, **ok_actions, **no_data_actions; /* ARNs */
    size_t n_actions, n_ok_actions, n_no_data_actions;
    size_t seq;
};

/* An alarm that names a policy in its AlarmActions. */
struct aws_wire {
    const char *action; /* the policy's ARN, AWS's ":createdBy/..." cut off */
    const struct aws_alarm *alarm;
};

/* An alarm under the endpoint that its metric's dimensions name. */
struct aws_watch {
    const char *endpoint;
    const struct aws_alarm *alarm;
};

struct aws_exports {
    struct arena *arena;
    bool given[AWS_KINDS];       /* a file of this kind was read */
    const char *cut[AWS_KINDS];  /* the file whose last page announces more: nothing may be called missing */
    size_t elsewhere[AWS_KINDS]; /* elements of other services */
    struct aws_target *targets;  /* by resource id, dimension */
    struct aws_policy *policies; /* by resource id, dimension, name */
    struct aws_alarm *alarms;    /* by name */
    struct aws_metric *metrics;  /* by namespace, name, dimensions */
    size_t n[AWS_KINDS], cap[AWS_KINDS];
    struct aws_wire *wires; /* by action, then alarm name */
    size_t n_wires;
    struct aws_watch *watches; /* by endpoint, then alarm name */
    size_t n_watches;
    const char **notes; /* doubts about the exports, for people */
    size_t n_notes;
    /* a page chain that is still open */
    bool pending[AWS_KINDS];
    const char *pending_file[AWS_KINDS], *pending_service[AWS_KINDS];
};

struct aws_exports *aws_exports_new(void);
void aws_exports_free(struct aws_exports *x); /* NULL is allowed */

/* Reads the file PATH ("-": standard input), which holds one or more documents of KIND. */
int aws_exports_add(struct aws_exports *x, enum aws_kind kind, const char *path, struct err *e);
/* The same for text at hand (NUL-terminated at text[len]). */
int aws_exports_parse(struct aws_exports *x, enum aws_kind kind, const char *name, const char *text, size_t len,
                      struct err *e);
/* Sorts and indexes; call once, after the last file. */
void aws_exports_finish(struct aws_exports *x);

/* Whether what is not in the exports of this kind does not exist. */
bool aws_complete(const struct aws_exports *x, enum aws_kind kind);

const struct aws_target *aws_find_target(const struct aws_exports *x, const char *resource_id, const char *dimension);
/* The policies of one target: *n of them from the pointer returned. */
const struct aws_policy *aws_find_policies(const struct aws_exports *x, const char *resource_id,
                                           const char *dimension, size_t *n);
const struct aws_alarm *aws_find_alarm(const struct aws_exports *x, const char *name);
const struct aws_wire *aws_find_wires(const struct aws_exports *x, const char *policy_arn, size_t *n);
const struct aws_watch *aws_find_watches(const struct aws_exports *x, const char *endpoint, size_t *n);
bool aws_find_metric(const struct aws_exports *x, const struct aws_metric *m);

/* By namespace, name, then dimensions; unknown text first. */
int aws_metric_order(const struct aws_metric *a, const struct aws_metric *b);

/* Alarms that target tracking made for itself: never to be edited or compared. */
bool aws_made_alarm(const struct aws_alarm *a);

/* Splits "endpoint/E/variant/V". False for anything else (inference components, other services).
 * The parts are copied into the arena. */
bool aws_split_resource(const char *id, struct arena *a, const char **endpoint, const char **variant);

#endif
