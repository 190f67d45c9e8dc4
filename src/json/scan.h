/* The strict scanner: says whether bytes are one JSON document before any library sees them. */
#ifndef HEADROOM_JSON_SCAN_H
#define HEADROOM_JSON_SCAN_H

#include "json/json.h"

struct scan_result {
    size_t end;           /* offset behind the document, white space after it included */
    bool empty;           /* nothing but white space */
    unsigned char *whole; /* one bit a number in document order: written as a plain integer; owned */
    size_t numbers;
};

/* Scans the document at the start of TEXT; bytes behind it are left to the caller. On an error *out is
 * released. */
int scan_document(const char *name, const char *text, size_t len, const struct json_limits *limits,
                  struct scan_result *out, struct err *e);

/* Records a syntax error at offset POS of TEXT: line, column, the line and a caret. */
int scan_fail(const char *name, const char *text, size_t len, size_t pos, struct err *e, const char *what);

#endif
