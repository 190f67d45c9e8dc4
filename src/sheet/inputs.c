/* The sheet Inputs: every assumption in a marked cell, every measurement locked beside it, every derived
 * figure with its formula. The rows are the table of named cells. */
#include "sheet/pages.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL, VALUE, UNIT, KIND, PLANNED, CHANGED, NAME, SOURCE };

static const struct {
    const char *word, *heading, *note;
    enum style style;
} kinds[] = {
    [KIND_CHOSEN] = {"chosen", "Change these cells",
                     "Orange cells are yours: type a figure and every sheet follows. All others are locked "
                     "(without a password).",
                     ST_INPUT},
    [KIND_MEASURED] = {"measured", "Measured: the evidence, not to be changed",
                       "Each with the artifact field that it was copied from.", ST_MEASURED},
    [KIND_ASSUMED] = {"assumed", NULL, NULL, ST_STATIC},
    [KIND_SEARCHED] = {"searched", NULL, NULL, ST_STATIC},
    [KIND_GIVEN] = {"given", NULL, NULL, ST_STATIC},
    [KIND_DERIVED] = {"derived", "Derived: live formulas",
                      "Thresholds, fleets and unit costs of the published method and of the flow plan.", ST_DERIVED},
};

void put_unit(struct pages *pg, struct sheet *s, lxw_row_t row, lxw_col_t col, const char *unit)
{
    if (*unit != '$') {
        put_text(s, row, col, ST_UNIT, unit);
        return;
    }
    const char *now = arena_printf(pg->arena, "%s%s", pg->c.currency, unit + 1);
    put_value(s, row, col, ST_UNIT, NF_TEXT, formula(pg, "currency_code&\"%s\"", unit + 1), TEXT(now));
}

static const struct {
    const char *name;
    struct entry_rule rule;
} limits[] = {
    {"rate_usd_per_hour",
     {LXW_VALIDATION_TYPE_DECIMAL, 0, 1e6, NULL, NULL, "Hourly rate",
      "A number from 0 to 1,000,000: the price of one instance for an hour."}},
    {"currency_code",
     {LXW_VALIDATION_TYPE_LENGTH, 1, 8, NULL, NULL, "Currency",
      "A code of 1 to 8 letters, such as USD. Changing it converts nothing."}},
    {"discount_share",
     {LXW_VALIDATION_TYPE_DECIMAL, 0, 1, NULL, NULL, "Discount",
      "A share from 0 % to 100 % that is taken off the rate."}},
    {"peak_load", {LXW_VALIDATION_TYPE_DECIMAL, 0, 1e12, NULL, NULL, "Peak load", "A number from 0 on."}},
    {"trough_load", {LXW_VALIDATION_TYPE_DECIMAL, 0, 1e12, NULL, NULL, "Trough load", "A number from 0 on."}},
    {"surge_ratio",
     {LXW_VALIDATION_TYPE_DECIMAL, 1, 1.499999, NULL, NULL, "Surge ratio",
      "From 1 to under 1.5: at 1.5 nothing is left between the thresholds and 0."}},
    {"min_floor",
     {LXW_VALIDATION_TYPE_INTEGER, 1, 1e9, NULL, NULL, "Minimum floor", "A whole number of instances, 1 or more."}},
    {"hours_per_month",
     {LXW_VALIDATION_TYPE_DECIMAL, 0, 744, NULL, NULL, "Hours per month",
      "From 0 to 744; 730 is a twelfth of a year."}},
    {"other_monthly_cost",
     {LXW_VALIDATION_TYPE_DECIMAL, 0, 1e12, NULL, NULL, "Other monthly cost",
      "A number from 0 on, added to every month."}},
};

/* In one unit the trough cannot lie above the peak. */
static const struct entry_rule peak_above = {LXW_VALIDATION_TYPE_DECIMAL_FORMULA,
                                             0,
                                             0,
                                             "=trough_load",
                                             "=1000000000000",
                                             "Peak load",
                                             "A number not below the trough load: lower that first."};
static const struct entry_rule trough_below = {LXW_VALIDATION_TYPE_DECIMAL_FORMULA,
                                               0,
                                               0,
                                               "=0",
                                               "=peak_load",
                                               "Trough load",
                                               "A number from 0 on, not above the peak load: raise that first."};

static void validate(struct pages *pg, struct sheet *s, lxw_row_t row, const char *name)
{
    if (pg->c.peak_unit == pg->c.trough_unit) {
        const struct entry_rule *r = strcmp(name, "peak_load") == 0     ? &peak_above
                                     : strcmp(name, "trough_load") == 0 ? &trough_below
                                                                        : NULL;
        if (r) {
            sheet_validate(s, row, row, VALUE, r, true);
            return;
        }
    }
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(limits[i].name, name) == 0)
            sheet_validate(s, row, row, VALUE, &limits[i].rule, true);
}

static void put_heads(struct sheet *s, lxw_row_t row)
{
    static const char *const heads[] = {
        "Quantity", "Value", "Unit", "Kind", "In the plan", "Changed", "Name in formulas", "Where it comes from"};
    for (lxw_col_t c = LABEL; c <= SOURCE; c++)
        put_text(s, row, c,
                 c == VALUE || c == PLANNED                 ? ST_HEAD
                 : c == UNIT || c == CHANGED || c == SOURCE ? ST_HEAD_UNIT
                                                            : ST_HEAD_TEXT,
                 heads[c]);
}

static void put_row(struct pages *pg, struct sheet *s, lxw_row_t row, const struct named *x)
{
    bool chosen = x->kind == KIND_CHOSEN;
    put_text(s, row, LABEL, ST_LABEL, x->label);
    /* A rate that nobody knows is an empty cell: something can be typed there. */
    if (chosen && !x->value.text && !num_known(x->value.number))
        put_blank(s, row, VALUE, kinds[x->kind].style, x->nf);
    else
        put_value(s, row, VALUE, kinds[x->kind].style, x->nf, x->formula, x->value);
    put_unit(pg, s, row, UNIT, x->unit);
    put_text(s, row, KIND, ST_LABEL, kinds[x->kind].word);
    if (chosen && !x->value.text && !num_known(x->value.number))
        put_blank(s, row, PLANNED, ST_VALUE, x->nf);
    else if (chosen)
        put_value(s, row, PLANNED, ST_VALUE, x->nf, NULL, x->value);
    else
        put_blank(s, row, PLANNED, ST_VALUE, NF_TEXT);
    if (chosen)
        put_value(s, row, CHANGED, ST_UNIT, NF_TEXT,
                  formula(pg, "IF(B%u=E%u,\"\",\"changed\")", (unsigned)row + 1, (unsigned)row + 1), TEXT(""));
    else
        put_blank(s, row, CHANGED, ST_LABEL, NF_TEXT);
    put_text(s, row, NAME, ST_LABEL, x->name);
    put_text(s, row, SOURCE, ST_NOTE, x->source);
    book_name(s, x->name, row, VALUE);
    if (chosen)
        validate(pg, s, row, x->name);
}

void sheet_inputs(struct pages *pg)
{
    static const double widths[] = {38, 13, 26, 10, 12, 11, 27, 66, 0};
    struct sheet s = book_sheet(&pg->book, "Inputs", COLOUR_CHOSEN, widths);
    struct named *cells;
    size_t n = named_cells(pg, &cells);
    put_text(&s, 0, 0, ST_TITLE, "Inputs: what the cost rests on");
    put_heads(&s, 1);
    lxw_row_t row = 2, first = 0, last = 0;
    const char *heading = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *h = kinds[cells[i].kind].heading;
        if (h && h != heading) {
            heading = h;
            row += i > 0;
            put_text(&s, row, LABEL, ST_HEADING, h);
            put_text(&s, row, UNIT, ST_NOTE_LINE, kinds[cells[i].kind].note);
            row++;
        }
        if (i == 0)
            first = row;
        put_row(pg, &s, row, &cells[i]);
        if (cells[i].kind == KIND_CHOSEN)
            last = row;
        row++;
    }
    put_text(
        &s, row + 1, LABEL, ST_NOTE_LINE,
        "Names are fixed: rate_usd_per_hour holds the rate in the currency of the cell below it. Colours: orange "
        "chosen, blue measured, light blue derived, pink assumed, bounded or searched.");
    put_text(&s, row + 2, LABEL, ST_LABEL, "Inputs that differ from the plan");
    put_value(&s, row + 2, VALUE, ST_DERIVED, NF_COUNT,
              formula(pg, "SUMPRODUCT((B%u:B%u<>E%u:E%u)*1)", (unsigned)first + 1, (unsigned)last + 1,
                      (unsigned)first + 1, (unsigned)last + 1),
              NUMBER(0));
    book_name(&s, "inputs_changed", row + 2, VALUE);
    sheet_freeze(&s, 1, 2);
    sheet_finish(&s, 1);
}
