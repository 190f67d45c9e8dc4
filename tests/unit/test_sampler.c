/* The sampled shed probability and its generator, bit for bit. */
#include "model/mt19937.h"
#include "model/sampler.h"
#include "unit/model_oracle.h"
#include "unit/unit.h"

#include <stdlib.h>

/* Known answers from Python's random module: tests/oracle/sampler.py prints them. */
static const struct {
    uint32_t key[4];
    size_t count;
    uint32_t first[5], around[4], at_1000, at_2000; /* around: words 623 to 626, over the block's end */
} known_words[] = {
    {{1234},
     1,
     {4150886329U, 3342196574U, 1892932127U, 501869158U, 32175636U},
     {2576574856U, 152069139U, 3715477445U, 938706668U},
     3677914080U,
     881902874U},
    {{0x123, 0x234, 0x345, 0x456},
     4,
     {1067595299U, 955945823U, 477289528U, 4107218783U, 4228976476U},
     {853571438U, 144400272U, 3768408841U, 782634401U},
     3460025646U,
     3099126062U},
};

START_TEST(words_are_those_of_mt19937ar)
{
    struct mt19937 g;
    mt19937_init_by_array(&g, known_words[_i].key, known_words[_i].count);
    for (int i = 1; i <= 2000; i++) {
        uint32_t w = mt19937_next32(&g);
        if (i <= 5)
            ck_assert_msg(w == known_words[_i].first[i - 1], "word %d is %u", i, w);
        if (i >= 623 && i <= 626)
            ck_assert_msg(w == known_words[_i].around[i - 623], "word %d is %u", i, w);
        if (i == 1000)
            ck_assert_uint_eq(w, known_words[_i].at_1000);
        if (i == 2000)
            ck_assert_uint_eq(w, known_words[_i].at_2000);
    }
}
END_TEST

START_TEST(a_long_key_is_used_to_its_end)
{
    uint32_t key[700] = {0};
    struct mt19937 a, b;
    mt19937_init_by_array(&a, key, 700);
    key[699] = 1;
    mt19937_init_by_array(&b, key, 700);
    ck_assert_uint_ne(mt19937_next32(&a), mt19937_next32(&b));
}
END_TEST

START_TEST(uniforms_have_53_bits)
{
    static const double expect[] = {0x1.eed2ff71cd77dp-1, 0x1.c34f680ef4f52p-2, 0x1.eaf602e68d680p-8,
                                    0x1.d26b70fc527d5p-1};
    struct mt19937 g = generator(1234);
    for (size_t i = 0; i < sizeof expect / sizeof *expect; i++)
        ck_assert_double_eq(mt19937_uniform53(&g), expect[i]);
    ck_assert_uint_eq(mt19937_bits53(0xffffffffU, 0xffffffffU), 9007199254740991U);
    ck_assert_uint_eq(mt19937_bits53(32, 0), 1U << 26);
    ck_assert_uint_eq(mt19937_bits53(31, 63), 0);
}
END_TEST

static const struct {
    const char *name;
    double birth, death;
    long levels, start;
    double horizon_s;
    int hits;
} samples[] = {
#include "unit/model_samples.inc"
};

START_TEST(samples_equal_pythons)
{
    struct chain c = {samples[_i].birth, samples[_i].death, samples[_i].levels, samples[_i].start};
    struct sample fast = sampler_draw(&c, samples[_i].horizon_s);
    struct sample plain = sampler_draw_plain(&c, samples[_i].horizon_s);
    ck_assert_msg(fast.drawn && fast.hits == samples[_i].hits, "%s: %d hits, expected %d", samples[_i].name,
                  fast.hits, samples[_i].hits);
    ck_assert_msg(plain.hits == samples[_i].hits, "%s: %d hits by the definition, expected %d", samples[_i].name,
                  plain.hits, samples[_i].hits);
    ck_assert_double_eq(fast.probability, samples[_i].hits / 200.0);
    /* With the bound wide open every end is unsure: all of them must be settled by replays. */
    struct sample wide = sampler_draw_slack(&c, samples[_i].horizon_s, 1e18);
    ck_assert_msg(wide.hits == samples[_i].hits, "%s: %d hits after %ld replays, expected %d", samples[_i].name,
                  wide.hits, wide.replays, samples[_i].hits);
}
END_TEST

static const struct {
    const char *name;
    double q_max, service_s, k, horizon_s, sampled, exact;
} cases[] = {
#include "unit/model_cases.inc"
};

START_TEST(published_cases)
{
    double c_scale_max = (1.0 - (cases[_i].k - 1.0)) * cases[_i].q_max;
    struct chain c = chain_published(c_scale_max, cases[_i].service_s, cases[_i].q_max);
    struct sample s = sampler_draw(&c, cases[_i].horizon_s);
    ck_assert_msg(s.drawn && s.probability == cases[_i].sampled, "%s: sampled %.17g, expected %.17g", cases[_i].name,
                  s.probability, cases[_i].sampled);
    struct passage p = chain_absorbed_within(&c, cases[_i].horizon_s);
    ck_assert_msg(fabs(p.probability - cases[_i].exact) <= 1e-10, "%s: exact %.17g, expected %.17g", cases[_i].name,
                  p.probability, cases[_i].exact);
}
END_TEST

START_TEST(fast_and_plain_agree_on_random_chains)
{
    struct mt19937 g = generator(20);
    long replays = 0;
    for (int i = 0; i < 150; i++) {
        struct chain c = draw_chain(&g, 100.0);
        double t = draw_horizon(&g, &c, 500.0);
        struct sample plain = sampler_draw_plain(&c, t);
        struct sample fast = sampler_draw(&c, t), slack = sampler_draw_slack(&c, t, 1e10);
        ck_assert_msg(plain.hits == fast.hits && plain.hits == slack.hits,
                      "chain %d: %d plain, %d fast, %d with %ld replays", i, plain.hits, fast.hits, slack.hits,
                      slack.replays);
        replays += slack.replays;
    }
    ck_assert_msg(replays > 100, "only %ld replays were tried", replays);
}
END_TEST

START_TEST(what_is_not_drawn)
{
    /* 200 (birth + death) T of 1e9 is drawn, just more is not; here each trial ends after two
     * events. */
    struct chain c = {1e9, 1.0, 2, 0};
    double limit = 1e9 / 200.0 / (1e9 + 1.0);
    ck_assert(sampler_draw(&c, limit * (1.0 - 1e-15)).drawn);
    ck_assert(!sampler_draw(&c, limit * (1.0 + 1e-15)).drawn);
    ck_assert_double_nan(sampler_draw(&c, 1e9).probability);
    c = (struct chain){1.0, 1.0, 50, 50};
    ck_assert_double_eq(sampler_draw(&c, 1e9).probability, 1.0);
    ck_assert_double_eq(sampler_draw(&c, 0.0).probability, 1.0);
    c.start = 25;
    ck_assert_double_eq(sampler_draw(&c, 0.0).probability, 0.0);
    c.birth = 0.0;
    ck_assert_double_eq(sampler_draw(&c, 10.0).probability, 0.0);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("sampler");
    TCase *t = tcase_create("sampler");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, words_are_those_of_mt19937ar, 0, sizeof known_words / sizeof *known_words);
    tcase_add_test(t, a_long_key_is_used_to_its_end);
    tcase_add_test(t, uniforms_have_53_bits);
    tcase_add_loop_test(t, samples_equal_pythons, 0, sizeof samples / sizeof *samples);
    tcase_add_loop_test(t, published_cases, 0, sizeof cases / sizeof *cases);
    tcase_add_test(t, fast_and_plain_agree_on_random_chains);
    tcase_add_test(t, what_is_not_drawn);
    suite_add_tcase(s, t);
    return s;
}
