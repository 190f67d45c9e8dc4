#include "async/contract.h"

#include "base/jsonw.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

#define ALPHANUMERIC "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static const struct json_limits limits = {LIMIT_JSON_DEPTH, LIMIT_REQUEST_NODES};

static void add(struct judgement *v, char *path, char *message)
{
    if (v->n == v->cap) {
        v->cap = v->cap ? 2 * v->cap : 8;
        v->list = xreallocarray(v->list, v->cap, sizeof *v->list);
    }
    v->list[v->n++] = (struct violation){path, message};
}

__attribute__((format(printf, 3, 4))) static void refuse(struct judgement *v, const struct json_ref *at,
                                                         const char *fmt, ...)
{
    struct strbuf path = {0};
    va_list ap;
    json_path(at, &path);
    va_start(ap, fmt);
    char *what = xvasprintf(fmt, ap);
    va_end(ap);
    add(v, sb_detach(&path), xasprintf("%s: not allowed by this contract", what));
    free(what);
}

static void check_endpoint(const struct json_ref *at, const char *s, struct judgement *v)
{
    size_t n = utf8_count(s), bytes = strlen(s);
    if (n < 1 || n > LIMIT_AWS_NAME)
        refuse(v, at, "has %zu characters, expected 1 to %d", n, LIMIT_AWS_NAME);
    if (n > 0 && (strspn(s, ALPHANUMERIC "-") != bytes || s[0] == '-' || s[bytes - 1] == '-'))
        refuse(v, at, "expected letters, digits and dashes with a letter or digit at both ends");
}

static bool has_control(const char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7F)
            return true;
    return false;
}

static void check_location(const struct json_ref *at, const char *s, struct judgement *v)
{
    static const char scheme[] = "s3://";
    size_t n = utf8_count(s), skip = sizeof scheme - 1;
    if (n > LIMIT_REQUEST_TEXT)
        refuse(v, at, "has %zu characters, expected at most %d", n, LIMIT_REQUEST_TEXT);
    if (strncmp(s, scheme, skip) != 0)
        refuse(v, at, "expected s3://bucket/key");
    else if (!s[skip] || s[skip] == '/')
        refuse(v, at, "has no bucket, expected s3://bucket/key");
    else if (!strchr(s + skip, '/') || !strchr(s + skip, '/')[1])
        refuse(v, at, "has no key, expected s3://bucket/key");
    if (has_control(s))
        refuse(v, at, "holds control characters");
}

static void check_id(const struct json_ref *at, const char *s, struct judgement *v)
{
    size_t n = utf8_count(s);
    if (n < 1 || n > LIMIT_REQUEST_ID)
        refuse(v, at, "has %zu characters, expected 1 to %d", n, LIMIT_REQUEST_ID);
    if (strspn(s, ALPHANUMERIC "-") != strlen(s))
        refuse(v, at, "expected letters, digits and dashes only");
}

/* It travels as a header: a line break in it would begin another one. */
static void check_type(const struct json_ref *at, const char *s, struct judgement *v)
{
    size_t n = utf8_count(s);
    if (n > LIMIT_REQUEST_TEXT)
        refuse(v, at, "has %zu characters, expected at most %d", n, LIMIT_REQUEST_TEXT);
    if (strlen(s) != n || has_control(s))
        refuse(v, at, "expected printable ASCII characters only");
}

/* The contract, in the order of the canonical request. */
static const struct field {
    const char *name;
    void (*check)(const struct json_ref *at, const char *s, struct judgement *v); /* NULL: an integer */
    int least, most;
    bool required;
    const char *text; /* the default of a text */
    int number;       /* the default of an integer */
} fields[] = {
    {"EndpointName", check_endpoint, 0, 0, true, NULL, 0},
    {"InputLocation", check_location, 0, 0, true, NULL, 0},
    {"InferenceId", check_id, 0, 0, true, NULL, 0},
    {"ContentType", check_type, 0, 0, false, "application/json", 0},
    {"RequestTTLSeconds", NULL, LIMIT_TTL_LEAST_S, LIMIT_TTL_S, false, NULL, LIMIT_TTL_S},
    {"InvocationTimeoutSeconds", NULL, 1, LIMIT_TIMEOUT_S, false, NULL, 900},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static const struct field *field_of(const char *name)
{
    for (size_t i = 0; i < FIELDS; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static void check_integer(const struct json_ref *at, const struct field *f, struct judgement *v)
{
    if (json_type(at) != JSON_NUMBER)
        refuse(v, at, "is %s, expected an integer from %d to %d", json_type_name(json_type(at)), f->least, f->most);
    else if (!json_is_plain_integer(at))
        refuse(v, at, "is a number with a point or an exponent, expected an integer from %d to %d", f->least,
               f->most);
    else if (!(json_number(at) >= f->least && json_number(at) <= f->most))
        refuse(v, at, "is outside %d to %d seconds", f->least, f->most);
}

static void check_member(const struct json_ref *at, struct judgement *v)
{
    const struct field *f = field_of(at->key);
    if (!f)
        refuse(v, at, "is an extra member");
    else if (!f->check)
        check_integer(at, f, v);
    else if (json_type(at) != JSON_STRING)
        refuse(v, at, "is %s, expected a string", json_type_name(json_type(at)));
    else
        f->check(at, json_text(at), v);
}

static void write_request(const struct json_ref *root, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 0);
    jw_object(&w);
    for (size_t i = 0; i < FIELDS; i++) {
        const struct field *f = &fields[i];
        struct json_ref at = json_member(root, f->name);
        bool given = json_type(&at) != JSON_ABSENT;
        if (f->check)
            jw_kstring(&w, f->name, given ? json_text(&at) : f->text);
        else
            jw_kint(&w, f->name, given ? (int64_t)json_number(&at) : f->number);
    }
    jw_end(&w);
}

static void check_document(const struct json_ref *root, struct judgement *v)
{
    if (json_type(root) != JSON_OBJECT) {
        refuse(v, root, "is %s, expected an object", json_type_name(json_type(root)));
        return;
    }
    struct json_ref item = {0};
    while (json_each(root, &item))
        check_member(&item, v);
    for (size_t i = 0; i < FIELDS; i++) {
        struct json_ref at = json_member(root, fields[i].name);
        if (fields[i].required && json_type(&at) == JSON_ABSENT)
            refuse(v, &at, "is missing");
    }
    if (v->n == 0)
        write_request(root, &v->request);
}

/* The reader's message without the name of the file and without the picture of the line. */
static void not_json(const char *text, bool one_line, struct judgement *v)
{
    const char *p = strncmp(text, ": ", 2) == 0 ? text + 2 : text;
    v->syntax = xstrdup(p);
    size_t n = strcspn(p, "\n");
    /* Of a line of JSON Lines the verdict has the number, so that only the column is said. */
    static const char place[] = "line 1, ";
    size_t skip = one_line && strncmp(p, place, sizeof place - 1) == 0 ? sizeof place - 1 : 0;
    char *first = xstrndup(p + skip, n - skip);
    add(v, xstrdup("$"), xasprintf("not JSON: %s", first));
    free(first);
}

void contract_check(const char *text, size_t len, struct judgement *out)
{
    struct err e = ERR_INIT;
    struct json_doc *doc;
    *out = (struct judgement){0};
    if (json_parse("", text, len, &limits, &doc, &e) != 0) {
        not_json(e.text, !memchr(text, '\n', len), out);
        return;
    }
    struct json_ref root = json_root(doc);
    out->is_json = true;
    check_document(&root, out);
    json_free(doc);
}

void contract_too_long(size_t limit, struct judgement *out)
{
    *out = (struct judgement){0};
    add(out, xstrdup("$"), xasprintf("longer than the %zu bytes that a document may have", limit));
}

void judgement_free(struct judgement *v)
{
    for (size_t i = 0; i < v->n; i++) {
        free(v->list[i].path);
        free(v->list[i].message);
    }
    free(v->list);
    free(v->syntax);
    sb_free(&v->request);
    *v = (struct judgement){0};
}

bool contract_is_document(const char *text, size_t len)
{
    struct err e = ERR_INIT;
    struct json_doc *doc;
    if (json_parse("", text, len, &limits, &doc, &e) != 0)
        return false;
    json_free(doc);
    return true;
}

void judgement_line(const struct judgement *v, size_t number, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 0);
    jw_object(&w);
    jw_kint(&w, "line", (int64_t)number);
    jw_kbool(&w, "ok", v->n == 0);
    if (v->n == 0) {
        jw_key(&w, "request");
        jw_raw(&w, sb_str(&v->request));
    } else {
        jw_key(&w, "violations");
        jw_array(&w);
        for (size_t i = 0; i < v->n; i++) {
            jw_object(&w);
            jw_kstring(&w, "path", v->list[i].path);
            jw_kstring(&w, "message", v->list[i].message);
            jw_end(&w);
        }
        jw_end(&w);
    }
    jw_end(&w);
    sb_addc(out, '\n');
}
