#include "fuzz/fuzz.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "json/json.h"

#include <ctype.h>
#include <dirent.h>
#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RECORD_SEPARATOR = 0x1E };

void fuzz_must(bool ok, const char *what, const char *file, int line)
{
    if (ok)
        return;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

void fuzz_settled(int r, const struct err *e)
{
    FUZZ_MUST(r == e->code);
    FUZZ_MUST((e->code == 0) == (e->text[0] == '\0'));
    char *shown = printable(e->text);
    fuzz_is_printable(shown, strlen(shown));
    free(shown);
}

void fuzz_split(const uint8_t *data, size_t size, struct fuzz_part parts[FUZZ_PARTS])
{
    size_t at = 0;
    for (size_t i = 0; i < FUZZ_PARTS; i++) {
        const uint8_t *end = at < size ? memchr(data + at, RECORD_SEPARATOR, size - at) : NULL;
        size_t n = at >= size ? 0 : end ? (size_t)(end - data) - at : size - at;
        parts[i] = (struct fuzz_part){xstrndup(at < size ? (const char *)data + at : "", n), n};
        at += n + 1;
    }
}

void fuzz_split_free(struct fuzz_part parts[FUZZ_PARTS])
{
    for (size_t i = 0; i < FUZZ_PARTS; i++)
        free(parts[i].text);
}

void fuzz_is_json(const struct strbuf *out)
{
    static const struct json_limits any = {LIMIT_JSON_DEPTH, (size_t)1 << 30};
    struct json_doc *doc;
    struct err e = ERR_INIT;
    if (json_parse("written", sb_str(out), out->len, &any, &doc, &e) != 0)
        fprintf(stderr, "%s\n", e.text);
    FUZZ_MUST(e.code == 0);
    json_free(doc);
}

/* A word of letters that begins at AT: not a part of a longer one. */
static bool is_word(const char *text, size_t len, size_t at, const char *word)
{
    size_t n = strlen(word);
    return len - at >= n && strncasecmp(text + at, word, n) == 0 &&
           (at == 0 || !isalnum((unsigned char)text[at - 1])) &&
           (at + n == len || !isalnum((unsigned char)text[at + n]));
}

static bool has_no_number(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (is_word(text, len, i, "nan") || is_word(text, len, i, "inf"))
            return true;
    return false;
}

void fuzz_is_numbers_in(const char *text, size_t len, const uint8_t *data, size_t size)
{
    bool lost = has_no_number(text, len) && !has_no_number((const char *)data, size);
    if (lost)
        fprintf(stderr, "%.*s\n", (int)len, text);
    FUZZ_MUST(!lost);
}

void fuzz_is_numbers(const struct strbuf *out, const uint8_t *data, size_t size)
{
    fuzz_is_numbers_in(sb_str(out), out->len, data, size);
}

void fuzz_is_share(double x)
{
    FUZZ_MUST(isnan(x) || (x >= 0 && x <= 1));
}

size_t fuzz_is_json_lines(const struct strbuf *out)
{
    size_t n = 0;
    for (const char *at = sb_str(out), *end = at + out->len; at < end; n++) {
        const char *nl = memchr(at, '\n', (size_t)(end - at));
        FUZZ_MUST(nl != NULL);
        struct strbuf line = {0};
        sb_addn(&line, at, (size_t)(nl - at));
        fuzz_is_json(&line);
        sb_free(&line);
        at = nl + 1;
    }
    return n;
}

void fuzz_is_pdf(const struct strbuf *out)
{
    static const char first[] = "%PDF-", last[] = "%%EOF";
    FUZZ_MUST(out->len > 20 && memcmp(out->data, first, strlen(first)) == 0);
    FUZZ_MUST(memmem(out->data + out->len - 8, 8, last, strlen(last)) != NULL);
}

/* Attributes that hold numbers in a drawing. */
static void see_element(void *context, const char *name, const char **attributes)
{
    static const char *const numbers[] = {"x",      "y",         "x1",      "y1",        "x2",          "y2",
                                          "cx",     "cy",        "r",       "width",     "height",      "d",
                                          "points", "transform", "viewBox", "font-size", "stroke-width"};
    (void)name;
    for (size_t i = 0; attributes[i]; i += 2)
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            if (strcmp(attributes[i], numbers[j]) == 0 && has_no_number(attributes[i + 1], strlen(attributes[i + 1])))
                *(bool *)context = true;
}

void fuzz_is_xml(const struct strbuf *out)
{
    bool lost = false;
    XML_Parser p = XML_ParserCreate("UTF-8");
    FUZZ_MUST(p != NULL);
    XML_SetUserData(p, &lost);
    XML_SetStartElementHandler(p, see_element);
    bool ok = XML_Parse(p, sb_str(out), (int)out->len, 1) == XML_STATUS_OK;
    if (!ok)
        fprintf(stderr, "line %lu: %s\n", XML_GetCurrentLineNumber(p), XML_ErrorString(XML_GetErrorCode(p)));
    FUZZ_MUST(ok && !lost);
    XML_ParserFree(p);
}

void fuzz_is_printable(const char *text, size_t len)
{
    FUZZ_MUST(utf8_check(text, len) == len);
    for (size_t i = 0; i < len; i++)
        FUZZ_MUST(text[i] == '\n' || text[i] == '\t' || ((unsigned char)text[i] >= 0x20 && text[i] != 0x7F));
}

int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH])
{
    int fd = memfd_create("fuzz", 0);
    FUZZ_MUST(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", fd);
    return fd;
}

void fuzz_file_close(int fd)
{
    close(fd);
}

static char directory[] = "/tmp/headroom-fuzz-XXXXXX";

static void leave_directory(void)
{
    DIR *d = opendir(".");
    for (const struct dirent *x; d && (x = readdir(d)) != NULL;)
        if (x->d_name[0] != '.')
            unlink(x->d_name);
    if (d)
        closedir(d);
    rmdir(directory);
}

void fuzz_enter_directory(void)
{
    static bool entered;
    if (entered)
        return;
    entered = true;
    FUZZ_MUST(mkdtemp(directory) != NULL && chdir(directory) == 0);
    atexit(leave_directory);
}
