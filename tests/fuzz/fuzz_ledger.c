/* A log of asynchronous jobs: read or refused, replayed, and told as text and JSON. */
#include "fuzz/fuzz.h"

#include "async/ledger.h"

FUZZ_INPUT_IS_JSON

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
