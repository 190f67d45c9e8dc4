/* The figures that people look at first, and why they differ, in words. */
#include "many/compare.h"

#include "base/num.h"
#include "base/strbuf.h"

#include <stddef.h>
#include <string.h>

/* How a figure reads. */
enum form {
    FORM_TEXT,
    FORM_COUNT,
    FORM_CONCURRENCY,
    FORM_MS,
    FORM_SECONDS,
    FORM_SHORT, /* seconds, shown in ms */
    FORM_PERCENT,
    FORM_THROUGHPUT,
    FORM_RATIO,
    FORM_PER_MINUTE,
    FORM_MONEY,
    FORM_RATE,
    FORM_UNIT_COST
};

enum source { OF_TEXT, OF_AUDIT, OF_INT, OF_NUMBER, OF_COST };

const struct headline headlines[] = {
    {"Verdict", "published method", "verdict", FORM_TEXT, OF_TEXT, offsetof(struct plan, verdict_text)},
    {"Verdict", "audit", "headroom.audit.verdict", FORM_TEXT, OF_AUDIT, 0},
    {"To deploy", "minimum instances", "plan.min_instances", FORM_COUNT, OF_INT,
     offsetof(struct plan, min_instances)},
    {"To deploy", "maximum instances", "plan.max_instances", FORM_COUNT, OF_INT,
     offsetof(struct plan, max_instances)},
    {"To deploy", "scaling target", "plan.c_scale_max_in_cw_units", FORM_CONCURRENCY, OF_NUMBER,
     offsetof(struct plan, c_scale_max_cw)},
    {"To deploy", "Q_max, queue depth", "plan.q_max", FORM_COUNT, OF_INT, offsetof(struct plan, q_max)},
    {"To deploy", "flow method, minimum", "headroom.flow.minimum", FORM_COUNT, OF_INT,
     offsetof(struct plan, audit.flow.min_instances)},
    {"To deploy", "flow method, maximum", "headroom.flow.maximum", FORM_COUNT, OF_INT,
     offsetof(struct plan, audit.flow.max_instances)},
    {"To deploy", "flow method, target", "headroom.flow.target", FORM_PER_MINUTE, OF_NUMBER,
     offsetof(struct plan, audit.flow.target_per_minute)},
    {"Cost", "rate of an instance", "headroom.rates.per_hour", FORM_RATE, OF_NUMBER,
     offsetof(struct plan, rate.per_hour)},
    {"Cost", "an hour at peak, published", "plan.peak_cost_per_hour", FORM_MONEY, OF_NUMBER,
     offsetof(struct plan, peak_cost_per_hour)},
    {"Cost", "a month, assumed day", COMPARE_MONTH, FORM_MONEY, OF_COST,
     offsetof(struct costing, published.cost_month[AT_AVERAGE])},
    {"Cost", "a month by flow method", COMPARE_FLOW_MONTH, FORM_MONEY, OF_COST,
     offsetof(struct costing, flow.cost_month[AT_AVERAGE])},
    {"Cost", "a million characters", "plan.peak_cost_per_m_chars", FORM_UNIT_COST, OF_NUMBER,
     offsetof(struct plan, peak_cost_per_m_chars)},
    {"Cost", "... really served", "headroom.audit.figures.unit_cost", FORM_UNIT_COST, OF_NUMBER,
     offsetof(struct plan, audit.unit_cost)},
    {"Promise and risk", "SLO, p95 TTFAB", "plan.measured.slo_ms", FORM_MS, OF_INT,
     offsetof(struct plan, measured.slo_ms)},
    {"Promise and risk", "wait that fits, W_max", "plan.w_max_s", FORM_SHORT, OF_NUMBER,
     offsetof(struct plan, w_max_s)},
    {"Promise and risk", "peak load, of capacity", "headroom.audit.figures.rho_peak", FORM_RATIO, OF_NUMBER,
     offsetof(struct plan, audit.rho_peak)},
    {"Promise and risk", "share refused at peak", "headroom.audit.figures.refused_peak", FORM_PERCENT, OF_NUMBER,
     offsetof(struct plan, audit.refused_peak)},
    {"Promise and risk", "surge fills an instance", "headroom.audit.figures.surge_exact", FORM_PERCENT, OF_NUMBER,
     offsetof(struct plan, audit.surge_exact)},
    {"Measured", "T_total", "plan.measured.t_total_s", FORM_SECONDS, OF_NUMBER,
     offsetof(struct plan, measured.t_total_s)},
    {"Measured", "mean service time S", "plan.measured.s_mean_s", FORM_SHORT, OF_NUMBER,
     offsetof(struct plan, measured.s_mean_s)},
    {"Measured", "throughput, saturated", "headroom.audit.figures.mu_sat", FORM_THROUGHPUT, OF_NUMBER,
     offsetof(struct plan, audit.mu_sat)},
};
const size_t n_headlines = sizeof headlines / sizeof *headlines;

double headline_number(const struct headline *h, const struct compared *c)
{
    if (!c->plan->has_headroom && strncmp(h->path, "headroom.", 9) == 0)
        return NUM_UNKNOWN;
    const char *at =
        (const char *)(h->source == OF_COST ? (const void *)&c->cost : (const void *)c->plan) + h->offset;
    if (h->source == OF_INT) {
        int64_t n = *(const int64_t *)(const void *)at;
        return int_known(n) ? (double)n : NUM_UNKNOWN;
    }
    if (h->source == OF_NUMBER || h->source == OF_COST) {
        double x = *(const double *)(const void *)at;
        return isfinite(x) ? x : NUM_UNKNOWN;
    }
    return NUM_UNKNOWN;
}

static const char *number_shown(enum form form, double x, const struct compared *c, struct arena *a)
{
    char b[NUM_MAX];
    const char *currency = c->plan->rate.currency ? c->plan->rate.currency : "USD";
    if (!num_known(x))
        return "unknown";
    switch (form) {
    case FORM_COUNT: return arena_strdup(a, num_fixed(b, x, 0));
    case FORM_CONCURRENCY: return arena_strdup(a, num_concurrency(b, x));
    case FORM_MS: return arena_strdup(a, num_ms(b, x));
    case FORM_SECONDS: return arena_strdup(a, num_seconds(b, x));
    case FORM_SHORT: return arena_strdup(a, num_ms(b, x * 1e3));
    case FORM_PERCENT: return arena_strdup(a, num_percent(b, x));
    case FORM_THROUGHPUT: return arena_printf(a, "%s/s", num_fixed(b, x, 1));
    case FORM_RATIO: return arena_printf(a, "%s\xC3\x97", num_fixed(b, x, x < 10 ? 2 : 1));
    case FORM_PER_MINUTE: return arena_printf(a, "%s/min", num_fixed(b, x, 1));
    case FORM_MONEY: return arena_printf(a, "%s %s", num_money(b, x), currency);
    case FORM_RATE: return arena_printf(a, "%s %s", num_plain(b, x), currency);
    case FORM_UNIT_COST: return arena_printf(a, "%s %s", num_unit_cost(b, x), currency);
    case FORM_TEXT: break;
    }
    return "unknown";
}

const char *headline_shown(const struct headline *h, const struct compared *c, struct arena *a)
{
    if (h->source == OF_TEXT)
        return c->plan->verdict_text ? c->plan->verdict_text : "unknown";
    if (h->source == OF_AUDIT)
        return c->plan->audit.n_checks ? verdict_audit(c->plan->audit.worst) : "unknown";
    return number_shown((enum form)h->form, headline_number(h, c), c, a);
}

const char *headline_moved(const struct headline *h, const struct compared *from, const struct compared *to,
                           struct arena *a)
{
    double was = headline_number(h, from), is = headline_number(h, to);
    char b[NUM_MAX];
    if (!num_known(was) || !num_known(is) || was == is)
        return "";
    if (h->form == FORM_PERCENT) { /* a percentage of percentages would be read as their difference */
        double points = 100 * (is - was);
        if (fabs(points) < 0.05)
            return "less than 0.1 points";
        return arena_printf(a, "%s%s points", points > 0 ? "+" : "\xE2\x88\x92", num_fixed(b, fabs(points), 1));
    }
    if (was <= 0)
        return "";
    double share = (is - was) / was;
    if (fabs(share) < 0.0005)
        return "less than 0.1 %"; /* both may read the same, and 0.0 % would be no movement */
    if (share >= 9.5)
        return arena_printf(a, "\xC3\x97%s", num_fixed(b, is / was, 1));
    return arena_printf(a, "%s%s", share > 0 ? "+" : "\xE2\x88\x92", num_percent(b, fabs(share)));
}

const char *change_shown(const struct headline *h, const struct compared *c, const char *value, struct arena *a)
{
    double x;
    size_t n = strlen(value);
    if (strcmp(value, "null") == 0)
        return "unknown";
    if (h && h->form != FORM_TEXT && num_parse(value, &x) == 0)
        return number_shown((enum form)h->form, x, c, a);
    return *value == '"' && n > 1 ? arena_strndup(a, value + 1, n - 2) : value;
}

static void add_part(struct strbuf *sb, const char *text)
{
    sb_addf(sb, "%s%s", sb->len ? "; " : "", text);
}

const char *change_reason(const struct pair *p, const struct change *change, const struct headline *h,
                          const struct compared *c, struct arena *a)
{
    struct strbuf sb = {0};
    bool explained = false;
    for (size_t i = 0; i < change->n_causes; i++) {
        const struct cause *cause = &change->causes[i];
        const char *label = p->inputs[cause->input].label;
        if (cause->alone && strcmp(cause->alone, change->is) == 0 &&
            (!cause->undone || strcmp(cause->undone, change->was) == 0)) {
            add_part(&sb, arena_printf(a, "%s alone", label));
            explained = true;
        } else if (cause->alone) {
            add_part(&sb, arena_printf(a, "%s (alone: %s)", label, change_shown(h, c, cause->alone, a)));
        } else if (cause->undone) {
            add_part(&sb, arena_printf(a, "%s (without it: %s)", label, change_shown(h, c, cause->undone, a)));
        } else {
            add_part(&sb, label);
        }
    }
    for (size_t i = 0; i < p->n_inputs && !explained; i++)
        if (!p->inputs[i].tried)
            add_part(&sb, arena_printf(a, "%s could not be tried", p->inputs[i].label));
    const char *text = sb.len            ? arena_strdup(a, sb_str(&sb))
                       : p->n_inputs > 1 ? "only several inputs together"
                       : p->n_inputs     ? p->inputs[0].label
                                         : "not recorded";
    sb_free(&sb);
    return text;
}
