/* Arrivals before there is a trace: drawn from a seeded generator, so the same on every machine, or all at once. */
#ifndef HEADROOM_ASYNC_ARRIVALS_H
#define HEADROOM_ASYNC_ARRIVALS_H

#include "async/trace.h"

/* Poisson arrivals, PER_HOUR > 0 on average, from 0 up to LENGTH us. The gaps are -ln(1-u)/rate seconds, with u
 * from MT19937 seeded by the array [SEED], rounded to 9 significant digits and then, half up, to whole
 * microseconds. With OFFICE_HOURS the process runs from 9:00 to 17:00 of each day only (time 0 is midnight) and
 * stands still between: a gap that 17:00 cuts goes on at 9:00. */
int arrivals_poisson(struct trace *t, double per_hour, int64_t length, uint32_t seed, bool office_hours,
                     int64_t service, struct err *e);

/* TEXT is N@T[,N@T..]: N requests at T seconds. EXIT_USAGE. */
int arrivals_burst(struct trace *t, const char *text, int64_t service, struct err *e);

#endif
