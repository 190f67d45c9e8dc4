#include "render/columns.h"

#include "base/file.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

void column_add(struct strbuf *out, const char *text)
{
    char *shown = printable(text);
    for (char *p = shown; *p; p++)
        if (*p == '\n')
            *p = ' ';
    sb_add(out, shown);
    free(shown);
}

void column_fold(struct strbuf *out, const char *text, size_t indent, size_t used)
{
    char *shown = printable(text);
    size_t column = used;
    for (char *p = shown; *p;) {
        size_t n = strcspn(p, " \n");
        char keep = p[n];
        p[n] = '\0';
        size_t w = utf8_width(p);
        if (column > indent && column + 1 + w > COLUMN_WIDTH) {
            sb_addc(out, '\n');
            sb_fill(out, ' ', indent);
            column = indent;
        } else if (column > indent) {
            sb_addc(out, ' ');
            column++;
        }
        sb_add(out, p);
        column += w;
        p[n] = keep;
        p += n + (keep ? 1 : 0);
    }
    sb_addc(out, '\n');
    free(shown);
}

void column_pad(struct strbuf *out, const char *text, size_t width)
{
    column_add(out, text);
    size_t w = utf8_width(text);
    sb_fill(out, ' ', w < width ? width - w : 1);
}
