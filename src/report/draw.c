/* Drawing on a page: text, lines and areas. */
#include "report/haru_impl.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT = 0x25A1 };

/* One gate for numbers: a coordinate that libharu would write as garbage or silently cut to 32767. */
static bool sane(struct pdf *pdf, double x)
{
    if (isfinite(x) && fabs(x) <= 32767.0)
        return true;
    pdf_fail(pdf, "a coordinate is not a number or off any page");
    return false;
}

static bool ready(struct pdf_page *page, double a, double b, double c, double d)
{
    struct pdf *pdf = page->pdf;
    return !pdf_failed(pdf) && sane(pdf, a) && sane(pdf, b) && sane(pdf, c) && sane(pdf, d);
}

/* Characters that are not for the eye, those among them that turn the direction of text: drawn as they
 * are, they would leave a text that reads otherwise than it copies. */
static bool is_control(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || (cp >= 0x200B && cp <= 0x200F) ||
           (cp >= 0x2028 && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF;
}

static struct glyph *glyph(struct pdf *pdf, enum pdf_face face, uint32_t cp)
{
    struct pdf_font *f = &pdf->fonts[face];
    struct glyph **block = &f->blocks[cp >> 8];
    if (!*block)
        *block = xcalloc(256, sizeof **block);
    struct glyph *g = &(*block)[cp & 0xFF];
    if (!g->known) {
        HPDF_UNICODE u = (HPDF_UNICODE)cp;
        g->known = true;
        g->missing = is_control(cp) || pdf->api.HPDF_TTFontDef_GetGlyphid(f->def, u) == 0;
        if (!g->missing)
            g->width = (HPDF_INT16)pdf->api.HPDF_Font_GetUnicodeWidth(f->font, u);
    }
    return g;
}

/* The character that stands for CP: itself, a blank for a tab or a blank that does not break (readers
 * search for the plain one), or the replacement. */
static uint32_t shown(struct pdf *pdf, enum pdf_face face, uint32_t cp)
{
    if (cp == '\t' || cp == 0xA0)
        return ' ';
    return cp > 0xFFFF || glyph(pdf, face, cp)->missing ? REPLACEMENT : cp;
}

double pdf_char_width(struct pdf *pdf, enum pdf_face face, double size, uint32_t cp)
{
    return glyph(pdf, face, shown(pdf, face, cp))->width * size / 1000.0;
}

double pdf_text_width(struct pdf *pdf, enum pdf_face face, double size, const char *text, size_t n)
{
    double w = 0;
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0)
            len = 1, cp = 0xFFFD;
        w += pdf_char_width(pdf, face, size, cp);
        i += len;
    }
    return w;
}

static void count_missing(struct pdf *pdf, uint32_t cp)
{
    pdf->n_missing++;
    size_t at = 0;
    while (at < pdf->n_which && pdf->which[at] < cp)
        at++;
    if (at < pdf->n_which && pdf->which[at] == cp)
        return;
    if (pdf->n_which == pdf->cap_which) {
        pdf->cap_which = pdf->cap_which ? 2 * pdf->cap_which : 16;
        pdf->which = xreallocarray(pdf->which, pdf->cap_which, sizeof *pdf->which);
    }
    memmove(pdf->which + at + 1, pdf->which + at, (pdf->n_which - at) * sizeof *pdf->which);
    pdf->which[at] = cp;
    pdf->n_which++;
}

size_t pdf_missing(const struct pdf *pdf, const uint32_t **which, size_t *n_which)
{
    *which = pdf->which;
    *n_which = pdf->n_which;
    return pdf->n_missing;
}

static void set_fill(struct pdf_page *page, int rgb)
{
    if (page->ink.fill == rgb)
        return;
    page->ink.fill = rgb;
    page->pdf->api.HPDF_Page_SetRGBFill(page->page, (HPDF_REAL)((rgb >> 16) & 0xFF) / 255.0F,
                                        (HPDF_REAL)((rgb >> 8) & 0xFF) / 255.0F, (HPDF_REAL)(rgb & 0xFF) / 255.0F);
}

static void set_pen(struct pdf_page *page, const struct pdf_pen *pen)
{
    const struct haru_api *api = &page->pdf->api;
    struct ink *ink = &page->ink;
    if (ink->stroke != pen->rgb) {
        ink->stroke = pen->rgb;
        api->HPDF_Page_SetRGBStroke(page->page, (HPDF_REAL)((pen->rgb >> 16) & 0xFF) / 255.0F,
                                    (HPDF_REAL)((pen->rgb >> 8) & 0xFF) / 255.0F,
                                    (HPDF_REAL)(pen->rgb & 0xFF) / 255.0F);
    }
    if (ink->width != pen->width) {
        ink->width = pen->width;
        api->HPDF_Page_SetLineWidth(page->page, (HPDF_REAL)pen->width);
    }
    if (memcmp(ink->dash, pen->dash, sizeof ink->dash) != 0) {
        HPDF_UINT16 pattern[PDF_DASHES];
        HPDF_UINT n = 0;
        memcpy(ink->dash, pen->dash, sizeof ink->dash);
        while (n < PDF_DASHES && pen->dash[n] > 0) {
            pattern[n] = (HPDF_UINT16)pen->dash[n];
            n++;
        }
        api->HPDF_Page_SetDash(page->page, n ? pattern : NULL, n & ~1U, 0);
    }
}

static bool right_to_left(uint32_t cp)
{
    return (cp >= 0x590 && cp <= 0x8FF) || (cp >= 0xFB1D && cp <= 0xFDFF) || (cp >= 0xFE70 && cp <= 0xFEFC);
}

/* Hebrew letters stand from right to left: turns each run of them around, blanks inside included. That
 * is not the whole of Unicode's algorithm, but what a name needs to be readable. */
static void visual_order(uint32_t *cps, size_t n)
{
    for (size_t i = 0; i < n;) {
        if (!right_to_left(cps[i])) {
            i++;
            continue;
        }
        size_t end = i + 1;
        for (size_t j = end; j < n && (right_to_left(cps[j]) || cps[j] == ' '); j++)
            if (right_to_left(cps[j]))
                end = j + 1;
        for (size_t a = i, b = end - 1; a < b; a++, b--) {
            uint32_t t = cps[a];
            cps[a] = cps[b];
            cps[b] = t;
        }
        i = end;
    }
}

/* What libharu is given for N bytes of TEXT: with replacements, which are counted. Valid until the next. */
static const char *drawable(struct pdf *pdf, enum pdf_face face, const char *text, size_t n)
{
    if (n > pdf->cap_cps) {
        pdf->cap_cps = 2 * n;
        pdf->cps = xreallocarray(pdf->cps, pdf->cap_cps, sizeof *pdf->cps);
    }
    size_t count = 0;
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0)
            len = 1, cp = 0xFFFD;
        uint32_t c = shown(pdf, face, cp);
        if (c == REPLACEMENT && cp != REPLACEMENT)
            count_missing(pdf, cp);
        pdf->cps[count++] = c;
        i += len;
    }
    visual_order(pdf->cps, count);
    sb_trunc(&pdf->scratch, 0);
    for (size_t i = 0; i < count; i++) {
        char buf[4];
        sb_addn(&pdf->scratch, buf, utf8_encode(buf, pdf->cps[i]));
    }
    return sb_str(&pdf->scratch);
}

void pdf_text(struct pdf_page *page, enum pdf_face face, double size, int rgb, double x, double y, double angle,
              const char *text, size_t n)
{
    struct pdf *pdf = page->pdf;
    if (n == 0 || rgb == PDF_NONE || !ready(page, x, y, size, angle))
        return;
    const struct haru_api *api = &pdf->api;
    const char *drawn = drawable(pdf, face, text, n);
    set_fill(page, rgb);
    api->HPDF_Page_BeginText(page->page);
    if (page->ink.face != (int)face || page->ink.size != size) {
        page->ink.face = (int)face;
        page->ink.size = size;
        api->HPDF_Page_SetFontAndSize(page->page, pdf->fonts[face].font, (HPDF_REAL)size);
    }
    if (angle == 0.0) {
        api->HPDF_Page_MoveTextPos(page->page, (HPDF_REAL)x, (HPDF_REAL)(page->h - y));
    } else {
        /* sin and cos reach the file with five decimals, far from their last bits. */
        double a = angle * 3.14159265358979323846 / 180.0, s = sin(a), c = cos(a);
        if (angle == 90.0 || angle == -90.0)
            c = 0.0;
        api->HPDF_Page_SetTextMatrix(page->page, (HPDF_REAL)c, (HPDF_REAL)s, (HPDF_REAL)-s, (HPDF_REAL)c,
                                     (HPDF_REAL)x, (HPDF_REAL)(page->h - y));
    }
    api->HPDF_Page_ShowText(page->page, drawn);
    api->HPDF_Page_EndText(page->page);
}

/* Paints the path that was laid: filled, stroked or both. */
static void paint(struct pdf_page *page, int fill, const struct pdf_pen *pen)
{
    const struct haru_api *api = &page->pdf->api;
    if (fill != PDF_NONE && pen)
        api->HPDF_Page_EofillStroke(page->page);
    else if (fill != PDF_NONE)
        api->HPDF_Page_Eofill(page->page);
    else if (pen)
        api->HPDF_Page_Stroke(page->page);
    else
        api->HPDF_Page_EndPath(page->page);
}

/* Colours and pens must be set before a path begins. */
static void prepare(struct pdf_page *page, int fill, const struct pdf_pen *pen)
{
    if (fill != PDF_NONE)
        set_fill(page, fill);
    if (pen)
        set_pen(page, pen);
}

void pdf_rect(struct pdf_page *page, double x, double y, double w, double h, int fill, const struct pdf_pen *pen)
{
    if ((fill == PDF_NONE && !pen) || !ready(page, x, y, w, h))
        return;
    prepare(page, fill, pen);
    page->pdf->api.HPDF_Page_Rectangle(page->page, (HPDF_REAL)x, (HPDF_REAL)(page->h - y - h), (HPDF_REAL)w,
                                       (HPDF_REAL)h);
    paint(page, fill, pen);
}

static void path(struct pdf_page *page, const struct pdf_point *pts, size_t n)
{
    const struct haru_api *api = &page->pdf->api;
    for (size_t i = 0; i < n; i++) {
        HPDF_REAL x = (HPDF_REAL)pts[i].x, y = (HPDF_REAL)(page->h - pts[i].y);
        if (i == 0)
            api->HPDF_Page_MoveTo(page->page, x, y);
        else
            api->HPDF_Page_LineTo(page->page, x, y);
    }
}

static bool all_sane(struct pdf_page *page, const struct pdf_point *pts, size_t n)
{
    if (pdf_failed(page->pdf))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!sane(page->pdf, pts[i].x) || !sane(page->pdf, pts[i].y))
            return false;
    return true;
}

void pdf_polyline(struct pdf_page *page, const struct pdf_point *pts, size_t n, const struct pdf_pen *pen)
{
    if (n < 2 || !all_sane(page, pts, n))
        return;
    set_pen(page, pen);
    path(page, pts, n);
    page->pdf->api.HPDF_Page_Stroke(page->page);
}

void pdf_line(struct pdf_page *page, double x1, double y1, double x2, double y2, const struct pdf_pen *pen)
{
    struct pdf_point pts[2] = {{x1, y1}, {x2, y2}};
    pdf_polyline(page, pts, 2, pen);
}

void pdf_polygon(struct pdf_page *page, const struct pdf_point *pts, size_t n, int fill, const struct pdf_pen *pen)
{
    if (n < 3 || (fill == PDF_NONE && !pen) || !all_sane(page, pts, n))
        return;
    prepare(page, fill, pen);
    path(page, pts, n);
    page->pdf->api.HPDF_Page_ClosePath(page->page);
    paint(page, fill, pen);
}

void pdf_circle(struct pdf_page *page, double cx, double cy, double r, int fill, const struct pdf_pen *pen)
{
    if ((fill == PDF_NONE && !pen) || !ready(page, cx, cy, r, 0) || r <= 0)
        return;
    prepare(page, fill, pen);
    page->pdf->api.HPDF_Page_Circle(page->page, (HPDF_REAL)cx, (HPDF_REAL)(page->h - cy), (HPDF_REAL)r);
    paint(page, fill, pen);
}

void pdf_hatch(struct pdf_page *page, double x, double y, double w, double h, double gap, const struct pdf_pen *pen)
{
    if (!ready(page, x, y, w, h) || gap <= 0.1 || w <= 0 || h <= 0)
        return;
    pdf_clip_begin(page, x, y, w, h);
    for (double at = gap / 2; at < w + h; at += gap)
        pdf_line(page, x + at, y, x + at - h, y + h, pen);
    pdf_clip_end(page);
}

void pdf_clip_begin(struct pdf_page *page, double x, double y, double w, double h)
{
    if (!ready(page, x, y, w, h))
        return;
    if (page->depth == CLIP_DEPTH) {
        pdf_fail(page->pdf, "clips nest too deeply");
        return;
    }
    const struct haru_api *api = &page->pdf->api;
    page->saved[page->depth++] = page->ink;
    api->HPDF_Page_GSave(page->page);
    api->HPDF_Page_Rectangle(page->page, (HPDF_REAL)x, (HPDF_REAL)(page->h - y - h), (HPDF_REAL)w, (HPDF_REAL)h);
    api->HPDF_Page_Clip(page->page);
    api->HPDF_Page_EndPath(page->page);
}

void pdf_clip_end(struct pdf_page *page)
{
    if (page->depth == 0 || pdf_failed(page->pdf))
        return;
    page->ink = page->saved[--page->depth];
    page->pdf->api.HPDF_Page_GRestore(page->page);
}
