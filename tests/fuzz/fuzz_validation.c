/* A load test's artifact (plan --validate). */
#include "fuzz/fuzz.h"

#include "artifact/artifact.h"

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part p[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct arena *a = arena_new();
    struct validation *v;
    size_t n;
    fuzz_split(data, size, p);
    fuzz_settled(validate_read("f.json", p[0].text, p[0].len, a, &v, &n, &e), &e);
    for (size_t i = 0; e.code == 0 && i < n; i++)
        FUZZ_MUST(v[i].check && v[i].verdict);
    arena_free(a);
    fuzz_split_free(p);
    return 0;
}
