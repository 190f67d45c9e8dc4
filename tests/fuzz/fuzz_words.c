/* Text, Markdown and every form of configuration of a hostile plan. */
#include "fuzz/fuzz.h"

#include "base/awsname.h"
#include "base/file.h"
#include "render/config.h"
#include "render/render.h"
#include "render/snippet.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

static void shown(const struct plan *p)
{
    struct strbuf out = {0};
    render_text(p, false, &out);
    char *text = printable(sb_str(&out));
    fuzz_is_printable(text, strlen(text));
    free(text);
    sb_trunc(&out, 0);
    render_markdown(p, &out);
    FUZZ_MUST(out.len > 0);
    sb_free(&out);
    free(snippet_file(p));
}

static void configured(const struct plan *p, enum method method)
{
    for (const struct config_format *f = config_formats; f->name; f++) {
        struct arena *a = arena_new();
        struct deployment d;
        struct err e = ERR_INIT;
        deployment_make(p, method, p->endpoint && aws_name_ok(p->endpoint) ? p->endpoint : "e", "primary", a, &d);
        fuzz_settled(deployment_check(&d, f->needs_target, &e), &e);
        for (size_t i = 0; i < f->n_files && e.code == 0; i++) {
            struct strbuf out = {0};
            if (config_has(&d, &f->files[i])) {
                fuzz_settled(config_render(&d, f, &f->files[i], &out, &e), &e);
                FUZZ_MUST(e.code == 0 || e.code == EXIT_REFUSED); /* EXIT_OUTPUT would be a fault of a template */
                if (e.code == 0 && f->files[i].language == LANGUAGE_JSON)
                    fuzz_is_json(&out);
            }
            sb_free(&out);
        }
        arena_free(a);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct plan *p;
    fuzz_split(data, size, f);
    if (store_read("f.json", f[0].text, f[0].len, &p, &e) == 0) {
        if (p->has_headroom) {
            shown(p);
            configured(p, METHOD_PUBLISHED);
            configured(p, METHOD_FLOW);
        }
        plan_free(p);
    }
    fuzz_split_free(f);
    return 0;
}
