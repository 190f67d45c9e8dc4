/* Memory. These never return NULL: when the system has no more, the process removes what it had begun
 * to write (see mem_on_failure), says so and ends with EXIT_OUTPUT. A planner that has lost memory has
 * no better answer than a clean end, and no caller needs a path for it that nobody can test. */
#ifndef HEADROOM_BASE_MEM_H
#define HEADROOM_BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>

void *xmalloc(size_t n);
void *xcalloc(size_t count, size_t size); /* zeroed; refuses count * size overflow */
void *xreallocarray(void *p, size_t count, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n); /* copies exactly n bytes and adds a NUL */
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

/* Names the file that the process is working on, for the message of an allocation failure. The text
 * must outlive the work; NULL forgets it. */
void mem_working_on(const char *name);

/* Registers what must be undone when memory runs out (removing temporary files). One per process. */
void mem_on_failure(void (*undo)(void));

/* Ends the process as an allocation failure of a library does. */
_Noreturn void mem_fail(void);

/* An arena: many small objects that live and die together. Memory is zeroed. */
struct arena;
struct arena *arena_new(void);
void *arena_alloc(struct arena *a, size_t n);
void *arena_array(struct arena *a, size_t count, size_t size);
char *arena_strdup(struct arena *a, const char *s); /* NULL gives NULL */
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
void arena_free(struct arena *a); /* NULL is allowed */

#endif
