/* Differences between two structs of a kind, value by value, for compare.c and evidence_compare.c. */
#ifndef HEADROOM_STORE_DIFF_H
#define HEADROOM_STORE_DIFF_H

#include "store/store.h"
#include "store/tables.h"

/* Who hears of each difference, and how many there were. The caller frees PATH. */
struct diff {
    store_difference *each;
    void *context;
    struct strbuf path;
    size_t n;
};

/* NULL equals NULL. */
bool diff_same_text(const char *a, const char *b);

/* Reports PATH.KEY (KEY may be "") with both values as they read in plan.json. */
void diff_report(struct diff *d, const char *path, const char *key, const char *was, const char *is);
/* The same if A and B differ. Unknown equals unknown; doubles are compared exactly. */
void diff_text(struct diff *d, const char *path, const char *key, const char *a, const char *b);
void diff_number(struct diff *d, const char *path, const char *key, double a, double b);
void diff_integer(struct diff *d, const char *path, const char *key, int64_t a, int64_t b);
void diff_flag(struct diff *d, const char *path, const char *key, enum tri a, enum tri b);
void diff_fields(struct diff *d, const char *path, const struct table *t, const void *a, const void *b);

/* What store_compare adds to store_differences: the evidence that `headroom` carries, and the configuration. */
void diff_evidence(struct diff *d, const struct plan *a, const struct plan *b);

#endif
