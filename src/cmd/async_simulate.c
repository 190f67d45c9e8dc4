#include "cmd/cmd.h"

#include "artifact/artifact.h"
#include "async/arrivals.h"
#include "async/decimal.h"
#include "async/simulate.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/outset.h"
#include "base/sha256.h"
#include "chart/charts.h"

#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"", 0, NULL, "Arrivals, instead of a TRACE"},
    {"poisson", 0, "PER_HOUR", "random arrivals, so many an hour on average; needs --hours and --seed"},
    {"office-hours", 0, "PER_HOUR", "the same from 9:00 to 17:00 of each day; time 0 is midnight"},
    {"hours", 0, "H", "how long they go on"},
    {"seed", 0, "N", "seed of the generator, 0 to 4294967295"},
    {"burst", 0, "N@T[,..]", "N requests at T seconds"},
    {"service", 0, "S", "seconds that a request takes, where the trace has no service_s"},
    {"", 0, NULL, "The endpoint"},
    {"provision", 0, "S", "seconds from asking for an instance until it serves"},
    {"ttotal", 0, "<F", "take them from a T_total artifact"},
    {"min", 0, "N", "fewest instances (0)"},
    {"max", 0, "N", "most instances (5)"},
    {"target", 0, "N", "backlog per instance that target tracking aims at (5)"},
    {"per-instance", 0, "N", "requests that an instance executes at a time (1)"},
    {"ttl", 0, "S", "RequestTTLSeconds: how long a request may wait, 60 to 21600 (21600)"},
    {"timeout", 0, "S", "InvocationTimeoutSeconds: how long it may run, 1 to 3600 (900)"},
    {"no-wake", 0, NULL, "without the wake alarm and its policy"},
    {"wake-periods", 0, "N", "minutes of backlog without capacity until the wake alarm (2)"},
    {"wake-cooldown", 0, "S", "seconds after its instance serves until the wake policy acts again (300)"},
    {"scale-out-cooldown", 0, "S", "the same of target tracking, adding instances (300)"},
    {"scale-in-cooldown", 0, "S", "seconds after an instance was removed until the next one may be (300)"},
    {"until", 0, "S", "end exactly then (when all is done and the fleet is at its minimum)"},
    {"", 0, NULL, "What to show"},
    {"compare", 0, NULL, "the same without the wake pair beside it"},
    {"sweep", 0, "+WHAT", "target=LO:HI:COUNT or provision=LO:HI:COUNT; both: every pair"},
    {"rate", 0, "USD", "price of one instance per hour"},
    {"always-on", 0, "N", "instances to compare with (the larger of 1 and --min)"},
    {"format", 0, "FORMAT", "text, json or csv (text)"},
    {"report", 0, ">F", "write a PDF page"},
    {"workbook", 0, ">F", "write a workbook: requests, capacity, totals as formulas"},
    {"charts", 0, ">DIR", "draw backlog and capacity, of a sweep cost against waiting, as simulation.svg"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "async simulate",
    .synopsis =
        "TRACE (--provision S | --ttotal F) [OPTION]...\n"
        "(--poisson PER_HOUR | --office-hours PER_HOUR) --hours H --seed N --service S --provision S [OPTION]...\n"
        "--burst N@T[,N@T..] --service S --provision S [OPTION]...",
    .about = "Replays arrivals against an asynchronous endpoint that scales to zero, to the microsecond: what "
             "waits, what is lost, what it costs. TRACE is CSV with the header arrival_s or "
             "arrival_s,service_s (plain decimals, seconds from 0 to 1e9, rows in any order), or - for standard "
             "input. CSV output has a row for each request, with --sweep one for each setting.\n"
             "Exit status: 0 done, 2 usage, 3 an input was refused, 4 an output could not be written.",
    .examples = "  headroom async simulate day.csv --provision 320 --rate 0.23 --report day.pdf --workbook day.xlsx\n"
                "  headroom async simulate --burst 4@0 --service 60 --provision 320 --compare\n"
                "  headroom async simulate day.csv --provision 320 --sweep target=1:20:20 --format csv",
    .options = options,
    .operands = '<',
};

/* Reads an option as a plain decimal in units of 10^-PLACES; absent leaves *out alone. */
static int plain_option(const struct args *a, const char *name, int places, int64_t *out, struct err *e)
{
    const char *v = args_value(a, name);
    if (!v)
        return 0;
    if (decimal_read(v, strlen(v), places, out) != 0)
        return err_set(e, EXIT_USAGE, "--%s: '%s' is not a plain decimal from 0 to 1e9 (no sign, no exponent)", name,
                       v);
    return 0;
}

/* A target is compared exactly, so one that would have to be rounded is refused. */
static int read_target(const struct args *a, int64_t *out, struct err *e)
{
    const char *v = args_value(a, "target");
    if (plain_option(a, "target", 9, out, e) != 0 || !v)
        return e->code;
    if (decimal_rounds(v, 9) || *out == 0)
        return err_set(e, EXIT_USAGE, "--target: '%s', expected a number above 0 with at most nine decimals", v);
    return 0;
}

static struct sim_input *add_input(struct simulation *s, const char *role, const char *path)
{
    struct sim_input *in = &s->inputs[s->n_inputs++];
    in->role = role;
    in->name = file_base(path);
    return in;
}

static int read_provision(const struct args *a, bool swept, struct simulation *sim, int64_t *out, struct err *e)
{
    const char *path = args_value(a, "ttotal");
    if (path && args_has(a, "provision"))
        return err_set(e, EXIT_USAGE, "--provision and --ttotal exclude each other");
    if (swept && (path || args_has(a, "provision")))
        return err_set(e, EXIT_USAGE, "--sweep provision says it all: --provision and --ttotal have no meaning");
    if (path && a->n_operands == 1 && strcmp(path, "-") == 0 && strcmp(a->operands[0], "-") == 0)
        return err_set(e, EXIT_USAGE, "only one input can be standard input (-)");
    if (!path && !swept && !args_has(a, "provision"))
        return err_set(e, EXIT_USAGE, "--provision S or --ttotal F is needed");
    if (!path)
        return plain_option(a, "provision", 6, out, e);
    struct bytes b;
    struct ttotal t;
    char text[NUM_MAX];
    if (file_read(path, LIMIT_ARTIFACT_BYTES, &b, e) != 0)
        return e->code;
    sha256_hex(add_input(sim, "T_total", path)->sha256, b.data, b.len);
    struct arena *mem = arena_new();
    if (ttotal_read(file_base(path), b.data, b.len, mem, &t, e) == 0) {
        if (!num_known(t.t_total_s))
            err_set(e, EXIT_REFUSED, "%s: $.t_total_s: is null, expected the seconds that were measured",
                    file_base(path));
        else if (!(t.t_total_s >= 0 && t.t_total_s <= LIMIT_REPLAY_S) || !num_plain(text, t.t_total_s) ||
                 decimal_read(text, strlen(text), 6, out) != 0)
            err_set(e, EXIT_REFUSED, "%s: $.t_total_s: expected seconds from 0 to 1e9", file_base(path));
    }
    arena_free(mem);
    bytes_free(&b);
    return e->code;
}

static int read_settings(const struct args *a, bool provision_swept, struct simulation *sim,
                         struct replay_settings *s, struct err *e)
{
    int64_t min = 0, max = s->max, per = 1, ttl = s->ttl / REPLAY_SECOND, timeout = s->timeout / REPLAY_SECOND;
    if (read_provision(a, provision_swept, sim, &s->provision, e) != 0 ||
        args_int(a, "min", 0, LIMIT_REPLAY_INSTANCES, &min, e) != 0 ||
        args_int(a, "max", 1, LIMIT_REPLAY_INSTANCES, &max, e) != 0 || read_target(a, &s->target, e) != 0 ||
        args_int(a, "per-instance", 1, LIMIT_REPLAY_SLOTS, &per, e) != 0 ||
        args_int(a, "ttl", LIMIT_TTL_LEAST_S, LIMIT_TTL_S, &ttl, e) != 0 ||
        args_int(a, "timeout", 1, LIMIT_TIMEOUT_S, &timeout, e) != 0 ||
        args_int(a, "wake-periods", 1, LIMIT_WAKE_PERIODS, &s->wake_periods, e) != 0 ||
        plain_option(a, "wake-cooldown", 6, &s->wake_cooldown, e) != 0 ||
        plain_option(a, "scale-out-cooldown", 6, &s->scale_out_cooldown, e) != 0 ||
        plain_option(a, "scale-in-cooldown", 6, &s->scale_in_cooldown, e) != 0 ||
        plain_option(a, "until", 6, &s->until, e) != 0)
        return e->code;
    if (max < min)
        return err_set(e, EXIT_USAGE, "--max: %lld is below --min, %lld", (long long)max, (long long)min);
    s->min = (uint32_t)min;
    s->max = (uint32_t)max;
    s->per_instance = (uint32_t)per;
    s->ttl = ttl * REPLAY_SECOND;
    s->timeout = timeout * REPLAY_SECOND;
    s->wake = !args_has(a, "no-wake");
    return 0;
}

/* Arrivals. */

static int one_source(const struct args *a, struct err *e)
{
    size_t n = a->n_operands;
    static const char *const made[] = {"poisson", "office-hours", "burst"};
    for (size_t i = 0; i < 3; i++)
        n += args_has(a, made[i]);
    if (n == 0)
        return err_set(e, EXIT_USAGE, "arrivals are needed: a TRACE, --poisson, --office-hours or --burst");
    if (n > 1)
        return err_set(e, EXIT_USAGE,
                       "arrivals come from one of TRACE, --poisson, --office-hours and --burst, %zu were given", n);
    if (a->n_operands == 0 && !args_has(a, "service"))
        return err_set(e, EXIT_USAGE, "--service S is needed: arrivals without a trace have no service time");
    bool random = args_has(a, "poisson") || args_has(a, "office-hours");
    static const char *const random_only[] = {"hours", "seed"};
    for (size_t i = 0; i < 2; i++)
        if (args_has(a, random_only[i]) != random)
            return err_set(e, EXIT_USAGE,
                           random ? "--%s is needed with --poisson and --office-hours"
                                  : "--%s has no meaning without --poisson or --office-hours",
                           random_only[i]);
    return 0;
}

static int random_arrivals(const struct args *a, int64_t service, struct trace *t, struct arena *mem,
                           const char **source, struct err *e)
{
    bool office = args_has(a, "office-hours");
    const char *name = office ? "office-hours" : "poisson";
    double per_hour = 0, hours = 0;
    int64_t seed = 0, length;
    char text[NUM_MAX];
    if (args_number(a, name, 0, LIMIT_ARRIVALS_PER_HOUR, &per_hour, e) != 0 ||
        args_number(a, "hours", 0, LIMIT_REPLAY_HOURS, &hours, e) != 0 ||
        args_int(a, "seed", 0, UINT32_MAX, &seed, e) != 0)
        return e->code;
    if (per_hour == 0 || hours == 0)
        return err_set(e, EXIT_USAGE, "--%s: expected a number above 0", per_hour == 0 ? name : "hours");
    length = (int64_t)(hours * 3600e6 + 0.5);
    *source = arena_printf(mem, "%s arrivals, %s an hour over %s h, seed %lld", office ? "office-hours" : "Poisson",
                           args_value(a, name), num_plain(text, hours), (long long)seed);
    return arrivals_poisson(t, per_hour, length, (uint32_t)seed, office, service, e);
}

static int read_arrivals(const struct args *a, struct trace *t, struct arena *mem, struct simulation *s,
                         struct err *e)
{
    int64_t service = REPLAY_NEVER;
    if (plain_option(a, "service", 6, &service, e) != 0)
        return e->code;
    if (a->n_operands == 1) {
        s->source = file_base(a->operands[0]);
        if (trace_read(a->operands[0], service, t, e) == 0)
            memcpy(add_input(s, "arrivals", a->operands[0])->sha256, t->sha256, sizeof t->sha256);
        return e->code;
    }
    if (!args_has(a, "burst"))
        return random_arrivals(a, service, t, mem, &s->source, e);
    s->source = arena_printf(mem, "burst %s", args_value(a, "burst"));
    return arrivals_burst(t, args_value(a, "burst"), service, e);
}

/* Sweeps. */

struct range {
    int64_t low, high;
    int64_t count; /* 0: not swept */
};

static int64_t range_at(const struct range *r, int64_t i)
{
    if (r->count == 1)
        return r->low;
    int64_t steps = r->count - 1, span = r->high - r->low;
    /* In parts, for the product of span and steps need not fit. */
    return r->low + span / steps * i + (span % steps * i + steps / 2) / steps;
}

static int read_range(const char *text, int places, bool zero, struct range *out, struct err *e)
{
    const char *eq = strchr(text, '=') + 1, *a = strchr(eq, ':'), *b = a ? strchr(a + 1, ':') : NULL;
    if (!b || decimal_read(eq, (size_t)(a - eq), places, &out->low) != 0 ||
        decimal_read(a + 1, (size_t)(b - a - 1), places, &out->high) != 0 || num_parse_int(b + 1, &out->count) != 0 ||
        out->count < 1 || out->count > LIMIT_SWEEP_REPLAYS || out->low > out->high || (!zero && out->low == 0) ||
        (out->count == 1 && out->low != out->high))
        return err_set(
            e, EXIT_USAGE,
            "--sweep: '%s', expected LO:HI:COUNT with LO %s, HI not below LO and COUNT 2 to %d (or 1, where they "
            "are equal)",
            text, zero ? "from 0" : "above 0", LIMIT_SWEEP_REPLAYS);
    return 0;
}

static int read_sweeps(const struct args *a, struct range *target, struct range *provision, struct err *e)
{
    size_t at = 0;
    for (const char *v; (v = args_each(a, "sweep", &at)) != NULL;) {
        bool is_target = strncmp(v, "target=", 7) == 0;
        struct range *r = is_target ? target : provision;
        if (!is_target && strncmp(v, "provision=", 10) != 0)
            return err_set(e, EXIT_USAGE, "--sweep: '%s', expected target=LO:HI:COUNT or provision=LO:HI:COUNT", v);
        if (r->count > 0)
            return err_set(e, EXIT_USAGE, "--sweep: %s is swept twice", is_target ? "target" : "provision");
        if (read_range(v, is_target ? 9 : 6, !is_target, r, e) != 0)
            return e->code;
    }
    if (target->count > 0 && args_has(a, "target"))
        return err_set(e, EXIT_USAGE, "--sweep target says it all: --target has no meaning");
    if (target->count * provision->count > LIMIT_SWEEP_REPLAYS)
        return err_set(e, EXIT_USAGE, "--sweep: more than %d settings in all", LIMIT_SWEEP_REPLAYS);
    return 0;
}

/* Runs all replays, the first last, so that the rows keep its outcome. */
static void run_all(struct simulation *s, struct request *rows, bool pictures, struct arena *mem)
{
    for (size_t i = s->n_runs; i-- > 0;) {
        struct run *r = &s->runs[i];
        replay_run(&r->settings, rows, s->n_rows, &r->result);
        if (pictures && !s->sweep_target && !s->sweep_provision)
            curve_backlog(rows, s->n_rows, r->result.end, mem, &r->backlog);
    }
}

static void make_runs(struct simulation *s, const struct replay_settings *base, const struct range *target,
                      const struct range *provision, struct arena *mem)
{
    int64_t n_t = target->count ? target->count : 1, n_p = provision->count ? provision->count : 1;
    s->runs = arena_array(mem, (size_t)(n_t * n_p) + 1, sizeof *s->runs);
    for (int64_t i = 0; i < n_t; i++)
        for (int64_t k = 0; k < n_p; k++) {
            struct replay_settings *x = &s->runs[s->n_runs++].settings;
            *x = *base;
            if (target->count)
                x->target = range_at(target, i);
            if (provision->count)
                x->provision = range_at(provision, k);
        }
    s->sweep_target = target->count > 0;
    s->sweep_provision = provision->count > 0;
    if (s->compare) {
        s->runs[1].settings = *base;
        s->runs[1].settings.wake = false;
        s->n_runs = 2;
    }
}

typedef void renderer(const struct simulation *s, struct strbuf *out);

static int read_format(const struct args *a, renderer **out, struct err *e)
{
    static const struct {
        const char *name;
        renderer *render;
    } formats[] = {{"text", simulate_text}, {"json", simulate_json}, {"csv", simulate_csv}};
    size_t i = 0;
    args_choice(a, "format", &formats[0].name, sizeof formats / sizeof *formats, sizeof *formats, &i, e);
    *out = formats[i].render;
    return e->code;
}

static int fits_together(const struct args *a, bool csv, struct err *e)
{
    if (!args_has(a, "compare"))
        return 0;
    if (args_has(a, "no-wake"))
        return err_set(e, EXIT_USAGE, "--compare shows both: --no-wake has no meaning with it");
    if (args_has(a, "sweep"))
        return err_set(e, EXIT_USAGE, "--compare and --sweep exclude each other");
    if (csv)
        return err_set(e, EXIT_USAGE, "--format csv has the requests of one replay, --compare makes two");
    return 0;
}

static int write_charts(const struct simulation *s, const char *dir, struct outset *set, struct err *e)
{
    struct font *font;
    if (font_open(&font, e) != 0)
        return e->code;
    struct arena *mem = arena_new();
    struct scene *scene = simulate_chart(s, font, mem);
    scene_evidence(scene, sim_evidence(s, mem));
    if (outset_dir(set, dir, e) == 0)
        scene_write(scene, dir, "svg", 1.0, set, e);
    scene_free(scene);
    arena_free(mem);
    font_close(font);
    return e->code;
}

static int write_report(const struct simulation *s, const char *path, struct outset *set, struct err *e)
{
    struct strbuf pdf = {0};
    if (simulate_pdf(s, &pdf, e) == 0)
        outset_file(set, path, pdf.data, pdf.len, e);
    sb_free(&pdf);
    return e->code;
}

static int write_out(const struct args *a, const struct simulation *s, renderer *render, struct err *e)
{
    struct strbuf out = {0};
    struct outset *set = outset_new();
    const char *dir = args_value(a, "charts"), *report = args_value(a, "report"), *book = args_value(a, "workbook"),
               *ttotal = args_value(a, "ttotal");
    if (a->n_operands == 1)
        outset_input(set, a->operands[0]);
    if (ttotal)
        outset_input(set, ttotal);
    if ((!dir || write_charts(s, dir, set, e) == 0) && (!report || write_report(s, report, set, e) == 0) &&
        (!book || simulate_book(s, set, book, e) == 0)) {
        render(s, &out);
        outset_stdout_take(set, &out);
        outset_commit(set, e);
    }
    outset_free(set);
    sb_free(&out);
    return e->code;
}

static int simulate_main(const struct args *a, struct err *e)
{
    struct range target = {0}, provision = {0};
    struct replay_settings settings = replay_defaults();
    struct simulation s = {.rate = NUM_UNKNOWN, .compare = args_has(a, "compare")};
    renderer *render = NULL;
    if (one_source(a, e) != 0 || read_format(a, &render, e) != 0 ||
        fits_together(a, render == simulate_csv, e) != 0 || read_sweeps(a, &target, &provision, e) != 0 ||
        read_settings(a, provision.count > 0, &s, &settings, e) != 0 ||
        args_number(a, "rate", 0, LIMIT_REPLAY_RATE, &s.rate, e) != 0)
        return e->code;
    s.always_on = settings.min > 1 ? settings.min : 1;
    if (args_int(a, "always-on", 1, (int64_t)LIMIT_FLEET, &s.always_on, e) != 0)
        return e->code;
    struct arena *mem = arena_new();
    struct trace t = {0};
    if (read_arrivals(a, &t, mem, &s, e) == 0) {
        replay_sort(t.rows, t.n);
        s.rows = t.rows;
        s.n_rows = t.n;
        make_runs(&s, &settings, &target, &provision, mem);
        run_all(&s, t.rows, args_has(a, "charts") || args_has(a, "report"), mem);
        write_out(a, &s, render, e);
        for (size_t i = 0; i < s.n_runs; i++)
            replay_result_free(&s.runs[i].result);
    }
    trace_free(&t);
    arena_free(mem);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, simulate_main);
}

const struct command command_async_simulate = {"async simulate",
                                               "replay arrivals against an endpoint that scales to zero", run};
