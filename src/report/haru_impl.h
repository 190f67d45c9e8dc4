/* What haru.c, draw.c and internals.c share: the document behind struct pdf. Nobody else includes this. */
#ifndef HEADROOM_REPORT_HARU_IMPL_H
#define HEADROOM_REPORT_HARU_IMPL_H

#include "report/haru.h"
#include "report/tags.h"

#include "base/dynlib.h"

#include <hpdf.h>

/* clang-format off */
#define HARU_API(X) \
    X(HPDF_GetVersion) X(HPDF_NewEx) X(HPDF_Free) X(HPDF_GetError) X(HPDF_GetErrorDetail) X(HPDF_SaveToStream) \
    X(HPDF_GetStreamSize) X(HPDF_ReadFromStream) X(HPDF_ResetStream) X(HPDF_SetCompressionMode) \
    X(HPDF_UseUTFEncodings) X(HPDF_SetCurrentEncoder) X(HPDF_GetEncoder) X(HPDF_SetInfoAttr) \
    X(HPDF_SetInfoDateAttr) X(HPDF_SetPageMode) X(HPDF_LoadTTFontFromFile) X(HPDF_GetFont) \
    X(HPDF_Font_GetUnicodeWidth) X(HPDF_GetFontDef) X(HPDF_TTFontDef_GetGlyphid) X(HPDF_AddPage) \
    X(HPDF_Page_SetWidth) X(HPDF_Page_SetHeight) X(HPDF_CreateOutline) X(HPDF_Outline_SetOpened) \
    X(HPDF_Outline_SetDestination) X(HPDF_Page_CreateDestination) X(HPDF_Destination_SetFitH) \
    X(HPDF_Page_CreateLinkAnnot) X(HPDF_LinkAnnot_SetBorderStyle) X(HPDF_Page_GSave) X(HPDF_Page_GRestore) \
    X(HPDF_Page_Clip) X(HPDF_Page_EndPath) X(HPDF_Page_SetLineWidth) X(HPDF_Page_SetLineJoin) \
    X(HPDF_Page_SetDash) X(HPDF_Page_MoveTo) X(HPDF_Page_LineTo) X(HPDF_Page_ClosePath) X(HPDF_Page_Rectangle) \
    X(HPDF_Page_Circle) X(HPDF_Page_Stroke) X(HPDF_Page_Eofill) X(HPDF_Page_EofillStroke) \
    X(HPDF_Page_SetRGBFill) X(HPDF_Page_SetRGBStroke) X(HPDF_Page_BeginText) X(HPDF_Page_EndText) \
    X(HPDF_Page_SetFontAndSize) X(HPDF_Page_MoveTextPos) X(HPDF_Page_SetTextMatrix) X(HPDF_Page_ShowText)
/* clang-format on */

struct haru_api {
    HARU_API(DYN_FIELD)
};

/* A face and what was learnt about its characters, in blocks of 256 that are made when first needed. */
struct pdf_font {
    HPDF_Font font;
    HPDF_FontDef def;
    struct glyph {
        bool known, missing;
        HPDF_INT16 width; /* of the em's 1000 parts */
    } * blocks[256];
};

/* What the page's graphics state holds, so that an operator is written only when it changes something. */
struct ink {
    int fill, stroke;
    double width;
    unsigned dash[PDF_DASHES];
    int face; /* -1: none yet */
    double size;
};

enum { CLIP_DEPTH = 20, BOOKMARK_LEVELS = 6 };

struct pdf_page {
    struct pdf *pdf;
    HPDF_Page page;
    double w, h;
    struct ink ink, saved[CLIP_DEPTH];
    unsigned depth;
    size_t index;
    struct page_marks marks;
};

struct attachment {
    char *name, *mime, *description, *relationship, *data;
    size_t n;
};

struct pdf {
    struct haru_api api;
    HPDF_Doc doc;
    HPDF_STATUS first, detail; /* libharu's first error */
    char *own;                 /* our own first error */
    struct pdf_font fonts[PDF_FACES];
    struct pdf_page **pages;
    size_t n_pages, cap_pages;
    HPDF_Outline bookmarks[BOOKMARK_LEVELS];
    size_t n_missing, n_which, cap_which;
    uint32_t *which;
    struct strbuf scratch; /* for texts on their way to libharu */
    uint32_t *cps;
    size_t cap_cps;
    struct attachment *attachments;
    size_t n_attachments;
    struct tags tags;
    char *title, *subject, *author, *creator, *lang, *id;
    int64_t date;
    void *internals; /* internals.c's own table of functions */
};

#endif
