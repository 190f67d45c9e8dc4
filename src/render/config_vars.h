/* The values that the templates of configuration read. */
#ifndef HEADROOM_RENDER_CONFIG_VARS_H
#define HEADROOM_RENDER_CONFIG_VARS_H

#include "render/deployment.h"
#include "render/template.h"

/* All of it lives in d->arena. Names and their meanings are those of struct deployment; also: flow,
 * has_target, sized (flags); inputs (role, name, sha256) and notes (text) as lists; sentences. */
struct tvars *config_vars(const struct deployment *d);

/* The dashboard, rendered once more for where it travels as a text: dashboard_body (on one line, with
 * REGION for the region) and the list dashboard_parts (part), its pieces between the regions. */
int config_vars_dashboard(const struct deployment *d, struct tvars *v, struct err *e);

/* What stands for the region in dashboard_body. No name can hold it: they have no @. */
#define CONFIG_REGION "@REGION@"

#endif
