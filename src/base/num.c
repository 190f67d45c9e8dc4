#include "base/num.h"

#include <errno.h>
#include <stdbool.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits and decimal exponent of x > 0: x = 0.d1d2d3.. x 10^point. */
struct decimal {
    char digits[20];
    int count, point;
};

static void split(const char *text, struct decimal *d)
{
    d->count = 0;
    const char *p = text;
    for (; *p && *p != 'e'; p++)
        if (*p != '.')
            d->digits[d->count++] = *p;
    d->point = (int)strtol(p + 1, NULL, 10) + 1;
}

static void strip_zeros(struct decimal *d)
{
    while (d->count > 1 && d->digits[d->count - 1] == '0')
        d->count--;
}

static double back(const struct decimal *d)
{
    char buf[NUM_MAX];
    snprintf(buf, sizeof buf, "0.%.*se%d", d->count, d->digits, d->point);
    return strtod(buf, NULL);
}

/* Next decimal of the same length, up (+1) or down (-1). False when the length would change. */
static bool nudge(struct decimal *d, int by)
{
    for (int i = d->count - 1; i >= 0; i--) {
        char c = (char)(d->digits[i] + by);
        if (c >= '0' && c <= '9') {
            d->digits[i] = c;
            return d->digits[0] != '0';
        }
        d->digits[i] = by > 0 ? '0' : '9';
    }
    return false;
}

static void shortest(double x, struct decimal *d)
{
    /* 15 digits survive the way there and back for every normal double, so a shorter form shows up as
     * trailing zeros there. Subnormal numbers carry fewer bits: try every length for them. */
    int from = x < 2.3e-308 ? 1 : 15;
    for (int prec = from; prec < 17; prec++) {
        char buf[NUM_MAX];
        snprintf(buf, sizeof buf, "%.*e", prec - 1, x);
        split(buf, d);
        if (back(d) == x)
            return;
        /* At a power of two the interval that reads back is lopsided: the nearest decimal of 16 digits
         * may miss it although its neighbour is inside. */
        for (int by = -1; prec == 16 && by <= 1; by += 2) {
            struct decimal n = *d;
            if (nudge(&n, by) && back(&n) == x) {
                *d = n;
                return;
            }
        }
    }
    char buf[NUM_MAX];
    snprintf(buf, sizeof buf, "%.16e", x);
    split(buf, d);
}

/* The same for numbers of everyday size, by whole numbers of 128 bits: some twenty times faster. The doubles
 * nearest to x, and so the ends of the interval that reads back as x, are whole multiples of 2^-(s+2); times
 * 10^k they are numbers of about 17 digits before the point, among which the roundest is looked for.
 * Returns false for a number outside of the range where 128 bits are enough. */
static bool shortest_fast(double x, struct decimal *d)
{
    __extension__ typedef unsigned __int128 wide;
    static const uint64_t power[] = {UINT64_C(1),
                                     UINT64_C(10),
                                     UINT64_C(100),
                                     UINT64_C(1000),
                                     UINT64_C(10000),
                                     UINT64_C(100000),
                                     UINT64_C(1000000),
                                     UINT64_C(10000000),
                                     UINT64_C(100000000),
                                     UINT64_C(1000000000),
                                     UINT64_C(10000000000),
                                     UINT64_C(100000000000),
                                     UINT64_C(1000000000000),
                                     UINT64_C(10000000000000),
                                     UINT64_C(100000000000000),
                                     UINT64_C(1000000000000000),
                                     UINT64_C(10000000000000000),
                                     UINT64_C(100000000000000000),
                                     UINT64_C(1000000000000000000)};
    int exponent;
    double fraction = frexp(x, &exponent); /* x = m 2^-s, m of 53 bits */
    const uint64_t m = (uint64_t)ldexp(fraction, 53);
    const int s = 53 - exponent;
    /* k such that x 10^k has 17 or 18 digits: from above by the logarithm of 2. */
    const int k = 17 - (int)floor(0.30102999566398120 * exponent);
    if (s < 0 || s > 66 || k < 0 || k > 21)
        return false;
    const wide scale = k > 18 ? (wide)power[18] * power[k - 18] : (wide)power[k];
    const wide one = (wide)1 << (s + 2), value = scale * 4 * m;
    /* At a power of two the neighbour below is half as far. */
    const wide low = value - scale * (fraction == 0.5 ? 1 : 2), high = value + scale * 2;
    /* An end reads back as x only when m is even. */
    const bool closed = (m & 1) == 0;
    uint64_t least = (uint64_t)((low + one - 1) >> (s + 2)), most = (uint64_t)(high >> (s + 2));
    if (!closed && (wide)least << (s + 2) == low)
        least++;
    if (!closed && (wide)most << (s + 2) == high)
        most--;
    int zeros = 0;
    while (zeros < 18) {
        uint64_t step = power[zeros + 1], multiple = most / step * step;
        if (multiple < least || multiple == 0)
            break;
        zeros++;
    }
    const uint64_t step = power[zeros], whole = (uint64_t)(value >> (s + 2));
    uint64_t below = whole / step * step, above = below + step, nearest;
    if (below < least)
        nearest = above;
    else if (above > most)
        nearest = below;
    else {
        const wide down = value - ((wide)below << (s + 2)), up = ((wide)above << (s + 2)) - value;
        nearest = down < up || (down == up && below / step % 2 == 0) ? below : above;
    }
    if (nearest < least || nearest > most)
        return false;
    char text[24];
    int n = 0;
    for (uint64_t left = nearest; left > 0; left /= 10)
        text[n++] = (char)('0' + left % 10);
    d->point = n - k;
    d->count = n - zeros;
    for (int i = 0; i < d->count; i++)
        d->digits[i] = text[n - 1 - i];
    return true;
}

static char *lay_out(char out[NUM_MAX], double x, int max_point, bool always_point)
{
    char *p = out;
    if (signbit(x))
        *p++ = '-';
    x = fabs(x);
    if (x == 0.0) {
        snprintf(p, 8, "%s", always_point ? "0.0" : "0");
        return out;
    }
    struct decimal d = {0};
    if (!shortest_fast(x, &d))
        shortest(x, &d);
    strip_zeros(&d);
    if (d.point > max_point || (always_point && d.point < -3)) {
        *p++ = d.digits[0];
        if (d.count > 1) {
            *p++ = '.';
            memcpy(p, d.digits + 1, (size_t)d.count - 1);
            p += d.count - 1;
        }
        snprintf(p, 16, "e%+03d", d.point - 1);
        return out;
    }
    if (d.point <= 0) {
        *p++ = '0';
        *p++ = '.';
        for (int i = d.point; i < 0 && p < out + NUM_MAX - 22; i++)
            *p++ = '0';
        memcpy(p, d.digits, (size_t)d.count);
        p[d.count] = '\0';
        return out;
    }
    for (int i = 0; i < d.point; i++)
        *p++ = i < d.count ? d.digits[i] : '0';
    if (d.count > d.point) {
        *p++ = '.';
        memcpy(p, d.digits + d.point, (size_t)(d.count - d.point));
        p += d.count - d.point;
    } else if (always_point) {
        *p++ = '.';
        *p++ = '0';
    }
    *p = '\0';
    return out;
}

char *num_exact(char out[NUM_MAX], double x)
{
    return lay_out(out, x, 16, true);
}

char *num_plain(char out[NUM_MAX], double x)
{
    /* Below 1e-20 the zeros would fill the buffer, and no quantity of ours is that small. It takes the
     * sign of -0.0 along. */
    if (fabs(x) < 1e-20)
        x = 0.0;
    return lay_out(out, x, 21, false);
}

double num_round9(double x)
{
    if (!isfinite(x) || x == 0.0)
        return x;
    char buf[NUM_MAX];
    snprintf(buf, sizeof buf, "%.8e", x);
    return strtod(buf, NULL);
}

double num_half_even(double x)
{
    double f = floor(x), d = x - f;
    if (d > 0.5)
        return f + 1.0;
    if (d < 0.5)
        return f;
    return fmod(f, 2.0) == 0.0 ? f : f + 1.0;
}

/* Puts thin spaces between groups of three digits before the point. */
static char *group(char out[NUM_MAX], const char *plain)
{
    const char *p = plain;
    char *q = out;
    if (*p == '-') {
        *q++ = '-';
        p++;
    }
    size_t whole = strcspn(p, ".");
    for (size_t i = 0; i < whole && q < out + NUM_MAX - 8; i++) {
        if (i > 0 && (whole - i) % 3 == 0) {
            memcpy(q, "\xE2\x80\x89", 3);
            q += 3;
        }
        *q++ = p[i]; /* NOLINT(clang-analyzer-core.*): lay_out ends with a NUL, which the analyzer loses in memcpy */
    }
    for (p += whole; *p && q < out + NUM_MAX - 1; p++) /* NOLINT(clang-analyzer-core.*): the same */
        *q++ = *p;
    *q = '\0';
    return out;
}

/* What is not a number to be shown as digits: NaN is how 'unknown' is stored. */
static char *no_digits(char out[NUM_MAX], double x)
{
    snprintf(out, NUM_MAX, "%s", isnan(x) ? "unknown" : x < 0.0 ? "-infinite" : "infinite");
    return out;
}

char *num_fixed(char out[NUM_MAX], double x, int decimals)
{
    if (!isfinite(x))
        return no_digits(out, x);
    char buf[NUM_MAX];
    if (fabs(x) >= 1e21) {
        snprintf(out, NUM_MAX, "%.4g", x);
        return out;
    }
    snprintf(buf, sizeof buf, "%.*f", decimals, x);
    /* "-0.0" is a rounded nothing. */
    if (buf[0] == '-' && strspn(buf + 1, "0.") == strlen(buf + 1))
        return group(out, buf + 1);
    return group(out, buf);
}

char *num_count(char out[NUM_MAX], int64_t n)
{
    if (n == INT64_MIN)
        return no_digits(out, (double)NAN);
    char buf[NUM_MAX];
    snprintf(buf, sizeof buf, "%lld", (long long)n);
    return group(out, buf);
}

static char *with_unit(char out[NUM_MAX], double x, int decimals, const char *unit)
{
    num_fixed(out, x, decimals);
    if (isfinite(x)) {
        size_t n = strlen(out);
        snprintf(out + n, NUM_MAX - n, " %s", unit);
    }
    return out;
}

char *num_ms(char out[NUM_MAX], double ms)
{
    /* 99.96 would read "100.0" with a decimal: the rounded value decides. */
    bool big = fabs(ms) >= 99.95;
    return with_unit(out, ms, big ? 0 : 1, "ms");
}

char *num_seconds(char out[NUM_MAX], double s)
{
    return with_unit(out, s, 1, "s");
}

char *num_concurrency(char out[NUM_MAX], double c)
{
    return num_fixed(out, c, 2);
}

char *num_percent(char out[NUM_MAX], double share)
{
    return with_unit(out, share * 100.0, 1, "%");
}

char *num_money(char out[NUM_MAX], double amount)
{
    return num_fixed(out, amount, 2);
}

char *num_unit_cost(char out[NUM_MAX], double amount)
{
    if (!isfinite(amount))
        return no_digits(out, amount);
    if (amount == 0.0)
        return num_fixed(out, 0.0, 4);
    /* Four significant digits need the exponent of the rounded value: 9.99996 is 10.00. */
    char buf[NUM_MAX];
    snprintf(buf, sizeof buf, "%.3e", amount);
    int exponent = (int)strtol(strchr(buf, 'e') + 1, NULL, 10);
    int decimals = 3 - exponent;
    if (decimals > 12)
        decimals = 12;
    return num_fixed(out, strtod(buf, NULL), decimals < 0 ? 0 : decimals);
}

char *num_rate(char out[NUM_MAX], double per_s)
{
    if (!isfinite(per_s))
        return no_digits(out, per_s);
    char buf[NUM_MAX];
    if (fabs(per_s) >= 1e15) {
        snprintf(out, NUM_MAX, "%.4g", per_s);
        return out;
    }
    /* What somebody typed is shown as typed; what was computed does not need ten digits. */
    num_plain(buf, per_s);
    if (strlen(buf) > 10 && strchr(buf, '.')) {
        snprintf(buf, sizeof buf, "%.4g", per_s);
        if (strchr(buf, 'e'))
            num_plain(buf, strtod(buf, NULL));
    }
    return group(out, buf);
}

int num_parse(const char *text, double *out)
{
    const char *p = text;
    if (*p == '-' || *p == '+')
        p++;
    size_t digits = strspn(p, "0123456789");
    p += digits;
    if (*p == '.') {
        size_t more = strspn(p + 1, "0123456789");
        digits += more;
        p += 1 + more;
    }
    if (digits == 0)
        return -1;
    if (*p == 'e' || *p == 'E') {
        p++;
        if (*p == '-' || *p == '+')
            p++;
        size_t exponent = strspn(p, "0123456789");
        if (exponent == 0)
            return -1;
        p += exponent;
    }
    if (*p)
        return -1;
    double x = strtod(text, NULL);
    if (!isfinite(x))
        return -1;
    *out = x;
    return 0;
}

int num_parse_int(const char *text, int64_t *out)
{
    const char *p = text;
    if (*p == '-' || *p == '+')
        p++;
    if (!*p || strspn(p, "0123456789") != strlen(p))
        return -1;
    errno = 0;
    long long n = strtoll(text, NULL, 10);
    if (errno || n == INT64_MIN)
        return -1;
    *out = n;
    return 0;
}
