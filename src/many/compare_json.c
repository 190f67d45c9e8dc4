#include "many/compare_text.h"

#include "base/jsonw.h"
#include "base/num.h"

#include <string.h>

/* A value of a change as JSON: it came as a number, a quoted text, true, false or null. */
static void value(struct jsonw *w, const char *key, const char *text)
{
    double x;
    jw_key(w, key);
    if (!text || strcmp(text, "null") == 0)
        jw_null(w);
    else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0 || num_parse(text, &x) == 0)
        jw_raw(w, text);
    else if (*text == '"' && text[1])
        jw_stringn(w, text + 1, strlen(text) - 2);
    else
        jw_string(w, text);
}

static void plan_object(struct jsonw *w, const struct compared *c)
{
    jw_object(w);
    jw_kstring(w, "letter", c->letter);
    jw_kstring(w, "file", c->file);
    jw_kstring(w, "sha256", c->sha256);
    jw_kstring(w, "model_name", c->plan->model_name);
    jw_kstring(w, "instance_type", c->plan->instance_type);
    jw_kstring(w, "slug", c->plan->slug);
    jw_kstring(w, "currency", c->plan->rate.currency);
    jw_key(w, "figures");
    jw_object(w);
    for (size_t i = 0; i < n_headlines; i++) {
        const struct headline *h = &headlines[i];
        double x = headline_number(h, c);
        if (strcmp(h->path, "verdict") == 0)
            jw_kstring(w, h->path, c->plan->verdict_text);
        else if (strcmp(h->path, "headroom.audit.verdict") == 0)
            jw_kstring(w, h->path, c->plan->audit.n_checks ? verdict_audit(c->plan->audit.worst) : NULL);
        else
            jw_kdouble(w, h->path, x);
    }
    jw_end(w);
    jw_end(w);
}

static void change_object(struct jsonw *w, const struct pair *p, const struct change *c)
{
    jw_object(w);
    jw_kstring(w, "path", c->path);
    value(w, "was", c->was);
    value(w, "is", c->is);
    jw_key(w, "causes");
    jw_array(w);
    for (size_t i = 0; i < c->n_causes; i++) {
        jw_object(w);
        jw_kstring(w, "input", p->inputs[c->causes[i].input].name);
        if (c->causes[i].alone)
            value(w, "alone", c->causes[i].alone);
        if (c->causes[i].undone)
            value(w, "undone", c->causes[i].undone);
        jw_end(w);
    }
    jw_end(w);
    jw_end(w);
}

static void pair_object(struct jsonw *w, const struct comparison *c, const struct pair *p)
{
    jw_object(w);
    jw_kstring(w, "first", c->plans[0].letter);
    jw_kstring(w, "other", c->plans[p->other].letter);
    jw_kstring(w, "summary", compare_sentence(c, p, c->arena));
    jw_kbool(w, "first_computed_again", p->forward);
    jw_kbool(w, "other_computed_again", p->back);
    jw_key(w, "inputs");
    jw_array(w);
    for (size_t i = 0; i < p->n_inputs; i++) {
        jw_object(w);
        jw_kstring(w, "input", p->inputs[i].name);
        jw_kstring(w, "was", p->inputs[i].was);
        jw_kstring(w, "is", p->inputs[i].is);
        jw_kbool(w, "tried", p->inputs[i].tried);
        jw_kstring(w, "untried", p->inputs[i].untried);
        jw_end(w);
    }
    jw_end(w);
    jw_key(w, "differences");
    jw_array(w);
    for (size_t i = 0; i < p->n_changes; i++)
        change_object(w, p, &p->changes[i]);
    jw_end(w);
    jw_kstrings(w, "notes", p->notes.items, p->notes.n);
    jw_end(w);
}

void compare_json(const struct comparison *c, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    jw_kstring(&w, "tool_version", HEADROOM_VERSION);
    jw_key(&w, "plans");
    jw_array(&w);
    for (size_t i = 0; i < c->n; i++)
        plan_object(&w, &c->plans[i]);
    jw_end(&w);
    jw_key(&w, "comparisons");
    jw_array(&w);
    for (size_t i = 0; i + 1 < c->n; i++)
        pair_object(&w, c, &c->pairs[i]);
    jw_end(&w);
    jw_end(&w);
    sb_addc(out, '\n');
}
