#include "async/estimate.h"

#include "base/num.h"
#include "chart/generic.h"

#include <math.h>
#include <string.h>

static char *name_of(const struct estimate *x, const struct estimate_row *r, bool rates_differ, struct arena *a)
{
    char hours[NUM_MAX], rate[NUM_MAX];
    num_rate(hours, r->instance_hours);
    num_rate(rate, r->hourly_rate_usd);
    char *name =
        r->label && *r->label ? arena_printf(a, "%s, %s h", r->label, hours) : arena_printf(a, "%s h", hours);
    return rates_differ && x->n_rows > 1 ? arena_printf(a, "%s at %s USD/h", name, rate) : name;
}

static bool rates_differ(const struct estimate *x)
{
    for (size_t i = 1; i < x->n_rows; i++)
        if (x->rows[i].hourly_rate_usd != x->rows[0].hourly_rate_usd)
            return true;
    return false;
}

static double dearest(const struct estimate *x)
{
    double most = 0.0;
    for (size_t i = 0; i < x->n_rows; i++)
        most = fmax(most, x->rows[i].always_on_usd);
    return most;
}

static const struct estimate_row *cheapest(const struct estimate *x)
{
    const struct estimate_row *best = &x->rows[0];
    for (size_t i = 1; i < x->n_rows; i++)
        if (x->rows[i].compute_usd < best->compute_usd)
            best = &x->rows[i];
    return best;
}

static const char *saving(double share, struct arena *a)
{
    char text[NUM_MAX];
    num_percent(text, fabs(share));
    if (strspn(text, "0.") == strcspn(text, " "))
        return "the same";
    return arena_printf(a, "%s %s", text, share < 0 ? "more" : "less");
}

/* Of many days the sum says more than the best. */
static const char *headline(const struct estimate *x, struct arena *a)
{
    const struct estimate_row *best = cheapest(x);
    char c[NUM_MAX], w[NUM_MAX], n[NUM_MAX];
    if (x->n_rows > ESTIMATE_BARS)
        return arena_printf(a, "%s days: %s USD instead of %s, %s", num_count(n, (int64_t)x->n_rows),
                            num_fixed(c, x->compute_usd, 3), num_fixed(w, x->always_on_usd, 3),
                            saving(1.0 - x->compute_usd / x->always_on_usd, a));
    return arena_printf(a, "%s%s USD instead of %s always on: %s", x->n_rows > 1 ? "The cheapest day, " : "A day, ",
                        num_fixed(c, best->compute_usd, 3), num_fixed(w, best->always_on_usd, 3),
                        saving(best->saving_share, a));
}

static struct chart_text words(const struct estimate *x, struct arena *a)
{
    char rate[NUM_MAX], n[NUM_MAX];
    num_rate(n, x->always_on);
    return (struct chart_text){
        "estimate", headline(x, a),
        rates_differ(x)
            ? arena_printf(a, "%s always-on instance%s, each day at its own rate", n, x->always_on == 1 ? "" : "s")
            : arena_printf(a, "%s USD per instance-hour; always on: %s instance%s for 24 h",
                           num_rate(rate, x->rows[0].hourly_rate_usd), n, x->always_on == 1 ? "" : "s"),
        "Compute cost of a day against that of an endpoint that is always on.",
        "Compute alone, before discounts and without other services. The rate is the one that was given, no quote."};
}

static struct scene *bars(const struct estimate *x, const struct font *f, struct arena *a)
{
    bool differ = rates_differ(x);
    struct bar all[ESTIMATE_BARS + 1];
    char cost[NUM_MAX];
    size_t n = 0;
    /* With one rate there is one always-on cost; with several the dearest is the one to stay below. */
    all[n++] = (struct bar){differ ? "always on, dearest rate" : "always on", dearest(x),
                            arena_strdup(a, num_fixed(cost, dearest(x), 3)), ROLE_MUTED, HATCH_NONE};
    for (size_t i = 0; i < x->n_rows; i++) {
        const struct estimate_row *r = &x->rows[i];
        all[n++] =
            (struct bar){name_of(x, r, differ, a), r->compute_usd,
                         arena_printf(a, "%s, %s", num_fixed(cost, r->compute_usd, 3), saving(r->saving_share, a)),
                         r->saving_share < 0 ? ROLE_STOP : ROLE_DERIVED, HATCH_NONE};
    }
    struct chart_text text = words(x, a);
    return chart_bars(f, &text, (struct axis_spec){"compute, USD a day", SCALE_LINEAR, true}, all, n);
}

static struct scene *points(const struct estimate *x, const struct font *f, struct arena *a)
{
    double *hours = arena_array(a, x->n_rows, sizeof *hours), *cost = arena_array(a, x->n_rows, sizeof *cost);
    for (size_t i = 0; i < x->n_rows; i++) {
        hours[i] = x->rows[i].instance_hours;
        cost[i] = x->rows[i].compute_usd;
    }
    struct series days = {.label = "a day each", .kind = SERIES_POINTS, .x = hours, .y = cost, .n = x->n_rows};
    struct rule always = {dearest(x), rates_differ(x) ? "always on, dearest rate" : "always on", ROLE_STOP};
    struct panel panel = {{"compute, USD a day", SCALE_LINEAR, true}, &days, 1, &always, 1};
    struct chart_text text = words(x, a);
    return chart_lines(f, &text, (struct axis_spec){"instance-hours of the day", SCALE_LINEAR, true}, &panel, 1);
}

struct scene *estimate_chart(const struct estimate *x, const struct font *f)
{
    struct arena *a = arena_new();
    struct scene *s = (x->n_rows > ESTIMATE_BARS ? points : bars)(x, f, a);
    arena_free(a);
    return s;
}
