/* The days of an estimate, CSV with and without rates: each is the product that it says, and every output holds. */
#include "fuzz/fuzz.h"

#include "async/estimate.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/num.h"
#include "chart/paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct font *the_font(void)
{
    static struct font *font;
    struct err e = ERR_INIT;
    if (!font)
        FUZZ_MUST(font_open(&font, &e) == 0);
    return font;
}

static void computed(const struct estimate *x)
{
    FUZZ_MUST(x->n_rows > 0 && x->n_rows <= LIMIT_DAYS);
    for (size_t i = 0; i < x->n_rows; i++) {
        const struct estimate_row *r = &x->rows[i];
        FUZZ_MUST(r->hourly_rate_usd > 0 && r->instance_hours >= 0 && !signbit(r->instance_hours));
        FUZZ_MUST(isfinite(r->compute_usd) && r->compute_usd == r->hourly_rate_usd * r->instance_hours);
        FUZZ_MUST(isfinite(r->always_on_usd) && r->always_on_usd > 0);
        FUZZ_MUST(isfinite(r->saving_share) && r->saving_share <= 1);
    }
}

/* Whether a label may say WORD. Pictures leave out what cannot be drawn, so this looks past it. */
static bool labelled(const uint8_t *data, size_t size, const char *word)
{
    struct strbuf drawn = {0};
    for (size_t i = 0; i < size; i++)
        if (data[i] >= ' ' && data[i] < 0x7f)
            sb_addn(&drawn, (const char *)data + i, 1);
    bool found = strstr(sb_str(&drawn), word) != NULL;
    sb_free(&drawn);
    return found;
}

static void shown(const struct estimate *x, const uint8_t *data, size_t size)
{
    struct strbuf out = {0};
    estimate_json(x, &out);
    fuzz_is_json(&out);
    sb_trunc(&out, 0);
    estimate_csv(x, &out);
    fuzz_is_numbers(&out, data, size);
    size_t lines = 0;
    for (size_t i = 0; i < out.len; i++)
        lines += out.data[i] == '\n';
    FUZZ_MUST(lines == 1 + x->n_rows + x->n_other);
    sb_trunc(&out, 0);
    estimate_text(x, &out);
    fuzz_is_numbers(&out, data, size);
    char *text = printable(sb_str(&out));
    fuzz_is_printable(text, strlen(text));
    free(text);
    sb_trunc(&out, 0);
    struct scene *s = estimate_chart(x, the_font());
    FUZZ_MUST(s != NULL && s->refused == 0);
    paint_svg(s, 1.0, &out);
    fuzz_is_xml(&out);
    /* What reads "infinite" in a picture is a sum that nobody looked at. */
    FUZZ_MUST(strstr(sb_str(&out), "infinite") == NULL || labelled(data, size, "infinite"));
    scene_free(s);
    sb_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double rates[] = {NUM_UNKNOWN, 0.23};
    char path[FUZZ_PATH];
    int fd = fuzz_file(data, size, path);
    for (size_t i = 0; i < 2; i++) {
        struct estimate x;
        struct err e = ERR_INIT;
        estimate_init(&x, i ? 3 : 1);
        FUZZ_MUST(estimate_add_other(&x, "storage=12.3", &e) == 0);
        fuzz_settled(estimate_read(&x, path, rates[i], &e), &e);
        if (e.code == 0) {
            computed(&x);
            shown(&x, data, size);
        }
        estimate_free(&x);
    }
    fuzz_file_close(fd);
    return 0;
}
