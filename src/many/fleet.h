/* A directory of plans, summarised: one row a plan, worst verdict first, and totals. */
#ifndef HEADROOM_MANY_FLEET_H
#define HEADROOM_MANY_FLEET_H

#include "artifact/notes.h"
#include "base/err.h"
#include "base/outset.h"
#include "plan/plan.h"

/* A month of the assumed day, as in the cost workbook. */
#define FLEET_HOURS 730.0

/* A finding or check that is not well. */
struct fleet_reason {
    enum verdict verdict;
    bool audit;
    const char *name, *text;
};

/* What a summary keeps of a plan. Unknown numbers are NaN, unknown texts NULL. */
struct fleet_row {
    const char *file; /* beneath the directory: "speech/plan.json" */
    char sha256[65];
    const char *model, *endpoint, *type, *slug;
    const char *currency, *rate_date, *rate_source;
    const char *peak; /* "5 000 requests/s" */
    double peak_rps, peak_streams;
    enum verdict published, audit;
    const char *verdict_text;
    enum method method;                        /* whose fleet the next three are */
    double min, average, max;                  /* instances: at the trough, over the assumed day, at the peak */
    double rate, cost_hour, cost_month;        /* of an instance-hour; at the peak; over the assumed day */
    double flow_max, flow_average, flow_month; /* sized by throughput */
    double refused;                            /* share of the peak load that the fleet cannot serve */
    int64_t date;
    struct fleet_reason *reasons; /* worst first */
    size_t n_reasons;
};

/* A file that could not be read as the plan it may be. */
struct fleet_refused {
    const char *file, *why;
};

/* Sums over the plans of one instance type in one currency. */
struct fleet_total {
    const char *type, *currency; /* type NULL: over all types */
    size_t plans, unpriced;      /* plans; those of them without a cost, which are missing in the sums */
    size_t unsized;              /* those without a flow plan */
    double min, average, max, cost_hour, cost_month, flow_max, flow_month; /* of what is known; NaN: nothing is */
};

struct plan_fleet {
    struct arena *arena;
    struct fleet_row *rows;
    size_t n_rows, cap_rows;
    struct fleet_refused *refused;
    size_t n_refused, cap_refused;
    struct notes others; /* JSON files that are no plans */
    struct notes notes;  /* what a reader of the totals should know */
    struct fleet_total *types, *currencies;
    size_t n_types, n_currencies;
    size_t stops, audit_stops, warns, oks; /* plans: infeasible; else an audit stop; else a warning; else ok */
};

/* Reads every file *.json beneath DIR, in the order of their names. Names that begin with a point are left out,
 * links to directories are not followed. Each plan read is named to SET as an input (NULL: none). EXIT_REFUSED
 * when DIR cannot be read or holds no plan that can. The caller frees with plan_fleet_free, also after an error. */
int plan_fleet_read(const char *dir, struct outset *set, struct plan_fleet *out, struct err *e);
void plan_fleet_free(struct plan_fleet *f);

/* The date that outputs carry: the newest of the plans'. */
int64_t plan_fleet_date(const struct plan_fleet *f);

/* "12 plans: 1 infeasible, 3 stopped by the audit, ..."; lives in A. */
const char *plan_fleet_sentence(const struct plan_fleet *f, struct arena *a);

/* An instance type or currency as it is told apart: without regard to case, as spreadsheets compare. */
bool fleet_same(const char *a, const char *b);

#endif
