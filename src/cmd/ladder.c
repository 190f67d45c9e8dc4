#include "cmd/cmd.h"

#include "base/outset.h"
#include "ladder/derive.h"
#include "ladder/schedule.h"

#include <string.h>

static const struct option_def options[] = {
    {"", 0, NULL, "The schedule of a measurement"},
    {"concurrency", 0, "LIST", "rungs, ascending (1,5,10,20,30,40,50,60)"},
    {"hold", 0, "S", "seconds that a rung is held (240)"},
    {"between", 0, "S", "seconds between two rungs (30)"},
    {"settle", 0, "S", "seconds before the first rung of a run (120)"},
    {"runs", 0, "N", "walks up the ladder (1)"},
    {"expected-s", 0, "S", "service time of one request alone: gives requests and times to expect"},
    {"slo-ms", 0, "N", "p95 time to first audio byte that is promised"},
    {"rate", 0, "USD", "price of one instance per hour"},
    {"", 0, NULL, "A ladder artifact from raw records"},
    {"events", 0, "<F", "JSON Lines: run, concurrency, start_s, first_byte_s, end_s, ok, chars"},
    {"model", 0, "M", "model name"},
    {"instance-type", 0, "T", "instance type that was measured"},
    {"image-digest", 0, "D", "digest of the container image that was measured"},
    {"output", 'o', ">F", "where the artifact goes (standard output)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "ladder",
    .synopsis = "[--concurrency LIST] [--hold S] [--between S] [--settle S] [--runs N] [OPTION]...\n"
                "--events F --slo-ms N --model M --instance-type T --image-digest D [-o F]",
    .about = "Says what a measurement will take before it costs money: rungs, requests, wall clock, cost, and what "
             "it would fail to show. With --events it derives a ladder artifact from raw per-request records "
             "instead: p95 by the linear method (numpy's default) over the ok requests of each rung; a rung with "
             "more than 5 % failed requests is not usable; what the records cannot say is null.\n"
             "Exit status: 0 done, 2 usage, 3 the records were refused, 4 the artifact could not be written.",
    .examples = "  headroom ladder --expected-s 0.0613 --slo-ms 3000 --rate 1.408\n"
                "  headroom ladder --events events.jsonl --slo-ms 3000 --model kokoro-82m \\\n"
                "    --instance-type ml.g5.xlarge --image-digest 8b1b96bc... -o qmax.json",
    .options = options,
};

/* Refuses options that belong to the other use. */
static int none_of(const struct args *a, const char *const *names, size_t n, const char *why, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (args_has(a, names[i]))
            return err_set(e, EXIT_USAGE, "--%s %s", names[i], why);
    return 0;
}

/* A claim that goes into the artifact as text. */
static int claim(const struct args *a, const char *name, const char **out, struct err *e)
{
    *out = args_value(a, name);
    if (!*out || !**out)
        return err_set(e, EXIT_USAGE, "--%s is needed with --events", name);
    for (const char *p = *out; *p; p++)
        if ((unsigned char)*p < 0x21 || (unsigned char)*p > 0x7E)
            return err_set(e, EXIT_USAGE, "--%s: '%.100s' holds blanks or characters outside ASCII", name, *out);
    return strlen(*out) <= 256 ? 0 : err_set(e, EXIT_USAGE, "--%s: longer than 256 characters", name);
}

static int derive(const struct args *a, struct err *e)
{
    static const char *const plan_only[] = {"concurrency", "hold", "between", "settle", "runs", "expected-s", "rate"};
    struct ladder_claims c = {.slo_ms = INT_UNKNOWN};
    const char *path = args_value(a, "events"), *to = args_value(a, "output");
    if (none_of(a, plan_only, sizeof plan_only / sizeof *plan_only, "has no meaning with --events", e) != 0 ||
        args_int(a, "slo-ms", 1, 1000000000, &c.slo_ms, e) != 0 || claim(a, "model", &c.model, e) != 0 ||
        claim(a, "instance-type", &c.instance_type, e) != 0 || claim(a, "image-digest", &c.image_digest, e) != 0)
        return e->code;
    if (!int_known(c.slo_ms))
        return err_set(e, EXIT_USAGE, "--slo-ms is needed with --events");
    if (strncmp(c.image_digest, "sha256:", 7) == 0 && c.image_digest[7])
        c.image_digest += 7;
    struct events ev;
    struct qmax q;
    struct strbuf text = {0}, doubts = {0};
    struct arena *mem = arena_new();
    struct outset *set = outset_new();
    outset_input(set, path);
    if ((!to || strcmp(to, "-") == 0 || outset_check(set, to, e) == 0) && events_read(path, &ev, e) == 0) {
        if (ladder_derive(&ev, &c, mem, &q, &doubts, e) == 0) {
            ladder_write(&q, &text);
            if (!to || strcmp(to, "-") == 0)
                outset_stdout(set, sb_str(&text), text.len);
            else
                outset_file(set, to, sb_str(&text), text.len, e);
        }
        /* Said before the name is taken: afterwards nothing may fail for want of memory. */
        for (char *p = doubts.data; e->code == 0 && p && *p;) {
            size_t n = strcspn(p, "\n");
            bool more = p[n] != '\0';
            p[n] = '\0';
            report_warning(p);
            p += n + more;
        }
        if (e->code == 0)
            outset_commit(set, e);
        events_free(&ev);
    }
    outset_free(set);
    arena_free(mem);
    sb_free(&text);
    sb_free(&doubts);
    return e->code;
}

static int schedule(const struct args *a, struct err *e)
{
    static const char *const derive_only[] = {"model", "instance-type", "image-digest", "output"};
    struct ladder_schedule s = ladder_default();
    const char *rungs = args_value(a, "concurrency");
    if (none_of(a, derive_only, sizeof derive_only / sizeof *derive_only, "needs --events", e) != 0 ||
        (rungs && ladder_rungs(rungs, &s, e) != 0) || args_number(a, "hold", 0, 86400, &s.hold_s, e) != 0 ||
        args_number(a, "between", 0, 86400, &s.between_s, e) != 0 ||
        args_number(a, "settle", 0, 86400, &s.settle_s, e) != 0 || args_int(a, "runs", 1, 1000, &s.runs, e) != 0 ||
        args_number(a, "expected-s", 0, 3600, &s.expected_s, e) != 0 ||
        args_int(a, "slo-ms", 1, 1000000000, &s.slo_ms, e) != 0 ||
        args_number(a, "rate", 0, 1e9, &s.rate_per_hour, e) != 0)
        return e->code;
    if (s.hold_s == 0 || s.expected_s == 0)
        return err_set(e, EXIT_USAGE, "--%s: expected a number above 0", s.hold_s == 0 ? "hold" : "expected-s");
    struct strbuf text = {0};
    ladder_text(&s, &text);
    print_result(sb_str(&text), e);
    sb_free(&text);
    return e->code;
}

static int ladder_main(const struct args *a, struct err *e)
{
    if (a->n_operands != 0)
        return err_set(e, EXIT_USAGE, "'%s' is not an option", a->operands[0]);
    return args_has(a, "events") ? derive(a, e) : schedule(a, e);
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, ladder_main);
}

const struct command command_ladder = {"ladder", "plan a measurement, or derive Q_max from raw records", run};
