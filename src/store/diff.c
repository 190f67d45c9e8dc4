#include "store/diff.h"

#include "base/num.h"

#include <stdlib.h>
#include <string.h>

void diff_report(struct diff *d, const char *path, const char *key, const char *was, const char *is)
{
    sb_trunc(&d->path, 0);
    sb_addf(&d->path, "%s%s%s", path, *key ? "." : "", key);
    d->each(d->context, sb_str(&d->path), was, is);
    d->n++;
}

/* What is not finite is written as null. */
static char *number_text(char buf[NUM_MAX], double x)
{
    if (!isfinite(x))
        return memcpy(buf, "null", sizeof "null");
    return num_exact(buf, x);
}

static bool same_number(double a, double b)
{
    return a == b || (!isfinite(a) && !isfinite(b));
}

bool diff_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

void diff_text(struct diff *d, const char *path, const char *key, const char *a, const char *b)
{
    if (diff_same_text(a, b))
        return;
    struct strbuf was = {0}, is = {0};
    sb_addf(&was, a ? "\"%s\"" : "null", a);
    sb_addf(&is, b ? "\"%s\"" : "null", b);
    diff_report(d, path, key, sb_str(&was), sb_str(&is));
    sb_free(&was);
    sb_free(&is);
}

void diff_number(struct diff *d, const char *path, const char *key, double a, double b)
{
    char was[NUM_MAX], is[NUM_MAX];
    if (!same_number(a, b))
        diff_report(d, path, key, number_text(was, a), number_text(is, b));
}

void diff_integer(struct diff *d, const char *path, const char *key, int64_t a, int64_t b)
{
    if (a == b)
        return;
    struct strbuf was = {0}, is = {0};
    sb_addf(&was, int_known(a) ? "%lld" : "null", (long long)a);
    sb_addf(&is, int_known(b) ? "%lld" : "null", (long long)b);
    diff_report(d, path, key, sb_str(&was), sb_str(&is));
    sb_free(&was);
    sb_free(&is);
}

void diff_flag(struct diff *d, const char *path, const char *key, enum tri a, enum tri b)
{
    static const char *const words[] = {"null", "false", "true"};
    if (a != b)
        diff_report(d, path, key, words[a + 1], words[b + 1]);
}

void diff_fields(struct diff *d, const char *path, const struct table *t, const void *a, const void *b)
{
    for (size_t i = 0; i < t->n; i++) {
        const char *key = t->fields[i].key;
        const void *x = (const char *)a + t->fields[i].offset, *y = (const char *)b + t->fields[i].offset;
        switch (t->fields[i].type) {
        case F_TEXT: diff_text(d, path, key, *(const char *const *)x, *(const char *const *)y); break;
        case F_INT: diff_integer(d, path, key, *(const int64_t *)x, *(const int64_t *)y); break;
        case F_NUMBER: diff_number(d, path, key, *(const double *)x, *(const double *)y); break;
        case F_TRI: diff_flag(d, path, key, *(const enum tri *)x, *(const enum tri *)y); break;
        case F_BOOL: diff_flag(d, path, key, *(const bool *)x, *(const bool *)y); break;
        }
    }
}
