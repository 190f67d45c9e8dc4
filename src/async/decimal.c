#include "async/decimal.h"

#include <stdio.h>
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
    int64_t unit = 1;
    for (int i = 0; i < places; i++)
        unit *= 10;
    int n = snprintf(out, NUM_MAX, "%lld", (long long)(units / unit));
    if (units % unit) {
        n += snprintf(out + n, (size_t)(NUM_MAX - n), ".%0*lld", places, (long long)(units % unit));
        while (out[n - 1] == '0')
            out[--n] = '\0';
    }
    return out;
}
