#include "async/estimate.h"

#include "base/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void estimate_init(struct estimate *x, double always_on)
{
    *x = (struct estimate){.arena = arena_new(), .always_on = always_on};
}

void estimate_free(struct estimate *x)
{
    arena_free(x->arena);
    free(x->rows);
    free(x->other);
    *x = (struct estimate){0};
}

int estimate_add(struct estimate *x, const char *where, int code, const char *label, double rate, double hours,
                 struct err *e)
{
    double all_day = 24.0 * x->always_on * rate;
    if (!isfinite(rate) || !(rate > 0.0))
        return err_set(e, code, "%s: the hourly rate is %g, expected a finite number above 0", where, rate);
    if (!isfinite(hours) || hours < 0.0)
        return err_set(e, code, "%s: the instance-hours are %g, expected a finite number from 0", where, hours);
    if (!isfinite(rate * hours) || !isfinite(all_day))
        return err_set(e, code, "%s: the cost is not a finite number", where);
    if (all_day == 0.0)
        return err_set(e, code, "%s: the hourly rate is %g, too small to be told from 0", where, rate);
    if (!isfinite(x->compute_usd + rate * hours) || !isfinite(x->always_on_usd + all_day))
        return err_set(e, code, "%s: the cost of all days together is not a finite number", where);
    x->compute_usd += rate * hours;
    x->always_on_usd += all_day;
    if (x->n_rows == x->cap_rows) {
        x->cap_rows = x->cap_rows ? 2 * x->cap_rows : 16;
        x->rows = xreallocarray(x->rows, x->cap_rows, sizeof *x->rows);
    }
    hours += 0.0; /* -0 is 0 */
    x->rows[x->n_rows++] = (struct estimate_row){.label = arena_strdup(x->arena, label),
                                                 .hourly_rate_usd = rate,
                                                 .instance_hours = hours,
                                                 .compute_usd = rate * hours,
                                                 .always_on_usd = all_day,
                                                 .saving_share = 1.0 - hours / (24.0 * x->always_on)};
    return 0;
}

int estimate_add_other(struct estimate *x, const char *text, struct err *e)
{
    const char *eq = strrchr(text, '=');
    double usd;
    if (!eq || eq == text)
        return err_set(e, EXIT_USAGE, "--other: '%s', expected NAME=USD, such as storage=12.3", text);
    if (num_parse(eq + 1, &usd) != 0 || usd < 0.0)
        return err_set(e, EXIT_USAGE, "--other: '%s' is not a finite decimal number from 0", eq + 1);
    const char *name = arena_strndup(x->arena, text, (size_t)(eq - text));
    for (size_t i = 0; i < x->n_other; i++)
        if (strcmp(x->other[i].name, name) == 0)
            return err_set(e, EXIT_USAGE, "--other: '%s' is given twice", name);
    if (x->n_other == x->cap_other) {
        x->cap_other = x->cap_other ? 2 * x->cap_other : 8;
        x->other = xreallocarray(x->other, x->cap_other, sizeof *x->other);
    }
    x->other[x->n_other++] = (struct estimate_other){name, usd + 0.0};
    return 0;
}
