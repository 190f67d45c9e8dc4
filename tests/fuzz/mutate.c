#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static const char *const values[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "0.5",
    "1e-9",
    "5e-324",
    "2.2250738585072014e-308",
    "1e308",
    "-1e308",
    "1.7976931348623157e308",
    "1e400",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1000000000",
    "1000000001",
    "2147483648",
    "1e21",
    "1e16",
    "0.1",
    "3.0",
    "20000",
    "1e6",
    "100",
    "[]",
    "{}",
    "[null]",
    "[1]",
    "{\"\":0}",
    "\"\"",
    "\"x\"",
    "\"=1+1\"",
    "\"\\u0000\"",
    "\"\\u001b[31m\"",
    "\"\\u202e\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud800\"",
    "\"\\uffff\"",
    "\"a\\nb\\rc\\td\"",
    "\"</desc>&'\\\"<\"",
    "\"$${a} %{b} {{c}} `d` $(e)\"",
    "\"```\"",
    "\"| a | b |\"",
    "\"\xE8\xAF\xAD\xE9\x9F\xB3\"",
    "\"\xFF\"",
    "\"2026-08-04T14:42:58Z\"",
    "\"ok\"",
    "\"warn\"",
    "\"infeasible\"",
    "\"suppressed\"",
    "\"flow\"",
    "\"0123456789012345678901234567890123456789012345678901234567890123456789\"",
};
enum { N_VALUES = sizeof values / sizeof *values };

struct dice {
    uint64_t state;
};

static size_t roll(struct dice *d, size_t sides)
{
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return sides ? (size_t)((d->state >> 33) % sides) : 0;
}

static bool in_token(uint8_t c)
{
    return c && (strchr("+-.", c) || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/* The value that begins at AT: a string, a number or word, or all that a bracket holds. Returns its end. */
static size_t value_end(const uint8_t *data, size_t size, size_t at)
{
    size_t depth = 0;
    do {
        uint8_t c = data[at];
        if (c == '"') {
            for (at++; at < size && data[at] != '"'; at++)
                at += data[at] == '\\';
            at++;
        } else if (c == '[' || c == '{') {
            depth++;
            at++;
        } else if (c == ']' || c == '}') {
            if (depth > 0)
                depth--;
            at++;
        } else if (in_token(c)) {
            while (at < size && in_token(data[at]))
                at++;
        } else {
            at++;
        }
    } while (depth > 0 && at < size);
    return at < size ? at : size;
}

/* A value's first byte at or behind a random place, outside a string as far as that can be told. */
static bool find_value(const uint8_t *data, size_t size, struct dice *d, size_t *begin, size_t *end)
{
    size_t at = roll(d, size);
    while (at > 0 && data[at] != ':' && data[at] != ',' && data[at] != '[')
        at--;
    at += at > 0;
    while (at < size && strchr(" \n\t\r", data[at]) && data[at])
        at++;
    if (at >= size)
        return false;
    *begin = at;
    *end = value_end(data, size, at);
    return *end > *begin;
}

/* Puts N bytes of TEXT in place of [begin, end); 0 when there is no room. */
static size_t replace(uint8_t *data, size_t size, size_t max, size_t begin, size_t end, const void *text, size_t n)
{
    if (size - (end - begin) + n > max)
        return 0;
    memmove(data + begin + n, data + end, size - end);
    memcpy(data + begin, text, n);
    return size - (end - begin) + n;
}

static size_t change_token(uint8_t *data, size_t size, size_t max, struct dice *d)
{
    size_t a, b, c, e, n = 0;
    if (!find_value(data, size, d, &a, &b))
        return 0;
    switch (roll(d, 5)) {
    case 0: { /* twice */
        uint8_t *copy = malloc(b - a + 1);
        if (!copy)
            return 0;
        copy[0] = ',';
        memcpy(copy + 1, data + a, b - a);
        n = replace(data, size, max, b, b, copy, b - a + 1);
        free(copy);
        return n;
    }
    case 1: /* gone, with the comma behind it */
        b += b < size && data[b] == ',';
        return replace(data, size, max, a, b, "", 0);
    case 2: { /* another value of this input */
        if (!find_value(data, size, d, &c, &e))
            return 0;
        uint8_t *copy = malloc(e - c);
        if (!copy)
            return 0;
        memcpy(copy, data + c, e - c);
        n = replace(data, size, max, a, b, copy, e - c);
        free(copy);
        return n;
    }
    default: {
        const char *v = values[roll(d, N_VALUES)];
        return replace(data, size, max, a, b, v, strlen(v));
    }
    }
}

size_t fuzz_mutate_json(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct dice d = {seed};
    roll(&d, 1);
    if (size == 0 || roll(&d, 3) == 0)
        return LLVMFuzzerMutate(data, size, max);
    size_t n = 0;
    for (size_t i = 0, times = 1 + roll(&d, 3); i < times; i++) {
        size_t got = change_token(data, size, max, &d);
        if (got > 0)
            n = size = got;
    }
    return n > 0 ? n : LLVMFuzzerMutate(data, size, max);
}
