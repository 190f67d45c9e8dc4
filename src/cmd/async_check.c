#include "async/contract.h"
#include "base/limits.h"
#include "base/lines.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"lines", 0, NULL,
     "JSON Lines: one verdict for each line (found out alone when more text follows a first "
     "document of one line)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "async check",
    .synopsis = "[FILE] [--lines]",
    .operands = '<',
    .about =
        "Checks requests to an asynchronous endpoint against a contract that is narrower than AWS on purpose: no "
        "extra members, no coercion. EndpointName, InputLocation and InferenceId are required; ContentType is "
        "application/json, RequestTTLSeconds (60-21600, time in the queue) 21600 and InvocationTimeoutSeconds "
        "(1-3600, time of execution) 900 where they are absent. Without FILE standard input is read.\n"
        "One document: the canonical request goes to standard output, or all of its violations to standard error. "
        "JSON Lines: one verdict a line, as JSON, and no line stops the others.\n"
        "Exit status: 0 all are accepted, 1 one is refused or not JSON, 2 usage, 3 the file is unreadable, 4 the "
        "verdicts could not be written.",
    .examples = "  headroom async check request.json > canonical.json\n"
                "  headroom async check --lines < requests.jsonl | grep '\"ok\": false'",
    .options = options,
};

struct job {
    const char *path, *name;
    struct lines *lines;
    struct strbuf held; /* the first line, or the whole of a document of several lines */
    size_t held_number; /* line that HELD begins with */
    bool held_cut;
    size_t documents, refused;
};

static bool blank(const char *text, size_t len)
{
    return strspn(text, " \t\r\n") == len;
}

/* The next line that is not blank. */
static int next_line(struct job *j, const char **text, size_t *len, bool *cut, bool *more, struct err *e)
{
    do
        lines_next_cut(j->lines, text, len, cut, more, e);
    while (e->code == 0 && *more && blank(*text, *len) && !*cut);
    return e->code;
}

static int write_out(const struct strbuf *text, struct err *e)
{
    if (text->len && fwrite(text->data, 1, text->len, stdout) != text->len)
        return err_set(e, EXIT_OUTPUT, "standard output: cannot write: %s", strerror(errno));
    return 0;
}

static int judge_line(struct job *j, const char *text, size_t len, bool cut, size_t number, struct strbuf *out,
                      struct err *e)
{
    struct judgement v;
    if (cut)
        contract_too_long(LIMIT_LINE_BYTES, &v);
    else
        contract_check(text, len, &v);
    sb_trunc(out, 0);
    judgement_line(&v, number, out);
    j->documents++;
    j->refused += v.n > 0;
    judgement_free(&v);
    return write_out(out, e);
}

/* TEXT is the line that is at hand already. */
static int judge_lines(struct job *j, const char *text, size_t len, bool cut, bool more, struct err *e)
{
    struct strbuf out = {0};
    if (j->held.len)
        judge_line(j, j->held.data, j->held.len, j->held_cut, j->held_number, &out, e);
    while (e->code == 0 && more) {
        if (judge_line(j, text, len, cut, lines_number(j->lines), &out, e) == 0)
            next_line(j, &text, &len, &cut, &more, e);
    }
    sb_free(&out);
    if (e->code != 0)
        return e->code;
    if (fflush(stdout) != 0)
        return err_set(e, EXIT_OUTPUT, "standard output: cannot write: %s", strerror(errno));
    if (j->refused)
        fprintf(stderr, "headroom: %s: %zu of %zu documents refused\n", j->name, j->refused, j->documents);
    return j->refused ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int judge_document(struct job *j, struct err *e)
{
    struct judgement v;
    if (j->held_cut)
        contract_too_long(LIMIT_LINE_BYTES, &v);
    else
        contract_check(sb_str(&j->held), j->held.len, &v);
    for (size_t i = 0; i < v.n; i++) {
        struct err one = ERR_INIT;
        if (v.syntax)
            err_set(&one, EXIT_ANSWER_NO, "%s: %s", j->name, v.syntax);
        else
            err_set(&one, EXIT_ANSWER_NO, "%s: %s: %s", j->name, v.list[i].path, v.list[i].message);
        report_error(&one);
    }
    int answer = v.n ? EXIT_ANSWER_NO : EXIT_DONE;
    if (v.n == 0) {
        sb_addc(&v.request, '\n');
        if (write_out(&v.request, e) == 0 && fflush(stdout) != 0)
            err_set(e, EXIT_OUTPUT, "standard output: cannot write: %s", strerror(errno));
    }
    judgement_free(&v);
    return e->code ? e->code : answer;
}

/* Adds all further lines to HELD; blank ones too, so that a message counts lines as an editor does. */
static int hold_rest(struct job *j, struct err *e)
{
    const char *text;
    size_t len;
    bool cut, more = true;
    while (lines_next_cut(j->lines, &text, &len, &cut, &more, e) == 0 && more) {
        j->held_cut = j->held_cut || cut || len + 1 > LIMIT_LINE_BYTES - j->held.len;
        if (j->held_cut)
            return 0;
        sb_addc(&j->held, '\n');
        sb_addn(&j->held, text, len);
    }
    return e->code;
}

static int judge(struct job *j, bool as_lines, struct err *e)
{
    const char *text = "";
    size_t len = 0;
    bool cut = false, more = false;
    if (next_line(j, &text, &len, &cut, &more, e) != 0)
        return e->code;
    if (as_lines)
        return judge_lines(j, text, len, cut, more, e);
    if (!more)
        return judge_document(j, e);
    j->held_number = lines_number(j->lines);
    bool whole = !cut && contract_is_document(text, len);
    if (!whole)
        sb_fill(&j->held, '\n', j->held_number - 1 < LIMIT_LINE_BYTES ? j->held_number - 1 : LIMIT_LINE_BYTES);
    j->held_cut = cut || len > LIMIT_LINE_BYTES - j->held.len;
    if (!j->held_cut)
        sb_addn(&j->held, text, len);
    if (!whole)
        return hold_rest(j, e) != 0 ? e->code : judge_document(j, e);
    if (next_line(j, &text, &len, &cut, &more, e) != 0)
        return e->code;
    return more ? judge_lines(j, text, len, cut, more, e) : judge_document(j, e);
}

static int check_main(const struct args *a, struct err *e)
{
    if (a->n_operands > 1)
        return err_set(e, EXIT_USAGE, "one FILE at most is checked, %zu were given", a->n_operands);
    struct job j = {.path = a->n_operands ? a->operands[0] : "-"};
    j.name = file_base(j.path);
    if (lines_open(j.path, LIMIT_LINE_BYTES, &j.lines, e) != 0)
        return e->code;
    int r = judge(&j, args_has(a, "lines"), e);
    lines_close(j.lines, NULL);
    sb_free(&j.held);
    return r;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, check_main);
}

const struct command command_async_check = {"async check", "check requests to an asynchronous endpoint", run};
