/* A list of sentences: problems found, deviations accepted. Lives in an arena. */
#ifndef HEADROOM_ARTIFACT_NOTES_H
#define HEADROOM_ARTIFACT_NOTES_H

#include "base/mem.h"

#include <stddef.h>

struct notes {
    struct arena *arena;
    const char **items;
    size_t n, cap;
};

void notes_add(struct notes *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
