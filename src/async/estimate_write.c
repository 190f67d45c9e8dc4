/* An estimate as text, JSON and CSV. People see three decimals; machines see every digit. */
#include "async/estimate.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/jsonw.h"
#include "base/num.h"
#include "base/utf8.h"

#include <stdlib.h>

static const char *shown_rate(char out[NUM_MAX], double rate)
{
    return rate < 1e-9 ? num_exact(out, rate) : rate < 1e3 ? num_plain(out, rate) : num_rate(out, rate);
}

enum { COLUMNS = 6 };

static const char *const heads[COLUMNS] = {"day",          "USD/h",          "instance-hours",
                                           "compute, USD", "always on, USD", "saving"};

static const char *cell(const struct estimate *x, size_t row, size_t column, char out[NUM_MAX])
{
    const struct estimate_row *r = &x->rows[row];
    switch (column) {
    case 0: return r->label ? r->label : num_count(out, (int64_t)row + 1);
    case 1: return shown_rate(out, r->hourly_rate_usd);
    case 2: return num_rate(out, r->instance_hours);
    case 3: return num_fixed(out, r->compute_usd, 3);
    case 4: return num_fixed(out, r->always_on_usd, 3);
    default: return num_percent(out, r->saving_share);
    }
}

/* A row, or with ROW at its end the heads. */
static void text_row(const struct estimate *x, size_t row, const size_t widths[COLUMNS], struct strbuf *out)
{
    char b[NUM_MAX];
    for (size_t c = 0; c < COLUMNS; c++) {
        sb_fill(out, ' ', c ? 2 : 0);
        (c ? sb_right : sb_left)(out, row < x->n_rows ? cell(x, row, c, b) : heads[c], widths[c]);
    }
    sb_addc(out, '\n');
}

static void name_line(const char *name, const char *usd, struct strbuf *out)
{
    char *line = printable_line(name);
    sb_addf(out, "  %s: %s USD\n", line, usd);
    free(line);
}

void estimate_text(const struct estimate *x, struct strbuf *out)
{
    char b[NUM_MAX];
    size_t widths[COLUMNS] = {3, 7, 14, 12, 14, 8}; /* enough for what is usual, so that tables look alike */
    for (size_t c = 0; c < COLUMNS; c++)
        for (size_t i = 0; i < x->n_rows; i++) {
            size_t w = utf8_width(cell(x, i, c, b));
            widths[c] = w > widths[c] ? w : widths[c];
        }
    sb_addf(out, "Compute of one day, against %s always-on instance%s\n\n", num_count(b, (int64_t)x->always_on),
            x->always_on == 1.0 ? "" : "s");
    for (size_t i = 0; i <= x->n_rows; i++)
        text_row(x, i ? i - 1 : x->n_rows, widths, out);
    if (x->n_other)
        sb_add(out, "\nOther services, a day, not part of the figures above:\n");
    for (size_t i = 0; i < x->n_other; i++)
        name_line(x->other[i].name, num_fixed(b, x->other[i].usd, 3), out);
    sb_add(out, "\nCompute alone, before discounts. The rate is the one that was given, no quote.\n");
}

void estimate_members(const struct estimate *x, struct jsonw *w)
{
    jw_kint(w, "always_on_instances", (int64_t)x->always_on);
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

static void field(struct strbuf *out, double x)
{
    sb_addc(out, ',');
    csv_number(out, x);
}

void estimate_csv(const struct estimate *x, struct strbuf *out)
{
    sb_add(out, "kind,label,hourly_rate_usd,instance_hours,compute_usd,always_on_usd,saving_share,other_usd\n");
    for (size_t i = 0; i < x->n_rows; i++) {
        const struct estimate_row *r = &x->rows[i];
        sb_add(out, "compute,");
        csv_text(out, r->label ? r->label : "");
        field(out, r->hourly_rate_usd);
        field(out, r->instance_hours);
        field(out, r->compute_usd);
        field(out, r->always_on_usd);
        field(out, r->saving_share);
        sb_add(out, ",\n");
    }
    for (size_t i = 0; i < x->n_other; i++) {
        sb_add(out, "other,");
        csv_text(out, x->other[i].name);
        sb_add(out, ",,,,,");
        field(out, x->other[i].usd);
        sb_addc(out, '\n');
    }
}
