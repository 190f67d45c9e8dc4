#include "async/arrivals.h"

#include "async/decimal.h"
#include "base/limits.h"
#include "base/num.h"
#include "model/mt19937.h"

#include <math.h>
#include <string.h>

#define HOUR (3600 * REPLAY_SECOND)

/* A gap beyond every trace is one that ends it. */
static int64_t gap(struct mt19937 *g, double per_s)
{
    char text[NUM_MAX];
    double s = num_round9(-log(1.0 - mt19937_uniform53(g)) / per_s);
    int64_t us;
    if (!(s < 1e9))
        return REPLAY_TIME_MAX + 1;
    num_plain(text, s);
    if (decimal_read(text, strlen(text), 6, &us) != 0)
        return REPLAY_TIME_MAX + 1;
    return us;
}

int arrivals_poisson(struct trace *t, double per_hour, int64_t length, uint32_t seed, bool office_hours,
                     int64_t service, struct err *e)
{
    struct mt19937 g;
    int64_t clock = 0;
    mt19937_init_by_array(&g, &seed, 1);
    for (;;) {
        clock += gap(&g, per_hour / 3600);
        int64_t at = clock;
        if (office_hours)
            at = clock / (8 * HOUR) * 24 * HOUR + 9 * HOUR + clock % (8 * HOUR);
        if (at >= length)
            return 0;
        if (trace_add(t, office_hours ? "--office-hours" : "--poisson", at, service, e) != 0)
            return e->code = EXIT_USAGE;
    }
}

int arrivals_burst(struct trace *t, const char *text, int64_t service, struct err *e)
{
    for (const char *p = text;; p++) {
        size_t len = strcspn(p, ","), count = strcspn(p, "@");
        int64_t n, at;
        if (count >= len || decimal_read(p, count, 0, &n) != 0 || memchr(p, '.', count) || n < 1 ||
            decimal_read(p + count + 1, len - count - 1, 6, &at) != 0)
            return err_set(e, EXIT_USAGE,
                           "--burst: '%.*s' is not N@T, expected a whole number of requests (1 to %d), @ and the "
                           "seconds at which they arrive",
                           (int)(len < 40 ? len : 40), p, LIMIT_ARRIVALS);
        if (n > LIMIT_ARRIVALS)
            return err_set(e, EXIT_USAGE, "--burst: more than %d arrivals", LIMIT_ARRIVALS);
        while (n-- > 0)
            if (trace_add(t, "--burst", at, service, e) != 0)
                return e->code = EXIT_USAGE;
        p += len;
        if (!*p)
            return 0;
    }
}
