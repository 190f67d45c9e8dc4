/* An estimate as text, JSON and CSV. People see three decimals; machines see every digit. */
#include "async/estimate.h"

#include "base/csv.h"
#include "base/jsonw.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/value.h"

#include <string.h>

/* Columns that a number is too wide for still have a space before them. */
static void padded(struct strbuf *out, const char *text, size_t width, bool right)
{
    size_t w = utf8_width(text), gap = w < width ? width - w : right ? 1 : 0;
    if (right)
        sb_fill(out, ' ', gap);
    sb_add(out, text);
    if (!right)
        sb_fill(out, ' ', gap);
}

static const char *shown_rate(char out[NUM_MAX], double rate)
{
    return rate >= 1e-9 && rate < 1e21 ? num_plain(out, rate) : num_exact(out, rate);
}

void estimate_text(const struct estimate *x, struct strbuf *out)
{
    char b[NUM_MAX];
    size_t width = strlen("day");
    for (size_t i = 0; i < x->n_rows; i++)
        if (x->rows[i].label && utf8_width(x->rows[i].label) > width)
            width = utf8_width(x->rows[i].label);
    sb_addf(out, "Compute of one day, against %s always-on instance%s\n\n", num_plain(b, x->always_on),
            x->always_on == 1.0 ? "" : "s");
    padded(out, "day", width, false);
    sb_add(out, "    USD/h  instance-hours  compute, USD  always on, USD    saving\n");
    for (size_t i = 0; i < x->n_rows; i++) {
        const struct estimate_row *r = &x->rows[i];
        char number[NUM_MAX];
        padded(out, r->label ? r->label : num_plain(number, (double)i + 1.0), width, false);
        padded(out, shown_rate(b, r->hourly_rate_usd), 9, true);
        padded(out, num_rate(b, r->instance_hours), 16, true);
        padded(out, num_fixed(b, r->compute_usd, 3), 14, true);
        padded(out, num_fixed(b, r->always_on_usd, 3), 16, true);
        padded(out, num_percent(b, r->saving_share), 10, true);
        sb_addc(out, '\n');
    }
    if (x->n_other)
        sb_add(out, "\nOther services, a day, not part of the figures above:\n");
    for (size_t i = 0; i < x->n_other; i++)
        sb_addf(out, "  %s: %s USD\n", x->other[i].name, num_fixed(b, x->other[i].usd, 3));
    sb_add(out, "\nCompute alone, before discounts. The rate is the one that was given, no quote.\n");
}

void estimate_members(const struct estimate *x, struct jsonw *w)
{
    jw_kdouble(w, "always_on_instances", x->always_on);
    jw_key(w, "days");
    jw_array(w);
    for (size_t i = 0; i < x->n_rows; i++) {
        const struct estimate_row *r = &x->rows[i];
        jw_object(w);
        jw_kstring(w, "label", r->label);
        jw_kdouble(w, "hourly_rate_usd", r->hourly_rate_usd);
        jw_kdouble(w, "instance_hours", r->instance_hours);
        jw_kdouble(w, "compute_usd", r->compute_usd);
        jw_kdouble(w, "always_on_usd", r->always_on_usd);
        jw_kdouble(w, "saving_share", r->saving_share);
        jw_end(w);
    }
    jw_end(w);
    jw_key(w, "other_usd");
    jw_object(w);
    for (size_t i = 0; i < x->n_other; i++)
        jw_kdouble(w, x->other[i].name, x->other[i].usd);
    jw_end(w);
}

void estimate_json(const struct estimate *x, struct strbuf *out)
{
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    estimate_members(x, &w);
    jw_end(&w);
    sb_addc(out, '\n');
}

static void csv_number(struct strbuf *out, double v)
{
    char b[NUM_MAX];
    sb_addc(out, ',');
    sb_add(out, num_exact(b, v));
}

void estimate_csv(const struct estimate *x, struct strbuf *out)
{
    sb_add(out, "kind,label,hourly_rate_usd,instance_hours,compute_usd,always_on_usd,saving_share,other_usd\n");
    for (size_t i = 0; i < x->n_rows; i++) {
        const struct estimate_row *r = &x->rows[i];
        sb_add(out, "compute,");
        csv_field(out, r->label ? r->label : "");
        csv_number(out, r->hourly_rate_usd);
        csv_number(out, r->instance_hours);
        csv_number(out, r->compute_usd);
        csv_number(out, r->always_on_usd);
        csv_number(out, r->saving_share);
        sb_add(out, ",\n");
    }
    for (size_t i = 0; i < x->n_other; i++) {
        sb_add(out, "other,");
        csv_field(out, x->other[i].name);
        sb_add(out, ",,,,,");
        csv_number(out, x->other[i].usd);
        sb_addc(out, '\n');
    }
}
