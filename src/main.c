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

static int help(void)
{
    puts("usage: headroom COMMAND [OPTION]...\n\nPlans autoscaling from committed measurements, offline.\n\nCommands:");
    for (size_t i = 0; commands[i]; i++)
        printf("  %-16s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n`headroom COMMAND --help` says more.");
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_DONE : EXIT_OUTPUT;
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
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--help") == 0)
        return help();
    for (size_t i = 0; commands[i]; i++) {
        const char *name = commands[i]->name;
        size_t words = strchr(name, ' ') ? 2 : 1;
        if (words == 1 ? strcmp(argv[1], name) == 0
                       : argc > 2 && strncmp(name, argv[1], strlen(argv[1])) == 0 &&
                             name[strlen(argv[1])] == ' ' &&
                             strcmp(name + strlen(argv[1]) + 1, argv[2]) == 0)
            return commands[i]->run(argc - (int)words, argv + words);
    }
    struct err e = ERR_INIT;
    bool family = is_family(argv[1]);
    if (family && argc < 3)
        err_set(&e, EXIT_USAGE, "'%s' needs a second word; see `headroom --help`", argv[1]);
    else
        err_set(&e, EXIT_USAGE, "there is no command '%s%s%s'; see `headroom --help`", argv[1], family ? " " : "",
                family ? argv[2] : "");
    return report_error(&e);
}
