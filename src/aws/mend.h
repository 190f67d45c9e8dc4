/* The AWS CLI line that mends a finding. Names are hostile data: plain ones stand as options, any
 * other goes into --cli-input-json, because the CLI itself reads meaning into values (a dash in
 * front, file://, brackets, commas). Every line can be pasted into bash. Strings are in the arena.
 */
#ifndef HEADROOM_AWS_MEND_H
#define HEADROOM_AWS_MEND_H

#include "aws/compare.h"

const char *mend_capacity(struct arena *a, const struct aws_expected *want);
const char *mend_suspended(struct arena *a, const struct aws_expected *want);
/* P is what is deployed now, NULL when there is none; figures that WANT does not know stay as they
 * are. NULL: without a target value no policy can be written. */
const char *mend_scale_out(struct arena *a, const struct aws_expected *want, const struct aws_policy *p);
const char *mend_scale_in(struct arena *a, const struct aws_expected *want, const struct aws_policy *p);
/* The whole scale-in alarm; its name, description and other actions are kept. P: the policy that it
 * calls, NULL or without an ARN: looked up by name. NULL: no threshold is known. */
const char *mend_in_alarm(struct arena *a, const struct aws_expected *want, const struct aws_alarm *alarm,
                          const struct aws_policy *p);
const char *mend_actions(struct arena *a, const char *alarm_name);
const char *mend_delete_alarm(struct arena *a, const char *alarm_name);
const char *mend_deregister(struct arena *a, const struct aws_target *t);
const char *mend_delete_policy(struct arena *a, const struct aws_policy *p);
/* Not a remedy: shows whether the metric has data now. */
const char *mend_look(struct arena *a, const struct aws_metric *m);

#endif
