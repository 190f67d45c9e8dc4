#include "sheet/xlsx.h"

#include "base/limits.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const api_names[] = {XLSX_API(DYN_SYMBOL)};

/* Excel's limit for a cell, in UTF-16 units. */

static const char *const number_formats[NF_MAX] = {
    [NF_TEXT] = NULL,
    [NF_COUNT] = "#,##0",
    [NF_ONE] = "#,##0.0",
    [NF_TWO] = "#,##0.00",
    [NF_THREE] = "#,##0.000",
    [NF_FOUR] = "#,##0.0000",
    [NF_FIVE] = "#,##0.00000",
    [NF_SIX] = "#,##0.000000",
    [NF_SEVEN] = "#,##0.0000000",
    [NF_EIGHT] = "#,##0.00000000",
    [NF_NINE] = "#,##0.000000000",
    [NF_PERCENT] = "0.0%",
    [NF_MS] = "#,##0\" ms\"",
    [NF_MS_ONE] = "#,##0.0\" ms\"",
    [NF_SECONDS] = "#,##0.0\" s\"",
    [NF_SECONDS_FINE] = "0.0000\" s\"",
    [NF_SIGNED_COUNT] = "+#,##0;-#,##0;0",
    [NF_SIGNED_MONEY] = "+#,##0.00;-#,##0.00;0.00",
};

enum rule { RULE_NONE, RULE_BELOW, RULE_BOX };

static const struct look {
    double size;
    bool bold, wrap, unlocked, indent;
    int text, fill, edge; /* fill and edge: 0 is none */
    enum rule rule;
    uint8_t align;
} looks[ST_MAX] = {
    [ST_TITLE] = {.size = 14, .bold = true, .text = COLOUR_TEXT},
    [ST_HEADING] = {.size = 11, .bold = true, .text = COLOUR_TEXT},
    [ST_HEAD] = {.size = 8,
                 .bold = true,
                 .wrap = true,
                 .text = COLOUR_TEXT,
                 .fill = TINT_HEAD,
                 .rule = RULE_BELOW,
                 .edge = COLOUR_QUIET,
                 .align = LXW_ALIGN_RIGHT},
    [ST_HEAD_TEXT] = {.size = 8,
                      .bold = true,
                      .wrap = true,
                      .text = COLOUR_TEXT,
                      .fill = TINT_HEAD,
                      .rule = RULE_BELOW,
                      .edge = COLOUR_QUIET,
                      .align = LXW_ALIGN_LEFT},
    [ST_HEAD_UNIT] = {.size = 8,
                      .bold = true,
                      .wrap = true,
                      .indent = true,
                      .text = COLOUR_TEXT,
                      .fill = TINT_HEAD,
                      .rule = RULE_BELOW,
                      .edge = COLOUR_QUIET,
                      .align = LXW_ALIGN_LEFT},
    [ST_TEXT] = {.size = 9, .text = COLOUR_TEXT, .align = LXW_ALIGN_LEFT},
    [ST_WRAP] = {.size = 9,
                 .wrap = true,
                 .indent = true,
                 .text = COLOUR_TEXT,
                 .rule = RULE_BELOW,
                 .edge = COLOUR_RULE,
                 .align = LXW_ALIGN_LEFT},
    [ST_NOTE] = {.size = 8,
                 .wrap = true,
                 .indent = true,
                 .text = COLOUR_QUIET,
                 .rule = RULE_BELOW,
                 .edge = COLOUR_RULE,
                 .align = LXW_ALIGN_LEFT},
    [ST_NOTE_LINE] = {.size = 8, .text = COLOUR_QUIET, .align = LXW_ALIGN_LEFT},
    [ST_LABEL] = {.size = 9, .text = COLOUR_TEXT, .rule = RULE_BELOW, .edge = COLOUR_RULE, .align = LXW_ALIGN_LEFT},
    [ST_UNIT] = {.size = 9,
                 .indent = true,
                 .text = COLOUR_TEXT,
                 .rule = RULE_BELOW,
                 .edge = COLOUR_RULE,
                 .align = LXW_ALIGN_LEFT},
    [ST_KEY] = {.size = 9, .text = COLOUR_TEXT, .rule = RULE_BELOW, .edge = COLOUR_RULE, .align = LXW_ALIGN_LEFT},
    [ST_STRONG_LABEL] = {.size = 9,
                         .bold = true,
                         .text = COLOUR_TEXT,
                         .rule = RULE_BELOW,
                         .edge = COLOUR_RULE,
                         .align = LXW_ALIGN_LEFT},
    [ST_VALUE] = {.size = 9, .text = COLOUR_TEXT, .rule = RULE_BELOW, .edge = COLOUR_RULE, .align = LXW_ALIGN_RIGHT},
    [ST_STRONG] = {.size = 9,
                   .bold = true,
                   .text = COLOUR_TEXT,
                   .rule = RULE_BELOW,
                   .edge = COLOUR_RULE,
                   .align = LXW_ALIGN_RIGHT},
    [ST_INPUT] = {.size = 9,
                  .bold = true,
                  .unlocked = true,
                  .text = COLOUR_TEXT,
                  .fill = TINT_CHOSEN,
                  .rule = RULE_BOX,
                  .edge = COLOUR_CHOSEN,
                  .align = LXW_ALIGN_RIGHT},
    [ST_MEASURED] = {.size = 9,
                     .text = COLOUR_TEXT,
                     .fill = TINT_MEASURED,
                     .rule = RULE_BELOW,
                     .edge = COLOUR_RULE,
                     .align = LXW_ALIGN_RIGHT},
    [ST_DERIVED] = {.size = 9,
                    .text = COLOUR_TEXT,
                    .fill = TINT_DERIVED,
                    .rule = RULE_BELOW,
                    .edge = COLOUR_RULE,
                    .align = LXW_ALIGN_RIGHT},
    [ST_STATIC] = {.size = 9,
                   .text = COLOUR_TEXT,
                   .fill = TINT_ASSUMED,
                   .rule = RULE_BELOW,
                   .edge = COLOUR_RULE,
                   .align = LXW_ALIGN_RIGHT},
    [ST_BIG] = {.size = 14, .bold = true, .text = COLOUR_TEXT, .align = LXW_ALIGN_LEFT},
    [ST_BIG_LABEL] = {.size = 8, .text = COLOUR_QUIET, .align = LXW_ALIGN_LEFT},
    [ST_VERDICT] = {.size = 9,
                    .bold = true,
                    .text = COLOUR_TEXT,
                    .rule = RULE_BELOW,
                    .edge = COLOUR_RULE,
                    .align = LXW_ALIGN_CENTER},
};

static bool failed(const struct book *b)
{
    return b->err->code != 0;
}

void book_check(struct book *b, lxw_error rc, const char *what)
{
    if (rc != LXW_NO_ERROR)
        err_set(b->err, EXIT_OUTPUT, "%s: the workbook library refused %s (its error %d)", b->shown, what, (int)rc);
}

int book_open(struct book *b, const char *shown, const char *tmp, char *tmpdir, struct err *e)
{
    *b = (struct book){.err = e, .shown = shown};
    if (dyn_load("libxlsxwriter.so.4", "libxlsxwriter4", api_names, DYN_COUNT(api_names), &b->lib, e) != 0)
        return e->code;
    lxw_workbook_options options = {.constant_memory = LXW_FALSE, .tmpdir = tmpdir, .use_zip64 = LXW_FALSE};
    b->wb = b->lib.workbook_new_opt(tmp, &options);
    if (!b->wb)
        mem_fail();
    /* Column widths are counted in digits of the default font. Arial is the same width everywhere
     * (Liberation Sans stands in for it); the library's Calibri is not. */
    lxw_format *first = STAILQ_FIRST(b->wb->formats);
    b->lib.format_set_font_name(first, "Arial");
    b->lib.format_set_font_size(first, 10);
    return 0;
}

int book_close(struct book *b)
{
    if (!b->wb)
        return b->err->code;
    lxw_error rc = b->lib.workbook_close(b->wb);
    b->wb = NULL;
    if (rc != LXW_NO_ERROR)
        err_set(b->err, EXIT_OUTPUT, "%s: cannot write: the workbook library failed (its error %d; a full disk?)",
                b->shown, (int)rc);
    return b->err->code;
}

static lxw_format *book_format(struct book *b, enum style style, enum number_format nf)
{
    lxw_format **at = &b->formats[style][nf];
    if (*at)
        return *at;
    const struct look *k = &looks[style];
    lxw_format *f = b->lib.workbook_add_format(b->wb);
    if (!f)
        mem_fail();
    *at = f;
    b->lib.format_set_font_name(f, "Arial");
    b->lib.format_set_font_size(f, k->size);
    b->lib.format_set_font_color(f, (lxw_color_t)k->text);
    if (k->bold)
        b->lib.format_set_bold(f);
    if (k->wrap)
        b->lib.format_set_text_wrap(f);
    if (k->unlocked)
        b->lib.format_set_unlocked(f);
    if (k->align)
        b->lib.format_set_align(f, k->align);
    if (k->indent)
        b->lib.format_set_indent(f, 1);
    b->lib.format_set_align(f, LXW_ALIGN_VERTICAL_TOP);
    if (k->fill) {
        b->lib.format_set_pattern(f, LXW_PATTERN_SOLID);
        b->lib.format_set_bg_color(f, (lxw_color_t)k->fill);
    }
    if (k->rule == RULE_BELOW) {
        b->lib.format_set_bottom(f, LXW_BORDER_THIN);
        b->lib.format_set_bottom_color(f, (lxw_color_t)k->edge);
    } else if (k->rule == RULE_BOX) {
        b->lib.format_set_border(f, LXW_BORDER_THIN);
        b->lib.format_set_border_color(f, (lxw_color_t)k->edge);
    }
    if (number_formats[nf])
        b->lib.format_set_num_format(f, number_formats[nf]);
    return f;
}

struct sheet book_sheet(struct book *b, const char *name, enum colour tab, const double *widths)
{
    struct sheet s = {.b = b, .name = name};
    s.ws = b->lib.workbook_add_worksheet(b->wb, name);
    if (!s.ws) {
        err_set(b->err, EXIT_OUTPUT, "%s: the workbook library refused the sheet %s", b->shown, name);
        return s;
    }
    for (lxw_col_t c = 0; widths[c] > 0; c++)
        book_check(b, b->lib.worksheet_set_column(s.ws, c, c, widths[c], NULL), "a column width");
    book_check(b, b->lib.worksheet_set_row(s.ws, 0, 22, NULL), "a row height");
    b->lib.worksheet_set_tab_color(s.ws, (lxw_color_t)tab);
    b->lib.worksheet_gridlines(s.ws, LXW_HIDE_ALL_GRIDLINES);
    return s;
}

void sheet_freeze(struct sheet *s, lxw_row_t first_head, lxw_row_t below)
{
    if (failed(s->b))
        return;
    s->b->lib.worksheet_freeze_panes(s->ws, below, 0);
    book_check(s->b, s->b->lib.worksheet_repeat_rows(s->ws, first_head, below - 1), "a repeated head");
}

void sheet_finish(struct sheet *s, int pages_tall)
{
    if (failed(s->b))
        return;
    struct xlsx_api *lib = &s->b->lib;
    const double margin = 18 / 25.4; /* mm, as in the report */
    lib->worksheet_set_landscape(s->ws);
    lib->worksheet_set_paper(s->ws, 9); /* A4 */
    lib->worksheet_set_margins(s->ws, margin, margin, margin, margin);
    lib->worksheet_fit_to_pages(s->ws, 1, (uint16_t)pages_tall);
    char *footer =
        xasprintf("&L&8headroom%s%s: &A&R&8page &P of &N", s->b->footer ? " " : "", s->b->footer ? s->b->footer : "");
    book_check(s->b, lib->worksheet_set_footer(s->ws, footer), "a footer");
    free(footer);
    lxw_protection allowed = {.format_columns = LXW_TRUE, .format_rows = LXW_TRUE};
    lib->worksheet_protect(s->ws, NULL, &allowed);
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/* _x0041_ in a cell reads as "A" to Excel. */
static bool looks_like_escape(const char *s)
{
    if (s[0] != '_' || s[1] != 'x')
        return false;
    for (int i = 2; i < 6; i++)
        if (!is_hex(s[i]))
            return false;
    return s[6] == '_';
}

static size_t utf16_units(uint32_t cp)
{
    return cp >= 0x10000 ? 2 : 1;
}

char *xlsx_text(const char *text)
{
    static const char mark[] = " ... [cut: longer than a cell may be]";
    struct strbuf out = {0};
    size_t units = 0, fits = 0; /* fits: length in bytes up to which the mark has room */
    size_t n = strlen(text);
    for (const char *p = text; n > 0;) {
        uint32_t cp;
        size_t len = utf8_decode(p, n, &cp);
        char buf[16];
        const char *add = p;
        size_t add_len = len;
        if (len == 0) {
            len = 1;
            add_len = (size_t)snprintf(buf, sizeof buf, "\\x%02x", (unsigned char)*p);
            add = buf;
        } else if ((cp < 0x20 && cp != '\n' && cp != '\t') || (cp >= 0x7f && cp < 0xa0)) {
            add_len = (size_t)snprintf(buf, sizeof buf, "\\x%02x", (unsigned)cp);
            add = buf;
        } else if (cp == 0xfffe || cp == 0xffff) {
            add_len = (size_t)snprintf(buf, sizeof buf, "\\u%04x", (unsigned)cp);
            add = buf;
        } else if (cp == '_' && looks_like_escape(p)) {
            add_len = (size_t)snprintf(buf, sizeof buf, "_x005F_");
            add = buf;
        }
        size_t more = add == p ? utf16_units(cp) : add_len;
        if (units + more > LIMIT_CELL_TEXT) {
            sb_trunc(&out, fits);
            sb_add(&out, mark);
            break;
        }
        sb_addn(&out, add, add_len);
        units += more;
        if (units + sizeof mark - 1 <= LIMIT_CELL_TEXT)
            fits = out.len;
        p += len;
        n -= len;
    }
    if (!out.data)
        sb_add(&out, "");
    return sb_detach(&out);
}

void put_text(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, const char *text)
{
    if (failed(s->b))
        return;
    char *safe = xlsx_text(text ? text : "unknown");
    lxw_format *f = book_format(s->b, style, NF_TEXT);
    book_check(s->b,
               *safe ? s->b->lib.worksheet_write_string(s->ws, row, col, safe, f)
                     : s->b->lib.worksheet_write_blank(s->ws, row, col, f),
               "a text");
    free(safe);
}

static void put_number_text(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf,
                            const char *text)
{
    char *safe = xlsx_text(text);
    book_check(s->b, s->b->lib.worksheet_write_string(s->ws, row, col, safe, book_format(s->b, style, nf)), "a text");
    free(safe);
}

void put_value(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf,
               const char *formula, struct value v)
{
    if (failed(s->b))
        return;
    const char *text = v.text ? v.text : isfinite(v.number) ? NULL : "unknown";
    lxw_format *f = book_format(s->b, style, nf);
    if (!formula) {
        if (text)
            put_number_text(s, row, col, style, nf, text);
        else
            book_check(s->b, s->b->lib.worksheet_write_number(s->ws, row, col, v.number, f), "a number");
        return;
    }
    char *whole = xasprintf("=%s", formula);
    if (text) {
        char *safe = xlsx_text(text);
        book_check(s->b, s->b->lib.worksheet_write_formula_str(s->ws, row, col, whole, f, safe), "a formula");
        free(safe);
    } else {
        book_check(s->b, s->b->lib.worksheet_write_formula_num(s->ws, row, col, whole, f, v.number), "a formula");
    }
    free(whole);
}

void put_number(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf, double x)
{
    put_value(s, row, col, style, nf, NULL, NUMBER(x));
}

void put_blank(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf)
{
    if (!failed(s->b))
        book_check(s->b, s->b->lib.worksheet_write_blank(s->ws, row, col, book_format(s->b, style, nf)), "a blank");
}

void sheet_row_lines(struct sheet *s, lxw_row_t row, int lines)
{
    /* Rows that hold merged text are not fitted by any reader, so they say their height. */
    if (!failed(s->b))
        book_check(s->b, s->b->lib.worksheet_set_row(s->ws, row, 12.0 * lines + 3, NULL), "a row height");
}

void put_merged(struct sheet *s, lxw_row_t row, lxw_col_t from, lxw_col_t to, enum style style, int lines,
                const char *text)
{
    if (failed(s->b))
        return;
    char *safe = xlsx_text(text);
    book_check(s->b,
               s->b->lib.worksheet_merge_range(s->ws, row, from, row, to, safe, book_format(s->b, style, NF_TEXT)),
               "a text over columns");
    free(safe);
    if (lines > 0)
        sheet_row_lines(s, row, lines);
}

int text_lines(const char *text, double width)
{
    /* Widths are counted in digits of 10 pt; a letter of 9 pt text takes less. */
    width *= 1.15;
    double columns = 0;
    int lines = 1;
    for (const char *p = text; *p;) {
        size_t word = strcspn(p, " \n");
        char *copy = xstrndup(p, word);
        double w = (double)utf8_width(copy);
        free(copy);
        if (columns > 0 && columns + w > width) {
            lines++;
            columns = 0;
        }
        while (w > width) {
            lines++;
            w -= width;
        }
        columns += w + 1;
        p += word;
        if (*p == '\n') {
            lines++;
            columns = 0;
        }
        if (*p)
            p++;
    }
    return lines < 30 ? lines : 30; /* a row may be 409 points high */
}

/* "$C$5" of a cell. Columns here stay below 26. */
static void address(char out[32], lxw_row_t row, lxw_col_t col)
{
    snprintf(out, 32, "$%c$%u", 'A' + (int)col, (unsigned)row + 1);
}

void book_name_range(struct sheet *s, const char *name, lxw_row_t from, lxw_row_t to, lxw_col_t col)
{
    if (failed(s->b))
        return;
    char a[32], z[32], target[128];
    address(a, from, col);
    address(z, to, col);
    snprintf(target, sizeof target, from == to ? "=%s!%s" : "=%s!%s:%s", s->name, a, z);
    book_check(s->b, s->b->lib.workbook_define_name(s->b->wb, name, target), "a name");
}

void book_name(struct sheet *s, const char *name, lxw_row_t row, lxw_col_t col)
{
    book_name_range(s, name, row, row, col);
}

void sheet_verdict_colours(struct sheet *s, lxw_row_t from, lxw_row_t to, lxw_col_t col)
{
    static const struct {
        const char *word;
        enum colour text, fill;
    } rows[] = {
        {"\"OK\"", COLOUR_OK, TINT_OK}, {"\"WARN\"", COLOUR_TEXT, TINT_CHOSEN}, {"\"STOP\"", COLOUR_STOP, TINT_STOP}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !failed(s->b); i++) {
        lxw_format *f = s->b->lib.workbook_add_format(s->b->wb);
        if (!f)
            mem_fail();
        s->b->lib.format_set_font_color(f, rows[i].text);
        s->b->lib.format_set_bg_color(f, rows[i].fill);
        lxw_conditional_format rule = {.type = LXW_CONDITIONAL_TYPE_CELL,
                                       .criteria = LXW_CONDITIONAL_CRITERIA_EQUAL_TO,
                                       .value_string = (char *)rows[i].word, /* copied */
                                       .format = f};
        book_check(s->b, s->b->lib.worksheet_conditional_format_range(s->ws, from, col, to, col, &rule),
                   "a conditional format");
    }
}

void sheet_validate(struct sheet *s, lxw_row_t from, lxw_row_t to, lxw_col_t col, const struct entry_rule *rule,
                    bool show_input)
{
    if (failed(s->b))
        return;
    /* The library copies these texts; its fields lack the const. */
    char *title = (char *)rule->title, *message = (char *)rule->message;
    lxw_data_validation v = {.validate = rule->type,
                             .criteria = LXW_VALIDATION_CRITERIA_BETWEEN,
                             .ignore_blank = LXW_VALIDATION_ON,
                             .show_input = show_input ? LXW_VALIDATION_ON : LXW_VALIDATION_OFF,
                             .show_error = LXW_VALIDATION_ON,
                             .error_type = LXW_VALIDATION_ERROR_TYPE_STOP,
                             .minimum_number = rule->least,
                             .maximum_number = rule->most,
                             .minimum_formula = (char *)rule->least_formula,
                             .maximum_formula = (char *)rule->most_formula,
                             .input_title = show_input ? title : NULL,
                             .input_message = show_input ? message : NULL,
                             .error_title = title,
                             .error_message = message};
    book_check(s->b, s->b->lib.worksheet_data_validation_range(s->ws, from, col, to, col, &v), "a validation");
}

lxw_chart *book_chart(struct book *b, lxw_chart_type type, const struct chart_axes *axes)
{
    if (failed(b))
        return NULL;
    lxw_chart *c = b->lib.workbook_add_chart(b->wb, (uint8_t)type);
    if (!c)
        mem_fail();
    static const char arial[] = "Arial";
    char *font = (char *)arial; /* copied by the library */
    lxw_chart_font title = {.name = font, .size = 11, .bold = LXW_TRUE, .color = COLOUR_TEXT};
    lxw_chart_font small = {.name = font, .size = 8, .bold = LXW_EXPLICIT_FALSE, .color = COLOUR_TEXT};
    lxw_chart_line rule = {.color = COLOUR_RULE, .width = 0.75F};
    lxw_chart_line none = {.none = LXW_TRUE};
    b->lib.chart_title_set_name(c, axes->title);
    b->lib.chart_title_set_name_font(c, &title);
    lxw_chart_axis *both[] = {axes->bars ? c->y_axis : c->x_axis, axes->bars ? c->x_axis : c->y_axis};
    const char *const names[] = {axes->x, axes->y}, *const formats[] = {axes->x_format, axes->y_format};
    for (int i = 0; i < 2; i++) {
        b->lib.chart_axis_set_name(both[i], names[i]);
        b->lib.chart_axis_set_name_font(both[i], &small);
        b->lib.chart_axis_set_num_font(both[i], &small);
        b->lib.chart_axis_set_line(both[i], &rule);
        if (formats[i])
            b->lib.chart_axis_set_num_format(both[i], formats[i]);
    }
    b->lib.chart_axis_set_min(both[1], 0); /* a bar that begins elsewhere misleads */
    b->lib.chart_axis_major_gridlines_set_visible(both[1], LXW_TRUE);
    b->lib.chart_axis_major_gridlines_set_line(both[1], &rule);
    b->lib.chart_legend_set_position(c, LXW_CHART_LEGEND_BOTTOM);
    b->lib.chart_legend_set_font(c, &small);
    b->lib.chart_chartarea_set_line(c, &none);
    return c;
}

lxw_chart_series *chart_series(struct sheet *s, lxw_chart *chart, const char *name, lxw_row_t from, lxw_row_t to,
                               lxw_col_t x, lxw_col_t y)
{
    if (failed(s->b))
        return NULL;
    lxw_chart_series *series = s->b->lib.chart_add_series(chart, NULL, NULL);
    if (!series)
        mem_fail();
    s->b->lib.chart_series_set_categories(series, s->name, from, x, to, x);
    s->b->lib.chart_series_set_values(series, s->name, from, y, to, y);
    s->b->lib.chart_series_set_name(series, name);
    return series;
}

void chart_cache(struct book *b, lxw_chart_series *series, const double *values, size_t n)
{
    if (failed(b))
        return;
    lxw_series_range *range = series->values;
    range->ignore_cache = LXW_TRUE; /* do not fill it from the cells */
    for (size_t i = 0; i < n; i++) {
        /* Freed by the library with free(), so it comes from calloc. */
        lxw_series_data_point *point = xcalloc(1, sizeof *point);
        bool known = isfinite(values[i]);
        point->no_data = known ? 0 : 1;
        point->number = known ? values[i] : 0;
        STAILQ_INSERT_TAIL(range->data_cache, point, list_pointers);
        range->num_data_points++;
    }
}

void native_bars(struct book *b, lxw_chart_series *series, enum colour colour)
{
    if (failed(b))
        return;
    lxw_chart_fill fill = {.color = (lxw_color_t)colour};
    b->lib.chart_series_set_fill(series, &fill);
}

void chart_line(struct book *b, lxw_chart_series *series, enum colour colour, bool dashed, bool markers)
{
    if (failed(b))
        return;
    lxw_chart_line line = {.color = (lxw_color_t)colour,
                           .width = 1.75F,
                           .dash_type = dashed ? LXW_CHART_LINE_DASH_DASH : LXW_CHART_LINE_DASH_SOLID};
    lxw_chart_fill fill = {.color = (lxw_color_t)colour};
    b->lib.chart_series_set_line(series, &line);
    b->lib.chart_series_set_marker_type(series, markers ? LXW_CHART_MARKER_CIRCLE : LXW_CHART_MARKER_NONE);
    if (markers) {
        b->lib.chart_series_set_marker_size(series, 6);
        b->lib.chart_series_set_marker_fill(series, &fill);
        b->lib.chart_series_set_marker_line(series, &line);
    }
}

void chart_place(struct sheet *s, lxw_chart *chart, lxw_row_t row, lxw_col_t col, int width, int height,
                 const char *alt)
{
    if (failed(s->b))
        return;
    /* 480 x 288 pixels is a chart's own size. */
    char *description = xstrdup(alt);
    lxw_chart_options options = {.x_scale = width / 480.0,
                                 .y_scale = height / 288.0,
                                 .object_position = LXW_OBJECT_MOVE_DONT_SIZE,
                                 .description = description};
    book_check(s->b, s->b->lib.worksheet_insert_chart_opt(s->ws, row, col, chart, &options), "a chart");
    free(description);
}
