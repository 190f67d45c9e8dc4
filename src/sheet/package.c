#include "sheet/package.h"

#include "base/dynlib.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"

#include <expat.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ZLIB_API(X) X(inflateInit2_) X(inflate) X(inflateEnd) X(crc32)
#define EXPAT_API(X) X(XML_ParserCreate) X(XML_Parse) X(XML_ParserFree) X(XML_GetErrorCode) X(XML_ErrorString)

struct zlib_api {
    ZLIB_API(DYN_FIELD)
};
struct expat_api {
    EXPAT_API(DYN_FIELD)
};
static const char *const zlib_names[] = {ZLIB_API(DYN_SYMBOL)};
static const char *const expat_names[] = {EXPAT_API(DYN_SYMBOL)};

enum { END_SIZE = 22, CENTRAL_SIZE = 46, LOCAL_SIZE = 30 };

struct package {
    const char *shown;
    const unsigned char *data;
    size_t len;
    struct zlib_api zlib;
    struct expat_api expat;
    struct err *e;
};

struct part {
    const char *name;
    size_t name_len;
    uint32_t crc, packed, size, offset;
    unsigned method;
};

static uint32_t le16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const unsigned char *p)
{
    return le16(p) | le16(p + 2) << 16;
}

static int damaged(struct package *k, const struct part *part, const char *what)
{
    if (!part)
        return err_set(k->e, EXIT_OUTPUT, "%s: was not written whole (%s): a full disk?", k->shown, what);
    return err_set(k->e, EXIT_OUTPUT, "%s: was not written whole (%.*s: %s): a full disk?", k->shown,
                   (int)part->name_len, part->name, what);
}

/* Inflates PART and hands it to the XML parser piece by piece. */
static int check_stream(struct package *k, const struct part *part, const unsigned char *packed, XML_Parser xml)
{
    z_stream z = {.next_in = (unsigned char *)packed, .avail_in = part->packed};
    if (k->zlib.inflateInit2_(&z, -MAX_WBITS, ZLIB_VERSION, (int)sizeof z) != Z_OK)
        mem_fail();
    enum { PIECE = 65536 };
    unsigned char *piece = xmalloc(PIECE);
    uLong crc = k->zlib.crc32(0, NULL, 0);
    uint64_t total = 0;
    int rc = Z_OK;
    while (rc == Z_OK && !k->e->code) {
        z.next_out = piece;
        z.avail_out = PIECE;
        rc = k->zlib.inflate(&z, Z_NO_FLUSH);
        size_t got = PIECE - z.avail_out;
        if (rc != Z_OK && rc != Z_STREAM_END) {
            damaged(k, part, "does not inflate");
            break;
        }
        crc = k->zlib.crc32(crc, piece, (uInt)got);
        total += got;
        if (k->expat.XML_Parse(xml, (const char *)piece, (int)got, rc == Z_STREAM_END) != XML_STATUS_OK)
            damaged(k, part, k->expat.XML_ErrorString(k->expat.XML_GetErrorCode(xml)));
    }
    if (!k->e->code && (total != part->size || crc != part->crc || z.avail_in != 0))
        damaged(k, part, "its length or checksum differs");
    k->zlib.inflateEnd(&z);
    free(piece);
    return k->e->code;
}

static int check_part(struct package *k, const struct part *part)
{
    if (part->offset > k->len || k->len - part->offset < LOCAL_SIZE || le32(k->data + part->offset) != 0x04034b50)
        return damaged(k, part, "has no header");
    const unsigned char *local = k->data + part->offset;
    size_t skip = LOCAL_SIZE + (size_t)le16(local + 26) + le16(local + 28);
    if (k->len - part->offset < skip || k->len - part->offset - skip < part->packed)
        return damaged(k, part, "is cut short");
    if (part->method != 8)
        return damaged(k, part, "is not packed as expected");
    XML_Parser xml = k->expat.XML_ParserCreate(NULL);
    if (!xml)
        mem_fail();
    check_stream(k, part, local + skip, xml);
    k->expat.XML_ParserFree(xml);
    return k->e->code;
}

static bool named(const struct part *part, const char *name)
{
    return part->name_len == strlen(name) && memcmp(part->name, name, part->name_len) == 0;
}

static int check_parts(struct package *k)
{
    static const char *const needed[] = {"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/styles.xml",
                                         "xl/worksheets/sheet1.xml"};
    bool found[sizeof needed / sizeof *needed] = {false};
    if (k->len < END_SIZE || le32(k->data + k->len - END_SIZE) != 0x06054b50)
        return damaged(k, NULL, "it has no end");
    const unsigned char *end = k->data + k->len - END_SIZE;
    uint32_t count = le16(end + 10), size = le32(end + 12), at = le32(end + 16);
    if (at > k->len || k->len - at < size)
        return damaged(k, NULL, "its directory is cut short");
    const unsigned char *p = k->data + at, *stop = p + size;
    for (uint32_t i = 0; i < count; i++) {
        if (stop - p < CENTRAL_SIZE || le32(p) != 0x02014b50)
            return damaged(k, NULL, "its directory is cut short");
        struct part part = {.name = (const char *)p + CENTRAL_SIZE,
                            .name_len = le16(p + 28),
                            .method = le16(p + 10),
                            .crc = le32(p + 16),
                            .packed = le32(p + 20),
                            .size = le32(p + 24),
                            .offset = le32(p + 42)};
        size_t whole = CENTRAL_SIZE + part.name_len + le16(p + 30) + le16(p + 32);
        if ((size_t)(stop - p) < whole)
            return damaged(k, NULL, "its directory is cut short");
        if (check_part(k, &part) != 0)
            return k->e->code;
        for (size_t n = 0; n < sizeof needed / sizeof *needed; n++)
            found[n] |= named(&part, needed[n]);
        p += whole;
    }
    for (size_t n = 0; n < sizeof needed / sizeof *needed; n++)
        if (!found[n])
            return damaged(k, NULL, "a part is missing");
    return 0;
}

int package_check(const char *tmp, const char *shown, struct err *e)
{
    struct package k = {.shown = shown, .e = e};
    if (dyn_load("libz.so.1", "zlib1g", zlib_names, DYN_COUNT(zlib_names), &k.zlib, e) != 0 ||
        dyn_load("libexpat.so.1", "libexpat1", expat_names, DYN_COUNT(expat_names), &k.expat, e) != 0)
        return e->code;
    struct bytes file;
    struct err read = ERR_INIT;
    if (file_read(tmp, LIMIT_PACKAGE_BYTES, &file, &read) != 0)
        return err_set(e, EXIT_OUTPUT, "%s: cannot be read back", shown);
    k.data = (const unsigned char *)file.data;
    k.len = file.len;
    check_parts(&k);
    bytes_free(&file);
    return e->code;
}
