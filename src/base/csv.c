#include "base/csv.h"

#include <stdbool.h>
#include <string.h>

void csv_field(struct strbuf *out, const char *text)
{
    bool formula = *text && strchr("=+-@\t\r", *text) != NULL;
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
