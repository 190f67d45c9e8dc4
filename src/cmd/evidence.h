/* Reads the artifacts of a plan, proves that they belong together and keeps what a plan records of
 * them. Shared by plan, check, verify and whoever else starts from artifacts. */
#ifndef HEADROOM_CMD_EVIDENCE_H
#define HEADROOM_CMD_EVIDENCE_H

#include "artifact/artifact.h"
#include "artifact/notes.h"
#include "base/err.h"
#include "plan/build.h"

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
int evidence_load(const char *qmax, const char *ttotal, const char *rates, const char *validate,
                  bool allow_mismatch, bool allow_inconsistent, struct evidence *out, struct err *e);

/* The same from texts at hand: inputs[] filled with role, name and text (ladder first). */
int evidence_read(struct evidence *ev, bool allow_mismatch, bool allow_inconsistent, struct err *e);
void evidence_free(struct evidence *ev);

/* Appends an input; its text is copied into the arena and hashed. */
void evidence_add(struct evidence *ev, const char *role, const char *name, const char *text, size_t len);

/* The rate for the ladder's instance type: RATE when it is known (--rate), else the rates file, else the
 * built-in table. */
struct rate_used evidence_rate(const struct evidence *ev, double rate);

/* A request for plan_build over this evidence. */
struct plan_request evidence_request(const struct evidence *ev, const struct scenario *s, double rate);

#endif
