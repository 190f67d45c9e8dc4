/* The one JSON writer: numbers that read back equal, strings escaped, nesting kept by the writer.
 * Calls must come in a valid order (a key before each value of an object); assert() checks it. */
#ifndef HEADROOM_BASE_JSONW_H
#define HEADROOM_BASE_JSONW_H

#include "base/strbuf.h"
#include "base/value.h"

enum { JSONW_DEPTH = 32 };

struct jsonw {
    struct strbuf *out;
    int indent; /* blanks a level; 0: everything on one line */
    int depth;
    char kind[JSONW_DEPTH]; /* '{' or '[' */
    bool some[JSONW_DEPTH]; /* the container has a member already */
    bool after_key;
};

void jw_init(struct jsonw *w, struct strbuf *out, int indent);
void jw_object(struct jsonw *w);
void jw_array(struct jsonw *w);
void jw_end(struct jsonw *w); /* closes the innermost object or array */
void jw_key(struct jsonw *w, const char *key);
void jw_string(struct jsonw *w, const char *s); /* NULL writes null */
void jw_stringn(struct jsonw *w, const char *s, size_t n);
void jw_double(struct jsonw *w, double x); /* NaN and infinities write null */
void jw_int(struct jsonw *w, int64_t n);   /* INT_UNKNOWN writes null */
void jw_bool(struct jsonw *w, bool b);
void jw_tri(struct jsonw *w, enum tri t);
void jw_null(struct jsonw *w);
void jw_raw(struct jsonw *w, const char *json); /* an already valid JSON value on one line */

/* key and value in one call */
void jw_kstring(struct jsonw *w, const char *key, const char *s);
void jw_kdouble(struct jsonw *w, const char *key, double x);
void jw_kint(struct jsonw *w, const char *key, int64_t n);
void jw_kbool(struct jsonw *w, const char *key, bool b);
void jw_kstrings(struct jsonw *w, const char *key, const char *const *list, size_t n); /* an array */
void jw_ktri(struct jsonw *w, const char *key, enum tri t);

/* Appends S (n bytes of UTF-8) as a quoted JSON string. */
void json_quote(struct strbuf *out, const char *s, size_t n);

#endif
