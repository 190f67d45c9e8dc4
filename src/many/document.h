/* A PDF about several plans: the frame that a comparison and a fleet share. */
#ifndef HEADROOM_MANY_DOCUMENT_H
#define HEADROOM_MANY_DOCUMENT_H

#include "report/pages.h"

struct document {
    enum paper paper;
    const char *title, *subject; /* metadata; the title also stands on each page */
    const char *head_right, *foot;
    const char *id; /* stands for the inputs: equal ones give equal bytes */
    int64_t date;
};

/* Opens R->d and R->a. R->p stays as the caller set it. */
int document_open(struct report *r, const struct document *d, struct err *e);

/* Finishes the document when E holds no error, and closes it. MISSING: how many characters had no glyph. */
int document_close(struct report *r, struct strbuf *out, size_t *missing, struct err *e);

#endif
