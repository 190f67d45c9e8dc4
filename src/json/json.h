/* Strict JSON reading. A scanner of our own checks the raw bytes first (UTF-8, the grammar of RFC 8259,
 * size, depth, number of values) and knows line and column; cJSON then builds the tree; a pass over the
 * tree refuses duplicate names and numbers beyond a double's range. Callers see only the references
 * below, whose look-ups are case-sensitive and whose errors name the path ($.steps[3].ttfab_p95_ms). */
#ifndef HEADROOM_JSON_JSON_H
#define HEADROOM_JSON_JSON_H

#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/value.h"

#include <stddef.h>

struct json_doc;

struct json_limits {
    size_t depth, nodes;
};
extern const struct json_limits json_limits_artifact; /* LIMIT_JSON_DEPTH, LIMIT_JSON_NODES */
extern const struct json_limits json_limits_export;   /* LIMIT_JSON_DEPTH, LIMIT_EXPORT_NODES */

/* Parses LEN bytes of TEXT (NUL-terminated at text[len]); NAME is used in messages. TEXT need not outlive
 * the document. EXIT_REFUSED on anything but one JSON value with nothing but white space around it; a
 * syntax error gives line, column, the line and a caret. */
int json_parse(const char *name, const char *text, size_t len, const struct json_limits *limits,
               struct json_doc **out, struct err *e);

/* json_parse of one line of many, which NAME says ("events.jsonl: line 7"): a syntax error gives the column alone
 * ("events.jsonl: line 7, column 3: ..."). TEXT has no line end inside. */
int json_parse_line(const char *name, const char *text, size_t len, const struct json_limits *limits,
                    struct json_doc **out, struct err *e);

/* Parses the first of several documents in TEXT; *used is set to where it ended, trailing white space
 * included. With nothing but white space left *out is NULL. */
int json_parse_next(const char *name, const char *text, size_t len, const struct json_limits *limits,
                    struct json_doc **out, size_t *used, struct err *e);
void json_free(struct json_doc *doc); /* NULL is allowed */

/* A value in a document together with the way to it. References hold a pointer to their parent, which
 * must outlive them (they live on the stack of nested loops). */
struct json_ref {
    const struct json_doc *doc;
    const void *node;              /* cJSON; NULL: absent */
    const struct json_ref *parent; /* NULL: the root */
    const char *key;               /* member of an object, else */
    size_t index;                  /* element of an array */
};

enum json_type { JSON_ABSENT, JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
enum json_need { JSON_OPTIONAL, JSON_REQUIRED }; /* optional: absent and null mean unknown */

struct json_ref json_root(const struct json_doc *doc);
enum json_type json_type(const struct json_ref *r);
const char *json_type_name(enum json_type t); /* "a string", "nothing", ... */

/* The member KEY of an object (JSON_ABSENT when it is not there or OBJ is not an object). */
struct json_ref json_member(const struct json_ref *obj, const char *key);

/* Walks an array or object: start with a zeroed *item; false at the end. item->key or item->index says
 * which. */
bool json_each(const struct json_ref *container, struct json_ref *item);
size_t json_count(const struct json_ref *container);

/* Records "NAME: $.path: <message>" with EXIT_REFUSED. */
int json_fail(const struct json_ref *at, struct err *e, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Appends "$.steps[3].key". */
void json_path(const struct json_ref *at, struct strbuf *out);

/* Typed reads of a member. A wrong type is EXIT_REFUSED with its path. */
int json_get_number(const struct json_ref *obj, const char *key, enum json_need need, double *out,
                    struct err *e); /* optional and unknown: NUM_UNKNOWN */
int json_get_seconds(const struct json_ref *obj, const char *key, enum json_need need, double *out,
                     struct err *e); /* a number from 0 to LIMIT_MEASURED; -0 reads 0 */
int json_get_int(const struct json_ref *obj, const char *key, enum json_need need, int64_t *out,
                 struct err *e); /* 60.0 is accepted as 60; |n| < 2^53; unknown: INT_UNKNOWN */
int json_get_bool(const struct json_ref *obj, const char *key, enum json_need need, enum tri *out, struct err *e);
int json_get_string(const struct json_ref *obj, const char *key, enum json_need need, struct arena *a,
                    const char **out, struct err *e); /* a copy in the arena; unknown: NULL */
/* A member that must be an object or array; *out is JSON_ABSENT or JSON_NULL when optional and unknown. */
int json_get_object(const struct json_ref *obj, const char *key, enum json_need need, struct json_ref *out,
                    struct err *e);
int json_get_array(const struct json_ref *obj, const char *key, enum json_need need, size_t most,
                   struct json_ref *out, struct err *e);

/* The same for a value at hand (an array's element). */
int json_as_number(const struct json_ref *r, double *out, struct err *e);
int json_as_bool(const struct json_ref *r, bool *out, struct err *e);
int json_as_int(const struct json_ref *r, int64_t *out, struct err *e);
int json_as_string(const struct json_ref *r, struct arena *a, const char **out, struct err *e);
int json_as_object(const struct json_ref *r, struct err *e);

/* Without copying or checking: the text of a string, NULL for anything else; the number, NaN else. */
const char *json_text(const struct json_ref *r);
double json_number(const struct json_ref *r);
/* Whether a number was written as an integer (no point, no exponent) cannot be told from the tree; the
 * strict integers of `async check` need it. True when the number's source text was plain digits. */
bool json_is_plain_integer(const struct json_ref *r);

/* Appends the value as canonical JSON on one line: names sorted by bytes, numbers shortest. */
void json_canonical(const struct json_ref *r, struct strbuf *out);

#endif
