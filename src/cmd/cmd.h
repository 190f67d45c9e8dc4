/* Subcommands: options, wiring, exit codes. Each file here defines one `struct command`; src/main.c has
 * the table. */
#ifndef HEADROOM_CMD_CMD_H
#define HEADROOM_CMD_CMD_H

#include "base/err.h"
#include "base/file.h"
#include "base/value.h"
#include "plan/plan.h"

#include <stddef.h>

struct command {
    const char *name;    /* "plan"; "async check" for a command with two words */
    const char *summary; /* one line for `headroom --help` */
    /* argv[0] is the command's name. Returns an exit code; has printed what there was to say. */
    int (*run)(int argc, char **argv);
};

extern const struct command *const commands[]; /* ends with NULL */

/* One option of a subcommand. --help is made from the table. */
struct option_def {
    const char *name; /* without the dashes; NULL ends the table */
    char letter;      /* 'o' for -o; 0 */
    const char *arg;  /* placeholder ("S"); NULL: a flag. "<F": a file or directory to read, ">F": one to
                        * write; the sandbox opens these and nothing else, so every path needs its mark. "<+F",
                        * "+WHAT": it may stand several times; any other that stands twice with another value is a
                        * usage error. */
    const char *help; /* one line; a group heading when name is "" */
};

struct usage {
    const char *command;  /* "plan" */
    const char *synopsis; /* "PLAN -o FILE"; lines parted by \n */
    const char *about;    /* a paragraph or two */
    const char *examples; /* lines; NULL */
    const struct option_def *options;
    char operands; /* '<': operands are read, '>': written; 0: they are no paths */
    bool workers;  /* it makes copies of itself, which the sandbox forbids otherwise */
};

/* What the command line held, in order of appearance. */
struct parsed_option {
    const char *name, *value;
};
struct args {
    struct parsed_option *options;
    size_t n_options;
    char **operands;
    size_t n_operands;
};

bool args_has(const struct args *a, const char *name);
const char *args_value(const struct args *a, const char *name); /* the last one; NULL */
/* Values of an option in the order given: start with *at = 0; NULL at the end. */
const char *args_each(const struct args *a, const char *name, size_t *at);

/* Numbers of options; absent leaves *out alone. Errors name the option: EXIT_USAGE. `least`/`most` are
 * inclusive bounds. */
int args_number(const struct args *a, const char *name, double least, double most, double *out, struct err *e);
int args_int(const struct args *a, const char *name, int64_t least, int64_t most, int64_t *out, struct err *e);

/* EXIT_USAGE unless there is exactly one operand; WHAT stands for it in the synopsis: "PLAN". */
int args_one(const struct args *a, const char *what, struct err *e);

/* Which row of a table --OPTION's value names: the first of N names, and the distance of SIZE bytes from one to the
 * next. Without the option *out keeps its value. EXIT_USAGE, saying which there are. */
int args_choice(const struct args *a, const char *option, const char *const *name, size_t n, size_t size, size_t *out,
                struct err *e);

/* Prints "headroom: ..." to stderr, made printable, and returns the code. */
int report_error(const struct err *e);
/* The frame of a subcommand: parses, enters the sandbox, calls BODY, prints its error, returns the exit code. BODY
 * returns an exit code; with e set it has failed. */
int run_command(const struct usage *u, int argc, char **argv, int (*body)(const struct args *a, struct err *e));
/* Writes TEXT, made printable, to standard output and checks that it arrived. */
int print_result(const char *text, struct err *e);
/* The load and the choices that plan and sweep share; RATE is --rate, or unknown. Whether they make a scenario
 * together is for scenario_check to say. */
int read_scenario(const struct args *a, struct scenario *s, double *rate, struct err *e);
/* --method of plan, emit and validate: published or flow. Without it *out keeps its value. */
int read_method(const struct args *a, enum method *out, struct err *e);
/* Prints "headroom: warning: ..." to stderr. */
void report_warning(const char *text);

#endif
