/* The sections of the report, one file each, and the words and numbers they share. */
#ifndef HEADROOM_REPORT_PAGES_H
#define HEADROOM_REPORT_PAGES_H

#include "plan/plan.h"
#include "report/layout.h"

struct report {
    const struct plan *p;
    struct doc *d;
    struct arena *a;
    bool attached; /* the evidence travels with the document */
};

void page_answer(struct report *r);   /* first page: what to decide */
void page_findings(struct report *r); /* each finding of the published method */
void page_blind(struct report *r);    /* what the rule does not see: the audit */
int page_charts(struct report *r, struct err *e);
void page_measurements(struct report *r); /* ladder and stages */
void page_config(struct report *r);       /* the configuration block */
void page_figures(struct report *r);      /* every figure with its exact value */
void page_sources(struct report *r);      /* inputs, rates, warnings, options */

/* Numbers in the house form, in the report's arena; "unknown" where not known. */
const char *say(struct report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *say_ms(struct report *r, double ms);
const char *say_seconds(struct report *r, double s);
const char *say_concurrency(struct report *r, double c);
const char *say_percent(struct report *r, double share);
const char *say_money(struct report *r, double amount); /* with the currency */
const char *say_unit_cost(struct report *r, double amount);
const char *say_rate(struct report *r, double per_s);       /* a load as it was given: "5 000 requests/s" */
const char *say_throughput(struct report *r, double per_s); /* a measured one: "17.9 requests/s" */
const char *say_fixed(struct report *r, double x, int decimals);
const char *say_count(struct report *r, int64_t n);
const char *say_number(struct report *r, double x); /* up to four significant digits */
const char *say_given(struct report *r, double x);  /* as somebody typed it: "1.25" */
const char *say_load(struct report *r, double rps, double streams);
const char *say_tri(enum tri t); /* yes, no, unknown */
const char *say_bytes(struct report *r, size_t n);
/* A figure of an audit check, its unit told by the end of its key. */
const char *say_figure(struct report *r, const struct figure *f);
const char *say_or(const char *text, const char *otherwise);
/* "desired_set" as people read it: "desired set". */
const char *say_name(struct report *r, const char *name);

enum sign verdict_sign(enum verdict v);
/* A finding or check of the plan. */
struct judgement {
    const char *kind, *name; /* together the anchor that links lead to, as "audit:quota" */
    enum verdict verdict;
    const char *sentence;
    const char *figures;        /* one line; NULL for none */
    const char *recommendation; /* NULL or "" for none */
};
/* Its heading, sentence, figures and recommendation, on one page unless they are longer than half of one. */
void judgement(struct report *r, const struct judgement *j);
/* The first sentence of TEXT, cut at a blank when it has more than MOST characters. */
const char *first_sentence(struct report *r, const char *text, size_t most);

/* A growing list of cells for one table. */
struct rows {
    struct cell *cells;
    size_t n, cap;
};
void rows_add(struct rows *rows, const char *text);
void rows_cell(struct rows *rows, struct cell cell);
void rows_table(struct report *r, struct rows *rows, const struct column *columns, size_t n_columns,
                bool narrow); /* draws and frees */

#endif
