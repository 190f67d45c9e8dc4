/* A scale-out artifact, and the checks that follow its reading. */
#include "fuzz/fuzz.h"

#include "artifact/artifact.h"
#include "artifact/fingerprint.h"
#include "artifact/integrity.h"

#include <math.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part p[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct arena *a = arena_new();
    struct ttotal x;
    fuzz_split(data, size, p);
    fuzz_settled(ttotal_read("f.json", p[0].text, p[0].len, a, &x, &e), &e);
    if (e.code == 0) {
        struct notes problems = {.arena = a};
        ttotal_integrity(&x, "f.json", &problems);
        for (size_t i = 0; i < problems.n; i++)
            fuzz_is_numbers_in(problems.items[i], strlen(problems.items[i]), data, size);
        FUZZ_MUST(!(x.t_total_s < 0) && !(x.policy_lag_bound_s < 0));
        for (size_t i = 0; i < x.n_durations; i++)
            FUZZ_MUST(!isinf(x.durations[i].seconds));
        FUZZ_MUST(first_clocked_stage(x.durations, x.n_durations) <= x.n_durations);
        (void)ttotal_slug(a, &x);
    }
    arena_free(a);
    fuzz_split_free(p);
    return 0;
}
