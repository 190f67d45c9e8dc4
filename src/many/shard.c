#include "many/shard.h"

#include "base/limits.h"
#include "base/num.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A whole number in the environment, small enough to be counted with; false when the variable is not set. */
static bool variable(const char *name, int64_t *out, struct err *e)
{
    const char *text = getenv(name);
    if (!text)
        return false;
    if (num_parse_int(text, out) != 0 || (double)*out > LIMIT_FLEET || (double)*out < -LIMIT_FLEET)
        err_set(e, EXIT_USAGE, "%s: '%.40s' is not a whole number of everyday size", name, text);
    return true;
}

/* Number and count of an array job; count 0 when the environment does not say. */
static int from_environment(struct shard *out, struct err *e)
{
    int64_t id, index, least = 0, step = 1;
    bool slurm = variable("SLURM_ARRAY_TASK_ID", &id, e), aws = variable("AWS_BATCH_JOB_ARRAY_INDEX", &index, e);
    if (e->code)
        return e->code;
    if (slurm && aws)
        return err_set(e, EXIT_USAGE,
                       "SLURM_ARRAY_TASK_ID and AWS_BATCH_JOB_ARRAY_INDEX are both set; give --shard I/N");
    if (aws) {
        *out = (struct shard){.number = index + 1, .variable = "AWS_BATCH_JOB_ARRAY_INDEX"};
        variable("AWS_BATCH_JOB_ARRAY_SIZE", &out->count, e);
    } else if (slurm) {
        variable("SLURM_ARRAY_TASK_MIN", &least, e);
        variable("SLURM_ARRAY_TASK_STEP", &step, e);
        *out = (struct shard){.variable = "SLURM_ARRAY_TASK_ID"};
        variable("SLURM_ARRAY_TASK_COUNT", &out->count, e);
        if (e->code == 0 && (step < 1 || id < least || (id - least) % step != 0))
            return err_set(e, EXIT_USAGE,
                           "SLURM_ARRAY_TASK_ID: %lld is not in a range from %lld in steps of %lld; give "
                           "--shard I/N",
                           (long long)id, (long long)least, (long long)step);
        if (e->code == 0)
            out->number = (id - least) / step + 1;
    }
    return e->code;
}

int shard_read(const char *text, struct shard *out, struct err *e)
{
    *out = (struct shard){0};
    const char *slash = text ? strchr(text, '/') : NULL;
    char first[24] = "";
    if (text && (!slash || slash - text >= (ptrdiff_t)sizeof first))
        return err_set(e, EXIT_USAGE, "--shard: '%.40s' is not I/N", text);
    if (text)
        memcpy(first, text, (size_t)(slash - text));
    if (!*first && from_environment(out, e) != 0)
        return e->code;
    int64_t array = out->count;
    if (text && !*first && !out->variable)
        return err_set(e, EXIT_USAGE,
                       "--shard %.40s: neither SLURM_ARRAY_TASK_ID nor AWS_BATCH_JOB_ARRAY_INDEX is set", text);
    if (*first && num_parse_int(first, &out->number) != 0)
        return err_set(e, EXIT_USAGE, "--shard: '%.40s' is not I/N", text);
    if (text && num_parse_int(slash + 1, &out->count) != 0)
        return err_set(e, EXIT_USAGE, "--shard: '%.40s' is not I/N", text);
    if (!text && !out->variable)
        return 0;
    /* An array that was started again for some of its parts does not count the others. */
    if (text && out->variable && array > 0 && array != out->count)
        return err_set(e, EXIT_USAGE,
                       "--shard %.40s: the array of %s has %lld tasks; when it does some of the parts, give "
                       "--shard I/N",
                       text, out->variable, (long long)array);
    if (out->count == 0 && !text)
        return err_set(e, EXIT_USAGE, "%s is set, but nothing says how many parts there are; give --shard /N",
                       out->variable);
    if (out->count < 1 || out->count > LIMIT_SHARDS || out->number < 1 || out->number > out->count)
        return err_set(e, EXIT_USAGE, "part %lld of %lld: expected 1/N to N/N, N up to %d", (long long)out->number,
                       (long long)out->count, LIMIT_SHARDS);
    return 0;
}

void shard_range(const struct shard *s, int64_t size, int64_t *from, int64_t *to)
{
    /* Without multiplying sizes by numbers, which could overflow. */
    int64_t each = size / s->count, rest = size % s->count;
    int64_t before = s->number - 1;
    *from = each * before + (before < rest ? before : rest);
    *to = each * s->number + (s->number < rest ? s->number : rest);
}
