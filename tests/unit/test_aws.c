/* The small parts under validate, drift and ladder: names, shell words, pages, look-ups,
 * percentiles. */
#include "aws/exports.h"
#include "aws/text.h"
#include "base/awsname.h"
#include "base/strbuf.h"
#include "ladder/derive.h"
#include "ladder/schedule.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct {
    const char *name;
    bool ok;
} names[] = {
    {"a", true},    {"a-b", true},  {"a--b", true},      {"9", true},    {S63, true},    {S63 "a", false},
    {"", false},    {"-a", false},  {"a-", false},       {"-", false},   {"a_b", false}, {"a b", false},
    {"a.b", false}, {"a/b", false}, {"\xC3\xA4", false}, {"a\n", false},
};

START_TEST(valid_names)
{
    ck_assert_msg(aws_name_ok(names[_i].name) == names[_i].ok, "'%s'", names[_i].name);
}
END_TEST

static const struct {
    const char *id, *endpoint, *variant; /* endpoint NULL: no endpoint variant */
} resources[] = {
    {"endpoint/e/variant/v", "e", "v"},   {"endpoint/variant/variant/variant", "variant", "variant"},
    {"endpoint/e/variant/", NULL, NULL},  {"endpoint//variant/v", NULL, NULL},
    {"endpoint/e", NULL, NULL},           {"endpoint/e/variant/v/x", NULL, NULL},
    {"Endpoint/e/variant/v", NULL, NULL}, {"inference-component/x", NULL, NULL},
    {"service/a/b", NULL, NULL},          {"", NULL, NULL},
};

START_TEST(split_resources)
{
    struct arena *a = arena_new();
    const char *endpoint = NULL, *variant = NULL;
    bool is = aws_split_resource(resources[_i].id, a, &endpoint, &variant);
    ck_assert_msg(is == (resources[_i].endpoint != NULL), "%s", resources[_i].id);
    if (is) {
        ck_assert_str_eq(endpoint, resources[_i].endpoint);
        ck_assert_str_eq(variant, resources[_i].variant);
    }
    arena_free(a);
}
END_TEST

static const struct {
    const char *text, *word;
} words[] = {
    {"plain-1.2_3:/x@y%z+=,", "plain-1.2_3:/x@y%z+=,"},
    {"", "''"},
    {"a b", "'a b'"},
    {"it's", "'it'\\''s'"},
    {"$(id)`id`", "'$(id)`id`'"},
    {"a\nb", "$'a\\012b'"},
    {"\x1b[0m'\\", "$'\\033[0m\\'\\\\'"},
    {"\xE2\x80\xAE"
     "1",
     "$'\\342\\200\\2561'"},
    {"\xC3\xBC", "'\xC3\xBC'"},
};

START_TEST(shell_words)
{
    struct strbuf sb = {0};
    shell_word(&sb, words[_i].text);
    ck_assert_str_eq(sb_str(&sb), words[_i].word);
    sb_free(&sb);
}
END_TEST

#define T(name) \
    "{\"ServiceNamespace\":\"sagemaker\",\"ResourceId\":\"endpoint/" name "/variant/v\"," \
    "\"ScalableDimension\":\"" AWS_VARIANT_DIMENSION "\",\"MinCapacity\":1,\"MaxCapacity\":2}"
#define ECS "{\"ServiceNamespace\":\"ecs\"}"
#define PAGE(list) "{\"ScalableTargets\":[" list "]}\n"
#define MORE(list) "{\"ScalableTargets\":[" list "],\"NextToken\":\"t\"}\n"

static const struct {
    const char *name, *first, *second; /* one or two files */
    size_t n;
    bool complete;
} pages[] = {
    {"one", PAGE(T("a")), NULL, 1, true},
    {"none", PAGE(""), NULL, 0, true},
    {"cut", MORE(T("a")), NULL, 1, false},
    {"two documents", MORE(T("a")) PAGE(T("b")), NULL, 2, true},
    {"two files", MORE(T("a")), PAGE(T("b")), 2, true},
    {"two files, cut", MORE(T("a")), MORE(T("b")), 2, false},
    {"two files, each whole", PAGE(T("a")), PAGE(T("b")), 2, true},
    {"followed by another service", MORE(T("a")), PAGE(ECS), 1, false},
    {"another service first", PAGE(ECS), PAGE(T("a")), 1, true},
    {"an empty last page", MORE(T("a")) PAGE(""), NULL, 1, true},
    {"an empty token", "{\"ScalableTargets\":[],\"NextToken\":\"\"}", NULL, 0, true},
    {"an overlap", MORE(T("a")) PAGE(T("a") "," T("b")), NULL, 2, true},
};

START_TEST(page_chains)
{
    struct aws_exports *x = aws_exports_new();
    struct err e = ERR_INIT;
    const char *text[] = {pages[_i].first, pages[_i].second};
    for (size_t i = 0; i < 2 && text[i]; i++)
        ck_assert_msg(aws_exports_parse(x, AWS_TARGETS, "f", text[i], strlen(text[i]), &e) == 0, "%s: %s",
                      pages[_i].name, e.text);
    aws_exports_finish(x);
    ck_assert_msg(x->n[AWS_TARGETS] == pages[_i].n, "%s: %zu", pages[_i].name, x->n[AWS_TARGETS]);
    ck_assert_msg(aws_complete(x, AWS_TARGETS) == pages[_i].complete, "%s", pages[_i].name);
    ck_assert_msg(!aws_complete(x, AWS_POLICIES), "%s: nothing was given of policies", pages[_i].name);
    aws_exports_free(x);
}
END_TEST

/* Every element is found among many, and none beside them. */
START_TEST(look_ups)
{
    struct strbuf sb = {0};
    sb_add(&sb, "{\"ScalingPolicies\":[");
    for (int i = 999; i >= 0; i--)
        sb_addf(&sb,
                "%s{\"ServiceNamespace\":\"sagemaker\",\"ResourceId\":\"endpoint/e%d/variant/v\","
                "\"ScalableDimension\":\"d\",\"PolicyName\":\"p%d\",\"PolicyType\":\"X\"}",
                i == 999 ? "" : ",", i / 2, i % 2);
    sb_add(&sb, "]}");
    struct aws_exports *x = aws_exports_new();
    struct err e = ERR_INIT;
    ck_assert_int_eq(aws_exports_parse(x, AWS_POLICIES, "f", sb_str(&sb), sb.len, &e), 0);
    aws_exports_finish(x);
    for (int i = 0; i < 500; i++) {
        char id[40];
        size_t n;
        snprintf(id, sizeof id, "endpoint/e%d/variant/v", i);
        const struct aws_policy *p = aws_find_policies(x, id, "d", &n);
        ck_assert_msg(p && n == 2 && strcmp(p[0].name, "p0") == 0 && strcmp(p[1].name, "p1") == 0, "%s", id);
        ck_assert_ptr_null(aws_find_policies(x, id, "other", &n));
        ck_assert_uint_eq(n, 0);
    }
    aws_exports_free(x);
    sb_free(&sb);
}
END_TEST

/* Expected by numpy.percentile(x, 100 p): [1,2,3,4] -> 2.5, 3.85; ten values -> 9.55. */
START_TEST(percentiles)
{
    const double four[] = {1, 2, 3, 4}, ten[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, one[] = {7};
    ck_assert_double_eq(percentile_linear(four, 4, 0.5), 2.5);
    ck_assert_double_eq(percentile_linear(four, 4, 0.95), 3.8499999999999996);
    ck_assert_double_eq(percentile_linear(ten, 10, 0.95), 9.549999999999999);
    ck_assert_double_eq(percentile_linear(ten, 10, 0.0), 1);
    ck_assert_double_eq(percentile_linear(ten, 10, 1.0), 10);
    ck_assert_double_eq(percentile_linear(one, 1, 0.95), 7);
}
END_TEST

START_TEST(schedules)
{
    struct ladder_schedule s = ladder_default();
    struct err e = ERR_INIT;
    ck_assert_double_eq(ladder_pass_s(&s), 2130);
    ck_assert_double_eq(ladder_wall_s(&s), 2250);
    ck_assert_int_eq(ladder_rungs("1,2,30", &s, &e), 0);
    ck_assert_uint_eq(s.n, 3);
    s.runs = 3;
    ck_assert_double_eq(ladder_wall_s(&s), 3 * (3 * 240 + 2 * 30 + 120));
    ck_assert(isnan(ladder_requests(&s)));
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("aws");
    TCase *t = tcase_create("aws");
    tcase_add_loop_test(t, valid_names, 0, COUNT(names));
    tcase_add_loop_test(t, split_resources, 0, COUNT(resources));
    tcase_add_loop_test(t, shell_words, 0, COUNT(words));
    tcase_add_loop_test(t, page_chains, 0, COUNT(pages));
    tcase_add_test(t, look_ups);
    tcase_add_test(t, percentiles);
    tcase_add_test(t, schedules);
    suite_add_tcase(s, t);
    return s;
}
