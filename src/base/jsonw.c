#include "base/jsonw.h"

#include "base/num.h"

#include <assert.h>
#include <string.h>

void jw_init(struct jsonw *w, struct strbuf *out, int indent)
{
    *w = (struct jsonw){.out = out, .indent = indent};
}

static void line(struct jsonw *w)
{
    if (w->indent > 0) {
        sb_addc(w->out, '\n');
        sb_fill(w->out, ' ', (size_t)w->indent * (size_t)w->depth);
    }
}

static void before(struct jsonw *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->depth == 0)
        return;
    assert(w->kind[w->depth - 1] == '[');
    if (w->some[w->depth - 1])
        sb_add(w->out, w->indent ? "," : ", ");
    w->some[w->depth - 1] = true;
    line(w);
}

static void open(struct jsonw *w, char kind)
{
    before(w);
    assert(w->depth < JSONW_DEPTH);
    sb_addc(w->out, kind);
    w->kind[w->depth] = kind;
    w->some[w->depth] = false;
    w->depth++;
}

void jw_object(struct jsonw *w)
{
    open(w, '{');
}

void jw_array(struct jsonw *w)
{
    open(w, '[');
}

void jw_end(struct jsonw *w)
{
    assert(w->depth > 0 && !w->after_key);
    w->depth--;
    if (w->some[w->depth])
        line(w);
    sb_addc(w->out, w->kind[w->depth] == '{' ? '}' : ']');
}

void jw_key(struct jsonw *w, const char *key)
{
    assert(w->depth > 0 && w->kind[w->depth - 1] == '{' && !w->after_key);
    if (w->some[w->depth - 1])
        sb_add(w->out, w->indent ? "," : ", ");
    w->some[w->depth - 1] = true;
    line(w);
    json_quote(w->out, key, strlen(key));
    sb_add(w->out, ": ");
    w->after_key = true;
}

void json_quote(struct strbuf *out, const char *s, size_t n)
{
    static const char hex[] = "0123456789abcdef";
    sb_addc(out, '"');
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F)
            continue;
        sb_addn(out, s + from, i - from);
        from = i + 1;
        const char *two = c == '"'    ? "\\\""
                          : c == '\\' ? "\\\\"
                          : c == '\n' ? "\\n"
                          : c == '\r' ? "\\r"
                          : c == '\t' ? "\\t"
                          : c == '\b' ? "\\b"
                          : c == '\f' ? "\\f"
                                      : NULL;
        if (two) {
            sb_add(out, two);
        } else {
            sb_add(out, "\\u00");
            sb_addc(out, hex[c >> 4]);
            sb_addc(out, hex[c & 15]);
        }
    }
    sb_addn(out, s + from, n - from);
    sb_addc(out, '"');
}

void jw_stringn(struct jsonw *w, const char *s, size_t n)
{
    before(w);
    json_quote(w->out, s, n);
}

void jw_string(struct jsonw *w, const char *s)
{
    if (!s)
        jw_null(w);
    else
        jw_stringn(w, s, strlen(s));
}

void jw_raw(struct jsonw *w, const char *json)
{
    before(w);
    sb_add(w->out, json);
}

void jw_null(struct jsonw *w)
{
    jw_raw(w, "null");
}

void jw_double(struct jsonw *w, double x)
{
    char buf[NUM_MAX];
    jw_raw(w, isfinite(x) ? num_exact(buf, x) : "null");
}

void jw_int(struct jsonw *w, int64_t n)
{
    if (!int_known(n)) {
        jw_null(w);
        return;
    }
    before(w);
    sb_addf(w->out, "%lld", (long long)n);
}

void jw_bool(struct jsonw *w, bool b)
{
    jw_raw(w, b ? "true" : "false");
}

void jw_tri(struct jsonw *w, enum tri t)
{
    jw_raw(w, t == TRI_UNKNOWN ? "null" : t == TRI_YES ? "true" : "false");
}

void jw_kstring(struct jsonw *w, const char *key, const char *s)
{
    jw_key(w, key);
    jw_string(w, s);
}

void jw_kdouble(struct jsonw *w, const char *key, double x)
{
    jw_key(w, key);
    jw_double(w, x);
}

void jw_kint(struct jsonw *w, const char *key, int64_t n)
{
    jw_key(w, key);
    jw_int(w, n);
}

void jw_kbool(struct jsonw *w, const char *key, bool b)
{
    jw_key(w, key);
    jw_bool(w, b);
}

void jw_kstrings(struct jsonw *w, const char *key, const char *const *list, size_t n)
{
    jw_key(w, key);
    jw_array(w);
    for (size_t i = 0; i < n; i++)
        jw_string(w, list[i]);
    jw_end(w);
}

void jw_ktri(struct jsonw *w, const char *key, enum tri t)
{
    jw_key(w, key);
    jw_tri(w, t);
}
