#include "base/csv.h"

#include "base/num.h"
#include "base/value.h"

#include <string.h>

void csv_trim(const char **line, size_t *len, bool first)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (first && *len >= 3 && memcmp(*line, mark, 3) == 0) {
        *line += 3;
        *len -= 3;
    }
    if (*len > 0 && (*line)[*len - 1] == '\r')
        --*len;
}

void csv_text(struct strbuf *out, const char *text)
{
    const char *first = text + strspn(text, " ");
    bool formula = *first && strchr("=+-@\t\r", *first) != NULL;
    bool quoted = formula || strpbrk(text, ",\"\r\n") != NULL;
    if (quoted)
        sb_addc(out, '"');
    if (formula)
        sb_addc(out, '\'');
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            sb_addc(out, '"');
        sb_addc(out, *p);
    }
    if (quoted)
        sb_addc(out, '"');
}

void csv_number(struct strbuf *out, double x)
{
    char buf[NUM_MAX];
    if (isfinite(x))
        sb_add(out, num_exact(buf, x));
}

void csv_int(struct strbuf *out, int64_t n)
{
    if (int_known(n))
        sb_addf(out, "%lld", (long long)n);
}
