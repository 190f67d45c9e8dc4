#include "report/lines.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

struct char_box {
    size_t span, offset, len;
    uint32_t cp;
    double width;
};

static size_t flatten(const struct measure *m, double size, const struct span *spans, size_t n, struct lines *out)
{
    size_t count = 0;
    for (size_t s = 0; s < n; s++) {
        const char *text = spans[s].text;
        size_t bytes = strlen(text);
        if (count + bytes > out->cap_chars) {
            out->cap_chars = 2 * (count + bytes) + 64;
            out->chars = xreallocarray(out->chars, out->cap_chars, sizeof *out->chars);
        }
        for (size_t i = 0; i < bytes;) {
            struct char_box *c = &out->chars[count++];
            *c = (struct char_box){.span = s, .offset = i};
            c->len = utf8_decode(text + i, bytes - i, &c->cp);
            if (c->len == 0)
                c->len = 1, c->cp = 0xFFFD;
            c->width = c->cp == '\n' ? 0.0 : m->width(m->context, spans[s].face, size, c->cp);
            i += c->len;
        }
    }
    return count;
}

static bool is_digit(uint32_t cp)
{
    return cp >= '0' && cp <= '9';
}

static bool is_letter(uint32_t cp)
{
    return (cp >= 'a' && cp <= 'z') || (cp >= 'A' && cp <= 'Z') || (cp >= 0xC0 && cp < 0x2000);
}

static bool combines(uint32_t cp)
{
    return (cp >= 0x300 && cp <= 0x36F) || cp == 0x200D || (cp >= 0xFE00 && cp <= 0xFE0F);
}

static bool is_ideograph(uint32_t cp)
{
    return (cp >= 0x2E80 && cp <= 0xD7A3 && cp != 0x3000) || (cp >= 0xF900 && cp <= 0xFAFF) || cp >= 0x1F000;
}

/* Does a unit start at c[i]? Then the blank before it, behind a digit, does not break. */
static bool unit_at(const struct char_box *c, size_t n, size_t i)
{
    static const char *const units[] = {"ms", "s", "%", "h", "rps", "USD", "requests/s", "USD/h", "x", "MB", "kB"};
    char word[12];
    size_t len = 0;
    while (i + len < n && c[i + len].cp != ' ' && c[i + len].cp != '\n') {
        uint32_t cp = c[i + len].cp;
        if (len == sizeof word - 1 || cp > 0x7E)
            return false;
        word[len++] = (char)cp;
    }
    while (len > 0 && strchr(".,;:)", word[len - 1]))
        len--;
    word[len] = '\0';
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        if (strcmp(word, units[u]) == 0)
            return true;
    return false;
}

/* May a line end after c[i]? */
static bool breaks_after(const struct char_box *c, size_t n, size_t i)
{
    uint32_t cp = c[i].cp, next = i + 1 < n ? c[i + 1].cp : '\n';
    if (cp == ' ')
        return next != ' ' && !(i > 0 && is_digit(c[i - 1].cp) && unit_at(c, n, i + 1));
    if (combines(next))
        return false;
    if (cp == 0x2013 || cp == 0x2014 || cp == 0x200B)
        return next != ' ';
    if (cp == '-')
        return i > 0 && is_letter(c[i - 1].cp) && is_letter(next);
    return is_ideograph(cp) || is_ideograph(next);
}

/* Where to break a word that is wider than a line: after its last punctuation before END, else at END. */
static size_t forced_break(const struct char_box *c, size_t from, size_t end)
{
    for (size_t j = end; j > from + 1; j--)
        if (c[j - 1].cp < 0x80 && strchr("/:.-_,;=@&|+", (int)c[j - 1].cp) && j - from >= (end - from) / 3)
            return j;
    while (end > from + 1 && combines(c[end].cp))
        end--;
    return end;
}

static void add_piece(struct lines *out, struct piece p)
{
    if (out->n_pieces == out->cap_pieces) {
        out->cap_pieces = out->cap_pieces ? 2 * out->cap_pieces : 16;
        out->pieces = xreallocarray(out->pieces, out->cap_pieces, sizeof *out->pieces);
    }
    out->pieces[out->n_pieces++] = p;
}

static void add_line(struct lines *out, const struct span *spans, size_t from, size_t to)
{
    const struct char_box *c = out->chars;
    while (to > from && c[to - 1].cp == ' ')
        to--;
    struct text_line line = {.first = out->n_pieces};
    for (size_t i = from; i < to;) {
        struct piece p = {.span = c[i].span, .text = spans[c[i].span].text + c[i].offset, .x = line.width};
        for (; i < to && c[i].span == p.span; i++) {
            p.n += c[i].len;
            p.width += c[i].width;
        }
        line.width += p.width;
        add_piece(out, p);
        line.count++;
    }
    if (out->n_lines == out->cap_lines) {
        out->cap_lines = out->cap_lines ? 2 * out->cap_lines : 8;
        out->lines = xreallocarray(out->lines, out->cap_lines, sizeof *out->lines);
    }
    out->lines[out->n_lines++] = line;
}

void lines_break(const struct measure *m, double size, double width, const struct span *spans, size_t n,
                 struct lines *out)
{
    out->n_pieces = out->n_lines = 0;
    size_t count = flatten(m, size, spans, n, out), from = 0;
    const struct char_box *c = out->chars;
    while (from < count) {
        double x = 0;
        size_t i = from, last = from;
        for (; i < count && c[i].cp != '\n'; i++) {
            /* A blank may hang over the end; a hundredth of a point is no overflow. */
            if (c[i].cp != ' ' && x + c[i].width > width + 0.01 && i > from)
                break;
            x += c[i].width;
            if (breaks_after(c, count, i))
                last = i + 1;
        }
        if (i == count) {
            add_line(out, spans, from, count);
            return;
        }
        if (c[i].cp == '\n') {
            add_line(out, spans, from, i);
            from = i + 1;
            if (from == count)
                return;
            continue;
        }
        size_t end = last > from ? last : forced_break(c, from, i);
        add_line(out, spans, from, end);
        from = end;
        while (from < count && c[from].cp == ' ')
            from++;
    }
    if (out->n_lines == 0)
        add_line(out, spans, 0, 0);
}

void lines_free(struct lines *l)
{
    free(l->pieces);
    free(l->lines);
    free(l->chars);
    *l = (struct lines){0};
}
