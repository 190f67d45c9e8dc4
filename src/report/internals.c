/* What libharu's public functions cannot do, built from its own objects. Everything here depends on the
 * structures of exactly this version; the build without it takes internals_none.c. */
#include "report/internals.h"

#include "base/date.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(HPDF_VERSION_ID == 20300, "internals.c knows the structures of libharu 2.3.0 only");

/* clang-format off */
#define INTERNAL_API(X) \
    X(HPDF_Dict_New) X(HPDF_DictStream_New) X(HPDF_Dict_Add) X(HPDF_Dict_AddName) X(HPDF_Dict_AddNumber) \
    X(HPDF_Dict_AddBoolean) X(HPDF_Array_New) X(HPDF_Array_Add) X(HPDF_Array_AddNumber) X(HPDF_Xref_Add) \
    X(HPDF_Binary_New) X(HPDF_String_New) X(HPDF_Stream_Write) X(HPDF_Stream_WriteStr)
/* clang-format on */

struct internals {
    INTERNAL_API(DYN_FIELD)
};

static const char *const internal_names[] = {INTERNAL_API(DYN_SYMBOL)};

bool internals_there(void)
{
    return true;
}

int internals_open(struct pdf *pdf, struct err *e)
{
    const char *version = pdf->api.HPDF_GetVersion();
    if (strcmp(version, HPDF_VERSION_TEXT) != 0)
        return err_set(e, EXIT_OUTPUT, "libharu is version %s, this program was built for %s", version,
                       HPDF_VERSION_TEXT);
    pdf->internals = xcalloc(1, sizeof(struct internals));
    int r =
        dyn_load("libhpdf-2.3.0.so", "libhpdf-2.3.0", internal_names, DYN_COUNT(internal_names), pdf->internals, e);
    /* File attachments with a Unicode name belong to PDF 1.7. */
    if (r == 0)
        pdf->doc->pdf_version = HPDF_VER_17;
    return r;
}

void internals_close(struct pdf *pdf)
{
    free(pdf->internals);
    pdf->internals = NULL;
}

static const struct internals *in(const struct pdf *pdf)
{
    return pdf->internals;
}

void internals_operator(struct pdf_page *page, const char *text)
{
    HPDF_PageAttr attr = page->page->attr;
    in(page->pdf)->HPDF_Stream_WriteStr(attr->stream, text);
}

/* Makers. Memory never runs out here (haru.c's allocator); NULL would be libharu refusing what it was
 * given, has set the sticky error by then, and is passed over. */
static HPDF_Dict dict(struct pdf *pdf)
{
    return in(pdf)->HPDF_Dict_New(pdf->doc->mmgr);
}

static HPDF_Dict indirect_dict(struct pdf *pdf)
{
    HPDF_Dict d = dict(pdf);
    if (d)
        in(pdf)->HPDF_Xref_Add(pdf->doc->xref, d);
    return d;
}

static HPDF_Array array(struct pdf *pdf)
{
    return in(pdf)->HPDF_Array_New(pdf->doc->mmgr);
}

static HPDF_Dict stream(struct pdf *pdf, const void *data, size_t n, bool pack)
{
    HPDF_Dict d = in(pdf)->HPDF_DictStream_New(pdf->doc->mmgr, pdf->doc->xref);
    if (!d)
        return NULL;
    if (n > 0)
        in(pdf)->HPDF_Stream_Write(d->stream, data, (HPDF_UINT)n);
    if (pack)
        d->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    return d;
}

static void *bytes(struct pdf *pdf, const char *data, size_t n)
{
    /* HPDF_Binary_New copies; its parameter lacks the const. */
    HPDF_BYTE *copy = (HPDF_BYTE *)xstrndup(data, n);
    void *b = in(pdf)->HPDF_Binary_New(pdf->doc->mmgr, copy, (HPDF_UINT)n);
    free(copy);
    return b;
}

static void add(struct pdf *pdf, HPDF_Dict d, const char *key, void *obj)
{
    if (d && obj)
        in(pdf)->HPDF_Dict_Add(d, key, obj);
}

/* Text as PDF wants it beyond ASCII: UTF-16, high byte first, behind a mark. */
static void utf16(struct strbuf *out, const char *text)
{
    size_t n = strlen(text);
    sb_addn(out, "\xFE\xFF", 2);
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        if (len == 0)
            len = 1, cp = 0xFFFD;
        i += len;
        uint32_t units[2] = {cp, 0};
        size_t count = 1;
        if (cp > 0xFFFF) {
            units[0] = 0xD800 + ((cp - 0x10000) >> 10);
            units[1] = 0xDC00 + ((cp - 0x10000) & 0x3FF);
            count = 2;
        }
        for (size_t j = 0; j < count; j++) {
            sb_addc(out, (char)(units[j] >> 8));
            sb_addc(out, (char)(units[j] & 0xFF));
        }
    }
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if (*text < 0x20 || *text > 0x7E)
            return false;
    return true;
}

static void *text(struct pdf *pdf, const char *s)
{
    if (is_ascii(s))
        return in(pdf)->HPDF_String_New(pdf->doc->mmgr, s, NULL);
    struct strbuf sb = {0};
    utf16(&sb, s);
    void *b = bytes(pdf, sb.data, sb.len);
    sb_free(&sb);
    return b;
}

static void xml_escaped(struct strbuf *sb, const char *s)
{
    size_t n = strlen(s);
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(s + i, n - i, &cp);
        if (len == 0 || cp < 0x20 || cp == 0xFFFE || cp == 0xFFFF)
            sb_addc(sb, '?');
        else if (cp == '&')
            sb_add(sb, "&amp;");
        else if (cp == '<')
            sb_add(sb, "&lt;");
        else if (cp == '>')
            sb_add(sb, "&gt;");
        else
            sb_addn(sb, s + i, len);
        i += len ? len : 1;
    }
}

static void xmp_field(struct strbuf *sb, const char *before, const char *value, const char *after)
{
    if (!*value)
        return;
    sb_add(sb, before);
    xml_escaped(sb, value);
    sb_add(sb, after);
}

static void add_xmp(struct pdf *pdf)
{
    char stamp[32];
    date_stamp(stamp, pdf->date);
    struct strbuf sb = {0};
    sb_add(&sb, "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
                " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
                " xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n"
                "<dc:format>application/pdf</dc:format>\n");
    xmp_field(&sb, "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">", pdf->title,
              "</rdf:li></rdf:Alt></dc:title>\n");
    xmp_field(&sb, "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">", pdf->subject,
              "</rdf:li></rdf:Alt></dc:description>\n");
    xmp_field(&sb, "<dc:creator><rdf:Seq><rdf:li>", pdf->author, "</rdf:li></rdf:Seq></dc:creator>\n");
    xmp_field(&sb, "<dc:language><rdf:Bag><rdf:li>", pdf->lang, "</rdf:li></rdf:Bag></dc:language>\n");
    xmp_field(&sb, "<xmp:CreateDate>", stamp, "</xmp:CreateDate>\n");
    xmp_field(&sb, "<xmp:ModifyDate>", stamp, "</xmp:ModifyDate>\n");
    xmp_field(&sb, "<xmp:CreatorTool>", pdf->creator, "</xmp:CreatorTool>\n");
    xmp_field(&sb, "<pdf:Producer>", pdf->creator, "</pdf:Producer>\n");
    sb_add(&sb, "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n");
    HPDF_Dict d = stream(pdf, sb.data, sb.len, false);
    sb_free(&sb);
    if (!d)
        return;
    in(pdf)->HPDF_Dict_AddName(d, "Type", "Metadata");
    in(pdf)->HPDF_Dict_AddName(d, "Subtype", "XML");
    add(pdf, pdf->doc->catalog, "Metadata", d);
}

/* The file identifier: from the inputs, so that it says whether two reports are of the same plan. */
static void add_id(struct pdf *pdf)
{
    char hex[65], raw[16];
    sha256_hex(hex, pdf->id, strlen(pdf->id));
    for (size_t i = 0; i < sizeof raw; i++) {
        char two[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        raw[i] = (char)strtoul(two, NULL, 16);
    }
    HPDF_Array a = array(pdf);
    for (int i = 0; a && i < 2; i++)
        in(pdf)->HPDF_Array_Add(a, bytes(pdf, raw, sizeof raw));
    add(pdf, pdf->doc->trailer, "ID", a);
}

/* libharu's own table of character codes uses operators that readers warn about. Codes are UCS-2 values,
 * so the table is the identity, in ranges that do not cross a high byte. */
static void add_to_unicode(struct pdf *pdf)
{
    struct strbuf sb = {0};
    sb_add(&sb, "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
                "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
                "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
                "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n");
    for (unsigned high = 0; high < 256; high++) {
        /* Readers take a hundred ranges at a time. */
        if (high % 100 == 0)
            sb_addf(&sb, "%u beginbfrange\n", high + 100 <= 256 ? 100 : 256 - high);
        sb_addf(&sb, "<%02X00> <%02XFF> <%02X00>\n", high, high, high);
        if (high % 100 == 99 || high == 255)
            sb_add(&sb, "endbfrange\n");
    }
    sb_add(&sb, "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    HPDF_Dict d = stream(pdf, sb.data, sb.len, true);
    sb_free(&sb);
    for (int i = 0; i < PDF_FACES; i++)
        add(pdf, pdf->fonts[i].font, "ToUnicode", d);
}

struct sorted {
    const struct attachment *a;
    struct strbuf key;
};

static int by_key(const void *left, const void *right)
{
    const struct sorted *l = left, *r = right;
    size_t n = l->key.len < r->key.len ? l->key.len : r->key.len;
    int c = memcmp(l->key.data, r->key.data, n);
    if (c != 0)
        return c;
    return l->key.len < r->key.len ? -1 : l->key.len > r->key.len;
}

static HPDF_Dict file_spec(struct pdf *pdf, const struct attachment *a)
{
    const struct internals *x = in(pdf);
    struct date d = date_of(pdf->date);
    char *stamp = xasprintf("D:%04d%02d%02d%02d%02d%02dZ", d.year, d.month, d.day, d.hour, d.minute, d.second);
    HPDF_Dict file = stream(pdf, a->data, a->n, true), params = dict(pdf), ef = dict(pdf), spec = indirect_dict(pdf);
    if (!file || !params || !ef || !spec) {
        free(stamp);
        return NULL;
    }
    x->HPDF_Dict_AddName(file, "Type", "EmbeddedFile");
    x->HPDF_Dict_AddName(file, "Subtype", a->mime);
    x->HPDF_Dict_AddNumber(params, "Size", (HPDF_INT32)a->n);
    add(pdf, params, "ModDate", text(pdf, stamp));
    add(pdf, file, "Params", params);
    free(stamp);
    x->HPDF_Dict_AddName(spec, "Type", "Filespec");
    /* F is for readers that know ASCII only. */
    char *ascii = xstrdup(a->name);
    for (char *p = ascii; *p; p++)
        if (*p < 0x20 || *p > 0x7E)
            *p = '_';
    add(pdf, spec, "F", text(pdf, ascii));
    free(ascii);
    struct strbuf wide = {0};
    utf16(&wide, a->name);
    add(pdf, spec, "UF", bytes(pdf, wide.data, wide.len));
    sb_free(&wide);
    add(pdf, spec, "Desc", text(pdf, a->description));
    x->HPDF_Dict_AddName(spec, "AFRelationship", a->relationship);
    add(pdf, ef, "F", file);
    add(pdf, ef, "UF", file);
    add(pdf, spec, "EF", ef);
    return spec;
}

static void add_attachments(struct pdf *pdf)
{
    size_t n = pdf->n_attachments;
    if (n == 0)
        return;
    struct sorted *list = xcalloc(n, sizeof *list);
    for (size_t i = 0; i < n; i++) {
        list[i].a = &pdf->attachments[i];
        if (is_ascii(list[i].a->name))
            sb_add(&list[i].key, list[i].a->name);
        else
            utf16(&list[i].key, list[i].a->name);
    }
    qsort(list, n, sizeof *list, by_key);
    HPDF_Array names = array(pdf), af = array(pdf);
    HPDF_Dict tree = dict(pdf), all = dict(pdf);
    for (size_t i = 0; i < n && names && af; i++) {
        HPDF_Dict spec = file_spec(pdf, list[i].a);
        if (!spec)
            break;
        in(pdf)->HPDF_Array_Add(names, bytes(pdf, list[i].key.data, list[i].key.len));
        in(pdf)->HPDF_Array_Add(names, spec);
        in(pdf)->HPDF_Array_Add(af, spec);
    }
    for (size_t i = 0; i < n; i++)
        sb_free(&list[i].key);
    free(list);
    add(pdf, tree, "Names", names);
    add(pdf, all, "EmbeddedFiles", tree);
    add(pdf, pdf->doc->catalog, "Names", all);
    add(pdf, pdf->doc->catalog, "AF", af);
}

/* One child of ELEM, as an object that may stand in K. PG: the page that the element names itself. */
static void *kid_object(struct pdf *pdf, const struct kid *k, HPDF_Dict *dicts, size_t pg)
{
    if (!k->is_mark)
        return dicts[k->elem];
    HPDF_Dict mcr = dict(pdf);
    if (!mcr)
        return NULL;
    in(pdf)->HPDF_Dict_AddName(mcr, "Type", "MCR");
    if (k->page != pg)
        add(pdf, mcr, "Pg", pdf->pages[k->page]->page);
    in(pdf)->HPDF_Dict_AddNumber(mcr, "MCID", (HPDF_INT32)k->mark);
    return mcr;
}

static void fill_elem(struct pdf *pdf, size_t index, HPDF_Dict *dicts)
{
    const struct internals *x = in(pdf);
    const struct elem *e = &pdf->tags.elems[index];
    HPDF_Dict d = dicts[index];
    x->HPDF_Dict_AddName(d, "S", index == 0 ? "Document" : tags_name(e->role));
    if (index > 0)
        add(pdf, d, "P", dicts[e->parent]);
    if (e->alt)
        add(pdf, d, "Alt", text(pdf, e->alt));
    if (index > 0 && e->role == PDF_TH) {
        HPDF_Dict a = dict(pdf);
        if (a) {
            x->HPDF_Dict_AddName(a, "O", "Table");
            x->HPDF_Dict_AddName(a, "Scope", "Column");
            add(pdf, d, "A", a);
        }
    }
    size_t pg = SIZE_MAX;
    for (size_t k = e->first; k && pg == SIZE_MAX; k = pdf->tags.kids[k - 1].next)
        if (pdf->tags.kids[k - 1].is_mark)
            pg = pdf->tags.kids[k - 1].page;
    if (pg != SIZE_MAX)
        add(pdf, d, "Pg", pdf->pages[pg]->page);
    if (e->first && e->first == e->last) {
        const struct kid *k = &pdf->tags.kids[e->first - 1];
        if (k->is_mark)
            x->HPDF_Dict_AddNumber(d, "K", (HPDF_INT32)k->mark);
        else
            add(pdf, d, "K", dicts[k->elem]);
        return;
    }
    HPDF_Array kids = e->first ? array(pdf) : NULL;
    for (size_t k = e->first; kids && k; k = pdf->tags.kids[k - 1].next) {
        const struct kid *kid = &pdf->tags.kids[k - 1];
        if (kid->is_mark && kid->page == pg)
            x->HPDF_Array_AddNumber(kids, (HPDF_INT32)kid->mark);
        else
            x->HPDF_Array_Add(kids, kid_object(pdf, kid, dicts, pg));
    }
    add(pdf, d, "K", kids);
}

static void add_structure(struct pdf *pdf)
{
    const struct internals *x = in(pdf);
    const struct tags *t = &pdf->tags;
    if (t->n_kids == 0)
        return;
    HPDF_Dict root = indirect_dict(pdf), parents = indirect_dict(pdf), mark_info = dict(pdf);
    HPDF_Dict *dicts = xcalloc(t->n_elems, sizeof(HPDF_Dict));
    for (size_t i = 0; i < t->n_elems && !pdf_failed(pdf); i++)
        dicts[i] = indirect_dict(pdf);
    for (size_t i = 0; i < t->n_elems && !pdf_failed(pdf); i++)
        fill_elem(pdf, i, dicts);
    HPDF_Array nums = array(pdf);
    for (size_t i = 0; i < pdf->n_pages && nums && !pdf_failed(pdf); i++) {
        const struct pdf_page *page = pdf->pages[i];
        if (page->marks.n == 0)
            continue;
        HPDF_Array of_page = array(pdf);
        for (size_t j = 0; of_page && j < page->marks.n; j++)
            x->HPDF_Array_Add(of_page, dicts[page->marks.elem[j]]);
        x->HPDF_Array_AddNumber(nums, (HPDF_INT32)i);
        x->HPDF_Array_Add(nums, of_page);
        x->HPDF_Dict_AddNumber(page->page, "StructParents", (HPDF_INT32)i);
        x->HPDF_Dict_AddName(page->page, "Tabs", "S");
    }
    if (root && parents && mark_info && !pdf_failed(pdf)) {
        add(pdf, dicts[0], "P", root);
        add(pdf, parents, "Nums", nums);
        x->HPDF_Dict_AddName(root, "Type", "StructTreeRoot");
        add(pdf, root, "K", dicts[0]);
        add(pdf, root, "ParentTree", parents);
        x->HPDF_Dict_AddNumber(root, "ParentTreeNextKey", (HPDF_INT32)pdf->n_pages);
        x->HPDF_Dict_AddBoolean(mark_info, "Marked", HPDF_TRUE);
        add(pdf, pdf->doc->catalog, "StructTreeRoot", root);
        add(pdf, pdf->doc->catalog, "MarkInfo", mark_info);
    }
    free(dicts);
}

void internals_finish(struct pdf *pdf)
{
    add_id(pdf);
    add_xmp(pdf);
    add_to_unicode(pdf);
    add_attachments(pdf);
    add_structure(pdf);
    if (*pdf->lang)
        add(pdf, pdf->doc->catalog, "Lang", text(pdf, pdf->lang));
    HPDF_Dict viewer = dict(pdf);
    if (viewer)
        in(pdf)->HPDF_Dict_AddBoolean(viewer, "DisplayDocTitle", HPDF_TRUE);
    add(pdf, pdf->doc->catalog, "ViewerPreferences", viewer);
    if (pdf->doc->error.error_no != HPDF_OK && pdf->first == HPDF_OK)
        pdf->first = pdf->doc->error.error_no;
}
