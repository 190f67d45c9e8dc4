#include "many/batch_ops.h"

#include "async/arrivals.h"
#include "async/decimal.h"
#include "async/estimate.h"
#include "async/simulate.h"
#include "base/limits.h"
#include "base/num.h"
#include "json/json.h"

#include <string.h>

struct line_replay line_replay_default(void)
{
    return (struct line_replay){
        .poisson = NUM_UNKNOWN,
        .office_hours = NUM_UNKNOWN,
        .hours = NUM_UNKNOWN,
        .service = NUM_UNKNOWN,
        .provision = NUM_UNKNOWN,
        .target = NUM_UNKNOWN,
        .wake_cooldown = NUM_UNKNOWN,
        .scale_out_cooldown = NUM_UNKNOWN,
        .scale_in_cooldown = NUM_UNKNOWN,
        .until = NUM_UNKNOWN,
        .seed = INT_UNKNOWN,
        .min = INT_UNKNOWN,
        .max = INT_UNKNOWN,
        .per_instance = INT_UNKNOWN,
        .ttl = INT_UNKNOWN,
        .timeout = INT_UNKNOWN,
        .wake_periods = INT_UNKNOWN,
        .always_on = INT_UNKNOWN,
    };
}

/* V in units of 10^-PLACES; unknown leaves *OUT alone. */
static int plain(double v, const char *key, int places, int64_t *out, struct err *e)
{
    char text[NUM_MAX];
    if (!num_known(v))
        return 0;
    if (v >= 0 && v <= 1e9) {
        num_plain(text, v);
        if (decimal_read(text, strlen(text), places, out) == 0)
            return 0;
    }
    return err_set(e, EXIT_USAGE, "line: $.%s: is %g, expected a number from 0 to 1e9", key, v);
}

/* V within LEAST to MOST; unknown leaves *OUT alone. */
static int whole(int64_t v, const char *key, int64_t least, int64_t most, int64_t *out, struct err *e)
{
    if (!int_known(v))
        return 0;
    if (v < least || v > most)
        return err_set(e, EXIT_USAGE, "line: $.%s: %lld is outside %lld to %lld", key, (long long)v, (long long)least,
                       (long long)most);
    *out = v;
    return 0;
}

static int provision_of(struct line *l, int64_t *out, struct err *e)
{
    const struct scale_out_part *t;
    double given = l->replay.provision;
    bool artifact = json_type(&l->ttotal) != JSON_ABSENT;
    if (num_known(given) == artifact)
        return err_set(e, EXIT_USAGE, "line: $.provision: expected either provision or ttotal, %s there",
                       artifact ? "both are" : "none is");
    if (!artifact)
        return plain(given, "provision", 6, out, e);
    if (line_scale_out(l, &t, e) != 0)
        return e->code;
    if (!num_known(t->ttotal.t_total_s))
        return err_set(e, EXIT_REFUSED, "%s: $.t_total_s: is null, expected the seconds that were measured",
                       t->input.name);
    return plain(t->ttotal.t_total_s, "ttotal.t_total_s", 6, out, e);
}

static int settings_of(struct line *l, struct replay_settings *s, struct err *e)
{
    const struct line_replay *r = &l->replay;
    int64_t min = 0, max = s->max, per = 1, ttl = s->ttl / REPLAY_SECOND, timeout = s->timeout / REPLAY_SECOND;
    char text[NUM_MAX];
    if (provision_of(l, &s->provision, e) != 0 || whole(r->min, "min", 0, LIMIT_REPLAY_INSTANCES, &min, e) != 0 ||
        whole(r->max, "max", 1, LIMIT_REPLAY_INSTANCES, &max, e) != 0 ||
        plain(r->target, "target", 9, &s->target, e) != 0 ||
        whole(r->per_instance, "per_instance", 1, LIMIT_REPLAY_SLOTS, &per, e) != 0 ||
        whole(r->ttl, "ttl", LIMIT_TTL_LEAST_S, LIMIT_TTL_S, &ttl, e) != 0 ||
        whole(r->timeout, "timeout", 1, LIMIT_TIMEOUT_S, &timeout, e) != 0 ||
        whole(r->wake_periods, "wake_periods", 1, LIMIT_WAKE_PERIODS, &s->wake_periods, e) != 0 ||
        plain(r->wake_cooldown, "wake_cooldown", 6, &s->wake_cooldown, e) != 0 ||
        plain(r->scale_out_cooldown, "scale_out_cooldown", 6, &s->scale_out_cooldown, e) != 0 ||
        plain(r->scale_in_cooldown, "scale_in_cooldown", 6, &s->scale_in_cooldown, e) != 0 ||
        plain(r->until, "until", 6, &s->until, e) != 0)
        return e->code;
    if (num_known(r->target) && (s->target == 0 || decimal_rounds(num_plain(text, r->target), 9)))
        return err_set(e, EXIT_USAGE, "line: $.target: is %g, expected a number above 0 with at most nine decimals",
                       r->target);
    if (max < min)
        return err_set(e, EXIT_USAGE, "line: $.max: %lld is below min, %lld", (long long)max, (long long)min);
    if (r->compare && r->no_wake)
        return err_set(e, EXIT_USAGE, "line: $.compare: shows both, no_wake has no meaning with it");
    s->min = (uint32_t)min;
    s->max = (uint32_t)max;
    s->per_instance = (uint32_t)per;
    s->ttl = ttl * REPLAY_SECOND;
    s->timeout = timeout * REPLAY_SECOND;
    s->wake = !r->no_wake;
    return 0;
}

static int arrivals_of(struct line *l, struct trace *t, struct err *e)
{
    const struct line_replay *r = &l->replay;
    bool office = num_known(r->office_hours), made = office || num_known(r->poisson);
    int64_t service = REPLAY_NEVER, seed = 0;
    double each = office ? r->office_hours : r->poisson;
    if ((r->trace != NULL) + (r->burst != NULL) + office + num_known(r->poisson) != 1)
        return err_set(e, EXIT_USAGE, "line: $.trace: expected one of trace, poisson, office_hours and burst");
    if (!r->trace && !num_known(r->service))
        return err_set(e, EXIT_USAGE, "line: $.service: is absent; arrivals without a trace have no service time");
    if (num_known(r->hours) != made || int_known(r->seed) != made)
        return err_set(e, EXIT_USAGE, "line: $.hours: hours and seed belong to poisson and office_hours");
    if (plain(r->service, "service", 6, &service, e) != 0 || whole(r->seed, "seed", 0, UINT32_MAX, &seed, e) != 0)
        return e->code;
    if (r->trace)
        return shelf_regular(r->trace, e) != 0 ? e->code : trace_read(r->trace, service, t, e);
    if (r->burst)
        return arrivals_burst(t, r->burst, service, e);
    if (!(each > 0 && each <= LIMIT_ARRIVALS_PER_HOUR))
        return err_set(e, EXIT_USAGE, "line: $.%s: is %g, expected a number above 0, up to 1e12",
                       office ? "office_hours" : "poisson", each);
    if (!(r->hours > 0 && r->hours <= LIMIT_REPLAY_HOURS))
        return err_set(e, EXIT_USAGE, "line: $.hours: is %g, expected a number above 0, up to %d", r->hours,
                       LIMIT_REPLAY_HOURS);
    return arrivals_poisson(t, each, (int64_t)(r->hours * 3600e6 + 0.5), (uint32_t)seed, office, service, e);
}

void line_simulate(struct line *l, struct strbuf *out, struct err *e)
{
    struct run runs[2] = {{.settings = replay_defaults()}};
    struct simulation s = {.rate = l->rate, .runs = runs, .compare = l->replay.compare};
    struct trace t = {0};
    struct jsonw w;
    if (settings_of(l, &runs[0].settings, e) != 0)
        return;
    if (l->rate < 0 || l->rate > LIMIT_REPLAY_RATE)
        err_set(e, EXIT_USAGE, "line: $.rate: is %g, expected an amount from 0 to 1e9", l->rate);
    s.always_on = runs[0].settings.min > 1 ? runs[0].settings.min : 1;
    if (e->code == 0 && whole(l->replay.always_on, "always_on", 1, (int64_t)LIMIT_FLEET, &s.always_on, e) == 0 &&
        arrivals_of(l, &t, e) == 0) {
        replay_sort(t.rows, t.n);
        runs[1].settings = runs[0].settings;
        runs[1].settings.wake = false;
        s.n_runs = s.compare ? 2 : 1;
        for (size_t i = 0; i < s.n_runs; i++)
            replay_run(&runs[i].settings, t.rows, t.n, &runs[i].result);
        line_begin(&w, l, out);
        simulate_members(&s, &w);
        line_end(&w);
        for (size_t i = 0; i < s.n_runs; i++)
            replay_result_free(&runs[i].result);
    }
    trace_free(&t);
}

static int day_of(struct line *l, const struct json_ref *r, struct estimate *x, struct err *e)
{
    double hours;
    if (json_type(r) != JSON_NUMBER) {
        json_fail(r, e, "is %s, expected hours or an array of them", json_type_name(json_type(r)));
        return e->code = EXIT_USAGE;
    }
    if (json_as_number(r, &hours, e) != 0)
        return e->code;
    return estimate_add(x, "line: $.instance_hours", EXIT_USAGE, NULL, l->rate, hours, e);
}

static int days_of(struct line *l, struct estimate *x, struct err *e)
{
    const struct json_ref *hours = &l->instance_hours;
    if ((l->csv != NULL) == (json_type(hours) != JSON_ABSENT))
        return err_set(e, EXIT_USAGE, "line: $.instance_hours: expected either instance_hours or csv, %s there",
                       l->csv ? "both are" : "none is");
    if (num_known(l->rate) && !(l->rate > 0))
        return err_set(e, EXIT_USAGE, "line: $.rate: is %g, expected a number above 0", l->rate);
    if (l->csv)
        return shelf_regular(l->csv, e) != 0 ? e->code : estimate_read(x, l->csv, l->rate, e);
    if (!num_known(l->rate))
        return err_set(e, EXIT_USAGE, "line: $.rate: is absent, no rate is assumed");
    if (json_type(hours) != JSON_ARRAY)
        return day_of(l, hours, x, e);
    if (json_count(hours) == 0)
        return err_set(e, EXIT_USAGE, "line: $.instance_hours: is empty, expected the hours of a day at least");
    struct json_ref item = {0};
    while (e->code == 0 && json_each(hours, &item))
        day_of(l, &item, x, e);
    return e->code;
}

static int others_of(struct line *l, struct estimate *x, struct err *e)
{
    enum json_type type = json_type(&l->other);
    struct json_ref item = {0};
    if (type != JSON_ABSENT && type != JSON_OBJECT)
        return err_set(e, EXIT_USAGE, "line: $.other: is %s, expected an object of amounts", json_type_name(type));
    while (e->code == 0 && type == JSON_OBJECT && json_each(&l->other, &item)) {
        struct strbuf text = {0};
        char usd[NUM_MAX];
        if (json_type(&item) != JSON_NUMBER) {
            json_fail(&item, e, "is %s, expected an amount", json_type_name(json_type(&item)));
            e->code = EXIT_USAGE;
            break;
        }
        sb_addf(&text, "%s=%s", item.key, num_exact(usd, json_number(&item)));
        estimate_add_other(x, sb_str(&text), e);
        sb_free(&text);
    }
    return e->code;
}

void line_estimate(struct line *l, struct strbuf *out, struct err *e)
{
    int64_t always_on = 1;
    struct estimate x;
    struct jsonw w;
    if (whole(l->replay.always_on, "always_on", 1, (int64_t)LIMIT_FLEET, &always_on, e) != 0)
        return;
    estimate_init(&x, (double)always_on);
    if (days_of(l, &x, e) == 0 && others_of(l, &x, e) == 0) {
        line_begin(&w, l, out);
        estimate_members(&x, &w);
        line_end(&w);
    }
    estimate_free(&x);
}
