/* What `emit` and `async emit` share: names, the choice of a form, and writing its files. */
#ifndef HEADROOM_CMD_FORMS_H
#define HEADROOM_CMD_FORMS_H

#include "base/err.h"
#include "base/strbuf.h"
#include "render/config.h"

#include <stdbool.h>

/* The form NAME of --format among FORMATS (they end with a NULL name); EXIT_USAGE when there is none of it,
 * or when it writes several files and there is no OUTPUT. */
int forms_choose(const struct config_format *formats, const char *name, const char *output,
                 const struct config_format **out, struct err *e);

/* EXIT_USAGE unless NAME (NULL allowed) is one that AWS accepts for an endpoint or a variant. */
int forms_name(const char *option, const char *name, struct err *e);

/* Appends file F of FORMAT; *has is false, and nothing is appended, when WHAT goes without it. */
typedef int forms_render(const void *what, const struct config_format *format, const struct config_file *f, bool *has,
                         struct strbuf *out, struct err *e);

/* Writes every file of FORMAT to OUTPUT (NULL: standard output), all or none. INPUT (NULL allowed) is no
 * place for an output. */
int forms_write(const struct config_format *format, const char *output, const char *input, forms_render *render,
                const void *what, struct err *e);

#endif
