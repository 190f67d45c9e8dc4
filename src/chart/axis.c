#include "chart/axis.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 10^n by multiplication, exact up to 10^22: pow may differ in its last bit between processors. */
static double ten_to(int n)
{
    double p = 1.0;
    for (int i = 0; i < abs(n); i++)
        p *= 10.0;
    return n < 0 ? 1.0 / p : p;
}

/* Decimal exponent of x > 0: the n of d.ddd x 10^n. */
static int exponent_of(double x)
{
    char buf[NUM_MAX];
    snprintf(buf, sizeof buf, "%.8e", x);
    return (int)strtol(strchr(buf, 'e') + 1, NULL, 10);
}

/* How the labels of one axis are written: all with the same unit and number of decimals. */
struct label_form {
    double divisor;
    int decimals;
    const char *suffix;
    bool scientific;
};

static struct label_form form_for(double largest, int step_exponent)
{
    struct label_form f = {1.0, 0, "", false};
    if (largest >= 1e15 || step_exponent < -6) {
        f.scientific = true;
        return f;
    }
    int shift = largest >= 1e12 ? 12 : largest >= 1e9 ? 9 : largest >= 1e6 ? 6 : 0;
    f.suffix = shift == 12 ? " trillion" : shift == 9 ? " billion" : shift == 6 ? " million" : "";
    f.divisor = ten_to(shift);
    f.decimals = step_exponent - shift < 0 ? shift - step_exponent : 0;
    if (f.decimals > 9)
        f.decimals = 9;
    return f;
}

static void put_label(struct tick *t, const struct label_form *f)
{
    if (t->value == 0.0) {
        snprintf(t->label, sizeof t->label, "0");
        return;
    }
    if (f->scientific) {
        snprintf(t->label, sizeof t->label, "%.3g", t->value);
        return;
    }
    num_fixed(t->label, t->value / f->divisor, f->decimals);
    size_t n = strlen(t->label);
    snprintf(t->label + n, sizeof t->label - n, "%s", f->suffix);
}

static void put_in_order(double *lo, double *hi)
{
    const double most = 1e300;
    if (!isfinite(*lo))
        *lo = 0.0;
    if (!isfinite(*hi))
        *hi = *lo + 1.0;
    if (*lo > *hi) {
        double t = *lo;
        *lo = *hi;
        *hi = t;
    }
    *lo = fmax(-most, fmin(*lo, most));
    *hi = fmax(-most, fmin(*hi, most));
    /* A range that vanishes against its own size has no ticks in it. */
    double size = fmax(fabs(*lo), fabs(*hi));
    if (*hi - *lo <= size * 1e-9 || *hi - *lo < 1e-300) {
        if (*lo > 0.0)
            *lo = 0.0;
        if (!(*lo == 0.0 && *hi >= 1e-300))
            *hi = *lo + fmax(1.0, size);
    }
}

/* Ticks at whole multiples k of m x 10^e. */
static void ticks_between(struct axis *a, double m, int e, bool round_ends)
{
    double unit = e < 0 ? 1.0 / ten_to(-e) : ten_to(e);
    double step = m * unit;
    double first = round_ends ? floor(a->lo / step + 1e-9) : ceil(a->lo / step - 1e-9);
    double last = round_ends ? ceil(a->hi / step - 1e-9) : floor(a->hi / step + 1e-9);
    struct label_form form = form_for(fmax(fabs(first), fabs(last)) * step, e);
    a->n_ticks = 0;
    for (double k = first; k <= last && a->n_ticks < AXIS_TICKS; k += 1.0) {
        struct tick *t = &a->ticks[a->n_ticks++];
        t->value = e < 0 ? k * m / ten_to(-e) : k * m * unit;
        put_label(t, &form);
    }
    if (round_ends && a->n_ticks > 1) {
        a->lo = a->ticks[0].value;
        a->hi = a->ticks[a->n_ticks - 1].value;
    }
}

static void lay_linear(struct axis *a, double lo, double hi, int want, bool whole, bool round_ends)
{
    memset(a, 0, sizeof *a);
    put_in_order(&lo, &hi);
    a->lo = lo;
    a->hi = hi;
    if (want < 2)
        want = 2;
    if (want > AXIS_TICKS / 2)
        want = AXIS_TICKS / 2;
    double raw = (hi - lo) / want;
    int e = exponent_of(raw);
    double lead = raw / ten_to(e), m = lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0;
    if (m == 10.0) {
        m = 1.0;
        e++;
    }
    if (whole && e < 0) {
        m = 1.0;
        e = 0;
    }
    ticks_between(a, m, e, round_ends);
}

void axis_linear(struct axis *a, double lo, double hi, int want)
{
    lay_linear(a, lo, hi, want, false, true);
}

void axis_whole(struct axis *a, double lo, double hi, int want)
{
    lay_linear(a, lo, hi, want, true, true);
}

void axis_exact(struct axis *a, double lo, double hi, int want)
{
    lay_linear(a, lo, hi, want, false, false);
}

void axis_log(struct axis *a, double lo, double hi, int want)
{
    memset(a, 0, sizeof *a);
    if (want < 2)
        want = 2;
    if (lo > 0.0 && hi >= lo && hi < lo * 1.001)
        hi = lo * 10.0;
    put_in_order(&lo, &hi);
    if (!(hi > 0.0)) {
        axis_linear(a, lo, hi, want);
        return;
    }
    if (!(lo > 0.0))
        lo = hi / 1e15;
    lo = fmax(lo, 1e-300); /* a power of ten must stay above 0 on both sides of the ends */
    if (hi < lo * 1.001)
        hi = lo * 10.0;
    a->log = true;
    static const double parts[] = {1.0, 2.0, 5.0};
    int low = exponent_of(lo), high = exponent_of(hi);
    /* The ends move outwards to 1, 2 or 5 times a power of ten, so that no decade stands half
     * empty. */
    for (int i = 0; i < 3; i++)
        if (parts[i] * ten_to(low) <= lo * (1.0 + 1e-9))
            a->lo = parts[i] * ten_to(low);
    a->hi = 10.0 * ten_to(high);
    for (int i = 2; i >= 0; i--)
        if (parts[i] * ten_to(high) >= hi * (1.0 - 1e-9))
            a->hi = parts[i] * ten_to(high);
    int decades = high - low + 1;
    bool fine = 3 * decades <= (want > 4 ? want + 2 : 6);
    int every = decades <= want ? 1 : (decades + want - 1) / want;
    for (int e = low; e <= high + 1; e++)
        for (int i = 0; i < (fine ? 3 : 1); i++) {
            double v = e < 0 ? parts[i] / ten_to(-e) : parts[i] * ten_to(e);
            if (v < a->lo * (1.0 - 1e-9) || v > a->hi * (1.0 + 1e-9) || a->n_ticks == AXIS_TICKS)
                continue;
            if ((e - low) % every != 0)
                continue;
            struct tick *t = &a->ticks[a->n_ticks++];
            t->value = v;
            struct label_form form = form_for(v, e);
            put_label(t, &form);
        }
}

void axis_percent_labels(struct axis *a)
{
    double step = a->n_ticks > 1 ? a->ticks[1].value - a->ticks[0].value : 1.0;
    int decimals = step * 100.0 >= 0.999 ? 0 : step * 100.0 >= 0.0999 ? 1 : 2;
    for (size_t i = 0; i < a->n_ticks; i++) {
        char buf[NUM_MAX];
        snprintf(a->ticks[i].label, sizeof a->ticks[i].label, "%s %%",
                 num_fixed(buf, a->ticks[i].value * 100.0, decimals));
    }
}

static double log_of(double v)
{
    return num_round9(log(v));
}

double axis_at(const struct axis *a, double value)
{
    double share;
    if (a->log) {
        double lo = log_of(a->lo), hi = log_of(a->hi);
        share = value > 0.0 ? (log_of(value) - lo) / (hi - lo) : 0.0;
    } else {
        /* Halves first: the distance of two finite values may overflow. */
        share = (value * 0.5 - a->lo * 0.5) / (a->hi * 0.5 - a->lo * 0.5);
    }
    double at = a->from + share * (a->to - a->from);
    if (at > 1e7)
        return 1e7;
    if (at < -1e7)
        return -1e7;
    return at;
}

bool axis_holds(const struct axis *a, double value)
{
    return isfinite(value) && value >= a->lo && value <= a->hi;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool axis_wants_log(const double *values, size_t n, double ratio)
{
    double *v = xcalloc(n ? n : 1, sizeof *v);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]) && values[i] > 0.0)
            v[count++] = values[i];
    bool wants = false;
    if (count > 1) {
        qsort(v, count, sizeof *v, by_value);
        wants = v[count - 1] / ratio > v[0] && v[count / 2] < v[count - 1] / 20.0;
    }
    free(v);
    return wants;
}
