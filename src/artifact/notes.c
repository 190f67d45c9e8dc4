#include "artifact/notes.h"

#include <stdarg.h>
#include <string.h>

void notes_add(struct notes *n, const char *fmt, ...)
{
    if (n->n == n->cap) {
        size_t cap = n->cap ? 2 * n->cap : 8;
        const char **more = arena_array(n->arena, cap, sizeof *more);
        if (n->n)
            memcpy(more, n->items, n->n * sizeof *more);
        n->items = more;
        n->cap = cap;
    }
    va_list ap;
    va_start(ap, fmt);
    char *text = arena_vprintf(n->arena, fmt, ap);
    va_end(ap);
    n->items[n->n++] = text;
}
