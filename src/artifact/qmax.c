/* The ladder: qmax-<model>-<transport>-<slug>.json. */
#include "artifact/artifact.h"
#include "artifact/fields.h"
#include "artifact/fingerprint.h"
#include "base/limits.h"
#include "json/json.h"

#include <string.h>

const struct number_field step_numbers[] = {
    {"achieved_rps", offsetof(struct step, achieved_rps), FIELD_NOT_NEGATIVE},
    {"ttfab_p50_ms", offsetof(struct step, ttfab_p50_ms), FIELD_NOT_NEGATIVE},
    {"ttfab_p95_ms", offsetof(struct step, ttfab_p95_ms), FIELD_NOT_NEGATIVE},
    {"ttfab_p99_ms", offsetof(struct step, ttfab_p99_ms), FIELD_NOT_NEGATIVE},
    {"latency_p95_ms", offsetof(struct step, latency_p95_ms), FIELD_NOT_NEGATIVE},
    {"s_mean_s", offsetof(struct step, s_mean_s), FIELD_NOT_NEGATIVE},
    {"s_p95_s", offsetof(struct step, s_p95_s), FIELD_NOT_NEGATIVE},
    {"concurrency_mean", offsetof(struct step, concurrency_mean), FIELD_NOT_NEGATIVE},
    {"concurrency_peak", offsetof(struct step, concurrency_peak), FIELD_NOT_NEGATIVE},
    {"ttfab_drift_ms", offsetof(struct step, ttfab_drift_ms), FIELD_SIGNED},
    {"server_concurrency_mean", offsetof(struct step, server_concurrency_mean), FIELD_NOT_NEGATIVE},
    {"server_concurrency_peak", offsetof(struct step, server_concurrency_peak), FIELD_NOT_NEGATIVE},
    {"gpu_utilization_mean", offsetof(struct step, gpu_utilization_mean), FIELD_NOT_NEGATIVE},
    {"cpu_utilization_mean", offsetof(struct step, cpu_utilization_mean), FIELD_NOT_NEGATIVE},
};

const struct int_field step_ints[] = {
    {"run_index", offsetof(struct step, run_index), JSON_REQUIRED, 0},
    {"step_index", offsetof(struct step, step_index), JSON_OPTIONAL, 0},
    {"concurrency", offsetof(struct step, concurrency), JSON_REQUIRED, 1},
    {"completed", offsetof(struct step, completed), JSON_REQUIRED, 0},
    {"ok", offsetof(struct step, ok), JSON_OPTIONAL, 0},
    {"rejected", offsetof(struct step, rejected), JSON_OPTIONAL, 0},
    {"chars", offsetof(struct step, chars), JSON_OPTIONAL, 0},
};

const struct bool_field step_bools[] = {
    {"usable", offsetof(struct step, usable), JSON_REQUIRED},
    {"meets_slo", offsetof(struct step, meets_slo), JSON_REQUIRED},
    {"saturated", offsetof(struct step, saturated), JSON_OPTIONAL},
    {"settled", offsetof(struct step, settled), JSON_OPTIONAL},
    {"client_bound", offsetof(struct step, client_bound), JSON_OPTIONAL},
    {"capacity_changed", offsetof(struct step, capacity_changed), JSON_OPTIONAL},
};

const size_t n_step_numbers = FIELD_COUNT(step_numbers), n_step_ints = FIELD_COUNT(step_ints),
             n_step_bools = FIELD_COUNT(step_bools);

static const struct number_field ladder_numbers[] = {
    {"ttfab_p95_at_q_max_ms", offsetof(struct qmax, ttfab_p95_at_q_max_ms), FIELD_NOT_NEGATIVE},
    {"ttfab_p95_at_c1_ms", offsetof(struct qmax, ttfab_p95_at_c1_ms), FIELD_NOT_NEGATIVE},
    {"hold_s", offsetof(struct qmax, hold_s), FIELD_NOT_NEGATIVE},
    {"measure_window_s", offsetof(struct qmax, measure_window_s), FIELD_NOT_NEGATIVE},
};

static const struct bool_field ladder_bools[] = {
    {"q_max_bracketed", offsetof(struct qmax, q_max_bracketed), JSON_REQUIRED},
    {"frozen", offsetof(struct qmax, frozen), JSON_OPTIONAL},
    {"unbounded_queue", offsetof(struct qmax, unbounded_queue), JSON_OPTIONAL},
};

static const struct text_field ladder_texts[] = {
    {"model_name", offsetof(struct qmax, model_name), JSON_REQUIRED},
    {"instance_type", offsetof(struct qmax, instance_type), JSON_REQUIRED},
    {"endpoint", offsetof(struct qmax, endpoint), JSON_OPTIONAL},
    {"run_id", offsetof(struct qmax, run_id), JSON_OPTIONAL},
    {"transport", offsetof(struct qmax, transport), JSON_OPTIONAL},
};

static int read_outcomes(const struct json_ref *obj, struct arena *a, struct step *s, struct err *e)
{
    struct json_ref counts, item = {0};
    if (json_get_object(obj, "outcome_counts", JSON_OPTIONAL, &counts, e) != 0)
        return e->code;
    s->has_outcomes = json_type(&counts) == JSON_OBJECT;
    s->outcomes = arena_array(a, json_count(&counts), sizeof *s->outcomes);
    while (json_each(&counts, &item)) {
        struct count *c = &s->outcomes[s->n_outcomes++];
        c->name = arena_strdup(a, item.key);
        if (json_as_int(&item, &c->n, e) != 0)
            return e->code;
        if (c->n < 0)
            return json_fail(&item, e, "is negative");
    }
    return 0;
}

int step_read(const struct json_ref *r, struct arena *a, struct step *s, struct err *e)
{
    *s = (struct step){0};
    if (json_as_object(r, e) != 0 || fields_ints(r, step_ints, FIELD_COUNT(step_ints), s, e) != 0 ||
        fields_numbers(r, step_numbers, FIELD_COUNT(step_numbers), s, e) != 0 ||
        fields_bools(r, step_bools, FIELD_COUNT(step_bools), s, e) != 0 ||
        json_get_string(r, "unusable_reason", JSON_OPTIONAL, a, &s->unusable_reason, e) != 0)
        return e->code;
    struct json_ref mean = json_member(r, "s_mean_s");
    if (s->s_mean_s > 0 && s->s_mean_s < LIMIT_SERVICE_S)
        return json_fail(&mean, e, "is %g s, expected a service time of 1e-9 s at least", s->s_mean_s);
    struct json_ref flight = json_member(r, "concurrency_mean"), rps = json_member(r, "achieved_rps");
    if (s->concurrency_mean > 0 && s->concurrency_mean < LIMIT_OCCUPANCY)
        return json_fail(&flight, e, "is %g, expected 0 or 1e-9 requests in flight at least", s->concurrency_mean);
    if (s->achieved_rps > 0 && s->achieved_rps < LIMIT_OCCUPANCY)
        return json_fail(&rps, e, "is %g, expected 0 or 1e-9 requests/s at least", s->achieved_rps);
    return read_outcomes(r, a, s, e);
}

static int read_steps(const struct json_ref *root, struct arena *a, struct qmax *q, struct err *e)
{
    struct json_ref steps, item = {0};
    if (json_get_array(root, "steps", JSON_REQUIRED, LIMIT_STEPS, &steps, e) != 0)
        return e->code;
    q->steps = arena_array(a, json_count(&steps), sizeof *q->steps);
    bool any = false;
    while (json_each(&steps, &item)) {
        struct step *s = &q->steps[q->n_steps++];
        if (step_read(&item, a, s, e) != 0)
            return e->code;
        any |= s->meets_slo == TRI_YES;
    }
    if (!any)
        return json_fail(&steps, e,
                         "no rung meets the SLO, so there is no Q_max to plan with; measure lower rungs, or "
                         "promise a longer time to first audio byte");
    return 0;
}

/* A positive integer; every other value is malformed, whatever the flags. */
static int positive(const struct json_ref *root, const char *key, int64_t *out, struct err *e)
{
    if (json_get_int(root, key, JSON_REQUIRED, out, e) != 0)
        return e->code;
    struct json_ref r = json_member(root, key);
    if (*out <= 0 || (double)*out > LIMIT_FLEET)
        return json_fail(&r, e, "is %lld, expected a positive integer up to 1e9", (long long)*out);
    return 0;
}

static int read_service_times(const struct json_ref *root, struct qmax *q, struct err *e)
{
    struct json_ref mean = json_member(root, "s_mean_s"), p95 = json_member(root, "s_p95_s");
    if (json_as_number(&mean, &q->s_mean_s, e) != 0 || json_as_number(&p95, &q->s_p95_s, e) != 0)
        return e->code;
    if (!(q->s_mean_s >= LIMIT_SERVICE_S))
        return json_fail(&mean, e, "is %g s, expected a positive service time%s", q->s_mean_s,
                         q->s_mean_s > 0 ? " of 1e-9 s at least" : "");
    if (q->s_p95_s > LIMIT_MEASURED)
        return json_fail(&p95, e, "is %g s, beyond the 1e15 that a measurement can be", q->s_p95_s);
    if (q->s_p95_s < q->s_mean_s)
        return json_fail(&p95, e, "is %g s, below the mean service time s_mean_s of %g s", q->s_p95_s, q->s_mean_s);
    return 0;
}

static int refuse_old(const struct json_ref *root, struct err *e)
{
    static const char *const marks[] = {"c_max_curve", "knees"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct json_ref r = json_member(root, marks[i]);
        if (json_type(&r) != JSON_ABSENT)
            return json_fail(&r, e,
                             "this is a ladder of the older generation: it looks for the knee of a "
                             "throughput curve and knows no SLO, so it holds no Q_max; measure again with "
                             "`tts-bench qmax --slo-ms MS` and plan with the qmax-*.json that it writes");
    }
    return 0;
}

/* The other files of a plan lie beside the ladder and are easily taken for it. */
static int refuse_other(const struct json_ref *root, struct err *e)
{
    static const struct {
        const char *mark, *what;
    } others[] = {
        {"t_total_s", "this is a scale-out (ttotal), which --ttotal takes; expected a ladder (qmax)"},
        {"plan", "this is a plan.json; expected the ladder (qmax) that plans are made from"},
    };
    struct json_ref steps = json_member(root, "steps"), q_max = json_member(root, "q_max");
    for (size_t i = 0; i < FIELD_COUNT(others); i++) {
        struct json_ref r = json_member(root, others[i].mark);
        if (json_type(&r) != JSON_ABSENT && json_type(&steps) == JSON_ABSENT && json_type(&q_max) == JSON_ABSENT)
            return json_fail(root, e, "%s", others[i].what);
    }
    return 0;
}

int qmax_read_value(const struct json_ref *root, struct arena *a, struct qmax *q, struct err *e)
{
    *q = (struct qmax){0};
    if (json_as_object(root, e) == 0 && refuse_old(root, e) == 0 && refuse_other(root, e) == 0 &&
        fields_texts(root, ladder_texts, FIELD_COUNT(ladder_texts), a, q, e) == 0 &&
        positive(root, "slo_ms", &q->slo_ms, e) == 0 && read_steps(root, a, q, e) == 0 &&
        positive(root, "q_max", &q->q_max, e) == 0 &&
        ints_read(root, "q_max_per_run", JSON_REQUIRED, 1, a, &q->q_max_per_run, &q->n_per_run, e) == 0 &&
        read_service_times(root, q, e) == 0 &&
        fields_bools(root, ladder_bools, FIELD_COUNT(ladder_bools), q, e) == 0 &&
        fields_numbers(root, ladder_numbers, FIELD_COUNT(ladder_numbers), q, e) == 0 &&
        ints_read(root, "instance_counts_observed", JSON_OPTIONAL, 0, a, &q->instance_counts, &q->n_instance_counts,
                  e) == 0 &&
        json_get_int(root, "runs", JSON_OPTIONAL, &q->runs, e) == 0 &&
        fingerprint_read(root, "deployed_config", a, &q->config, e) == 0)
        provenance_read(root, a, &q->provenance, e);
    return e->code;
}

int qmax_read(const char *name, const char *text, size_t len, struct arena *a, struct qmax *q, struct err *e)
{
    struct json_doc *doc;
    if (json_parse(name, text, len, &json_limits_artifact, &doc, e) != 0)
        return e->code;
    struct json_ref root = json_root(doc);
    qmax_read_value(&root, a, q, e);
    json_free(doc);
    return e->code;
}
