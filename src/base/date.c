#include "base/date.h"

#include "base/num.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Days since 1970-01-01 of a date in the proleptic Gregorian calendar (Howard Hinnant's algorithm). */
static int64_t days_from(int64_t y, int m, int d)
{
    y -= m <= 2;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400;
    int64_t doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

static int two(const char *p)
{
    if (p[0] < '0' || p[0] > '9' || p[1] < '0' || p[1] > '9')
        return -1;
    return (p[0] - '0') * 10 + (p[1] - '0');
}

static int month_days(int y, int m)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (m == 2 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0))
        return 29;
    return days[m - 1];
}

int date_parse(const char *text, int64_t *us)
{
    size_t n = strlen(text);
    if (n < 10 || n > 40 || text[4] != '-' || text[7] != '-')
        return -1;
    int hi = two(text), lo = two(text + 2), mo = two(text + 5), da = two(text + 8);
    if (hi < 0 || lo < 0 || mo < 1 || mo > 12)
        return -1;
    int y = hi * 100 + lo;
    if (da < 1 || da > month_days(y, mo))
        return -1;
    int64_t s = days_from(y, mo, da) * 86400, frac = 0;
    const char *p = text + 10;
    if (*p) {
        if ((*p != 'T' && *p != ' ') || n < 19 || p[3] != ':' || p[6] != ':')
            return -1;
        int h = two(p + 1), mi = two(p + 4), se = two(p + 7);
        if (h < 0 || h > 23 || mi < 0 || mi > 59 || se < 0 || se > 60)
            return -1;
        s += h * 3600 + mi * 60 + se;
        p += 9;
        if (*p == '.') {
            p++;
            int digits = 0;
            for (; *p >= '0' && *p <= '9'; p++, digits++)
                if (digits < 6)
                    frac = frac * 10 + (*p - '0');
            if (digits == 0)
                return -1;
            for (; digits < 6; digits++)
                frac *= 10;
        }
        if (*p == 'Z') {
            p++;
        } else if (*p == '+' || *p == '-') {
            int sign = *p == '+' ? 1 : -1;
            int oh = two(p + 1);
            if (oh < 0 || oh > 23)
                return -1;
            p += 3;
            int om = 0;
            if (*p) {
                if (*p == ':')
                    p++;
                om = two(p);
                if (om < 0 || om > 59)
                    return -1;
                p += 2;
            }
            s -= (int64_t)sign * (oh * 3600 + om * 60);
        }
        if (*p)
            return -1;
    }
    *us = s * 1000000 + frac;
    return 0;
}

struct date date_of(int64_t t)
{
    int64_t days = t / 86400, rest = t % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    int month = (int)(mp < 10 ? mp + 3 : mp - 9);
    return (struct date){(int)(yoe + era * 400 + (month <= 2)),
                         month,
                         (int)(doy - (153 * mp + 2) / 5 + 1),
                         (int)(rest / 3600),
                         (int)(rest / 60 % 60),
                         (int)(rest % 60)};
}

void date_day(char out[16], int64_t t)
{
    struct date d = date_of(t);
    snprintf(out, 16, "%04d-%02d-%02d", d.year % 10000, d.month % 100, d.day % 100);
}

void date_stamp(char out[32], int64_t t)
{
    struct date d = date_of(t);
    snprintf(out, 32, "%04d-%02d-%02dT%02d:%02d:%02dZ", d.year % 10000, d.month % 100, d.day % 100, d.hour % 100,
             d.minute % 100, d.second % 100);
}

int64_t date_source_epoch(void)
{
    const char *s = getenv("SOURCE_DATE_EPOCH");
    int64_t t;
    if (!s || num_parse_int(s, &t) != 0 || t < 0 || t > INT64_C(253402300799))
        return -1;
    return t;
}
