/* The configuration of an endpoint that scales to zero: one struct of names and numbers, written in every
 * form of render/config.h but Python. */
#ifndef HEADROOM_RENDER_ASYNC_CONFIG_H
#define HEADROOM_RENDER_ASYNC_CONFIG_H

#include "render/config.h"

struct async_settings {
    const char *endpoint, *variant; /* aws_name_ok */
    int64_t min_instances, max_instances;
    double target;      /* backlog per instance, > 0 */
    bool wake;          /* the alarm and policy that start the first instance */
    int64_t deadline_s; /* alert on the age of the oldest queued request; INT_UNKNOWN: none */
};

extern const struct config_format async_formats[]; /* ends with a NULL name */

/* EXIT_ANSWER_NO: a minimum of 0 without the wake pair. Capacities out of order are the caller's to refuse. */
int async_config_check(const struct async_settings *s, struct err *e);
bool async_config_has(const struct async_settings *s, const struct config_file *f);
/* Appends the file. Only after async_config_check. */
int async_config_render(const struct async_settings *s, const struct config_file *f, struct strbuf *out,
                        struct err *e);

#endif
