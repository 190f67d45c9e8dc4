/* `headroom drift`: a configuration against the exports of a whole account. */
#ifndef HEADROOM_AWS_DRIFT_H
#define HEADROOM_AWS_DRIFT_H

#include "aws/config.h"
#include "base/strbuf.h"

/* In the order in which the commands that mend them should run. */
enum drift_rule {
    DRIFT_MISSING_TARGET,
    DRIFT_CAPACITY,
    DRIFT_SUSPENDED,
    DRIFT_MISSING_POLICY,
    DRIFT_POLICY,
    DRIFT_MISSING_ALARM,
    DRIFT_ALARM,
    DRIFT_ACTIONS,
    DRIFT_ORPHANED_TARGET,
    DRIFT_ORPHANED_POLICY,
    DRIFT_UNPLANNED_ALARM,
    DRIFT_NO_DATA,
    DRIFT_UNPUBLISHED,
    DRIFT_RULES
};

enum drift_severity { DRIFT_ERROR, DRIFT_WARNING };

struct drift_rule_info {
    const char *id; /* "capacity-mismatch" */
    enum drift_severity severity;
    const char *what;    /* what is wrong, in one sentence */
    const char *why;     /* why it matters */
    enum aws_kind needs; /* the export without which it cannot be judged */
    bool absence;        /* it says that something is not there: needs a complete export */
};
extern const struct drift_rule_info drift_rules[DRIFT_RULES];

struct drift_finding {
    enum drift_rule rule;
    const char *resource; /* resource id; raw text of the exports */
    const char *object;   /* name of the policy, alarm or metric; NULL: the target; raw */
    const char *detail;   /* printable, one line */
    const char *fix;      /* the AWS CLI line; NULL: none */
    const char *fix_note; /* what to know before running it; NULL */
    bool inspects;        /* fix only looks: there is nothing that a command mends */
    size_t line;          /* in the configuration; 0: the resource is not there */
};

struct drift_report {
    const struct drift_config *config;
    const struct aws_exports *exports;
    struct drift_finding *findings; /* worst first, then by resource, rule, object */
    size_t n, cap;
    size_t count[2]; /* by severity */
};

/* Strings are in the arena, the exports and the configuration. */
void drift_check(const struct drift_config *c, const struct aws_exports *x, struct arena *a,
                 struct drift_report *out);
void drift_free(struct drift_report *r);

/* Whether RULE could be judged; WHY says why not. */
bool drift_judged(const struct drift_report *r, enum drift_rule rule, const char **why);
const char *drift_severity_name(enum drift_severity s); /* "error", "warning" */

struct drift_format {
    const char *name;
    void (*render)(const struct drift_report *r, struct strbuf *out);
};
extern const struct drift_format drift_formats[]; /* ends with a NULL name */

void drift_text(const struct drift_report *r, struct strbuf *out);
void drift_json(const struct drift_report *r, struct strbuf *out);
void drift_sarif(const struct drift_report *r, struct strbuf *out);
void drift_junit(const struct drift_report *r, struct strbuf *out);
void drift_markdown(const struct drift_report *r, struct strbuf *out);

#endif
