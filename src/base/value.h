/* How a struct says 'not measured', which is neither 0 nor a pass. Unknown text is NULL. */
#ifndef HEADROOM_BASE_VALUE_H
#define HEADROOM_BASE_VALUE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define INT_UNKNOWN INT64_MIN
#define NUM_UNKNOWN ((double)NAN)

enum tri { TRI_UNKNOWN = -1, TRI_NO = 0, TRI_YES = 1 };

static inline bool num_known(double x)
{
    return !isnan(x);
}

static inline bool int_known(int64_t n)
{
    return n != INT_UNKNOWN;
}

#endif
