/* Numbers as text. The table of exact forms comes from Python (tests/oracle/num_repr.py); the human
 * forms are the house's rules written out by hand. */
#include "base/num.h"
#include "base/value.h"
#include "unit/unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THIN "\xE2\x80\x89"

START_TEST(exact_equals_python)
{
    FILE *f = fopen(unit_source("tests/data/num_repr.txt"), "r");
    ck_assert_ptr_nonnull(f);
    char row[128], out[NUM_MAX];
    size_t rows = 0;
    while (fgets(row, sizeof row, f)) {
        if (*row == '#')
            continue;
        char *repr;
        uint64_t bits = strtoull(row, &repr, 16);
        repr++;
        repr[strcspn(repr, "\n")] = '\0';
        double x;
        memcpy(&x, &bits, sizeof x);
        num_exact(out, x);
        ck_assert_msg(strcmp(out, repr) == 0, "%016" PRIx64 ": got %s, Python says %s", bits, out, repr);
        double y = strtod(out, NULL);
        ck_assert_msg(memcmp(&x, &y, sizeof x) == 0, "%s does not read back", out);
        rows++;
    }
    fclose(f);
    ck_assert_uint_gt(rows, 3000);
}
END_TEST

static const struct {
    double x;
    const char *plain;
} plains[] = {
    {0.0, "0"},
    {1.0, "1"},
    {-1.0, "-1"},
    {1.25, "1.25"},
    {1e-5, "0.00001"},
    {1e5, "100000"},
    {1e16, "10000000000000000"},
    {123456789012345680.0, "123456789012345680"},
    {9e20, "900000000000000000000"},
    {1e-20, "0.00000000000000000001"},
    {1.2345678901234567e-20, "0.000000000000000000012345678901234567"},
    {1e-21, "0"},
    {-1e-300, "0"},
    {5e-324, "0"},
    {0.30000000000000004, "0.30000000000000004"},
    {-0.0, "0"},
};

START_TEST(plain)
{
    char out[NUM_MAX];
    num_plain(out, plains[_i].x);
    ck_assert_msg(strcmp(out, plains[_i].plain) == 0, "%a: got %s, expected %s", plains[_i].x, out, plains[_i].plain);
}
END_TEST

typedef char *human(char out[NUM_MAX], double x);
static char *fixed0(char out[NUM_MAX], double x)
{
    return num_fixed(out, x, 0);
}
static char *fixed9(char out[NUM_MAX], double x)
{
    return num_fixed(out, x, 9);
}

static const struct {
    const char *name;
    human *form;
    double x;
    const char *text;
} humans[] = {
    {"ms", num_ms, 2806.0, "2" THIN "806 ms"},
    {"ms", num_ms, 65.44, "65.4 ms"},
    {"ms", num_ms, 99.94, "99.9 ms"},
    {"ms", num_ms, 99.96, "100 ms"},
    {"ms", num_ms, 100.0, "100 ms"},
    {"ms", num_ms, 100.4, "100 ms"},
    {"ms", num_ms, 0.0, "0.0 ms"},
    {"ms", num_ms, -0.04, "0.0 ms"},
    {"ms", num_ms, -12.34, "-12.3 ms"},
    {"ms", num_ms, -1234.5678, "-1" THIN "235 ms"},
    {"ms", num_ms, NAN, "unknown"},
    {"seconds", num_seconds, 320.155344, "320.2 s"},
    {"seconds", num_seconds, 1234567.0, "1" THIN "234" THIN "567.0 s"},
    {"seconds", num_seconds, NAN, "unknown"},
    {"concurrency", num_concurrency, 37.5, "37.50"},
    {"concurrency", num_concurrency, 1000.0, "1" THIN "000.00"},
    {"percent", num_percent, 0.9974, "99.7 %"},
    {"percent", num_percent, 1.0, "100.0 %"},
    {"percent", num_percent, -0.0001, "0.0 %"},
    {"percent", num_percent, NAN, "unknown"},
    {"money", num_money, 12.671999999999999, "12.67"},
    {"money", num_money, 1234567.891, "1" THIN "234" THIN "567.89"},
    {"money", num_money, 0.0, "0.00"},
    {"money", num_money, NAN, "unknown"},
    {"unit cost", num_unit_cost, 0.027914, "0.02791"},
    {"unit cost", num_unit_cost, 9.99996, "10.00"},
    {"unit cost", num_unit_cost, 1.0, "1.000"},
    {"unit cost", num_unit_cost, 1234.5, "1" THIN "234"},
    {"unit cost", num_unit_cost, 123456.0, "123" THIN "500"},
    {"unit cost", num_unit_cost, 0.0, "0.0000"},
    {"unit cost", num_unit_cost, 1e-9, "0.000000001000"},
    {"unit cost", num_unit_cost, 1e-14, "0.000000000000"},
    {"unit cost", num_unit_cost, NAN, "unknown"},
    {"unit cost", num_unit_cost, INFINITY, "infinite"},
    {"rate", num_rate, 5000.0, "5" THIN "000"},
    {"rate", num_rate, 17.9, "17.9"},
    {"rate", num_rate, 0.005, "0.005"},
    {"rate", num_rate, 17.903812345678, "17.9"},
    {"rate", num_rate, 999.99999999, "1" THIN "000"},
    {"rate", num_rate, 12345678901.0, "12" THIN "345" THIN "678" THIN "901"},
    {"rate", num_rate, 1234567.8912, "1" THIN "235" THIN "000"},
    {"rate", num_rate, 1e-30, "0"},
    {"rate", num_rate, NAN, "unknown"},
    {"rate", num_rate, INFINITY, "infinite"},
    {"fixed", fixed0, 0.5, "0"},
    {"fixed", fixed0, 1.5, "2"},
    {"fixed", fixed0, 999.5, "1" THIN "000"},
    {"fixed", fixed0, -0.4, "0"},
    {"fixed", fixed0, 999999999999999868928.0,
     "999" THIN "999" THIN "999" THIN "999" THIN "999" THIN "868" THIN "928"},
    {"fixed", fixed9, -123456789012345678901.0,
     "-123" THIN "456" THIN "789" THIN "012" THIN "345" THIN "683" THIN "968.000000000"},
    {"fixed", fixed0, 1e22, "1e+22"},
    {"fixed", fixed0, -1.7976931348623157e308, "-1.798e+308"},
    {"fixed", fixed0, INFINITY, "infinite"},
    {"fixed", fixed0, -INFINITY, "-infinite"},
};

START_TEST(human_form)
{
    char out[NUM_MAX];
    humans[_i].form(out, humans[_i].x);
    ck_assert_msg(strcmp(out, humans[_i].text) == 0, "%s of %.17g: got '%s', expected '%s'", humans[_i].name,
                  humans[_i].x, out, humans[_i].text);
    ck_assert_uint_lt(strlen(out), NUM_MAX);
}
END_TEST

START_TEST(counts)
{
    static const struct {
        int64_t n;
        const char *text;
    } rows[] = {{0, "0"},
                {999, "999"},
                {1000, "1" THIN "000"},
                {-1000, "-1" THIN "000"},
                {123456, "123" THIN "456"},
                {INT64_MAX, "9" THIN "223" THIN "372" THIN "036" THIN "854" THIN "775" THIN "807"},
                {INT64_MIN + 1, "-9" THIN "223" THIN "372" THIN "036" THIN "854" THIN "775" THIN "807"},
                {INT_UNKNOWN, "unknown"}};
    char out[NUM_MAX];
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_str_eq(num_count(out, rows[i].n), rows[i].text);
}
END_TEST

START_TEST(rounding)
{
    static const struct {
        double x, r;
    } nines[] = {{0.123456789123, 0.123456789},  {123456789.5, 123456790.0},
                 {0.9678028684999, 0.967802868}, {0.0, 0.0},
                 {-1.0000000049, -1.0},          {2.5e-310, 2.5e-310}};
    for (size_t i = 0; i < COUNT(nines); i++)
        ck_assert_msg(num_round9(nines[i].x) == nines[i].r, "round9(%.17g) is %.17g", nines[i].x,
                      num_round9(nines[i].x));
    ck_assert(isnan(num_round9(NAN)));
    ck_assert(isinf(num_round9(INFINITY)));
    static const struct {
        double x, r;
    } evens[] = {{0.5, 0.0},
                 {1.5, 2.0},
                 {2.5, 2.0},
                 {37.5, 38.0},
                 {-0.5, 0.0},
                 {-1.5, -2.0},
                 {-2.5, -2.0},
                 {2.4, 2.0},
                 {2.6, 3.0},
                 {-2.4, -2.0},
                 {-2.6, -3.0},
                 {0.49999999999999994, 0.0},
                 {4503599627370497.5, 4503599627370498.0},
                 {9007199254740993.0, 9007199254740992.0},
                 {1e300, 1e300}};
    for (size_t i = 0; i < COUNT(evens); i++)
        ck_assert_msg(num_half_even(evens[i].x) == evens[i].r, "half_even(%.17g) is %.17g", evens[i].x,
                      num_half_even(evens[i].x));
    ck_assert(isnan(num_half_even(NAN)));
}
END_TEST

static const struct {
    const char *text;
    bool ok;
    double x;
} parses[] = {
    {"0", true, 0.0},       {"1.25", true, 1.25},   {"+1", true, 1.0},   {"-1", true, -1.0}, {"1e3", true, 1000.0},
    {"1E-3", true, 0.001},  {"1e+3", true, 1000.0}, {".5", true, 0.5},   {"5.", true, 5.0},  {"007", true, 7.0},
    {"1e308", true, 1e308}, {"1e-400", true, 0.0},  {"", false, 0},      {" 1", false, 0},   {"1 ", false, 0},
    {"1e400", false, 0},    {"-1e400", false, 0},   {"inf", false, 0},   {"nan", false, 0},  {"0x10", false, 0},
    {"1e", false, 0},       {"1e+", false, 0},      {".", false, 0},     {"-", false, 0},    {"--1", false, 0},
    {"1,5", false, 0},      {"1.5.2", false, 0},    {"1_000", false, 0}, {"e5", false, 0},   {"1e5.5", false, 0},
    {"1\n", false, 0},      {"\xD9\xA1", false, 0},
};

START_TEST(parse)
{
    double x = 42.0;
    int r = num_parse(parses[_i].text, &x);
    ck_assert_msg((r == 0) == parses[_i].ok, "'%s' gives %d", parses[_i].text, r);
    if (parses[_i].ok)
        ck_assert_msg(x == parses[_i].x, "'%s' reads %.17g", parses[_i].text, x);
    else
        ck_assert_msg(x == 42.0, "'%s' changed the result although it was refused", parses[_i].text);
}
END_TEST

START_TEST(parse_int)
{
    static const struct {
        const char *text;
        bool ok;
        int64_t n;
    } rows[] = {{"0", true, 0},
                {"-7", true, -7},
                {"+7", true, 7},
                {"010", true, 10},
                {"9223372036854775807", true, INT64_MAX},
                {"-9223372036854775807", true, INT64_MIN + 1},
                {"9223372036854775808", false, 0},
                {"-9223372036854775808", false, 0}, /* it is how 'unknown' is written */
                {"", false, 0},
                {"-", false, 0},
                {"1.0", false, 0},
                {"1e3", false, 0},
                {" 1", false, 0},
                {"1 ", false, 0},
                {"0x1", false, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        int64_t n = 42;
        int r = num_parse_int(rows[i].text, &n);
        ck_assert_msg((r == 0) == rows[i].ok, "'%s' gives %d", rows[i].text, r);
        ck_assert_msg(n == (rows[i].ok ? rows[i].n : 42), "'%s' reads %" PRId64, rows[i].text, n);
    }
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("num");
    TCase *t = tcase_create("num");
    tcase_add_test(t, exact_equals_python);
    tcase_add_loop_test(t, plain, 0, COUNT(plains));
    tcase_add_loop_test(t, human_form, 0, COUNT(humans));
    tcase_add_test(t, counts);
    tcase_add_test(t, rounding);
    tcase_add_loop_test(t, parse, 0, COUNT(parses));
    tcase_add_test(t, parse_int);
    suite_add_tcase(s, t);
    return s;
}
