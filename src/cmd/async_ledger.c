#include "async/ledger.h"
#include "base/outset.h"
#include "cmd/cmd.h"

#include <float.h>
#include <string.h>

static const struct option_def options[] = {
    {"now", 0, "S", "the time at which jobs are overdue, on the clock of the log (its newest event)"},
    {"format", 0, "FORMAT", "text or json (text)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "async ledger",
    .synopsis = "EVENTS [--now S] [--format text|json]",
    .operands = '<',
    .about =
        "Replays a log of events into the states of asynchronous jobs: REGISTERED, SUBMITTED, COMPLETED, FAILED. EVENTS "
        "is JSON Lines: event, inference_id, at_s; registered also deadline_s (a time on the same clock), "
        "output_location and failure_location; reconciled also found (output, failure, nothing). Events: registered, "
        "submitted, submit_timeout, completed, failed, expired, reconciled.\n"
        "Neither the order of lines nor repetitions change the outcome. A job whose submission timed out stays uncertain "
        "until its output or failure is found, and must not be sent again. Of two ends that contradict each other the "
        "earlier stands.\n"
        "Exit status: 0 nothing needs a person, 1 something does (contradictory ends, uncertain acceptance, unknown or "
        "overdue jobs, one registered again otherwise), 2 usage, 3 the log was refused.",
    .examples = "  headroom async ledger events.jsonl --now 3600\n"
                "  headroom async ledger - --format json < events.jsonl",
    .options = options,
};

static int show(const struct ledger *l, bool json, struct err *e)
{
    struct strbuf out = {0};
    if (json) {
        struct outset *set = outset_new();
        ledger_json(l, &out);
        outset_stdout(set, sb_str(&out), out.len);
        outset_commit(set, e);
        outset_free(set);
    } else {
        ledger_text(l, &out);
        print_result(sb_str(&out), e);
    }
    sb_free(&out);
    return e->code;
}

static int ledger_main(const struct args *a, struct err *e)
{
    static const char *const formats[] = {"text", "json"};
    size_t format = 0;
    double now_s = NUM_UNKNOWN;
    struct ledger l;
    if (args_one(a, "file of EVENTS", e) != 0)
        return e->code;
    if (args_number(a, "now", 0, DBL_MAX, &now_s, e) != 0 ||
        args_choice(a, "format", formats, 2, sizeof *formats, &format, e) != 0)
        return e->code;
    if (ledger_read(a->operands[0], &l, e) == 0) {
        ledger_replay(&l, now_s);
        show(&l, format == 1, e);
    }
    int answer = e->code ? e->code : ledger_needs_a_person(&l) ? EXIT_ANSWER_NO : EXIT_DONE;
    ledger_free(&l);
    return answer;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, ledger_main);
}

const struct command command_async_ledger = {"async ledger", "replay a log of events into the states of jobs", run};
