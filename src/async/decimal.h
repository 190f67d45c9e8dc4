/* Plain decimals (digits, and perhaps a point and digits) as whole numbers of a unit: 12.5 s is 12,500,000 us,
 * without a double in between. */
#ifndef HEADROOM_ASYNC_DECIMAL_H
#define HEADROOM_ASYNC_DECIMAL_H

#include "base/num.h"

#include <stddef.h>
#include <stdint.h>

/* Reads the LEN bytes at TEXT as a plain decimal from 0 to 1e9, in units of 10^-PLACES (0..9). Further digits
 * round half up. Returns 0, or -1 for anything else. */
int decimal_read(const char *text, size_t len, int places, int64_t *out);

/* Whether TEXT has more than PLACES decimals, so that reading it rounds. */
int decimal_rounds(const char *text, int places);

/* UNITS of 10^-PLACES, not negative, without trailing zeros: "12.5", "60". */
char *decimal_text(char out[NUM_MAX], int64_t units, int places);

#endif
