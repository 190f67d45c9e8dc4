/* The strict reader, alone and as a reader of several documents, and the writer beside it: what was read and
 * written reads back as the same. */
#include "fuzz/fuzz.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

static void walk(const struct json_ref *r, size_t *values)
{
    struct json_ref item = {0};
    struct strbuf path = {0};
    size_t n = 0;
    ++*values;
    json_path(r, &path);
    FUZZ_MUST(sb_str(&path)[0] == '$');
    sb_free(&path);
    (void)json_is_plain_integer(r);
    while (json_each(r, &item)) {
        walk(&item, values);
        n++;
    }
    FUZZ_MUST(n == json_count(r));
}

static void canonical_twice(const struct json_doc *doc)
{
    struct strbuf once = {0}, twice = {0};
    struct err e = ERR_INIT;
    struct json_doc *again;
    struct json_ref root = json_root(doc);
    size_t values = 0;
    walk(&root, &values);
    FUZZ_MUST(values > 0);
    json_canonical(&root, &once);
    FUZZ_MUST(memchr(sb_str(&once), '\n', once.len) == NULL);
    FUZZ_MUST(json_parse("again", sb_str(&once), once.len, &json_limits_export, &again, &e) == 0);
    root = json_root(again);
    json_canonical(&root, &twice);
    FUZZ_MUST(once.len == twice.len && memcmp(once.data, twice.data, once.len) == 0);
    json_free(again);
    sb_free(&once);
    sb_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    struct json_doc *doc;
    struct err e = ERR_INIT;
    fuzz_settled(json_parse("f", text, size, &json_limits_artifact, &doc, &e), &e);
    if (e.code == 0) {
        canonical_twice(doc);
        json_free(doc);
    }
    size_t at = 0, used = 0, documents = 0;
    struct err many = ERR_INIT;
    while (json_parse_next("f", text + at, size - at, &json_limits_export, &doc, &used, &many) == 0 && doc) {
        FUZZ_MUST(used > 0 && at + used <= size);
        at += used;
        documents++;
        json_free(doc);
    }
    FUZZ_MUST(e.code != 0 || (many.code == 0 && documents == 1));
    free(text);
    return 0;
}
