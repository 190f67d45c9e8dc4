#include "render/snippet.h"

#include "base/mem.h"
#include "render/config.h"
#include "render/summary.h"

#include <stdlib.h>
#include <string.h>

static char *render(const struct plan *p, bool notes)
{
    struct arena *a = arena_new();
    struct deployment d;
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    deployment_make(p, p->scenario.method, NULL, NULL, a, &d);
    if (config_python(&d, notes, &out, &e) != 0) {
        /* A defect of the template that no plan should meet; the reader is to see it rather than half a block. */
        sb_trunc(&out, 0);
        sb_add(&out, "# DO NOT DEPLOY: ");
        quote_comment(&out, e.text, NULL, 0);
        sb_addc(&out, '\n');
    }
    arena_free(a);
    return sb_detach(&out);
}

/* The block alone, as plan.json keeps it: no newline at its end. The caller frees. */
static char *snippet_python(const struct plan *p)
{
    char *text = render(p, false);
    size_t n = strlen(text);
    if (n > 0 && text[n - 1] == '\n')
        text[n - 1] = '\0';
    return text;
}

char *snippet_file(const struct plan *p)
{
    return render(p, true);
}

void snippet_fill(struct plan *p)
{
    char *block = snippet_python(p);
    p->config_block = arena_strdup(p->arena, block);
    free(block);
    p->alarm_threshold = alarm_text(p, p->arena);
}
