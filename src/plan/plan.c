#include "plan/plan.h"

#include "base/date.h"

#include <string.h>

const char *verdict_published(enum verdict v)
{
    static const char *const words[] = {"ok", "warn", "infeasible", "suppressed"};
    return words[v];
}

const char *verdict_audit(enum verdict v)
{
    static const char *const words[] = {"ok", "warn", "stop", "suppressed"};
    return words[v];
}

const char *verdict_mark(enum verdict v)
{
    static const char *const words[] = {"OK", "WARN", "STOP", "----"};
    return words[v];
}

void plan_free(struct plan *p)
{
    if (p)
        arena_free(p->arena); /* the plan itself lives in it */
}

int64_t plan_date(const struct plan *p)
{
    int64_t epoch = date_source_epoch(), newest = INT_UNKNOWN;
    if (epoch >= 0)
        return epoch;
    for (size_t i = 0; i < p->n_inputs; i++) {
        int64_t us;
        if (p->inputs[i].measured_at && date_parse(p->inputs[i].measured_at, &us) == 0 && us >= 0 &&
            us / 1000000 > newest)
            newest = us / 1000000;
    }
    return int_known(newest) ? newest : DATE_UNKNOWN;
}

size_t plan_usable_steps(const struct plan *p, int64_t concurrency)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_steps; i++)
        n += p->steps[i].concurrency == concurrency && p->steps[i].usable == TRI_YES;
    return n;
}

const struct finding *plan_finding(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->n_findings; i++)
        if (strcmp(p->findings[i].name, name) == 0)
            return &p->findings[i];
    return NULL;
}

const struct audit_check *plan_check(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->audit.n_checks; i++)
        if (strcmp(p->audit.checks[i].name, name) == 0)
            return &p->audit.checks[i];
    return NULL;
}

const struct figure *check_figure(const struct audit_check *c, const char *key)
{
    for (size_t i = 0; i < c->n_figures; i++)
        if (strcmp(c->figures[i].key, key) == 0)
            return &c->figures[i];
    return NULL;
}

static const enum verdict worst_first[] = {VERDICT_STOP, VERDICT_WARN, VERDICT_SUPPRESSED, VERDICT_OK};

void plan_findings_worst_first(const struct plan *p, const struct finding **out)
{
    size_t n = 0;
    for (size_t v = 0; v < 4; v++)
        for (size_t i = 0; i < p->n_findings; i++)
            if (p->findings[i].verdict == worst_first[v])
                out[n++] = &p->findings[i];
}

void plan_checks_worst_first(const struct plan *p, const struct audit_check **out)
{
    size_t n = 0;
    for (size_t v = 0; v < 4; v++)
        for (size_t i = 0; i < p->audit.n_checks; i++)
            if (p->audit.checks[i].verdict == worst_first[v])
                out[n++] = &p->audit.checks[i];
}
