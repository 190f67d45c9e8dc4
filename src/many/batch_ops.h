/* What a line may ask for. Only src/many/batch*.c include this. */
#ifndef HEADROOM_MANY_BATCH_OPS_H
#define HEADROOM_MANY_BATCH_OPS_H

#include "base/strbuf.h"
#include "json/json.h"
#include "many/shelf.h"

enum line_op { OP_PLAN, OP_VERIFY, OP_GATE };

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
};

/* Each appends its result to OUT, the new line included, or leaves an error; what it appended before that is
 * taken back by the caller. */
void line_plan(struct line *l, struct strbuf *out, struct err *e);
void line_verify(struct line *l, struct strbuf *out, struct err *e);
void line_gate(struct line *l, struct strbuf *out, struct err *e);

#endif
