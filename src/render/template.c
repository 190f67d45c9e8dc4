#include "render/template.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { TAG_WORDS = 3, TAG_BYTES = 80, DEPTH_MAX = 8 };

enum kind { KIND_TEXT, KIND_INT, KIND_NUMBER, KIND_FLAG, KIND_LIST };

struct var {
    struct var *next;
    const char *name;
    enum kind kind;
    union {
        const char *text;
        int64_t integer;
        double number;
        bool flag;
        struct row *rows;
    } u;
    struct row *last_row;
};

struct tvars {
    struct arena *arena;
    const struct tvars *parent;
    struct var *vars;
};

struct row {
    struct row *next;
    struct tvars *vars;
};

struct tvars *tvars_new(struct arena *a, const struct tvars *parent)
{
    struct tvars *v = arena_alloc(a, sizeof *v);
    v->arena = a;
    v->parent = parent;
    return v;
}

static struct var *local(const struct tvars *v, const char *name)
{
    for (struct var *x = v->vars; x; x = x->next)
        if (strcmp(x->name, name) == 0)
            return x;
    return NULL;
}

static struct var *set(struct tvars *v, const char *name, enum kind kind)
{
    struct var *x = local(v, name);
    if (!x) {
        x = arena_alloc(v->arena, sizeof *x);
        x->name = name;
        x->next = v->vars;
        v->vars = x;
    }
    x->kind = kind;
    return x;
}

void tvars_text(struct tvars *v, const char *name, const char *text)
{
    set(v, name, KIND_TEXT)->u.text = text;
}

void tvars_int(struct tvars *v, const char *name, int64_t n)
{
    set(v, name, KIND_INT)->u.integer = n;
}

void tvars_number(struct tvars *v, const char *name, double x)
{
    set(v, name, KIND_NUMBER)->u.number = x;
}

void tvars_flag(struct tvars *v, const char *name, bool on)
{
    set(v, name, KIND_FLAG)->u.flag = on;
}

void tvars_list(struct tvars *v, const char *name)
{
    struct var *x = set(v, name, KIND_LIST);
    x->u.rows = NULL;
    x->last_row = NULL;
}

struct tvars *tvars_row(struct tvars *v, const char *name)
{
    struct var *x = local(v, name);
    if (!x) {
        tvars_list(v, name);
        x = local(v, name);
    }
    assert(x->kind == KIND_LIST);
    struct row *r = arena_alloc(v->arena, sizeof *r);
    r->vars = tvars_new(v->arena, v);
    if (x->last_row)
        x->last_row->next = r;
    else
        x->u.rows = r;
    x->last_row = r;
    return r->vars;
}

static const struct var *find(const struct tvars *v, const char *name)
{
    for (; v; v = v->parent) {
        const struct var *x = local(v, name);
        if (x)
            return x;
    }
    return NULL;
}

static bool known(const struct var *x)
{
    switch (x->kind) {
    case KIND_TEXT: return x->u.text != NULL;
    case KIND_INT: return int_known(x->u.integer);
    case KIND_NUMBER: return isfinite(x->u.number);
    case KIND_FLAG: return x->u.flag;
    case KIND_LIST: return x->u.rows != NULL;
    }
    return false;
}

/* A rendering under way. Text that is skipped (the branch not taken) is still parsed, so that an error
 * in it does not wait for the day it is taken; its names are looked up all the same. */
struct work {
    const char *name, *text, *at;
    enum language language;
    struct strbuf *out;
    struct err *e;
    int depth;
};

struct tag {
    char bytes[TAG_BYTES];
    char *words[TAG_WORDS];
    size_t n;
    const char *begin; /* of the tag in the template, for messages */
};

static int fail(struct work *w, const char *at, const char *what, const char *name)
{
    int line = 1;
    for (const char *p = w->text; p < at; p++)
        line += *p == '\n';
    return err_set(w->e, EXIT_OUTPUT, "template %s, line %d: %s%s%s", w->name, line, what, *name ? " " : "", name);
}

/* Copies text up to the next tag, and reads the tag. t->n is 0 at the end of the template. */
static int next_tag(struct work *w, bool skip, struct tag *t)
{
    t->n = 0;
    const char *open = strstr(w->at, "{{");
    if (!skip)
        sb_addn(w->out, w->at, open ? (size_t)(open - w->at) : strlen(w->at));
    w->at = open ? open : w->at + strlen(w->at);
    if (!open)
        return 0;
    const char *close = strstr(open, "}}");
    if (!close || close - open - 2 >= TAG_BYTES)
        return fail(w, open, "a tag is not closed", "");
    size_t len = (size_t)(close - open) - 2;
    memcpy(t->bytes, open + 2, len);
    t->bytes[len] = '\0';
    t->begin = open;
    char *save;
    for (char *word = strtok_r(t->bytes, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (t->n == TAG_WORDS - 1)
            return fail(w, open, "a tag has too many words", "");
        t->words[t->n++] = word;
    }
    if (t->n == 0)
        return fail(w, open, "a tag is empty", "");
    w->at = close + 2;
    return 0;
}

static bool control(const struct tag *t)
{
    static const char *const words[] = {"if", "each", "else", "end", "include"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(t->words[0], words[i]) == 0)
            return true;
    return false;
}

/* A control tag that is alone on its line: takes back its indentation and steps over its newline. */
static bool swallow_line(struct work *w, const struct tag *t, bool skip)
{
    const char *from = t->begin;
    while (from > w->text && from[-1] == ' ')
        from--;
    if ((from > w->text && from[-1] != '\n') || *w->at != '\n')
        return false;
    w->at++;
    if (!skip)
        sb_trunc(w->out, w->out->len - (size_t)(t->begin - from));
    return true;
}

/* The line being written, when it holds nothing but blanks and #: what folded lines begin with. */
static void write_comment(struct work *w, const char *text)
{
    const char *all = sb_str(w->out), *line = all + w->out->len;
    while (line > all && line[-1] != '\n')
        line--;
    size_t lead = strspn(line, " #");
    char prefix[TAG_BYTES];
    bool fold = lead > 0 && lead < sizeof prefix && memchr(line, '#', lead);
    if (fold) {
        memcpy(prefix, line, lead);
        prefix[lead] = '\0';
    }
    quote_comment(w->out, text, fold ? prefix : NULL, utf8_width(line));
}

static int write_value(struct work *w, const struct tag *t, const struct tvars *v, bool skip)
{
    const char *name = t->words[t->n - 1];
    bool string = t->n == 2 && strcmp(t->words[0], "string") == 0;
    bool comment = t->n == 2 && strcmp(t->words[0], "comment") == 0;
    if (t->n == 2 && !string && !comment)
        return fail(w, t->begin, "unknown tag", t->words[0]);
    if (comment && w->language == LANGUAGE_JSON)
        return fail(w, t->begin, "JSON has no comments:", name);
    const struct var *x = find(v, name);
    if (!x)
        return fail(w, t->begin, "unknown variable", name);
    if (x->kind == KIND_LIST)
        return fail(w, t->begin, "a list is no value:", name);
    if (skip)
        return 0;
    if (x->kind != KIND_FLAG && !known(x))
        return fail(w, t->begin, "no value for", name);
    char number[NUM_MAX];
    const char *text = number;
    if (x->kind == KIND_TEXT)
        text = x->u.text;
    else if (x->kind == KIND_INT)
        snprintf(number, sizeof number, "%lld", (long long)x->u.integer);
    else if (x->kind == KIND_NUMBER)
        quote_number(number, w->language, x->u.number);
    else
        text = w->language == LANGUAGE_PYTHON ? (x->u.flag ? "True" : "False") : (x->u.flag ? "true" : "false");
    if (comment)
        write_comment(w, text);
    else if (string || x->kind == KIND_TEXT)
        quote_text(w->out, w->language, text);
    else
        sb_add(w->out, text);
    return 0;
}

static const char *embedded(const char *name)
{
    for (const struct embedded_template *t = embedded_templates; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t->text;
    return NULL;
}

static int block(struct work *w, const struct tvars *v, bool skip, const char **ended);

static int write_if(struct work *w, const struct tag *t, const struct tvars *v, bool skip)
{
    const char *name = t->words[1], *ended = "";
    bool negate = *name == '!';
    const struct var *x = find(v, name + negate);
    if (!x)
        return fail(w, t->begin, "unknown variable", name + negate);
    bool yes = known(x) != negate;
    if (block(w, v, skip || !yes, &ended) != 0)
        return w->e->code;
    if (strcmp(ended, "else") == 0 && block(w, v, skip || yes, &ended) != 0)
        return w->e->code;
    return strcmp(ended, "end") == 0 ? 0 : fail(w, t->begin, "no {{end}} for", "if");
}

static int write_each(struct work *w, const struct tag *t, const struct tvars *v, bool skip)
{
    const struct var *x = find(v, t->words[1]);
    const char *from = w->at, *ended = "";
    if (!x || x->kind != KIND_LIST)
        return fail(w, t->begin, "no such list:", t->words[1]);
    for (struct row *r = x->u.rows; r; r = r->next) {
        tvars_flag(r->vars, "last", r->next == NULL);
        w->at = from;
        if (block(w, r->vars, skip, &ended) != 0)
            return w->e->code;
    }
    /* Without a row there is nobody to look the body's names up in: it is stepped over. */
    int open = 1;
    struct tag inner;
    while (!x->u.rows && open > 0) {
        if (next_tag(w, true, &inner) != 0)
            return w->e->code;
        if (inner.n == 0)
            break;
        open += strcmp(inner.words[0], "if") == 0 || strcmp(inner.words[0], "each") == 0;
        open -= strcmp(inner.words[0], "end") == 0;
        if (open == 0) {
            swallow_line(w, &inner, true);
            ended = "end";
        }
    }
    return strcmp(ended, "end") == 0 ? 0 : fail(w, t->begin, "no {{end}} for", "each");
}

static int write_include(struct work *w, const struct tag *t, const struct tvars *v, bool alone)
{
    const char *text = embedded(t->words[1]), *ended = "";
    if (!text)
        return fail(w, t->begin, "no such template:", t->words[1]);
    struct work inner = *w;
    inner.name = t->words[1];
    inner.text = inner.at = text;
    if (block(&inner, v, false, &ended) != 0)
        return w->e->code;
    if (!alone && w->out->len > 0 && w->out->data[w->out->len - 1] == '\n')
        sb_trunc(w->out, w->out->len - 1);
    return *ended ? fail(&inner, inner.at, "nothing is open at", ended) : 0;
}

/* Renders to the end of the block; *ended is "end", "else" or "" (the end of the template). */
static int block(struct work *w, const struct tvars *v, bool skip, const char **ended)
{
    struct tag t;
    if (++w->depth > DEPTH_MAX)
        return fail(w, w->at, "blocks are nested too deeply", "");
    for (;;) {
        if (next_tag(w, skip, &t) != 0)
            return w->e->code;
        *ended = "";
        if (t.n == 0)
            break;
        if (!control(&t)) {
            if (write_value(w, &t, v, skip) != 0)
                return w->e->code;
            continue;
        }
        bool alone = swallow_line(w, &t, skip);
        bool is_if = strcmp(t.words[0], "if") == 0, is_each = strcmp(t.words[0], "each") == 0;
        bool is_include = strcmp(t.words[0], "include") == 0;
        if (t.n != (is_if || is_each || is_include ? 2U : 1U))
            return fail(w, t.begin, "wrong number of words in", t.words[0]);
        if (is_include) {
            if (!skip && write_include(w, &t, v, alone) != 0)
                return w->e->code;
            continue;
        }
        if (!is_if && !is_each) {
            *ended = strcmp(t.words[0], "end") == 0 ? "end" : "else";
            break;
        }
        if ((is_if ? write_if(w, &t, v, skip) : write_each(w, &t, v, skip)) != 0)
            return w->e->code;
    }
    w->depth--;
    return 0;
}

int template_render(const char *name, const char *text, enum language language, const struct tvars *v,
                    struct strbuf *out, struct err *e)
{
    struct work w = {.name = name, .text = text, .at = text, .language = language, .out = out, .e = e};
    const char *ended = "";
    if (block(&w, v, false, &ended) != 0)
        return e->code;
    return *ended ? fail(&w, w.at, "nothing is open at", ended) : 0;
}

int template_file(const char *name, enum language language, const struct tvars *v, struct strbuf *out, struct err *e)
{
    const char *text = embedded(name);
    if (!text)
        return err_set(e, EXIT_OUTPUT, "template %s is not part of this program", name);
    return template_render(name, text, language, v, out, e);
}
