/* A table of rates. */
#include "fuzz/fuzz.h"

#include "artifact/artifact.h"
#include <math.h>

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part p[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct arena *a = arena_new();
    struct rates x;
    fuzz_split(data, size, p);
    fuzz_settled(rates_read("f.json", p[0].text, p[0].len, a, &x, &e), &e);
    if (e.code == 0) {
        for (size_t i = 0; i < x.n; i++)
            FUZZ_MUST(x.entries[i].instance_type && isfinite(x.entries[i].per_hour) && x.entries[i].per_hour >= 0);
        (void)rates_find(&x, "ml.g5.xlarge");
    }
    arena_free(a);
    fuzz_split_free(p);
    return 0;
}
