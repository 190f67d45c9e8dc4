/* The configuration of `headroom drift`: what should be deployed in an account.
 *
 *   {"endpoints": {"speech-kokoro-82m": {"variant": "primary", "min_instances": 1, "max_instances":
 * 9, "scaling_target_value": 37.5, "scale_in_threshold": 25.0, "scale_out_cooldown_s": 30,
 *    "scale_in_cooldown_s": 960}}}
 *
 * variant defaults to primary; min_instances and max_instances are required; a figure that is
 * absent or null is not compared; "method": "flow" stands for the flow method. */
#ifndef HEADROOM_AWS_CONFIG_H
#define HEADROOM_AWS_CONFIG_H

#include "aws/compare.h"

struct drift_endpoint {
    struct aws_expected want;
    size_t line; /* of the endpoint's name in the file, from 1 */
};

struct drift_config {
    const char *name;                 /* base name of the file */
    struct drift_endpoint *endpoints; /* by name */
    size_t n;
    const char **notes; /* members that mean nothing */
    size_t n_notes;
};

/* Everything is in the arena. */
int drift_config_load(const char *path, struct arena *a, struct drift_config *out, struct err *e);
int drift_config_parse(const char *name, const char *text, size_t len, struct arena *a, struct drift_config *out,
                       struct err *e);

const struct drift_endpoint *drift_config_find(const struct drift_config *c, const char *endpoint);

#endif
