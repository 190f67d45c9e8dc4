#include "cmd/aws.h"

#include <string.h>

static const struct {
    const char *option;
    enum aws_kind kind;
} inputs[] = {{"targets", AWS_TARGETS}, {"policies", AWS_POLICIES}, {"alarms", AWS_ALARMS}, {"metrics", AWS_METRICS}};

int aws_read_exports(const struct args *a, struct aws_exports *x, struct err *e)
{
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        size_t at = 0;
        for (const char *path; (path = args_each(a, inputs[i].option, &at)) != NULL;)
            if (aws_exports_add(x, inputs[i].kind, path, e) != 0)
                return e->code;
    }
    aws_exports_finish(x);
    for (size_t i = 0; i < x->n_notes; i++)
        report_warning(x->notes[i]);
    return 0;
}

int aws_one_stdin(const struct args *a, const char *first, struct err *e)
{
    size_t n = strcmp(first, "-") == 0;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        size_t at = 0;
        for (const char *path; (path = args_each(a, inputs[i].option, &at)) != NULL;)
            n += strcmp(path, "-") == 0;
    }
    return n < 2 ? 0 : err_set(e, EXIT_USAGE, "standard input ('-') can be read only once");
}
