/* Numbers and dates as text, both ways. */
#include "fuzz/fuzz.h"

#include "base/date.h"
#include "base/mem.h"
#include "base/num.h"
#include "render/quote.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same(double x, double y)
{
    return memcmp(&x, &y, sizeof x) == 0;
}

static void shown(double x)
{
    static char *(*const forms[])(char[NUM_MAX], double) = {num_ms,    num_seconds,   num_concurrency, num_percent,
                                                            num_money, num_unit_cost, num_rate};
    char text[NUM_MAX];
    double back;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        FUZZ_MUST(strlen(forms[i](text, x)) < NUM_MAX);
    for (int d = 0; d <= 9; d++)
        FUZZ_MUST(strlen(num_fixed(text, x, d)) < NUM_MAX);
    if (!isfinite(x))
        return;
    FUZZ_MUST(num_parse(num_exact(text, x), &back) == 0 && same(x, back));
    FUZZ_MUST(strpbrk(text, ".e") != NULL);
    if (fabs(x) < 1e21 && (x == 0 || fabs(x) > 1e-20)) {
        FUZZ_MUST(num_parse(num_plain(text, x), &back) == 0 && x == back);
        FUZZ_MUST(strpbrk(text, "eE") == NULL);
        FUZZ_MUST(num_parse(quote_number(text, LANGUAGE_HCL, x), &back) == 0 && x == back);
    }
    FUZZ_MUST(num_round9(num_round9(x)) == num_round9(x) || isinf(num_round9(x)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = xstrndup(size ? (const char *)data : "", size);
    double x;
    int64_t n, us;
    char buf[NUM_MAX];
    if (num_parse(text, &x) == 0) {
        FUZZ_MUST(isfinite(x) && same(x, strtod(text, NULL)));
        shown(x);
    }
    if (num_parse_int(text, &n) == 0) {
        FUZZ_MUST(n == strtoll(text, NULL, 10));
        num_count(buf, n);
    }
    if (date_parse(text, &us) == 0) {
        char stamp[32], day[16];
        int64_t s = us >= 0 ? us / 1000000 : -((-us + 999999) / 1000000), back;
        date_stamp(stamp, s);
        date_day(day, s);
        FUZZ_MUST(date_parse(stamp, &back) == 0 && back == s * 1000000);
    }
    if (size >= sizeof x) {
        memcpy(&x, data, sizeof x);
        shown(x);
    }
    free(text);
    return 0;
}
