/* The plan as rows of words: what text and Markdown print. Each row says where its value comes from. */
#ifndef HEADROOM_RENDER_SUMMARY_H
#define HEADROOM_RENDER_SUMMARY_H

#include "base/mem.h"
#include "plan/plan.h"

struct fact {
    const char *label;  /* "Q_max" */
    const char *value;  /* "50", unit included */
    const char *source; /* the artifact field, the flag or the arithmetic */
};

enum { FACTS_MAX = 16 };

struct facts {
    const char *title, *lead; /* lead: a sentence for newcomers; NULL */
    struct fact rows[FACTS_MAX];
    size_t n;
};

/* Each builds one group; texts live in A. */
void facts_deploy(const struct plan *p, struct arena *a, struct facts *out);
void facts_measured(const struct plan *p, struct arena *a, struct facts *out);
void facts_chosen(const struct plan *p, struct arena *a, struct facts *out);
void facts_derived(const struct plan *p, struct arena *a, struct facts *out);
void facts_cost(const struct plan *p, struct arena *a, struct facts *out);
void facts_flow(const struct plan *p, struct arena *a, struct facts *out);

/* "5 000 requests/s", "12 streams", "not given". */
const char *load_text(struct arena *a, double rps, double streams);

/* The alarm's sentence (plan.json alarm_threshold); lives in A. */
const char *alarm_text(const struct plan *p, struct arena *a);

#endif
