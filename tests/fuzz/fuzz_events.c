/* Raw records of a load test, and the ladder that is derived from them: it reads back and agrees with itself. */
#include "fuzz/fuzz.h"

#include "artifact/integrity.h"
#include "ladder/derive.h"

#include <stdio.h>

FUZZ_INPUT_IS_JSON

static void derive(struct events *ev)
{
    static const struct ladder_claims claims = {3000, "m", "ml.g5.xlarge", "0123456789abcdef"};
    struct arena *a = arena_new();
    struct qmax made, read;
    struct strbuf doubts = {0}, out = {0};
    struct err e = ERR_INIT;
    fuzz_settled(ladder_derive(ev, &claims, a, &made, &doubts, &e), &e);
    if (e.code == 0) {
        struct notes problems = {.arena = a};
        ladder_write(&made, &out);
        if (qmax_read("made.json", sb_str(&out), out.len, a, &read, &e) != 0)
            fprintf(stderr, "%s\n", e.text);
        FUZZ_MUST(e.code == 0);
        qmax_integrity(&read, "made.json", &problems);
        for (size_t i = 0; i < problems.n; i++)
            fprintf(stderr, "%s\n", problems.items[i]);
        FUZZ_MUST(problems.n == 0);
    }
    sb_free(&doubts);
    sb_free(&out);
    arena_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct events ev;
    struct err e = ERR_INIT;
    char path[FUZZ_PATH];
    int fd = fuzz_file(data, size, path);
    fuzz_settled(events_read(path, &ev, &e), &e);
    if (e.code == 0) {
        derive(&ev);
        events_free(&ev);
    }
    fuzz_file_close(fd);
    return 0;
}
