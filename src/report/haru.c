#include "report/haru.h"

#include "base/limits.h"
#include "report/haru_impl.h"
#include "report/internals.h"

#include "base/date.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static const char *const haru_names[] = {HARU_API(DYN_SYMBOL)};

/* Longer texts are cut: libharu's strings end at 65,535 bytes, and nobody reads a title of that length. */

static const char *const font_files[PDF_FACES] = {[PDF_REGULAR] = FONT_FILE, [PDF_BOLD] = FONT_BOLD_FILE};

/* libharu's memory comes from base/mem.h: in places it does not look whether it got any. */
static void *haru_alloc(HPDF_UINT n)
{
    return xmalloc(n);
}

static void haru_free(void *p)
{
    free(p);
}

/* libharu calls this at each error; returning is all that is needed, for the document keeps it. */
static void on_error(HPDF_STATUS code, HPDF_STATUS detail, void *data)
{
    struct pdf *pdf = data;
    if (pdf->first == HPDF_OK) {
        pdf->first = code;
        pdf->detail = detail;
    }
}

void pdf_fail(struct pdf *pdf, const char *why)
{
    if (!pdf->own && pdf->first == HPDF_OK)
        pdf->own = xstrdup(why);
}

bool pdf_failed(const struct pdf *pdf)
{
    return pdf->own || pdf->first != HPDF_OK;
}

static int failure(const struct pdf *pdf, struct err *e)
{
    if (pdf->own)
        return err_set(e, EXIT_OUTPUT, "the PDF cannot be made: %s", pdf->own);
    return err_set(e, EXIT_OUTPUT, "the PDF cannot be made: libharu error 0x%lX, detail %lu",
                   (unsigned long)pdf->first, (unsigned long)pdf->detail);
}

/* For texts outside the pages: what libharu cannot write there (beyond U+FFFF, controls) becomes U+25A1;
 * cut at LIMIT_PDF_INFO_BYTES. Caller frees. */
static char *outside_text(const char *text)
{
    struct strbuf sb = {0};
    size_t n = strlen(text);
    for (size_t i = 0; i < n && sb.len < LIMIT_PDF_INFO_BYTES;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0 || cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp > 0xFFFF) {
            sb_add(&sb, "\xE2\x96\xA1");
            i += len ? len : 1;
        } else {
            sb_addn(&sb, text + i, len);
            i += len;
        }
    }
    sb_addn(&sb, "", 0);
    return sb.data ? sb_detach(&sb) : xstrdup("");
}

static void set_info(struct pdf *pdf, HPDF_InfoType type, const char *text)
{
    if (!text || !*text)
        return;
    char *clean = outside_text(text);
    pdf->api.HPDF_SetInfoAttr(pdf->doc, type, clean);
    free(clean);
}

static void set_dates(struct pdf *pdf)
{
    struct date d = date_of(pdf->date);
    HPDF_Date hd = {d.year, d.month, d.day, d.hour, d.minute, d.second, 'Z', 0, 0};
    pdf->api.HPDF_SetInfoDateAttr(pdf->doc, HPDF_INFO_CREATION_DATE, hd);
    pdf->api.HPDF_SetInfoDateAttr(pdf->doc, HPDF_INFO_MOD_DATE, hd);
}

static int open_fonts(struct pdf *pdf, struct err *e)
{
    for (int i = 0; i < PDF_FACES; i++) {
        const char *name = pdf->api.HPDF_LoadTTFontFromFile(pdf->doc, font_files[i], HPDF_TRUE);
        if (!name)
            return err_set(e, EXIT_OUTPUT,
                           "%s: libharu cannot use this font, error 0x%lX (Debian package "
                           "fonts-liberation2)",
                           font_files[i], (unsigned long)pdf->first);
        pdf->fonts[i].font = pdf->api.HPDF_GetFont(pdf->doc, name, "UTF-8");
        pdf->fonts[i].def = pdf->api.HPDF_GetFontDef(pdf->doc, name);
        if (!pdf->fonts[i].font || !pdf->fonts[i].def)
            return failure(pdf, e);
    }
    return 0;
}

static char *copy(const char *text)
{
    return xstrdup(text ? text : "");
}

int pdf_open(const struct pdf_info *info, struct pdf **out, struct err *e)
{
    struct pdf *pdf = xcalloc(1, sizeof *pdf);
    *out = NULL;
    int r = dyn_load("libhpdf-2.3.0.so", "libhpdf-2.3.0", haru_names, DYN_COUNT(haru_names), &pdf->api, e);
    if (r != 0) {
        free(pdf);
        return r;
    }
    tags_init(&pdf->tags);
    pdf->title = outside_text(info->title ? info->title : "");
    pdf->subject = copy(info->subject);
    pdf->author = copy(info->author);
    pdf->creator = copy(info->creator);
    pdf->lang = copy(info->lang);
    pdf->id = copy(info->id);
    pdf->date = info->date;
    pdf->doc = pdf->api.HPDF_NewEx(on_error, haru_alloc, haru_free, 0, pdf);
    if (!pdf->doc) {
        r = failure(pdf, e);
    } else {
        pdf->api.HPDF_SetCompressionMode(pdf->doc, HPDF_COMP_ALL);
        pdf->api.HPDF_UseUTFEncodings(pdf->doc);
        pdf->api.HPDF_SetCurrentEncoder(pdf->doc, "UTF-8");
        set_info(pdf, HPDF_INFO_TITLE, info->title);
        set_info(pdf, HPDF_INFO_SUBJECT, info->subject);
        set_info(pdf, HPDF_INFO_AUTHOR, info->author);
        set_info(pdf, HPDF_INFO_KEYWORDS, info->keywords);
        set_info(pdf, HPDF_INFO_CREATOR, info->creator);
        set_info(pdf, HPDF_INFO_PRODUCER, info->creator);
        set_dates(pdf);
        r = internals_open(pdf, e);
        if (r == 0)
            r = open_fonts(pdf, e);
        if (r == 0 && pdf_failed(pdf))
            r = failure(pdf, e);
    }
    if (r != 0) {
        pdf_close(pdf);
        return r;
    }
    *out = pdf;
    return 0;
}

void pdf_close(struct pdf *pdf)
{
    if (!pdf)
        return;
    /* libharu loses the graphics states of a page that is freed inside a clip. */
    for (size_t i = 0; i < pdf->n_pages; i++)
        for (; pdf->pages[i]->depth > 0; pdf->pages[i]->depth--)
            pdf->api.HPDF_Page_GRestore(pdf->pages[i]->page);
    if (pdf->doc)
        pdf->api.HPDF_Free(pdf->doc);
    internals_close(pdf);
    for (int i = 0; i < PDF_FACES; i++)
        for (size_t j = 0; j < 256; j++)
            free(pdf->fonts[i].blocks[j]);
    for (size_t i = 0; i < pdf->n_pages; i++) {
        free(pdf->pages[i]->marks.elem);
        free(pdf->pages[i]);
    }
    for (size_t i = 0; i < pdf->n_attachments; i++) {
        struct attachment *a = &pdf->attachments[i];
        free(a->name);
        free(a->mime);
        free(a->description);
        free(a->relationship);
        free(a->data);
    }
    free(pdf->attachments);
    free(pdf->pages);
    free(pdf->which);
    free(pdf->cps);
    free(pdf->own);
    free(pdf->title);
    free(pdf->subject);
    free(pdf->author);
    free(pdf->creator);
    free(pdf->lang);
    free(pdf->id);
    sb_free(&pdf->scratch);
    tags_free(&pdf->tags);
    free(pdf);
}

int pdf_save(struct pdf *pdf, struct strbuf *out, struct err *e)
{
    const struct haru_api *api = &pdf->api;
    for (size_t i = 0; i < pdf->n_pages; i++)
        if (pdf->pages[i]->depth != 0)
            pdf_fail(pdf, "a clip was not ended");
    if (!pdf_failed(pdf))
        internals_finish(pdf);
    if (!pdf_failed(pdf) && api->HPDF_GetError(pdf->doc) != HPDF_OK)
        pdf->first = api->HPDF_GetError(pdf->doc);
    if (pdf_failed(pdf))
        return failure(pdf, e);
    HPDF_STATUS s = api->HPDF_SaveToStream(pdf->doc);
    if (s != HPDF_OK && pdf->first == HPDF_OK)
        pdf->first = s;
    if (pdf_failed(pdf))
        return failure(pdf, e);
    size_t before = out->len, size = api->HPDF_GetStreamSize(pdf->doc);
    char *buf = xmalloc(65536);
    s = api->HPDF_ResetStream(pdf->doc);
    while (s == HPDF_OK && out->len - before < size) {
        HPDF_UINT32 n = 65536;
        HPDF_STATUS r = api->HPDF_ReadFromStream(pdf->doc, (HPDF_BYTE *)buf, &n);
        sb_addn(out, buf, n);
        /* The last piece comes with "end of stream", which is no error. */
        if (n == 0 || (r != HPDF_OK && r != HPDF_STREAM_EOF))
            break;
    }
    free(buf);
    if (out->len - before != size || size == 0) {
        sb_trunc(out, before);
        pdf_fail(pdf, "libharu gave back less than it wrote");
        return failure(pdf, e);
    }
    return 0;
}

struct pdf_page *pdf_page_add(struct pdf *pdf, double w, double h)
{
    struct pdf_page *page = xcalloc(1, sizeof *page);
    page->pdf = pdf;
    page->w = w;
    page->h = h;
    /* PDF's own start: black, lines 1 wide, no font. */
    page->ink = (struct ink){.fill = 0, .stroke = 0, .width = 1, .face = -1};
    page->index = pdf->n_pages;
    if (pdf->n_pages == pdf->cap_pages) {
        pdf->cap_pages = pdf->cap_pages ? 2 * pdf->cap_pages : 16;
        pdf->pages = xreallocarray(pdf->pages, pdf->cap_pages, sizeof(struct pdf_page *));
    }
    pdf->pages[pdf->n_pages++] = page;
    if (pdf_failed(pdf))
        return page;
    page->page = pdf->api.HPDF_AddPage(pdf->doc);
    if (page->page) {
        pdf->api.HPDF_Page_SetWidth(page->page, (HPDF_REAL)w);
        pdf->api.HPDF_Page_SetHeight(page->page, (HPDF_REAL)h);
    } else {
        pdf_fail(pdf, "no further page");
    }
    return page;
}

struct pdf *pdf_of(const struct pdf_page *page)
{
    return page->pdf;
}

size_t pdf_pages(const struct pdf *pdf)
{
    return pdf->n_pages;
}

struct pdf_page *pdf_page_at(const struct pdf *pdf, size_t index)
{
    return pdf->pages[index];
}

static HPDF_Destination destination(const struct pdf_page *to, double y)
{
    const struct haru_api *api = &to->pdf->api;
    HPDF_Destination d = api->HPDF_Page_CreateDestination(to->page);
    /* Fitting the width: libharu refuses the "keep the zoom" form. */
    if (d)
        api->HPDF_Destination_SetFitH(d, (HPDF_REAL)(to->h - y));
    return d;
}

void pdf_link(struct pdf_page *page, double x, double y, double w, double h, const struct pdf_page *to, double to_y)
{
    struct pdf *pdf = page->pdf;
    if (pdf_failed(pdf))
        return;
    HPDF_Destination d = destination(to, to_y);
    if (!d)
        return;
    HPDF_Rect rect = {(HPDF_REAL)x, (HPDF_REAL)(page->h - y - h), (HPDF_REAL)(x + w), (HPDF_REAL)(page->h - y)};
    HPDF_Annotation a = pdf->api.HPDF_Page_CreateLinkAnnot(page->page, rect, d);
    if (a)
        pdf->api.HPDF_LinkAnnot_SetBorderStyle(a, 0, 0, 0);
}

void pdf_bookmark(struct pdf *pdf, unsigned level, const char *title, const struct pdf_page *to, double to_y)
{
    if (pdf_failed(pdf))
        return;
    if (level >= BOOKMARK_LEVELS)
        level = BOOKMARK_LEVELS - 1;
    HPDF_Outline parent = NULL;
    for (unsigned i = 0; i < level; i++)
        if (pdf->bookmarks[i])
            parent = pdf->bookmarks[i];
    HPDF_Encoder encoder = pdf->api.HPDF_GetEncoder(pdf->doc, "UTF-8");
    char *clean = outside_text(title);
    HPDF_Outline o = pdf->api.HPDF_CreateOutline(pdf->doc, parent, clean, encoder);
    free(clean);
    HPDF_Destination d = destination(to, to_y);
    if (!o || !d)
        return;
    pdf->api.HPDF_Outline_SetDestination(o, d);
    pdf->api.HPDF_Outline_SetOpened(o, level == 0 ? HPDF_TRUE : HPDF_FALSE);
    pdf->bookmarks[level] = o;
    for (unsigned i = level + 1; i < BOOKMARK_LEVELS; i++)
        pdf->bookmarks[i] = NULL;
    pdf->api.HPDF_SetPageMode(pdf->doc, HPDF_PAGE_MODE_USE_OUTLINE);
}

bool pdf_attach(struct pdf *pdf, const char *name, const char *mime, const char *description,
                const char *relationship, const void *data, size_t n)
{
    if (!internals_there())
        return false;
    pdf->attachments = xreallocarray(pdf->attachments, pdf->n_attachments + 1, sizeof *pdf->attachments);
    pdf->attachments[pdf->n_attachments++] = (struct attachment){
        .name = xstrdup(name),
        .mime = xstrdup(mime),
        .description = xstrdup(description),
        .relationship = xstrdup(relationship),
        .data = xstrndup(data, n),
        .n = n,
    };
    return true;
}

void pdf_elem_begin(struct pdf *pdf, enum pdf_role role, const char *alt)
{
    if (internals_there())
        tags_begin(&pdf->tags, role, alt);
}

void pdf_elem_end(struct pdf *pdf)
{
    if (internals_there())
        tags_end(&pdf->tags);
}

void pdf_mark_begin(struct pdf_page *page)
{
    struct pdf *pdf = page->pdf;
    if (!internals_there() || pdf_failed(pdf))
        return;
    if (page->marks.open) {
        pdf_fail(pdf, "a mark inside a mark");
        return;
    }
    const struct elem *elem = &pdf->tags.elems[pdf->tags.current];
    char *op =
        xasprintf("/%s <</MCID %zu>> BDC\n", tags_name(elem->role), tags_mark(&pdf->tags, &page->marks, page->index));
    internals_operator(page, op);
    free(op);
    page->marks.open = true;
}

void pdf_artifact_begin(struct pdf_page *page)
{
    if (!internals_there() || pdf_failed(page->pdf))
        return;
    if (page->marks.open) {
        pdf_fail(page->pdf, "a mark inside a mark");
        return;
    }
    internals_operator(page, "/Artifact BMC\n");
    page->marks.open = true;
}

void pdf_mark_end(struct pdf_page *page)
{
    if (!page->marks.open || pdf_failed(page->pdf))
        return;
    internals_operator(page, "EMC\n");
    page->marks.open = false;
}
