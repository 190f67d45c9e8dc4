/* A traffic profile: requests per second, hour by hour, up to a year of hours. */
#ifndef HEADROOM_SHEET_PROFILE_H
#define HEADROOM_SHEET_PROFILE_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

struct profile {
    char *name; /* base name of the file */
    char sha256[65];
    size_t size; /* bytes */
    size_t n;
    int64_t *hour;
    double *rps;
};

/* Reads CSV from TEXT (len bytes): the header `hour,rps`, then one row an hour. `hour` is a whole number
 * from 0 on, each one more than the row before: a gap would be an hour that costs nothing. `rps` is a
 * plain decimal >= 0. Lines end in LF or CR LF; a UTF-8 byte order mark (Excel writes one) is skipped.
 * EXIT_REFUSED with NAME, line and what was expected. The caller frees with profile_free. */
int profile_read(const char *name, const char *text, size_t len, struct profile *out, struct err *e);

/* Reads the file PATH ("-": standard input). */
int profile_load(const char *path, struct profile *out, struct err *e);

void profile_free(struct profile *p);

#endif
