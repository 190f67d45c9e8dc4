/* A line of a batch: whatever it holds, the answer is one line of JSON. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "many/batch_line.h"

#include <stdlib.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shelf *shelf = shelf_new();
    struct strbuf out = {0}, again = {0};
    char *text = xstrndup(size ? (const char *)data : "", size);
    char *end = memchr(text, '\n', size);
    size_t len = end ? (size_t)(end - text) : size;
    text[len] = '\0';
    enum line_outcome o = batch_line(shelf, text, len, &out);
    FUZZ_MUST((o == LINE_BLANK) == (out.len == 0));
    FUZZ_MUST((o == LINE_BLANK) == batch_line_blank(text, len));
    if (o != LINE_BLANK) {
        FUZZ_MUST(memchr(out.data, '\n', out.len) == out.data + out.len - 1);
        fuzz_is_json(&out);
        if (o == LINE_DONE) /* an error may show a piece of the line, cut within a word */
            fuzz_is_numbers(&out, data, size);
        FUZZ_MUST(batch_line_failed(out.data, out.len) == (o == LINE_ERROR));
    }
    batch_line(shelf, text, len, &again); /* what the shelf remembers changes nothing */
    FUZZ_MUST(out.len == again.len && memcmp(sb_str(&out), sb_str(&again), out.len) == 0);
    sb_free(&out);
    sb_free(&again);
    shelf_free(shelf);
    free(text);
    return 0;
}
