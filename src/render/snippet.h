#ifndef HEADROOM_RENDER_SNIPPET_H
#define HEADROOM_RENDER_SNIPPET_H

#include "plan/plan.h"

/* Fills p->config_block and p->alarm_threshold. */
void snippet_fill(struct plan *p);

#endif
