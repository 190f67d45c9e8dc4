/* Configuration in every form, from one struct deployment. */
#ifndef HEADROOM_RENDER_CONFIG_H
#define HEADROOM_RENDER_CONFIG_H

#include "base/err.h"
#include "base/strbuf.h"
#include "render/deployment.h"
#include "render/template.h"

/* The values that the templates read, all of them in d->arena. */
struct tvars *config_vars(const struct deployment *d);

/* The Python form: a dict entry, indented by four. One that must not be deployed begins with a line that
 * says so, and all of it is a comment. With NOTES, hashes and findings come first, as comments. */
int config_python(const struct deployment *d, bool notes, struct strbuf *out, struct err *e);

#endif
