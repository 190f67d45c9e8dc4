#include "async/decimal.h"

#include <stdbool.h>
#include <string.h>

static const int64_t most = INT64_C(1000000000);

int decimal_read(const char *text, size_t len, int places, int64_t *out)
{
    size_t i = 0, digits = 0;
    int64_t whole = 0;
    for (; i < len && text[i] >= '0' && text[i] <= '9'; i++, digits++)
        if ((whole = 10 * whole + (text[i] - '0')) > most)
            return -1;
    if (digits == 0)
        return -1;
    int64_t units = whole;
    int up = 0, rest = 0, place = 0;
    if (i < len) {
        if (text[i++] != '.' || i == len)
            return -1;
        for (; i < len; i++, place++) {
            if (text[i] < '0' || text[i] > '9')
                return -1;
            if (place < places)
                units = 10 * units + (text[i] - '0');
            else if (place == places)
                up = text[i] >= '5';
            rest |= text[i] != '0';
        }
    }
    if (whole == most && rest)
        return -1;
    for (; place < places; place++)
        units *= 10;
    *out = units + up;
    return 0;
}

int decimal_rounds(const char *text, int places)
{
    const char *point = strchr(text, '.');
    return point && strlen(point + 1) > (size_t)places;
}

char *decimal_text(char out[NUM_MAX], int64_t units, int places)
{
    /* By hand from the last digit on: tables have millions of these. */
    char *end = out + NUM_MAX - 1, *p = end;
    bool shown = false;
    *p = '\0';
    for (int i = 0; i < places; i++, units /= 10) {
        int digit = (int)(units % 10);
        shown = shown || digit != 0;
        if (shown)
            *--p = (char)('0' + digit);
    }
    if (shown)
        *--p = '.';
    do
        *--p = (char)('0' + units % 10);
    while ((units /= 10) > 0);
    memmove(out, p, (size_t)(end - p) + 1);
    return out;
}
