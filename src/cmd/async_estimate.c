#include "async/estimate.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/outset.h"
#include "chart/charts.h"
#include "cmd/cmd.h"

#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"rate", 0, "R", "USD of one instance-hour, above 0"},
    {"hours", 0, "H[,H..]", "instance-hours of a day, from 0, instead of a CSV"},
    {"always-on", 0, "N", "instances to compare with, on for 24 hours (1)"},
    {"other", 0, "+NAME=USD",
     "another service's cost of a day, shown beside the compute and never added to it; repeatable"},
    {"format", 0, "FORMAT", "text, json or csv (text)"},
    {"charts", 0, ">DIR", "draw the days against the always-on one as SVG into a directory: estimate.svg"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "async estimate",
    .synopsis = "--rate R --hours H[,H..] [OPTION]...\nCSV [--rate R] [OPTION]...",
    .operands = '<',
    .about =
        "Says what the instances of an endpoint cost in a day, rate times instance-hours, and what that saves against "
        "instances that are always on. Compute alone, before discounts; the rate is yours, nothing is looked up. The "
        "header of the CSV names its columns, in any order: instance_hours, and hourly_rate_usd unless --rate is given, "
        "and label if you like.\n"
        "Exit status: 0 done, 2 usage (a rate of 0, hours below 0), 3 the CSV was refused, 4 a picture could not be "
        "written.",
    .examples = "  headroom async estimate --rate 0.23 --hours 24,2,2.5,4\n"
                "  headroom async estimate days.csv --rate 0.23 --other storage=12.3 --format json",
    .options = options,
};

typedef void writer(const struct estimate *x, struct strbuf *out);

static int read_format(const struct args *a, writer **out, bool *machine, struct err *e)
{
    static const struct {
        const char *name;
        writer *write;
    } formats[] = {{"text", estimate_text}, {"json", estimate_json}, {"csv", estimate_csv}};
    size_t i = 0;
    args_choice(a, "format", &formats[0].name, sizeof formats / sizeof *formats, sizeof *formats, &i, e);
    *out = formats[i].write;
    *machine = i > 0;
    return e->code;
}

static int read_hours(struct estimate *x, const char *list, double rate, struct err *e)
{
    for (const char *at = list; at && e->code == 0;) {
        const char *comma = strchr(at, ',');
        char *text = comma ? xstrndup(at, (size_t)(comma - at)) : xstrdup(at);
        double hours;
        if (num_parse(text, &hours) != 0)
            err_set(e, EXIT_USAGE, "--hours: '%s' is not a finite decimal number", text);
        else
            estimate_add(x, "--hours", EXIT_USAGE, NULL, rate, hours, e);
        free(text);
        at = comma ? comma + 1 : NULL;
    }
    return e->code;
}

static int read_days(const struct args *a, struct estimate *x, struct err *e)
{
    const char *hours = args_value(a, "hours"), *text = args_value(a, "rate");
    double rate = NUM_UNKNOWN;
    if (a->n_operands > 1)
        return err_set(e, EXIT_USAGE, "one CSV at most is read, %zu were given", a->n_operands);
    if ((hours != NULL) == (a->n_operands == 1))
        return err_set(e, EXIT_USAGE,
                       hours ? "--hours and a CSV exclude each other" : "--hours H or a CSV is needed");
    if (hours && !text)
        return err_set(e, EXIT_USAGE, "--rate R is needed: no rate is assumed");
    if (text && (num_parse(text, &rate) != 0 || !(rate > 0)))
        return err_set(e, EXIT_USAGE, "--rate: '%s' is not a finite decimal number above 0", text);
    size_t at = 0;
    for (const char *other; (other = args_each(a, "other", &at)) != NULL;)
        if (estimate_add_other(x, other, e) != 0)
            return e->code;
    return hours ? read_hours(x, hours, rate, e) : estimate_read(x, a->operands[0], rate, e);
}

static int draw(const struct estimate *x, const char *dir, struct outset *set, struct err *e)
{
    struct font *font = NULL;
    if (font_open(&font, e) != 0 || outset_dir(set, dir, e) != 0) {
        font_close(font);
        return e->code;
    }
    struct scene *s = estimate_chart(x, font);
    scene_write(s, dir, "svg", 1.0, set, e);
    scene_free(s);
    font_close(font);
    return e->code;
}

static int show(const struct args *a, const struct estimate *x, writer *write, bool machine, struct err *e)
{
    struct strbuf out = {0};
    struct outset *set = outset_new();
    write(x, &out);
    if (a->n_operands)
        outset_input(set, a->operands[0]);
    char *text = machine ? NULL : printable(sb_str(&out));
    outset_stdout(set, text ? text : sb_str(&out), text ? strlen(text) : out.len);
    if (!args_has(a, "charts") || draw(x, args_value(a, "charts"), set, e) == 0)
        outset_commit(set, e);
    free(text);
    outset_free(set);
    sb_free(&out);
    return e->code;
}

static int estimate_main(const struct args *a, struct err *e)
{
    int64_t always_on = 1;
    writer *write = NULL;
    bool machine = false;
    if (read_format(a, &write, &machine, e) != 0 ||
        args_int(a, "always-on", 1, (int64_t)LIMIT_FLEET, &always_on, e) != 0)
        return e->code;
    struct estimate x;
    estimate_init(&x, (double)always_on);
    if (read_days(a, &x, e) == 0)
        show(a, &x, write, machine, e);
    estimate_free(&x);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, estimate_main);
}

const struct command command_async_estimate = {"async estimate", "what the instances of an endpoint cost in a day",
                                               run};
