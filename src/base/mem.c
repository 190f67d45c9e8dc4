#include "base/mem.h"

#include "base/err.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The only mutable state of the library: what the last words of the process are. */
static const char *working_on;
static void (*undo_hook)(void);

void mem_working_on(const char *name)
{
    working_on = name;
}

void mem_on_failure(void (*undo)(void))
{
    undo_hook = undo;
}

static void say(const char *s)
{
    /* stdio may allocate; write does not. A failure to write has nobody left to be told of it. */
    size_t n = strlen(s);
    while (n > 0) {
        ssize_t w = write(STDERR_FILENO, s, n);
        if (w <= 0)
            return;
        s += w;
        n -= (size_t)w;
    }
}

_Noreturn void mem_fail(void)
{
    if (undo_hook)
        undo_hook();
    say("headroom: ");
    if (working_on) {
        say(working_on);
        say(": ");
    }
    say("out of memory\n");
    _exit(EXIT_OUTPUT);
}

void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p)
        mem_fail();
    return p;
}

void *xcalloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p)
        mem_fail();
    return p;
}

void *xreallocarray(void *p, size_t count, size_t size)
{
    void *q = reallocarray(p, count ? count : 1, size ? size : 1);
    if (!q)
        mem_fail();
    return q;
}

char *xstrndup(const char *s, size_t n)
{
    char *p = xmalloc(n + 1);
    memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

char *xstrdup(const char *s)
{
    return xstrndup(s, strlen(s));
}

char *xvasprintf(const char *fmt, va_list ap)
{
    char *p = NULL;
    if (vasprintf(&p, fmt, ap) < 0)
        mem_fail();
    return p;
}

char *xasprintf(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *p = xvasprintf(fmt, ap);
    va_end(ap);
    return p;
}

struct block {
    struct block *next;
    size_t used, size;
    max_align_t data[];
};

struct arena {
    struct block *top;
};

enum { BLOCK_BYTES = 16384 - (int)sizeof(struct block) - 16 };

struct arena *arena_new(void)
{
    return xcalloc(1, sizeof(struct arena));
}

void *arena_alloc(struct arena *a, size_t n)
{
    const size_t align = sizeof(max_align_t);
    if (n > SIZE_MAX / 2)
        mem_fail();
    n = (n + align - 1) / align * align;
    if (!a->top || a->top->size - a->top->used < n) {
        size_t size = n > (size_t)BLOCK_BYTES ? n : (size_t)BLOCK_BYTES;
        struct block *b = xcalloc(1, sizeof *b + size);
        b->size = size;
        b->next = a->top;
        a->top = b;
    }
    void *p = (char *)a->top->data + a->top->used;
    a->top->used += n;
    return p;
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size)
        mem_fail();
    return arena_alloc(a, count * size);
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return s ? arena_strndup(a, s, strlen(s)) : NULL;
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0)
        mem_fail();
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *p = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return p;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    while (a->top) {
        struct block *b = a->top;
        a->top = b->next;
        free(b);
    }
    free(a);
}
