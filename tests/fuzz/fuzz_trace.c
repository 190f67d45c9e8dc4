/* A trace of arrivals and its replay: every request ends in exactly one way; text, JSON, CSV and the picture of it
 * hold. */
#include "fuzz/fuzz.h"

#include "async/simulate.h"
#include "async/trace.h"
#include "base/num.h"
#include "chart/paint.h"

static const struct font *the_font(void)
{
    static struct font *font;
    struct err e = ERR_INIT;
    if (!font)
        FUZZ_MUST(font_open(&font, &e) == 0);
    return font;
}

static void shown(struct run *run, const struct trace *t, const uint8_t *data, size_t size)
{
    struct strbuf out = {0};
    struct arena *a = arena_new();
    struct simulation s = {
        .source = "f.csv", .rate = 0.23, .always_on = 1, .runs = run, .n_runs = 1, .rows = t->rows, .n_rows = t->n};
    double saving = run_saving(&s, run);
    FUZZ_MUST(!(saving > 1));
    simulate_text(&s, &out);
    fuzz_is_numbers(&out, data, size);
    sb_trunc(&out, 0);
    simulate_json(&s, &out);
    fuzz_is_json(&out);
    sb_trunc(&out, 0);
    simulate_csv(&s, &out);
    fuzz_is_numbers(&out, data, size);
    sb_trunc(&out, 0);
    curve_backlog(t->rows, t->n, run->result.end, a, &run->backlog);
    struct scene *scene = simulate_chart(&s, the_font(), a);
    FUZZ_MUST(scene != NULL && scene->refused == 0);
    paint_svg(scene, 1.0, &out);
    fuzz_is_xml(&out);
    scene_free(scene);
    sb_free(&out);
    arena_free(a);
}

static void replay(const struct trace *t, const uint8_t *data, size_t size)
{
    struct run run = {.settings = replay_defaults()};
    struct replay_settings s = run.settings;
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
    run.settings = s;
    run.result = r;
    shown(&run, t, data, size);
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
            replay(&t, data, size);
        trace_free(&t);
    }
    fuzz_file_close(fd);
    return 0;
}
