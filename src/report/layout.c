#include "report/layout.h"

#include "report/layout_impl.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

int paper_parse(const char *name, enum paper *out)
{
    if (strcasecmp(name, "a4") == 0)
        *out = PAPER_A4;
    else if (strcasecmp(name, "letter") == 0)
        *out = PAPER_LETTER;
    else
        return -1;
    return 0;
}

static double char_width(void *context, enum pdf_face face, double size, uint32_t cp)
{
    return pdf_char_width(context, face, size, cp);
}

int doc_open(const struct doc_options *o, struct doc **out, struct err *e)
{
    *out = NULL;
    struct pdf *pdf;
    int r = pdf_open(&o->info, &pdf, e);
    if (r != 0)
        return r;
    struct arena *arena = arena_new();
    struct doc *d = arena_alloc(arena, sizeof *d);
    d->pdf = pdf;
    d->arena = arena;
    bool letter = o->paper == PAPER_LETTER;
    d->page_w = letter ? 612.0 : 595.276;
    d->page_h = letter ? 792.0 : 841.89;
    d->left = LOOK_MARGIN;
    d->width = d->page_w - 2 * LOOK_MARGIN;
    d->top = LOOK_MARGIN;
    d->bottom = d->page_h - LOOK_MARGIN;
    d->head_left = arena_strdup(arena, o->head_left ? o->head_left : "");
    d->head_right = arena_strdup(arena, o->head_right ? o->head_right : "");
    d->foot_left = arena_strdup(arena, o->foot_left ? o->foot_left : "");
    d->measure = (struct measure){char_width, pdf};
    *out = d;
    return 0;
}

void doc_close(struct doc *d)
{
    if (!d)
        return;
    lines_free(&d->lines);
    free(d->anchors);
    free(d->links);
    pdf_close(d->pdf);
    arena_free(d->arena);
}

struct pdf *doc_pdf(struct doc *d)
{
    return d->pdf;
}

struct arena *doc_arena(struct doc *d)
{
    return d->arena;
}

double doc_width(const struct doc *d)
{
    return d->width;
}

double doc_height(const struct doc *d)
{
    return d->bottom - d->top;
}

size_t doc_page_count(const struct doc *d)
{
    return pdf_pages(d->pdf);
}

/* Shortens TEXT to WIDTH points, with an ellipsis in place of what is left out at its end. */
static char *shortened(struct doc *d, const char *text, double size, double width)
{
    size_t n = strlen(text);
    if (pdf_text_width(d->pdf, PDF_REGULAR, size, text, n) <= width)
        return arena_strdup(d->arena, text);
    double x = pdf_char_width(d->pdf, PDF_REGULAR, size, 0x2026);
    size_t i = 0;
    while (i < n) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0)
            len = 1, cp = 0xFFFD;
        x += pdf_char_width(d->pdf, PDF_REGULAR, size, cp);
        if (x > width)
            break;
        i += len;
    }
    return arena_printf(d->arena, "%.*s\xE2\x80\xA6", (int)i, text);
}

static void small(struct pdf_page *page, double x, double y, const char *text)
{
    pdf_text(page, PDF_REGULAR, LOOK_SMALL, LOOK_QUIET, x, y, 0, text, strlen(text));
}

static void draw_header(struct doc *d)
{
    const struct pdf_pen rule = {.rgb = LOOK_RULE, .width = 0.5};
    double y = d->top - 18, right = d->left + d->width;
    char *slug = shortened(d, d->head_right, LOOK_SMALL, d->width * 0.5);
    double slug_w = pdf_text_width(d->pdf, PDF_REGULAR, LOOK_SMALL, slug, strlen(slug));
    char *model = shortened(d, d->head_left, LOOK_SMALL, d->width - slug_w - 16);
    pdf_artifact_begin(d->page);
    small(d->page, d->left, y, model);
    small(d->page, right - slug_w, y, slug);
    pdf_line(d->page, d->left, y + 5, right, y + 5, &rule);
    pdf_mark_end(d->page);
}

static void draw_footers(struct doc *d)
{
    size_t n = pdf_pages(d->pdf);
    double y = d->bottom + 24, right = d->left + d->width;
    for (size_t i = 0; i < n; i++) {
        struct pdf_page *page = pdf_page_at(d->pdf, i);
        char *number = arena_printf(d->arena, "page %zu of %zu", i + 1, n);
        double w = pdf_text_width(d->pdf, PDF_REGULAR, LOOK_SMALL, number, strlen(number));
        pdf_artifact_begin(page);
        small(page, d->left, y, shortened(d, d->foot_left, LOOK_SMALL, d->width - w - 16));
        small(page, right - w, y, number);
        pdf_mark_end(page);
    }
}

static const struct anchor *find_anchor(const struct doc *d, const char *name)
{
    for (size_t i = 0; i < d->n_anchors; i++)
        if (strcmp(d->anchors[i].name, name) == 0)
            return &d->anchors[i];
    return NULL;
}

int doc_finish(struct doc *d, struct strbuf *out, struct err *e)
{
    d->gap = 0; /* a distance to nothing must not begin an empty page */
    layout_begin(d, 0);
    draw_footers(d);
    for (size_t i = 0; i < d->n_links; i++) {
        const struct link *l = &d->links[i];
        const struct anchor *a = find_anchor(d, l->anchor);
        if (a)
            pdf_link(l->page, l->x, l->y, l->w, l->h, a->page, a->y > 12 ? a->y - 12 : 0);
        else
            pdf_fail(d->pdf, "a link leads nowhere");
    }
    return pdf_save(d->pdf, out, e);
}

static void start_page(struct doc *d)
{
    d->page = pdf_page_add(d->pdf, d->page_w, d->page_h);
    d->y = d->top;
    d->fresh = true;
    d->gap = 0;
    draw_header(d);
}

void layout_break_page(struct doc *d)
{
    start_page(d);
    d->fresh = false;
}

void doc_gap(struct doc *d, double points)
{
    if (points > d->gap)
        d->gap = points;
}

void doc_new_page(struct doc *d)
{
    d->want_page = true;
}

void doc_need(struct doc *d, double points)
{
    if (points > d->need)
        d->need = points;
}

static void add_anchor(struct doc *d, const char *name)
{
    if (d->n_anchors == d->cap_anchors) {
        d->cap_anchors = d->cap_anchors ? 2 * d->cap_anchors : 32;
        d->anchors = xreallocarray(d->anchors, d->cap_anchors, sizeof *d->anchors);
    }
    d->anchors[d->n_anchors++] = (struct anchor){.name = arena_strdup(d->arena, name), .page = d->page, .y = d->y};
}

void doc_anchor(struct doc *d, const char *anchor, const char *bookmark)
{
    d->anchor = arena_strdup(d->arena, anchor);
    d->bookmark = arena_strdup(d->arena, bookmark);
}

/* How the blocks look that wait for the next one: by level, 0 for a lead. */
static const struct waiting {
    double size, lead, before, after;
    enum pdf_face face;
    enum pdf_role role;
} waiting[] = {
    {LOOK_TEXT, LOOK_TEXT_LEAD, 0, 5, PDF_REGULAR, PDF_P},
    {LOOK_HEAD, 18, 20, 6, PDF_BOLD, PDF_H1},
    {LOOK_SUBHEAD, 14, 12, 3, PDF_BOLD, PDF_H2},
};

/* Distance before block I of those that wait: one that follows another stands close to it. */
static double distance_before(const struct doc *d, size_t i)
{
    const struct pending *p = &d->pending[i];
    if (i > 0)
        return p->level == 0 ? 0.0 : 2.0;
    return waiting[p->level].before;
}

/* Breaks it into d->lines; returns what its sign takes of the width. */
static double break_pending(struct doc *d, const struct pending *p, struct span *s)
{
    const struct waiting *w = &waiting[p->level];
    *s = (struct span){.text = p->text, .face = w->face, .rgb = LOOK_INK};
    double indent = look_sign_width(p->sign, w->size);
    lines_break(&d->measure, w->size, d->width - indent, s, 1, &d->lines);
    return indent;
}

static void draw_pending(struct doc *d, size_t index)
{
    const struct pending *p = &d->pending[index];
    const struct waiting *w = &waiting[p->level];
    struct span s;
    double indent = break_pending(d, p, &s);
    if (!d->fresh)
        d->y += d->gap > distance_before(d, index) ? d->gap : distance_before(d, index);
    d->gap = 0;
    d->fresh = false;
    if (p->anchor)
        add_anchor(d, p->anchor);
    if (p->bookmark)
        pdf_bookmark(d->pdf, p->level == 1 ? 0 : 1, p->bookmark, d->page, d->y > 12 ? d->y - 12 : 0);
    pdf_elem_begin(d->pdf, w->role, NULL);
    pdf_mark_begin(d->page);
    look_sign(d->page, p->sign, w->size, d->left, d->y + w->size);
    for (size_t i = 0; i < d->lines.n_lines; i++) {
        layout_line(d, &s, i, w->size, d->left + indent, d->y + w->size);
        d->y += w->lead;
    }
    pdf_mark_end(d->page);
    pdf_elem_end(d->pdf);
    d->y += w->after;
}

/* Height that the waiting blocks take, without the distance before the first. */
static double pending_height(struct doc *d)
{
    double h = 0;
    for (size_t i = 0; i < d->n_pending; i++) {
        const struct waiting *w = &waiting[d->pending[i].level];
        struct span s;
        break_pending(d, &d->pending[i], &s);
        h += (double)d->lines.n_lines * w->lead + w->after;
        if (i > 0)
            h += distance_before(d, i);
    }
    return h;
}

void layout_begin(struct doc *d, double height)
{
    if (!d->page)
        start_page(d);
    double before = d->gap, together = d->need > height ? d->need : height;
    if (d->n_pending > 0 && distance_before(d, 0) > before)
        before = distance_before(d, 0);
    together += pending_height(d);
    if (!d->fresh && (d->want_page || d->y + before + together > d->bottom + 0.01))
        start_page(d);
    d->want_page = false;
    d->need = 0;
    for (size_t i = 0; i < d->n_pending; i++)
        draw_pending(d, i);
    if (d->n_pending == 0 && !d->fresh)
        d->y += d->gap;
    d->n_pending = 0;
    d->gap = 0;
    d->fresh = false;
    if (d->anchor) {
        add_anchor(d, d->anchor);
        if (d->bookmark)
            pdf_bookmark(d->pdf, 1, d->bookmark, d->page, d->y > 12 ? d->y - 12 : 0);
        d->anchor = d->bookmark = NULL;
    }
}

void layout_line(struct doc *d, const struct span *spans, size_t i, double size, double x, double y)
{
    const struct text_line *line = &d->lines.lines[i];
    for (size_t j = line->first; j < line->first + line->count; j++) {
        const struct piece *p = &d->lines.pieces[j];
        const struct span *s = &spans[p->span];
        pdf_text(d->page, s->face, size, s->rgb, x + p->x, y, 0, p->text, p->n);
        if (!s->link)
            continue;
        pdf_line(d->page, x + p->x, y + size * 0.16, x + p->x + p->width, y + size * 0.16,
                 &(struct pdf_pen){.rgb = 0x999999, .width = 0.4});
        if (d->n_links == d->cap_links) {
            d->cap_links = d->cap_links ? 2 * d->cap_links : 32;
            d->links = xreallocarray(d->links, d->cap_links, sizeof *d->links);
        }
        d->links[d->n_links++] = (struct link){.anchor = arena_strdup(d->arena, s->link),
                                               .page = d->page,
                                               .x = x + p->x,
                                               .y = y - size,
                                               .w = p->width,
                                               .h = size * 1.3};
    }
}

void doc_heading(struct doc *d, int level, const char *text, const char *anchor, const char *bookmark)
{
    doc_signed_heading(d, level, SIGN_NONE, text, anchor, bookmark);
}

void doc_signed_heading(struct doc *d, int level, enum sign sign, const char *text, const char *anchor,
                        const char *bookmark)
{
    if (d->n_pending == MAX_PENDING)
        layout_begin(d, 0);
    d->pending[d->n_pending++] = (struct pending){.level = level <= 1 ? 1 : 2,
                                                  .sign = sign,
                                                  .text = arena_strdup(d->arena, text),
                                                  .anchor = arena_strdup(d->arena, anchor),
                                                  .bookmark = arena_strdup(d->arena, bookmark ? bookmark : text)};
}

void doc_lead(struct doc *d, const char *text)
{
    if (d->n_pending == MAX_PENDING)
        layout_begin(d, 0);
    d->pending[d->n_pending++] =
        (struct pending){.text = arena_strdup(d->arena, text), .anchor = d->anchor, .bookmark = d->bookmark};
    d->anchor = d->bookmark = NULL;
}

void doc_title(struct doc *d, const char *text)
{
    doc_heading(d, 1, text, "top", NULL);
}

static double style_size(enum doc_style style)
{
    return style == DOC_TEXT ? LOOK_TEXT : LOOK_SMALL;
}

static double style_lead(enum doc_style style)
{
    return style == DOC_TEXT ? LOOK_TEXT_LEAD : LOOK_SMALL_LEAD;
}

/* Draws d->lines as a paragraph from x on. Never one line alone at the foot or the head of a page. */
static void flow(struct doc *d, enum pdf_role role, enum doc_style style, enum sign sign, const struct span *spans,
                 double x)
{
    double size = style_size(style), lead = style_lead(style);
    size_t n = d->lines.n_lines;
    /* layout_begin draws headings with the same scratch lines, so keep these aside. */
    struct lines mine = d->lines;
    d->lines = (struct lines){0};
    layout_begin(d, lead * (double)(n < 4 ? n : 2));
    lines_free(&d->lines);
    d->lines = mine;
    pdf_elem_begin(d->pdf, role, NULL);
    pdf_mark_begin(d->page);
    look_sign(d->page, sign, size, d->left, d->y + size);
    for (size_t i = 0; i < n; i++) {
        size_t left = n - i;
        /* The last two lines stay together. */
        if (d->y + lead * (left == 2 && n > 3 ? 2 : 1) > d->bottom + 0.01) {
            pdf_mark_end(d->page);
            layout_break_page(d);
            pdf_mark_begin(d->page);
        }
        layout_line(d, spans, i, size, x, d->y + size);
        d->y += lead;
    }
    pdf_mark_end(d->page);
    pdf_elem_end(d->pdf);
}

static double style_gap(enum doc_style style)
{
    return style == DOC_TEXT ? 5 : 4;
}

double doc_para_height(struct doc *d, enum doc_style style, const struct span *spans, size_t n)
{
    lines_break(&d->measure, style_size(style), d->width, spans, n, &d->lines);
    return style_lead(style) * (double)d->lines.n_lines + style_gap(style);
}

void doc_para(struct doc *d, enum doc_style style, const struct span *spans, size_t n)
{
    lines_break(&d->measure, style_size(style), d->width, spans, n, &d->lines);
    flow(d, PDF_P, style, SIGN_NONE, spans, d->left);
    doc_gap(d, style_gap(style));
}

void doc_text(struct doc *d, enum doc_style style, const char *text)
{
    struct span s = {.text = text, .rgb = style == DOC_TEXT ? LOOK_INK : LOOK_QUIET};
    doc_para(d, style, &s, 1);
}

void doc_item(struct doc *d, enum doc_style style, enum sign sign, const struct span *spans, size_t n)
{
    double indent = look_sign_width(sign, style_size(style));
    lines_break(&d->measure, style_size(style), d->width - indent, spans, n, &d->lines);
    flow(d, PDF_P, style, sign, spans, d->left + indent);
    doc_gap(d, 3);
}

void doc_banner(struct doc *d, enum sign sign, int rgb, const char *strong, const char *text)
{
    const double pad = 8, edge = 4, indent = edge + pad;
    double inner = d->width - indent - pad, mark_w = look_sign_width(sign, LOOK_SUBHEAD);
    struct span head = {.text = strong, .face = PDF_BOLD, .rgb = LOOK_INK};
    struct span body = {.text = text, .rgb = LOOK_INK};
    lines_break(&d->measure, LOOK_SUBHEAD, inner - mark_w, &head, 1, &d->lines);
    size_t n_head = d->lines.n_lines;
    lines_break(&d->measure, LOOK_TEXT, inner, &body, 1, &d->lines);
    size_t n_body = *text ? d->lines.n_lines : 0;
    double h = 2 * pad + 14 * (double)n_head + LOOK_TEXT_LEAD * (double)n_body + (n_body ? 2 : 0);
    /* Longer than a page only with a text that no page of ours has; then it is cut at the page's end. */
    layout_begin(d, h < doc_height(d) ? h : doc_height(d));
    pdf_artifact_begin(d->page);
    pdf_rect(d->page, d->left, d->y, d->width, h, LOOK_GROUND, NULL);
    pdf_rect(d->page, d->left, d->y, edge, h, rgb, NULL);
    pdf_mark_end(d->page);
    double y = d->y + pad, bottom = d->y + h;
    pdf_elem_begin(d->pdf, PDF_P, NULL);
    pdf_mark_begin(d->page);
    look_sign(d->page, sign, LOOK_SUBHEAD, d->left + indent, y + LOOK_SUBHEAD - 1);
    lines_break(&d->measure, LOOK_SUBHEAD, inner - mark_w, &head, 1, &d->lines);
    for (size_t i = 0; i < n_head; i++, y += 14)
        layout_line(d, &head, i, LOOK_SUBHEAD, d->left + indent + mark_w, y + LOOK_SUBHEAD - 1);
    y += 2;
    lines_break(&d->measure, LOOK_TEXT, inner, &body, 1, &d->lines);
    for (size_t i = 0; i < n_body; i++, y += LOOK_TEXT_LEAD)
        layout_line(d, &body, i, LOOK_TEXT, d->left + indent, y + LOOK_TEXT);
    pdf_mark_end(d->page);
    pdf_elem_end(d->pdf);
    d->y = bottom;
    doc_gap(d, 8);
}

static void code_ground(struct doc *d, double h)
{
    pdf_artifact_begin(d->page);
    pdf_rect(d->page, d->left, d->y, d->width, h, LOOK_GROUND, NULL);
    pdf_mark_end(d->page);
}

/* One source line: its blanks become indentation, and what does not fit goes two steps further in. */
static void code_line(struct doc *d, const char *line, size_t n)
{
    const double pad = 6, step = 4.2;
    size_t blanks = 0;
    while (blanks < n && line[blanks] == ' ')
        blanks++;
    double indent = pad + (double)(blanks > 40 ? 40 : blanks) * step / 2;
    char *text = arena_strndup(d->arena, line + blanks, n - blanks);
    struct span s = {.text = text, .rgb = LOOK_INK};
    lines_break(&d->measure, LOOK_SMALL, d->width - indent - pad - 4 * step, &s, 1, &d->lines);
    for (size_t i = 0; i < d->lines.n_lines; i++) {
        if (d->y + LOOK_SMALL_LEAD > d->bottom + 0.01)
            layout_break_page(d);
        code_ground(d, LOOK_SMALL_LEAD + 2);
        pdf_mark_begin(d->page);
        layout_line(d, &s, i, LOOK_SMALL, d->left + indent + (i > 0 ? 4 * step : 0), d->y + LOOK_SMALL);
        pdf_mark_end(d->page);
        d->y += LOOK_SMALL_LEAD;
    }
}

void doc_code(struct doc *d, const char *text)
{
    layout_begin(d, 4 * LOOK_SMALL_LEAD);
    code_ground(d, 4);
    d->y += 4;
    pdf_elem_begin(d->pdf, PDF_CODE, NULL);
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        code_line(d, line, n);
        line += line[n] ? n + 1 : n;
    }
    pdf_elem_end(d->pdf);
    if (d->y + 4 < d->bottom) {
        code_ground(d, 4);
        d->y += 4;
    }
    doc_gap(d, 8);
}

void doc_figure(struct doc *d, double height, const char *alt,
                void (*draw)(struct pdf_page *page, double x, double y, double w, double h, void *data), void *data)
{
    if (height > doc_height(d))
        height = doc_height(d);
    layout_begin(d, height);
    pdf_elem_begin(d->pdf, PDF_FIGURE, alt);
    pdf_mark_begin(d->page);
    draw(d->page, d->left, d->y, d->width, height, data);
    pdf_mark_end(d->page);
    pdf_elem_end(d->pdf);
    d->y += height;
    doc_gap(d, 10);
}

bool doc_attach(struct doc *d, const char *name, const char *mime, const char *description, const char *relationship,
                const void *data, size_t n)
{
    return pdf_attach(d->pdf, name, mime, description, relationship, data, n);
}

size_t doc_missing_note(struct doc *d)
{
    const uint32_t *which;
    size_t kinds, n = pdf_missing(d->pdf, &which, &kinds);
    if (n == 0)
        return 0;
    struct strbuf sb = {0};
    sb_addf(&sb,
            "%zu character%s of this document %s no glyph in its font and %s shown as \xE2\x96\xA1. The "
            "attached plan has the exact text. Missing: ",
            n, n == 1 ? "" : "s", n == 1 ? "has" : "have", n == 1 ? "is" : "are");
    for (size_t i = 0; i < kinds && i < 60; i++)
        sb_addf(&sb, "%sU+%04X", i ? ", " : "", (unsigned)which[i]);
    if (kinds > 60)
        sb_addf(&sb, " and %zu more", kinds - 60);
    sb_addc(&sb, '.');
    doc_text(d, DOC_TEXT, sb.data);
    sb_free(&sb);
    return n;
}
