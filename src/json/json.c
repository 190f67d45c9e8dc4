#include "json/json.h"

#include "base/limits.h"
#include "base/jsonw.h"
#include "base/num.h"
#include "json/scan.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

const struct json_limits json_limits_artifact = {LIMIT_JSON_DEPTH, LIMIT_JSON_NODES};
const struct json_limits json_limits_export = {LIMIT_JSON_DEPTH, LIMIT_EXPORT_NODES};

struct json_doc {
    char *name;
    cJSON *tree;
};

struct check {
    const unsigned char *whole;
    size_t numbers;
    struct err *e;
};

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const cJSON *const *)a)->string, (*(const cJSON *const *)b)->string);
}

/* Members of an object sorted by name. Caller frees. */
static const cJSON **sorted(const cJSON *obj, size_t *count)
{
    size_t n = 0;
    for (const cJSON *c = obj->child; c; c = c->next)
        n++;
    const cJSON **list = xreallocarray(NULL, n, sizeof *list);
    n = 0;
    for (const cJSON *c = obj->child; c; c = c->next)
        list[n++] = c;
    qsort(list, n, sizeof *list, by_name);
    *count = n;
    return list;
}

/* Appends hostile text in quotes, escaped and short, so that a message stays on its line. */
static void add_quoted(struct strbuf *out, const char *text)
{
    enum { MOST = 120 };
    size_t n = strlen(text), cut = n;
    if (n > MOST)
        for (cut = MOST; cut > 0 && ((unsigned char)text[cut] & 0xC0U) == 0x80U; cut--)
            ;
    json_quote(out, text, cut);
    if (cut < n) {
        sb_trunc(out, out->len - 1);
        sb_add(out, "...\"");
    }
}

static int check_members(const struct json_ref *at, struct err *e)
{
    const cJSON *obj = at->node;
    size_t n;
    const cJSON **list = sorted(obj, &n);
    for (size_t i = 1; i < n && e->code == 0; i++)
        if (strcmp(list[i - 1]->string, list[i]->string) == 0) {
            struct strbuf name = {0};
            add_quoted(&name, list[i]->string);
            json_fail(at, e, "duplicate name %s", sb_str(&name));
            sb_free(&name);
        }
    free(list);
    return e->code;
}

/* Duplicate names and infinities; hands each number what the scanner saw of its spelling. Depth is
 * bounded by the scanner, so recursion is too. */
static int check_tree(struct check *c, const struct json_ref *at)
{
    cJSON *node = (cJSON *)(uintptr_t)at->node;
    if (cJSON_IsNumber(node)) {
        /* cJSON keeps a saturated int beside the double that nobody here reads; the flag goes there. */
        node->valueint = (c->whole[c->numbers / 8] >> (c->numbers % 8)) & 1;
        c->numbers++;
        if (!isfinite(node->valuedouble))
            return json_fail(at, c->e, "the number is beyond what a double holds");
        return 0;
    }
    if (cJSON_IsObject(node) && check_members(at, c->e) != 0)
        return c->e->code;
    if (cJSON_IsObject(node) || cJSON_IsArray(node)) {
        struct json_ref item = {0};
        while (json_each(at, &item))
            if (check_tree(c, &item) != 0)
                return c->e->code;
    }
    return 0;
}

int json_parse_next(const char *name, const char *text, size_t len, const struct json_limits *limits,
                    struct json_doc **out, size_t *used, struct err *e)
{
    *out = NULL;
    struct scan_result seen;
    if (scan_document(name, text, len, limits, &seen, e) != 0)
        return e->code;
    *used = seen.end;
    if (seen.empty)
        return 0;
    mem_working_on(name);
    const char *end = NULL;
    struct json_doc *doc = xcalloc(1, sizeof *doc);
    doc->name = xstrdup(name);
    doc->tree = cJSON_ParseWithLengthOpts(text, seen.end, &end, 0);
    if (!doc->tree) /* the grammar was checked: only memory is left as a reason */
        mem_fail();
    struct check c = {.whole = seen.whole, .e = e};
    struct json_ref root = json_root(doc);
    int r = check_tree(&c, &root);
    free(seen.whole);
    mem_working_on(NULL);
    if (r != 0)
        json_free(doc);
    else
        *out = doc;
    return r;
}

int json_parse(const char *name, const char *text, size_t len, const struct json_limits *limits,
               struct json_doc **out, struct err *e)
{
    size_t used = 0;
    if (json_parse_next(name, text, len, limits, out, &used, e) != 0)
        return e->code;
    if (!*out)
        return err_set(e, EXIT_REFUSED, "%s: line 1, column 1: the file is empty, expected a JSON document", name);
    if (used < len) {
        json_free(*out);
        *out = NULL;
        return scan_fail(name, text, len, used, e, "expected the end of the file after the document");
    }
    return 0;
}

int json_parse_line(const char *name, const char *text, size_t len, const struct json_limits *limits,
                    struct json_doc **out, struct err *e)
{
    static const char place[] = ": line 1, column ", end[] = "the file ends";
    struct err one = ERR_INIT;
    if (json_parse(name, text, len, limits, out, &one) == 0)
        return 0;
    const char *rest = one.text + strlen(name);
    if (strncmp(rest, place, sizeof place - 1) != 0)
        return err_set(e, one.code, "%s", one.text);
    char *file = strstr(one.text + strlen(name), end);
    if (file)
        memcpy(file + 4, "line", 4); /* NOLINT(bugprone-not-null-terminated-result): in the middle of a text */
    return err_set(e, one.code, "%s, column %s", name, rest + sizeof place - 1);
}

void json_free(struct json_doc *doc)
{
    if (!doc)
        return;
    cJSON_Delete(doc->tree);
    free(doc->name);
    free(doc);
}

struct json_ref json_root(const struct json_doc *doc)
{
    return (struct json_ref){.doc = doc, .node = doc->tree};
}

enum json_type json_type(const struct json_ref *r)
{
    const cJSON *n = r->node;
    if (!n)
        return JSON_ABSENT;
    switch (n->type & 0xFF) {
    case cJSON_False:
    case cJSON_True: return JSON_BOOL;
    case cJSON_Number: return JSON_NUMBER;
    case cJSON_String: return JSON_STRING;
    case cJSON_Array: return JSON_ARRAY;
    case cJSON_Object: return JSON_OBJECT;
    default: return JSON_NULL;
    }
}

const char *json_type_name(enum json_type t)
{
    static const char *const names[] = {
        [JSON_ABSENT] = "nothing",  [JSON_NULL] = "null",      [JSON_BOOL] = "a boolean",  [JSON_NUMBER] = "a number",
        [JSON_STRING] = "a string", [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object"};
    return names[t];
}

struct json_ref json_member(const struct json_ref *obj, const char *key)
{
    struct json_ref r = {.doc = obj->doc, .parent = obj, .key = key};
    if (json_type(obj) != JSON_OBJECT)
        return r;
    /* cJSON's own search calls strcmp for each member, which is a quarter of a plan's time. */
    for (const cJSON *n = ((const cJSON *)obj->node)->child; n && !r.node; n = n->next)
        if (n->string[0] == key[0] && strcmp(n->string, key) == 0)
            r.node = n;
    return r;
}

bool json_each(const struct json_ref *container, struct json_ref *item)
{
    const cJSON *next;
    if (!item->node) {
        enum json_type t = json_type(container);
        next = t == JSON_ARRAY || t == JSON_OBJECT ? ((const cJSON *)container->node)->child : NULL;
        item->index = 0;
    } else {
        next = ((const cJSON *)item->node)->next;
        item->index++;
    }
    item->doc = container->doc;
    item->parent = container;
    item->node = next;
    item->key = next ? next->string : NULL;
    return next != NULL;
}

size_t json_count(const struct json_ref *container)
{
    size_t n = 0;
    struct json_ref item = {0};
    while (json_each(container, &item))
        n++;
    return n;
}

static bool plain_key(const char *k)
{
    if (!*k || strlen(k) > 64)
        return false;
    return strspn(k, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == strlen(k);
}

void json_path(const struct json_ref *at, struct strbuf *out)
{
    if (!at->parent) {
        sb_addc(out, '$');
        return;
    }
    json_path(at->parent, out);
    if (!at->key) {
        sb_addf(out, "[%zu]", at->index);
    } else if (plain_key(at->key)) {
        sb_addf(out, ".%s", at->key);
    } else {
        sb_addc(out, '[');
        add_quoted(out, at->key);
        sb_addc(out, ']');
    }
}

int json_fail(const struct json_ref *at, struct err *e, const char *fmt, ...)
{
    struct strbuf path = {0}, what = {0};
    json_path(at, &path);
    va_list ap;
    va_start(ap, fmt);
    struct err inner = ERR_INIT;
    err_setv(&inner, EXIT_REFUSED, fmt, ap);
    va_end(ap);
    sb_addf(&what, "%s: %s: %s", at->doc->name, sb_str(&path), inner.text);
    int r = err_set(e, EXIT_REFUSED, "%s", sb_str(&what));
    sb_free(&path);
    sb_free(&what);
    return r;
}

static int wrong(const struct json_ref *r, const char *expected, struct err *e)
{
    enum json_type t = json_type(r);
    return json_fail(r, e, "is %s, expected %s", t == JSON_ABSENT ? "absent" : json_type_name(t), expected);
}

/* True when an optional member says 'unknown'. */
static bool unknown(const struct json_ref *r, enum json_need need)
{
    enum json_type t = json_type(r);
    return need == JSON_OPTIONAL && (t == JSON_ABSENT || t == JSON_NULL);
}

int json_as_number(const struct json_ref *r, double *out, struct err *e)
{
    if (json_type(r) != JSON_NUMBER)
        return wrong(r, "a number", e);
    *out = ((const cJSON *)r->node)->valuedouble;
    return 0;
}

int json_as_bool(const struct json_ref *r, bool *out, struct err *e)
{
    if (json_type(r) != JSON_BOOL)
        return wrong(r, "true or false", e);
    *out = cJSON_IsTrue((const cJSON *)r->node);
    return 0;
}

int json_as_int(const struct json_ref *r, int64_t *out, struct err *e)
{
    if (json_type(r) != JSON_NUMBER)
        return wrong(r, "an integer", e);
    double x = ((const cJSON *)r->node)->valuedouble;
    char shown[NUM_MAX];
    if (x != trunc(x))
        return json_fail(r, e, "is %s, expected an integer", num_exact(shown, x));
    /* At 2^53 a neighbour may already have been rounded to this value. */
    if (fabs(x) >= LIMIT_INTEGER)
        return json_fail(r, e, "is an integer of 2^53 or more, which a double cannot hold exactly");
    *out = (int64_t)x;
    return 0;
}

int json_as_string(const struct json_ref *r, struct arena *a, const char **out, struct err *e)
{
    if (json_type(r) != JSON_STRING)
        return wrong(r, "a string", e);
    *out = arena_strdup(a, ((const cJSON *)r->node)->valuestring);
    return 0;
}

int json_as_object(const struct json_ref *r, struct err *e)
{
    return json_type(r) == JSON_OBJECT ? 0 : wrong(r, "an object", e);
}

int json_get_number(const struct json_ref *obj, const char *key, enum json_need need, double *out, struct err *e)
{
    struct json_ref r = json_member(obj, key);
    *out = NUM_UNKNOWN;
    return unknown(&r, need) ? 0 : json_as_number(&r, out, e);
}

int json_get_seconds(const struct json_ref *obj, const char *key, enum json_need need, double *out, struct err *e)
{
    struct json_ref r = json_member(obj, key);
    if (json_get_number(obj, key, need, out, e) != 0)
        return e->code;
    if (*out < 0 || *out > LIMIT_MEASURED)
        return json_fail(&r, e, "is %g, expected seconds from 0%s", *out, *out < 0 ? "" : " to 1e15");
    *out += 0.0; /* -0 and 0 are one instant */
    return 0;
}

int json_get_int(const struct json_ref *obj, const char *key, enum json_need need, int64_t *out, struct err *e)
{
    struct json_ref r = json_member(obj, key);
    *out = INT_UNKNOWN;
    return unknown(&r, need) ? 0 : json_as_int(&r, out, e);
}

int json_get_bool(const struct json_ref *obj, const char *key, enum json_need need, enum tri *out, struct err *e)
{
    struct json_ref r = json_member(obj, key);
    *out = TRI_UNKNOWN;
    if (unknown(&r, need))
        return 0;
    if (json_type(&r) != JSON_BOOL)
        return wrong(&r, "true or false", e);
    *out = cJSON_IsTrue((const cJSON *)r.node) ? TRI_YES : TRI_NO;
    return 0;
}

int json_get_string(const struct json_ref *obj, const char *key, enum json_need need, struct arena *a,
                    const char **out, struct err *e)
{
    struct json_ref r = json_member(obj, key);
    *out = NULL;
    return unknown(&r, need) ? 0 : json_as_string(&r, a, out, e);
}

int json_get_object(const struct json_ref *obj, const char *key, enum json_need need, struct json_ref *out,
                    struct err *e)
{
    *out = json_member(obj, key);
    return unknown(out, need) ? 0 : json_as_object(out, e);
}

int json_get_array(const struct json_ref *obj, const char *key, enum json_need need, size_t most,
                   struct json_ref *out, struct err *e)
{
    *out = json_member(obj, key);
    if (unknown(out, need))
        return 0;
    if (json_type(out) != JSON_ARRAY)
        return wrong(out, "an array", e);
    if (json_count(out) > most)
        return json_fail(out, e, "has more than %zu elements", most);
    return 0;
}

const char *json_text(const struct json_ref *r)
{
    return json_type(r) == JSON_STRING ? ((const cJSON *)r->node)->valuestring : NULL;
}

double json_number(const struct json_ref *r)
{
    return json_type(r) == JSON_NUMBER ? ((const cJSON *)r->node)->valuedouble : NUM_UNKNOWN;
}

bool json_is_plain_integer(const struct json_ref *r)
{
    return json_type(r) == JSON_NUMBER && ((const cJSON *)r->node)->valueint == 1;
}

static void canonical(const cJSON *n, struct strbuf *out)
{
    char buf[NUM_MAX];
    if (cJSON_IsObject(n)) {
        size_t count;
        const cJSON **list = sorted(n, &count);
        sb_addc(out, '{');
        for (size_t i = 0; i < count; i++) {
            if (i)
                sb_add(out, ", ");
            json_quote(out, list[i]->string, strlen(list[i]->string));
            sb_add(out, ": ");
            canonical(list[i], out);
        }
        sb_addc(out, '}');
        free(list);
    } else if (cJSON_IsArray(n)) {
        sb_addc(out, '[');
        for (const cJSON *c = n->child; c; c = c->next) {
            if (c != n->child)
                sb_add(out, ", ");
            canonical(c, out);
        }
        sb_addc(out, ']');
    } else if (cJSON_IsString(n)) {
        json_quote(out, n->valuestring, strlen(n->valuestring));
    } else if (cJSON_IsNumber(n)) {
        if (n->valueint == 1 && fabs(n->valuedouble) < LIMIT_INTEGER)
            sb_addf(out, "%.0f", n->valuedouble);
        else
            sb_add(out, num_exact(buf, n->valuedouble));
    } else {
        sb_add(out, cJSON_IsTrue(n) ? "true" : cJSON_IsFalse(n) ? "false" : "null");
    }
}

void json_canonical(const struct json_ref *r, struct strbuf *out)
{
    if (!r->node)
        sb_add(out, "null");
    else
        canonical(r->node, out);
}
