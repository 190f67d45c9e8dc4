/* Words and numbers that the sections share. */
#include "report/pages.h"

#include "base/num.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *say(struct report *r, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *text = arena_alloc(r->a, (size_t)n + 1);
    va_start(ap, fmt);
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return text;
}

static const char *keep(struct report *r, const char *text)
{
    return arena_strdup(r->a, text);
}

const char *say_ms(struct report *r, double ms)
{
    char b[NUM_MAX];
    return keep(r, num_ms(b, ms));
}

const char *say_seconds(struct report *r, double s)
{
    char b[NUM_MAX];
    return keep(r, num_seconds(b, s));
}

const char *say_concurrency(struct report *r, double c)
{
    char b[NUM_MAX];
    return keep(r, num_concurrency(b, c));
}

const char *say_percent(struct report *r, double share)
{
    char b[NUM_MAX];
    return keep(r, num_percent(b, share));
}

static const char *currency(const struct report *r)
{
    return r->p->rate.currency ? r->p->rate.currency : "USD";
}

const char *say_money(struct report *r, double amount)
{
    char b[NUM_MAX];
    return num_known(amount) ? say(r, "%s %s", num_money(b, amount), currency(r)) : "unknown";
}

const char *say_unit_cost(struct report *r, double amount)
{
    char b[NUM_MAX];
    return num_known(amount) ? say(r, "%s %s", num_unit_cost(b, amount), currency(r)) : "unknown";
}

const char *say_rate(struct report *r, double per_s)
{
    char b[NUM_MAX];
    return num_known(per_s) ? say(r, "%s requests/s", num_rate(b, per_s)) : "unknown";
}

const char *say_throughput(struct report *r, double per_s)
{
    char b[NUM_MAX];
    return num_known(per_s) ? say(r, "%s requests/s", num_fixed(b, per_s, 1)) : "unknown";
}

const char *say_fixed(struct report *r, double x, int decimals)
{
    char b[NUM_MAX];
    return keep(r, num_fixed(b, x, decimals));
}

const char *say_given(struct report *r, double x)
{
    char b[NUM_MAX];
    return keep(r, num_rate(b, x));
}

const char *say_count(struct report *r, int64_t n)
{
    char b[NUM_MAX];
    return keep(r, num_count(b, n));
}

const char *say_number(struct report *r, double x)
{
    char b[NUM_MAX];
    if (!num_known(x))
        return "unknown";
    /* Large numbers do not need decimals, small ones need their first four digits. */
    if (fabs(x) >= 1000)
        return keep(r, num_fixed(b, x, 0));
    return keep(r, x == floor(x) ? num_fixed(b, x, 0) : num_unit_cost(b, x));
}

const char *say_load(struct report *r, double rps, double streams)
{
    char b[NUM_MAX];
    if (num_known(streams))
        return say(r, "%s streams", num_rate(b, streams));
    return num_known(rps) ? say_rate(r, rps) : "not given";
}

const char *say_tri(enum tri t)
{
    return t == TRI_YES ? "yes" : t == TRI_NO ? "no" : "unknown";
}

const char *say_bytes(struct report *r, size_t n)
{
    char b[NUM_MAX];
    return say(r, "%s bytes", num_count(b, (int64_t)n));
}

const char *say_or(const char *text, const char *otherwise)
{
    return text && *text ? text : otherwise;
}

const char *say_name(struct report *r, const char *name)
{
    char *text = arena_strdup(r->a, name ? name : "unknown");
    for (char *p = text; *p; p++)
        if (*p == '_')
            *p = ' ';
    return text;
}

static bool ends(const char *key, const char *end)
{
    size_t n = strlen(key), m = strlen(end);
    return n >= m && strcmp(key + n - m, end) == 0;
}

const char *say_figure(struct report *r, const struct figure *f)
{
    if (f->kind == FIGURE_TEXT)
        return say_or(f->text, "unknown");
    if (f->kind == FIGURE_INT)
        return say_count(r, f->integer);
    static const char *const shares[] = {"probability", "share",          "margin", "refused",
                                         "utilization", "standard_error", "sampled"};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (strstr(f->key, shares[i]))
            return say_percent(r, f->number);
    if (strcmp(f->key, "rho") == 0)
        return f->number < 1 ? say_percent(r, f->number) : say_fixed(r, f->number, 1);
    if (strcmp(f->key, "u_star") == 0)
        return say_fixed(r, f->number, 3);
    if (ends(f->key, "_ms"))
        return say_ms(r, f->number);
    if (strncmp(f->key, "mu_sat", 6) == 0)
        return say_throughput(r, f->number);
    if (ends(f->key, "_rps"))
        return say_rate(r, f->number);
    if (ends(f->key, "_per_s"))
        return num_known(f->number) ? say(r, "%s/s", say_fixed(r, f->number, 1)) : "unknown";
    if (ends(f->key, "cost_per_hour"))
        return say_money(r, f->number);
    if (strstr(f->key, "cost"))
        return say_unit_cost(r, f->number);
    if (ends(f->key, "_s"))
        return say_seconds(r, f->number);
    if (strstr(f->key, "c_scale") || strstr(f->key, "concurrency"))
        return say_concurrency(r, f->number);
    return say_number(r, f->number);
}

enum sign verdict_sign(enum verdict v)
{
    switch (v) {
    case VERDICT_OK: return SIGN_OK;
    case VERDICT_WARN: return SIGN_WARN;
    case VERDICT_STOP: return SIGN_STOP;
    case VERDICT_SUPPRESSED: break;
    }
    return SIGN_SUPPRESSED;
}

const char *first_sentence(struct report *r, const char *text, size_t most)
{
    size_t n = 0, blank = 0, bytes = 0;
    if (!text)
        return "";
    for (const char *p = text; *p; p++, bytes++) {
        n += ((unsigned char)*p & 0xC0U) != 0x80U;
        if (n > most)
            return say(r, "%.*s \xE2\x80\xA6", (int)(blank ? blank : bytes), text);
        if (*p == ' ')
            blank = bytes;
        if (*p == '.' && p[1] == ' ')
            return say(r, "%.*s.", (int)bytes, text);
    }
    return text;
}

/* Adds the text from FROM to TO as a span. */
enum { PROSE_SPANS = 24 };
struct prose {
    struct span spans[PROSE_SPANS];
    size_t n;
};

static void add_span(struct report *r, struct prose *p, const char *from, const char *to, bool quoted)
{
    if (from == to || p->n == PROSE_SPANS)
        return;
    char *text = arena_strndup(r->a, from, (size_t)(to - from));
    struct span s = {.text = text, .face = PDF_REGULAR, .rgb = LOOK_INK};
    if (quoted && plan_finding(r->p, text))
        s.link = say(r, "finding:%s", text);
    else if (quoted && plan_check(r->p, text))
        s.link = say(r, "audit:%s", text);
    else if (quoted)
        s.face = PDF_BOLD;
    p->spans[p->n++] = s;
}

/* TEXT as spans: what stands between two backticks is a command, or leads to the finding or check of
 * that name. */
static void say_prose(struct report *r, struct prose *p, const char *text)
{
    bool quoted = false;
    for (const char *end; *text; text = *end ? end + 1 : end, quoted = !quoted) {
        end = text + strcspn(text, "`");
        /* What does not fit the spans, and a quote that is never closed, stay plain text. */
        if (*end && (p->n + 3 > PROSE_SPANS || (!quoted && !strchr(end + 1, '`'))))
            end = text + strlen(text);
        add_span(r, p, text, end, quoted);
    }
}

void rows_cell(struct rows *rows, struct cell cell)
{
    if (rows->n == rows->cap) {
        rows->cap = rows->cap ? 2 * rows->cap : 64;
        rows->cells = xreallocarray(rows->cells, rows->cap, sizeof *rows->cells);
    }
    rows->cells[rows->n++] = cell;
}

void rows_add(struct rows *rows, const char *text)
{
    rows_cell(rows, (struct cell){.text = text});
}

void rows_table(struct report *r, struct rows *rows, const struct column *columns, size_t n_columns, bool narrow)
{
    struct table t = {.columns = columns,
                      .n_columns = n_columns,
                      .cells = rows->cells,
                      .n_rows = rows->n / n_columns,
                      .narrow = narrow};
    doc_table(r->d, &t);
    free(rows->cells);
    *rows = (struct rows){0};
}

void judgement(struct report *r, const struct judgement *j)
{
    struct prose sentence = {0}, advice = {0};
    struct span note = {.text = j->figures, .rgb = LOOK_QUIET};
    say_prose(r, &sentence, j->sentence);
    if (j->recommendation && *j->recommendation) {
        advice.spans[advice.n++] = (struct span){.text = "Recommended: ", .face = PDF_BOLD, .rgb = LOOK_INK};
        say_prose(r, &advice, j->recommendation);
    }
    double height = doc_para_height(r->d, DOC_TEXT, sentence.spans, sentence.n);
    if (j->figures)
        height += doc_para_height(r->d, DOC_NOTE, &note, 1);
    if (advice.n > 0)
        height += doc_para_height(r->d, DOC_TEXT, advice.spans, advice.n);
    doc_signed_heading(r->d, 2, verdict_sign(j->verdict), say(r, "%s  %s", verdict_mark(j->verdict), j->name),
                       say(r, "%s:%s", j->kind, j->name), j->name);
    /* A sentence of a hostile plan may be longer than a page: that one flows. */
    if (height < doc_height(r->d) / 2)
        doc_need(r->d, height);
    doc_para(r->d, DOC_TEXT, sentence.spans, sentence.n);
    if (j->figures)
        doc_para(r->d, DOC_NOTE, &note, 1);
    if (advice.n > 0)
        doc_para(r->d, DOC_TEXT, advice.spans, advice.n);
}
