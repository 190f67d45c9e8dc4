/* Which part of the lines is ours when several machines share them. */
#ifndef HEADROOM_MANY_SHARD_H
#define HEADROOM_MANY_SHARD_H

#include "base/err.h"

#include <stdint.h>

struct shard {
    int64_t number, count; /* 1 <= number <= count; count 0: everything */
    const char *variable;  /* the environment variable that said so; NULL */
};

/* Reads "I/N", or "/N" with I from the environment; with TEXT NULL both from the environment: the variables of a
 * Slurm array (SLURM_ARRAY_TASK_ID, _COUNT, _MIN, _STEP) or an AWS Batch array (AWS_BATCH_JOB_ARRAY_INDEX, _SIZE);
 * without them everything is ours. EXIT_USAGE for what makes no sense. */
int shard_read(const char *text, struct shard *out, struct err *e);

/* Bytes of part S of SIZE bytes: parts are contiguous, in order, and leave nothing out. */
void shard_range(const struct shard *s, int64_t size, int64_t *from, int64_t *to);

#endif
