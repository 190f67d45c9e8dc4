/* Tables: the widths of their columns, rows that break across pages, heads that come again. */
#include "report/layout_impl.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static const double pad_x = 4, pad_y = 2.0;

/* Beyond this many rows each row is one element of the document's structure instead of one per cell:
 * libharu's objects would weigh more than the table. */
enum { TAGGED_ROWS = 150, LAST_ROWS = 3 };

/* A figure's two sides: what stands left of the point and what follows. */
struct figure_width {
    bool is_figure;
    size_t split;
    double left, right;
};

struct layout {
    struct doc *d;
    const struct table *t;
    double *x, *w;        /* of the columns, padding included */
    double *left, *right; /* widest sides of the figures in an ALIGN_POINT column */
    double width;
    bool tagged;
};

static struct span cell_span(const struct cell *c)
{
    return (struct span){
        .text = c->text ? c->text : "", .face = c->face, .rgb = c->rgb ? c->rgb : LOOK_INK, .link = c->link};
}

static double width_of(struct doc *d, enum pdf_face face, const char *text, size_t n)
{
    return pdf_text_width(d->pdf, face, LOOK_SMALL, text, n);
}

/* "2 806", "65.4 ms", "-0.5": digits, thin spaces between them, sign, point. */
static struct figure_width figure_width(struct doc *d, const struct cell *c)
{
    struct figure_width f = {0};
    const char *text = c->text ? c->text : "";
    size_t n = strlen(text), i = 0;
    bool digits = false;
    if (text[i] == '-' || text[i] == '+')
        i++;
    for (; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (cp >= '0' && cp <= '9')
            digits = true;
        else if (cp != 0x2009 && cp != 0x202F)
            break;
        i += len;
    }
    f.is_figure = digits;
    f.split = i;
    f.left = width_of(d, c->face, text, i);
    f.right = width_of(d, c->face, text + i, n - i);
    return f;
}

/* Width of the widest word, and of the whole text on one line. */
static void text_widths(struct doc *d, const char *text, enum pdf_face face, double *word, double *all)
{
    double now = 0, line = 0;
    size_t n = strlen(text);
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0)
            len = 1, cp = 0xFFFD;
        double w = cp == '\n' ? 0 : pdf_char_width(d->pdf, face, LOOK_SMALL, cp);
        now = cp == ' ' || cp == '\n' ? 0 : now + w;
        line = cp == '\n' ? 0 : line + w;
        if (now > *word)
            *word = now;
        if (line > *all)
            *all = line;
        i += len;
    }
}

static void measure_columns(struct layout *l, double *least, double *most)
{
    const struct table *t = l->t;
    struct doc *d = l->d;
    for (size_t c = 0; c < t->n_columns; c++) {
        const struct column *col = &t->columns[c];
        double word = 0, all = 0, marks = 0;
        text_widths(d, col->head ? col->head : "", PDF_BOLD, &word, &all);
        /* A head may be folded in two; the figures below it may not. */
        if (col->head && !strchr(col->head, '\n'))
            all = word > all * 0.56 ? word : all * 0.56;
        for (size_t r = 0; r < t->n_rows; r++) {
            const struct cell *cell = &t->cells[r * t->n_columns + c];
            if (!cell->text)
                continue;
            double mark = look_sign_width(cell->sign, LOOK_SMALL);
            if (mark > marks)
                marks = mark;
            if (col->align == ALIGN_POINT) {
                struct figure_width f = figure_width(d, cell);
                if (f.is_figure) {
                    if (f.left > l->left[c])
                        l->left[c] = f.left;
                    if (f.right > l->right[c])
                        l->right[c] = f.right;
                    continue;
                }
            }
            text_widths(d, cell->text, cell->face, &word, &all);
        }
        if (col->align == ALIGN_POINT && l->left[c] + l->right[c] > all)
            all = l->left[c] + l->right[c];
        if (col->align == ALIGN_POINT && all > word)
            word = all;
        if (word > all)
            all = word;
        least[c] = word + marks + 2 * pad_x;
        most[c] = all + marks + 2 * pad_x;
    }
}

/* Gives each column its width: all it wants when there is room, else no less than its longest word, else
 * what is fair. Wide words are folded by then. */
static void set_widths(struct layout *l)
{
    const struct table *t = l->t;
    size_t n = t->n_columns, elastic = 0;
    double total = l->d->width, least_sum = 0, most_sum = 0, cap = total * 0.34;
    double *least = xcalloc(n, sizeof(double)), *most = xcalloc(n, sizeof(double));
    measure_columns(l, least, most);
    for (size_t c = 0; c < n; c++) {
        if (t->columns[c].width > 0)
            least[c] = most[c] = t->columns[c].width * total;
        else if (least[c] > cap)
            least[c] = cap;
        least_sum += least[c];
        most_sum += most[c];
    }
    /* What is left over goes to those that ask for it, else to those of no fixed width, else to all. */
    bool asked = false;
    for (size_t c = 0; c < n; c++)
        asked = asked || t->columns[c].width < 0;
    for (size_t c = 0; c < n; c++)
        elastic += asked ? t->columns[c].width < 0 : t->columns[c].width <= 0;
    for (size_t c = 0; c < n; c++) {
        bool takes = asked ? t->columns[c].width < 0 : elastic == 0 || t->columns[c].width <= 0;
        if (most_sum <= total)
            l->w[c] = most[c] + (t->narrow || !takes ? 0 : (total - most_sum) / (double)(elastic ? elastic : n));
        else if (least_sum >= total)
            l->w[c] = least[c] * total / least_sum;
        else
            l->w[c] = least[c] + (most[c] - least[c]) * (total - least_sum) / (most_sum - least_sum);
    }
    for (size_t c = 0; c < n; c++) {
        l->x[c] = l->d->left + l->width;
        l->width += l->w[c];
    }
    free(least);
    free(most);
}

static size_t break_cell(struct layout *l, const struct cell *cell, size_t column)
{
    struct span s = cell_span(cell);
    double w = l->w[column] - 2 * pad_x - look_sign_width(cell->sign, LOOK_SMALL);
    lines_break(&l->d->measure, LOOK_SMALL, w, &s, 1, &l->d->lines);
    return l->d->lines.n_lines;
}

/* Lines FROM to TO of one cell, its first line at y. */
static void draw_cell(struct layout *l, const struct cell *cell, size_t column, size_t from, size_t to, double y)
{
    struct doc *d = l->d;
    enum align align = l->t->columns[column].align;
    double x = l->x[column] + pad_x, mark = look_sign_width(cell->sign, LOOK_SMALL);
    double right = l->x[column] + l->w[column] - pad_x, base = y + LOOK_SMALL;
    struct span s = cell_span(cell);
    size_t n = break_cell(l, cell, column);
    if (from == 0 && cell->sign != SIGN_NONE)
        look_sign(d->page, cell->sign, LOOK_SMALL, x, base);
    if (align == ALIGN_POINT && n == 1) {
        struct figure_width f = figure_width(d, cell);
        if (f.is_figure && from == 0)
            layout_line(d, &s, 0, LOOK_SMALL, right - l->right[column] - f.left, base);
        if (f.is_figure)
            return;
    }
    for (size_t i = from; i < to && i < n; i++, base += LOOK_SMALL_LEAD) {
        double at = align == ALIGN_LEFT ? x + mark : right - d->lines.lines[i].width;
        layout_line(d, &s, i, LOOK_SMALL, at, base);
    }
}

static size_t row_lines(struct layout *l, const struct cell *cells)
{
    size_t most = 1;
    for (size_t c = 0; c < l->t->n_columns; c++) {
        size_t n = cells[c].text ? break_cell(l, &cells[c], c) : 0;
        if (n > most)
            most = n;
    }
    return most;
}

static double lines_height(size_t n)
{
    return (double)n * LOOK_SMALL_LEAD + 2 * pad_y;
}

static void rule(struct layout *l, double width, int rgb)
{
    struct doc *d = l->d;
    pdf_artifact_begin(d->page);
    pdf_line(d->page, d->left, d->y, d->left + l->width, d->y, &(struct pdf_pen){.rgb = rgb, .width = width});
    pdf_mark_end(d->page);
}

/* Lines FROM to TO of a row of cells. */
static void draw_row(struct layout *l, const struct cell *cells, size_t from, size_t to, bool head, bool tagged)
{
    struct doc *d = l->d;
    bool whole = !tagged;
    if (whole)
        pdf_mark_begin(d->page);
    for (size_t c = 0; c < l->t->n_columns; c++) {
        if (tagged) {
            pdf_elem_begin(d->pdf, head ? PDF_TH : PDF_TD, NULL);
            if (cells[c].text)
                pdf_mark_begin(d->page);
        }
        if (cells[c].text)
            draw_cell(l, &cells[c], c, from, to, d->y + pad_y);
        if (tagged) {
            pdf_mark_end(d->page);
            pdf_elem_end(d->pdf);
        }
    }
    if (whole)
        pdf_mark_end(d->page);
    d->y += lines_height(to - from);
}

static void draw_head(struct layout *l, const struct cell *head, size_t lines, bool again)
{
    struct doc *d = l->d;
    if (again) {
        /* A repeated head is for the eye; the structure has it once. */
        pdf_artifact_begin(d->page);
        for (size_t c = 0; c < l->t->n_columns; c++)
            if (head[c].text)
                draw_cell(l, &head[c], c, 0, lines, d->y + pad_y);
        pdf_mark_end(d->page);
        d->y += lines_height(lines);
    } else {
        pdf_elem_begin(d->pdf, PDF_TR, NULL);
        draw_row(l, head, 0, lines, true, true);
        pdf_elem_end(d->pdf);
    }
    rule(l, 0.8, LOOK_QUIET);
}

static void draw_body_row(struct layout *l, size_t row, const struct cell *head, size_t head_lines)
{
    struct doc *d = l->d;
    const struct cell *cells = &l->t->cells[row * l->t->n_columns];
    size_t lines = row_lines(l, cells), from = 0;
    double room = doc_height(d) - lines_height(head_lines);
    pdf_elem_begin(d->pdf, PDF_TR, NULL);
    if (!l->tagged)
        pdf_elem_begin(d->pdf, PDF_TD, NULL);
    while (from < lines) {
        size_t to = lines;
        double left = d->bottom - d->y;
        if (lines_height(lines - from) > left + 0.01) {
            /* A row that fits a page goes to the next one whole; a longer one is cut where it must be. */
            bool cut = lines_height(lines - from) > room;
            double fit = (left - 2 * pad_y) / LOOK_SMALL_LEAD;
            if (cut && fit >= 2.0) {
                to = from + (size_t)fit;
            } else {
                layout_break_page(d);
                draw_head(l, head, head_lines, true);
                continue;
            }
        }
        draw_row(l, cells, from, to, false, l->tagged);
        from = to;
    }
    if (!l->tagged)
        pdf_elem_end(d->pdf);
    pdf_elem_end(d->pdf);
    rule(l, 0.4, LOOK_RULE);
}

/* Height of the rows from FROM on, LIMIT at most. */
static double rows_height(struct layout *l, size_t from, size_t limit)
{
    double h = 0;
    for (size_t r = from; r < l->t->n_rows && r - from < limit; r++)
        h += lines_height(row_lines(l, &l->t->cells[r * l->t->n_columns]));
    return h;
}

/* What must stand together at the table's beginning: all of a small table, else the head and two rows. */
static double first_height(struct layout *l, size_t head_lines)
{
    double head = lines_height(head_lines), half = doc_height(l->d) / 2;
    double whole = head + rows_height(l, 0, 40);
    if (l->t->n_rows <= 40 && whole <= half)
        return whole;
    double first = head + rows_height(l, 0, 2);
    return first > half ? half : first;
}

void doc_table(struct doc *d, const struct table *t)
{
    size_t n = t->n_columns;
    struct layout l = {.d = d, .t = t, .tagged = t->n_rows <= TAGGED_ROWS};
    l.x = xcalloc(n, sizeof(double));
    l.w = xcalloc(n, sizeof(double));
    l.left = xcalloc(n, sizeof(double));
    l.right = xcalloc(n, sizeof(double));
    set_widths(&l);
    struct cell *head = xcalloc(n, sizeof *head);
    for (size_t c = 0; c < n; c++)
        head[c] = (struct cell){.text = t->columns[c].head, .face = PDF_BOLD};
    size_t head_lines = row_lines(&l, head);
    layout_begin(d, first_height(&l, head_lines));
    pdf_elem_begin(d->pdf, PDF_TABLE, NULL);
    draw_head(&l, head, head_lines, false);
    for (size_t r = 0; r < t->n_rows; r++) {
        /* The last rows go over to the next page together: one alone looks lost. */
        if (r > LAST_ROWS && r + LAST_ROWS == t->n_rows) {
            double tail = rows_height(&l, r, LAST_ROWS);
            if (d->y + tail > d->bottom + 0.01 && tail < doc_height(d) / 2) {
                layout_break_page(d);
                draw_head(&l, head, head_lines, true);
            }
        }
        draw_body_row(&l, r, head, head_lines);
    }
    pdf_elem_end(d->pdf);
    doc_gap(d, 10);
    free(head);
    free(l.x);
    free(l.w);
    free(l.left);
    free(l.right);
}
