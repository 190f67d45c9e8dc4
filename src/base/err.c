#include "base/err.h"

#include <stdio.h>
#include <string.h>

int err_setv(struct err *e, int code, const char *fmt, va_list ap)
{
    if (e->code != 0)
        return e->code;
    e->code = code;
    int n = vsnprintf(e->text, sizeof e->text, fmt, ap);
    if (n >= (int)sizeof e->text) {
        /* Cut before a lead byte, so that half a character never reaches a terminal or a JSON string. A
         * character has at most three bytes behind its first: more of them are no character. */
        const size_t most = sizeof e->text - 4;
        size_t at = most;
        while (at > most - 3 && ((unsigned char)e->text[at] & 0xC0U) == 0x80U)
            at--;
        memcpy(e->text + at, "...", 4);
    }
    return code;
}

int err_set(struct err *e, int code, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int r = err_setv(e, code, fmt, ap);
    va_end(ap);
    return r;
}
