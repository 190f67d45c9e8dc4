/* One endpoint variant as it should be against what the exports say, field by field. `validate`
 * prints the fields; `drift` makes findings of them. */
#ifndef HEADROOM_AWS_COMPARE_H
#define HEADROOM_AWS_COMPARE_H

#include "aws/exports.h"

/* What should be deployed. An unknown figure is not compared. */
struct aws_expected {
    const char *endpoint, *variant;
    const char *resource_id; /* "endpoint/E/variant/V" */
    bool flow;               /* scaled by InvocationsPerInstance, both ways by target tracking */
    int64_t min, max;
    double target_value;       /* requests in flight, or (flow) invocations per minute and instance */
    double scale_in_threshold; /* requests in flight; the flow method has none */
    int64_t scale_out_cooldown_s, scale_in_cooldown_s;
    bool first_chunk;      /* the alarm on the first chunk's latency belongs to the deployment */
    double first_chunk_us; /* microseconds */
};

enum aws_status { AWS_MISMATCH, AWS_MISSING, AWS_NOT_CHECKED, AWS_OK };
enum { AWS_STATUSES = AWS_OK + 1 };

enum aws_object {
    AWS_OBJ_TARGET,
    AWS_OBJ_SCALE_OUT,
    AWS_OBJ_SCALE_IN,
    AWS_OBJ_IN_ALARM,
    AWS_OBJ_FIRST_CHUNK,
    AWS_OBJ_OTHER
};

struct aws_field {
    enum aws_object object;
    enum aws_status status;
    const char *name;
    const char *expected, *deployed; /* for people; raw text of the exports: escape it */
};

/* Everything is in the arena that aws_compare was given or belongs to the exports. */
struct aws_comparison {
    struct aws_field *fields;
    size_t n, cap;
    size_t count[AWS_STATUSES];
    const struct aws_target *target; /* NULL: not in the exports; so the others */
    const struct aws_policy *out, *in;
    const struct aws_alarm *in_alarm, *first_chunk;
    bool in_alarm_wired;              /* the alarm calls the scale-in policy */
    const struct aws_policy **others; /* further policies of this target */
    size_t n_others;
};

void aws_compare(const struct aws_exports *x, const struct aws_expected *want, struct arena *a,
                 struct aws_comparison *out);
void aws_comparison_free(struct aws_comparison *c);

const char *aws_object_name(enum aws_object o); /* "target", "scale_out", ... */
const char *aws_status_name(enum aws_status s); /* "MISMATCH", "missing", "not checked", "ok" */

/* The names that `emit` gives: "E-V-scale-out" and so on. */
const char *aws_name_of(struct arena *a, const struct aws_expected *want, const char *part);
/* The tracking policy's: "E-V-scale-out", and "E-V-rate" for the flow method. */
const char *aws_out_name(struct arena *a, const struct aws_expected *want);

/* The predefined metric of the tracking policy. */
const char *aws_metric_type(const struct aws_expected *want);

#endif
