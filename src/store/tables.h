/* The flat fields of plan.json in their order: one table for writing, reading and comparing. */
#ifndef HEADROOM_STORE_TABLES_H
#define HEADROOM_STORE_TABLES_H

#include "plan/plan.h"

enum field_type {
    F_TEXT,   /* const char * */
    F_INT,    /* int64_t */
    F_NUMBER, /* double */
    F_TRI,    /* enum tri */
    F_BOOL,   /* bool */
};

struct field {
    const char *key;
    enum field_type type;
    size_t offset;
};

struct table {
    const struct field *fields;
    size_t n;
};

extern const struct table table_plan;     /* of struct plan: plan.* up to the findings */
extern const struct table table_measured; /* of struct measured: the flat ones, in two runs */
extern const struct table table_measured_tail;
extern const struct table table_scenario; /* of struct scenario: plan.scenario */
extern const struct table table_flags;    /* of struct scenario: headroom.scenario */
extern const struct table table_provenance;
extern const struct table table_rate;
extern const struct table table_audit; /* of struct audit: headroom.audit.figures */
extern const struct table table_flow;  /* of struct flow: headroom.flow */
extern const struct table table_extra; /* of struct plan: headroom.policy */

#endif
