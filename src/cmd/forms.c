#include "cmd/forms.h"

#include "base/awsname.h"
#include "base/mem.h"
#include "base/outset.h"

#include <stdlib.h>
#include <string.h>

/* "a, b, c"; the caller frees. */
static char *names_of(const struct config_format *formats)
{
    struct strbuf sb = {0};
    for (size_t i = 0; formats[i].name; i++)
        sb_addf(&sb, "%s%s", i ? ", " : "", formats[i].name);
    return sb_detach(&sb);
}

int forms_choose(const struct config_format *formats, const char *name, const char *output,
                 const struct config_format **out, struct err *e)
{
    for (*out = formats; name && (*out)->name && strcmp((*out)->name, name) != 0;)
        (*out)++;
    if (!name || !(*out)->name) {
        char *names = names_of(formats);
        if (!name)
            err_set(e, EXIT_USAGE, "--format FORM is needed: one of %s", names);
        else
            err_set(e, EXIT_USAGE, "--format: '%s' is none of %s", name, names);
        free(names);
        return e->code;
    }
    if ((*out)->files[0].name && !output)
        return err_set(e, EXIT_USAGE, "--format %s writes several files: -o DIR is needed", name);
    return 0;
}

int forms_name(const char *option, const char *name, struct err *e)
{
    if (!name || aws_name_ok(name))
        return 0;
    return err_set(e, EXIT_USAGE, "--%s: '%s' is no name that AWS accepts: " AWS_NAME_RULE, option, name);
}

static int add_file(struct outset *set, const char *output, const struct config_file *f, const struct strbuf *text,
                    struct err *e)
{
    if (!output) {
        outset_stdout(set, sb_str(text), text->len);
        return 0;
    }
    if (!f->name)
        return outset_file(set, output, sb_str(text), text->len, e);
    char *path = xasprintf("%s/%s", output, f->name);
    outset_file(set, path, sb_str(text), text->len, e);
    free(path);
    return e->code;
}

int forms_write(const struct config_format *format, const char *output, const char *input, forms_render *render,
                const void *what, struct err *e)
{
    struct outset *set = outset_new();
    if (input)
        outset_input(set, input);
    if (format->files[0].name)
        outset_dir(set, output, e);
    for (size_t i = 0; i < format->n_files && e->code == 0; i++) {
        struct strbuf text = {0};
        bool has = false;
        if (render(what, format, &format->files[i], &has, &text, e) == 0 && has)
            add_file(set, output, &format->files[i], &text, e);
        sb_free(&text);
    }
    if (e->code == 0)
        outset_commit(set, e);
    outset_free(set);
    return e->code;
}
