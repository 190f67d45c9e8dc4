#include "aws/text.h"

#include "base/file.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/value.h"

#include <stdlib.h>
#include <string.h>

const char *aws_oneline(struct arena *a, const char *text)
{
    char *shown = printable(text);
    struct strbuf sb = {0};
    for (const char *p = shown; *p; p++) {
        if (*p == '\n')
            sb_add(&sb, "\\n");
        else if (*p == '\t')
            sb_add(&sb, "\\t");
        else
            sb_addc(&sb, *p);
    }
    const char *r = arena_strdup(a, sb_str(&sb));
    sb_free(&sb);
    free(shown);
    return r;
}

const char *aws_number(struct arena *a, double x)
{
    char buf[NUM_MAX];
    if (!isfinite(x))
        return isnan(x) ? "unknown" : x > 0 ? "inf" : "-inf";
    return arena_strdup(a, fabs(x) < 1e21 ? num_plain(buf, x) : num_exact(buf, x));
}

const char *aws_integer(struct arena *a, int64_t n)
{
    return int_known(n) ? arena_printf(a, "%lld", (long long)n) : "unknown";
}

/* In a command that somebody pastes, what has no width is written out as well: a name may hold it to look like
 * another one. */
static bool hidden(uint32_t cp)
{
    return utf8_hidden(cp) || (cp >= 0x200B && cp <= 0x200D) || (cp >= 0x2060 && cp <= 0x206F);
}

/* Whether TEXT holds what a terminal would act on or not show. */
static bool needs_ansi(const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0 || hidden(cp))
            return true;
        i += len;
    }
    return false;
}

static void ansi_word(struct strbuf *out, const char *text)
{
    size_t n = strlen(text);
    sb_add(out, "$'");
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0 || hidden(cp)) {
            /* Octal takes at most three digits, so what follows cannot be drawn in (unlike \x). */
            for (size_t k = 0; k < (len ? len : 1); k++)
                sb_addf(out, "\\%03o", (unsigned)(unsigned char)text[i + k]);
        } else {
            if (text[i] == '\'' || text[i] == '\\')
                sb_addc(out, '\\');
            sb_addn(out, text + i, len);
        }
        i += len ? len : 1;
    }
    sb_addc(out, '\'');
}

void shell_word(struct strbuf *out, const char *text)
{
    static const char bare[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
    size_t n = strlen(text);
    if (n > 0 && strspn(text, bare) == n) {
        sb_add(out, text);
        return;
    }
    if (needs_ansi(text)) {
        ansi_word(out, text);
        return;
    }
    sb_addc(out, '\'');
    for (const char *p = text; *p; p++) {
        if (*p == '\'')
            sb_add(out, "'\\''");
        else
            sb_addc(out, *p);
    }
    sb_addc(out, '\'');
}
