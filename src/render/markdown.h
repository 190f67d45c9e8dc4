#ifndef HEADROOM_RENDER_MARKDOWN_H
#define HEADROOM_RENDER_MARKDOWN_H

#include "base/strbuf.h"

/* Appends TEXT so that Markdown shows it and does nothing with it (tables included). */
void markdown_text(struct strbuf *out, const char *text);

#endif
