/* What the commands that read AWS exports share. */
#ifndef HEADROOM_CMD_AWS_H
#define HEADROOM_CMD_AWS_H

#include "aws/exports.h"
#include "cmd/cmd.h"

/* Reads every --targets, --policies, --alarms and --metrics, sorts, and prints doubts as warnings.
 */
int aws_read_exports(const struct args *a, struct aws_exports *x, struct err *e);

/* Standard input can be read once: EXIT_USAGE when FIRST and the options name it more often. */
int aws_one_stdin(const struct args *a, const char *first, struct err *e);

#endif
