/* Memory of the libraries: an allocation that fails anywhere in the process ends it, as those of base/mem.h
 * do. libxlsxwriter 1.1.4 crashes on some and loses part of the workbook on others without saying so; a
 * clean end is the only honest answer. Linked into the program only, not into the library. */
#include "base/mem.h"
#include "base/sanitized.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if !SANITIZED

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t n);

/* Whoever would have been called without us: the C library, or what was loaded in front of it. */
static struct {
    void *(*malloc)(size_t n);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *p, size_t n);
} next = {__libc_malloc, __libc_calloc, __libc_realloc};

static bool found;

static void find(void)
{
    if (found)
        return;
    found = true; /* dlsym may allocate: then the C library serves */
    void *p;
    if ((p = dlsym(RTLD_NEXT, "malloc")) != NULL)
        memcpy(&next.malloc, &p, sizeof p);
    if ((p = dlsym(RTLD_NEXT, "calloc")) != NULL)
        memcpy(&next.calloc, &p, sizeof p);
    if ((p = dlsym(RTLD_NEXT, "realloc")) != NULL)
        memcpy(&next.realloc, &p, sizeof p);
}

static void *sure(void *p)
{
    if (!p)
        mem_fail();
    return p;
}

void *malloc(size_t n)
{
    find();
    return sure(next.malloc(n ? n : 1));
}

void *calloc(size_t count, size_t size)
{
    find();
    return sure(next.calloc(count ? count : 1, size ? size : 1));
}

static void *resize(void *p, size_t n)
{
    find();
    void *q = next.realloc(p, n);
    return n || !p ? sure(q) : q; /* realloc(p, 0) frees */
}

void *realloc(void *p, size_t n)
{
    return resize(p, n);
}

void *reallocarray(void *p, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        mem_fail();
    return resize(p, count * size);
}

#endif
