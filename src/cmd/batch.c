#include "cmd/cmd.h"

#include "base/limits.h"
#include "many/batch.h"
#include "many/journal.h"
#include "many/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct option_def options[] = {
    {"jobs", 'j', "N", "worker processes (1: this process alone)"},
    {"output", 'o', ">F", "write the answers to F, as they come, instead of standard output"},
    {"resume", 0, NULL, "with -o: go on where F stops"},
    {"shard", 0, "I/N", "answer part I of N of the lines (from 1); /N takes I from the array's variables"},
    {"root", 0, "<DIR", "read nothing that is not beneath DIR, FILE included, wherever links lead (everywhere)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "batch",
    .synopsis = "[-j N] [-o F [--resume]] [--shard I/N] [--root DIR] [FILE]",
    .about =
        "Plans many times: one JSON object a line in, one line out for each, in the same order. A line has `qmax` and "
        "`ttotal`, each the path of an artifact or the document itself, the scenario (`peak_rps`, `trough_rps`, "
        "`peak_streams`, `trough_streams`, `max_scaling_per_t_total`, `ttfab_slo_ms`, `min_instances_floor`, "
        "`ceiling_s`, `assume_t_total_s`, `rate`, `quota`, `no_sample`, `allow_config_mismatch`, "
        "`allow_inconsistent`), `\"full\": true` for the whole plan.json, and an `id` that is echoed. `\"op\"` asks "
        "for something else: \"verify\" (`plan`, `qmax`, `ttotal`, `ceiling_s`), \"gate\" (`dir`, `model`, "
        "`max_age`, `as_of`), \"async simulate\" (`trace` and that command's options, with _ for -, but for "
        "`sweep` and outputs) or \"async estimate\" (`instance_hours`, a number or an array, or `csv`; `rate`, "
        "`always_on`, `other` as an object of amounts).\n"
        "A line that cannot be answered gives {\"id\", \"error\": {\"exit\", \"message\"}} and the next one follows. "
        "Answers depend on their line alone: any number of workers and any split over machines writes the same "
        "bytes. In a Slurm or AWS Batch array each task takes its part of FILE by itself; --shard 1/1 takes all of "
        "it. examples/cluster has scripts for both and for GNU parallel.\n"
        "Exit status: 0 done, 1 some answers are errors or the run was interrupted, 2 usage, 3 the input cannot be "
        "read, 4 an answer cannot be written.",
    .examples = "  headroom batch -j 8 -o plans.jsonl lines.jsonl\n"
                "  headroom batch -j 8 -o plans.jsonl --resume lines.jsonl\n"
                "  parallel --pipe --keep-order --block 1M headroom batch < lines.jsonl > plans.jsonl",
    .options = options,
    .operands = '<',
    .workers = true,
};

/* Opens FILE, or standard input without one. *SIZE is -1 for what is no file. */
static int open_input(const char *path, struct batch_job *job, struct err *e)
{
    struct stat st;
    bool std_in = !path || strcmp(path, "-") == 0;
    job->in_name = std_in ? "stdin" : path;
    job->in = std_in ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (job->in < 0 || fstat(job->in, &st) != 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot open: %s", job->in_name, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return err_set(e, EXIT_REFUSED, "%s: is a directory, expected a file", job->in_name);
    job->size = S_ISREG(st.st_mode) ? (int64_t)st.st_size : -1;
    return 0;
}

/* The part of the input that is ours. */
static int cut(const struct args *a, struct batch_job *job, struct err *e)
{
    struct shard shard;
    int64_t begin = 0;
    job->to = -1;
    if (shard_read(args_value(a, "shard"), &shard, e) != 0)
        return e->code;
    if (shard.count == 0 || (shard.count == 1 && job->size < 0))
        return 0;
    if (job->size < 0)
        return err_set(e, EXIT_USAGE,
                       "%s: a part of what is no file cannot be found; name a file, or give --shard 1/1 for "
                       "all of it",
                       job->in_name);
    shard_range(&shard, job->size, &begin, &job->to);
    job->from = begin;
    job->size = job->to - begin;
    if (shard.variable)
        fprintf(stderr, "headroom: part %lld of %lld of %s (%s)\n", (long long)shard.number, (long long)shard.count,
                job->in_name, shard.variable);
    return 0;
}

static int batch_main(const struct args *a, struct err *e)
{
    struct batch_job job = {.workers = 1, .out = STDOUT_FILENO, .out_name = "standard output", .in = -1};
    struct batch_tally tally = {0};
    struct journal journal = {.fd = -1};
    const char *path = args_value(a, "output");
    int64_t workers = 1;
    if (a->n_operands > 1)
        return err_set(e, EXIT_USAGE, "one FILE at most, %zu were given", a->n_operands);
    if (path && strcmp(path, "-") == 0)
        return err_set(e, EXIT_USAGE, "-o -: answers go to standard output without -o");
    if (args_has(a, "resume") && !path)
        return err_set(e, EXIT_USAGE, "--resume goes on with the file of -o, which is not given");
    if (args_int(a, "jobs", 1, LIMIT_WORKERS, &workers, e) != 0)
        return e->code;
    job.workers = (unsigned)workers;
    job.progress = isatty(STDERR_FILENO) != 0;
    if (open_input(a->n_operands ? a->operands[0] : NULL, &job, e) == 0 && cut(a, &job, e) == 0 &&
        (!path || journal_open(path, job.in, args_has(a, "resume"), &journal, e) == 0)) {
        if (path) {
            job.out = journal.fd;
            job.out_name = path;
            job.skip = journal.answers;
        }
        batch_run(&job, &tally, e);
        if (tally.lost > 0)
            fprintf(stderr, "headroom: %u worker%s ended before %s work was done; it was done again\n", tally.lost,
                    tally.lost == 1 ? "" : "s", tally.lost == 1 ? "its" : "their");
        if (tally.interrupted && e->code == 0)
            fprintf(stderr, "headroom: interrupted after %llu answers%s\n", (unsigned long long)tally.done,
                    path ? "; --resume goes on behind them" : "");
        if (path)
            journal_close(&journal, path, e);
    }
    if (job.in > STDIN_FILENO)
        close(job.in);
    return e->code ? e->code : tally.failed + journal.failed > 0 || tally.interrupted ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, batch_main);
}

const struct command command_batch = {"batch", "plan many times: JSON Lines in, JSON Lines out", run};
