/* What every finding and check means: one catalogue for `explain`, the man page, the PDF and the README. */
#ifndef HEADROOM_PLAN_CATALOGUE_H
#define HEADROOM_PLAN_CATALOGUE_H

#include <stddef.h>

enum topic_kind { TOPIC_FINDING, TOPIC_CHECK };

struct topic {
    const char *name;
    enum topic_kind kind;
    const char *question; /* what it asks, in one line */
    const char *meaning;  /* what it means, for someone who has not read the design */
    const char *formula;  /* lines parted by \n */
    const char *sources;  /* where each number comes from */
    const char *verdicts; /* when it says what */
    const char *change;   /* what would change the verdict */
};

extern const struct topic topics[];
extern const size_t n_topics;

const struct topic *topic_find(const char *name); /* NULL: there is none */

#endif
