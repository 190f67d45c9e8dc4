#include "base/strbuf.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct strbuf *sb, size_t more)
{
    if (more > SIZE_MAX / 4 - sb->len)
        mem_fail();
    size_t need = sb->len + more + 1;
    if (need <= sb->cap)
        return;
    size_t cap = sb->cap ? sb->cap : 64;
    while (cap < need)
        cap *= 2;
    sb->data = xreallocarray(sb->data, cap, 1);
    sb->cap = cap;
}

void sb_addn(struct strbuf *sb, const char *s, size_t n)
{
    reserve(sb, n);
    if (n)
        memcpy(sb->data + sb->len, s, n);
    sb->len += n;
    sb->data[sb->len] = '\0';
}

void sb_add(struct strbuf *sb, const char *s)
{
    sb_addn(sb, s, strlen(s));
}

void sb_addc(struct strbuf *sb, char c)
{
    sb_addn(sb, &c, 1);
}

void sb_addf(struct strbuf *sb, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    reserve(sb, 128);
    int n = vsnprintf(sb->data + sb->len, sb->cap - sb->len, fmt, ap);
    va_end(ap);
    if (n < 0)
        mem_fail();
    if ((size_t)n >= sb->cap - sb->len) {
        reserve(sb, (size_t)n);
        vsnprintf(sb->data + sb->len, sb->cap - sb->len, fmt, again);
    }
    va_end(again);
    sb->len += (size_t)n;
}

void sb_fill(struct strbuf *sb, char c, size_t n)
{
    reserve(sb, n);
    memset(sb->data + sb->len, c, n);
    sb->len += n;
    sb->data[sb->len] = '\0';
}

static size_t gap(const char *text, size_t width)
{
    size_t used = utf8_width(text);
    return used < width ? width - used : 0;
}

void sb_left(struct strbuf *sb, const char *text, size_t width)
{
    sb_add(sb, text);
    sb_fill(sb, ' ', gap(text, width));
}

void sb_right(struct strbuf *sb, const char *text, size_t width)
{
    sb_fill(sb, ' ', gap(text, width));
    sb_add(sb, text);
}

void sb_trunc(struct strbuf *sb, size_t len)
{
    if (!sb->data)
        return;
    sb->len = len;
    sb->data[len] = '\0';
}

const char *sb_str(const struct strbuf *sb)
{
    return sb->data ? sb->data : "";
}

char *sb_detach(struct strbuf *sb)
{
    char *p = sb->data ? sb->data : xstrdup("");
    *sb = (struct strbuf){0};
    return p;
}

void sb_free(struct strbuf *sb)
{
    free(sb->data);
    *sb = (struct strbuf){0};
}
