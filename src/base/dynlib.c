#include "base/dynlib.h"

#include <dlfcn.h>
#include <string.h>

int dyn_load(const char *soname, const char *package, const char *const *names, size_t n, void *api, struct err *e)
{
    void *lib = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (!lib)
        return err_set(e, EXIT_OUTPUT, "%s cannot be loaded (Debian package %s): %s", soname, package, dlerror());
    for (size_t i = 0; i < n; i++) {
        void *p = dlsym(lib, names[i]);
        if (!p)
            return err_set(e, EXIT_OUTPUT, "%s has no %s: another version than this program was built for", soname,
                           names[i]);
        /* ISO C has no conversion from an object pointer to a function pointer; POSIX promises that the
         * representation is the same. */
        memcpy((char *)api + i * sizeof p, &p, sizeof p);
    }
    return 0;
}
