/* The strict reader against a table of valid, invalid and implementation-defined documents; numbers
 * at every edge; limits at the limit and one past it; positions and carets; the typed reads. */
#include "base/limits.h"
#include "base/num.h"
#include "json/json.h"
#include "json/scan.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#define T(s) (s), sizeof(s) - 1

static const struct {
    const char *name, *text;
    size_t n;
    const char *canonical;
} valid[] = {
    {"null", T("null"), "null"},
    {"true", T("true"), "true"},
    {"false", T("false"), "false"},
    {"white space around", T(" \t\r\n[ ]\n\r\t "), "[]"},
    {"white space everywhere", T("{ \"a\" :\t1 ,\n\"b\"\r: [ 2 , 3 ] }"), "{\"a\": 1, \"b\": [2, 3]}"},
    {"no white space", T("{\"a\":1,\"b\":[2,3]}"), "{\"a\": 1, \"b\": [2, 3]}"},
    {"empty string", T("\"\""), "\"\""},
    {"empty name", T("{\"\":0}"), "{\"\": 0}"},
    {"nested empties", T("[[],{},[[]],{\"a\":{}}]"), "[[], {}, [[]], {\"a\": {}}]"},
    {"names that differ by case", T("{\"a\":1,\"A\":2}"), "{\"A\": 2, \"a\": 1}"},
    {"names that differ by a blank", T("{\"a\":1,\"a \":2}"), "{\"a\": 1, \"a \": 2}"},
    {"names in other objects", T("[{\"a\":1},{\"a\":{\"a\":2}}]"), "[{\"a\": 1}, {\"a\": {\"a\": 2}}]"},
    {"composed and decomposed names", T("{\"\xC3\xA9\":1,\"e\xCC\x81\":2}"), "{\"e\xCC\x81\": 2, \"\xC3\xA9\": 1}"},
    {"__proto__", T("{\"__proto__\":1}"), "{\"__proto__\": 1}"},
    {"every short escape", T("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
    {"\\u in both cases", T("\"\\u00e9\\u00E9\""), "\"\xC3\xA9\xC3\xA9\""},
    {"\\u of a control character", T("\"\\u0001\\u001f\\u007f\""), "\"\\u0001\\u001f\\u007f\""},
    {"\\u0020", T("\"\\u0020\""), "\" \""},
    {"a surrogate pair", T("\"\\ud83d\\ude00\""), "\"\xF0\x9F\x98\x80\""},
    {"the first and last pair", T("\"\\ud800\\udc00\\udbff\\udfff\""), "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
    {"a pair in capitals", T("\"\\uD83D\\uDE00\""), "\"\xF0\x9F\x98\x80\""},
    {"noncharacters", T("\"\\uffff\\ufffe\""), "\"\xEF\xBF\xBF\xEF\xBF\xBE\""},
    {"DEL in a string", T("\"\x7F\""), "\"\\u007f\""},
    {"U+2028 in a string", T("\"\xE2\x80\xA8\""), "\"\xE2\x80\xA8\""},
    {"BOM inside a string", T("\"\xEF\xBB\xBF\""), "\"\xEF\xBB\xBF\""},
    {"two to four bytes", T("\"\xC2\x80\xE0\xA0\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""),
     "\"\xC2\x80\xE0\xA0\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
    {"a comment is text in a string", T("\"/* no */ // no\""), "\"/* no */ // no\""},
    {"0", T("0"), "0"},
    {"-0", T("-0"), "-0"},
    {"-0.0", T("-0.0"), "-0.0"},
    {"-0e0", T("-0e0"), "-0.0"},
    {"1.0 keeps its point", T("1.0"), "1.0"},
    {"an exponent", T("[1e2,1E2,1e+2,1e-2,1.5E-3]"), "[100.0, 100.0, 100.0, 0.01, 0.0015]"},
    {"0e9999 is zero", T("0e9999"), "0.0"},
    {"leading zeros in an exponent", T("1e0003"), "1000.0"},
    {"exponent of a hundred digits",
     T("0.0e"
       "1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
       "111111111"),
     "0.0"},
    {"a number of a hundred digits",
     T("1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "000000000"),
     "1e+99"},
    {"a fraction of a hundred digits",
     T("0."
       "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "000000001"),
     "0.1"},
};

START_TEST(accepts)
{
    struct json_doc *doc;
    struct err e = ERR_INIT;
    char *text = malloc(valid[_i].n + 1);
    memcpy(text, valid[_i].text, valid[_i].n + 1);
    int r = json_parse("doc", text, valid[_i].n, &json_limits_artifact, &doc, &e);
    free(text); /* it need not outlive the document */
    ck_assert_msg(r == 0, "%s: %s", valid[_i].name, e.text);
    struct json_ref root = json_root(doc);
    struct strbuf sb = {0};
    json_canonical(&root, &sb);
    ck_assert_msg(strcmp(sb_str(&sb), valid[_i].canonical) == 0, "%s: reads as %s", valid[_i].name, sb_str(&sb));
    json_free(doc);
    sb_free(&sb);
}
END_TEST

/* What is wrong, behind "doc: " and before the line that is shown. */
static const struct {
    const char *name, *text;
    size_t n;
    const char *error;
} invalid[] = {
    {"nothing", T(""), "line 1, column 1: the file is empty, expected a JSON document"},
    {"only white space", T(" \n\t"), "line 1, column 1: the file is empty, expected a JSON document"},
    {"BOM", T("\xEF\xBB\xBF{}"), "line 1, column 1: begins with a byte order mark, which JSON does not have"},
    {"half a BOM", T("\xEF\xBB"), "line 1, column 1: not valid UTF-8"},
    {"UTF-16", T("\xFF\xFE{\0}\0"), "line 1, column 1: not valid UTF-8"},
    {"NUL", T("\0"), "line 1, column 1: expected a value"},
    {"NUL behind", T("{}\0"), "line 1, column 3: expected the end of the file after the document"},
    {"NUL as white space", T("[\0]"), "line 1, column 2: expected a value"},
    {"form feed as white space", T("[\f]"), "line 1, column 2: expected a value"},
    {"no-break space as white space", T("[\xC2\xA0]"), "line 1, column 2: expected a value"},
    {"two documents", T("1 2"), "line 1, column 3: expected the end of the file after the document"},
    {"rest behind", T("[1]x"), "line 1, column 4: expected the end of the file after the document"},
    {"bracket behind", T("{}}"), "line 1, column 3: expected the end of the file after the document"},
    {"comma behind", T("{},"), "line 1, column 3: expected the end of the file after the document"},
    {"open array", T("[1"), "line 1, column 3: the file ends inside an array"},
    {"open array, comma", T("[1,"), "line 1, column 4: the file ends inside an array"},
    {"just [", T("["), "line 1, column 2: the file ends inside an array"},
    {"just {", T("{"), "line 1, column 2: the file ends inside an object"},
    {"open object, name", T("{\"a\""), "line 1, column 5: the file ends inside an object"},
    {"open object, colon", T("{\"a\":"), "line 1, column 6: the file ends inside an object"},
    {"open object, value", T("{\"a\":1"), "line 1, column 7: the file ends inside an object"},
    {"wrong close", T("[1}"), "line 1, column 3: expected ',' or ']'"},
    {"wrong close, object", T("{\"a\":1]"), "line 1, column 7: expected ',' or '}'"},
    {"just ]", T("]"), "line 1, column 1: expected a value"},
    {"trailing comma", T("[1,]"), "line 1, column 4: expected a value"},
    {"trailing comma, object", T("{\"a\":1,}"), "line 1, column 8: expected a name in double quotes"},
    {"leading comma", T("[,1]"), "line 1, column 2: expected a value"},
    {"two commas", T("[1,,2]"), "line 1, column 4: expected a value"},
    {"no comma", T("[1 2]"), "line 1, column 4: expected ',' or ']'"},
    {"no comma, object", T("{\"a\":1 \"b\":2}"), "line 1, column 8: expected ',' or '}'"},
    {"no colon", T("{\"a\" 1}"), "line 1, column 6: expected ':' after the name"},
    {"two colons", T("{\"a\"::1}"), "line 1, column 6: expected a value"},
    {"no value", T("{\"a\":}"), "line 1, column 6: expected a value"},
    {"name without quotes", T("{a:1}"), "line 1, column 2: expected a name in double quotes"},
    {"number as name", T("{1:1}"), "line 1, column 2: expected a name in double quotes"},
    {"null as name", T("{null:1}"), "line 1, column 2: expected a name in double quotes"},
    {"colon in an array", T("[\"a\":1]"), "line 1, column 5: expected ',' or ']'"},
    {"single quotes", T("['a']"), "line 1, column 2: expected a value"},
    {"block comment", T("/* x */ 1"), "line 1, column 1: expected a value"},
    {"line comment", T("1 // x"), "line 1, column 3: expected the end of the file after the document"},
    {"hash comment", T("1 # x"), "line 1, column 3: expected the end of the file after the document"},
    {"True", T("True"), "line 1, column 1: expected a value"},
    {"TRUE", T("[TRUE]"), "line 1, column 2: expected a value"},
    {"tru", T("tru"), "line 1, column 1: expected a value"},
    {"truex", T("truex"), "line 1, column 5: expected the end of the file after the document"},
    {"nul", T("[nul]"), "line 1, column 2: expected a value"},
    {"NaN", T("[NaN]"), "line 1, column 2: expected a value"},
    {"nan", T("nan"), "line 1, column 1: expected a value"},
    {"Infinity", T("Infinity"), "line 1, column 1: expected a value"},
    {"-Infinity", T("[-Infinity]"), "line 1, column 3: expected a digit"},
    {"inf", T("inf"), "line 1, column 1: expected a value"},
    {"undefined", T("undefined"), "line 1, column 1: expected a value"},
    {"+1", T("+1"), "line 1, column 1: expected a value"},
    {"just -", T("-"), "line 1, column 2: expected a digit"},
    {"--1", T("--1"), "line 1, column 2: expected a digit"},
    {"01", T("01"), "line 1, column 2: a number does not begin with 0 and another digit"},
    {"-01", T("[-01]"), "line 1, column 4: a number does not begin with 0 and another digit"},
    {"00", T("00"), "line 1, column 2: a number does not begin with 0 and another digit"},
    {"1.", T("1."), "line 1, column 3: expected a digit after the point"},
    {"[1.]", T("[1.]"), "line 1, column 4: expected a digit after the point"},
    {".5", T(".5"), "line 1, column 1: expected a value"},
    {"-.5", T("-.5"), "line 1, column 2: expected a digit"},
    {"1.e3", T("1.e3"), "line 1, column 3: expected a digit after the point"},
    {"1e", T("1e"), "line 1, column 3: expected a digit in the exponent"},
    {"1e+", T("[1e+]"), "line 1, column 5: expected a digit in the exponent"},
    {"1e1.5", T("1e1.5"), "line 1, column 4: expected the end of the file after the document"},
    {"1.2.3", T("1.2.3"), "line 1, column 4: expected the end of the file after the document"},
    {"0x10", T("0x10"), "line 1, column 2: expected the end of the file after the document"},
    {"1_000", T("1_000"), "line 1, column 2: expected the end of the file after the document"},
    {"1,5", T("1,5"), "line 1, column 2: expected the end of the file after the document"},
    {"Arabic digit", T("\xD9\xA1"), "line 1, column 1: expected a value"},
    {"full-width digit", T("1\xEF\xBC\x91"), "line 1, column 2: expected the end of the file after the document"},
    {"open string", T("\"abc"), "line 1, column 1: the string is never closed: the file ends inside it"},
    {"open string, backslash", T("\"abc\\"), "line 1, column 5: unknown escape in a string"},
    {"open string, escaped quote", T("\"abc\\\""),
     "line 1, column 1: the string is never closed: the file ends inside it"},
    {"new line in a string", T("\"a\nb\""), "line 1, column 3: the string is not closed on its line"},
    {"tab in a string", T("\"a\tb\""), "line 1, column 3: a control character inside a string"},
    {"NUL in a string", T("\"a\0b\""), "line 1, column 3: a control character inside a string"},
    {"0x1F in a string", T("\"\x1f\""), "line 1, column 2: a control character inside a string"},
    {"\\x", T("\"\\x41\""), "line 1, column 2: unknown escape in a string"},
    {"\\'", T("\"\\'\""), "line 1, column 2: unknown escape in a string"},
    {"\\0", T("\"\\0\""), "line 1, column 2: unknown escape in a string"},
    {"\\U", T("\"\\U0041\""), "line 1, column 2: unknown escape in a string"},
    {"\\u with three digits", T("\"\\u00e\""), "line 1, column 2: \\u needs four hexadecimal digits"},
    {"\\u with a bad digit", T("\"\\u00g0\""), "line 1, column 2: \\u needs four hexadecimal digits"},
    {"\\u with a sign", T("\"\\u+041\""), "line 1, column 2: \\u needs four hexadecimal digits"},
    {"\\u at the end", T("\"\\u"), "line 1, column 2: \\u needs four hexadecimal digits"},
    {"\\u0000", T("\"a\\u0000b\""), "line 1, column 3: \\u0000 is refused: text would end there"},
    {"\\u0000 in a name", T("{\"k\\u0000x\":1}"), "line 1, column 4: \\u0000 is refused: text would end there"},
    {"lone high surrogate", T("\"\\ud800\""), "line 1, column 2: a high surrogate without its low one"},
    {"high and text", T("\"\\ud800abc\""), "line 1, column 2: a high surrogate without its low one"},
    {"high and high", T("\"\\ud800\\ud800\""), "line 1, column 2: a high surrogate without its low one"},
    {"high and escape", T("\"\\ud800\\n\""), "line 1, column 2: a high surrogate without its low one"},
    {"high and half an escape", T("\"\\ud800\\udc\""), "line 1, column 8: \\u needs four hexadecimal digits"},
    {"lone low surrogate", T("\"\\udc00\""), "line 1, column 2: a low surrogate without its high one"},
    {"low and high", T("\"\\udc00\\ud800\""), "line 1, column 2: a low surrogate without its high one"},
    {"raw surrogate", T("\"\xED\xA0\x80\""), "line 1, column 2: not valid UTF-8"},
    {"overlong slash", T("\"\xC0\xAF\""), "line 1, column 2: not valid UTF-8"},
    {"overlong NUL", T("\"\xC0\x80\""), "line 1, column 2: not valid UTF-8"},
    {"lone continuation", T("\"\x80\""), "line 1, column 2: not valid UTF-8"},
    {"cut character", T("\"\xE2\x82\""), "line 1, column 2: not valid UTF-8"},
    {"above U+10FFFF", T("\"\xF4\x90\x80\x80\""), "line 1, column 2: not valid UTF-8"},
    {"Latin-1", T("[\"caf\xE9\"]"), "line 1, column 6: not valid UTF-8"},
    {"bad byte in a name", T("{\"\xFF\":1}"), "line 1, column 3: not valid UTF-8"},
    {"bad byte outside", T("[\x80]"), "line 1, column 2: not valid UTF-8"},
    {"duplicate name", T("{\"a\":1,\"b\":2,\"a\":3}"), "$: duplicate name \"a\""},
    {"duplicate name, nested", T("{\"x\":[0,{\"a\":1,\"a\":1}]}"), "$.x[1]: duplicate name \"a\""},
    {"duplicate name, by escape", T("{\"a\":1,\"\\u0061\":2}"), "$: duplicate name \"a\""},
    {"duplicate empty name", T("{\"\":1,\"\":2}"), "$: duplicate name \"\""},
    {"duplicate hostile name", T("{\"x\\ny\":{\"\\u001b[\\n\":1,\"\\u001b[\\n\":2}}"),
     "$[\"x\\ny\"]: duplicate name \"\\u001b[\\n\""},
    {"1e400", T("[1e400]"), "$[0]: the number is beyond what a double holds"},
    {"-1e400", T("{\"a\":-1e400}"), "$.a: the number is beyond what a double holds"},
    {"1e9999999999", T("1e9999999999"), "$: the number is beyond what a double holds"},
    {"just above the largest", T("1.7976931348623159e308"), "$: the number is beyond what a double holds"},
};

START_TEST(refuses)
{
    struct json_doc *doc;
    struct err e = ERR_INIT;
    /* A block of exactly this size lets a sanitizer see a byte too many. */
    char *text = malloc(invalid[_i].n + 1);
    memcpy(text, invalid[_i].text, invalid[_i].n + 1);
    int r = json_parse("doc", text, invalid[_i].n, &json_limits_artifact, &doc, &e);
    free(text);
    ck_assert_msg(r == EXIT_REFUSED, "%s: accepted", invalid[_i].name);
    ck_assert_ptr_null(doc);
    ck_assert_msg(strncmp(e.text, "doc: ", 5) == 0, "%s: says '%s'", invalid[_i].name, e.text);
    e.text[strcspn(e.text, "\n")] = '\0';
    ck_assert_msg(strcmp(e.text + 5, invalid[_i].error) == 0, "%s: says '%s'", invalid[_i].name, e.text + 5);
}
END_TEST

/* Every proper prefix of a document is refused, and without reading beyond it. */
START_TEST(prefixes)
{
    static const char text[] =
        "{\"a\\u00e9\": [1.5e-3, true, null, \"\\ud83d\\ude00\xE2\x82\xAC\"], \"b\": {\"c\": -0}}";
    for (size_t n = 0; n < sizeof text - 1; n++) {
        char *cut = malloc(n + 1);
        memcpy(cut, text, n);
        cut[n] = '\0';
        struct json_doc *doc;
        struct err e = ERR_INIT;
        ck_assert_msg(json_parse("doc", cut, n, &json_limits_artifact, &doc, &e) == EXIT_REFUSED, "%zu bytes", n);
        free(cut);
    }
}
END_TEST

static const struct {
    const char *text;
    double x;
    bool plain; /* written as an integer */
    bool whole; /* json_get_int takes it */
} numbers[] = {
    {"0", 0.0, true, true},
    {"-0", -0.0, true, true},
    {"1", 1.0, true, true},
    {"60.0", 60.0, false, true},
    {"6e1", 60.0, false, true},
    {"0.1", 0.1, false, false},
    {"9007199254740991", 9007199254740991.0, true, true},
    {"-9007199254740991", -9007199254740991.0, true, true},
    {"9007199254740992", 9007199254740992.0, true, false},
    {"9007199254740993", 9007199254740992.0, true, false},
    {"-9007199254740993", -9007199254740992.0, true, false},
    {"18446744073709551616", 18446744073709551616.0, true, false},
    {"1e308", 1e308, false, false},
    {"1.7976931348623157e308", 1.7976931348623157e308, false, false},
    {"1.7976931348623158e308", 1.7976931348623157e308, false, false},
    {"2.2250738585072014e-308", 2.2250738585072014e-308, false, false},
    {"2.2250738585072011e-308", 2.225073858507201e-308, false, false},
    {"5e-324", 5e-324, false, false},
    {"4.9e-324", 5e-324, false, false},
    {"2e-324", 0.0, false, true},
    {"1e-400", 0.0, false, true},
    {"-1e-400", -0.0, false, true},
    {"0.30000000000000004", 0.30000000000000004, false, false},
    {"1e22", 1e22, false, false},
    {"1e23", 1e23, false, false},
    {"123456789012345678901234567890", 1.2345678901234568e29, true, false},
    {"0.1e1", 1.0, false, true},
    {"100e-2", 1.0, false, true},
};

START_TEST(number_edges)
{
    struct strbuf sb = {0};
    sb_addf(&sb, "{\"before\": 7, \"n\": %s, \"after\": 1.0}", numbers[_i].text);
    struct json_doc *doc;
    struct err e = ERR_INIT;
    ck_assert_msg(json_parse("doc", sb_str(&sb), sb.len, &json_limits_artifact, &doc, &e) == 0, "%s", e.text);
    struct json_ref root = json_root(doc), n = json_member(&root, "n");
    double x;
    ck_assert_int_eq(json_get_number(&root, "n", JSON_REQUIRED, &x, &e), 0);
    ck_assert_msg(memcmp(&x, &numbers[_i].x, sizeof x) == 0, "%s reads as %.17g", numbers[_i].text, x);
    ck_assert_msg(json_is_plain_integer(&n) == numbers[_i].plain, "%s: plain or not", numbers[_i].text);
    int64_t i;
    int r = json_get_int(&root, "n", JSON_REQUIRED, &i, &e);
    ck_assert_msg((r == 0) == numbers[_i].whole, "%s: %d %s", numbers[_i].text, r, e.text);
    if (r == 0)
        ck_assert_msg((double)i == x, "%s as an integer", numbers[_i].text);
    json_free(doc);
    sb_free(&sb);
}
END_TEST

static void shows(const char *text, size_t n, const char *message)
{
    struct json_doc *doc;
    struct err e = ERR_INIT;
    ck_assert_int_eq(json_parse("f.json", text, n, &json_limits_artifact, &doc, &e), EXIT_REFUSED);
    ck_assert_str_eq(e.text, message);
}

START_TEST(carets)
{
    shows(T("{\n  \"a\": 1,\n  \"b\": tru\n}\n"), "f.json: line 3, column 8: expected a value\n"
                                                  "      \"b\": tru\n"
                                                  "           ^");
    shows(T("{\n\t\"a\": 01}"), "f.json: line 2, column 8: a number does not begin with 0 and another digit\n"
                                "     \"a\": 01}\n"
                                "           ^");
    shows(T("{\"caf\xC3\xA9\": \"\xE6\xBC\xA2\xE5\xAD\x97\" x}"),
          "f.json: line 1, column 15: expected ',' or '}'\n"
          "    {\"caf\xC3\xA9\": \"\xE6\xBC\xA2\xE5\xAD\x97\" x}\n"
          "                    ^");
    shows(T("[1\r\n,2\r\n,x\r\n]"), "f.json: line 3, column 2: expected a value\n    ,x\n     ^");
    shows(T("[\"\x1b[2J\"]"), "f.json: line 1, column 3: a control character inside a string\n"
                              "    [\"?[2J\"]\n"
                              "      ^");
    shows(T("[\"\xE2\x80\xAE\xC2\x9B\", \xFF]"), "f.json: line 1, column 8: not valid UTF-8\n"
                                                 "    [\"??\", ?]\n"
                                                 "           ^");
    shows(T("[\"\xF0\x9F\x98\xFF\"]"), "f.json: line 1, column 3: not valid UTF-8\n    [\"????\"]\n      ^");
    /* The file ends: behind the last character of the last line. */
    shows(T("[1,\n2"), "f.json: line 2, column 2: the file ends inside an array\n    2\n     ^");
    shows(T("[1,\n2\n"), "f.json: line 3, column 1: the file ends inside an array\n    \n    ^");
}
END_TEST

/* The caret stays under its character wherever in a long line it is. */
START_TEST(long_lines)
{
    for (size_t at = 0; at < 200; at++) {
        struct strbuf sb = {0};
        sb_addc(&sb, '[');
        sb_fill(&sb, ' ', at);
        sb_addc(&sb, '!');
        sb_fill(&sb, 'y', 200);
        struct json_doc *doc;
        struct err e = ERR_INIT;
        ck_assert_int_eq(json_parse("f", sb_str(&sb), sb.len, &json_limits_artifact, &doc, &e), EXIT_REFUSED);
        char *line = strchr(e.text, '\n') + 1, *caret = strchr(line, '\n') + 1;
        size_t column = strlen(caret) - 1;
        ck_assert_msg(line[column] == '!', "at %zu:\n%s", at, e.text);
        ck_assert_msg((size_t)(caret - line) < 90, "at %zu:\n%s", at, e.text);
        sb_free(&sb);
    }
}
END_TEST

static int parse_sb(const struct strbuf *sb, const struct json_limits *limits, struct err *e)
{
    struct json_doc *doc;
    *e = (struct err)ERR_INIT;
    int r = json_parse("f", sb_str(sb), sb->len, limits, &doc, e);
    json_free(doc);
    e->text[strcspn(e->text, "\n")] = '\0';
    return r;
}

START_TEST(depth_limit)
{
    static const char *const opens[] = {"[", "{\"a\":"}, *const closes[] = {"]", "}"};
    for (size_t kind = 0; kind < 2; kind++)
        for (size_t over = 0; over <= 1; over++) {
            struct strbuf sb = {0};
            struct err e;
            for (size_t i = 0; i < LIMIT_JSON_DEPTH + over; i++)
                sb_add(&sb, opens[kind]);
            sb_add(&sb, "1");
            for (size_t i = 0; i < LIMIT_JSON_DEPTH + over; i++)
                sb_add(&sb, closes[kind]);
            int r = parse_sb(&sb, &json_limits_artifact, &e);
            if (over)
                ck_assert_msg(r == EXIT_REFUSED && strstr(e.text, ": nested deeper than 64 levels"), "%s", e.text);
            else
                ck_assert_msg(r == 0, "%s", e.text);
            sb_free(&sb);
        }
    struct strbuf sb = {0};
    struct err e;
    sb_add(&sb, "[[],[[]],{\"a\":[]}]");
    ck_assert_int_eq(parse_sb(&sb, &(struct json_limits){3, 100}, &e), 0);
    ck_assert_int_eq(parse_sb(&sb, &(struct json_limits){2, 100}, &e), EXIT_REFUSED);
    ck_assert_str_eq(e.text, "f: line 1, column 6: nested deeper than 2 levels");
    sb_free(&sb);
}
END_TEST

START_TEST(node_limit)
{
    for (size_t over = 0; over <= 1; over++) {
        struct strbuf sb = {0};
        struct err e;
        sb_add(&sb, "[0");
        for (size_t i = 2; i < LIMIT_JSON_NODES + over; i++)
            sb_add(&sb, ",0");
        sb_addc(&sb, ']');
        int r = parse_sb(&sb, &json_limits_artifact, &e);
        if (over)
            ck_assert_msg(r == EXIT_REFUSED && strstr(e.text, ": more than 300000 values"), "%s", e.text);
        else
            ck_assert_msg(r == 0, "%s", e.text);
        if (over) /* an export may have more */
            ck_assert_int_eq(parse_sb(&sb, &json_limits_export, &e), 0);
        sb_free(&sb);
    }
}
END_TEST

START_TEST(member_limit)
{
    for (size_t over = 0; over <= 1; over++) {
        struct strbuf sb = {0};
        struct err e;
        for (size_t i = 0; i < LIMIT_JSON_MEMBERS + over; i++)
            sb_addf(&sb, "%s\"k%zu\":0", i ? "," : "{", (i * 7919) % 1000003);
        sb_addc(&sb, '}');
        int r = parse_sb(&sb, &json_limits_artifact, &e);
        if (over)
            ck_assert_msg(r == EXIT_REFUSED && strstr(e.text, ": more than 100000 members in one object"), "%s",
                          e.text);
        else
            ck_assert_msg(r == 0, "%s", e.text);
        sb_free(&sb);
    }
}
END_TEST

START_TEST(name_limit)
{
    for (size_t over = 0; over <= 1; over++) {
        struct strbuf sb = {0};
        struct err e;
        sb_add(&sb, "{\"");
        sb_fill(&sb, 'n', LIMIT_NAME_BYTES + over);
        sb_add(&sb, "\":1}");
        int r = parse_sb(&sb, &json_limits_artifact, &e);
        if (over)
            ck_assert_msg(r == EXIT_REFUSED && strstr(e.text, ": a name of more than 4096 bytes"), "%s", e.text);
        else
            ck_assert_msg(r == 0, "%s", e.text);
        sb_free(&sb);
    }
    /* A long name that is quoted in a message is cut at a whole character. */
    struct strbuf sb = {0}, name = {0};
    struct err e;
    while (name.len < 3000)
        sb_add(&name, "\xE2\x82\xAC");
    sb_addf(&sb, "{\"%s\":1,\"%s\":2}", sb_str(&name), sb_str(&name));
    ck_assert_int_eq(parse_sb(&sb, &json_limits_artifact, &e), EXIT_REFUSED);
    sb_trunc(&name, 120);
    struct strbuf expected = {0};
    sb_addf(&expected, "f: $: duplicate name \"%s...\"", sb_str(&name));
    ck_assert_str_eq(e.text, sb_str(&expected));
    sb_free(&sb);
    sb_free(&name);
    sb_free(&expected);
}
END_TEST

START_TEST(several_documents)
{
    static const char text[] = "{\"a\":1}\n\n[2] 3\n\"x\"true \n";
    static const char *const expected[] = {"{\"a\": 1}", "[2]", "3", "\"x\"", "true"};
    size_t at = 0, used, n = 0;
    struct err e = ERR_INIT;
    for (;; n++) {
        struct json_doc *doc;
        ck_assert_int_eq(
            json_parse_next("f", text + at, sizeof text - 1 - at, &json_limits_artifact, &doc, &used, &e), 0);
        at += used;
        if (!doc)
            break;
        ck_assert_uint_lt(n, COUNT(expected));
        struct json_ref root = json_root(doc);
        struct strbuf sb = {0};
        json_canonical(&root, &sb);
        ck_assert_str_eq(sb_str(&sb), expected[n]);
        sb_free(&sb);
        json_free(doc);
    }
    ck_assert_uint_eq(n, COUNT(expected));
    ck_assert_uint_eq(at, sizeof text - 1);
}
END_TEST

/* The typed reads: what is there, what is unknown, what is wrong and how it is said. */
START_TEST(typed_reads)
{
    static const char text[] =
        "{\"num\": 1.5, \"int\": 7, \"str\": \"x\", \"yes\": true, \"no\": false, \"nil\": null,"
        " \"list\": [1, \"two\", {\"deep name\": [0, 2.5]}], \"obj\": {\"k\": 1}, \"Num\": 2}";
    struct json_doc *doc;
    struct err e = ERR_INIT;
    ck_assert_int_eq(json_parse("f", T(text), &json_limits_artifact, &doc, &e), 0);
    struct json_ref root = json_root(doc), r, list, third, deep, item = {0};
    struct arena *a = arena_new();
    double x;
    int64_t n;
    enum tri t;
    const char *s;

    ck_assert_int_eq(json_get_number(&root, "num", JSON_REQUIRED, &x, &e), 0);
    ck_assert(x == 1.5);
    ck_assert_int_eq(json_get_int(&root, "int", JSON_OPTIONAL, &n, &e), 0);
    ck_assert_int_eq(n, 7);
    ck_assert_int_eq(json_get_bool(&root, "yes", JSON_REQUIRED, &t, &e), 0);
    ck_assert_int_eq(t, TRI_YES);
    ck_assert_int_eq(json_get_bool(&root, "no", JSON_REQUIRED, &t, &e), 0);
    ck_assert_int_eq(t, TRI_NO);
    ck_assert_int_eq(json_get_string(&root, "str", JSON_REQUIRED, a, &s, &e), 0);
    ck_assert_str_eq(s, "x");
    static const char *const missing[] = {"nil", "absent"};
    for (size_t i = 0; i < COUNT(missing); i++) {
        x = 1, n = 1, t = TRI_YES, s = "s";
        ck_assert_int_eq(json_get_number(&root, missing[i], JSON_OPTIONAL, &x, &e), 0);
        ck_assert(!num_known(x));
        ck_assert_int_eq(json_get_int(&root, missing[i], JSON_OPTIONAL, &n, &e), 0);
        ck_assert(!int_known(n));
        ck_assert_int_eq(json_get_bool(&root, missing[i], JSON_OPTIONAL, &t, &e), 0);
        ck_assert_int_eq(t, TRI_UNKNOWN);
        ck_assert_int_eq(json_get_string(&root, missing[i], JSON_OPTIONAL, a, &s, &e), 0);
        ck_assert_ptr_null(s);
        ck_assert_int_eq(json_get_object(&root, missing[i], JSON_OPTIONAL, &r, &e), 0);
        ck_assert_int_eq(json_get_array(&root, missing[i], JSON_OPTIONAL, 9, &r, &e), 0);
    }

    ck_assert_int_eq(json_get_array(&root, "list", JSON_REQUIRED, 3, &list, &e), 0);
    ck_assert_uint_eq(json_count(&list), 3);
    size_t seen = 0;
    while (json_each(&list, &item)) {
        ck_assert_uint_eq(item.index, seen++);
        third = item;
    }
    ck_assert_uint_eq(seen, 3);
    third = (struct json_ref){0};
    for (int i = 0; i < 3; i++)
        json_each(&list, &third);
    ck_assert_int_eq(json_get_array(&third, "deep name", JSON_REQUIRED, 9, &deep, &e), 0);
    item = (struct json_ref){0};
    json_each(&deep, &item);
    json_each(&deep, &item);
    ck_assert_int_eq(json_as_int(&item, &n, &e), EXIT_REFUSED);
    ck_assert_str_eq(e.text, "f: $.list[2][\"deep name\"][1]: is 2.5, expected an integer");

#define WRONG(call, message) \
    do { \
        e = (struct err)ERR_INIT; \
        ck_assert_int_eq(call, EXIT_REFUSED); \
        ck_assert_str_eq(e.text, message); \
    } while (0)
    WRONG(json_get_number(&root, "str", JSON_OPTIONAL, &x, &e), "f: $.str: is a string, expected a number");
    WRONG(json_get_number(&root, "yes", JSON_OPTIONAL, &x, &e), "f: $.yes: is a boolean, expected a number");
    WRONG(json_get_number(&root, "absent", JSON_REQUIRED, &x, &e), "f: $.absent: is absent, expected a number");
    WRONG(json_get_number(&root, "nil", JSON_REQUIRED, &x, &e), "f: $.nil: is null, expected a number");
    WRONG(json_get_int(&root, "num", JSON_REQUIRED, &n, &e), "f: $.num: is 1.5, expected an integer");
    WRONG(json_get_int(&root, "list", JSON_REQUIRED, &n, &e), "f: $.list: is an array, expected an integer");
    WRONG(json_get_bool(&root, "int", JSON_REQUIRED, &t, &e), "f: $.int: is a number, expected true or false");
    WRONG(json_get_string(&root, "obj", JSON_REQUIRED, a, &s, &e), "f: $.obj: is an object, expected a string");
    WRONG(json_get_object(&root, "list", JSON_REQUIRED, &r, &e), "f: $.list: is an array, expected an object");
    WRONG(json_get_array(&root, "obj", JSON_REQUIRED, 9, &r, &e), "f: $.obj: is an object, expected an array");
    WRONG(json_get_array(&root, "list", JSON_REQUIRED, 2, &r, &e), "f: $.list: has more than 2 elements");
    WRONG(json_as_object(&list, &e), "f: $.list: is an array, expected an object");
#undef WRONG

    ck_assert_ptr_null(json_text(&list));
    ck_assert(isnan(json_number(&list)));
    ck_assert(!json_is_plain_integer(&list));
    r = json_member(&list, "k"); /* a member of an array is absent */
    ck_assert_int_eq(json_type(&r), JSON_ABSENT);
    struct json_ref beyond = json_member(&r, "k");
    ck_assert_int_eq(json_type(&beyond), JSON_ABSENT);
    struct strbuf sb = {0};
    json_path(&beyond, &sb);
    ck_assert_str_eq(sb_str(&sb), "$.list.k.k");
    sb_trunc(&sb, 0);
    json_canonical(&beyond, &sb);
    ck_assert_str_eq(sb_str(&sb), "null");
    sb_free(&sb);
    arena_free(a);
    json_free(doc);
    json_free(NULL);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("json");
    TCase *t = tcase_create("json");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, accepts, 0, COUNT(valid));
    tcase_add_loop_test(t, refuses, 0, COUNT(invalid));
    tcase_add_test(t, prefixes);
    tcase_add_loop_test(t, number_edges, 0, COUNT(numbers));
    tcase_add_test(t, carets);
    tcase_add_test(t, long_lines);
    tcase_add_test(t, depth_limit);
    tcase_add_test(t, node_limit);
    tcase_add_test(t, member_limit);
    tcase_add_test(t, name_limit);
    tcase_add_test(t, several_documents);
    tcase_add_test(t, typed_reads);
    suite_add_tcase(s, t);
    return s;
}
