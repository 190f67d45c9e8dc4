#include "cmd/cmd.h"

#include "base/strbuf.h"
#include "plan/catalogue.h"

#include <string.h>

static const struct option_def options[] = {
    {"format", 0, "FORMAT", "text, or markdown for documents (text)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "explain",
    .synopsis = "[NAME]...",
    .about = "Says what a finding or an audit check means, its formula, where each number comes from and what "
             "would change its verdict. Without a name it lists them all.\n"
             "Exit status: 0 done, 2 usage (there is none of that name).",
    .examples = "  headroom explain peak_flow",
    .options = options,
};

static const char *kind(const struct topic *t)
{
    return t->kind == TOPIC_FINDING ? "finding" : "audit check";
}

/* Appends LABEL and TEXT, folded at 88 columns behind the label. */
static void part(struct strbuf *out, const char *label, const char *text)
{
    enum { INDENT = 11, WIDTH = 88 };
    size_t column = INDENT;
    sb_addf(out, "  %-9s", label);
    while (*text) {
        size_t n = strcspn(text, " \n");
        if (column > INDENT && column + 1 + n > WIDTH) {
            sb_addc(out, '\n');
            sb_fill(out, ' ', INDENT);
            column = INDENT;
        } else if (column > INDENT) {
            sb_addc(out, ' ');
            column++;
        }
        sb_addn(out, text, n);
        column += n;
        text += n;
        if (*text == '\n') {
            sb_addc(out, '\n');
            sb_fill(out, ' ', INDENT);
            column = INDENT;
        }
        if (*text)
            text++;
    }
    sb_addc(out, '\n');
}

static void explain_text(const struct topic *t, struct strbuf *out)
{
    sb_addf(out, "%s (%s): %s\n", t->name, kind(t), t->question);
    part(out, "means", t->meaning);
    part(out, "formula", t->formula);
    part(out, "numbers", t->sources);
    part(out, "verdict", t->verdicts);
    part(out, "changes", t->change);
}

static void explain_markdown(const struct topic *t, struct strbuf *out)
{
    sb_addf(out, "### %s\n\n*%s: %s* %s\n\n```\n%s\n```\n\nNumbers: %s. Verdict: %s. What changes it: %s\n", t->name,
            kind(t), t->question, t->meaning, t->formula, t->sources, t->verdicts, t->change);
}

static void list(bool markdown, struct strbuf *out)
{
    if (markdown)
        sb_add(out, "| name | kind | asks |\n|---|---|---|\n");
    for (size_t i = 0; i < n_topics; i++)
        if (markdown)
            sb_addf(out, "| `%s` | %s | %s |\n", topics[i].name, kind(&topics[i]), topics[i].question);
        else
            sb_addf(out, "%-20s %-12s %s\n", topics[i].name, kind(&topics[i]), topics[i].question);
}

static int explain_main(const struct args *a, struct err *e)
{
    static const char *const formats[] = {"text", "markdown"};
    size_t format = 0;
    if (args_choice(a, "format", formats, 2, sizeof *formats, &format, e) != 0)
        return e->code;
    bool markdown = format == 1;
    struct strbuf out = {0};
    if (a->n_operands == 0)
        list(markdown, &out);
    for (size_t i = 0; i < a->n_operands && e->code == 0; i++) {
        const struct topic *t = topic_find(a->operands[i]);
        if (!t) {
            err_set(e, EXIT_USAGE, "there is no finding or check '%s'; `headroom explain` lists them",
                    a->operands[i]);
            break;
        }
        if (i > 0)
            sb_addc(&out, '\n');
        (markdown ? explain_markdown : explain_text)(t, &out);
    }
    if (e->code == 0)
        print_result(sb_str(&out), e);
    sb_free(&out);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, explain_main);
}

const struct command command_explain = {"explain", "what a finding or check means, and what changes it", run};
