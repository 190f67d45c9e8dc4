/* A trace of arrivals and its replay: every request ends in exactly one way. */
#include "fuzz/fuzz.h"

#include "async/trace.h"

static void replay(const struct trace *t)
{
    struct replay_settings s = replay_defaults();
    struct replay_result r;
    s.provision = 60 * REPLAY_SECOND;
    s.until = 86400 * REPLAY_SECOND; /* a day: instants are what costs */
    s.max = 3;
    s.ttl = 600 * REPLAY_SECOND;
    replay_sort(t->rows, t->n);
    replay_run(&s, t->rows, t->n, &r);
    FUZZ_MUST(r.accepted + r.beyond_end == t->n);
    FUZZ_MUST(r.completed + r.failed + r.expired + r.unfinished == r.accepted);
    FUZZ_MUST(r.billed_us >= 0 && r.at_zero >= 0 && r.end >= r.at_zero);
    for (size_t i = 1; i < r.n_capacity; i++)
        FUZZ_MUST(r.capacity[i - 1].at < r.capacity[i].at && r.capacity[i].serving <= r.capacity[i].billed);
    replay_result_free(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int64_t services[] = {REPLAY_NEVER, 2 * REPLAY_SECOND};
    char path[FUZZ_PATH];
    int fd = fuzz_file(data, size, path);
    for (size_t i = 0; i < 2; i++) {
        struct trace t;
        struct err e = ERR_INIT;
        fuzz_settled(trace_read(path, services[i], &t, &e), &e);
        if (e.code == 0)
            replay(&t);
        trace_free(&t);
    }
    fuzz_file_close(fd);
    return 0;
}
