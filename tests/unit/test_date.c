/* Dates against numbers that `date -u +%s` and Python's datetime give. */
#include "base/date.h"
#include "unit/unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    bool ok;
    int64_t us;
} parses[] = {
    {"1970-01-01", true, 0},
    {"1970-01-01T00:00:00Z", true, 0},
    {"2026-08-04T14:42:58.733810+00:00", true, INT64_C(1785854578733810)},
    {"2026-08-04T14:42:58.733810Z", true, INT64_C(1785854578733810)},
    {"2026-08-04 14:42:58", true, INT64_C(1785854578000000)},
    {"2026-08-04T16:42:58+02:00", true, INT64_C(1785854578000000)},
    {"2026-08-04T16:42:58+0200", true, INT64_C(1785854578000000)},
    {"2026-08-04T16:42:58+02", true, INT64_C(1785854578000000)},
    {"2026-08-04T09:12:58-05:30", true, INT64_C(1785854578000000)},
    {"2026-08-04T14:42:58.7", true, INT64_C(1785854578700000)},
    {"2026-08-04T14:42:58.7338109", true, INT64_C(1785854578733810)},
    {"1969-12-31T23:59:59.25Z", true, -750000},
    {"0001-01-01", true, INT64_C(-62135596800000000)},
    {"9999-12-31T23:59:59Z", true, INT64_C(253402300799000000)},
    {"2000-02-29", true, INT64_C(951782400000000)},
    {"2024-02-29", true, INT64_C(1709164800000000)},
    {"1900-03-01", true, INT64_C(-2203891200000000)},
    {"2016-12-31T23:59:60Z", true, INT64_C(1483228800000000)},
    {"1900-02-29", false, 0},
    {"2023-02-29", false, 0},
    {"2026-13-01", false, 0},
    {"2026-00-01", false, 0},
    {"2026-01-00", false, 0},
    {"2026-04-31", false, 0},
    {"2026-1-01", false, 0},
    {"2026/01/01", false, 0},
    {"2026-01-01T", false, 0},
    {"2026-01-01T1", false, 0},
    {"2026-01-01T24:00:00", false, 0},
    {"2026-01-01T00:60:00", false, 0},
    {"2026-01-01T00:00:61", false, 0},
    {"2026-01-01T00:00:00.", false, 0},
    {"2026-01-01T00:00:00.Z", false, 0},
    {"2026-01-01T00:00:00ZZ", false, 0},
    {"2026-01-01T00:00:00+", false, 0},
    {"2026-01-01T00:00:00+0", false, 0},
    {"2026-01-01T00:00:00+24:00", false, 0},
    {"2026-01-01T00:00:00+02:", false, 0},
    {"2026-01-01T00:00:00+02:6", false, 0},
    {"2026-01-01T00:00:00+02:60", false, 0},
    {"2026-01-01x00:00:00", false, 0},
    {"2026-01-01T00-00-00", false, 0},
    {"-026-01-01", false, 0},
    {"", false, 0},
    {"yesterday", false, 0},
    {"2026-01-01T00:00:00.000000000000000000000000000000000000", false, 0},
};

START_TEST(parse)
{
    int64_t us = 42;
    int r = date_parse(parses[_i].text, &us);
    ck_assert_msg((r == 0) == parses[_i].ok, "'%s' gives %d", parses[_i].text, r);
    ck_assert_msg(us == (parses[_i].ok ? parses[_i].us : 42), "'%s' reads %" PRId64, parses[_i].text, us);
}
END_TEST

START_TEST(write_back)
{
    static const struct {
        int64_t t;
        const char *stamp;
    } rows[] = {{0, "1970-01-01T00:00:00Z"},
                {-1, "1969-12-31T23:59:59Z"},
                {INT64_C(315532800), "1980-01-01T00:00:00Z"},
                {INT64_C(951868799), "2000-02-29T23:59:59Z"},
                {INT64_C(1785854578), "2026-08-04T14:42:58Z"},
                {INT64_C(253402300799), "9999-12-31T23:59:59Z"},
                {INT64_C(-62135596800), "0001-01-01T00:00:00Z"}};
    char day[16], stamp[32];
    for (size_t i = 0; i < COUNT(rows); i++) {
        date_stamp(stamp, rows[i].t);
        ck_assert_str_eq(stamp, rows[i].stamp);
        date_day(day, rows[i].t);
        ck_assert_msg(strncmp(stamp, day, 10) == 0 && day[10] == '\0', "%s against %s", day, stamp);
    }
    /* Every day of two centuries there and back. */
    for (int64_t t = INT64_C(-2208988800); t < INT64_C(4102444800); t += 86400) {
        int64_t us;
        date_stamp(stamp, t);
        ck_assert_msg(date_parse(stamp, &us) == 0 && us == t * 1000000, "%s does not read back", stamp);
    }
}
END_TEST

START_TEST(source_epoch)
{
    static const struct {
        const char *text;
        int64_t t;
    } rows[] = {{"0", 0},
                {"1785854578", 1785854578},
                {"253402300799", INT64_C(253402300799)},
                {"253402300800", -1},
                {"-1", -1},
                {"", -1},
                {"12 ", -1},
                {"1e9", -1},
                {"soon", -1}};
    unsetenv("SOURCE_DATE_EPOCH");
    ck_assert_int_eq(date_source_epoch(), -1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        setenv("SOURCE_DATE_EPOCH", rows[i].text, 1);
        ck_assert_msg(date_source_epoch() == rows[i].t, "SOURCE_DATE_EPOCH='%s'", rows[i].text);
    }
    unsetenv("SOURCE_DATE_EPOCH");
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("date");
    TCase *t = tcase_create("date");
    tcase_add_loop_test(t, parse, 0, COUNT(parses));
    tcase_add_test(t, write_back);
    tcase_add_test(t, source_epoch);
    suite_add_tcase(s, t);
    return s;
}
