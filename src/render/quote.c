#include "render/quote.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FOLD_COLUMN = 100 };

/* The next character; an ill-formed byte is taken for U+FFFD. Returns its length, 0 at the end. */
static size_t next_char(const char *s, uint32_t *cp)
{
    if (!*s)
        return 0;
    size_t n = utf8_decode(s, strlen(s) < 4 ? strlen(s) : 4, cp);
    if (n > 0)
        return n;
    *cp = 0xFFFD;
    return 1;
}

/* Not to stand raw in a document: hidden characters, and what YAML does not accept (U+FFFE, U+FFFF). */
static bool unfit(uint32_t cp)
{
    return utf8_hidden(cp) || cp == 0xFFFD || cp == 0xFFFE || cp == 0xFFFF;
}

static void quote_shell(struct strbuf *out, const char *s)
{
    sb_addc(out, '\'');
    for (; *s; s++)
        if (*s == '\'')
            sb_add(out, "'\\''");
        else
            sb_addc(out, *s);
    sb_addc(out, '\'');
}

/* In HCL, ${ and %{ begin code, and a doubled sign takes that back. Of more signs in a row the scanner
 * pairs the first ones, so all but the last are written as code points. True: S was dealt with. */
static bool quote_hcl_sign(struct strbuf *out, const char *s)
{
    size_t run = strspn(s, *s == '$' ? "$" : "%");
    if (s[run] != '{')
        return false;
    if (run > 1)
        sb_addf(out, "\\u%04x", (unsigned)*s);
    else
        sb_addf(out, "%c%c", *s, *s);
    return true;
}

/* The four languages with double quotes share the backslash escapes used here. */
static void quote_double(struct strbuf *out, enum language language, const char *s)
{
    uint32_t cp;
    sb_addc(out, '"');
    for (size_t n; (n = next_char(s, &cp)) > 0; s += n) {
        if (cp == '"' || cp == '\\')
            sb_addf(out, "\\%c", (char)cp);
        else if (cp == '\n')
            sb_add(out, "\\n");
        else if (cp == '\r')
            sb_add(out, "\\r");
        else if (cp == '\t')
            sb_add(out, "\\t");
        else if (unfit(cp))
            sb_addf(out, "\\u%04x", (unsigned)cp);
        else if (language != LANGUAGE_HCL || (cp != '$' && cp != '%') || !quote_hcl_sign(out, s))
            sb_addn(out, s, n);
    }
    sb_addc(out, '"');
}

void quote_text(struct strbuf *out, enum language language, const char *s)
{
    if (language == LANGUAGE_SHELL)
        quote_shell(out, s);
    else
        quote_double(out, language, s);
}

char *quote_number(char out[NUM_MAX], enum language language, double x)
{
    if (language == LANGUAGE_HCL || language == LANGUAGE_SHELL)
        return num_plain(out, x);
    num_exact(out, x);
    char *e = strchr(out, 'e');
    if (language == LANGUAGE_YAML && e && !strchr(out, '.')) {
        memmove(e + 2, e, strlen(e) + 1);
        e[0] = '.';
        e[1] = '0';
    }
    return out;
}

static void visible(struct strbuf *out, const char *s)
{
    uint32_t cp;
    for (size_t n; (n = next_char(s, &cp)) > 0; s += n) {
        if (cp == '\n')
            sb_add(out, "\\n");
        else if (cp < 0x80 && utf8_hidden(cp))
            sb_addf(out, "\\x%02x", (unsigned)cp);
        else if (unfit(cp))
            sb_addf(out, "\\u%04x", (unsigned)cp);
        else
            sb_addn(out, s, n);
    }
}

void quote_comment(struct strbuf *out, const char *s, const char *prefix, size_t column)
{
    struct strbuf text = {0};
    visible(&text, s);
    if (!prefix) {
        sb_add(out, sb_str(&text));
        sb_free(&text);
        return;
    }
    bool first = true;
    for (char *p = text.data; p && *p;) {
        size_t n = strcspn(p, " ");
        char *word = xstrndup(p, n);
        size_t width = utf8_width(word);
        free(word);
        if (!first && column + 1 + width > FOLD_COLUMN) {
            sb_addf(out, "\n%s  ", prefix);
            column = strlen(prefix) + 2;
        } else if (!first) {
            sb_addc(out, ' ');
            column++;
        }
        sb_addn(out, p, n);
        column += width;
        first = false;
        p += n;
        p += *p == ' ';
    }
    sb_free(&text);
}
