#include "chart/font.h"

#include "base/dynlib.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define API(X) \
    X(FT_Init_FreeType) X(FT_Done_FreeType) X(FT_New_Face) X(FT_Done_Face) X(FT_Get_Char_Index) \
    X(FT_Get_Advance)
/* clang-format on */

struct api {
    API(DYN_FIELD)
};

static const char *const api_names[] = {API(DYN_SYMBOL)};

struct font {
    struct api api;
    FT_Library library;
    FT_Face faces[2]; /* regular, bold */
};

#define ELLIPSIS "\xE2\x80\xA6"
#define REPLACEMENT 0xFFFDu
#define BOX 0x25A1u /* a hollow square, as in the PDF: this font has no U+FFFD */

int font_open(struct font **out, struct err *e)
{
    static const char *const files[2] = {FONT_FILE, FONT_BOLD_FILE};
    struct font *f = xcalloc(1, sizeof *f);
    int code = dyn_load("libfreetype.so.6", "libfreetype6", api_names, DYN_COUNT(api_names), &f->api, e);
    if (code) {
        free(f);
        return code;
    }
    if (f->api.FT_Init_FreeType(&f->library)) {
        free(f);
        return err_set(e, EXIT_OUTPUT, "FreeType cannot be started");
    }
    for (int i = 0; i < 2; i++)
        if (f->api.FT_New_Face(f->library, files[i], 0, &f->faces[i])) {
            font_close(f);
            return err_set(e, EXIT_OUTPUT, "%s: this font cannot be read (Debian package fonts-liberation2)",
                           files[i]);
        }
    *out = f;
    return 0;
}

void font_close(struct font *f)
{
    if (!f)
        return;
    for (int i = 0; i < 2; i++)
        if (f->faces[i])
            f->api.FT_Done_Face(f->faces[i]);
    f->api.FT_Done_FreeType(f->library);
    free(f);
}

void *font_face(const struct font *f, bool bold)
{
    return f->faces[bold];
}

static bool font_has(const struct font *f, bool bold, uint32_t cp)
{
    return f->api.FT_Get_Char_Index(f->faces[bold], cp) != 0;
}

static double advance(const struct font *f, bool bold, uint32_t cp)
{
    FT_Face face = f->faces[bold];
    FT_Fixed units = 0;
    FT_UInt glyph = f->api.FT_Get_Char_Index(face, cp);
    if (f->api.FT_Get_Advance(face, glyph, FT_LOAD_NO_SCALE, &units))
        return 0.5;
    return (double)units / face->units_per_EM;
}

/* Next character of well-formed text; bytes that are not one count as U+FFFD each. */
static uint32_t next_char(const char **p)
{
    uint32_t cp;
    size_t n = utf8_decode(*p, strlen(*p) < 4 ? strlen(*p) : 4, &cp);
    if (n == 0) {
        (*p)++;
        return REPLACEMENT;
    }
    *p += n;
    return cp;
}

static void put_char(struct strbuf *sb, uint32_t cp)
{
    char buf[4];
    sb_addn(sb, buf, utf8_encode(buf, cp));
}

double font_width(const struct font *f, bool bold, double size, const char *text)
{
    double em = 0.0;
    for (const char *p = text; *p;)
        em += advance(f, bold, next_char(&p));
    return em * size;
}

static bool is_space(uint32_t cp)
{
    return cp == '\t' || cp == '\n' || cp == '\r' || cp == 0x2028 || cp == 0x2029;
}

static bool is_dropped(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0xAD || (cp >= 0x200B && cp <= 0x200F) ||
           (cp >= 0x202A && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF ||
           (cp >= 0xFFF9 && cp <= 0xFFFB) || (cp & 0xFFFE) == 0xFFFE || (cp >= 0xFDD0 && cp <= 0xFDEF) ||
           (cp >= 0xE0000 && cp <= 0xE0FFF);
}

char *text_clean(const char *text)
{
    struct strbuf sb = {0};
    for (const char *p = text; *p;) {
        uint32_t cp = next_char(&p);
        if (is_space(cp))
            sb_addc(&sb, ' ');
        else if (!is_dropped(cp))
            put_char(&sb, cp);
    }
    return sb.data ? sb_detach(&sb) : xstrdup("");
}

char *font_clean(const struct font *f, bool bold, const char *text, size_t *missing)
{
    char *clean = text_clean(text);
    struct strbuf sb = {0};
    uint32_t box = font_has(f, bold, BOX) ? BOX : '?';
    for (const char *p = clean; *p;) {
        uint32_t cp = next_char(&p);
        if (!font_has(f, bold, cp)) {
            cp = box;
            ++*missing;
        }
        put_char(&sb, cp);
    }
    free(clean);
    return sb.data ? sb_detach(&sb) : xstrdup("");
}

char *font_fit(const struct font *f, bool bold, double size, const char *text, double width)
{
    if (font_width(f, bold, size, text) <= width)
        return xstrdup(text);
    size_t chars = utf8_count(text);
    struct strbuf sb = {0};
    /* The two ends of a name tell more than its beginning alone: keep as much of both as fits. */
    for (size_t keep = chars; keep > 0; keep--) {
        size_t head = (keep + 1) / 2, tail = keep / 2, i = 0;
        sb_trunc(&sb, 0);
        for (const char *p = text; *p; i++) {
            const char *from = p;
            (void)next_char(&p);
            if (i == head)
                sb_add(&sb, ELLIPSIS);
            if (i < head || i >= chars - tail)
                sb_addn(&sb, from, (size_t)(p - from));
        }
        if (font_width(f, bold, size, sb_str(&sb)) <= width)
            return sb_detach(&sb);
    }
    sb_free(&sb);
    return xstrdup(ELLIPSIS);
}

/* Bytes of the longest beginning of TEXT that fits; at least one character. */
static size_t fitting(const struct font *f, bool bold, double size, const char *text, double width)
{
    double em = 0.0;
    const char *p = text;
    while (*p && *p != '\n') {
        const char *q = p;
        em += advance(f, bold, next_char(&q));
        if (em * size > width && p > text)
            break;
        p = q;
    }
    return (size_t)(p - text);
}

/* Would a break before text[cut] part a number from its unit: "96.8 %", "3 000 ms", "17.9 s"? */
static bool parts_unit(const char *text, size_t cut)
{
    size_t unit = strcspn(text + cut, " .,;:)");
    return cut > 1 && text[cut - 2] >= '0' && text[cut - 2] <= '9' && unit > 0 && unit <= 2;
}

char *font_wrap(const struct font *f, bool bold, double size, const char *text, double width, size_t max_lines)
{
    struct strbuf sb = {0};
    for (size_t line = 1; *text; line++) {
        if (max_lines && line == max_lines) {
            size_t rest = fitting(f, bold, size, text, width);
            if (text[rest]) {
                size_t n = fitting(f, bold, size, text, width - font_width(f, bold, size, ELLIPSIS));
                sb_addn(&sb, text, n);
                sb_add(&sb, ELLIPSIS);
            } else {
                sb_add(&sb, text);
            }
            return sb_detach(&sb);
        }
        size_t n = fitting(f, bold, size, text, width);
        size_t next = n;
        if (text[n] == '\n' || text[n] == ' ') {
            next = n + 1;
        } else if (text[n]) {
            size_t cut = n;
            while (cut > 0 && (text[cut - 1] != ' ' || parts_unit(text, cut)))
                cut--;
            if (cut > 1) {
                n = cut - 1;
                next = cut;
            }
        }
        sb_addn(&sb, text, n);
        text += next;
        if (*text)
            sb_addc(&sb, '\n');
    }
    return sb.data ? sb_detach(&sb) : xstrdup("");
}
