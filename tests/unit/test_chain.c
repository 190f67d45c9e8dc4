/* Probability and mean time of absorption: recorded values, limits with known answers, order. */
#include "model/chain.h"
#include "unit/model_oracle.h"
#include "unit/unit.h"

#include <float.h>
#include <stdlib.h>

static const struct chain_row {
    const char *name;
    double birth, death;
    long levels, start;
    double horizon_s, probability, mean_s;
} chain_rows[] = {
#include "unit/model_passages.inc"
};

enum { ROWS = sizeof chain_rows / sizeof *chain_rows };

static double absorbed(double birth, double death, long levels, long start, double horizon_s)
{
    struct chain c = {birth, death, levels, start};
    return chain_absorbed_within(&c, horizon_s).probability;
}

START_TEST(recorded_probabilities)
{
    const struct chain_row *r = &chain_rows[_i];
    double p = absorbed(r->birth, r->death, r->levels, r->start, r->horizon_s);
    ck_assert_msg(fabs(p - r->probability) <= 1e-11, "%s: %.17g, expected %.17g", r->name, p, r->probability);
}
END_TEST

START_TEST(recorded_mean_times)
{
    const struct chain_row *r = &chain_rows[_i];
    struct chain c = {r->birth, r->death, r->levels, r->start};
    double mean = chain_mean_time(&c);
    if (r->mean_s > 1e15)
        ck_assert_msg(isnan(mean), "%s: %g, expected unknown", r->name, mean);
    else
        ck_assert_msg(fabs(mean - r->mean_s) <= 1e-13 * r->mean_s, "%s: %.17g, expected %.17g", r->name, mean,
                      r->mean_s);
}
END_TEST

START_TEST(reference_plan)
{
    struct chain c = chain_published(37.5, 0.06132258724884511, 50.0);
    ck_assert_int_eq(c.levels, 50);
    ck_assert_int_eq(c.start, 38);
    struct passage p = chain_absorbed_within(&c, 320.248496);
    ck_assert_double_eq(passage_rounded(&p), 0.967802868);
    c = chain_growth(1.25, 37.5 / 38.5, 17.916666666666668, 37.5, 50.0);
    p = chain_absorbed_within(&c, 320.248496);
    ck_assert_double_eq(passage_rounded(&p), 1.0);
    ck_assert_double_eq_tol(chain_mean_time(&c), 3.08, 0.005);
}
END_TEST

START_TEST(starts_round_half_to_even)
{
    ck_assert_int_eq(chain_start(37.5), 38);
    ck_assert_int_eq(chain_start(36.5), 36);
    ck_assert_int_eq(chain_start(0.5), 0);
    ck_assert_int_eq(chain_start(1e300), 1000000000);
    ck_assert_int_eq(chain_depth(50.0), 50);
    ck_assert_int_eq(chain_depth(49.2), 50);
}
END_TEST

START_TEST(decided_without_computing)
{
    ck_assert_double_eq(absorbed(1.0, 2.0, 5, 5, 0.0), 1.0);
    ck_assert_double_eq(absorbed(1.0, 2.0, 5, 9, 1.0), 1.0);
    ck_assert_double_eq(absorbed(1.0, 2.0, 5, 4, 0.0), 0.0);
    ck_assert_double_eq(absorbed(0.0, 2.0, 5, 4, 1e9), 0.0);
    ck_assert_double_eq(absorbed(1.0, 2.0, 5, 4, (double)INFINITY), 1.0);
    /* Farther from full than all that can happen: not a step of it is walked (a thousand of these took minutes). */
    for (long start = 700000000; start < 700001000; start++)
        ck_assert_double_eq(absorbed(17.0, 18.0, 1000000000, start, 300.0), 0.0);
    struct chain c = {0.0, 2.0, 5, 4};
    ck_assert_double_nan(chain_mean_time(&c));
    c.start = 5;
    ck_assert_double_eq(chain_mean_time(&c), 0.0);
}
END_TEST

/* One level: the first birth absorbs, so 1 - exp(-birth T), whatever the deaths. */
START_TEST(one_level)
{
    for (double birth = 1e-12; birth < 1e12; birth *= 13.0)
        for (double t = 1e-6; t < 1e6; t *= 17.0) {
            double expect = -expm1(-birth * t), p = absorbed(birth, 3.0, 1, 0, t);
            ck_assert_msg(fabs(p - expect) <= 1e-15, "birth %g, T %g: %.17g", birth, t, p);
        }
}
END_TEST

/* Two levels: two exponentials whose rates solve a quadratic. */
START_TEST(two_levels)
{
    for (double birth = 1e-3; birth < 1e3; birth *= 3.7)
        for (double death = 1e-3; death < 1e3; death *= 5.3)
            for (double t = 1e-3; t < 1e5; t *= 11.0) {
                double sum = 2.0 * birth + death, root = sqrt(sum * sum - 4.0 * birth * birth);
                double a = 2.0 * birth * birth / (sum + root), b = 0.5 * (sum + root);
                double from_0 = 1.0 - (b * exp(-a * t) - a * exp(-b * t)) / (b - a);
                double p = absorbed(birth, death, 2, 0, t);
                ck_assert_msg(fabs(p - from_0) <= 1e-12, "birth %g, death %g, T %g: %.17g, not %.17g", birth, death,
                              t, p, from_0);
            }
}
END_TEST

/* Without deaths: the tail of Poisson's distribution. */
START_TEST(no_deaths)
{
    for (long rise = 2; rise < 400; rise += 31)
        for (double mean = 0.5; mean < 3000.0; mean *= 1.9) {
            double below = 0.0;
            for (long k = 0; k < rise; k++)
                below += exp((double)k * log(mean) - mean - lgamma((double)k + 1.0));
            double p = absorbed(2.0, 0.0, rise + 5, 5, mean / 2.0);
            double almost = absorbed(2.0, 1e-300, rise + 5, 5, mean / 2.0);
            ck_assert_msg(fabs(p - (1.0 - below)) <= 1e-11, "rise %ld, mean %g: %.17g", rise, mean, p);
            ck_assert_msg(fabs(almost - p) <= 1e-11, "rise %ld, mean %g: %.17g", rise, mean, almost);
        }
}
END_TEST

/* T to infinity: certain, and before that exponential with the mean time for a rare absorption. */
START_TEST(long_times)
{
    for (long k = 2; k <= 100000; k *= 5) {
        ck_assert_double_eq_tol(absorbed(1.0, 1.0, k, 0, 1e15), 1.0, 1e-12);
        ck_assert_double_eq_tol(absorbed(1.1, 1.0, k, 0, 1e15), 1.0, 1e-12);
    }
    struct chain c = {1.0, 4.0, 18, 0};
    double mean = chain_mean_time(&c);
    for (double part = 0.01; part < 10.0; part *= 2.0) {
        double p = chain_absorbed_within(&c, part * mean).probability;
        ck_assert_msg(fabs(p + expm1(-part)) <= 1e-8, "at %g of the mean: %.17g", part, p);
    }
}
END_TEST

/* Births to 0: K - start births within T dominate, and K births that find an empty queue. */
START_TEST(rare_births)
{
    ck_assert_double_eq_tol(absorbed(1e-30, 1.0, 2, 0, 86400.0), 0.0, 1e-50);
    ck_assert_double_eq_tol(absorbed(1e-20, 1.0, 2, 1, 1e39), 1.0 - exp(-0.1), 1e-12);
    ck_assert_double_eq_tol(absorbed(1e-19, 1.0, 2, 0, 1e38), 1.0 - exp(-1.0), 1e-12);
    ck_assert_double_eq_tol(absorbed(1e-17, 1.0, 2, 0, 1e34), 1.0 - exp(-1.0), 1e-12);
    for (double birth = 1e-3; birth > 1e-14; birth *= 0.1) {
        /* K = 2 from 1 within a short time t: birth t (1 - O(t)). */
        double p = absorbed(birth, 1.0, 2, 1, 1e-6);
        ck_assert_msg(fabs(p / (birth * 1e-6) - 1.0) <= 2e-6, "birth %g: %.17g", birth, p);
    }
}
END_TEST

/* Where the first root passes through 0: death/birth = ((K+1)/K)^2, exactly and nearby. */
START_TEST(critical_root)
{
    static const double apart[] = {0.0, 1e-15, 1e-13, 1e-12, 1e-11, 1e-9, 1e-6, 1e-4, 1e-2, 0.3};
    static const long levels[] = {2, 3, 5, 10, 33, 50, 100, 300};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        for (size_t j = 0; j < sizeof apart / sizeof *apart; j++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double k = (double)levels[i];
                struct chain c = {k * k, (k + 1.0) * (k + 1.0) * (1.0 + sign * apart[j]), levels[i], 0};
                for (int part = 0; part < 3; part++) {
                    c.start = part * (levels[i] - 1) / 2;
                    double t = 0.7 * chain_mean_time(&c);
                    if (!(t * (c.birth + c.death) < 5e4))
                        t = 5e4 / (c.birth + c.death);
                    double p = chain_absorbed_within(&c, t).probability;
                    double expect = oracle_absorbed_within(&c, 1, t);
                    ck_assert_msg(fabs(p - expect) <= 1e-10, "K %ld, start %ld, %g from critical: %.17g, not %.17g",
                                  levels[i], c.start, sign * apart[j], p, expect);
                }
            }
}
END_TEST

START_TEST(rates_of_any_size)
{
    static const double rates[] = {DBL_TRUE_MIN, DBL_MIN, 1e-300, 1e-150, 1e-20, 1e-5,
                                   1.0,          1e5,     1e20,   1e150,  1e300, DBL_MAX};
    static const double times[] = {DBL_TRUE_MIN, 1e-300, 1e-10, 1.0, 86400.0, 1e20, 1e150, DBL_MAX};
    static const long levels[] = {1, 2, 3, 50, 1000, 100000};
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            for (int k = 0; k < 6; k++)
                for (int part = 0; part < 3; part++) {
                    struct chain c = {rates[i], rates[j], levels[k], part * (levels[k] - 1) / 2};
                    double before = 0.0;
                    for (int t = 0; t < 8; t++) {
                        struct passage p = chain_absorbed_within(&c, times[t]);
                        ck_assert_msg(p.probability >= before - 2.0 * p.error_bound && p.probability <= 1.0 &&
                                          p.error_bound <= 1e-10,
                                      "birth %g, death %g, K %ld, start %ld, T %g: %g +- %g after %g", c.birth,
                                      c.death, c.levels, c.start, times[t], p.probability, p.error_bound, before);
                        before = p.probability;
                    }
                    double mean = chain_mean_time(&c);
                    ck_assert(isnan(mean) || (mean > 0.0 && mean <= 1e15));
                }
}
END_TEST

/* Rises with the horizon, the start and the births; falls with the deaths and the levels. */
START_TEST(order)
{
    struct mt19937 g = generator(5);
    for (int i = 0; i < 4000; i++) {
        struct chain c = draw_chain(&g, 400.0), more = c;
        double t = draw_horizon(&g, &c, 1e7), later = t;
        double factor = 1.0 + draw_decades(&g, -12.0, 0.0);
        switch (i % 5) {
        case 0: later = t * factor; break;
        case 1: more.start++; break;
        case 2: more.birth *= factor; break;
        case 3: more.death /= factor; break;
        default: more.levels = more.start + 1 > more.levels / 2 ? more.start + 1 : more.levels / 2;
        }
        struct passage low = chain_absorbed_within(&c, t), high = chain_absorbed_within(&more, later);
        ck_assert_msg(low.probability <= high.probability + low.error_bound + high.error_bound,
                      "chain %d: %.17g +- %g above %.17g +- %g", i, low.probability, low.error_bound,
                      high.probability, high.error_bound);
        ck_assert_msg(low.error_bound <= 1e-10, "chain %d: bound %g", i, low.error_bound);
        ck_assert_msg(passage_rounded(&low) <= passage_rounded(&high) + 1e-10, "chain %d, rounded", i);
    }
}
END_TEST

START_TEST(rounding_hides_what_the_method_cannot_tell)
{
    struct passage p = {3.3e-16, 1e-14, PASSAGE_MODES};
    ck_assert_double_eq(passage_rounded(&p), 0.0);
    p.probability = 1.23456789012e-5;
    ck_assert_double_eq(passage_rounded(&p), 1.234568e-5);
    p.method = PASSAGE_UNIFORMIZED;
    ck_assert_double_eq(passage_rounded(&p), 1.23456789e-5);
    p = (struct passage){0.1234567891234, 5e-11, PASSAGE_INVERTED};
    ck_assert_double_eq(passage_rounded(&p), 0.123456789);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("chain");
    TCase *t = tcase_create("chain");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, recorded_probabilities, 0, ROWS);
    tcase_add_loop_test(t, recorded_mean_times, 0, ROWS);
    tcase_add_test(t, reference_plan);
    tcase_add_test(t, starts_round_half_to_even);
    tcase_add_test(t, decided_without_computing);
    tcase_add_test(t, one_level);
    tcase_add_test(t, two_levels);
    tcase_add_test(t, no_deaths);
    tcase_add_test(t, long_times);
    tcase_add_test(t, rare_births);
    tcase_add_test(t, critical_root);
    tcase_add_test(t, rates_of_any_size);
    tcase_add_test(t, order);
    tcase_add_test(t, rounding_hides_what_the_method_cannot_tell);
    suite_add_tcase(s, t);
    return s;
}
