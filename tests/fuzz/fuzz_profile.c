/* A traffic profile: CSV. */
#include "fuzz/fuzz.h"

#include "base/limits.h"
#include "sheet/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct profile x;
    fuzz_split(data, size, f);
    fuzz_settled(profile_read("f.csv", f[0].text, f[0].len, &x, &e), &e);
    if (e.code == 0) {
        FUZZ_MUST(x.n > 0 && x.n <= LIMIT_PROFILE_ROWS);
        for (size_t i = 0; i < x.n; i++)
            FUZZ_MUST(x.hour[i] == x.hour[0] + (int64_t)i && x.rps[i] >= 0 && x.rps[i] <= 1e12);
        profile_free(&x);
    }
    fuzz_split_free(f);
    return 0;
}
