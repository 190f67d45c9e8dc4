/* Every chart of a hostile plan as SVG: no coordinate is lost, and the document is well-formed. */
#include "fuzz/fuzz.h"

#include "chart/charts.h"
#include "chart/paint.h"
#include "store/store.h"

#include <stdlib.h>

FUZZ_INPUT_IS_JSON

static const struct font *the_font(void)
{
    static struct font *font; /* opened once: a second of FreeType for each input would be all that is tested */
    struct err e = ERR_INIT;
    if (!font)
        FUZZ_MUST(font_open(&font, &e) == 0);
    return font;
}

static void draw(const struct plan *p)
{
    char *evidence = charts_evidence(p);
    for (size_t i = 0; i < n_charts; i++) {
        struct scene *s = charts[i].build(p, the_font());
        struct strbuf svg = {0};
        FUZZ_MUST(s != NULL && s->refused == 0);
        scene_evidence(s, evidence);
        paint_svg(s, 1.0, &svg);
        fuzz_is_xml(&svg);
        sb_free(&svg);
        scene_free(s);
    }
    free(evidence);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct plan *p;
    fuzz_split(data, size, f);
    if (store_read("f.json", f[0].text, f[0].len, &p, &e) == 0) {
        if (p->has_headroom)
            draw(p);
        plan_free(p);
    }
    fuzz_split_free(f);
    return 0;
}
