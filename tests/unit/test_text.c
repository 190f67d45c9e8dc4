/* Text: UTF-8, string buffers, error messages, what is made visible, hashes, arenas. */
#include "base/csv.h"
#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "unit/unit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name, *bytes;
    size_t n, good; /* good: offset of the first bad byte */
} utf8s[] = {
    {"empty", "", 0, 0},
    {"ASCII", "abc", 3, 3},
    {"DEL and NUL", "a\0\x7F", 3, 3},
    {"U+0080", "\xC2\x80", 2, 2},
    {"U+07FF", "\xDF\xBF", 2, 2},
    {"U+0800", "\xE0\xA0\x80", 3, 3},
    {"U+D7FF", "\xED\x9F\xBF", 3, 3},
    {"U+E000", "\xEE\x80\x80", 3, 3},
    {"U+FFFF", "\xEF\xBF\xBF", 3, 3},
    {"U+10000", "\xF0\x90\x80\x80", 4, 4},
    {"U+10FFFF", "\xF4\x8F\xBF\xBF", 4, 4},
    {"above U+10FFFF", "a\xF4\x90\x80\x80", 5, 1},
    {"five bytes", "\xF8\x88\x80\x80\x80", 5, 0},
    {"overlong NUL", "\xC0\x80", 2, 0},
    {"overlong slash", "ab\xC1\xAF", 4, 2},
    {"overlong three", "\xE0\x9F\xBF", 3, 0},
    {"overlong four", "\xF0\x8F\xBF\xBF", 4, 0},
    {"high surrogate", "\xED\xA0\x80", 3, 0},
    {"low surrogate", "\xED\xBF\xBF", 3, 0},
    {"lone continuation", "a\x80", 2, 1},
    {"cut after one of two", "ab\xC3", 3, 2},
    {"cut after two of three", "\xE2\x82", 2, 0},
    {"cut after three of four", "\xF0\x9F\x98", 3, 0},
    {"lead after lead", "\xC3\xC3\xA9", 3, 0},
    {"0xFF", "\xFF", 1, 0},
    {"Latin-1", "caf\xE9!", 5, 3},
};

START_TEST(utf8_table)
{
    size_t at = utf8_check(utf8s[_i].bytes, utf8s[_i].n);
    ck_assert_msg(at == utf8s[_i].good, "%s: stops at %zu, expected %zu", utf8s[_i].name, at, utf8s[_i].good);
}
END_TEST

START_TEST(utf8_all)
{
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        if (cp >= 0xD800 && cp <= 0xDFFF)
            continue;
        char bytes[4];
        uint32_t back = 0;
        size_t n = utf8_encode(bytes, cp);
        if (utf8_decode(bytes, n, &back) != n || back != cp)
            ck_abort_msg("U+%04X does not read back", (unsigned)cp);
        if (n > 1 && utf8_decode(bytes, n - 1, &back) != 0)
            ck_abort_msg("U+%04X is accepted when cut", (unsigned)cp);
    }
}
END_TEST

START_TEST(utf8_measures)
{
    static const struct {
        const char *text;
        size_t count, width;
    } rows[] = {{"", 0, 0},
                {"abc", 3, 3},
                {"caf\xC3\xA9", 4, 4},
                {"cafe\xCC\x81", 5, 4},
                {"2\xE2\x80\x89"
                 "806",
                 5, 5},
                {"\xE6\xBC\xA2\xE5\xAD\x97", 2, 4},
                {"\xF0\x9F\x98\x80", 1, 2},
                {"a\xFF"
                 "b",
                 3, 3}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_msg(utf8_count(rows[i].text) == rows[i].count, "count of row %zu", i);
        ck_assert_msg(utf8_width(rows[i].text) == rows[i].width, "width of row %zu", i);
    }
}
END_TEST

START_TEST(buffers)
{
    struct strbuf sb = {0};
    ck_assert_str_eq(sb_str(&sb), "");
    sb_addn(&sb, NULL, 0);
    ck_assert_str_eq(sb_str(&sb), "");
    sb_add(&sb, "head");
    sb_addc(&sb, '-');
    sb_addf(&sb, "%d/%s", 7, "x");
    sb_fill(&sb, '.', 3);
    ck_assert_str_eq(sb_str(&sb), "head-7/x...");
    sb_trunc(&sb, 4);
    ck_assert_str_eq(sb_str(&sb), "head");
    sb_addn(&sb, "a\0b", 3);
    ck_assert_uint_eq(sb.len, 7);
    char *owned = sb_detach(&sb);
    ck_assert_int_eq(memcmp(owned, "heada\0b", 8), 0);
    free(owned);
    ck_assert_ptr_null(sb.data);
    owned = sb_detach(&sb);
    ck_assert_str_eq(owned, "");
    free(owned);

    /* A formatted text around the size of what is reserved for it, and far beyond. */
    for (size_t n = 100; n < 300; n++) {
        char *text = malloc(n + 1);
        memset(text, 'y', n);
        text[n] = '\0';
        struct strbuf f = {0};
        sb_addf(&f, "%s%s", text, text);
        ck_assert_uint_eq(f.len, 2 * n);
        ck_assert_uint_eq(strlen(f.data), 2 * n);
        sb_free(&f);
        free(text);
    }
    sb_trunc(&sb, 0);
    sb_free(&sb);
    sb_free(&sb);
}
END_TEST

START_TEST(errors)
{
    struct err e = ERR_INIT;
    ck_assert_int_eq(err_set(&e, EXIT_REFUSED, "%s: %d", "first", 1), EXIT_REFUSED);
    ck_assert_int_eq(err_set(&e, EXIT_OUTPUT, "second"), EXIT_REFUSED);
    ck_assert_str_eq(e.text, "first: 1");

    /* Texts of every length around the size of the buffer, made of characters of 1 to 4 bytes:
     * whole, or cut at a whole character with dots behind it. */
    static const char *const units[] = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    for (size_t u = 0; u < COUNT(units); u++)
        for (size_t lead = 0; lead < 4; lead++) {
            struct strbuf sb = {0};
            sb_fill(&sb, 'x', lead);
            while (sb.len < sizeof e.text + 8) {
                e = (struct err)ERR_INIT;
                err_set(&e, EXIT_USAGE, "%s", sb_str(&sb));
                size_t n = strlen(e.text);
                ck_assert_uint_lt(n, sizeof e.text);
                ck_assert_msg(utf8_check(e.text, n) == n, "unit %zu, length %zu: half a character", u, sb.len);
                if (sb.len < sizeof e.text) {
                    ck_assert_msg(n == sb.len, "unit %zu, length %zu: cut without need", u, sb.len);
                } else {
                    ck_assert_str_eq(e.text + n - 3, "...");
                    ck_assert_uint_gt(n, sizeof e.text - 12);
                }
                sb_add(&sb, units[u]);
                if (sb.len < sizeof e.text - 24)
                    while (sb.len < sizeof e.text - 24)
                        sb_add(&sb, units[u]);
            }
            sb_free(&sb);
        }

    /* Bytes that are no characters at all do not eat the message. */
    struct strbuf junk = {0};
    sb_fill(&junk, '\x80', 5000);
    e = (struct err)ERR_INIT;
    err_set(&e, EXIT_REFUSED, "name: %s", sb_str(&junk));
    ck_assert_uint_gt(strlen(e.text), sizeof e.text - 12);
    sb_free(&junk);
}
END_TEST

static const struct {
    const char *raw, *shown;
} prints[] = {
    {"plain text", "plain text"},
    {"caf\xC3\xA9 \xE2\x82\xAC", "caf\xC3\xA9 \xE2\x82\xAC"},
    {"line\nnext\ttab", "line\nnext\ttab"},
    {"\x1b[31mred", "\\x1b[31mred"},
    {"a\rb", "a\\x0db"},
    {"\x7F", "\\x7f"},
    {"\xC2\x9B"
     "2J",
     "\\x9b2J"}, /* CSI as one C1 character */
    {"\x9B"
     "2J",
     "\\x9b2J"}, /* and as a raw byte */
    {"\xE2\x80\xAE"
     "gpj.exe",
     "\\u202egpj.exe"}, /* right-to-left override */
    {"\xE2\x81\xA6x\xE2\x81\xA9", "\\u2066x\\u2069"},
    {"\xE2\x80\x8Fx", "\\u200fx"},
    {"\xD8\x9C", "\\u061c"},
    {"\xE2\x80\xA8", "\\u2028"},
    {"\xEF\xBB\xBF", "\\ufeff"},
    {"\xED\xA0\x80", "\\xed\\xa0\\x80"},
    {"\xC3", "\\xc3"},
    {"", ""},
};

START_TEST(print)
{
    char *shown = printable(prints[_i].raw);
    ck_assert_msg(strcmp(shown, prints[_i].shown) == 0, "row %d: got '%s', expected '%s'", _i, shown,
                  prints[_i].shown);
    free(shown);
}
END_TEST

START_TEST(hashes)
{
    /* FIPS 180-2 examples. */
    char hex[65];
    sha256_hex(hex, "", 0);
    ck_assert_str_eq(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_hex(hex, "abc", 3);
    ck_assert_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    char *million = malloc(1000000);
    memset(million, 'a', 1000000);
    sha256_hex(hex, million, 1000000);
    ck_assert_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}
END_TEST

START_TEST(arenas)
{
    struct arena *a = arena_new();
    unsigned char *all[200];
    size_t sizes[] = {0, 1, 7, 16, 17, 300, 16000, 16384, 16385, 100000};
    for (size_t i = 0; i < COUNT(all); i++) {
        size_t n = sizes[i % COUNT(sizes)];
        all[i] = arena_alloc(a, n);
        ck_assert_msg((uintptr_t)all[i] % _Alignof(max_align_t) == 0, "block %zu is not aligned", i);
        size_t k = 0;
        while (k < n && all[i][k] == 0)
            k++;
        ck_assert_msg(k == n, "block %zu is not zeroed", i);
        memset(all[i], (int)i + 1, n);
    }
    for (size_t i = 0; i < COUNT(all); i++) {
        size_t k = 0, n = sizes[i % COUNT(sizes)];
        while (k < n && all[i][k] == (unsigned char)(i + 1))
            k++;
        ck_assert_msg(k == n, "block %zu was overwritten", i);
    }
    ck_assert_str_eq(arena_strdup(a, "kept"), "kept");
    ck_assert_ptr_null(arena_strdup(a, NULL));
    ck_assert_str_eq(arena_strndup(a, "kept", 2), "ke");
    ck_assert_str_eq(arena_printf(a, "%s-%d", "n", 5), "n-5");
    arena_free(a);
    arena_free(NULL);
}
END_TEST

static void too_much_arena(void)
{
    arena_array(arena_new(), SIZE_MAX / 2, 16);
}
static void too_much_array(void)
{
    xreallocarray(NULL, SIZE_MAX / 2, 16);
}
static void too_much_malloc(void)
{
    xmalloc(SIZE_MAX / 2);
}
static void too_much_calloc(void)
{
    xcalloc(SIZE_MAX / 2, 16);
}
static void too_much_buffer(void)
{
    struct strbuf sb = {0};
    sb_fill(&sb, 'x', SIZE_MAX / 2);
}

START_TEST(out_of_memory)
{
    static void (*const ways[])(void) = {too_much_arena, too_much_array, too_much_malloc, too_much_calloc,
                                         too_much_buffer};
    for (size_t i = 0; i < COUNT(ways); i++) {
        int fds[2];
        ck_assert_int_eq(pipe(fds), 0);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            dup2(fds[1], STDERR_FILENO);
            mem_working_on("ladder.json");
            ways[i]();
            _exit(99);
        }
        close(fds[1]);
        char said[200] = "";
        ssize_t n = 0, got;
        while ((got = read(fds[0], said + n, sizeof said - 1 - (size_t)n)) > 0)
            n += got;
        close(fds[0]);
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OUTPUT, "way %zu: status %d", i, status);
        ck_assert_msg(strstr(said, "headroom: ladder.json: out of memory\n") != NULL, "way %zu says '%s'", i, said);
    }
}
END_TEST

/* Text of others in CSV: no spreadsheet takes it for a formula, no comma or quote of it ends its cell. */
START_TEST(csv_cells)
{
    static const char *const rows[][2] = {{"plain text", "plain text"},
                                          {"", ""},
                                          {"a,b", "\"a,b\""},
                                          {"say \"x\"", "\"say \"\"x\"\"\""},
                                          {"two\nlines", "\"two\nlines\""},
                                          {"=1+1", "\"'=1+1\""},
                                          {"  @x", "\"'  @x\""},
                                          {"-1", "\"'-1\""},
                                          {"+cmd,\"", "\"'+cmd,\"\"\""}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct strbuf out = {0};
        csv_text(&out, rows[i][0]);
        ck_assert_str_eq(sb_str(&out), rows[i][1]);
        sb_free(&out);
    }
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("text");
    TCase *t = tcase_create("text");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, utf8_table, 0, COUNT(utf8s));
    tcase_add_test(t, utf8_all);
    tcase_add_test(t, utf8_measures);
    tcase_add_test(t, buffers);
    tcase_add_test(t, errors);
    tcase_add_loop_test(t, print, 0, COUNT(prints));
    tcase_add_test(t, csv_cells);
    tcase_add_test(t, hashes);
    tcase_add_test(t, arenas);
    tcase_add_test(t, out_of_memory);
    suite_add_tcase(s, t);
    return s;
}
