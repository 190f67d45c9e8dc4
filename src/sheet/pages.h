/* The sheets of the cost workbook. Each sheet_* writes one; together they share the plan, the costing and
 * the table of named cells. */
#ifndef HEADROOM_SHEET_PAGES_H
#define HEADROOM_SHEET_PAGES_H

#include "base/mem.h"
#include "plan/plan.h"
#include "sheet/costing.h"
#include "sheet/profile.h"
#include "sheet/xlsx.h"

struct pages {
    struct book book;
    const struct plan *p;
    const struct profile *profile; /* NULL: the assumed day */
    struct costing c;
    struct arena *arena; /* formulas and notes */
    bool rate_known;     /* a plan without a rate: costs read "unknown" until one is typed in */
    lxw_row_t profile_first, profile_last;
};

/* Named cells: one row of the sheet Inputs each, with the formula and the value of our arithmetic. */
enum kind { KIND_CHOSEN, KIND_MEASURED, KIND_ASSUMED, KIND_SEARCHED, KIND_GIVEN, KIND_DERIVED };

struct named {
    const char *name, *label;
    const char *unit; /* "$" at its start stands for the currency in Inputs */
    enum kind kind;
    enum number_format nf;
    const char *formula; /* NULL: the value stands by itself */
    struct value value;
    const char *source; /* artifact field, flag, or the formula in words */
};

/* The table, in the order of the sheet. The array is in the arena. */
size_t named_cells(struct pages *pg, struct named **out);

/* Decimals that show four significant digits of X. */
enum number_format unit_cost_format(double x);
/* Loads as given: few decimals, small ones more. */
enum number_format load_format(double x);

/* Formula text in the arena. money() is for one that needs the rate: while there is none, it reads
 * "unknown" instead of 0. */
const char *formula(struct pages *pg, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *money(struct pages *pg, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A unit; "$ per hour" follows the currency cell. */
void put_unit(struct pages *pg, struct sheet *s, lxw_row_t row, lxw_col_t col, const char *unit);

/* Instance-hours over the profile for instances held between the cells LEAST and MOST, NEED being the
 * formula of an hour's need. */
const char *clamped_hours(struct pages *pg, const char *need, const char *least, const char *most);

void sheet_summary(struct pages *pg);
void sheet_inputs(struct pages *pg);
void sheet_profile(struct pages *pg);
void sheet_scenarios(struct pages *pg);
void sheet_duty(struct pages *pg);
void sheet_ladder(struct pages *pg);
void sheet_stages(struct pages *pg);
void sheet_findings(struct pages *pg);
void sheet_audit(struct pages *pg);
void sheet_provenance(struct pages *pg);

#endif
