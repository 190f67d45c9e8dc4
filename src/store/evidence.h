/* Reads the artifacts of a plan, proves that they belong together and keeps what a plan records of
 * them. Shared by plan, check, verify and whoever else starts from artifacts. */
#ifndef HEADROOM_STORE_EVIDENCE_H
#define HEADROOM_STORE_EVIDENCE_H

#include "artifact/artifact.h"
#include "artifact/notes.h"
#include "base/err.h"
#include "plan/build.h"

struct json_ref;

/* One artifact, read and examined by itself: whoever plans many times does this once. */
struct ladder_part {
    struct input input;
    struct qmax ladder;
    struct notes problems, doubts; /* contradictions within it; what is only worth a warning */
};
struct scale_out_part {
    struct input input;
    struct ttotal ttotal;
    struct notes problems, doubts;
};

/* Fill a part from VALUE, or, when that is NULL, from the text of its input. The input's role, name and text
 * are set by the caller; everything else lives in A. */
int evidence_ladder(struct arena *a, const struct json_ref *value, struct ladder_part *x, struct err *e);
int evidence_scale_out(struct arena *a, const struct json_ref *value, struct scale_out_part *x, struct err *e);

/* Do the parts (T may be NULL) belong together, and are their contradictions allowed? Warnings go to OUT. */
int evidence_pair(const struct ladder_part *q, const struct scale_out_part *t, bool allow_mismatch,
                  bool allow_inconsistent, struct notes *out, struct err *e);

enum { EVIDENCE_INPUTS = 4 };

struct evidence {
    struct arena *arena; /* everything below lives here, and must outlive the plan */
    struct qmax ladder;
    bool has_ttotal;
    struct ttotal ttotal;
    struct input inputs[EVIDENCE_INPUTS];
    size_t n_inputs;
    struct rates rates; /* of a --rates file */
    bool has_rates;
    struct validation *validation;
    size_t n_validation;
    struct notes warnings;
};

/* Reads the files (TTOTAL, RATES, VALIDATE may be NULL), pairs and checks them. At most one may be "-".
 * On an error nothing needs freeing. */
int evidence_load(const char *qmax, const char *ttotal, const char *rates, const char *validate, bool allow_mismatch,
                  bool allow_inconsistent, struct evidence *out, struct err *e);

/* The same from texts at hand: inputs[] filled with role, name and text (ladder first). */
int evidence_read(struct evidence *ev, bool allow_mismatch, bool allow_inconsistent, struct err *e);
void evidence_free(struct evidence *ev);

/* Appends an input; its text is copied into the arena and hashed. */
void evidence_add(struct evidence *ev, const char *role, const char *name, const char *text, size_t len);

/* Evidence put together from parts that were read before; it borrows everything and needs no freeing. */
struct evidence evidence_of(const struct ladder_part *q, const struct scale_out_part *t,
                            const struct notes *warnings);

/* The rate for the ladder's instance type: RATE when it is known (--rate), else the rates file, else the
 * built-in table. */
struct rate_used evidence_rate(const struct evidence *ev, double rate);

/* A request for plan_build over this evidence. */
struct plan_request evidence_request(const struct evidence *ev, const struct scenario *s, double rate);

#endif
