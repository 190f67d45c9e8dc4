#include "async/simulate.h"

#include "base/limits.h"
#include "sheet/bookfile.h"

#include <string.h>

static const char title[] = "Replay of an asynchronous endpoint";

struct pen {
    struct book book;
    const struct simulation *s;
    struct arena *a;
    bool requests;    /* the sheet of requests is there to be counted */
    bool capacity[2]; /* the sheets of capacity of the first run and, to compare, of the second */
};

/* Requests: a row each, from row 3 on. */

enum { REQUEST_FIRST = 2 };
static const char *const capacity_names[] = {"Capacity", "CapacityNoWake"};

/* Seconds show the one decimal of the house; the cell holds all six. */
static void put_time(struct sheet *s, lxw_row_t row, lxw_col_t col, int64_t us)
{
    if (us != REPLAY_NEVER)
        put_number(s, row, col, ST_VALUE, NF_ONE, replay_s(us));
    else
        put_blank(s, row, col, ST_VALUE, NF_ONE);
}

static void put_latency(struct pen *p, struct sheet *s, lxw_row_t row, const struct request *q)
{
    unsigned n = row + 1;
    bool over = q->terminal != REPLAY_NEVER;
    struct value took = over ? NUMBER(replay_s(q->terminal - q->arrival)) : TEXT("");
    put_value(s, row, 6, ST_DERIVED, NF_ONE, arena_printf(p->a, "IF(E%u=\"\",\"\",ROUND(E%u-A%u,6))", n, n, n), took);
    put_value(s, row, 7, ST_DERIVED, NF_ONE, arena_printf(p->a, "IF(F%u=\"cold\",G%u,\"\")", n, n),
              over && q->cold ? took : TEXT(""));
    put_value(s, row, 8, ST_DERIVED, NF_ONE, arena_printf(p->a, "IF(F%u=\"warm\",G%u,\"\")", n, n),
              over && !q->cold ? took : TEXT(""));
}

static void put_heads(struct sheet *s, lxw_row_t row, const char *const *heads, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_text(s, row, (lxw_col_t)i, ST_HEAD, heads[i]);
}

static void requests(struct pen *p)
{
    static const double widths[] = {16, 14, 13, 16, 16, 9, 16, 16, 16, 0};
    static const char *const heads[] = {"Arrival, s", "Service, s",       "State",
                                        "Start, s",   "End, s",           "Cold",
                                        "Latency, s", "Latency, cold, s", "Latency, warm, s"};
    struct sheet s = book_sheet(&p->book, "Requests", COLOUR_MEASURED, widths);
    put_text(&s, 0, 0, ST_TITLE, "Requests, by arrival");
    put_heads(&s, REQUEST_FIRST - 1, heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < p->s->n_rows; i++) {
        const struct request *q = &p->s->rows[i];
        lxw_row_t row = (lxw_row_t)(REQUEST_FIRST + i);
        put_time(&s, row, 0, q->arrival);
        put_time(&s, row, 1, q->service);
        put_text(&s, row, 2, ST_VALUE, request_state_name(q->state));
        put_time(&s, row, 3, q->start);
        put_time(&s, row, 4, q->terminal);
        put_text(&s, row, 5, ST_VALUE, q->state == REQUEST_BEYOND ? "" : q->cold ? "cold" : "warm");
        put_latency(p, &s, row, q);
    }
    sheet_freeze(&s, REQUEST_FIRST - 1, REQUEST_FIRST);
    sheet_finish(&s, 0);
}

/* Capacity: a row for each stretch in which it did not change. */

static void capacity(struct pen *p, int which)
{
    static const double widths[] = {16, 16, 12, 12, 14, 16, 0};
    static const char *const heads[] = {"From, s",           "Until, s", "Instances billed",
                                        "Instances serving", "Hours",    "Instance-hours"};
    const struct replay_result *r = &p->s->runs[which].result;
    struct sheet s = book_sheet(&p->book, capacity_names[which], COLOUR_DERIVED, widths);
    put_text(&s, 0, 0, ST_TITLE, which ? "Capacity over time without the wake pair" : "Capacity over time");
    put_heads(&s, REQUEST_FIRST - 1, heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < r->n_capacity; i++) {
        const struct capacity_point *c = &r->capacity[i];
        lxw_row_t row = (lxw_row_t)(REQUEST_FIRST + i);
        unsigned n = row + 1;
        int64_t until = i + 1 < r->n_capacity ? r->capacity[i + 1].at : r->end;
        double hours = (double)(until - c->at) / 3.6e9;
        put_time(&s, row, 0, c->at);
        if (i + 1 < r->n_capacity)
            put_value(&s, row, 1, ST_DERIVED, NF_ONE, arena_printf(p->a, "A%u", n + 1), NUMBER(replay_s(until)));
        else
            put_time(&s, row, 1, until);
        put_number(&s, row, 2, ST_VALUE, NF_COUNT, c->billed);
        put_number(&s, row, 3, ST_VALUE, NF_COUNT, c->serving);
        put_value(&s, row, 4, ST_DERIVED, NF_SIX, arena_printf(p->a, "(B%u-A%u)/3600", n, n), NUMBER(hours));
        put_value(&s, row, 5, ST_DERIVED, NF_SIX, arena_printf(p->a, "C%u*E%u", n, n), NUMBER(c->billed * hours));
    }
    sheet_freeze(&s, REQUEST_FIRST - 1, REQUEST_FIRST);
    sheet_finish(&s, 0);
}

/* Summary. */

enum { LABEL, VALUE, WITHOUT, UNIT, LAST };
enum { ROW_ANSWER = 1, ROW_SETTINGS, ROW_RATE = 4, ROW_ALWAYS_ON, ROW_FIGURES = 7 };

static void put_inputs(struct pen *p, struct sheet *s)
{
    const struct entry_rule price = {LXW_VALIDATION_TYPE_DECIMAL,        0, 1e9, NULL, NULL, "Rate",
                                     "USD per instance-hour, 0 or more."};
    const struct entry_rule whole = {
        LXW_VALIDATION_TYPE_INTEGER, 1, 1e9, NULL, NULL, "Always on", "A whole number of instances, 1 or more."};
    put_text(s, ROW_RATE, LABEL, ST_LABEL, "Rate");
    put_number(s, ROW_RATE, VALUE, ST_INPUT, NF_FOUR, p->s->rate);
    put_text(s, ROW_RATE, WITHOUT, ST_UNIT, "USD per instance-hour");
    put_text(s, ROW_ALWAYS_ON, LABEL, ST_LABEL, "Always on, to compare with");
    put_number(s, ROW_ALWAYS_ON, VALUE, ST_INPUT, NF_COUNT, (double)p->s->always_on);
    put_text(s, ROW_ALWAYS_ON, WITHOUT, ST_UNIT, "instances");
    sheet_validate(s, ROW_RATE, ROW_RATE, VALUE, &price, true);
    sheet_validate(s, ROW_ALWAYS_ON, ROW_ALWAYS_ON, VALUE, &whole, true);
    book_name(s, "rate_usd", ROW_RATE, VALUE);
    book_name(s, "always_on", ROW_ALWAYS_ON, VALUE);
}

/* A formula over the sheet of requests: %s is the range of rows of its column. */
static const char *over_requests(struct pen *p, const char *key)
{
    size_t last = REQUEST_FIRST + (p->s->n_rows ? p->s->n_rows : 1);
    const char *states = arena_printf(p->a, "Requests!$C$%d:$C$%zu", REQUEST_FIRST + 1, last);
    static const char *const groups[] = {"all", "cold", "warm"};
    if (strcmp(key, "accepted") == 0)
        return arena_printf(p->a, "COUNTA(%s)-COUNTIF(%s,\"beyond_end\")", states, states);
    for (int state = REQUEST_BEYOND; state <= REQUEST_EXPIRED; state++)
        if (strcmp(key, request_state_name((enum request_state)state)) == 0)
            return arena_printf(p->a, "COUNTIF(%s,\"%s\")", states, key);
    for (int g = 0; g < 3; g++) {
        size_t n = strlen(groups[g]);
        if (strncmp(key, groups[g], n) != 0 || key[n] != '_')
            continue;
        const char *took = arena_printf(p->a, "Requests!$%c$%d:$%c$%zu", 'G' + g, REQUEST_FIRST + 1, 'G' + g, last);
        if (key[n + 1] == 'n')
            return arena_printf(p->a, "COUNT(%s)", took);
        return arena_printf(p->a, "IF(COUNT(%s)=0,\"-\",SMALL(%s,ROUNDUP(COUNT(%s)*%s/100,0)))", took, took, took,
                            key + n + 2);
    }
    return NULL;
}

static const char *over_capacity(struct pen *p, const char *key, int which)
{
    const char *name = capacity_names[which];
    size_t last = REQUEST_FIRST + p->s->runs[which].result.n_capacity;
    if (strcmp(key, "replay_hours") == 0)
        return arena_printf(p->a, "%s!$B$%zu/3600", name, last);
    if (strcmp(key, "instance_hours") == 0)
        return arena_printf(p->a, "SUM(%s!$F$%d:$F$%zu)", name, REQUEST_FIRST + 1, last);
    if (strcmp(key, "hours_at_zero") == 0)
        return arena_printf(p->a, "SUMIF(%s!$C$%d:$C$%zu,0,%s!$E$%d:$E$%zu)", name, REQUEST_FIRST + 1, last, name,
                            REQUEST_FIRST + 1, last);
    return NULL;
}

/* Rows of the figures that others are worked out from. */
struct rows {
    unsigned instance_hours, replay_hours;
};

static const char *over_money(struct pen *p, const char *key, int which, const struct rows *at)
{
    int c = 'B' + which;
    if (strcmp(key, "cost") == 0)
        return arena_printf(p->a, "IF(ISNUMBER(rate_usd),rate_usd*%c%u,\"unknown\")", c, at->instance_hours);
    if (strcmp(key, "always_on_cost") == 0)
        return arena_printf(p->a, "IF(ISNUMBER(rate_usd),rate_usd*always_on*%c%u,\"unknown\")", c, at->replay_hours);
    if (strcmp(key, "saving") == 0)
        return arena_printf(p->a, "IF(%c%u=0,\"-\",1-%c%u/(always_on*%c%u))", c, at->replay_hours, c,
                            at->instance_hours, c, at->replay_hours);
    return NULL;
}

static void put_figure(struct pen *p, struct sheet *s, lxw_row_t row, const struct sim_figure *f, int which,
                       const struct rows *at)
{
    static const enum number_format formats[] = {[SIM_COUNT] = NF_COUNT,
                                                 [SIM_SECONDS] = NF_SECONDS,
                                                 [SIM_HOURS] = NF_TWO,
                                                 [SIM_MONEY] = NF_TWO,
                                                 [SIM_SHARE] = NF_PERCENT};
    const char *formula = over_money(p, f->key, which, at);
    if (!formula && p->capacity[which])
        formula = over_capacity(p, f->key, which);
    if (!formula && which == 0 && p->requests)
        formula = over_requests(p, f->key);
    double v = f->value[which];
    struct value shown = num_known(v) ? NUMBER(v) : TEXT(f->kind == SIM_MONEY ? "unknown" : "-");
    put_value(s, row, (lxw_col_t)(VALUE + which), formula ? ST_DERIVED : ST_STATIC, formats[f->kind], formula, shown);
}

static void put_figures(struct pen *p, struct sheet *s)
{
    size_t n;
    const struct sim_figure *f = sim_figures(p->s, p->a, &n);
    struct rows at = {0};
    lxw_col_t unit = p->s->compare ? UNIT : WITHOUT;
    for (size_t i = 0; i < n; i++) {
        unsigned number = (unsigned)(ROW_FIGURES + i + 1);
        if (f[i].kind == SIM_HEADING)
            continue;
        if (strcmp(f[i].key, "instance_hours") == 0)
            at.instance_hours = number;
        if (strcmp(f[i].key, "replay_hours") == 0)
            at.replay_hours = number;
    }
    for (size_t i = 0; i < n; i++) {
        lxw_row_t row = (lxw_row_t)(ROW_FIGURES + i);
        if (f[i].kind == SIM_HEADING) {
            put_text(s, row, LABEL, ST_HEAD_TEXT, f[i].label);
            put_text(s, row, VALUE, ST_HEAD, p->s->compare ? "With the wake pair" : "");
            if (p->s->compare)
                put_text(s, row, WITHOUT, ST_HEAD, "Without it");
            put_text(s, row, unit, ST_HEAD_UNIT, "");
            continue;
        }
        /* Their number is an input here, so no label names it. */
        put_text(s, row, LABEL, ST_LABEL,
                 strcmp(f[i].key, "always_on_cost") == 0 ? "always on"
                 : strcmp(f[i].key, "saving") == 0       ? "saved against always on"
                                                         : f[i].label);
        for (int which = 0; which < (p->s->compare ? 2 : 1); which++)
            put_figure(p, s, row, &f[i], which, &at);
        put_text(s, row, unit, ST_UNIT, f[i].kind == SIM_HOURS ? "h" : f[i].kind == SIM_MONEY ? "USD" : "");
        book_name(s, f[i].key, row, VALUE);
    }
    lxw_row_t row = (lxw_row_t)(ROW_FIGURES + n + 1);
    put_text(s, row++, LABEL, ST_NOTE_LINE,
             "Light blue follows the sheets and the orange cells; pink stands as the replay found it. Compute cost "
             "only, before discounts and other services.");
    if (!p->requests)
        put_text(s, row++, LABEL, ST_NOTE_LINE,
                 arena_printf(p->a, "More than %d requests: they are not listed here, see --format csv.",
                              LIMIT_SHEET_REQUESTS));
    if (!p->capacity[0] || (p->s->compare && !p->capacity[1]))
        put_text(s, row++, LABEL, ST_NOTE_LINE,
                 arena_printf(p->a, "Capacity changed more than %d times: see --format json.", LIMIT_SHEET_REQUESTS));
    for (size_t i = 0; i < p->s->n_inputs; i++)
        put_text(s, row++, LABEL, ST_NOTE_LINE,
                 arena_printf(p->a, "%s: %s, SHA-256 %s", p->s->inputs[i].role, p->s->inputs[i].name,
                              p->s->inputs[i].sha256));
}

static void summary(struct pen *p)
{
    static const double widths[] = {44, 20, 20, 12, 44, 0};
    struct sheet s = book_sheet(&p->book, "Summary", COLOUR_CHOSEN, widths);
    const char *settings = sim_settings(p->s, p->a), *answer = sim_answer(p->s, p->a);
    put_text(&s, 0, LABEL, ST_TITLE, title);
    put_merged(&s, ROW_ANSWER, LABEL, LAST, ST_TEXT, text_lines(answer, 140), answer);
    put_merged(&s, ROW_SETTINGS, LABEL, LAST, ST_NOTE, text_lines(settings, 165), settings);
    put_inputs(p, &s);
    put_figures(p, &s);
    sheet_finish(&s, 1);
}

/* Sweep. */

enum { SWEEP_FIRST = 8, SWEEP_P95 = 7, SWEEP_HOURS = 8 };

static void put_setting(struct pen *p, struct sheet *s, lxw_row_t row, const struct run *run)
{
    const struct replay_result *r = &run->result;
    unsigned n = row + 1;
    bool waited = r->all.n > 0;
    put_number(s, row, 0, ST_VALUE, NF_TEXT, (double)run->settings.target / (double)REPLAY_TARGET_UNIT);
    put_number(s, row, 1, ST_VALUE, NF_SECONDS, replay_s(run->settings.provision));
    put_number(s, row, 2, ST_VALUE, NF_COUNT, (double)r->completed);
    put_number(s, row, 3, ST_VALUE, NF_COUNT, (double)r->failed);
    put_number(s, row, 4, ST_VALUE, NF_COUNT, (double)r->expired);
    put_number(s, row, 5, ST_VALUE, NF_COUNT, (double)r->unfinished);
    put_value(s, row, 6, ST_VALUE, NF_SECONDS, NULL, waited ? NUMBER(replay_s(r->all.p50)) : TEXT("-"));
    put_value(s, row, SWEEP_P95, ST_VALUE, NF_SECONDS, NULL, waited ? NUMBER(replay_s(r->all.p95)) : TEXT("-"));
    put_number(s, row, SWEEP_HOURS, ST_VALUE, NF_TWO, run_hours(run));
    put_number(s, row, 9, ST_VALUE, NF_TWO, (double)r->end / 3.6e9);
    put_number(s, row, 10, ST_VALUE, NF_TWO, (double)r->at_zero / 3.6e9);
    put_number(s, row, 11, ST_VALUE, NF_COUNT, (double)r->wake_ups);
    put_value(s, row, 12, ST_DERIVED, NF_TWO,
              arena_printf(p->a, "IF(ISNUMBER(rate_usd),rate_usd*I%u,\"unknown\")", n), NUMBER(run_cost(p->s, run)));
    double saving = run_saving(p->s, run);
    put_value(s, row, 13, ST_DERIVED, NF_PERCENT,
              arena_printf(p->a, "IF(J%u=0,\"-\",1-I%u/(always_on*J%u))", n, n, n),
              num_known(saving) ? NUMBER(saving) : TEXT("-"));
}

static void sweep(struct pen *p)
{
    static const double widths[] = {26, 13, 13, 9, 9, 11, 11, 11, 14, 13, 13, 10, 13, 22, 0};
    static const char *const heads[] = {"Target",         "Provisioning",
                                        "Completed",      "Failed",
                                        "Expired",        "Unfinished",
                                        "p50 latency",    "p95 latency",
                                        "Instance-hours", "Replay, hours",
                                        "Hours at zero",  "Wake-ups",
                                        "Cost, USD",      "Saved against always on"};
    struct sheet s = book_sheet(&p->book, "Sweep", COLOUR_CHOSEN, widths);
    /* In instance-hours: a price in it would not follow the rate. */
    struct simulation unpriced = *p->s;
    unpriced.rate = NUM_UNKNOWN;
    const char *settings = sim_settings(p->s, p->a), *answer = sim_answer(&unpriced, p->a);
    put_text(&s, 0, 0, ST_TITLE, title);
    put_text(&s, ROW_ANSWER, 0, ST_TEXT, answer);
    put_merged(&s, ROW_SETTINGS, 0, 13, ST_NOTE, text_lines(settings, 180), settings);
    put_inputs(p, &s);
    put_heads(&s, SWEEP_FIRST - 1, heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < p->s->n_runs; i++)
        put_setting(p, &s, (lxw_row_t)(SWEEP_FIRST + i), &p->s->runs[i]);
    lxw_row_t last = (lxw_row_t)(SWEEP_FIRST + p->s->n_runs - 1);
    const struct chart_axes axes = {
        .title = answer, .x = "instance-hours", .y = "latency p95, s", .x_format = "#,##0.0", .y_format = "#,##0"};
    lxw_chart *chart = book_chart(&p->book, LXW_CHART_SCATTER, &axes);
    lxw_chart_series *points = chart_series(&s, chart, "settings", SWEEP_FIRST, last, SWEEP_HOURS, SWEEP_P95);
    chart_line(&p->book, points, COLOUR_DERIVED, false, true);
    chart_place(&s, chart, last + 2, 0, 820, 320,
                "Scatter chart: p95 latency against instance-hours, a point for each setting.");
    for (size_t i = 0; i < p->s->n_inputs; i++)
        put_text(&s, last + 20 + (lxw_row_t)i, 0, ST_NOTE_LINE,
                 arena_printf(p->a, "%s: %s, SHA-256 %s", p->s->inputs[i].role, p->s->inputs[i].name,
                              p->s->inputs[i].sha256));
    sheet_freeze(&s, SWEEP_FIRST - 1, SWEEP_FIRST);
    sheet_finish(&s, 0);
}

static void sheets(void *data)
{
    struct pen *p = data;
    if (p->s->sweep_target || p->s->sweep_provision) {
        sweep(p);
        return;
    }
    summary(p);
    if (p->requests)
        requests(p);
    for (int i = 0; i < 2; i++)
        if (p->capacity[i])
            capacity(p, i);
}

int simulate_book(const struct simulation *s, struct outset *set, const char *path, struct err *e)
{
    const struct book_info info = {.title = title,
                                   .subject = "Requests, capacity and cost of a replay",
                                   .footer = "replay",
                                   .keywords = "headroom, asynchronous, replay",
                                   .comments = "Change the orange cells; the light blue ones follow.",
                                   .date = sim_date()};
    struct pen p = {.s = s, .a = arena_new(), .requests = s->n_rows <= LIMIT_SHEET_REQUESTS};
    for (size_t i = 0; i < (s->compare ? 2 : 1); i++)
        p.capacity[i] = s->runs[i].result.n_capacity <= LIMIT_SHEET_REQUESTS;
    book_write(&p.book, &info, sheets, &p, set, path, e);
    arena_free(p.a);
    return e->code;
}
