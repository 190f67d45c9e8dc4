/* A template of anybody's, with hostile texts as values. The first part is the template, the second a text. */
#include "fuzz/fuzz.h"

#include "render/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum language languages[] = {LANGUAGE_PYTHON, LANGUAGE_JSON, LANGUAGE_YAML, LANGUAGE_HCL,
                                              LANGUAGE_SHELL};
    struct fuzz_part f[FUZZ_PARTS];
    fuzz_split(data, size, f);
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        struct arena *a = arena_new();
        struct tvars *v = tvars_new(a, NULL);
        struct strbuf out = {0};
        struct err e = ERR_INIT;
        tvars_text(v, "text", f[1].text);
        tvars_text(v, "nothing", NULL);
        tvars_int(v, "n", 50);
        tvars_number(v, "x", 37.5);
        tvars_number(v, "no", NUM_UNKNOWN);
        tvars_flag(v, "on", true);
        tvars_flag(v, "off", false);
        tvars_list(v, "none");
        for (int row = 0; row < 2; row++) {
            struct tvars *r = tvars_row(v, "rows");
            tvars_text(r, "item", f[1].text);
            tvars_int(r, "i", row);
        }
        fuzz_settled(template_render("t", f[0].text, languages[i], v, &out, &e), &e);
        sb_free(&out);
        arena_free(a);
    }
    fuzz_split_free(f);
    return 0;
}
