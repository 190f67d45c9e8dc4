/* A hostile text in each place where texts of artifacts end up: quoted for a language, in a comment, in Markdown,
 * for a shell, for a terminal, in a cell of the workbook. */
#include "fuzz/fuzz.h"

#include "aws/text.h"
#include "base/file.h"
#include "base/jsonw.h"
#include "base/utf8.h"
#include "json/json.h"
#include "render/markdown.h"
#include "render/quote.h"
#include "sheet/xlsx.h"

#include <stdlib.h>
#include <string.h>

/* The text must stay in its line and, quoted for JSON, read back as itself where it was UTF-8. */
static void quoted(const char *text, size_t len)
{
    static const enum language languages[] = {LANGUAGE_PYTHON, LANGUAGE_JSON, LANGUAGE_YAML, LANGUAGE_HCL};
    struct strbuf out = {0};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        sb_trunc(&out, 0);
        quote_text(&out, languages[i], text);
        FUZZ_MUST(out.len >= 2 && out.data[0] == '"' && out.data[out.len - 1] == '"');
        fuzz_is_printable(sb_str(&out), out.len);
        FUZZ_MUST(strchr(out.data, '\n') == NULL);
    }
    sb_trunc(&out, 0);
    quote_text(&out, LANGUAGE_JSON, text);
    struct json_doc *doc;
    struct err e = ERR_INIT;
    FUZZ_MUST(json_parse("quoted", out.data, out.len, &json_limits_artifact, &doc, &e) == 0);
    struct json_ref root = json_root(doc);
    FUZZ_MUST(utf8_check(text, len) < len || strcmp(json_text(&root), text) == 0);
    json_free(doc);
    if (utf8_check(text, len) == len) {
        sb_trunc(&out, 0);
        json_quote(&out, text, len);
        FUZZ_MUST(json_parse("quoted", out.data, out.len, &json_limits_artifact, &doc, &e) == 0);
        root = json_root(doc);
        FUZZ_MUST(strcmp(json_text(&root), text) == 0);
        json_free(doc);
    }
    sb_free(&out);
}

static void commented(const char *text)
{
    struct strbuf out = {0};
    quote_comment(&out, text, NULL, 0);
    fuzz_is_printable(sb_str(&out), out.len);
    FUZZ_MUST(strchr(sb_str(&out), '\n') == NULL);
    sb_trunc(&out, 0);
    quote_comment(&out, text, "  # ", 4);
    for (const char *nl = strchr(sb_str(&out), '\n'); nl; nl = strchr(nl + 1, '\n'))
        FUZZ_MUST(strncmp(nl + 1, "  # ", 4) == 0);
    sb_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = xstrndup(size ? (const char *)data : "", size);
    size_t len = strlen(text);
    struct strbuf out = {0};
    struct arena *a = arena_new();
    quoted(text, len);
    commented(text);
    markdown_text(&out, text);
    FUZZ_MUST(strchr(sb_str(&out), '\n') == NULL);
    sb_trunc(&out, 0);
    const char *line = aws_oneline(a, text);
    fuzz_is_printable(line, strlen(line));
    FUZZ_MUST(strchr(line, '\n') == NULL);
    shell_word(&out, line);
    char *shown = printable(text), *cell = xlsx_text(text);
    fuzz_is_printable(shown, strlen(shown));
    FUZZ_MUST(utf8_check(cell, strlen(cell)) == strlen(cell));
    free(shown);
    free(cell);
    sb_free(&out);
    arena_free(a);
    free(text);
    return 0;
}
