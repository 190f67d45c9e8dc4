#include "base/csv.h"
#include "base/jsonw.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "cmd/cmd.h"
#include "cmd/pricing.h"
#include "sheet/costing.h"

#include <stdlib.h>
#include <string.h>

static const struct option_def options[] = {
    {"format", 0, "FORMAT", "text, csv or json (text)"},
    {"profile", 0, "<CSV", "traffic by hour, as in workbook (an assumed day)"},
    {"rates", 0, "<F", "hourly rates by instance type (the rate that the plan records)"},
    {NULL, 0, NULL, NULL},
};

static const struct usage usage = {
    .command = "cost",
    .synopsis = "PLAN [--format text|csv|json] [--profile CSV] [--rates F]",
    .operands = '<',
    .about = "Prints what a plan costs: the totals of the workbook's sheet Summary, for a terminal or a script.\n"
             "Exit status: 0 done, 2 usage, 3 an input was refused.",
    .examples = "  headroom cost plan.json\n  headroom cost plan.json --format csv > cost.csv",
    .options = options,
};

/* How a total is shown to people. In CSV and JSON it is exact. */
enum form { FORM_COUNT, FORM_MONEY, FORM_UNIT_COST, FORM_RATE, FORM_SHARE, FORM_AVERAGE };

static const struct total {
    const char *name, *label;
    const char *unit; /* "$": the currency */
    enum form form;
    size_t offset; /* of double[COLUMNS] in struct method_cost */
} totals[] = {
    {"instances", "Instances", "", FORM_AVERAGE, offsetof(struct method_cost, instances)},
    {"instance_hours_per_day", "Instance-hours per day", "", FORM_AVERAGE, offsetof(struct method_cost, hours_day)},
    {"instance_hours_per_month", "Instance-hours per month", "", FORM_COUNT,
     offsetof(struct method_cost, hours_month)},
    {"instance_hours_per_year", "Instance-hours per year", "", FORM_COUNT, offsetof(struct method_cost, hours_year)},
    {"cost_per_hour", "Cost per hour", "$", FORM_MONEY, offsetof(struct method_cost, cost_hour)},
    {"cost_per_day", "Cost per day", "$", FORM_MONEY, offsetof(struct method_cost, cost_day)},
    {"cost_per_month", "Cost per month", "$", FORM_MONEY, offsetof(struct method_cost, cost_month)},
    {"cost_per_year", "Cost per year", "$", FORM_MONEY, offsetof(struct method_cost, cost_year)},
    {"cost_per_1000_requests", "Cost per 1,000 requests", "$", FORM_UNIT_COST,
     offsetof(struct method_cost, per_1000)},
    {"cost_per_m_chars", "Per million characters, if all is served", "$", FORM_UNIT_COST,
     offsetof(struct method_cost, per_m_chars)},
    {"cost_per_m_chars_served", "Per million characters really served", "$", FORM_UNIT_COST,
     offsetof(struct method_cost, per_m_chars_served)},
    {"served_rps", "Requests that can be served", "/s", FORM_RATE, offsetof(struct method_cost, served_rps)},
    {"refused_share", "Share of the load refused", "", FORM_SHARE, offsetof(struct method_cost, refused)},
};
enum { TOTALS = sizeof totals / sizeof *totals };

static const char *const column_names[COLUMNS] = {"trough", "average", "peak"};

static double total_of(const struct method_cost *m, const struct total *t, int column)
{
    return ((const double *)(const void *)((const char *)m + t->offset))[column];
}

static const char *profile_text(const struct pricing *x, struct arena *arena)
{
    if (!x->has_profile)
        return "an assumed day between trough and peak, not measured traffic";
    return arena_printf(arena, "%zu hours of %s", x->profile.n, x->profile.name);
}

static char *shown(char out[NUM_MAX], enum form form, double v)
{
    switch (form) {
    case FORM_COUNT: return num_fixed(out, v, 0);
    case FORM_MONEY: return num_money(out, v);
    case FORM_UNIT_COST: return num_unit_cost(out, v);
    case FORM_RATE: return num_rate(out, v);
    case FORM_SHARE: return num_percent(out, v);
    case FORM_AVERAGE: return num_fixed(out, v, v == floor(v) ? 0 : 2);
    }
    return out;
}

static void text_method(const struct method_cost *m, const char *title, const char *currency, struct strbuf *out)
{
    char buf[NUM_MAX];
    sb_addc(out, '\n');
    sb_left(out, title, 42);
    sb_left(out, "unit", 6);
    for (int k = 0; k < COLUMNS; k++)
        sb_right(out, column_names[k], 15);
    sb_addc(out, '\n');
    for (size_t i = 0; i < TOTALS; i++) {
        const struct total *t = &totals[i];
        sb_left(out, t->label, 42);
        sb_left(out, *t->unit == '$' ? currency : t->unit, 6);
        for (int k = 0; k < COLUMNS; k++)
            sb_right(out, shown(buf, t->form, total_of(m, t, k)), 15);
        sb_addc(out, '\n');
    }
}

static void write_text(const struct pricing *x, const struct costing *c, struct arena *arena, struct strbuf *out)
{
    const struct plan *p = x->plan;
    const struct rate_used *r = &p->rate;
    char a[NUM_MAX], b[NUM_MAX];
    sb_addf(out, "%s on %s: %s\n", p->model_name, p->instance_type, p->verdict_text ? p->verdict_text : "unknown");
    if (num_known(r->per_hour))
        sb_addf(out, "Rate      %s %s per instance-hour", num_plain(a, r->per_hour), c->currency);
    else
        sb_add(out, "Rate      unknown for this instance type");
    sb_addf(out, " (%s%s%s%s%s)\n", r->origin ? r->origin : "unknown", r->date ? ", " : "", r->date ? r->date : "",
            r->source ? ", " : "", r->source ? r->source : "");
    sb_addf(out, "Load      trough %s %s, peak %s %s\n", c->trough_given ? num_rate(a, c->trough) : "not given",
            c->trough_given ? load_unit_text(c->trough_unit) : "", num_rate(b, c->peak),
            load_unit_text(c->peak_unit));
    sb_addf(out, "Average   over %s\n", profile_text(x, arena));
    text_method(&c->published, "Published method", c->currency, out);
    if (c->flow_known)
        text_method(&c->flow, "Flow plan, sized by throughput", c->currency, out);
    else
        sb_add(out, "\nFlow plan: unknown (it needs a measured saturated throughput and a peak in requests/s)\n");
    sb_add(out, "\nOn-demand rates before discounts: an upper bound. A month has 730 hours.\n");
}

static void csv_row(struct strbuf *out, const char *method, const char *quantity, const char *column,
                    const char *value, const char *unit)
{
    const char *const fields[] = {method, quantity, column, value, unit};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (i > 0)
            sb_addc(out, ',');
        csv_text(out, fields[i]);
    }
    sb_addc(out, '\n');
}

static void csv_method(const struct method_cost *m, const char *method, const char *currency, struct strbuf *out)
{
    char buf[NUM_MAX];
    for (size_t i = 0; i < TOTALS; i++)
        for (int k = 0; k < COLUMNS; k++) {
            double v = total_of(m, &totals[i], k);
            csv_row(out, method, totals[i].name, column_names[k], isfinite(v) ? num_exact(buf, v) : "",
                    *totals[i].unit == '$' ? currency : totals[i].unit);
        }
}

static void write_csv(const struct pricing *x, const struct costing *c, struct arena *arena, struct strbuf *out)
{
    const struct plan *p = x->plan;
    const struct rate_used *r = &p->rate;
    char buf[NUM_MAX];
    csv_row(out, "method", "quantity", "at", "value", "unit");
    csv_row(out, "", "model", "", p->model_name, "");
    csv_row(out, "", "instance_type", "", p->instance_type, "");
    csv_row(out, "", "verdict", "", p->verdict_text ? p->verdict_text : "", "");
    csv_row(out, "", "rate_per_hour", "", num_known(c->rate) ? num_exact(buf, c->rate) : "", c->currency);
    csv_row(out, "", "rate_date", "", r->date ? r->date : "", "");
    csv_row(out, "", "rate_source", "", r->source ? r->source : "", "");
    csv_row(out, "", "profile", "", profile_text(x, arena), "");
    csv_row(out, "", "load", "trough", c->trough_given ? num_exact(buf, c->trough) : "",
            load_unit_text(c->trough_unit));
    csv_row(out, "", "load", "average", num_exact(buf, c->average_load), load_unit_text(c->unit));
    csv_row(out, "", "load", "peak", num_exact(buf, c->peak), load_unit_text(c->peak_unit));
    csv_method(&c->published, "published", c->currency, out);
    csv_method(&c->flow, "flow", c->currency, out);
}

static void json_method(struct jsonw *w, const char *key, const struct method_cost *m)
{
    jw_key(w, key);
    jw_object(w);
    for (size_t i = 0; i < TOTALS; i++) {
        jw_key(w, totals[i].name);
        jw_object(w);
        for (int k = 0; k < COLUMNS; k++)
            jw_kdouble(w, column_names[k], total_of(m, &totals[i], k));
        jw_end(w);
    }
    jw_end(w);
}

static void json_load(struct jsonw *w, const char *key, double load, enum load_unit unit)
{
    jw_key(w, key);
    jw_object(w);
    jw_kdouble(w, "value", load);
    jw_kstring(w, "unit", load_unit_text(unit));
    jw_end(w);
}

static void write_json(const struct pricing *x, const struct costing *c, struct arena *arena, struct strbuf *out)
{
    const struct plan *p = x->plan;
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    jw_kstring(&w, "model_name", p->model_name);
    jw_kstring(&w, "instance_type", p->instance_type);
    jw_kstring(&w, "verdict", p->verdict_text);
    jw_kstring(&w, "currency", c->currency);
    jw_kdouble(&w, "rate_per_hour", c->rate);
    jw_kstring(&w, "rate_date", p->rate.date);
    jw_kstring(&w, "rate_source", p->rate.source);
    jw_kstring(&w, "profile", profile_text(x, arena));
    jw_kbool(&w, "profile_assumed", c->assumed);
    jw_kdouble(&w, "hours_per_month", c->hours_per_month);
    jw_key(&w, "load");
    jw_object(&w);
    json_load(&w, "trough", c->trough_given ? c->trough : NUM_UNKNOWN, c->trough_unit);
    json_load(&w, "average", c->average_load, c->unit);
    json_load(&w, "peak", c->peak, c->peak_unit);
    jw_end(&w);
    jw_kdouble(&w, "peak_cost_per_hour", c->peak_cost_per_hour);
    jw_kdouble(&w, "peak_cost_per_m_chars", c->peak_cost_per_m_chars);
    jw_kdouble(&w, "unit_cost_served", c->unit_cost_served);
    json_method(&w, "published", &c->published);
    json_method(&w, "flow", &c->flow);
    jw_end(&w);
    sb_addc(out, '\n');
}

static const struct writer {
    const char *name;
    bool machine; /* written byte for byte; text for a terminal is made printable */
    void (*write)(const struct pricing *x, const struct costing *c, struct arena *arena, struct strbuf *out);
} writers[] = {{"text", false, write_text}, {"csv", true, write_csv}, {"json", true, write_json}};

static int cost_main(const struct args *a, struct err *e)
{
    struct pricing x;
    size_t format = 0;
    if (args_choice(a, "format", &writers[0].name, sizeof writers / sizeof *writers, sizeof *writers, &format, e) !=
            0 ||
        pricing_load(a, &x, e) != 0)
        return e->code;
    const struct writer *w = &writers[format];
    struct costing c;
    struct strbuf out = {0};
    struct arena *arena = arena_new();
    costing_fill(&c, x.plan, x.has_profile ? &x.profile : NULL, arena);
    w->write(&x, &c, arena, &out);
    if (w->machine) {
        struct outset *set = outset_new();
        outset_stdout(set, sb_str(&out), out.len);
        outset_commit(set, e);
        outset_free(set);
    } else {
        print_result(sb_str(&out), e);
    }
    sb_free(&out);
    arena_free(arena);
    pricing_free(&x);
    return e->code;
}

static int run(int argc, char **argv)
{
    return run_command(&usage, argc, argv, cost_main);
}

const struct command command_cost = {"cost", "print what a plan costs", run};
