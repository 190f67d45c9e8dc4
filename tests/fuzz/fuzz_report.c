/* The PDF of a hostile plan. */
#include "fuzz/fuzz.h"

#include "report/report.h"
#include "store/store.h"

#include <stdio.h>

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct plan *p;
    fuzz_split(data, size, f);
    if (store_read("f.json", f[0].text, f[0].len, &p, &e) == 0) {
        struct strbuf json = {0}, pdf = {0};
        size_t missing = 0;
        store_write(p, &json);
        struct report_options o = {.paper = size % 2 ? PAPER_A4 : PAPER_LETTER,
                                   .plan_json = sb_str(&json),
                                   .plan_json_size = json.len,
                                   .missing = &missing};
        if (p->has_headroom) {
            fuzz_settled(report_render(p, &o, &pdf, &e), &e);
            if (e.code)
                fprintf(stderr, "%s\n", e.text);
            FUZZ_MUST(e.code == 0);
            fuzz_is_pdf(&pdf);
        }
        sb_free(&json);
        sb_free(&pdf);
        plan_free(p);
    }
    fuzz_split_free(f);
    return 0;
}
