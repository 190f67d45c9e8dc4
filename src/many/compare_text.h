/* Plans side by side as text, Markdown and JSON. */
#ifndef HEADROOM_MANY_COMPARE_TEXT_H
#define HEADROOM_MANY_COMPARE_TEXT_H

#include "base/strbuf.h"
#include "many/compare.h"

void compare_text(const struct comparison *c, struct strbuf *out);
void compare_markdown(const struct comparison *c, struct strbuf *out);
void compare_json(const struct comparison *c, struct strbuf *out);

/* "at most 11, not 9 (+22.2 %); a month ...": what to see first; lives in A. */
const char *compare_sentence(const struct comparison *c, const struct pair *p, struct arena *a);

#endif
