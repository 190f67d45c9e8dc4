/* Heavy libraries are opened only when their output is asked for: cairo alone brings 25 shared objects
 * along, more than the whole time of a plan. Declarations come from the library's own headers, so calls
 * stay type-checked:
 *
 *   #define API(X) X(cairo_create) X(cairo_destroy)
 *   struct api { API(DYN_FIELD) };
 *   static const char *const names[] = { API(DYN_SYMBOL) };
 *   dyn_load("libcairo.so.2", "libcairo2", names, DYN_COUNT(names), &api, &e)
 *   api.cairo_create(surface)
 */
#ifndef HEADROOM_BASE_DYNLIB_H
#define HEADROOM_BASE_DYNLIB_H

#include "base/err.h"

#include <stddef.h>

#define DYN_FIELD(name) __typeof__(&name) name;
#define DYN_SYMBOL(name) #name,
#define DYN_COUNT(a) (sizeof(a) / sizeof *(a))

/* Opens SONAME and fills the N pointers at API in the order of NAMES. The library stays loaded until
 * the process ends. A library or symbol that is missing is EXIT_OUTPUT, saying which package has it. */
int dyn_load(const char *soname, const char *package, const char *const *names, size_t n, void *api, struct err *e);

#endif
