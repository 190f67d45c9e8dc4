#include "ladder/schedule.h"

#include "base/limits.h"
#include "base/num.h"

#include <stdio.h>
#include <string.h>

enum { FEW = 100 }; /* completions of a rung under which the audit's sample_size warns */

struct ladder_schedule ladder_default(void)
{
    return (struct ladder_schedule){.rungs = {1, 5, 10, 20, 30, 40, 50, 60},
                                    .n = 8,
                                    .hold_s = 240,
                                    .between_s = 30,
                                    .settle_s = 120,
                                    .runs = 1,
                                    .expected_s = NUM_UNKNOWN,
                                    .slo_ms = INT_UNKNOWN,
                                    .rate_per_hour = NUM_UNKNOWN};
}

int ladder_rungs(const char *text, struct ladder_schedule *s, struct err *e)
{
    s->n = 0;
    for (const char *p = text;; p++) {
        size_t len = strcspn(p, ",");
        char one[24] = "";
        int64_t n;
        if (len < sizeof one)
            memcpy(one, p, len);
        if (num_parse_int(one, &n) != 0 || n < 1 || n > LIMIT_SCHEDULE_CONCURRENCY)
            return err_set(e, EXIT_USAGE,
                           "--concurrency: '%.*s' is not a concurrency, expected whole numbers "
                           "from 1 to %d "
                           "parted by commas",
                           (int)(len < 40 ? len : 40), p, LIMIT_SCHEDULE_CONCURRENCY);
        if (s->n > 0 && n <= s->rungs[s->n - 1])
            return err_set(e, EXIT_USAGE, "--concurrency: %lld does not lie above the rung before it, %lld",
                           (long long)n, (long long)s->rungs[s->n - 1]);
        if (s->n == LIMIT_SCHEDULE_RUNGS)
            return err_set(e, EXIT_USAGE, "--concurrency: more than %d rungs", LIMIT_SCHEDULE_RUNGS);
        s->rungs[s->n++] = n;
        p += len;
        if (!*p)
            return 0;
    }
}

double ladder_pass_s(const struct ladder_schedule *s)
{
    return (double)s->n * s->hold_s + (double)(s->n - 1) * s->between_s;
}

double ladder_wall_s(const struct ladder_schedule *s)
{
    return (double)s->runs * (ladder_pass_s(s) + s->settle_s);
}

double ladder_requests(const struct ladder_schedule *s)
{
    return s->hold_s / s->expected_s;
}

static bool has_rung(const struct ladder_schedule *s, int64_t concurrency)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->rungs[i] == concurrency)
            return true;
    return false;
}

static void minutes(struct strbuf *out, double seconds)
{
    char buf[NUM_MAX];
    sb_addf(out, "%s min", num_fixed(buf, seconds / 60, 1));
}

/* "0:04:30" */
static void clock_time(char out[32], double seconds)
{
    double whole = floor(seconds + 0.5);
    snprintf(out, 32, "%.0f:%02d:%02d", floor(whole / 3600), (int)fmod(floor(whole / 60), 60), (int)fmod(whole, 60));
}

static void warnings(const struct ladder_schedule *s, struct strbuf *out)
{
    char a[NUM_MAX], b[NUM_MAX];
    if (!has_rung(s, 1))
        sb_add(out, "warning: no rung at concurrency 1, so there will be no threshold for the "
                    "alarm on the first "
                    "chunk's latency, and the service time comes from a loaded instance\n");
    if (!has_rung(s, 5) || !has_rung(s, 10))
        sb_add(out, "warning: without rungs at 5 and 10 a T_total measurement cannot judge "
                    "recovery: its probe of "
                    "10 is split between two instances, 5 each\n");
    double top = (double)s->rungs[s->n - 1];
    if (num_known(s->expected_s) && int_known(s->slo_ms) && top * s->expected_s * 1000 <= (double)s->slo_ms)
        sb_addf(out,
                "warning: the top rung is too low to bracket Q_max: %.0f requests take about %s, "
                "within the SLO of "
                "%s; add a rung above %.0f\n",
                top, num_ms(a, top * s->expected_s * 1000), num_ms(b, (double)s->slo_ms),
                floor((double)s->slo_ms / (s->expected_s * 1000)));
    if (ladder_requests(s) < FEW)
        sb_addf(out,
                "warning: about %s requests a rung are few for a p95; hold longer, %s s for %d of "
                "them\n",
                num_fixed(a, floor(ladder_requests(s)), 0), num_fixed(b, ceil(FEW * s->expected_s), 0), FEW);
    if (s->runs == 1)
        sb_add(out, "note: one run gives no spread of Q_max; --runs 2 says whether it repeats\n");
}

static void table(const struct ladder_schedule *s, struct strbuf *out)
{
    char buf[NUM_MAX], at[32];
    bool timed = num_known(s->expected_s);
    sb_add(out, "CONCURRENCY    STARTS AT");
    sb_add(out, timed ? "    REQUESTS          ABOUT\n" : "\n");
    for (size_t i = 0; i < s->n; i++) {
        clock_time(at, s->settle_s + (double)i * (s->hold_s + s->between_s));
        sb_right(out, num_count(buf, s->rungs[i]), 11);
        sb_right(out, at, 13);
        if (timed) {
            sb_right(out, num_fixed(buf, floor(ladder_requests(s)), 0), 12);
            sb_right(out, num_ms(buf, (double)s->rungs[i] * s->expected_s * 1000), 15);
        }
        sb_addc(out, '\n');
    }
    if (timed)
        sb_add(out, "\nREQUESTS is the time held / S, ABOUT is concurrency x S, the time that a "
                    "request then takes: "
                    "one instance\nserves one request at a time.\n");
}

void ladder_text(const struct ladder_schedule *s, struct strbuf *out)
{
    char a[NUM_MAX], b[NUM_MAX], c[NUM_MAX];
    double wall = ladder_wall_s(s);
    minutes(out, wall);
    sb_addf(out, " in all: %lld %s of ", (long long)s->runs, s->runs == 1 ? "run" : "runs");
    minutes(out, ladder_pass_s(s));
    sb_add(out, " on the ladder and ");
    minutes(out, s->settle_s);
    sb_addf(out, " to settle\n%zu rung%s held for %s s each, %s s between\n", s->n, num_s((double)s->n),
            num_plain(a, s->hold_s), num_plain(b, s->between_s));
    if (num_known(s->expected_s)) {
        double requests = floor((double)s->runs * (double)s->n * ladder_requests(s));
        sb_addf(out, "about %s request%s, one taking %s s alone\n", num_fixed(a, requests, 0), num_s(requests),
                num_plain(b, s->expected_s));
    }
    if (num_known(s->rate_per_hour))
        sb_addf(out, "%s USD for one instance at %s USD per hour\n", num_money(a, wall / 3600 * s->rate_per_hour),
                num_plain(c, s->rate_per_hour));
    struct strbuf doubts = {0};
    warnings(s, &doubts);
    if (doubts.len) {
        sb_addc(out, '\n');
        sb_add(out, sb_str(&doubts));
    }
    sb_free(&doubts);
    sb_addc(out, '\n');
    table(s, out);
}
