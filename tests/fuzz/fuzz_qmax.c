/* A ladder artifact, and the checks that follow its reading. */
#include "fuzz/fuzz.h"

#include "artifact/artifact.h"
#include "artifact/fingerprint.h"
#include "artifact/integrity.h"

#include <string.h>

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part p[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct arena *a = arena_new();
    struct qmax x;
    fuzz_split(data, size, p);
    fuzz_settled(qmax_read("f.json", p[0].text, p[0].len, a, &x, &e), &e);
    if (e.code == 0) {
        struct notes problems = {.arena = a}, notes = {.arena = a};
        double s, s_p95;
        qmax_integrity(&x, "f.json", &problems);
        for (size_t i = 0; i < problems.n; i++)
            fuzz_is_numbers_in(problems.items[i], strlen(problems.items[i]), data, size);
        struct err refused = ERR_INIT, allowed = ERR_INIT;
        fuzz_settled(integrity_settle(&problems, false, &notes, &refused), &refused);
        FUZZ_MUST((refused.code != 0) == (problems.n > 0));
        FUZZ_MUST(integrity_settle(&problems, true, &notes, &allowed) == 0);
        if (ladder_service_time(x.steps, x.n_steps, &s, &s_p95))
            FUZZ_MUST(s > 0 && s_p95 >= s);
        for (size_t i = 0; i < x.n_steps; i++)
            (void)ladder_p95_at(x.steps, x.n_steps, x.steps[i].concurrency, a);
        (void)qmax_slug(a, &x);
    }
    arena_free(a);
    fuzz_split_free(p);
    return 0;
}
