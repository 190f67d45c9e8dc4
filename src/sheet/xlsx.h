/* The workbook writer: libxlsxwriter opened at run time, the formats, and the one gate through which
 * every text and number reaches it.
 *
 * A failure is kept in book->err and makes every later call do nothing, so that a sheet is written
 * straight through and asked once. Formulas, names, sheet names, list sources and number formats are
 * constants or built from integers, never from an artifact's text: 1.1.4 has memory faults on odd ones,
 * and a text that becomes a formula is code. */
#ifndef HEADROOM_SHEET_XLSX_H
#define HEADROOM_SHEET_XLSX_H

#include "base/dynlib.h"
#include "base/err.h"
#include "base/value.h"

#include <stddef.h>
#include <xlsxwriter.h>

/* clang-format off */
#define XLSX_API(X) \
    X(workbook_new_opt) X(workbook_close) X(workbook_add_worksheet) X(workbook_add_format) \
    X(workbook_add_chart) X(workbook_define_name) X(workbook_set_properties) X(worksheet_write_number) \
    X(worksheet_write_string) X(worksheet_write_blank) X(worksheet_write_formula_num) \
    X(worksheet_write_formula_str) X(worksheet_merge_range) X(worksheet_set_row) X(worksheet_set_column) \
    X(worksheet_data_validation_range) X(worksheet_conditional_format_range) X(worksheet_insert_chart_opt) \
    X(worksheet_freeze_panes) X(worksheet_repeat_rows) X(worksheet_gridlines) X(worksheet_set_landscape) \
    X(worksheet_set_paper) X(worksheet_set_margins) X(worksheet_set_footer) X(worksheet_fit_to_pages) \
    X(worksheet_set_tab_color) X(worksheet_protect) X(format_set_font_name) X(format_set_font_size) \
    X(format_set_font_color) X(format_set_bold) X(format_set_num_format) X(format_set_unlocked) \
    X(format_set_align) X(format_set_indent) X(format_set_text_wrap) X(format_set_bg_color) \
    X(format_set_pattern) X(format_set_bottom) X(format_set_bottom_color) X(format_set_border) \
    X(format_set_border_color) X(chart_add_series) X(chart_series_set_categories) X(chart_series_set_values) \
    X(chart_series_set_name) X(chart_series_set_line) X(chart_series_set_fill) X(chart_series_set_pattern) \
    X(chart_series_set_marker_type) X(chart_series_set_marker_size) X(chart_series_set_marker_fill) \
    X(chart_series_set_marker_line) X(chart_axis_set_name) X(chart_axis_set_name_font) \
    X(chart_axis_set_num_font) X(chart_axis_set_num_format) X(chart_axis_set_line) X(chart_axis_set_min) \
    X(chart_axis_set_max) X(chart_axis_set_reverse) X(chart_axis_set_interval_unit) \
    X(chart_axis_set_interval_tick) X(chart_axis_major_gridlines_set_visible) \
    X(chart_axis_major_gridlines_set_line) X(chart_title_set_name) X(chart_title_set_name_font) \
    X(chart_legend_set_position) X(chart_legend_set_font) X(chart_chartarea_set_line) X(chart_set_series_gap) \
    X(chart_set_series_overlap)
/* clang-format on */

struct xlsx_api {
    XLSX_API(DYN_FIELD)
};

/* Okabe-Ito, by meaning, and the tints that fill cells. */
enum colour {
    COLOUR_MEASURED = 0x0072B2,
    COLOUR_CHOSEN = 0xE69F00,
    COLOUR_DERIVED = 0x56B4E9,
    COLOUR_ASSUMED = 0xCC79A7, /* assumed or bounded */
    COLOUR_STOP = 0xD55E00,    /* and the SLO */
    COLOUR_OK = 0x009E73,
    COLOUR_TEXT = 0x222222,
    COLOUR_RULE = 0xCCCCCC,
    COLOUR_QUIET = 0x595959,
    TINT_MEASURED = 0xE3F0F8,
    TINT_CHOSEN = 0xFDF0D5,
    TINT_DERIVED = 0xEFF8FD,
    TINT_ASSUMED = 0xF9EEF4,
    TINT_STOP = 0xFBE3D6,
    TINT_OK = 0xDDF3EC,
    TINT_HEAD = 0xF0F0F0
};

enum number_format {
    NF_TEXT,  /* as it is */
    NF_COUNT, /* 1,234 */
    NF_ONE,   /* 1,234.5 */
    NF_TWO,   /* concurrency, money */
    NF_THREE, /* the estimate's money */
    NF_FOUR,
    NF_FIVE,
    NF_SIX,
    NF_SEVEN,
    NF_EIGHT,
    NF_NINE,
    NF_PERCENT,
    NF_MS,           /* 2,806 ms */
    NF_MS_ONE,       /* 65.4 ms */
    NF_SECONDS,      /* 320.2 s */
    NF_SECONDS_FINE, /* 0.0613 s */
    NF_SIGNED_COUNT,
    NF_SIGNED_MONEY,
    NF_MAX
};

/* What a cell is, to the eye. */
enum style {
    ST_TITLE,     /* 14 pt */
    ST_HEADING,   /* 11 pt */
    ST_HEAD,      /* column head, wrapped, to the right (above figures) */
    ST_HEAD_TEXT, /* column head above text */
    ST_HEAD_UNIT, /* the same, set off from figures to its left */
    ST_TEXT,
    ST_WRAP,
    ST_NOTE,      /* 8 pt, wrapped */
    ST_NOTE_LINE, /* 8 pt, not wrapped */
    ST_LABEL,
    ST_UNIT, /* text beside a figure: set off */
    ST_KEY,  /* a figure that names its row: to the left */
    ST_STRONG_LABEL,
    ST_VALUE,
    ST_STRONG,
    ST_INPUT, /* unlocked: change me */
    ST_MEASURED,
    ST_DERIVED,
    ST_STATIC, /* assumed, bounded or searched: does not follow the inputs */
    ST_BIG,    /* a figure of the first line */
    ST_BIG_LABEL,
    ST_VERDICT,
    ST_MAX
};

struct book {
    struct xlsx_api lib;
    lxw_workbook *wb;
    lxw_format *formats[ST_MAX][NF_MAX]; /* made when first used */
    struct err *err;
    const char *shown;  /* the output's name, for messages */
    const char *footer; /* what this is, for the foot of printed pages: a constant; NULL */
};

struct sheet {
    struct book *b;
    lxw_worksheet *ws;
    const char *name; /* plain ASCII: never needs quoting */
};

/* A cell's value: a text, or a number that may be unknown. */
struct value {
    double number;
    const char *text; /* not NULL: the value is this text */
};
#define NUMBER(x) ((struct value){(x), NULL})
#define TEXT(s) ((struct value){0, (s)})

/* Opens the library and begins a workbook in the file TMP. TMPDIR is where the library may put its own
 * temporary files. */
int book_open(struct book *b, const char *shown, const char *tmp, char *tmpdir, struct err *e);
/* Writes the file. The workbook is gone afterwards, also on error. */
int book_close(struct book *b);

/* A4 landscape, one page wide, heads repeated; WIDTHS in characters, ended by 0. HEAD_ROWS rows stay in
 * view and are printed on each page, FROM the row where they begin. */
struct sheet book_sheet(struct book *b, const char *name, enum colour tab, const double *widths);
void sheet_freeze(struct sheet *s, lxw_row_t first_head, lxw_row_t below);
void sheet_finish(struct sheet *s, int pages_tall);

/* Text as text: made safe (xlsx_text), never a formula. NULL writes "unknown". */
void put_text(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, const char *text);
/* A number; "unknown" when it is not finite. */
void put_number(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf, double x);
/* FORMULA without its "=", with the value that our own arithmetic gives for it. NULL: the value alone. */
void put_value(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf,
               const char *formula, struct value v);
void put_blank(struct sheet *s, lxw_row_t row, lxw_col_t col, enum style style, enum number_format nf);
/* Text over the columns FROM..TO of one row, LINES text lines high. */
void put_merged(struct sheet *s, lxw_row_t row, lxw_col_t from, lxw_col_t to, enum style style, int lines,
                const char *text);
void sheet_row_lines(struct sheet *s, lxw_row_t row, int lines);
/* Lines that 9 pt TEXT fills in a column WIDTH wide. */
int text_lines(const char *text, double width);

/* NAME stands for the cell, or the column FROM..TO. */
void book_name(struct sheet *s, const char *name, lxw_row_t row, lxw_col_t col);
void book_name_range(struct sheet *s, const char *name, lxw_row_t from, lxw_row_t to, lxw_col_t col);

/* The words OK, WARN, STOP and ---- get their colours in this range. */
void sheet_verdict_colours(struct sheet *s, lxw_row_t from, lxw_row_t to, lxw_col_t col);

/* What may be typed into the cells FROM..TO of a column: numbers (or lengths of text) within constants.
 * No text from an input ever reaches a validation. */
struct entry_rule {
    uint8_t type; /* LXW_VALIDATION_TYPE_DECIMAL, _INTEGER or _LENGTH; _DECIMAL_FORMULA */
    double least, most;
    const char *least_formula, *most_formula; /* both, in place of the numbers, for _DECIMAL_FORMULA */
    const char *title, *message;
};
void sheet_validate(struct sheet *s, lxw_row_t from, lxw_row_t to, lxw_col_t col, const struct entry_rule *rule,
                    bool show_input);

/* Charts. Ranges are rows FROM..TO of a column of the sheet S. */
struct chart_axes {
    const char *title, *x, *y; /* constants, or built from numbers */
    const char *x_format, *y_format;
    bool bars; /* a bar chart lies on its side: the library swaps its axes */
};
lxw_chart *book_chart(struct book *b, lxw_chart_type type, const struct chart_axes *axes);
lxw_chart_series *chart_series(struct sheet *s, lxw_chart *chart, const char *name, lxw_row_t from, lxw_row_t to,
                               lxw_col_t x, lxw_col_t y);
/* The values of a series whose cells hold formulas. The library would note them as zeros, and a viewer
 * that does not calculate would draw those. */
void chart_cache(struct book *b, lxw_chart_series *series, const double *values, size_t n);
void native_bars(struct book *b, lxw_chart_series *series, enum colour colour);
void chart_line(struct book *b, lxw_chart_series *series, enum colour colour, bool dashed, bool markers);
void chart_place(struct sheet *s, lxw_chart *chart, lxw_row_t row, lxw_col_t col, int width, int height,
                 const char *alt);

void book_check(struct book *b, lxw_error rc, const char *what);

/* A copy of TEXT that every reader of OOXML takes for the same text: control characters and characters
 * that XML has no place for made visible, what looks like an escape of OOXML (_x0041_) kept from being
 * one, and cut at 32,767 UTF-16 units, saying so. Caller frees. */
char *xlsx_text(const char *text);

#endif
