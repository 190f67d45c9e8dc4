/* One line of a batch: JSON in, JSON out. Pure but for the files that the line names: the answer depends on
 * nothing else, not on its number, its neighbours or the machine, so that lines may be split over workers and
 * machines in any way. */
#ifndef HEADROOM_MANY_BATCH_LINE_H
#define HEADROOM_MANY_BATCH_LINE_H

#include "base/strbuf.h"
#include "many/shelf.h"

enum line_outcome {
    LINE_DONE,  /* a result */
    LINE_ERROR, /* {"id", "error": {"exit", "message"}} */
    LINE_BLANK  /* white space only: nothing was appended */
};

/* Answers the LEN bytes at TEXT, which need not end in a NUL, with one line appended to OUT, its new line
 * included. */
enum line_outcome batch_line(struct shelf *shelf, const char *text, size_t len, struct strbuf *out);

/* Appends the line of an error whose ID, a JSON value as text, may be NULL. */
void batch_line_error(struct strbuf *out, const char *id, int code, const char *message);

/* A message of plan, which names the flags of its command line, in the keys that a line has. Caller frees. */
char *batch_message(const char *text);

bool batch_line_blank(const char *text, size_t len);

/* Whether an output line reports an error: LEN bytes at TEXT as batch_line wrote them. */
bool batch_line_failed(const char *text, size_t len);

#endif
