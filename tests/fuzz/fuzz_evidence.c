/* A ladder, a scale-out, rates, a load test and a scenario to a plan, as `plan` makes it: it is built or refused
 * with a reason, and plan.json reads back. The scenario is a line as for `batch`, of numbers only. */
#include "fuzz/fuzz.h"

#include "json/json.h"
#include "render/snippet.h"
#include "store/evidence.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

static void number(const struct json_ref *r, const char *key, double *out)
{
    struct json_ref m = json_member(r, key);
    double x = json_number(&m);
    if (num_known(x))
        *out = x;
}

static void whole(const struct json_ref *r, const char *key, int64_t *out)
{
    double x = NUM_UNKNOWN;
    number(r, key, &x);
    if (x >= 1 && x <= 1e9)
        *out = (int64_t)x;
}

static struct scenario read_scenario(const struct fuzz_part *text, double *rate)
{
    struct scenario s = scenario_default();
    struct err e = ERR_INIT;
    struct json_doc *doc;
    *rate = NUM_UNKNOWN;
    s.no_sample = s.allow_config_mismatch = s.allow_inconsistent = true;
    if (json_parse("scenario", text->text, text->len, &json_limits_artifact, &doc, &e) == 0) {
        struct json_ref r = json_root(doc);
        number(&r, "peak_rps", &s.peak_rps);
        number(&r, "trough_rps", &s.trough_rps);
        number(&r, "peak_streams", &s.peak_streams);
        number(&r, "trough_streams", &s.trough_streams);
        number(&r, "surge", &s.surge);
        number(&r, "ceiling_s", &s.ceiling_s);
        number(&r, "assume_t_total_s", &s.assume_t_total_s);
        number(&r, "rate", rate);
        if (num_known(*rate) && *rate < 0)
            *rate = NUM_UNKNOWN;
        whole(&r, "slo_ms", &s.ttfab_slo_ms);
        whole(&r, "floor", &s.min_floor);
        whole(&r, "quota", &s.quota);
        struct json_ref flow = json_member(&r, "flow"), full = json_member(&r, "full");
        s.method = json_type(&flow) == JSON_BOOL && num_known(s.peak_rps) ? METHOD_FLOW : METHOD_PUBLISHED;
        s.audit_full = json_type(&full) == JSON_BOOL;
        json_free(doc);
    }
    return s;
}

/* What no artifact and no scenario can make otherwise. */
static void possible(const struct plan *p)
{
    const struct audit *a = &p->audit;
    const double shares[] = {a->surge_exact, a->surge_growth,     a->refused_peak,
                             a->flow.u_star, p->shed_probability, p->utilization};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        fuzz_is_share(shares[i]);
    FUZZ_MUST(p->min_instances >= 1 && p->min_instances <= p->max_instances);
    FUZZ_MUST(p->peak_instances <= p->max_instances);
    FUZZ_MUST(p->c_scale_min <= p->c_scale_max && p->c_scale_max <= (double)p->q_max);
    FUZZ_MUST(!(p->peak_cost_per_hour < 0) && !(a->flow.cost_per_hour < 0) && !(a->mu_sat < 0));
    enum verdict worst = VERDICT_OK;
    for (size_t i = 0; i < p->n_findings; i++)
        if (p->findings[i].verdict != VERDICT_SUPPRESSED && p->findings[i].verdict > worst)
            worst = p->findings[i].verdict;
    FUZZ_MUST(p->verdict == worst);
}

static void reads_back(struct plan *p)
{
    struct strbuf once = {0}, twice = {0};
    struct err e = ERR_INIT;
    struct plan *again;
    snippet_fill(p);
    store_write(p, &once);
    if (store_read("again.json", sb_str(&once), once.len, &again, &e) != 0)
        fprintf(stderr, "%s\n", e.text);
    FUZZ_MUST(e.code == 0);
    store_write(again, &twice);
    FUZZ_MUST(once.len == twice.len && memcmp(once.data, twice.data, once.len) == 0);
    sb_free(&twice);
    FUZZ_MUST(store_compare(again, p, &twice) == 0);
    sb_free(&once);
    sb_free(&twice);
    plan_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const roles[] = {"qmax", "ttotal", "rates", "validate"};
    struct fuzz_part f[FUZZ_PARTS];
    struct evidence ev = {0};
    struct err e = ERR_INIT;
    fuzz_split(data, size, f);
    for (size_t i = 0; i < 4; i++)
        if (i == 0 || f[i].len > 0)
            evidence_add(&ev, roles[i], "kokoro-g5xlarge-8b1b96bc.json", f[i].text, f[i].len);
    double rate;
    struct scenario s = read_scenario(&f[4], &rate);
    struct err bad = ERR_INIT;
    fuzz_settled(scenario_check(&s, &bad), &bad);
    fuzz_is_numbers_in(bad.text, strlen(bad.text), data, size);
    if (bad.code == 0)
        fuzz_settled(evidence_read(&ev, true, true, &e), &e);
    if (bad.code == 0 && e.code == 0) {
        struct plan_request r = evidence_request(&ev, &s, rate);
        struct plan *p;
        fuzz_settled(plan_build(&r, &p, &e), &e);
        fuzz_is_numbers_in(e.text, strlen(e.text), data, size);
        if (e.code == 0) {
            possible(p);
            reads_back(p);
            plan_free(p);
        }
    }
    evidence_free(&ev);
    fuzz_split_free(f);
    return 0;
}
