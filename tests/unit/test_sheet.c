/* The workbook's parts that a finished file cannot show well: the gate for text, the check of a package,
 * the traffic profile, and how many decimals a unit cost needs. */
#include "base/file.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "sheet/package.h"
#include "sheet/pages.h"
#include "sheet/profile.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *text, *safe;
} texts[] = {
    {"plain", "kokoro-82m", "kokoro-82m"},
    {"empty", "", ""},
    {"formula stays text", "=1+1", "=1+1"},
    {"lines and tabs", "a\nb\tc", "a\nb\tc"},
    {"return", "a\rb", "a\\x0db"},
    {"control",
     "a\x01"
     "b",
     "a\\x01b"},
    {"delete",
     "a\x7f"
     "b",
     "a\\x7fb"},
    {"C1",
     "a\xC2\x85"
     "b",
     "a\\x85b"},
    {"not a character", "a\xEF\xBF\xBE", "a\\ufffe"},
    {"ill-formed", "a\xFFz", "a\\xffz"},
    {"cut short", "a\xE8\xAF", "a\\xe8\\xaf"},
    {"Chinese", "\xE8\xAF\xAD\xE9\x9F\xB3", "\xE8\xAF\xAD\xE9\x9F\xB3"},
    {"escape of OOXML", "_x0041_", "_x005F_x0041_"},
    {"nearly an escape", "_x004_ _xZZZZ_ x0041_", "_x004_ _xZZZZ_ x0041_"},
    {"escape at the end", "a_x00e9_", "a_x005F_x00e9_"},
    {"cut escape", "a_x00", "a_x00"},
};

START_TEST(text_gate)
{
    char *safe = xlsx_text(texts[_i].text);
    ck_assert_msg(strcmp(safe, texts[_i].safe) == 0, "%s: got '%s', expected '%s'", texts[_i].name, safe,
                  texts[_i].safe);
    free(safe);
}
END_TEST

static size_t utf16_length(const char *s)
{
    size_t n = 0;
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        n += (c & 0xC0) == 0x80 ? 0U : c >= 0xF0 ? 2U : 1U;
    }
    return n;
}

/* At the limit of a cell and one past it, in one, two and three-unit steps. */
START_TEST(text_limit)
{
    static const struct {
        const char *piece;
        size_t units;
    } rows[] = {{"a", 1}, {"\xE8\xAF\xAD", 1}, {"\xF0\x9F\x8E\xA4", 2}, {"\x01", 4}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        size_t whole = 32767 / rows[r].units;
        for (size_t n = whole; n <= whole + 1; n++) {
            struct strbuf sb = {0};
            for (size_t i = 0; i < n; i++)
                sb_add(&sb, rows[r].piece);
            char *safe = xlsx_text(sb.data);
            bool cut = strstr(safe, "[cut: longer than a cell may be]") != NULL;
            ck_assert_msg(cut == (n > whole), "piece %zu, %zu times: cut is %d", r, n, cut);
            ck_assert_msg(utf16_length(safe) <= 32767, "piece %zu: %zu units", r, utf16_length(safe));
            free(safe);
            sb_free(&sb);
        }
    }
}
END_TEST

static void write_book(const char *path)
{
    static const double widths[] = {10, 0};
    struct err e = ERR_INIT;
    struct book *b = xcalloc(1, sizeof *b);
    char here[] = ".";
    ck_assert_msg(book_open(b, path, path, here, &e) == 0, "%s", e.text);
    struct sheet s = book_sheet(b, "One", COLOUR_TEXT, widths);
    for (lxw_row_t i = 0; i < 40; i++)
        put_text(&s, i, 0, ST_TEXT, "text & <more>");
    put_value(&s, 41, 0, ST_VALUE, NF_TWO, "1+1", NUMBER(2));
    put_value(&s, 42, 0, ST_VALUE, NF_TWO, NULL, NUMBER(NAN));
    put_value(&s, 43, 0, ST_VALUE, NF_TWO, "1/3", NUMBER(INFINITY));
    ck_assert_msg(book_close(b) == 0, "%s", e.text);
    free(b);
}

static int check_bytes(const char *data, size_t n)
{
    FILE *f = fopen("damaged.xlsx", "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(data, 1, n, f), n);
    ck_assert_int_eq(fclose(f), 0);
    struct err e = ERR_INIT;
    return package_check("damaged.xlsx", "damaged.xlsx", &e);
}

/* A whole package passes; cut anywhere, or with any byte of its parts' contents changed, it does not. */
START_TEST(package)
{
    unit_enter();
    write_book("whole.xlsx");
    struct err e = ERR_INIT;
    ck_assert_msg(package_check("whole.xlsx", "whole.xlsx", &e) == 0, "%s", e.text);
    struct bytes b;
    ck_assert_int_eq(file_read("whole.xlsx", 1 << 20, &b, &e), 0);
    for (size_t n = 0; n < b.len; n += 41)
        ck_assert_msg(check_bytes(b.data, n) == EXIT_OUTPUT, "cut at %zu of %zu passes", n, b.len);
    ck_assert_int_eq(check_bytes(b.data, b.len - 1), EXIT_OUTPUT);
    size_t first = 30 + (unsigned char)b.data[26], caught = 0, tried = 0;
    for (size_t n = first; n < b.len / 2; n += 17) {
        b.data[n] = (char)(b.data[n] ^ 0x55);
        tried++;
        caught += check_bytes(b.data, b.len) == EXIT_OUTPUT;
        b.data[n] = (char)(b.data[n] ^ 0x55);
    }
    /* Times and versions in the headers between the parts may change unnoticed; contents may not. */
    ck_assert_msg(tried > 50 && caught * 10 > tried * 8, "%zu of %zu changed bytes were noticed", caught, tried);
    bytes_free(&b);
    e = (struct err)ERR_INIT;
    ck_assert_int_eq(package_check("none.xlsx", "none.xlsx", &e), EXIT_OUTPUT);
    unit_leave();
}
END_TEST

static const struct {
    double x;
    enum number_format nf;
} unit_costs[] = {
    {0.027913836948391918, NF_FIVE},
    {0.8655453317330829, NF_FOUR},
    {1.5, NF_THREE},
    {12.67, NF_TWO},
    {999.9, NF_ONE},
    {1234.5, NF_COUNT},
    {1e9, NF_COUNT},
    {0.0007040, NF_SEVEN},
    {1e-9, NF_NINE},
    {0, NF_FOUR},
    {NAN, NF_FOUR},
};

START_TEST(unit_cost)
{
    ck_assert_msg(unit_cost_format(unit_costs[_i].x) == unit_costs[_i].nf, "%g: format %d, expected %d",
                  unit_costs[_i].x, (int)unit_cost_format(unit_costs[_i].x), (int)unit_costs[_i].nf);
}
END_TEST

START_TEST(profile)
{
    static const struct {
        const char *name, *text;
        size_t rows;
        double first, last;
    } rows[] = {
        {"one hour", "hour,rps\n0,5\n", 1, 5, 5},
        {"no line end", "hour,rps\n0,5\n1,0.25", 2, 5, 0.25},
        {"from Excel", "\xEF\xBB\xBFhour,rps\r\n3,1\r\n4,2.5\r\n", 2, 1, 2.5},
        {"points", "hour,rps\n8,.5\n9,5.\n", 2, 0.5, 5},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct profile p;
        struct err e = ERR_INIT;
        ck_assert_msg(profile_read("p.csv", rows[i].text, strlen(rows[i].text), &p, &e) == 0, "%s: %s", rows[i].name,
                      e.text);
        ck_assert_msg(p.n == rows[i].rows && p.rps[0] == rows[i].first && p.rps[p.n - 1] == rows[i].last,
                      "%s: %zu rows, %g to %g", rows[i].name, p.n, p.rps[0], p.rps[p.n - 1]);
        profile_free(&p);
    }
    struct profile p;
    struct err e = ERR_INIT;
    ck_assert_int_eq(profile_read("p.csv",
                                  "hour,rps\n0,\0"
                                  "1\n",
                                  13, &p, &e),
                     EXIT_REFUSED);
    ck_assert_msg(strstr(e.text, "p.csv: line 2: is not a line of CSV") != NULL, "%s", e.text);
}
END_TEST

START_TEST(lines)
{
    ck_assert_int_eq(text_lines("", 10), 1);
    ck_assert_int_eq(text_lines("one", 10), 1);
    ck_assert_int_eq(text_lines("one\ntwo", 10), 2);
    ck_assert_int_eq(text_lines("a word and another word", 10), 3);
    ck_assert_int_gt(text_lines("\xE8\xAF\xAD\xE9\x9F\xB3\xE6\xA8\xA1\xE5\x9E\x8B\xE8\xAF\xAD\xE9\x9F\xB3", 5), 1);
    ck_assert_int_le(
        text_lines(
            "x\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\n",
            10),
        30);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("sheet");
    TCase *t = tcase_create("sheet");
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, text_gate, 0, COUNT(texts));
    tcase_add_test(t, text_limit);
    tcase_add_test(t, package);
    tcase_add_loop_test(t, unit_cost, 0, COUNT(unit_costs));
    tcase_add_test(t, profile);
    tcase_add_test(t, lines);
    suite_add_tcase(s, t);
    return s;
}
