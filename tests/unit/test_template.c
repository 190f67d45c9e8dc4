/* The template renderer: quoting for each language, tags, blocks, and every error it must not pass over. */
#include "base/mem.h"
#include "render/template.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum language language;
    const char *text, *want;
} quotes[] = {
    {"python plain", LANGUAGE_PYTHON, "a b", "\"a b\""},
    {"python quotes", LANGUAGE_PYTHON, "a\"b'c", "\"a\\\"b'c\""},
    {"python backslash", LANGUAGE_PYTHON, "a\\", "\"a\\\\\""},
    {"python newline", LANGUAGE_PYTHON, "a\nb\rc\td", "\"a\\nb\\rc\\td\""},
    {"python control", LANGUAGE_PYTHON, "\x01\x7F", "\"\\u0001\\u007f\""},
    {"python non-Latin", LANGUAGE_PYTHON, "声", "\"声\""},
    {"python line separator", LANGUAGE_PYTHON, "\u2028", "\"\\u2028\""},
    {"python right-to-left", LANGUAGE_PYTHON, "\u202E", "\"\\u202e\""},
    {"python braces", LANGUAGE_PYTHON, "{x} ${y}", "\"{x} ${y}\""},
    {"json quotes", LANGUAGE_JSON, "\"\\", "\"\\\"\\\\\""},
    {"json next line", LANGUAGE_JSON, "\xC2\x85", "\"\\u0085\""},
    {"json dollar", LANGUAGE_JSON, "${a}", "\"${a}\""},
    {"yaml next line", LANGUAGE_YAML,
     "a\xC2\x85"
     "b",
     "\"a\\u0085b\""},
    {"yaml byte order mark", LANGUAGE_YAML, "\uFEFF", "\"\\ufeff\""},
    {"yaml noncharacter", LANGUAGE_YAML, "\uFFFE", "\"\\ufffe\""},
    {"yaml hash and colon", LANGUAGE_YAML, "a: #b", "\"a: #b\""},
    {"yaml beyond the plane", LANGUAGE_YAML, "\U0001F600", "\"\U0001F600\""},
    {"hcl interpolation", LANGUAGE_HCL, "${a}", "\"$${a}\""},
    {"hcl directive", LANGUAGE_HCL, "%{if}", "\"%%{if}\""},
    {"hcl dollar alone", LANGUAGE_HCL, "$a $ %", "\"$a $ %\""},
    {"hcl two dollars", LANGUAGE_HCL, "$${a}", "\"\\u0024$${a}\""},
    {"hcl three dollars", LANGUAGE_HCL, "$$${a}", "\"\\u0024\\u0024$${a}\""},
    {"hcl percent then dollar", LANGUAGE_HCL, "%${a}", "\"%$${a}\""},
    {"hcl two percents", LANGUAGE_HCL, "%%{a}", "\"\\u0025%%{a}\""},
    {"hcl brace alone", LANGUAGE_HCL, "{a}", "\"{a}\""},
    {"hcl newline", LANGUAGE_HCL, "a\nb", "\"a\\nb\""},
    {"shell plain", LANGUAGE_SHELL, "$a `b` \"c\" \\d", "'$a `b` \"c\" \\d'"},
    {"shell quote", LANGUAGE_SHELL, "it's", "'it'\\''s'"},
    {"shell quote only", LANGUAGE_SHELL, "'", "''\\'''"},
    {"empty", LANGUAGE_JSON, "", "\"\""},
    {"ill-formed byte", LANGUAGE_JSON, "a\xFF", "\"a\\ufffd\""},
};

START_TEST(quote_table)
{
    struct strbuf sb = {0};
    quote_text(&sb, quotes[_i].language, quotes[_i].text);
    ck_assert_msg(strcmp(sb_str(&sb), quotes[_i].want) == 0, "%s: got %s, expected %s", quotes[_i].name, sb_str(&sb),
                  quotes[_i].want);
    sb_free(&sb);
}
END_TEST

static const struct {
    enum language language;
    double x;
    const char *want;
} numbers[] = {
    {LANGUAGE_PYTHON, 37.5, "37.5"},
    {LANGUAGE_PYTHON, 25, "25.0"},
    {LANGUAGE_PYTHON, 1e-7, "1e-07"},
    {LANGUAGE_JSON, 1e-7, "1e-07"},
    {LANGUAGE_JSON, 25, "25.0"},
    {LANGUAGE_YAML, 25, "25.0"},
    {LANGUAGE_YAML, 1e-7, "1.0e-07"},
    {LANGUAGE_YAML, 1.5e-7, "1.5e-07"},
    {LANGUAGE_YAML, 1e22, "1.0e+22"},
    {LANGUAGE_HCL, 25, "25"},
    {LANGUAGE_HCL, 1e-7, "0.0000001"},
    {LANGUAGE_SHELL, 1e5, "100000"},
    {LANGUAGE_HCL, 65371.69031798838, "65371.69031798838"},
};

START_TEST(number_table)
{
    char got[NUM_MAX];
    quote_number(got, numbers[_i].language, numbers[_i].x);
    ck_assert_msg(strcmp(got, numbers[_i].want) == 0, "row %d: got %s, expected %s", _i, got, numbers[_i].want);
    ck_assert_msg(strtod(got, NULL) == numbers[_i].x, "row %d: %s reads back as another number", _i, got);
}
END_TEST

/* The values that the templates of the table below see. */
static struct tvars *values(struct arena *a)
{
    struct tvars *v = tvars_new(a, NULL);
    tvars_text(v, "text", "a\"b");
    tvars_text(v, "nothing", NULL);
    tvars_text(v, "lines", "a\nb \x1B[31m */ #{x} {{text}}");
    tvars_int(v, "n", 50);
    tvars_int(v, "no_n", INT_UNKNOWN);
    tvars_number(v, "x", 25);
    tvars_number(v, "no_x", NUM_UNKNOWN);
    tvars_flag(v, "yes", true);
    tvars_flag(v, "no", false);
    tvars_list(v, "empty");
    tvars_text(tvars_row(v, "list"), "item", "one");
    tvars_text(tvars_row(v, "list"), "item", "two");
    struct tvars *outer = tvars_row(v, "tree");
    tvars_int(tvars_row(outer, "leaves"), "leaf", 1);
    tvars_int(tvars_row(outer, "leaves"), "leaf", 2);
    return v;
}

static const struct {
    const char *name, *text, *want;
    enum language language;
} renders[] = {
    {"no tag", "a { } $x\n", "a { } $x\n", LANGUAGE_HCL},
    {"text", "x = {{text}};", "x = \"a\\\"b\";", LANGUAGE_JSON},
    {"blanks in a tag", "{{ n }}", "50", LANGUAGE_JSON},
    {"brace after a tag", "{\"a\": {{n}}}", "{\"a\": 50}", LANGUAGE_JSON},
    {"number", "{{x}} {{x}}", "25.0 25.0", LANGUAGE_YAML},
    {"string of a number", "{{string n}}", "\"50\"", LANGUAGE_HCL},
    {"string in a shell", "{{string n}}", "'50'", LANGUAGE_SHELL},
    {"flag", "{{yes}} {{no}}", "True False", LANGUAGE_PYTHON},
    {"flag elsewhere", "{{yes}} {{no}}", "true false", LANGUAGE_HCL},
    {"values are not templates", "{{lines}}", "\"a\\nb \\u001b[31m */ #{x} {{text}}\"", LANGUAGE_JSON},
    {"comment after code", "x = 1 # {{comment lines}}\n", "x = 1 # a\\nb \\x1b[31m */ #{x} {{text}}\n", LANGUAGE_HCL},
    {"comment of a number", "# {{comment n}}", "# 50", LANGUAGE_SHELL},
    {"if", "{{if yes}}a{{end}}b", "ab", LANGUAGE_JSON},
    {"if not", "{{if !yes}}a{{end}}b", "b", LANGUAGE_JSON},
    {"else", "{{if no}}a{{else}}b{{end}}", "b", LANGUAGE_JSON},
    {"if of a text", "{{if text}}a{{end}}{{if nothing}}b{{end}}", "a", LANGUAGE_JSON},
    {"if of numbers", "{{if n}}a{{end}}{{if no_n}}b{{end}}{{if x}}c{{end}}{{if no_x}}d{{end}}", "ac", LANGUAGE_JSON},
    {"if of lists", "{{if list}}a{{end}}{{if empty}}b{{end}}", "a", LANGUAGE_JSON},
    {"nested", "{{if yes}}{{if no}}a{{else}}b{{end}}c{{else}}d{{end}}", "bc", LANGUAGE_JSON},
    {"nested and skipped", "{{if no}}{{if yes}}a{{else}}b{{end}}c{{else}}d{{end}}", "d", LANGUAGE_JSON},
    {"lines of their own", "a\n  {{if yes}}\n  b\n  {{else}}\n  c\n  {{end}}\nd\n", "a\n  b\nd\n", LANGUAGE_JSON},
    {"first line of its own", "{{if yes}}\nb\n{{end}}\n", "b\n", LANGUAGE_JSON},
    {"each", "{{each list}}{{item}}{{if !last}}, {{end}}{{end}}", "\"one\", \"two\"", LANGUAGE_JSON},
    {"each on lines", "[\n{{each list}}\n  {{item}}\n{{end}}\n]\n", "[\n  \"one\"\n  \"two\"\n]\n", LANGUAGE_YAML},
    {"each of nothing", "a{{each empty}}{{if yes}}{{what}}{{end}}{{end}}b", "ab", LANGUAGE_JSON},
    {"each looks outside", "{{each list}}{{n}} {{end}}", "50 50 ", LANGUAGE_JSON},
    {"each in each", "{{each tree}}<{{each leaves}}{{leaf}}{{end}}>{{end}}", "<12>", LANGUAGE_JSON},
};

START_TEST(render_table)
{
    struct arena *a = arena_new();
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    template_render("test", renders[_i].text, renders[_i].language, values(a), &out, &e);
    ck_assert_msg(e.code == 0, "%s: %s", renders[_i].name, e.text);
    ck_assert_msg(strcmp(sb_str(&out), renders[_i].want) == 0, "%s: got %s, expected %s", renders[_i].name,
                  sb_str(&out), renders[_i].want);
    sb_free(&out);
    arena_free(a);
}
END_TEST

static const struct {
    const char *name, *text, *error;
    enum language language;
} errors[] = {
    {"unknown variable", "a\nb {{what}}", "line 2: unknown variable what", LANGUAGE_JSON},
    {"unknown in if", "{{if what}}{{end}}", "unknown variable what", LANGUAGE_JSON},
    {"unknown where it is skipped", "{{if no}}{{what}}{{end}}", "unknown variable what", LANGUAGE_JSON},
    {"unknown list", "{{each what}}{{end}}", "no such list: what", LANGUAGE_JSON},
    {"each of a text", "{{each text}}{{end}}", "no such list: text", LANGUAGE_JSON},
    {"list as a value", "{{list}}", "a list is no value: list", LANGUAGE_JSON},
    {"no text", "{{nothing}}", "no value for nothing", LANGUAGE_JSON},
    {"no integer", "{{no_n}}", "no value for no_n", LANGUAGE_JSON},
    {"no number", "{{no_x}}", "no value for no_x", LANGUAGE_JSON},
    {"comment of nothing", "# {{comment nothing}}", "no value for nothing", LANGUAGE_YAML},
    {"comment in JSON", "{{comment text}}", "JSON has no comments: text", LANGUAGE_JSON},
    {"unknown tag", "{{raw text}}", "unknown tag raw", LANGUAGE_JSON},
    {"too many words", "{{string n n}}", "too many words", LANGUAGE_JSON},
    {"empty tag", "{{ }}", "a tag is empty", LANGUAGE_JSON},
    {"open tag", "a {{n", "a tag is not closed", LANGUAGE_JSON},
    {"open if", "{{if yes}}a", "no {{end}} for if", LANGUAGE_JSON},
    {"open else", "{{if yes}}a{{else}}b", "no {{end}} for if", LANGUAGE_JSON},
    {"two elses", "{{if yes}}a{{else}}b{{else}}c{{end}}", "no {{end}} for if", LANGUAGE_JSON},
    {"open each", "{{each list}}a", "no {{end}} for each", LANGUAGE_JSON},
    {"open each of nothing", "{{each empty}}a", "no {{end}} for each", LANGUAGE_JSON},
    {"else in each", "{{each list}}a{{else}}b{{end}}", "no {{end}} for each", LANGUAGE_JSON},
    {"end alone", "a{{end}}", "nothing is open at end", LANGUAGE_JSON},
    {"else alone", "a{{else}}", "nothing is open at else", LANGUAGE_JSON},
    {"if without a name", "{{if}}a{{end}}", "wrong number of words in if", LANGUAGE_JSON},
    {"end with a name", "{{if yes}}a{{end if}}", "wrong number of words in end", LANGUAGE_JSON},
    {"no such include", "{{include what}}", "no such template: what", LANGUAGE_JSON},
    {"too deep", "{{if yes}}{{if yes}}{{if yes}}{{if yes}}{{if yes}}{{if yes}}{{if yes}}{{if yes}}{{if yes}}x",
     "nested too deeply", LANGUAGE_JSON},
};

START_TEST(error_table)
{
    struct arena *a = arena_new();
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    int r = template_render("test", errors[_i].text, errors[_i].language, values(a), &out, &e);
    ck_assert_msg(r == EXIT_OUTPUT && e.code == r, "%s: returns %d", errors[_i].name, r);
    ck_assert_msg(strstr(e.text, errors[_i].error) != NULL, "%s: '%s' lacks '%s'", errors[_i].name, e.text,
                  errors[_i].error);
    ck_assert_msg(strstr(e.text, "template test, line ") != NULL, "%s: '%s' names no place", errors[_i].name, e.text);
    sb_free(&out);
    arena_free(a);
}
END_TEST

START_TEST(comments_fold)
{
    struct arena *a = arena_new();
    struct tvars *v = tvars_new(a, NULL);
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    char words[400] = "", *p = words;
    for (int i = 0; i < 60; i++)
        p += sprintf(p, "word%d ", i % 10);
    tvars_text(v, "long", words);
    template_render("test", "  # x {{comment long}}\n", LANGUAGE_YAML, v, &out, &e);
    ck_assert_int_eq(e.code, 0);
    int lines = 0;
    for (const char *line = out.data; *line; line = strchr(line, '\n') + 1, lines++) {
        size_t n = strcspn(line, "\n");
        ck_assert_msg(n <= 100, "a line of %zu columns: %.*s", n, (int)n, line);
        ck_assert_msg(strncmp(line, lines ? "  #   word" : "  # x word0", 10) == 0, "line %d: %.*s", lines, (int)n,
                      line);
    }
    ck_assert_int_eq(lines, 4);
    sb_free(&out);
    arena_free(a);
}
END_TEST

START_TEST(values_are_replaced)
{
    struct arena *a = arena_new();
    struct tvars *v = tvars_new(a, NULL);
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    tvars_text(v, "n", "text");
    tvars_int(v, "n", 7);
    tvars_int(tvars_row(v, "list"), "n", 8);
    template_render("test", "{{n}}{{each list}}{{n}}{{end}}{{n}}", LANGUAGE_JSON, v, &out, &e);
    ck_assert_str_eq(sb_str(&out), "787");
    sb_free(&out);
    arena_free(a);
}
END_TEST

/* The text of a template as it is in the source tree is what the program holds. */
START_TEST(embedded_as_written)
{
    size_t n = 0;
    for (const struct embedded_template *t = embedded_templates; t->name; t++, n++) {
        char path[200];
        snprintf(path, sizeof path, "templates/%s", t->name);
        ck_assert_msg(unit_holds(unit_source(path), t->text), "%s differs from its file", t->name);
    }
    ck_assert_uint_ge(n, 13);
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    ck_assert_int_eq(template_file("no-such.in", LANGUAGE_JSON, NULL, &out, &e), EXIT_OUTPUT);
    ck_assert_ptr_nonnull(strstr(e.text, "no-such.in is not part of this program"));
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("template");
    TCase *t = tcase_create("template");
    tcase_add_loop_test(t, quote_table, 0, COUNT(quotes));
    tcase_add_loop_test(t, number_table, 0, COUNT(numbers));
    tcase_add_loop_test(t, render_table, 0, COUNT(renders));
    tcase_add_loop_test(t, error_table, 0, COUNT(errors));
    tcase_add_test(t, comments_fold);
    tcase_add_test(t, values_are_replaced);
    tcase_add_test(t, embedded_as_written);
    suite_add_tcase(s, t);
    return s;
}
