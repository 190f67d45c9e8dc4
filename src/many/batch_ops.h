/* What a line may ask for. Only src/many/batch*.c include this. */
#ifndef HEADROOM_MANY_BATCH_OPS_H
#define HEADROOM_MANY_BATCH_OPS_H

#include "base/jsonw.h"
#include "base/strbuf.h"
#include "json/json.h"
#include "many/shelf.h"

enum line_op { OP_PLAN, OP_VERIFY, OP_GATE, OP_SIMULATE, OP_ESTIMATE };

/* What async simulate takes, as its options call it. */
struct line_replay {
    const char *trace, *burst;
    double poisson, office_hours, hours, service, provision, target;
    double wake_cooldown, scale_out_cooldown, scale_in_cooldown, until;
    int64_t seed, min, max, per_instance, ttl, timeout, wake_periods, always_on;
    bool no_wake, compare;
};
struct line_replay line_replay_default(void);

/* A line as it was read. Absent members as in base/value.h; references are JSON_ABSENT. */
struct line {
    struct shelf *shelf;
    struct arena *arena; /* for documents in the line; NULL until one is read */
    enum line_op op;
    const char *op_name;
    struct json_ref id, qmax, ttotal, plan;
    struct strbuf id_text; /* the id as JSON; empty: none */
    struct scenario scenario;
    double ceiling_s, rate;
    bool full;
    const char *dir, *model, *as_of; /* gate */
    double max_age;
    struct line_replay replay;             /* async simulate; always_on of async estimate too */
    struct json_ref instance_hours, other; /* async estimate */
    const char *csv;
};

/* Each appends its result to OUT, the new line included, or leaves an error; what it appended before that is
 * taken back by the caller. */
void line_plan(struct line *l, struct strbuf *out, struct err *e);
void line_verify(struct line *l, struct strbuf *out, struct err *e);
void line_gate(struct line *l, struct strbuf *out, struct err *e);
void line_simulate(struct line *l, struct strbuf *out, struct err *e);
void line_estimate(struct line *l, struct strbuf *out, struct err *e);

/* Opens the object of an answer, with the id of the line; closes it, the new line included. */
void line_begin(struct jsonw *w, struct line *l, struct strbuf *out);
void line_end(struct jsonw *w);

/* The scale-out that the line names or holds; *OUT is NULL without one, and lives as long as the line. */
int line_scale_out(struct line *l, const struct scale_out_part **out, struct err *e);

#endif
