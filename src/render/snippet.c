#include "render/snippet.h"
#include "render/summary.h"

void snippet_fill(struct plan *p)
{
    p->config_block = "";
    p->alarm_threshold = alarm_text(p, p->arena);
}
