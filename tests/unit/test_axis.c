#include "chart/axis.h"
#include "unit/unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum kind { LINEAR, WHOLE, LOG, EXACT };

static const struct row {
    const char *name;
    enum kind kind;
    double lo, hi;
    int want;
    double axis_lo, axis_hi;
    const char *first, *last; /* tick labels */
} rows[] = {
    {"to 60", LINEAR, 0, 60, 6, 0, 60, "0", "60"},
    {"to 3476", LINEAR, 0, 3476, 6, 0, 4000, "0",
     "4\xE2\x80\x89"
     "000"},
    {"fractions", LINEAR, 0, 0.7, 6, 0, 0.8, "0", "0.8"},
    {"away from zero", LINEAR, 101, 109, 4, 100, 110, "100", "110"},
    {"negative", LINEAR, -30, 320, 7, -50, 350, "-50", "350"},
    {"equal values", LINEAR, 5, 5, 5, 0, 5, "0", "5"},
    {"only zero", LINEAR, 0, 0, 5, 0, 1, "0", "1.0"},
    {"swapped", LINEAR, 10, 0, 5, 0, 10, "0", "10"},
    {"not a number", LINEAR, NAN, NAN, 5, 0, 1, "0", "1.0"},
    {"infinite", LINEAR, 0, INFINITY, 5, 0, 1, "0", "1.0"},
    {"millions", LINEAR, 0, 4.1e6, 5, 0, 5e6, "0", "5 million"},
    {"billions", LINEAR, 0, 3e9, 6, 0, 3e9, "0", "3.0 billion"},
    {"beyond words", LINEAR, 0, 4e20, 4, 0, 4e20, "0", "4e+20"},
    {"largest", LINEAR, -1.7e308, 1.7e308, 4, -1e300, 1e300, "-1e+300", "1e+300"},
    {"counts", WHOLE, 0, 2, 8, 0, 2, "0", "2"},
    {"one count", WHOLE, 0, 1, 8, 0, 1, "0", "1"},
    {"decades", LOG, 1, 5000, 5, 1, 5000, "1",
     "1\xE2\x80\x89"
     "000"},
    {"one decade", LOG, 3, 70, 8, 2, 100, "2", "100"},
    {"log of zero", LOG, 0, 100, 5, 1e-13, 100, "1e-13", "0.1"},
    {"small", LOG, 0.002, 0.5, 9, 0.002, 0.5, "0.002", "0.5"},
    {"log of equal values", LOG, 5, 5, 5, 5, 50, "5", "50"},
    {"log of values close by", LOG, 5, 5.001, 5, 5, 50, "5", "50"},
    {"log of what has none", LOG, -30, 0, 5, -30, 0, "-30", "0"},
    {"shares", EXACT, 0, 1, 5, 0, 1, "0", "1.0"},
    {"given ends", EXACT, -30, 320, 7, -30, 320, "0", "300"},
};

START_TEST(test_ticks)
{
    const struct row *r = &rows[_i];
    struct axis a;
    switch (r->kind) {
    case LINEAR: axis_linear(&a, r->lo, r->hi, r->want); break;
    case WHOLE: axis_whole(&a, r->lo, r->hi, r->want); break;
    case LOG: axis_log(&a, r->lo, r->hi, r->want); break;
    case EXACT: axis_exact(&a, r->lo, r->hi, r->want); break;
    }
    ck_assert_msg(fabs(a.lo - r->axis_lo) <= 1e-12 * fabs(r->axis_lo), "%s: low end %.17g", r->name, a.lo);
    ck_assert_msg(fabs(a.hi - r->axis_hi) <= 1e-12 * fabs(r->axis_hi), "%s: high end %.17g", r->name, a.hi);
    ck_assert_msg(a.n_ticks >= 2, "%s: %zu ticks", r->name, a.n_ticks);
    ck_assert_msg(strcmp(a.ticks[0].label, r->first) == 0, "%s: first '%s'", r->name, a.ticks[0].label);
    ck_assert_msg(strcmp(a.ticks[a.n_ticks - 1].label, r->last) == 0, "%s: last '%s'", r->name,
                  a.ticks[a.n_ticks - 1].label);
    for (size_t i = 1; i < a.n_ticks; i++)
        ck_assert_msg(a.ticks[i].value > a.ticks[i - 1].value, "%s: tick %zu does not rise", r->name, i);
    a.from = 20.0;
    a.to = 400.0;
    ck_assert_msg(fabs(axis_at(&a, a.lo) - 20.0) < 1e-9, "%s: position of the low end", r->name);
    ck_assert_msg(fabs(axis_at(&a, a.hi) - 400.0) < 1e-6, "%s: position of the high end", r->name);
    ck_assert_msg(isfinite(axis_at(&a, 1.7e308)) && isfinite(axis_at(&a, -1.7e308)), "%s: far away", r->name);
}
END_TEST

START_TEST(test_log_positions)
{
    struct axis a;
    axis_log(&a, 1.0, 1000.0, 5);
    a.from = 0.0;
    a.to = 300.0;
    ck_assert_double_eq_tol(axis_at(&a, 10.0), 100.0, 1e-6);
    ck_assert_double_eq_tol(axis_at(&a, 100.0), 200.0, 1e-6);
    ck_assert_double_eq_tol(axis_at(&a, 0.0), 0.0, 1e-9);
    ck_assert_double_eq_tol(axis_at(&a, -5.0), 0.0, 1e-9);
}
END_TEST

/* Whatever the ends: an axis has a length, and every value a place on it or far beyond. */
START_TEST(test_any_ends)
{
    static const double v[] = {0.0,       -0.0,   5e-324, 1e-310,   DBL_MIN,  1e-301,    1e-300,
                               9.99e-300, 1e-299, 1e-15,  0.1,      1.0,      1.0005,    9.995,
                               37.5,      1e15,   1e22,   1e299,    1e300,    1e301,     DBL_MAX,
                               -1e-310,   -1.0,   -1e300, -DBL_MAX, INFINITY, -INFINITY, NAN};
    static void (*const lay[])(struct axis *, double, double, int) = {axis_linear, axis_whole, axis_log, axis_exact};
    for (size_t i = 0; i < COUNT(v); i++)
        for (size_t j = 0; j < COUNT(v); j++)
            for (size_t k = 0; k < COUNT(lay); k++)
                for (int want = 0; want < 12; want += 3) {
                    struct axis a;
                    lay[k](&a, v[i], v[j], want);
                    ck_assert_msg(isfinite(a.lo) && isfinite(a.hi) && a.lo < a.hi, "%zu: %g to %g: %g to %g", k, v[i],
                                  v[j], a.lo, a.hi);
                    a.from = 0.0;
                    a.to = 100.0;
                    for (size_t t = 0; t < a.n_ticks; t++)
                        ck_assert_msg(isfinite(axis_at(&a, a.ticks[t].value)), "%zu: %g to %g: tick %g", k, v[i],
                                      v[j], a.ticks[t].value);
                    for (size_t t = 0; t < COUNT(v); t++)
                        ck_assert_msg(!isfinite(v[t]) || isfinite(axis_at(&a, v[t])), "%zu: %g to %g: %g", k, v[i],
                                      v[j], v[t]);
                }
}
END_TEST

START_TEST(test_wants_log)
{
    double powers[18], even[100];
    for (int i = 0; i < 18; i++)
        powers[i] = (double)(1 << i);
    for (int i = 0; i < 100; i++)
        even[i] = 1.0 + 50.0 * i;
    ck_assert(axis_wants_log(powers, 18, 500.0));
    ck_assert(!axis_wants_log(even, 100, 500.0));
    ck_assert(!axis_wants_log(powers, 8, 500.0));
    ck_assert(!axis_wants_log(NULL, 0, 500.0));
    double odd[3] = {NAN, -1.0, 0.0};
    ck_assert(!axis_wants_log(odd, 3, 500.0));
}
END_TEST

START_TEST(test_percent)
{
    struct axis a;
    axis_exact(&a, 0.0, 1.0, 5);
    axis_percent_labels(&a);
    ck_assert_str_eq(a.ticks[1].label, "20 %");
    axis_exact(&a, 0.0, 0.01, 5);
    axis_percent_labels(&a);
    ck_assert_str_eq(a.ticks[1].label, "0.2 %");
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("axis");
    TCase *tc = tcase_create("axis");
    tcase_add_loop_test(tc, test_ticks, 0, (int)COUNT(rows));
    tcase_add_test(tc, test_log_positions);
    tcase_add_test(tc, test_any_ends);
    tcase_add_test(tc, test_wants_log);
    tcase_add_test(tc, test_percent);
    suite_add_tcase(s, tc);
    return s;
}
