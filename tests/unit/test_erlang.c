/* Erlang service: shape, and absorption against recorded values and uniformization by stages. */
#include "model/erlang.h"
#include "unit/model_oracle.h"
#include "unit/unit.h"

#include <stdlib.h>

static const struct {
    const char *name;
    double birth, death;
    long levels, start;
    double horizon_s;
    int stages;
    double probability;
} rows[] = {
#include "unit/model_shaped.inc"
};

START_TEST(recorded_probabilities)
{
    struct chain c = {rows[_i].birth, rows[_i].death, rows[_i].levels, rows[_i].start};
    struct passage p = erlang_absorbed_within(&c, rows[_i].stages, rows[_i].horizon_s);
    ck_assert_msg(fabs(p.probability - rows[_i].probability) <= 1e-10 && p.error_bound <= 1e-9,
                  "%s, %d stages: %.17g +- %g, expected %.17g", rows[_i].name, rows[_i].stages, p.probability,
                  p.error_bound, rows[_i].probability);
}
END_TEST

START_TEST(random_queues)
{
    struct mt19937 g = generator(31);
    for (int i = 0; i < 700; i++) {
        struct chain c = draw_chain(&g, 60.0);
        int stages = 1 + (int)draw_between(&g, 0.0, 16.0);
        double t = draw_horizon(&g, &c, 2000.0 / stages);
        struct passage p = erlang_absorbed_within(&c, stages, t);
        double expect = oracle_absorbed_within(&c, stages, t);
        ck_assert_msg(fabs(p.probability - expect) <= 1e-10 && p.error_bound <= 1e-9,
                      "queue %d, %d stages: %.17g +- %g, expected %.17g", i, stages, p.probability, p.error_bound,
                      expect);
    }
}
END_TEST

START_TEST(one_stage_is_the_chain)
{
    static const long levels[] = {1, 2, 50, 1000};
    for (int i = 0; i < 4; i++)
        for (double birth = 0.6; birth < 1.6; birth += 0.13) {
            struct chain c = {birth, 1.0, levels[i], levels[i] / 2};
            double t = (double)(levels[i] * levels[i]) / 4.0;
            double p = erlang_absorbed_within(&c, 1, t).probability;
            ck_assert_double_eq_tol(p, chain_absorbed_within(&c, t).probability, 1e-10);
        }
}
END_TEST

/* Less varied service fills a queue that can empty later. */
START_TEST(more_stages_are_safer)
{
    struct chain c = chain_published(37.5, 0.06132258724884511, 50.0);
    double before = 1.0;
    for (int stages = 1; stages <= 16; stages++) {
        double p = erlang_absorbed_within(&c, stages, 320.248496).probability;
        ck_assert(p < before);
        before = p;
    }
}
END_TEST

START_TEST(edges)
{
    struct chain c = {1.0, 1.0, 5, 5};
    ck_assert_double_eq(erlang_absorbed_within(&c, 4, 0.0).probability, 1.0);
    c.start = 4;
    ck_assert_double_eq(erlang_absorbed_within(&c, 4, 0.0).probability, 0.0);
    ck_assert_double_eq(erlang_absorbed_within(&c, 4, (double)INFINITY).probability, 1.0);
    c.birth = 0.0;
    ck_assert_double_eq(erlang_absorbed_within(&c, 4, 1.0).probability, 0.0);
    c = (struct chain){1.0, 1.0, 1000000000, 5};
    struct passage p = erlang_absorbed_within(&c, 16, 1.0);
    ck_assert_double_nan(p.probability); /* would take hours */
    ck_assert_double_eq(p.error_bound, 1.0);
    c = (struct chain){1e300, 1.0, 5, 0};
    ck_assert_double_nan(erlang_absorbed_within(&c, 16, 1e300).probability);
}
END_TEST

/* From tests/oracle/erlang_quantiles.py. */
static const struct {
    double s, s_p95;
    int stages;
} shapes[] = {
    {0.06132258724884511, 0.06613509664312005, 16},
    {1.0, 1.0, 16},
    {1.0, 1.44357061, 16},
    {1.0, 1.44357062, 8},
    {1.0, 1.64351423, 8},
    {1.0, 1.64351424, 4},
    {1.0, 1.93841413, 4},
    {1.0, 1.93841414, 2},
    {1.0, 2.37193226, 2},
    {1.0, 2.37193227, 1},
    {1.0, 2.99573227, 1},
    {1.0, 7.0, 1},
    {2.0, 4.0, 2},
};

START_TEST(stages_from_the_shape)
{
    ck_assert_msg(erlang_stages(shapes[_i].s, shapes[_i].s_p95) == shapes[_i].stages,
                  "S_p95/S %.9g: %d stages, expected %d", shapes[_i].s_p95 / shapes[_i].s,
                  erlang_stages(shapes[_i].s, shapes[_i].s_p95), shapes[_i].stages);
}
END_TEST

START_TEST(quantiles)
{
    ck_assert_double_eq(erlang_p95_ratio(1), 2.99573227);
    ck_assert_double_eq(erlang_p95_ratio(16), 1.44357061);
    ck_assert_double_nan(erlang_p95_ratio(3));
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("erlang");
    TCase *t = tcase_create("erlang");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, recorded_probabilities, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, random_queues);
    tcase_add_test(t, one_stage_is_the_chain);
    tcase_add_test(t, more_stages_are_safer);
    tcase_add_test(t, edges);
    tcase_add_loop_test(t, stages_from_the_shape, 0, sizeof shapes / sizeof *shapes);
    tcase_add_test(t, quantiles);
    suite_add_tcase(s, t);
    return s;
}
