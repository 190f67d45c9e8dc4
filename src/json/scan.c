#include "json/scan.h"

#include "base/limits.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scan {
    const char *name, *text;
    size_t len, pos;
    const struct json_limits *limits;
    size_t depth, nodes;
    struct scan_result *out;
    size_t whole_cap; /* bytes of out->whole */
    struct err *e;
};

enum { WINDOW = 72 }; /* characters of the offending line that are shown */

int scan_fail(const char *name, const char *text, size_t len, size_t pos, struct err *e, const char *what)
{
    size_t line = 1, start = 0;
    for (size_t i = 0; i < pos; i++)
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        }
    size_t end = pos;
    while (end < len && text[end] != '\n' && text[end] != '\r')
        end++;
    /* Columns are characters; an ill-formed byte counts as one. The window slides so that the caret is
     * always in it. */
    size_t column = 1, from = start;
    for (size_t i = start; i < pos; column++) {
        uint32_t cp;
        size_t n = utf8_decode(text + i, pos - i, &cp);
        i += n ? n : 1;
    }
    size_t skip = column > WINDOW - 12 ? column - (WINDOW - 12) : 0;
    for (size_t i = 0; i < skip; i++) {
        uint32_t cp;
        size_t n = utf8_decode(text + from, pos - from, &cp);
        from += n ? n : 1;
    }
    struct strbuf shown = {0}, caret = {0};
    if (skip)
        sb_add(&shown, "...");
    sb_fill(&caret, ' ', shown.len);
    size_t chars = 0;
    for (size_t i = from; i < end && chars < WINDOW; chars++) {
        uint32_t cp;
        size_t n = utf8_decode(text + i, end - i, &cp);
        if (i < pos) {
            char one[5] = {0};
            memcpy(one, text + i, n);
            sb_fill(&caret, ' ', n > 1 && !utf8_hidden(cp) ? utf8_width(one) : 1);
        }
        if (n == 0 || utf8_hidden(cp))
            sb_addc(&shown, n && cp == '\t' ? ' ' : '?');
        else
            sb_addn(&shown, text + i, n);
        i += n ? n : 1;
    }
    sb_addc(&caret, '^');
    int r = err_set(e, EXIT_REFUSED, "%s: line %zu, column %zu: %s\n    %s\n    %s", name, line, column, what,
                    sb_str(&shown), sb_str(&caret));
    sb_free(&shown);
    sb_free(&caret);
    return r;
}

static int bad(struct scan *s, const char *what)
{
    return scan_fail(s->name, s->text, s->len, s->pos, s->e, what);
}

static int beyond(struct scan *s, const char *before, size_t limit, const char *after)
{
    char what[96];
    snprintf(what, sizeof what, "%s %zu %s", before, limit, after);
    return bad(s, what);
}

static void skip_white(struct scan *s)
{
    while (s->pos < s->len) {
        char c = s->text[s->pos];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            return;
        s->pos++;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Reads the four digits behind \u; s->pos is at the backslash. */
static int unicode_escape(struct scan *s, unsigned *unit)
{
    *unit = 0;
    for (size_t i = 2; i < 6; i++) {
        int d = s->pos + i < s->len ? hex_digit(s->text[s->pos + i]) : -1;
        if (d < 0)
            return bad(s, "\\u needs four hexadecimal digits");
        *unit = *unit * 16 + (unsigned)d;
    }
    return 0;
}

static int escape(struct scan *s)
{
    char c = s->pos + 1 < s->len ? s->text[s->pos + 1] : '\0';
    if (c != '\0' && strchr("\"\\/bfnrt", c)) {
        s->pos += 2;
        return 0;
    }
    if (c != 'u')
        return bad(s, "unknown escape in a string");
    unsigned unit, low;
    if (unicode_escape(s, &unit) != 0)
        return s->e->code;
    if (unit == 0)
        return bad(s, "\\u0000 is refused: text would end there");
    if (unit >= 0xDC00 && unit <= 0xDFFF)
        return bad(s, "a low surrogate without its high one");
    size_t at = s->pos;
    s->pos += 6;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        if (s->pos + 1 >= s->len || s->text[s->pos] != '\\' || s->text[s->pos + 1] != 'u') {
            s->pos = at;
            return bad(s, "a high surrogate without its low one");
        }
        if (unicode_escape(s, &low) != 0)
            return s->e->code;
        if (low < 0xDC00 || low > 0xDFFF) {
            s->pos = at;
            return bad(s, "a high surrogate without its low one");
        }
        s->pos += 6;
    }
    return 0;
}

static int string(struct scan *s)
{
    size_t open = s->pos++;
    while (s->pos < s->len) {
        unsigned char c = (unsigned char)s->text[s->pos];
        if (c == '"') {
            s->pos++;
            return 0;
        }
        if (c < 0x20)
            return bad(s, c == '\n' || c == '\r' ? "the string is not closed on its line"
                                                 : "a control character inside a string");
        if (c == '\\') {
            if (escape(s) != 0)
                return s->e->code;
        } else if (c < 0x80) {
            s->pos++;
        } else {
            uint32_t cp;
            size_t n = utf8_decode(s->text + s->pos, s->len - s->pos, &cp);
            if (n == 0)
                return bad(s, "not valid UTF-8");
            s->pos += n;
        }
    }
    s->pos = open;
    return bad(s, "the string is never closed: the file ends inside it");
}

static bool digit_at(const struct scan *s)
{
    return s->pos < s->len && s->text[s->pos] >= '0' && s->text[s->pos] <= '9';
}

static void note_number(struct scan *s, bool whole)
{
    struct scan_result *o = s->out;
    if (o->numbers / 8 >= s->whole_cap) {
        size_t cap = s->whole_cap ? s->whole_cap * 2 : 64;
        o->whole = xreallocarray(o->whole, cap, 1);
        memset(o->whole + s->whole_cap, 0, cap - s->whole_cap);
        s->whole_cap = cap;
    }
    if (whole)
        o->whole[o->numbers / 8] |= (unsigned char)(1U << (o->numbers % 8));
    o->numbers++;
}

static int number(struct scan *s)
{
    bool whole = true;
    if (s->text[s->pos] == '-')
        s->pos++;
    if (!digit_at(s))
        return bad(s, "expected a digit");
    if (s->text[s->pos] == '0') {
        s->pos++;
        if (digit_at(s))
            return bad(s, "a number does not begin with 0 and another digit");
    }
    while (digit_at(s))
        s->pos++;
    if (s->pos < s->len && s->text[s->pos] == '.') {
        whole = false;
        s->pos++;
        if (!digit_at(s))
            return bad(s, "expected a digit after the point");
        while (digit_at(s))
            s->pos++;
    }
    if (s->pos < s->len && (s->text[s->pos] == 'e' || s->text[s->pos] == 'E')) {
        whole = false;
        s->pos++;
        if (s->pos < s->len && (s->text[s->pos] == '+' || s->text[s->pos] == '-'))
            s->pos++;
        if (!digit_at(s))
            return bad(s, "expected a digit in the exponent");
        while (digit_at(s))
            s->pos++;
    }
    note_number(s, whole);
    return 0;
}

static int word(struct scan *s, const char *w)
{
    size_t n = strlen(w);
    if (s->len - s->pos < n || memcmp(s->text + s->pos, w, n) != 0)
        return bad(s, "expected a value");
    s->pos += n;
    return 0;
}

static int value(struct scan *s);

static int ended(struct scan *s, const char *where)
{
    if (s->pos < s->len)
        return 0;
    char what[96];
    snprintf(what, sizeof what, "the file ends inside %s", where);
    return bad(s, what);
}

static int container(struct scan *s, char close)
{
    const char *where = close == '}' ? "an object" : "an array";
    if (++s->depth > s->limits->depth)
        return beyond(s, "nested deeper than", s->limits->depth, "levels");
    size_t members = 0;
    s->pos++;
    skip_white(s);
    if (s->pos < s->len && s->text[s->pos] == close) {
        s->pos++;
        s->depth--;
        return 0;
    }
    for (;;) {
        if (ended(s, where) != 0)
            return s->e->code;
        if (close == '}') {
            if (s->text[s->pos] != '"')
                return bad(s, "expected a name in double quotes");
            if (++members > LIMIT_JSON_MEMBERS)
                return beyond(s, "more than", LIMIT_JSON_MEMBERS, "members in one object");
            size_t name_at = s->pos;
            if (string(s) != 0)
                return s->e->code;
            if (s->pos - name_at - 2 > LIMIT_NAME_BYTES) {
                s->pos = name_at;
                return beyond(s, "a name of more than", LIMIT_NAME_BYTES, "bytes");
            }
            skip_white(s);
            if (ended(s, where) != 0)
                return s->e->code;
            if (s->text[s->pos] != ':')
                return bad(s, "expected ':' after the name");
            s->pos++;
            skip_white(s);
            if (ended(s, where) != 0)
                return s->e->code;
        }
        if (value(s) != 0)
            return s->e->code;
        skip_white(s);
        if (ended(s, where) != 0)
            return s->e->code;
        if (s->text[s->pos] == close) {
            s->pos++;
            s->depth--;
            return 0;
        }
        if (s->text[s->pos] != ',')
            return bad(s, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
        s->pos++;
        skip_white(s);
    }
}

static int value(struct scan *s)
{
    if (++s->nodes > s->limits->nodes)
        return beyond(s, "more than", s->limits->nodes, "values");
    switch (s->text[s->pos]) {
    case '{': return container(s, '}');
    case '[': return container(s, ']');
    case '"': return string(s);
    case 't': return word(s, "true");
    case 'f': return word(s, "false");
    case 'n': return word(s, "null");
    default: {
        if (s->text[s->pos] == '-' || digit_at(s))
            return number(s);
        if (s->pos == 0 && s->len >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0)
            return bad(s, "begins with a byte order mark, which JSON does not have");
        uint32_t cp;
        return bad(s,
                   utf8_decode(s->text + s->pos, s->len - s->pos, &cp) == 0 ? "not valid UTF-8" : "expected a value");
    }
    }
}

int scan_document(const char *name, const char *text, size_t len, const struct json_limits *limits,
                  struct scan_result *out, struct err *e)
{
    *out = (struct scan_result){0};
    struct scan s = {.name = name, .text = text, .len = len, .limits = limits, .out = out, .e = e};
    skip_white(&s);
    if (s.pos == len) {
        out->empty = true;
        out->end = len;
        return 0;
    }
    if (value(&s) != 0) {
        free(out->whole);
        *out = (struct scan_result){0};
        return e->code;
    }
    skip_white(&s);
    out->end = s.pos;
    return 0;
}
