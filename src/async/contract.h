/* The contract for one request to an asynchronous endpoint: what InvokeEndpointAsync takes, made narrower
 * on purpose. No extra members, no coercion, no defaults that AWS would choose silently.
 *
 *   EndpointName              required, 1-63 of [a-zA-Z0-9](-*[a-zA-Z0-9])*
 *   InputLocation             required, at most 1024 characters, s3://bucket/key with both parts
 *   InferenceId               required, 1-64 of [A-Za-z0-9-]
 *   ContentType               at most 1024 printable ASCII characters; application/json when absent
 *   RequestTTLSeconds         integer 60-21600; 21600 when absent: how long it may wait in the queue
 *   InvocationTimeoutSeconds  integer 1-3600; 900 when absent: how long it may execute */
#ifndef HEADROOM_ASYNC_CONTRACT_H
#define HEADROOM_ASYNC_CONTRACT_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

struct violation {
    char *path;    /* "$.RequestTTLSeconds"; "$" for the document */
    char *message; /* one line */
};

struct judgement {
    bool is_json; /* false: the one violation says where the text stops being JSON */
    struct violation *list;
    size_t n, cap;         /* n == 0: accepted */
    struct strbuf request; /* accepted: the canonical request on one line, without a new line */
    char *syntax;          /* not JSON: position, line and caret for a terminal; else NULL */
};

/* Judges LEN bytes of TEXT (NUL-terminated at text[len]). Every violation of a document is listed, in the
 * order of its members, missing members last. The caller frees with judgement_free. */
void contract_check(const char *text, size_t len, struct judgement *out);
/* A verdict about text that was never read whole: longer than LIMIT bytes. */
void contract_too_long(size_t limit, struct judgement *out);
void judgement_free(struct judgement *v);

/* Whether TEXT is one whole JSON document (of whatever kind), with nothing but white space around it. */
bool contract_is_document(const char *text, size_t len);

/* Appends the verdict about line NUMBER as JSON on one line, with its new line:
 * {"line": 1, "ok": true, "request": {..}} or
 * {"line": 2, "ok": false, "violations": [{"path": "$.x", "message": ".."}]}. */
void judgement_line(const struct judgement *v, size_t number, struct strbuf *out);

#endif
