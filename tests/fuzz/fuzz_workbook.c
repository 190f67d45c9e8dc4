/* The workbook of a hostile plan, with a profile behind it. */
#include "fuzz/fuzz.h"

#include "sheet/workbook.h"
#include "store/store.h"

#include <stdio.h>

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct err e = ERR_INIT, none = ERR_INIT;
    struct plan *p;
    struct profile profile;
    fuzz_enter_directory();
    fuzz_split(data, size, f);
    if (store_read("f.json", f[0].text, f[0].len, &p, &e) == 0) {
        bool with = profile_read("f.csv", f[1].text, f[1].len, &profile, &none) == 0;
        struct outset *set = outset_new();
        if (p->has_headroom) {
            fuzz_settled(workbook_render(p, with ? &profile : NULL, set, "book.xlsx", &e), &e);
            if (e.code)
                fprintf(stderr, "%s\n", e.text);
            FUZZ_MUST(e.code == 0);
        }
        outset_free(set);
        if (with)
            profile_free(&profile);
        plan_free(p);
    }
    fuzz_split_free(f);
    return 0;
}
