/* The Python form of a plan, by the method that the plan was made with (render/config.h has the others). */
#ifndef HEADROOM_RENDER_SNIPPET_H
#define HEADROOM_RENDER_SNIPPET_H

#include "plan/plan.h"

/* The file of --snippet: hashes of the inputs and findings as comments, then the block. Caller frees. */
char *snippet_file(const struct plan *p);

/* Fills p->config_block and p->alarm_threshold. */
void snippet_fill(struct plan *p);

#endif
