/* Text and Markdown of a plan. Both put first what to decide, then why, then the evidence. */
#ifndef HEADROOM_RENDER_RENDER_H
#define HEADROOM_RENDER_RENDER_H

#include "base/strbuf.h"
#include "plan/plan.h"

/* COLOR adds escape sequences to the verdict marks; the words stay. */
void render_text(const struct plan *p, bool color, struct strbuf *out);
void render_markdown(const struct plan *p, struct strbuf *out);

#endif
