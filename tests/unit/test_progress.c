/* The progress line: counts, rate and the time left, which rests on bytes. */
#include "many/progress.h"
#include "unit/unit.h"

static const struct {
    int64_t size;
    uint64_t begun; /* 0: nothing was passed over */
    uint64_t done, failed, position;
    double spent; /* seconds since it began */
    const char *text;
} rows[] = {
    {1000, 0, 0, 0, 0, 0, "0 done, 0 failed"},
    {1000, 0, 10, 1, 100, 1, "10 done, 1 failed, 10/s"}, /* too early to tell */
    {1000, 0, 20, 1, 200, 2, "20 done, 1 failed, 10/s, 0:08 left"},
    {1000, 0, 100, 0, 1000, 4, "100 done, 0 failed, 25/s, 0:00 left"},
    {1000, 0, 5, 0, 1200, 4, "5 done, 0 failed, 1/s"},     /* the file grew */
    {-1, 0, 500, 0, 5000, 5, "500 done, 0 failed, 100/s"}, /* a pipe has no end in sight */
    {10000, 0, 3, 0, 1, 3, "3 done, 0 failed, 1/s, 8:19:57 left"},
    {1 << 30, 0, 1, 0, 1, 3, "1 done, 0 failed, 0/s, 2777:46:39 left"},
    {1000, 900, 10, 0, 910, 2, "10 done, 0 failed, 5/s, 0:18 left"}, /* --resume: 10 bytes took 2 s, 90 are left */
    {1000, 900, 0, 0, 900, 2, "0 done, 0 failed, 0/s"},
};

START_TEST(text)
{
    struct progress p;
    struct strbuf out = {0};
    double from = 50;
    progress_start(&p, true, rows[_i].size, from);
    if (rows[_i].begun)
        progress_begin(&p, rows[_i].begun, from = 70);
    progress_text(&p, rows[_i].done, rows[_i].failed, rows[_i].position, from + rows[_i].spent, &out);
    ck_assert_str_eq(sb_str(&out), rows[_i].text);
    sb_free(&out);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("progress");
    TCase *t = tcase_create("text");
    tcase_add_loop_test(t, text, 0, COUNT(rows));
    suite_add_tcase(s, t);
    return s;
}
