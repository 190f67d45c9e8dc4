/* A log of asynchronous jobs: read or refused, replayed, and told as text and JSON; its lines in another order, and
 * twice, say the same. */
#include "fuzz/fuzz.h"

#include "async/ledger.h"

#include <string.h>

FUZZ_INPUT_IS_JSON

/* The lines from the last to the first, TIMES over. */
static void reversed(const uint8_t *data, size_t size, int times, struct strbuf *out)
{
    while (times-- > 0)
        for (size_t end = size; end > 0;) {
            size_t begin = end - 1;
            while (begin > 0 && data[begin - 1] != '\n')
                begin--;
            sb_addn(out, (const char *)data + begin, end - begin);
            if (data[end - 1] != '\n')
                sb_addc(out, '\n');
            end = begin;
        }
}

static void any_order(const uint8_t *data, size_t size, const struct strbuf *told)
{
    if (memmem(data, size, "\xEF\xBB\xBF", 3))
        return; /* a mark of the first line alone */
    for (int times = 1; times <= 2; times++) {
        struct strbuf text = {0}, out = {0};
        struct ledger l;
        struct err e = ERR_INIT;
        char path[FUZZ_PATH];
        reversed(data, size, times, &text);
        int fd = fuzz_file((const uint8_t *)sb_str(&text), text.len, path);
        FUZZ_MUST(ledger_read(path, &l, &e) == 0);
        ledger_replay(&l, NUM_UNKNOWN);
        ledger_json(&l, &out);
        FUZZ_MUST(out.len == told->len && memcmp(sb_str(&out), sb_str(told), out.len) == 0);
        ledger_free(&l);
        sb_free(&text);
        sb_free(&out);
        fuzz_file_close(fd);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    int fd = fuzz_file(data, size, path);
    struct ledger l;
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    fuzz_settled(ledger_read(path, &l, &e), &e);
    if (e.code == 0) {
        ledger_replay(&l, NUM_UNKNOWN);
        FUZZ_MUST(l.n_jobs <= l.n_events);
        ledger_json(&l, &out);
        fuzz_is_json(&out);
        any_order(data, size, &out);
        sb_trunc(&out, 0);
        ledger_text(&l, &out);
        fuzz_is_numbers(&out, data, size);
        (void)ledger_needs_a_person(&l);
    }
    ledger_free(&l);
    sb_free(&out);
    fuzz_file_close(fd);
    return 0;
}
