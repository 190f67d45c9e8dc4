#include "cmd/cmd.h"

#include "base/date.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "render/snippet.h"
#include "store/gate.h"

static const struct option_def options[] = {
    {"model", 0, "NAME", "the model whose plan is to be deployed"},
    {"max-age", 0, "DAYS", "the newest artifact may be no older than this"},
    {"as-of", 0, "DATE", "the day to count from (SOURCE_DATE_EPOCH)"},
    {"root", 0, "<DIR", "read nothing that is not beneath DIR, wherever links lead (everywhere)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "gate",
    .synopsis = "DIR --model NAME [--max-age DAYS [--as-of DATE]] [--root DIR]",
    .operands = '<',
    .about = "For a deployment pipeline: may this plan be deployed? The gate is open when DIR holds one plan for "
             "the model, the plan is feasible, its thresholds are in measured units, it verifies against the "
             "artifacts beside it (the files with the names and the content that it records), and its newest "
             "artifact is young enough.\n"
             "Exit status: 0 open, 1 shut (each reason is named), 2 usage, 3 DIR cannot be read.",
    .examples = "  headroom gate plans/ --model kokoro-82m --max-age 90 --as-of 2026-09-01 && ./deploy.sh",
    .options = options,
};

/* The day to count from: --as-of, else SOURCE_DATE_EPOCH. */
static int as_of(const struct args *a, int64_t *us, struct err *e)
{
    const char *v = args_value(a, "as-of");
    if (v && date_parse(v, us) != 0)
        return err_set(e, EXIT_USAGE, "--as-of: '%s' is not a date, expected YYYY-MM-DD", v);
    if (v)
        return 0;
    int64_t epoch = date_source_epoch();
    if (epoch < 0)
        return err_set(e, EXIT_USAGE, "--max-age needs --as-of DATE or SOURCE_DATE_EPOCH: no clock is read");
    *us = epoch * 1000000;
    return 0;
}

static int gate_main(const struct args *a, struct err *e)
{
    double max_days = NUM_UNKNOWN;
    int64_t when = 0;
    if (args_one(a, "DIR", e) != 0)
        return e->code;
    if (!args_has(a, "model"))
        return err_set(e, EXIT_USAGE, "--model NAME is needed");
    if (args_number(a, "max-age", 0, 1e6, &max_days, e) != 0)
        return e->code;
    if (args_has(a, "as-of") && !num_known(max_days))
        return err_set(e, EXIT_USAGE, "--as-of has no meaning without --max-age");
    if (num_known(max_days) && as_of(a, &when, e) != 0)
        return e->code;
    struct arena *arena = arena_new();
    struct gate_answer answer;
    bool closed = true;
    if (gate_ask(a->operands[0], args_value(a, "model"), max_days, when, snippet_fill, arena, &answer, e) == 0) {
        struct strbuf out = {0};
        const char *file = answer.file;
        closed = answer.shut.n > 0;
        sb_addf(&out, "%s: %s%s%s%s\n", closed ? "SHUT" : "OPEN", args_value(a, "model"), file ? " (" : "",
                file ? file : "", file ? ")" : "");
        for (size_t i = 0; i < answer.shut.n; i++)
            sb_addf(&out, "  shut  %s\n", answer.shut.items[i]);
        for (size_t i = 0; i < answer.open.n; i++)
            sb_addf(&out, "  ok    %s\n", answer.open.items[i]);
        if (answer.audit_stops)
            sb_addf(&out, "  note  the audit says STOP, which shuts no gate; `headroom plan --strict` fails on it\n");
        print_result(sb_str(&out), e);
        sb_free(&out);
    }
    arena_free(arena);
    return e->code ? e->code : closed ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, gate_main);
}

const struct command command_gate = {"gate", "may this plan be deployed? for a pipeline", run};
