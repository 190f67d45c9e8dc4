/* Line breaking, with a measure of one point for every character, so that a width is a number of
 * characters. A bar in the expected text stands for the end of a line. */
#include "report/lines.h"
#include "unit/unit.h"

#include "base/strbuf.h"

#include <string.h>

static double one(void *context, enum pdf_face face, double size, uint32_t cp)
{
    (void)context, (void)face, (void)size;
    return cp == 0x301 ? 0.0 : 1.0;
}

static const struct measure each = {one, NULL};

static void joined(const struct lines *l, struct strbuf *out)
{
    sb_trunc(out, 0);
    for (size_t i = 0; i < l->n_lines; i++) {
        if (i)
            sb_addc(out, '|');
        for (size_t j = 0; j < l->lines[i].count; j++) {
            const struct piece *p = &l->pieces[l->lines[i].first + j];
            sb_addn(out, p->text, p->n);
        }
    }
}

static const struct {
    const char *name, *text;
    double width;
    const char *lines;
} rows[] = {
    {"fits", "one two", 7, "one two"},
    {"at a blank", "one two three", 8, "one two|three"},
    {"the blank hangs over", "one two", 3, "one|two"},
    {"several blanks", "one   two", 4, "one|two"},
    {"new line", "a\nb\n\nc", 9, "a|b||c"},
    {"ends in a new line", "a\n", 9, "a"},
    {"blanks at the beginning stay", "  a b", 9, "  a b"},
    {"empty", "", 9, ""},
    {"hyphen between letters", "closed-loop test", 8, "closed-|loop|test"},
    {"a date is whole", "on 2026-08-04", 10, "on|2026-08-04"},
    {"a number and its unit", "takes 320.2 s now", 11, "takes|320.2 s now"},
    {"a unit with a full stop", "at 2 806 ms.", 11, "at 2|806 ms."},
    {"no unit", "takes 3 steps", 7, "takes 3|steps"},
    {"a thin space is part of the number",
     "is 5\xE2\x80\x89"
     "000 a",
     5,
     "is|5\xE2\x80\x89"
     "000|a"},
    {"a dash", "one\xE2\x80\x94two", 5, "one\xE2\x80\x94|two"},
    {"an ARN", "arn:aws:iam::123456789012:role/x", 14, "arn:aws:iam::|123456789012:|role/x"},
    {"no mark to break at", "aaaaaaaaaa", 4, "aaaa|aaaa|aa"},
    {"marks too early", "a:bbbbbbbbbbbb", 9, "a:bbbbbbb|bbbbb"},
    {"never less than a character", "abc", 0.5, "a|b|c"},
    {"an accent stays with its letter",
     "abe\xCC\x81"
     "cd",
     3, "abe\xCC\x81|cd"},
    {"ideographs", "\xE6\xA8\xA1\xE5\x9E\x8B\xE6\x97\xA5", 2, "\xE6\xA8\xA1\xE5\x9E\x8B|\xE6\x97\xA5"},
    {"no byte is lost of ill-formed text",
     "a\xFF"
     "b",
     9,
     "a\xFF"
     "b"},
};

START_TEST(breaks)
{
    struct span s = {.text = rows[_i].text};
    struct lines l = {0};
    struct strbuf got = {0};
    lines_break(&each, 9, rows[_i].width, &s, 1, &l);
    joined(&l, &got);
    ck_assert_msg(strcmp(sb_str(&got), rows[_i].lines) == 0, "%s: got '%s', expected '%s'", rows[_i].name,
                  sb_str(&got), rows[_i].lines);
    for (size_t i = 0; i < l.n_lines; i++)
        ck_assert_msg(l.lines[i].width <= rows[_i].width || l.lines[i].width <= 1, "%s: line %zu is too wide",
                      rows[_i].name, i);
    lines_free(&l);
    sb_free(&got);
}
END_TEST

/* A word may go over from one span to the next; pieces keep their span and follow each other. */
START_TEST(spans_flow)
{
    struct span s[] = {{.text = "bold"}, {.text = "er text "}, {.text = ""}, {.text = "end"}};
    struct lines l = {0};
    struct strbuf got = {0};
    lines_break(&each, 9, 7, s, 4, &l);
    joined(&l, &got);
    ck_assert_str_eq(sb_str(&got), "bolder|text|end");
    ck_assert_uint_eq(l.lines[0].count, 2);
    ck_assert_uint_eq(l.pieces[0].span, 0);
    ck_assert_uint_eq(l.pieces[1].span, 1);
    ck_assert(l.pieces[1].x == 4.0);
    ck_assert_uint_eq(l.pieces[l.lines[2].first].span, 3);
    lines_free(&l);
    sb_free(&got);
}
END_TEST

/* Whatever the width, every character but blanks at line ends comes out once and in order. */
START_TEST(nothing_is_lost)
{
    const char *text =
        "Q_max 50 at arn:aws:sagemaker:us-east-1:123456789012:endpoint/speech-kokoro-82m, p95 2 806 ms (n = 1)";
    for (int width = 1; width < 120; width++) {
        struct span s = {.text = text};
        struct lines l = {0};
        struct strbuf got = {0};
        lines_break(&each, 9, width, &s, 1, &l);
        joined(&l, &got);
        const char *a = text, *b = sb_str(&got);
        while (*a || *b) {
            if (*a == ' ' || *b == '|') {
                a += *a == ' ';
                b += *b == '|' || *b == ' ';
                continue;
            }
            ck_assert_msg(*a == *b, "width %d: '%s' against '%s'", width, a, b);
            a++, b++;
        }
        lines_free(&l);
        sb_free(&got);
    }
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("lines");
    TCase *t = tcase_create("lines");
    tcase_add_loop_test(t, breaks, 0, COUNT(rows));
    tcase_add_test(t, spans_flow);
    tcase_add_test(t, nothing_is_lost);
    suite_add_tcase(s, t);
    return s;
}
