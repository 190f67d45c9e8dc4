/* Dates without a clock and without a time zone: what outputs carry comes from their inputs. */
#ifndef HEADROOM_BASE_DATE_H
#define HEADROOM_BASE_DATE_H

#include <stdint.h>

/* Reads ISO 8601 ("2026-08-04T14:42:58.733810+00:00", "2026-08-04T14:42:58Z", "2026-08-04") into
 * microseconds since 1970-01-01 UTC. A text without an offset is taken as UTC. Returns 0 or -1. */
int date_parse(const char *text, int64_t *us);

struct date {
    int year, month, day, hour, minute, second;
};
struct date date_of(int64_t unix_seconds);

/* "2026-08-04" and "2026-08-04T14:42:58Z". */
void date_day(char out[16], int64_t unix_seconds);
void date_stamp(char out[32], int64_t unix_seconds);

/* 1980-01-01 in seconds since 1970, where a zip file's dates begin: what outputs carry that know no other. */
#define DATE_UNKNOWN INT64_C(315532800)

/* SOURCE_DATE_EPOCH as seconds, or -1 when it is not set, empty or not a number from 0 to year 9999. */
int64_t date_source_epoch(void);

#endif
