/* Configuration in every form, from one struct deployment. */
#ifndef HEADROOM_RENDER_CONFIG_H
#define HEADROOM_RENDER_CONFIG_H

#include "base/err.h"
#include "base/strbuf.h"
#include "render/deployment.h"
#include "render/quote.h"

/* One file of a form. */
struct config_file {
    const char *name;          /* in the directory; NULL: the form is this one file */
    const char *template_name; /* NULL: config_python */
    enum language language;
    enum config_when { CONFIG_ALWAYS, CONFIG_WITH_STEP, CONFIG_WITH_ALARM } when;
};

struct config_format {
    const char *name; /* of --format */
    bool needs_target;
    bool resolves; /* {{resolve:..}} in any text of the form is code that has no escape */
    const struct config_file *files;
    size_t n_files;
};

extern const struct config_format config_formats[]; /* ends with a NULL name */

/* Whether this deployment has the file: the flow method goes without the step policy and its alarm, and
 * without an N=1 rung there is no alarm on latency. */
bool config_has(const struct deployment *d, const struct config_file *f);

/* Appends the file. Only after deployment_check. EXIT_REFUSED: a text that would act as code. */
int config_render(const struct deployment *d, const struct config_format *format, const struct config_file *f,
                  struct strbuf *out, struct err *e);

/* The Python form: a dict entry, indented by four. One that must not be deployed begins with a line that
 * says so, and all of it is a comment. With NOTES, hashes and findings come first, as comments. */
int config_python(const struct deployment *d, bool notes, struct strbuf *out, struct err *e);

#endif
