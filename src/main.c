/* The table of subcommands, and nothing else. */
#include "base/process.h"
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

extern const struct command command_emit, command_plan;
extern const struct command command_check;
extern const struct command command_verify;
extern const struct command command_explain;
extern const struct command command_cost;
extern const struct command command_batch;
extern const struct command command_sweep;
extern const struct command command_compare;
extern const struct command command_fleet;
extern const struct command command_report;
extern const struct command command_workbook;
extern const struct command command_charts;
extern const struct command command_validate;
extern const struct command command_drift;
extern const struct command command_gate;
extern const struct command command_ladder;
extern const struct command command_async_check;
extern const struct command command_async_emit;
extern const struct command command_async_estimate;
extern const struct command command_async_ledger;
extern const struct command command_async_simulate;

const struct command *const commands[] = {
    &command_plan,
    &command_check,
    &command_verify,
    &command_emit,
    &command_explain,
    &command_cost,
    &command_sweep,
    &command_compare,
    &command_fleet,
    &command_batch,
    &command_report,
    &command_workbook,
    &command_charts,
    &command_validate,
    &command_drift,
    &command_gate,
    &command_ladder,
    &command_async_check,
    &command_async_estimate,
    &command_async_emit,
    &command_async_ledger,
    &command_async_simulate,
    NULL,
};

static int printed(void)
{
    struct err e = ERR_INIT;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_DONE;
    err_set(&e, EXIT_OUTPUT, "standard output: cannot write");
    return report_error(&e);
}

static int help(void)
{
    puts(
        "usage: headroom COMMAND [OPTION]...\n\nPlans autoscaling from committed measurements, offline.\n\nCommands:");
    for (size_t i = 0; commands[i]; i++)
        printf("  %-16s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n`headroom COMMAND --help` says more.");
    return printed();
}

/* The command that WORDS begin with; *used says how many of them are its name. NULL. */
static const struct command *find(int n, char **words, int *used)
{
    for (size_t i = 0; commands[i]; i++) {
        const char *name = commands[i]->name;
        *used = strchr(name, ' ') ? 2 : 1;
        if (*used == 1 ? n > 0 && strcmp(words[0], name) == 0
                       : n > 1 && strncmp(name, words[0], strlen(words[0])) == 0 && name[strlen(words[0])] == ' ' &&
                             strcmp(name + strlen(words[0]) + 1, words[1]) == 0)
            return commands[i];
    }
    return NULL;
}

/* Whether WORD begins commands of two words, such as async. */
static bool is_family(const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; commands[i]; i++)
        if (n > 0 && strncmp(commands[i]->name, word, n) == 0 && commands[i]->name[n] == ' ')
            return true;
    return false;
}

int main(int argc, char **argv)
{
    process_start();
    if (argc < 2)
        return help(), EXIT_USAGE;
    if (strcmp(argv[1], "--version") == 0) {
        puts("headroom " HEADROOM_VERSION);
        return printed();
    }
    /* `headroom help plan` is what people try first; it is the same as `headroom plan --help`. */
    bool asks = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (asks && argc == 2))
        return help();
    int first = asks ? 2 : 1, used;
    const struct command *c = find(argc - first, argv + first, &used);
    char *question[] = {argv[first], (char[]){"--help"}, NULL};
    if (c)
        return asks ? c->run(2, question) : c->run(argc - used, argv + used);
    struct err e = ERR_INIT;
    const char *word = argv[first], *second = argc > first + 1 ? argv[first + 1] : NULL;
    bool about = second ? strcmp(second, "--help") == 0 || strcmp(second, "-h") == 0 : asks;
    if (is_family(word) && about)
        return help();
    if (is_family(word) && !second)
        err_set(&e, EXIT_USAGE, "'%s' needs a second word; see `headroom --help`", word);
    else
        err_set(&e, EXIT_USAGE, "there is no command '%s%s%s'; see `headroom --help`", word,
                is_family(word) ? " " : "", is_family(word) ? second : "");
    return report_error(&e);
}
