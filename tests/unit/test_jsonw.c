/* The JSON writer: exact text, and what it writes reads back through the strict reader. */
#include "base/jsonw.h"
#include "base/utf8.h"
#include "json/json.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

static void sample(struct jsonw *w)
{
    jw_object(w);
    jw_kstring(w, "s",
               "a\"b\\c\n\x01\x7F"
               "\xC3\xA9");
    jw_kstring(w, "none", NULL);
    jw_kdouble(w, "x", 12.671999999999999);
    jw_kdouble(w, "whole", 2.0);
    jw_kdouble(w, "nan", NAN);
    jw_kdouble(w, "inf", -INFINITY);
    jw_kint(w, "n", -5);
    jw_kint(w, "unknown", INT_UNKNOWN);
    jw_kbool(w, "yes", true);
    jw_ktri(w, "no", TRI_NO);
    jw_ktri(w, "maybe", TRI_UNKNOWN);
    jw_key(w, "list");
    jw_array(w);
    jw_int(w, 1);
    jw_double(w, 0.5);
    jw_null(w);
    jw_array(w);
    jw_end(w);
    jw_object(w);
    jw_end(w);
    jw_raw(w, "[true]");
    jw_end(w);
    jw_key(w, "");
    jw_object(w);
    jw_ktri(w, "t", TRI_YES);
    jw_end(w);
    jw_end(w);
}

START_TEST(one_line)
{
    struct strbuf sb = {0};
    struct jsonw w;
    jw_init(&w, &sb, 0);
    sample(&w);
    ck_assert_str_eq(sb_str(&sb), "{\"s\": \"a\\\"b\\\\c\\n\\u0001\\u007f\xC3\xA9\", \"none\": "
                                  "null, \"x\": 12.671999999999999, "
                                  "\"whole\": 2.0, \"nan\": null, \"inf\": null, \"n\": -5, "
                                  "\"unknown\": null, \"yes\": true, "
                                  "\"no\": false, \"maybe\": null, \"list\": [1, 0.5, null, [], "
                                  "{}, [true]], \"\": {\"t\": true}}");
    sb_free(&sb);
}
END_TEST

START_TEST(indented)
{
    struct strbuf sb = {0};
    struct jsonw w;
    jw_init(&w, &sb, 2);
    jw_object(&w);
    jw_kint(&w, "a", 1);
    jw_key(&w, "b");
    jw_array(&w);
    jw_int(&w, 2);
    jw_object(&w);
    jw_end(&w);
    jw_array(&w);
    jw_end(&w);
    jw_object(&w);
    jw_kint(&w, "c", 3);
    jw_end(&w);
    jw_end(&w);
    jw_end(&w);
    ck_assert_str_eq(sb_str(&sb), "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    {},\n    [],\n    {\n   "
                                  "   \"c\": 3\n    }\n  ]\n}");
    sb_free(&sb);
}
END_TEST

START_TEST(reads_back)
{
    for (int indent = 0; indent <= 4; indent += 2) {
        struct strbuf sb = {0}, canonical = {0};
        struct jsonw w;
        struct json_doc *doc;
        struct err e = ERR_INIT;
        jw_init(&w, &sb, indent);
        sample(&w);
        int r = json_parse("sample", sb_str(&sb), sb.len, &json_limits_artifact, &doc, &e);
        ck_assert_msg(r == 0, "%s", e.text);
        struct json_ref root = json_root(doc), s = json_member(&root, "s");
        ck_assert_str_eq(json_text(&s), "a\"b\\c\n\x01\x7F"
                                        "\xC3\xA9");
        json_canonical(&root, &canonical);
        ck_assert_str_eq(sb_str(&canonical),
                         "{\"\": {\"t\": true}, \"inf\": null, \"list\": [1, 0.5, null, [], {}, [true]], "
                         "\"maybe\": null, \"n\": -5, \"nan\": null, \"no\": false, \"none\": null, "
                         "\"s\": \"a\\\"b\\\\c\\n\\u0001\\u007f\xC3\xA9\", \"unknown\": null, \"whole\": 2.0, "
                         "\"x\": 12.671999999999999, \"yes\": true}");
        json_free(doc);
        sb_free(&sb);
        sb_free(&canonical);
    }
}
END_TEST

/* Every character that text may hold, one string each 0x400: written, read, the same bytes. */
START_TEST(every_character)
{
    for (uint32_t from = 1; from <= 0x10FFFF; from += 0x400) {
        struct strbuf text = {0}, quoted = {0};
        for (uint32_t cp = from; cp < from + 0x400 && cp <= 0x10FFFF; cp++) {
            char one[4];
            if (cp < 0xD800 || cp > 0xDFFF)
                sb_addn(&text, one, utf8_encode(one, cp));
        }
        json_quote(&quoted, sb_str(&text), text.len);
        struct json_doc *doc;
        struct err e = ERR_INIT;
        int r = json_parse("text", sb_str(&quoted), quoted.len, &json_limits_artifact, &doc, &e);
        ck_assert_msg(r == 0, "from U+%04X: %s", (unsigned)from, e.text);
        struct json_ref root = json_root(doc);
        ck_assert_msg(strcmp(json_text(&root), sb_str(&text)) == 0, "from U+%04X: not the same", (unsigned)from);
        json_free(doc);
        sb_free(&text);
        sb_free(&quoted);
    }
}
END_TEST

START_TEST(numbers_read_back)
{
    uint64_t state = 88172645463325252U;
    for (int i = 0; i < 20000; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        double x;
        memcpy(&x, &state, sizeof x);
        if (!isfinite(x))
            continue;
        struct strbuf sb = {0};
        struct jsonw w;
        jw_init(&w, &sb, 0);
        jw_double(&w, x);
        struct json_doc *doc;
        struct err e = ERR_INIT;
        ck_assert_msg(json_parse("x", sb_str(&sb), sb.len, &json_limits_artifact, &doc, &e) == 0, "%s", e.text);
        struct json_ref root = json_root(doc);
        double y = json_number(&root);
        ck_assert_msg(memcmp(&x, &y, sizeof x) == 0, "%s reads back as %.17g", sb_str(&sb), y);
        ck_assert_msg(!json_is_plain_integer(&root), "%s passes for an integer", sb_str(&sb));
        json_free(doc);
        sb_free(&sb);
    }
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("jsonw");
    TCase *t = tcase_create("jsonw");
    tcase_add_test(t, one_line);
    tcase_add_test(t, indented);
    tcase_add_test(t, reads_back);
    tcase_add_test(t, every_character);
    tcase_add_test(t, numbers_read_back);
    suite_add_tcase(s, t);
    return s;
}
