/* The three methods for the same probability against each other, against uniformization written for
 * the tests, and against large samples. */
#include "model/chain.h"
#include "model/laplace.h"
#include "model/modes.h"
#include "model/uniformized.h"
#include "unit/model_oracle.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stdlib.h>

static bool closed_form_applies(const struct chain *c)
{
    return c->levels >= 2 && c->death / c->birth < 1e18 && modes_log_weight(c) <= MODES_LOG_WEIGHT_MAX;
}

/* Fails unless P is within 1e-9 of EXPECT, the bound, and within the bound that it states
 * itself, give or take the oracle's own error. */
static void check_close(const char *what, int i, const struct chain *c, double t, struct passage p, double expect)
{
    double apart = fabs(p.probability - expect);
    ck_assert_msg(apart <= 1e-9 && apart <= p.error_bound + 2e-12,
                  "%s, chain %d: %.17g +- %g, expected %.17g (birth %.17g, death %.17g, K %ld, start %ld, "
                  "T %.17g)",
                  what, i, p.probability, p.error_bound, expect, c->birth, c->death, c->levels, c->start, t);
}

START_TEST(random_chains_against_uniformization)
{
    struct mt19937 g = generator(77);
    int closed = 0, at = 0, below = 0, above = 0;
    for (int i = 0; i < 5000; i++) {
        struct chain c = draw_chain(&g, 300.0);
        double t = draw_horizon(&g, &c, i % 40 ? 4000.0 : 40000.0);
        double expect = oracle_absorbed_within(&c, 1, t);
        check_close("chosen method", i, &c, t, chain_absorbed_within(&c, t), expect);
        check_close("uniformized", i, &c, t, uniformized_absorbed_within(&c, t), expect);
        check_close("inverted", i, &c, t, chain_inverted(&c, t), expect);
        if (closed_form_applies(&c)) {
            check_close("closed form", i, &c, t, modes_absorbed_within(&c, t), expect);
            closed++;
        }
        at += c.birth == c.death;
        below += c.birth < c.death;
        above += c.birth > c.death;
    }
    ck_assert_msg(closed >= 4000 && at >= 50 && below >= 500 && above >= 500,
                  "%d closed form; %d at, %d below, %d above equal rates", closed, at, below, above);
}
END_TEST

/* Deep chains, too long for uniformization: the closed form against the inversion, whose cost and
 * whose arithmetic do not depend on K. */
START_TEST(deep_chains)
{
    struct mt19937 g = generator(78);
    int closed = 0;
    for (int i = 0; i < 400; i++) {
        struct chain c;
        c.levels = i % 2 ? 100000 : 1000 + (long)draw_between(&g, 0.0, 9e4);
        double k = (double)c.levels;
        long rise = 1 + (long)(i % 3 ? pow(k - 1.0, mt19937_uniform53(&g)) : draw_between(&g, 0, k - 1));
        c.start = c.levels - rise;
        c.death = draw_decades(&g, -2.0, 2.0);
        double spread = draw_between(&g, -0.5, 0.5), critical = k / (k + 1.0) * (k / (k + 1.0));
        static const double around[] = {1e-3, 1e-5, 1e-8, 1e-12, 0.0};
        double ratio = i % 4 == 3 ? critical * (1.0 + spread * 1e-11) : 1.0 + spread * around[i % 5];
        c.birth = c.death * ratio;
        double t = (double)rise * k / c.death * draw_decades(&g, -2.5, 1.0);
        if (i % 7 == 0)
            t = 86400.0;
        struct passage inverted = chain_inverted(&c, t);
        ck_assert_msg(inverted.error_bound < 1e-9, "chain %d: inversion did not converge", i);
        check_close("chosen method", i, &c, t, chain_absorbed_within(&c, t), inverted.probability);
        if (closed_form_applies(&c) && 3.0 * k / sqrt((c.birth + c.death) * t) < 5e3) {
            check_close("closed form", i, &c, t, modes_absorbed_within(&c, t), inverted.probability);
            closed++;
        }
    }
    ck_assert_msg(closed > 200, "only %d closed forms", closed);
}
END_TEST

/* A growing queue with too many levels for anything but inversion, beside the normal one. */
START_TEST(growing_deep_chain)
{
    struct chain c = {1.5, 1.0, 100000, 0};
    double mean = 1e5 / 0.5, sigma = sqrt(1e5 * 2.5 / 0.125);
    static const double at[] = {-3.0, -1.0, 0.0, 1.0, 3.0};
    for (int i = 0; i < 5; i++) {
        struct passage p = chain_absorbed_within(&c, mean + at[i] * sigma);
        ck_assert_int_eq(p.method, PASSAGE_INVERTED);
        ck_assert(p.error_bound < 1e-9);
        double normal = 0.5 * erfc(-at[i] / sqrt(2.0));
        ck_assert_msg(fabs(p.probability - normal) < 5e-3, "%g sigma: %.9g, about %.9g", at[i], p.probability,
                      normal);
    }
    struct passage early = chain_absorbed_within(&c, 86400.0);
    ck_assert_double_eq(passage_rounded(&early), 0.0);
    ck_assert_double_eq(chain_absorbed_within(&c, 10.0 * mean).probability, 1.0);
}
END_TEST

/* Simulated like the published sample, with exponential waits, 20,000 trials a chain: within five
 * standard errors. The seed is fixed, so this passes always or never. */
START_TEST(large_samples)
{
    struct mt19937 g = generator(79);
    enum { TRIALS = 20000 };
    for (int i = 0; i < 20; i++) {
        struct chain c;
        c.levels = 2 + (long)draw_between(&g, 0.0, 12.0);
        c.start = (long)draw_between(&g, 0.0, (double)c.levels);
        c.death = 1.0;
        c.birth = draw_between(&g, 0.6, 1.5);
        double t = draw_between(&g, 5.0, 60.0), rate = c.birth + c.death;
        int hits = 0;
        for (int k = 0; k < TRIALS; k++) {
            long n = c.start;
            for (double clock = 0.0; n < c.levels;) {
                clock -= log(1.0 - mt19937_uniform53(&g)) / (n > 0 ? rate : c.birth);
                if (clock > t)
                    break;
                n += n == 0 || mt19937_uniform53(&g) < c.birth / rate ? 1 : -1;
            }
            hits += n >= c.levels;
        }
        double p = chain_absorbed_within(&c, t).probability;
        double sigma = sqrt(p * (1.0 - p) / TRIALS) + 1e-9;
        ck_assert_msg(fabs((double)hits / TRIALS - p) <= 5.0 * sigma, "chain %d: %d of %d, expected %.9g", i, hits,
                      TRIALS, p);
    }
}
END_TEST

static void constant_transform(const void *context, const struct lanes *s, struct lanes *value)
{
    (void)context;
    /* A time of exactly 1: the transform of a jump, the hardest there is. */
    for (int i = 0; i < LAPLACE_LANES; i++) {
        value->re[i] = exp(-s->re[i]) * cos(s->im[i]);
        value->im[i] = -exp(-s->re[i]) * sin(s->im[i]);
    }
}

START_TEST(inversion_says_when_it_fails)
{
    struct laplace_result r = laplace_probability(constant_transform, NULL, 1.0, 4000);
    ck_assert_msg(r.error_bound > 1e-9, "at the jump: %g +- %g", r.probability, r.error_bound);
    r = laplace_probability(constant_transform, NULL, 1.0, 1);
    ck_assert_msg(r.error_bound == 1.0, "after one batch: %g +- %g", r.probability, r.error_bound);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("passage");
    TCase *t = tcase_create("passage");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, random_chains_against_uniformization);
    tcase_add_test(t, deep_chains);
    tcase_add_test(t, growing_deep_chain);
    tcase_add_test(t, large_samples);
    tcase_add_test(t, inversion_says_when_it_fails);
    suite_add_tcase(s, t);
    return s;
}
