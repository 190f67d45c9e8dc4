/* The document behind the reports: what it refuses, what it counts, and that equal calls give equal
 * bytes. What the file holds is looked at by tests/cli/report.py. */
#include "base/limits.h"
#include "report/layout.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pdf_info info = {.title = "Title", .creator = "test", .lang = "en", .id = "x"};

static struct pdf *open_pdf(void)
{
    struct pdf *pdf;
    struct err e = ERR_INIT;
    ck_assert_msg(pdf_open(&info, &pdf, &e) == 0, "%s", e.text);
    return pdf;
}

static void nan_coordinate(struct pdf_page *p)
{
    pdf_rect(p, NAN, 0, 1, 1, 0, NULL);
}

static void infinite_line(struct pdf_page *p)
{
    pdf_line(p, 0, 0, INFINITY, 1, &(struct pdf_pen){.rgb = 0, .width = 1});
}

static void far_text(struct pdf_page *p)
{
    pdf_text(p, PDF_REGULAR, 9, 0, 40000, 1, 0, "x", 1);
}

static void nan_size(struct pdf_page *p)
{
    pdf_text(p, PDF_REGULAR, NAN, 0, 1, 1, 0, "x", 1);
}

static void huge_font(struct pdf_page *p)
{
    pdf_text(p, PDF_REGULAR, 601, 0, 1, 1, 0, "x", 1);
}

static void open_clip(struct pdf_page *p)
{
    pdf_clip_begin(p, 0, 0, 1, 1);
}

static void deep_clips(struct pdf_page *p)
{
    for (int i = 0; i < 40; i++)
        pdf_clip_begin(p, 0, 0, 1, 1);
    for (int i = 0; i < 40; i++)
        pdf_clip_end(p);
}

static void callers_own(struct pdf_page *p)
{
    pdf_fail(pdf_of(p), "the caller's own reason");
}

static const struct {
    const char *name;
    void (*act)(struct pdf_page *p);
    const char *says;
} failures[] = {
    {"a coordinate that is not a number", nan_coordinate, "not a number"},
    {"an infinite coordinate", infinite_line, "not a number"},
    {"a coordinate that would be cut", far_text, "off any page"},
    {"a size that is not a number", nan_size, "not a number"},
    {"an error of libharu", huge_font, "libharu error 0x1050"},
    {"a clip that was not ended", open_clip, "clip"},
    {"too many clips", deep_clips, "clip"},
    {"what the caller says", callers_own, "the caller's own reason"},
};

/* The first error stays, later calls do nothing, and nothing is written. */
START_TEST(errors_stick)
{
    struct pdf *pdf = open_pdf();
    struct pdf_page *page = pdf_page_add(pdf, 200, 200);
    failures[_i].act(page);
    pdf_text(page, PDF_REGULAR, 9, 0, 10, 10, 0, "later", 5);
    if (pdf_failed(pdf))
        pdf_fail(pdf, "too late");
    pdf_page_add(pdf, 200, 200);
    pdf_bookmark(pdf, 0, "later", page, 0);
    pdf_link(page, 0, 0, 1, 1, page, 0);
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    sb_add(&out, "before");
    ck_assert_msg(pdf_save(pdf, &out, &e) == EXIT_OUTPUT, "%s: saved", failures[_i].name);
    ck_assert_msg(strstr(e.text, failures[_i].says) != NULL, "%s: '%s'", failures[_i].name, e.text);
    ck_assert_str_eq(sb_str(&out), "before");
    sb_free(&out);
    pdf_close(pdf);
}
END_TEST

START_TEST(missing_glyphs_are_counted)
{
    struct pdf *pdf = open_pdf();
    struct pdf_page *page = pdf_page_add(pdf, 200, 200);
    const char *text = "a\xE6\xA8\xA1\xF0\x9F\x98\x80\xE6\xA8\xA1\x01 \xC5\xA1\xD1\x91\xCF\x8E\t\xC2\xA0";
    pdf_text(page, PDF_REGULAR, 9, 0, 10, 10, 0, text, strlen(text));
    const uint32_t *which;
    size_t kinds;
    ck_assert_uint_eq(pdf_missing(pdf, &which, &kinds), 4);
    ck_assert_uint_eq(kinds, 3);
    ck_assert_uint_eq(which[0], 1);
    ck_assert_uint_eq(which[1], 0x6A21);
    ck_assert_uint_eq(which[2], 0x1F600);
    /* A box is as wide as its replacement, so that layouts hold. */
    ck_assert(pdf_char_width(pdf, PDF_REGULAR, 9, 0x6A21) == pdf_char_width(pdf, PDF_REGULAR, 9, 0x25A1));
    ck_assert(pdf_char_width(pdf, PDF_REGULAR, 10, 'x') == 5.0);
    pdf_close(pdf);
}
END_TEST

static void draw_box(struct pdf_page *page, double x, double y, double w, double h, void *data)
{
    const struct pdf_pen pen = {.rgb = 0x0072B2, .width = 1, .dash = {3, 2}};
    struct pdf_point p[] = {{x, y}, {x + w, y}, {x + w / 2, y + h}};
    *(int *)data += 1;
    pdf_polygon(page, p, 3, 0xE69F00, &pen);
    pdf_circle(page, x + 5, y + 5, 3, PDF_NONE, &pen);
    pdf_hatch(page, x, y, 20, 20, 3, &pen);
    pdf_text(page, PDF_BOLD, 9, 0, x, y + h, 90, "up", 2);
}

/* A document with everything in it; ROWS rows in its table. Returns its pages. */
static size_t whole_document(size_t rows, struct strbuf *out)
{
    struct doc_options o = {.info = info, .head_left = "left", .head_right = "right", .foot_left = "foot"};
    struct doc *d;
    struct err e = ERR_INIT;
    int drawn = 0;
    ck_assert_msg(doc_open(&o, &d, &e) == 0, "%s", e.text);
    doc_title(d, "Title");
    doc_text(d, DOC_TEXT, "A paragraph with a model \xE6\xA8\xA1.");
    doc_banner(d, SIGN_WARN, LOOK_WARN, "Warn", "A banner.");
    doc_heading(d, 1, "First", "first", NULL);
    doc_heading(d, 2, "Below it", NULL, "In the outline");
    struct span s[] = {{.text = "To the "}, {.text = "table", .link = "table"}, {.text = "."}};
    doc_item(d, DOC_NOTE, SIGN_BULLET, s, 3);
    doc_code(d, "def f():\n    return 1\n");
    static const struct column columns[] = {{"Name", ALIGN_LEFT, 0}, {"Value", ALIGN_POINT, 0}};
    struct cell *cells = calloc(2 * rows + 1, sizeof *cells);
    ck_assert_ptr_nonnull(cells);
    for (size_t i = 0; i < rows; i++) {
        cells[2 * i] = (struct cell){.text = "row", .sign = (enum sign)(i % 10)};
        cells[2 * i + 1] = (struct cell){.text = i % 3   ? "12.5"
                                                 : i % 2 ? "unknown"
                                                         : "1\xE2\x80\x89"
                                                           "000"};
    }
    doc_anchor(d, "table", "The table");
    doc_table(d, &(struct table){.columns = columns, .n_columns = 2, .cells = cells, .n_rows = rows});
    free(cells);
    doc_figure(d, 100, "A box", draw_box, &drawn);
    doc_missing_note(d);
    doc_attach(d, "b.txt", "text/plain", "B", "Data", "bytes\0more", 10);
    ck_assert_msg(doc_finish(d, out, &e) == 0, "%s", e.text);
    ck_assert_int_eq(drawn, 1);
    size_t pages = doc_page_count(d);
    doc_close(d);
    return pages;
}

START_TEST(same_calls_same_bytes)
{
    struct strbuf a = {0}, b = {0}, other = {0};
    whole_document(30, &a);
    whole_document(31, &other);
    whole_document(30, &b);
    ck_assert_uint_gt(a.len, 10000);
    ck_assert_uint_eq(a.len, b.len);
    ck_assert_int_eq(memcmp(a.data, b.data, a.len), 0);
    ck_assert(other.len != a.len || memcmp(a.data, other.data, a.len) != 0);
    ck_assert_int_eq(memcmp(a.data, "%PDF-1.", 7), 0);
    ck_assert_int_eq(memcmp(a.data + a.len - 6, "%%EOF\n", 6), 0);
    sb_free(&a);
    sb_free(&b);
    sb_free(&other);
}
END_TEST

static const struct {
    size_t rows, least, most; /* rows of the table, pages of the document */
} tables[] = {{0, 1, 1}, {1, 1, 1}, {30, 1, 2}, {200, 4, 5}, {5000, 98, 110}};

START_TEST(tables_break)
{
    struct strbuf out = {0};
    size_t pages = whole_document(tables[_i].rows, &out);
    ck_assert_msg(pages >= tables[_i].least && pages <= tables[_i].most, "%zu rows: %zu pages", tables[_i].rows,
                  pages);
    sb_free(&out);
}
END_TEST

START_TEST(a_link_must_lead_somewhere)
{
    struct doc *d;
    struct err e = ERR_INIT;
    struct strbuf out = {0};
    ck_assert_int_eq(doc_open(&(struct doc_options){.info = info}, &d, &e), 0);
    struct span s = {.text = "gone", .link = "nowhere"};
    doc_para(d, DOC_TEXT, &s, 1);
    ck_assert_int_eq(doc_finish(d, &out, &e), EXIT_OUTPUT);
    ck_assert_ptr_nonnull(strstr(e.text, "leads nowhere"));
    ck_assert_uint_eq(out.len, 0);
    doc_close(d);
}
END_TEST

/* A text of the document's metadata is cut behind the character that reaches the limit, at and past it. */
START_TEST(metadata_is_cut)
{
    for (size_t over = 0; over <= 1; over++) {
        struct strbuf title = {0}, out = {0};
        struct err e = ERR_INIT;
        struct pdf *pdf;
        sb_fill(&title, 'a', LIMIT_PDF_INFO_BYTES);
        sb_fill(&title, 'b', over);
        struct pdf_info long_info = info;
        long_info.title = sb_str(&title);
        ck_assert_msg(pdf_open(&long_info, &pdf, &e) == 0, "%s", e.text);
        pdf_page_add(pdf, 100, 100);
        ck_assert_msg(pdf_save(pdf, &out, &e) == 0, "%s", e.text);
        char tail[] = "\0a\0a\0b"; /* UTF-16, as libharu writes what it cannot know to be Latin */
        ck_assert_ptr_null(memmem(out.data, out.len, tail, sizeof tail - 1));
        ck_assert_ptr_null(memmem(out.data, out.len, "aab", 3));
        ck_assert_uint_gt(out.len, LIMIT_PDF_INFO_BYTES);
        pdf_close(pdf);
        sb_free(&title);
        sb_free(&out);
    }
}
END_TEST

START_TEST(papers)
{
    enum paper p;
    ck_assert(paper_parse("a4", &p) == 0 && p == PAPER_A4);
    ck_assert(paper_parse("Letter", &p) == 0 && p == PAPER_LETTER);
    ck_assert_int_eq(paper_parse("a3", &p), -1);
    ck_assert_int_eq(paper_parse("", &p), -1);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("pdf");
    TCase *t = tcase_create("pdf");
    tcase_add_loop_test(t, errors_stick, 0, COUNT(failures));
    tcase_add_test(t, missing_glyphs_are_counted);
    tcase_add_test(t, same_calls_same_bytes);
    tcase_add_loop_test(t, tables_break, 0, COUNT(tables));
    tcase_add_test(t, a_link_must_lead_somewhere);
    tcase_add_test(t, papers);
    tcase_add_test(t, metadata_is_cut);
    suite_add_tcase(s, t);
    return s;
}
