#include "cmd/cmd.h"

#include "base/date.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/outset.h"
#include "base/sandbox.h"
#include "base/strbuf.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int report_error(const struct err *e)
{
    char *text = printable(e->text);
    fprintf(stderr, "headroom: %s\n", text);
    free(text);
    return e->code;
}

void report_warning(const char *text)
{
    char *shown = printable(text);
    fprintf(stderr, "headroom: warning: %s\n", shown);
    free(shown);
}

/* EXIT_USAGE with a message and a pointer to --help. */
__attribute__((format(printf, 2, 3))) static int usage_error(const struct usage *u, const char *fmt, ...)
{
    struct err e = ERR_INIT;
    va_list ap;
    va_start(ap, fmt);
    err_setv(&e, EXIT_USAGE, fmt, ap);
    va_end(ap);
    report_error(&e);
    fprintf(stderr, "See `headroom %s --help`.\n", u->command);
    return EXIT_USAGE;
}

int print_result(const char *text, struct err *e)
{
    char *shown = printable(text);
    struct outset *set = outset_new();
    outset_stdout(set, shown, strlen(shown));
    outset_commit(set, e);
    outset_free(set);
    free(shown);
    return e->code;
}

/* Prints TEXT folded at 80 columns, each line behind INDENT blanks. */
static void folded(const char *text, int indent, int used)
{
    int column = used;
    while (*text) {
        size_t n = strcspn(text, " \n");
        if (column > indent && column + 1 + (int)n > 80) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        } else if (column < indent) {
            printf("%*s", indent - column, "");
            column = indent;
        }
        fwrite(text, 1, n, stdout);
        column += (int)n;
        text += n;
        while (*text == ' ')
            text++;
        if (*text == '\n') {
            text++;
            putchar('\n');
            column = 0;
        }
    }
    putchar('\n');
}

/* Bytes of S to the next blank that stands outside all brackets, or to the end of its line. */
static size_t unit_of(const char *s)
{
    size_t n = 0;
    for (int depth = 0; s[n] && s[n] != '\n' && (depth > 0 || s[n] != ' '); n++)
        depth += (s[n] == '[' || s[n] == '(') - (s[n] == ']' || s[n] == ')');
    return n;
}

/* The lines of the synopsis, folded at 80 columns, with what stands in brackets kept together. */
static void print_synopsis(const struct usage *u)
{
    const char *s = u->synopsis;
    for (bool first = true; s; first = false) {
        int indent = printf("%s headroom %s", first ? "usage:" : "      ", u->command), column = indent;
        for (size_t n = unit_of(s); n > 0; s += s[n] == ' ' ? n + 1 : n, n = unit_of(s)) {
            if (column > indent && column + 1 + (int)n > 80) {
                printf("\n%*s", indent, "");
                column = indent;
            }
            printf(" %.*s", (int)n, s);
            column += 1 + (int)n;
        }
        putchar('\n');
        s = *s == '\n' ? s + 1 : NULL;
    }
}

static int print_help(const struct usage *u)
{
    print_synopsis(u);
    putchar('\n');
    folded(u->about, 0, 0);
    bool headed = false;
    for (const struct option_def *o = u->options; o->name; o++) {
        if (!*o->name) {
            printf("\n%s:\n", o->help);
            headed = true;
            continue;
        }
        if (!headed)
            puts("\nOptions:");
        headed = true;
        char left[80];
        int n = o->letter ? snprintf(left, sizeof left, "  -%c, --%s", o->letter, o->name)
                          : snprintf(left, sizeof left, "      --%s", o->name);
        if (o->arg)
            n += snprintf(left + n, sizeof left - (size_t)n, " %s", o->arg + strspn(o->arg, "<>+"));
        fputs(left, stdout);
        if (n >= 34) {
            putchar('\n');
            n = 0;
        }
        folded(o->help, 34, n);
    }
    puts("      --no-sandbox                keep the network and all files open to the\n"
         "                                  process, on systems that cannot close them\n"
         "  -h, --help                      show this text");
    if (u->examples)
        printf("\nExamples:\n%s\n", u->examples);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        struct err e = ERR_INIT;
        err_set(&e, EXIT_OUTPUT, "standard output: cannot write");
        return report_error(&e);
    }
    return EXIT_DONE;
}

/* Everything that the command line names, and nothing else. */
static int enter_sandbox(const struct usage *u, const struct args *a, struct err *e)
{
    size_t most = a->n_options + a->n_operands + 1, n_reads = 0, n_writes = 0;
    const char **reads = xcalloc(most, sizeof *reads), **writes = xcalloc(most, sizeof *writes);
    bool rooted = false, everywhere = false;
    for (const struct option_def *o = u->options; o->name; o++) {
        if (!o->arg || (*o->arg != '<' && *o->arg != '>'))
            continue;
        size_t at = 0;
        for (const char *path; (path = args_each(a, o->name, &at)) != NULL;)
            if (*o->arg == '<')
                reads[n_reads++] = path;
            else
                writes[n_writes++] = path;
        if (strcmp(o->name, "root") == 0) {
            rooted = args_has(a, "root");
            everywhere = !rooted;
        }
    }
    for (size_t i = 0; i < a->n_operands; i++)
        if (u->operands == '<' && !rooted)
            reads[n_reads++] = a->operands[i];
        else if (u->operands == '>')
            writes[n_writes++] = a->operands[i];
    if (everywhere)
        reads[n_reads++] = "/";
    sandbox_enter(&(struct sandbox){.must = rooted,
                                    .copies = u->workers,
                                    .reads = reads,
                                    .n_reads = n_reads,
                                    .writes = writes,
                                    .n_writes = n_writes},
                  e);
    free(reads);
    free(writes);
    return e->code;
}

/* An option that stands twice with another value: the command line does not say which is meant. */
static int once(const struct args *a, const char *name, struct err *e)
{
    const char *last = args_value(a, name);
    size_t at = 0;
    for (const char *v; (v = args_each(a, name, &at)) != NULL;)
        if (strcmp(v, last) != 0)
            return err_set(e, EXIT_USAGE, "--%s is given twice, with '%s' and with '%s'", name, v, last);
    return 0;
}

static bool repeatable(const struct option_def *o)
{
    return memchr(o->arg, '+', strspn(o->arg, "<>+")) != NULL;
}

/* What getopt_long returns: OPTION_FIRST and the place of an option in its table, else a letter or one of these. */
enum { OPTION_FIRST = 256, OPTION_HELP = 0x10000, OPTION_NO_SANDBOX };

static void args_free(struct args *a)
{
    free(a->options);
    free(a->operands);
    *a = (struct args){0};
}

/* What getopt_long wants to know of the N options of U. Caller frees both. */
static struct option *long_options(const struct usage *u, size_t n)
{
    struct option *longs = xcalloc(n + 3, sizeof *longs);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (*u->options[i].name)
            longs[count++] = (struct option){.name = u->options[i].name,
                                             .has_arg = u->options[i].arg ? required_argument : no_argument,
                                             .val = OPTION_FIRST + (int)i};
    longs[count++] = (struct option){.name = "help", .val = OPTION_HELP};
    longs[count] = (struct option){.name = "no-sandbox", .val = OPTION_NO_SANDBOX};
    return longs;
}

static char *option_letters(const struct usage *u, size_t n)
{
    /* '-': operands come in their order, as option 1. Otherwise getopt would ask the environment
     * (POSIXLY_CORRECT) whether options may stand behind them. */
    struct strbuf letters = {0};
    sb_add(&letters, "-:");
    for (size_t i = 0; i < n; i++)
        if (u->options[i].letter) {
            sb_addc(&letters, u->options[i].letter);
            sb_add(&letters, u->options[i].arg ? ":" : "");
        }
    sb_addc(&letters, 'h');
    return sb_detach(&letters);
}

/* What is wrong with WORD, that getopt_long could not make out. */
static int unknown_option(const struct usage *u, const struct option *longs, const char *word)
{
    struct strbuf fit = {0};
    size_t n = 0, length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
    for (const struct option *o = longs; length > 0 && o->name; o++)
        if (strncmp(o->name, word + 2, length) == 0)
            sb_addf(&fit, "%s--%s", n++ ? ", " : "", o->name);
    int r = n > 1    ? usage_error(u, "option '%s' is short for several: %s", word, sb_str(&fit))
            : n == 1 ? usage_error(u, "option '%.*s' takes no value", (int)length + 2, word)
                     : usage_error(u, "there is no option '%s'", word);
    sb_free(&fit);
    return r;
}

static const struct option_def *option_of(const struct usage *u, size_t n, int c)
{
    if (c >= OPTION_FIRST)
        return &u->options[c - OPTION_FIRST];
    for (size_t i = 0; i < n; i++)
        if (u->options[i].letter && u->options[i].letter == (char)c)
            return &u->options[i];
    return NULL;
}

/* Reads the words into OUT. Returns as args_parse does. */
static int read_words(const struct usage *u, size_t n, int argc, char **argv, struct args *out, bool *sandboxed,
                      bool *done)
{
    struct option *longs = long_options(u, n);
    char *letters = option_letters(u, n);
    int c, r = EXIT_DONE;
    opterr = 0;
    optind = 0;
    out->operands = xcalloc((size_t)argc + 1, sizeof *out->operands);
    while (!*done && (c = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const struct option_def *o =
            c == '?' || c == ':' || c == OPTION_HELP || c == OPTION_NO_SANDBOX || c == 1 ? NULL : option_of(u, n, c);
        if (c == OPTION_HELP || (c == 'h' && !o)) {
            r = print_help(u);
            *done = true;
        } else if (c == OPTION_NO_SANDBOX) {
            *sandboxed = false;
        } else if (c == 1) {
            out->operands[out->n_operands++] = optarg;
        } else if (o) {
            out->options = xreallocarray(out->options, out->n_options + 1, sizeof *out->options);
            out->options[out->n_options++] = (struct parsed_option){o->name, o->arg ? optarg : ""};
        } else {
            char letter[3] = {'-', (char)optopt, '\0'};
            const char *word = optopt > 0 && optopt < OPTION_FIRST ? letter : argv[optind - 1];
            r = c == ':' ? usage_error(u, "option '%s' needs a value", word) : unknown_option(u, longs, word);
            *done = true;
        }
    }
    while (optind < argc)
        out->operands[out->n_operands++] = argv[optind++];
    free(longs);
    free(letters);
    return r;
}

/* Parses with getopt_long, then enters the sandbox, with the paths that the options name, unless
 * --no-sandbox is given. A command with an option "root" reads everywhere without it, and with it only
 * beneath that directory, whatever its operands are. `--help` prints to standard output and returns
 * EXIT_DONE with *done = true. An unknown or incomplete option is EXIT_USAGE, printed already, *done = true. */
static int args_parse(const struct usage *u, int argc, char **argv, struct args *out, bool *done)
{
    struct err e = ERR_INIT;
    size_t n = 0;
    bool sandboxed = true;
    *out = (struct args){0};
    *done = false;
    while (u->options[n].name)
        n++;
    int r = read_words(u, n, argc, argv, out, &sandboxed, done);
    for (size_t i = 0; i < n && !*done; i++)
        if (u->options[i].arg && !repeatable(&u->options[i]) && once(out, u->options[i].name, &e) != 0) {
            r = usage_error(u, "%s", e.text);
            *done = true;
        }
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    if (!*done && epoch && *epoch && date_source_epoch() < 0) {
        r = usage_error(u, "SOURCE_DATE_EPOCH is '%s', expected whole seconds from 0 to 253402300799", epoch);
        *done = true;
    }
    if (!*done && !sandboxed && args_has(out, "root")) {
        r = usage_error(u, "--root is kept by the sandbox; without it nothing would keep it");
        *done = true;
    }
    if (!*done && sandboxed && enter_sandbox(u, out, &e) != 0) {
        r = report_error(&e);
        *done = true;
    }
    if (*done)
        args_free(out);
    return r;
}

int run_command(const struct usage *u, int argc, char **argv, int (*body)(const struct args *a, struct err *e))
{
    struct args a;
    bool done;
    int r = args_parse(u, argc, argv, &a, &done);
    if (done)
        return r;
    struct err e = ERR_INIT;
    r = body(&a, &e);
    args_free(&a);
    if (e.code == EXIT_USAGE)
        return usage_error(u, "%s", e.text);
    return e.code ? report_error(&e) : r;
}

const char *args_value(const struct args *a, const char *name)
{
    for (size_t i = a->n_options; i > 0; i--)
        if (strcmp(a->options[i - 1].name, name) == 0)
            return a->options[i - 1].value;
    return NULL;
}

bool args_has(const struct args *a, const char *name)
{
    return args_value(a, name) != NULL;
}

const char *args_each(const struct args *a, const char *name, size_t *at)
{
    while (*at < a->n_options) {
        const struct parsed_option *o = &a->options[(*at)++];
        if (strcmp(o->name, name) == 0)
            return o->value;
    }
    return NULL;
}

int args_one(const struct args *a, const char *what, struct err *e)
{
    if (a->n_operands == 1)
        return 0;
    return err_set(e, EXIT_USAGE, "one %s is needed, %zu were given", what, a->n_operands);
}

int args_number(const struct args *a, const char *name, double least, double most, double *out, struct err *e)
{
    const char *v = args_value(a, name);
    double x;
    if (!v)
        return 0;
    if (num_parse(v, &x) != 0)
        return err_set(e, EXIT_USAGE, "--%s: '%s' is not a finite decimal number", name, v);
    if (x < least || x > most) {
        char lo[NUM_MAX], hi[NUM_MAX];
        if (most >= 1e15 && x < least)
            return err_set(e, EXIT_USAGE, "--%s: %s is below %s, the least it may be", name, v, num_plain(lo, least));
        if (most >= 1e15)
            return err_set(e, EXIT_USAGE, "--%s: %s is above %s, the most it may be", name, v, num_exact(hi, most));
        return err_set(e, EXIT_USAGE, "--%s: %s is outside %s to %s", name, v, num_plain(lo, least),
                       num_plain(hi, most));
    }
    *out = x;
    return 0;
}

int args_int(const struct args *a, const char *name, int64_t least, int64_t most, int64_t *out, struct err *e)
{
    const char *v = args_value(a, name);
    int64_t n;
    if (!v)
        return 0;
    if (num_parse_int(v, &n) != 0)
        return err_set(e, EXIT_USAGE, "--%s: '%s' is not a whole number", name, v);
    if (n < least || n > most)
        return err_set(e, EXIT_USAGE, "--%s: %s is outside %lld to %lld", name, v, (long long)least, (long long)most);
    *out = n;
    return 0;
}

int args_choice(const struct args *a, const char *option, const char *const *name, size_t n, size_t size, size_t *out,
                struct err *e)
{
    const char *v = args_value(a, option);
    struct strbuf names = {0};
    for (size_t i = 0; v && i < n; i++) {
        const char *one = *(const char *const *)(const void *)((const char *)name + i * size);
        if (strcmp(v, one) == 0) {
            *out = i;
            v = NULL;
        } else {
            sb_addf(&names, "%s%s", i == 0 ? "" : n == 2 ? " nor " : ", ", one);
        }
    }
    if (v)
        err_set(e, EXIT_USAGE, "--%s: '%s' is %s %s", option, v, n == 2 ? "neither" : "none of", sb_str(&names));
    sb_free(&names);
    return e->code;
}
