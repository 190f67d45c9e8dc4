/* What libharu's public functions cannot do. internals.c depends on the layout of libharu 2.3.0's
 * structures; internals_none.c takes its place in a build without (./configure --disable-haru-internals)
 * and leaves these things out. */
#ifndef HEADROOM_REPORT_INTERNALS_H
#define HEADROOM_REPORT_INTERNALS_H

#include "report/haru_impl.h"

/* Whether attachments, tags and the rest are written at all. */
bool internals_there(void);

/* Finds the functions needed. EXIT_OUTPUT when the library is another version than the headers. */
int internals_open(struct pdf *pdf, struct err *e);
void internals_close(struct pdf *pdf);

/* Writes an operator into the page's content. */
void internals_operator(struct pdf_page *page, const char *text);

/* Before saving: attachments, XMP, language, title display, text mapping, identifier, structure. A
 * failure is libharu's sticky error, or the document's own. */
void internals_finish(struct pdf *pdf);

#endif
