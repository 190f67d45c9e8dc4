#include "many/fleet_text.h"

#include "base/jsonw.h"
#include "base/num.h"
#include "base/value.h"
#include "render/columns.h"

#include <string.h>

static const char *or_unknown(const char *text)
{
    return text ? text : "unknown";
}

/* To the right of WIDTH columns. */
static void right(struct strbuf *out, const char *text, size_t width)
{
    sb_right(out, text, width);
    sb_add(out, "  ");
}

static void money(struct strbuf *out, double x, size_t width)
{
    char b[NUM_MAX];
    right(out, num_money(b, x), width);
}

static void count(struct strbuf *out, double x, size_t width)
{
    char b[NUM_MAX];
    right(out, num_fixed(b, x, 0), width);
}

static void text_rows(const struct plan_fleet *f, struct strbuf *out)
{
    sb_add(out, "\nrule  audit     min     max     an hour at peak     a month        model on type, plan\n");
    for (size_t i = 0; i < f->n_rows; i++) {
        const struct fleet_row *r = &f->rows[i];
        column_pad(out, verdict_mark(r->published), 6);
        column_pad(out, verdict_mark(r->audit), 6);
        count(out, r->min, 7);
        count(out, r->max, 6);
        money(out, r->cost_hour, 14);
        money(out, r->cost_month, 14);
        column_pad(out, num_known(r->cost_month) ? r->currency : "", 4);
        column_add(out, or_unknown(r->model));
        sb_add(out, " on ");
        column_add(out, or_unknown(r->type));
        sb_add(out, "\n              ");
        column_fold(out, r->file, 14, 14);
        if (r->n_reasons) {
            sb_fill(out, ' ', 14);
            column_fold(out,
                        arena_printf(f->arena, "%s%s: %s", r->reasons[0].audit ? "audit, " : "", r->reasons[0].name,
                                     or_unknown(r->reasons[0].text)),
                        14, 14);
        }
    }
}

static void text_totals(const struct plan_fleet *f, struct strbuf *out)
{
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX], d[NUM_MAX];
    sb_add(out, "\nTotals\n");
    for (size_t i = 0; i < f->n_currencies + f->n_types; i++) {
        bool all = i < f->n_currencies;
        const struct fleet_total *t = all ? &f->currencies[i] : &f->types[i - f->n_currencies];
        sb_add(out, "  ");
        column_pad(out, all ? arena_printf(f->arena, "all in %s", t->currency) : or_unknown(t->type), 20);
        column_fold(out,
                    arena_printf(f->arena, "%zu %s, %s to %s instances; %s %s an hour at peak, %s a month", t->plans,
                                 t->plans == 1 ? "plan" : "plans", num_fixed(a, t->min, 0), num_fixed(b, t->max, 0),
                                 num_money(c, t->cost_hour), t->currency, num_money(d, t->cost_month)),
                    22, 22);
        sb_fill(out, ' ', 22);
        column_fold(out,
                    arena_printf(f->arena, "by the flow method up to %s instances, %s %s a month",
                                 num_fixed(a, t->flow_max, 0), num_money(b, t->flow_month), t->currency),
                    22, 22);
    }
}

void fleet_text(const struct plan_fleet *f, struct strbuf *out)
{
    sb_add(out, "headroom fleet: ");
    column_fold(out, plan_fleet_sentence(f, f->arena), 16, 16);
    if (f->n_refused)
        sb_add(out, "\nNot read\n");
    for (size_t i = 0; i < f->n_refused; i++) {
        sb_add(out, "  ");
        column_fold(out, arena_printf(f->arena, "%s: %s", f->refused[i].file, f->refused[i].why), 2, 2);
    }
    text_rows(f, out);
    text_totals(f, out);
    sb_add(out, "\n");
    for (size_t i = 0; i < f->notes.n; i++) {
        sb_add(out, "note: ");
        column_fold(out, f->notes.items[i], 6, 6);
    }
    sb_add(out, "A month has 730 hours of an assumed day between trough and peak; rates are on demand, before "
                "discounts.\n");
    if (f->others.n)
        sb_addf(out, "%zu other JSON %s beneath the directory %s no plan.\n", f->others.n,
                f->others.n == 1 ? "file" : "files", f->others.n == 1 ? "is" : "are");
    sb_add(out, "\nPlans (SHA-256)\n");
    for (size_t i = 0; i < f->n_rows; i++) {
        sb_addf(out, "  %s  ", f->rows[i].sha256);
        column_add(out, f->rows[i].file);
        sb_addc(out, '\n');
    }
}

/* Instances are whole, and written so, as plan.json does. */
static void json_count(struct jsonw *w, const char *key, double n)
{
    jw_kint(w, key, num_known(n) ? (int64_t)n : INT_UNKNOWN);
}

static void json_row(struct jsonw *w, const struct fleet_row *r)
{
    jw_object(w);
    jw_kstring(w, "file", r->file);
    jw_kstring(w, "sha256", r->sha256);
    jw_kstring(w, "model_name", r->model);
    jw_kstring(w, "endpoint", r->endpoint);
    jw_kstring(w, "instance_type", r->type);
    jw_kstring(w, "slug", r->slug);
    jw_kstring(w, "verdict", r->verdict_text);
    jw_kstring(w, "audit", verdict_audit(r->audit));
    jw_kstring(w, "method", r->method == METHOD_FLOW ? "flow" : "published");
    jw_kdouble(w, "peak_rps", r->peak_rps);
    jw_kdouble(w, "peak_streams", r->peak_streams);
    json_count(w, "min_instances", r->min);
    jw_kdouble(w, "average_instances", r->average);
    json_count(w, "max_instances", r->max);
    jw_kstring(w, "currency", r->currency);
    jw_kdouble(w, "rate_per_hour", r->rate);
    jw_kdouble(w, "peak_cost_per_hour", r->cost_hour);
    jw_kdouble(w, "month_average", r->cost_month);
    json_count(w, "flow_max_instances", r->flow_max);
    jw_kdouble(w, "flow_month_average", r->flow_month);
    jw_kdouble(w, "refused_share_at_peak", r->refused);
    jw_key(w, "reasons");
    jw_array(w);
    for (size_t i = 0; i < r->n_reasons; i++) {
        jw_object(w);
        jw_kstring(w, "of", r->reasons[i].audit ? "audit" : "published");
        jw_kstring(w, "name", r->reasons[i].name);
        jw_kstring(w, "verdict", (r->reasons[i].audit ? verdict_audit : verdict_published)(r->reasons[i].verdict));
        jw_kstring(w, "text", r->reasons[i].text);
        jw_end(w);
    }
    jw_end(w);
    jw_end(w);
}

static void json_totals(struct jsonw *w, const char *key, const struct fleet_total *totals, size_t n, bool types)
{
    jw_key(w, key);
    jw_array(w);
    for (size_t i = 0; i < n; i++) {
        const struct fleet_total *t = &totals[i];
        jw_object(w);
        if (types)
            jw_kstring(w, "instance_type", t->type);
        jw_kstring(w, "currency", t->currency);
        jw_kint(w, "plans", (int64_t)t->plans);
        jw_kint(w, "plans_without_cost", (int64_t)t->unpriced);
        jw_kint(w, "plans_without_flow", (int64_t)t->unsized);
        json_count(w, "min_instances", t->min);
        jw_kdouble(w, "average_instances", t->average);
        json_count(w, "max_instances", t->max);
        jw_kdouble(w, "peak_cost_per_hour", t->cost_hour);
        jw_kdouble(w, "month_average", t->cost_month);
        json_count(w, "flow_max_instances", t->flow_max);
        jw_kdouble(w, "flow_month_average", t->flow_month);
        jw_end(w);
    }
    jw_end(w);
}

void fleet_json(const struct plan_fleet *f, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    jw_kstring(&w, "tool_version", HEADROOM_VERSION);
    jw_key(&w, "verdicts");
    jw_object(&w);
    jw_kint(&w, "infeasible", (int64_t)f->stops);
    jw_kint(&w, "audit_stop", (int64_t)f->audit_stops);
    jw_kint(&w, "warn", (int64_t)f->warns);
    jw_kint(&w, "ok", (int64_t)f->oks);
    jw_end(&w);
    jw_kdouble(&w, "hours_per_month", FLEET_HOURS);
    json_totals(&w, "totals", f->currencies, f->n_currencies, false);
    json_totals(&w, "by_instance_type", f->types, f->n_types, true);
    jw_key(&w, "plans");
    jw_array(&w);
    for (size_t i = 0; i < f->n_rows; i++)
        json_row(&w, &f->rows[i]);
    jw_end(&w);
    jw_key(&w, "not_read");
    jw_array(&w);
    for (size_t i = 0; i < f->n_refused; i++) {
        jw_object(&w);
        jw_kstring(&w, "file", f->refused[i].file);
        jw_kstring(&w, "message", f->refused[i].why);
        jw_end(&w);
    }
    jw_end(&w);
    jw_kstrings(&w, "notes", f->notes.items, f->notes.n);
    jw_kstrings(&w, "other_files", f->others.items, f->others.n);
    jw_end(&w);
    sb_addc(out, '\n');
}
