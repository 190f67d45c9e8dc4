#include "base/limits.h"
#include "base/num.h"
#include "base/sha256.h"
#include "chart/charts.h"
#include "chart/generic.h"
#include "chart/generic_sample.h"
#include "chart/paint.h"
#include "chart/sample.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct font *font;

static void open_font(void)
{
    struct err e = ERR_INIT;
    ck_assert_msg(font_open(&font, &e) == 0, "%s", e.text);
}

static void close_font(void)
{
    font_close(font);
}

static const struct text_style plain = {8.0, false, ROLE_TEXT, ANCHOR_START};

START_TEST(test_items)
{
    struct scene *s = scene_new(font, "t", 100.0, 50.0);
    struct stroke line = {ROLE_STOP, 1.0, DASH_LONG};
    scene_title(s, "A\x01 & %d", 5);
    scene_rect(s, 1.005, 2.0, -0.0, 4.0, (struct fill){ROLE_ASSUMED, 0.35, HATCH_RISING}, line);
    scene_segment(s, 0.0, 0.0, 10.0 / 3.0, 1.0, line);
    scene_mark(s, 5.0, 6.0, 2.0, MARK_DIAMOND, (struct fill){ROLE_OK, 1.0, HATCH_NONE}, (struct stroke){0});
    scene_text(s, 3.0, 4.0, plain, "x\ty");
    scene_segment(s, 5.0, 5.0, 5.001, 5.001, line); /* a point is no line */
    struct strbuf sb = {0};
    scene_dump(s, &sb);
    ck_assert_str_eq(sb_str(&sb), "scene t 100.00 x 50.00\n"
                                  "title A & 5\n"
                                  "desc \n"
                                  "rect 1.00 2.00 0.00 4.00 fill assumed 0.35 rising stroke stop 1.00 long\n"
                                  "line 0.00,0.00 3.33,1.00 stroke stop 1.00 long\n"
                                  "mark 5.00 6.00 diamond 2.00 fill ok\n"
                                  "text 3.00 4.00 start 8.00 text width 10.22 \"x y\"\n");
    sb_free(&sb);
    scene_free(s);
}
END_TEST

START_TEST(test_refused)
{
    struct scene *s = scene_new(font, "t", 100.0, 50.0);
    struct point p[2] = {{0.0, 0.0}, {NAN, 1.0}};
    struct stroke line = {ROLE_STOP, 1.0, DASH_SOLID};
    scene_line(s, p, 2, line);
    scene_rect(s, INFINITY, 0.0, 1.0, 1.0, (struct fill){0}, line);
    scene_mark(s, 0.0, 1e9, 1.0, MARK_CIRCLE, (struct fill){0}, line);
    scene_text(s, NAN, 0.0, plain, "x");
    ck_assert_uint_eq(s->n_items, 0);
    ck_assert_uint_eq(s->refused, 4);
    scene_free(s);
}
END_TEST

static const struct clean_row {
    const char *in, *out;
    size_t missing;
} clean_rows[] = {
    {"plain", "plain", 0},
    {"a\nb\tc", "a b c", 0},
    {"\x01\x1F\x7F\xC2\x85x", "x", 0},
    {"a\xE2\x80\xAE"
     "b\xEF\xBB\xBF"
     "c\xEF\xBF\xBE"
     "d",
     "abcd", 0},
    {"\xC5\xA1\xD1\x91\xCE\xB1", "\xC5\xA1\xD1\x91\xCE\xB1", 0},
    {"\xE8\xAF\xAD\xF0\x9F\x98\x80!", "\xE2\x96\xA1\xE2\x96\xA1!", 2},
    {"bad \xFF\xC3", "bad \xE2\x96\xA1\xE2\x96\xA1", 2},
};

START_TEST(test_clean)
{
    const struct clean_row *r = &clean_rows[_i];
    size_t missing = 0;
    char *out = font_clean(font, false, r->in, &missing);
    ck_assert_str_eq(out, r->out);
    ck_assert_msg(missing == r->missing, "row %d: %zu missing", _i, missing);
    free(out);
}
END_TEST

START_TEST(test_fit)
{
    const char *name = "a-very-long-model-name-with-an-end-that-matters";
    char *cut = font_fit(font, false, 8.0, name, 60.0);
    ck_assert(font_width(font, false, 8.0, cut) <= 60.0);
    ck_assert_int_eq(strncmp(cut, "a-very", 6), 0);
    ck_assert_ptr_nonnull(strstr(cut, "\xE2\x80\xA6"));
    ck_assert_str_eq(cut + strlen(cut) - 5, "tters");
    free(cut);
    char *whole = font_fit(font, false, 8.0, "short", 60.0);
    ck_assert_str_eq(whole, "short");
    free(whole);
    char *none = font_fit(font, false, 8.0, name, 1.0);
    ck_assert_str_eq(none, "\xE2\x80\xA6");
    free(none);
}
END_TEST

START_TEST(test_wrap)
{
    char *lines = font_wrap(font, false, 8.0, "one two three four five six seven", 60.0, 0);
    size_t count = 1;
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"), count++)
        ck_assert_msg(font_width(font, false, 8.0, line) <= 60.0, "'%s' is too wide", line);
    ck_assert_uint_gt(count, 2);
    free(lines);
    char *unit = font_wrap(font, false, 8.0, "a probability of 96.8 %; more",
                           font_width(font, false, 8.0, "a probability of 96.8 "), 0);
    ck_assert_str_eq(unit, "a probability of\n96.8 %; more");
    free(unit);
    char *cut = font_wrap(font, false, 8.0, "one two three four five six seven", 60.0, 1);
    ck_assert_ptr_null(strchr(cut, '\n'));
    ck_assert_str_eq(cut + strlen(cut) - 3, "\xE2\x80\xA6");
    ck_assert(font_width(font, false, 8.0, cut) <= 60.0);
    free(cut);
    char *word = font_wrap(font, false, 8.0, "unbreakableunbreakableunbreakable", 40.0, 0);
    ck_assert_ptr_nonnull(strchr(word, '\n'));
    free(word);
}
END_TEST

START_TEST(test_hatch)
{
    for (int kind = HATCH_RISING; kind <= HATCH_FALLING; kind++) {
        struct item r = {
            .kind = ITEM_RECT, .fill = {ROLE_ASSUMED, 0.3, (enum hatch)kind}, .x = 10, .y = 20, .w = 33, .h = 9};
        struct point seg[2];
        size_t n = 0;
        for (; hatch_line(&r, n, seg); n++)
            for (int k = 0; k < 2; k++)
                ck_assert_msg(seg[k].x >= 9.99 && seg[k].x <= 43.01 && seg[k].y >= 19.99 && seg[k].y <= 29.01,
                              "line %zu leaves the rectangle at %.2f %.2f", n, seg[k].x, seg[k].y);
        ck_assert_msg(n >= 9 && n <= 11, "%zu lines", n);
    }
}
END_TEST

/* The scenes of a sample; the last entry is the generic charts. */
static size_t scenes_of(int i, struct scene *out[], struct plan **plan)
{
    *plan = NULL;
    size_t n = 0;
    if ((size_t)i == n_samples) {
        for (; n < n_generic_samples; n++)
            out[n] = generic_sample(n, font);
        return n;
    }
    *plan = sample_plan(&samples[i]);
    for (; n < n_charts; n++)
        out[n] = charts[n].build(*plan, font);
    return n;
}

struct box {
    double x1, y1, x2, y2;
};

static struct box text_box(const struct item *it)
{
    double share = it->style.anchor == ANCHOR_START ? 0.0 : it->style.anchor == ANCHOR_MIDDLE ? 0.5 : 1.0;
    double x = it->x - share * it->w;
    return (struct box){x, it->y - 0.7 * it->style.size, x + it->w, it->y + 0.18 * it->style.size};
}

static void check_texts(const char *sample, const struct scene *s)
{
    for (size_t i = 0; i < s->n_items; i++) {
        const struct item *it = &s->items[i];
        if (it->kind != ITEM_TEXT)
            continue;
        struct box a = text_box(it);
        ck_assert_msg(a.x1 >= -PAINT_MARGIN && a.x2 <= s->width + PAINT_MARGIN && a.y1 >= -1.0 &&
                          a.y2 <= s->height + 1.0,
                      "%s/%s: '%s' leaves the picture", sample, s->name, it->text);
        for (size_t k = i + 1; k < s->n_items; k++) {
            if (s->items[k].kind != ITEM_TEXT)
                continue;
            struct box b = text_box(&s->items[k]);
            bool apart = a.x2 <= b.x1 || b.x2 <= a.x1 || a.y2 <= b.y1 || b.y2 <= a.y1;
            ck_assert_msg(apart, "%s/%s: '%s' and '%s' overlap", sample, s->name, it->text, s->items[k].text);
        }
    }
}

START_TEST(test_samples)
{
    struct scene *scenes[16];
    struct plan *plan;
    const char *name = (size_t)_i == n_samples ? "generic" : samples[_i].name;
    size_t n = scenes_of(_i, scenes, &plan);
    for (size_t k = 0; k < n; k++) {
        const struct scene *s = scenes[k];
        ck_assert_msg(s->refused == 0, "%s/%s: %zu items refused", name, s->name, s->refused);
        ck_assert_msg(*s->title && *s->desc, "%s/%s: no title or description", name, s->name);
        ck_assert_msg(s->n_items > 2, "%s/%s: an empty picture", name, s->name);
        check_texts(name, s);
        scene_free(scenes[k]);
    }
    plan_free(plan);
}
END_TEST

/* Hashes of all pictures of a sample, painted in order or backwards. */
static void paint_all(int i, bool png, bool backwards, char hash[16][65])
{
    struct scene *scenes[16];
    struct plan *plan;
    size_t n = scenes_of(i, scenes, &plan);
    for (size_t k = 0; k < n; k++) {
        size_t at = backwards ? n - 1 - k : k;
        struct strbuf out = {0};
        struct err e = ERR_INIT;
        if (png)
            ck_assert_msg(paint_png(scenes[at], 0.5, &out, &e) == 0, "%s", e.text);
        else
            paint_svg(scenes[at], 1.0, &out);
        sha256_hex(hash[at], out.data, out.len);
        sb_free(&out);
    }
    for (size_t k = 0; k < n; k++)
        scene_free(scenes[k]);
    plan_free(plan);
}

START_TEST(test_repeatable)
{
    for (int png = 0; png < 2; png++) {
        char first[16][65] = {{0}}, again[16][65] = {{0}}, other[16][65];
        paint_all(0, png, false, first);
        paint_all((int)n_samples, png, false, other);
        paint_all(0, png, true, again);
        for (size_t k = 0; k < n_charts; k++)
            ck_assert_msg(strcmp(first[k], again[k]) == 0, "%s %s depends on what was drawn before", charts[k].name,
                          png ? "PNG" : "SVG");
    }
}
END_TEST

START_TEST(test_letters)
{
    /* Pairs that a font cut down wrongly would draw alike: s caron, Cyrillic io, Greek alpha with
     * tonos. */
    static const char *const pairs[][2] = {{"s", "\xC5\xA1"}, {"\xD0\xB5", "\xD1\x91"}, {"\xCE\xB1", "\xCE\xAC"}};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct strbuf out[2] = {{0}, {0}};
        for (int k = 0; k < 2; k++) {
            struct err e = ERR_INIT;
            struct scene *s = scene_new(font, "t", 40.0, 20.0);
            scene_text(s, 2.0, 15.0, plain, pairs[i][k]);
            ck_assert_uint_eq(s->missing, 0);
            ck_assert_int_eq(paint_png(s, 2.0, &out[k], &e), 0);
            scene_free(s);
        }
        ck_assert_msg(out[0].len != out[1].len || memcmp(out[0].data, out[1].data, out[0].len) != 0,
                      "'%s' is drawn like '%s'", pairs[i][1], pairs[i][0]);
        sb_free(&out[0]);
        sb_free(&out[1]);
    }
}
END_TEST

START_TEST(test_dead_context)
{
    /* Bad UTF-8 kills a cairo context for good while its surface still claims success. */
    struct scene *s = scene_new(font, "t", 40.0, 20.0);
    scene_text(s, 2.0, 15.0, plain, "x");
    s->items[0].text = "\xFF";
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    ck_assert_int_eq(paint_png(s, 2.0, &out, &e), EXIT_OUTPUT);
    ck_assert_ptr_nonnull(strstr(e.text, "cairo"));
    sb_free(&out);
    scene_free(s);
}
END_TEST

START_TEST(test_png_limit)
{
    struct scene *s = scene_new(font, "t", 400.0, 200.0);
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    ck_assert_int_eq(paint_png(s, 1000.0, &out, &e), EXIT_USAGE);
    scene_free(s);
    for (int over = 0; over <= 1; over++) {
        struct err at = ERR_INIT;
        s = scene_new(font, "t", LIMIT_PNG_SIDE - 2.0 * PAINT_MARGIN + over, 4.0);
        ck_assert_msg(paint_png(s, 1.0, &out, &at) == (over ? EXIT_USAGE : 0), "%d past: %s", over, at.text);
        scene_free(s);
    }
    sb_free(&out);
}
END_TEST

/* A table of as many cells as can be told apart is drawn, one of more says that it is not. */
START_TEST(test_heat_limit)
{
    for (size_t over = 0; over <= 1; over++) {
        size_t n = LIMIT_HEAT_CELLS + over;
        double *value = malloc(n * sizeof *value);
        const char **labels = malloc(n * sizeof *labels);
        for (size_t i = 0; i < n; i++) {
            value[i] = (double)i;
            labels[i] = "";
        }
        struct chart_text text = {.name = "t", .title = "t", .desc = "t"};
        struct heat h = {.x_title = "x",
                         .y_title = "y",
                         .unit = "u",
                         .columns = labels,
                         .n_columns = n,
                         .rows = labels,
                         .n_rows = 1,
                         .value = value,
                         .format = num_money};
        struct scene *s = chart_heat(font, &text, &h);
        struct strbuf out = {0};
        scene_dump(s, &out);
        ck_assert_uint_eq(strstr(sb_str(&out), "too many cells") != NULL, over);
        ck_assert_uint_eq(s->n_items > LIMIT_HEAT_CELLS, !over);
        sb_free(&out);
        scene_free(s);
        free(value);
        free(labels);
    }
}
END_TEST

START_TEST(test_svg_text)
{
    struct scene *s = scene_new(font, "t", 40.0, 20.0);
    scene_title(s, "<a> & \"b\" 'c' \x02");
    scene_text(s, 2.0, 15.0, plain, "</text><script>\xE8\xAF\xAD");
    struct strbuf out = {0};
    paint_svg(s, 2.0, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39; </title>"));
    ck_assert_ptr_nonnull(strstr(out.data, ">&lt;/text&gt;&lt;script&gt;\xE8\xAF\xAD</text>"));
    ck_assert_ptr_nonnull(strstr(out.data, "width=\"112pt\" height=\"72pt\" viewBox=\"-8 -8 56 36\""));
    ck_assert_ptr_null(strstr(out.data, "\x02"));
    ck_assert_uint_eq(s->missing, 1);
    sb_free(&out);
    scene_free(s);
}
END_TEST

/* What the dump of a scene holds; frees the scene. */
static char *dumped(struct scene *s)
{
    struct strbuf out = {0};
    scene_dump(s, &out);
    ck_assert_uint_eq(s->refused, 0);
    scene_free(s);
    return out.data;
}

static size_t count_of(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what))
        n++;
    return n;
}

/* Charts of figures that are all unknown say so; of figures that are partly unknown the known ones are drawn. */
START_TEST(test_gaps)
{
    struct chart_text text = {.name = "t", .title = "t", .desc = "t"};
    const double x[] = {1.0, 2.0, 3.0, NAN, 5.0}, y[] = {NAN, 4.0, NAN, 2.0, 1.0}, none[] = {NAN, NAN, NAN, NAN, NAN};
    const char *const names[] = {"a", "b", NULL, "d", NULL};
    struct axis_spec to = {"x", SCALE_AUTO, false};

    struct bar bars[] = {{"a", NAN, "unknown", ROLE_MEASURED, HATCH_NONE},
                         {NULL, 3.0, "three", ROLE_MEASURED, HATCH_NONE}};
    char *out = dumped(chart_bars(font, &text, to, bars, 1));
    ck_assert_ptr_nonnull(strstr(out, "There is nothing to draw: no bar of this chart has a known value."));
    free(out);
    out = dumped(chart_bars(font, &text, to, bars, 2));
    ck_assert_ptr_nonnull(strstr(out, "\"three\""));
    ck_assert_ptr_nonnull(strstr(out, "\"unknown\""));
    ck_assert_uint_eq(count_of(out, "fill measured"), 1);
    free(out);

    out = dumped(chart_frontier(font, &text, to, to, x, none, names, 5));
    ck_assert_ptr_nonnull(strstr(out, "There is nothing to draw: no choice has both figures."));
    free(out);
    /* Two choices have both figures, (2, 4) and (5, 1); only the first has a name, and gets the number 1. */
    out = dumped(chart_frontier(font, &text, to, to, x, y, names, 5));
    ck_assert_ptr_nonnull(strstr(out, "\"b\""));
    ck_assert_uint_eq(count_of(out, "diamond 3.00"), 2);
    ck_assert_uint_eq(count_of(out, "\"1\"") >= 1, 1);
    free(out);
    out = dumped(chart_frontier(font, &text, to, to, x, y, NULL, 5));
    ck_assert_uint_eq(count_of(out, "diamond 3.00"), 2);
    free(out);
    /* A choice of one's own without figures is not marked; a limit beyond the axis is not drawn. */
    struct own_choice own = {NAN, 2.0, "ours", {900.0, "limit", ROLE_STOP}};
    out = dumped(chart_frontier_with(font, &text, to, to, x, y, names, 5, &own));
    ck_assert_ptr_null(strstr(out, "ours"));
    ck_assert_ptr_null(strstr(out, "limit"));
    free(out);
    own.x = 3.0, own.limit.value = 3.0;
    out = dumped(chart_frontier_with(font, &text, to, to, x, y, names, 5, &own));
    ck_assert_ptr_nonnull(strstr(out, "ours"));
    ck_assert_ptr_nonnull(strstr(out, "limit"));
    free(out);

    const char *const columns[] = {"1", "2", "3", "4", "5"}, *const rows[] = {"r"};
    struct heat h = {.x_title = "x",
                     .y_title = "y",
                     .columns = columns,
                     .n_columns = 5,
                     .rows = rows,
                     .n_rows = 1,
                     .value = none,
                     .format = num_plain};
    out = dumped(chart_heat(font, &text, &h));
    ck_assert_ptr_nonnull(strstr(out, "There is nothing to draw: no cell of this table has a known value."));
    free(out);
    /* Figures over some powers of ten are shaded by their logarithms: of 1, 100 and 10000 the middle one is half. */
    const double wide[] = {1.0, 100.0, 10000.0, 0.0, NAN};
    h.value = wide;
    out = dumped(chart_heat(font, &text, &h));
    ck_assert_uint_eq(count_of(out, "fill measured 0.53"), 1); /* 0.06 + 0.94 / 2 */
    ck_assert_uint_eq(count_of(out, "fill measured 0.06"), 3); /* 1, 0 and the foot of the legend */
    ck_assert_uint_eq(count_of(out, "fill rule 0.3"), 1);      /* no answer */
    free(out);

    const struct series lines[] = {{.label = "none", .kind = SERIES_LINE, .x = x, .y = none, .n = 5},
                                   {.label = "some", .kind = SERIES_LINE, .x = x, .y = y, .n = 5}};
    const struct rule rules[] = {{3.0, NULL, ROLE_STOP}, {900.0, "far", ROLE_STOP}};
    struct panel p = {to, lines, 1, rules, 2};
    out = dumped(chart_lines(font, &text, to, &p, 1));
    ck_assert_ptr_nonnull(strstr(out, "There is nothing to draw"));
    free(out);
    p.n_series = 2;
    out = dumped(chart_lines(font, &text, to, &p, 1));
    ck_assert_ptr_nonnull(strstr(out, "\"some\""));
    free(out);
}
END_TEST

Suite *unit_suite(void)
{
    Suite *s = suite_create("scene");
    TCase *tc = tcase_create("scene");
    tcase_add_checked_fixture(tc, open_font, close_font);
    tcase_set_timeout(tc, 60.0);
    tcase_add_test(tc, test_items);
    tcase_add_test(tc, test_refused);
    tcase_add_loop_test(tc, test_clean, 0, (int)COUNT(clean_rows));
    tcase_add_test(tc, test_fit);
    tcase_add_test(tc, test_wrap);
    tcase_add_test(tc, test_hatch);
    tcase_add_loop_test(tc, test_samples, 0, (int)n_samples + 1);
    tcase_add_test(tc, test_repeatable);
    tcase_add_test(tc, test_letters);
    tcase_add_test(tc, test_dead_context);
    tcase_add_test(tc, test_png_limit);
    tcase_add_test(tc, test_heat_limit);
    tcase_add_test(tc, test_gaps);
    tcase_add_test(tc, test_svg_text);
    suite_add_tcase(s, tc);
    return s;
}
