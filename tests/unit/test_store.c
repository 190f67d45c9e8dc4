/* plan.json, written and read back: random plans of unknown, edge and ordinary values, from the tables that the
 * writer uses, come back as the same bytes; and each edge number by itself. */
#include "artifact/fields.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "json/json.h"
#include "store/store.h"
#include "store/tables.h"
#include "unit/unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLANS = 300 };

static const double edge_numbers[] = {0.0,
                                      -0.0,
                                      5e-324,
                                      -5e-324,
                                      2.2250738585072014e-308,
                                      1e308,
                                      -1e308,
                                      DBL_MAX,
                                      DBL_MIN,
                                      9007199254740991.0,
                                      9007199254740992.0,
                                      9007199254740993.0,
                                      9007199254740994.0,
                                      1e15,
                                      1e16,
                                      1e17,
                                      1e21,
                                      1e22,
                                      0.1,
                                      1.0 / 3,
                                      1e-5,
                                      1e-4,
                                      0.30000000000000004,
                                      37.5,
                                      -1.0,
                                      DBL_EPSILON};

/* All that JSON integers of ours can hold, and the unknown. */
static const int64_t edge_integers[] = {
    INT_UNKNOWN, 0, 1, -1, 60, 1000000000, INT32_MAX, INT32_MIN, 9007199254740991, -9007199254740991, 4294967296};

static const char *const texts[] = {NULL,
                                    "",
                                    "kokoro-82m",
                                    "a\"b\\c/",
                                    "\n\r\t\b\f",
                                    "\x01\x1F\x7F",
                                    "\xE8\xAF\xAD\xE9\x9F\xB3",
                                    "\xF0\x9F\x98\x80",
                                    "\xE2\x80\xA8\xE2\x80\xAE",
                                    "\xEF\xBF\xBF",
                                    "</script>",
                                    "null",
                                    "0",
                                    "{\"a\": [1]}"};

struct source {
    uint64_t state;
    struct arena *arena;
};

static uint32_t next(struct source *s)
{
    s->state = s->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(s->state >> 33);
}

static size_t pick(struct source *s, size_t n)
{
    return next(s) % n;
}

static double any_number(struct source *s)
{
    double x;
    uint64_t bits = (uint64_t)next(s) << 33 ^ (uint64_t)next(s) << 11 ^ next(s);
    switch (pick(s, 4)) {
    case 0: return NUM_UNKNOWN;
    case 1: memcpy(&x, &bits, sizeof x); return isfinite(x) ? x : NUM_UNKNOWN;
    case 2: return next(s) / 1024.0;
    default: return edge_numbers[pick(s, COUNT(edge_numbers))];
    }
}

static int64_t any_integer(struct source *s)
{
    return pick(s, 2) ? edge_integers[pick(s, COUNT(edge_integers))] : (int64_t)next(s) - INT32_MAX / 2;
}

static const char *any_text(struct source *s)
{
    return texts[pick(s, COUNT(texts))];
}

static const char *some_text(struct source *s)
{
    return texts[1 + pick(s, COUNT(texts) - 1)];
}

static enum tri any_tri(struct source *s)
{
    return (enum tri)((int)pick(s, 3) - 1);
}

static void fill(struct source *s, const struct table *t, void *into)
{
    for (size_t i = 0; i < t->n; i++) {
        void *at = (char *)into + t->fields[i].offset;
        switch (t->fields[i].type) {
        case F_TEXT: *(const char **)at = any_text(s); break;
        case F_INT: *(int64_t *)at = any_integer(s); break;
        case F_NUMBER: *(double *)at = any_number(s); break;
        case F_TRI: *(enum tri *)at = any_tri(s); break;
        case F_BOOL: *(bool *)at = pick(s, 2); break;
        }
    }
}

static void *list(struct source *s, size_t most, size_t size, size_t *n)
{
    *n = pick(s, most + 1);
    return arena_array(s->arena, *n, size);
}

static const char **text_list(struct source *s, size_t *n)
{
    const char **out = list(s, 4, sizeof *out, n);
    for (size_t i = 0; i < *n; i++)
        out[i] = some_text(s);
    return out;
}

static void fill_measured(struct source *s, struct measured *m)
{
    fill(s, &table_measured, m);
    fill(s, &table_measured_tail, m);
    m->transport = any_text(s);
    if (pick(s, 2)) {
        m->instance_counts = list(s, 5, sizeof *m->instance_counts, &m->n_instance_counts);
        for (size_t i = 0; i < m->n_instance_counts; i++)
            m->instance_counts[i] = (int64_t)pick(s, 100);
    }
    m->config.present = pick(s, 2);
    if (m->config.present) {
        static const char *const values[] = {"1", "null", "\"x\"", "[]", "{\"a\": 1.5}", "-0.0"};
        m->config.instance_type = "ml.g5.xlarge";
        m->config.image_digest = pick(s, 2) ? "8b1b96bc" : NULL;
        m->config.has_env = pick(s, 2);
        if (m->config.has_env) {
            m->config.env = list(s, 5, sizeof *m->config.env, &m->config.n_env);
            for (size_t i = 0; i < m->config.n_env; i++)
                m->config.env[i] = (struct env_var){arena_printf(s->arena, "NAME_%zu", i), values[pick(s, 6)]};
        }
    }
    m->rungs = list(s, 6, sizeof *m->rungs, &m->n_rungs);
    for (size_t i = 0; i < m->n_rungs; i++)
        m->rungs[i] =
            (struct rung){.concurrency = (int64_t)(i * i + 1), .p95_ms = any_number(s), .cw_ratio = any_number(s)};
    m->provenance.present = pick(s, 2);
    if (m->provenance.present)
        fill(s, &table_provenance, &m->provenance);
}

/* As far as a measurement goes. */
static double measured_number(struct source *s)
{
    double x = any_number(s);
    return fabs(x) > LIMIT_MEASURED ? LIMIT_MEASURED : x;
}

static void fill_step(struct source *s, struct step *out)
{
    for (size_t j = 0; j < n_step_ints; j++)
        *(int64_t *)(void *)((char *)out + step_ints[j].offset) = step_ints[j].need == JSON_REQUIRED
                                                                      ? step_ints[j].least + (int64_t)pick(s, 100)
                                                                      : edge_integers[pick(s, 2)];
    for (size_t j = 0; j < n_step_numbers; j++)
        *(double *)(void *)((char *)out + step_numbers[j].offset) =
            step_numbers[j].sign == FIELD_NOT_NEGATIVE ? fabs(measured_number(s)) : measured_number(s);
    if (out->s_mean_s < LIMIT_SERVICE_S)
        out->s_mean_s = 0;
    if (out->concurrency_mean < LIMIT_OCCUPANCY)
        out->concurrency_mean = 0;
    if (out->achieved_rps < LIMIT_OCCUPANCY)
        out->achieved_rps = 0;
    for (size_t j = 0; j < n_step_bools; j++)
        *(enum tri *)(void *)((char *)out + step_bools[j].offset) =
            step_bools[j].need == JSON_REQUIRED ? (enum tri)pick(s, 2) : any_tri(s);
    out->unusable_reason = any_text(s);
    out->has_outcomes = pick(s, 2);
    if (out->has_outcomes) {
        out->outcomes = list(s, 3, sizeof *out->outcomes, &out->n_outcomes);
        for (size_t i = 0; i < out->n_outcomes; i++)
            out->outcomes[i] = (struct count){arena_printf(s->arena, "outcome %zu", i), (int64_t)pick(s, 1000)};
    }
}

static void fill_audit(struct source *s, struct audit *a)
{
    fill(s, &table_audit, a);
    fill(s, &table_flow, &a->flow);
    a->worst = (enum verdict)pick(s, 4);
    a->checks = list(s, 5, sizeof *a->checks, &a->n_checks);
    for (size_t i = 0; i < a->n_checks; i++) {
        struct audit_check *c = &a->checks[i];
        *c = (struct audit_check){.name = arena_printf(s->arena, "check %zu", i),
                                  .verdict = (enum verdict)pick(s, 4),
                                  .sentence = any_text(s),
                                  .recommendation = any_text(s)};
        c->figures = list(s, 4, sizeof *c->figures, &c->n_figures);
        for (size_t j = 0; j < c->n_figures; j++) {
            struct figure *f = &c->figures[j];
            *f = (struct figure){arena_printf(s->arena, "figure %zu", j), (enum figure_kind)pick(s, 3), NUM_UNKNOWN,
                                 INT_UNKNOWN, NULL};
            if (f->kind == FIGURE_NUMBER)
                f->number = any_number(s);
            else if (f->kind == FIGURE_INT)
                f->integer = any_integer(s);
            else
                f->text = some_text(s);
        }
    }
}

static void fill_headroom(struct source *s, struct plan *p)
{
    fill(s, &table_flags, &p->scenario);
    p->scenario.method = pick(s, 2) ? METHOD_FLOW : METHOD_PUBLISHED;
    fill(s, &table_extra, p);
    fill(s, &table_rate, &p->rate);
    p->inputs = list(s, 4, sizeof *p->inputs, &p->n_inputs);
    for (size_t i = 0; i < p->n_inputs; i++) {
        struct input *in = &p->inputs[i];
        *in = (struct input){.role = "qmax",
                             .name = some_text(s),
                             .run_id = any_text(s),
                             .measured_at = any_text(s),
                             .text = some_text(s)};
        in->size = strlen(in->text);
        sha256_hex(in->sha256, in->text, in->size);
    }
    p->steps = list(s, 4, sizeof *p->steps, &p->n_steps);
    for (size_t i = 0; i < p->n_steps; i++)
        fill_step(s, &p->steps[i]);
    p->stages = list(s, 4, sizeof *p->stages, &p->n_stages);
    for (size_t i = 0; i < p->n_stages; i++)
        p->stages[i] = (struct stage){some_text(s), some_text(s), fabs(measured_number(s)), fabs(measured_number(s)),
                                      any_tri(s)};
    p->missing_stages = text_list(s, &p->n_missing);
    p->warnings = text_list(s, &p->n_warnings);
    fill_audit(s, &p->audit);
}

static struct plan *any_plan(unsigned seed)
{
    struct source s = {.state = seed, .arena = arena_new()};
    struct plan *p = arena_alloc(s.arena, sizeof *p);
    p->arena = s.arena;
    fill(&s, &table_plan, p);
    fill(&s, &table_scenario, &p->scenario);
    p->t_total_measured = any_tri(&s);
    p->verdict_text = some_text(&s);
    p->config_block = any_text(&s);
    p->alarm_threshold = any_text(&s);
    p->findings = list(&s, 5, sizeof *p->findings, &p->n_findings);
    for (size_t i = 0; i < p->n_findings; i++)
        p->findings[i] = (struct finding){arena_printf(s.arena, "finding %zu", i), (enum verdict)pick(&s, 4),
                                          any_text(&s), any_text(&s)};
    fill_measured(&s, &p->measured);
    p->has_headroom = pick(&s, 4) > 0;
    if (p->has_headroom)
        fill_headroom(&s, p);
    return p;
}

START_TEST(random_plans)
{
    struct plan *p = any_plan((unsigned)_i), *again = NULL;
    struct strbuf once = {0}, twice = {0}, differences = {0};
    struct err e = ERR_INIT;
    store_write(p, &once);
    ck_assert_msg(store_read("once.json", sb_str(&once), once.len, &again, &e) == 0, "plan %d: %s\n%s", _i, e.text,
                  sb_str(&once));
    store_write(again, &twice);
    ck_assert_msg(strcmp(sb_str(&once), sb_str(&twice)) == 0, "plan %d:\n%s\n%s", _i, sb_str(&once), sb_str(&twice));
    ck_assert_msg(store_compare(p, again, &differences) == 0, "plan %d: %s", _i, sb_str(&differences));
    sb_free(&once);
    sb_free(&twice);
    sb_free(&differences);
    plan_free(p);
    plan_free(again);
}
END_TEST

/* Each edge number and integer in a plan of its own, compared by its bits. */
START_TEST(edges)
{
    struct plan *p = any_plan(1), *again = NULL;
    struct strbuf text = {0};
    struct err e = ERR_INIT;
    p->w_max_s = edge_numbers[_i];
    p->max_instances = edge_integers[(size_t)_i % COUNT(edge_integers)];
    store_write(p, &text);
    ck_assert_msg(store_read("edge.json", sb_str(&text), text.len, &again, &e) == 0, "%s", e.text);
    ck_assert_msg(memcmp(&again->w_max_s, &p->w_max_s, sizeof p->w_max_s) == 0, "%.17g came back as %.17g",
                  p->w_max_s, again->w_max_s);
    ck_assert_int_eq(again->max_instances, p->max_instances);
    sb_free(&text);
    plan_free(p);
    plan_free(again);
}
END_TEST

/* Integers that a double need not hold are refused, never rounded. */
START_TEST(large_integers)
{
    static const char *const refused[] = {"9007199254740992", "9007199254740993", "-9007199254740993",
                                          "9223372036854775807", "1e300"};
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct plan *p = any_plan(1), *again = NULL;
        struct strbuf text = {0};
        struct err e = ERR_INIT;
        p->max_instances = 123456789;
        store_write(p, &text);
        char *at = strstr(sb_str(&text), "123456789");
        ck_assert_ptr_nonnull(at);
        char *changed = xasprintf("%.*s%s%s", (int)(at - text.data), text.data, refused[i], at + strlen("123456789"));
        ck_assert_msg(store_read("f.json", changed, strlen(changed), &again, &e) == EXIT_REFUSED, "%s", refused[i]);
        ck_assert_msg(strstr(e.text, "$.plan.max_instances") != NULL, "%s: %s", refused[i], e.text);
        free(changed);
        sb_free(&text);
        plan_free(p);
    }
}
END_TEST

/* Lists of plan.json at their limits and one past them. */
START_TEST(lists)
{
    static const struct {
        const char *what, *path;
        size_t most;
    } rows[] = {
        {"findings", "$.plan.findings", LIMIT_FINDINGS},       {"checks", "$.headroom.audit.checks", LIMIT_FINDINGS},
        {"inputs", "$.headroom.inputs", LIMIT_INPUTS},         {"ladder", "$.headroom.ladder", LIMIT_STEPS},
        {"stages", "$.headroom.stages", LIMIT_STAGES},         {"warnings", "$.headroom.warnings", LIMIT_STAGES},
        {"missing", "$.headroom.missing_stages", LIMIT_STAGES}};
    for (size_t over = 0; over <= 1; over++) {
        unsigned seed = 0;
        struct plan *p = any_plan(seed);
        while (!p->has_headroom) {
            plan_free(p);
            p = any_plan(++seed);
        }
        size_t n = rows[_i].most + over;
        struct source s = {.state = 7, .arena = p->arena};
        struct strbuf text = {0};
        struct plan *again = NULL;
        struct err e = ERR_INIT;
        if (_i == 0) {
            p->findings = arena_array(p->arena, n, sizeof *p->findings);
            for (p->n_findings = 0; p->n_findings < n; p->n_findings++)
                p->findings[p->n_findings].name = arena_printf(s.arena, "f%zu", p->n_findings);
        } else if (_i == 1) {
            p->audit.checks = arena_array(p->arena, n, sizeof *p->audit.checks);
            for (p->audit.n_checks = 0; p->audit.n_checks < n; p->audit.n_checks++)
                p->audit.checks[p->audit.n_checks].name = arena_printf(s.arena, "c%zu", p->audit.n_checks);
        } else if (_i == 2) {
            struct input one = {.role = "qmax", .name = "q", .text = ""};
            sha256_hex(one.sha256, "", 0);
            p->inputs = arena_array(p->arena, n, sizeof *p->inputs);
            for (p->n_inputs = 0; p->n_inputs < n; p->n_inputs++)
                p->inputs[p->n_inputs] = one;
        } else if (_i == 3) {
            p->steps = arena_array(p->arena, n, sizeof *p->steps);
            for (p->n_steps = 0; p->n_steps < n; p->n_steps++)
                fill_step(&s, &p->steps[p->n_steps]);
        } else if (_i == 4) {
            p->stages = arena_array(p->arena, n, sizeof *p->stages);
            for (p->n_stages = 0; p->n_stages < n; p->n_stages++)
                p->stages[p->n_stages] = (struct stage){"a", "b", 1, 0, TRI_NO};
        } else if (_i > 4) {
            const char **names = arena_array(p->arena, n, sizeof *names);
            for (size_t i = 0; i < n; i++)
                names[i] = some_text(&s);
            *(_i == 5 ? &p->warnings : &p->missing_stages) = names;
            *(_i == 5 ? &p->n_warnings : &p->n_missing) = n;
        }
        store_write(p, &text);
        int r = store_read("f.json", sb_str(&text), text.len, &again, &e);
        ck_assert_msg(r == (over ? EXIT_REFUSED : 0), "%s: %zu: %s", rows[_i].what, n, e.text);
        ck_assert_msg(!over || strstr(e.text, rows[_i].path) != NULL, "%s: %s", rows[_i].what, e.text);
        sb_free(&text);
        plan_free(p);
        plan_free(again);
    }
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("store");
    TCase *t = tcase_create("store");
    tcase_add_loop_test(t, random_plans, 0, PLANS);
    tcase_add_loop_test(t, edges, 0, COUNT(edge_numbers));
    tcase_add_test(t, large_integers);
    tcase_add_loop_test(t, lists, 0, 7);
    suite_add_tcase(s, t);
    return s;
}
