/* The derived ladder as JSON, laid out as published ladders are. */
#include "ladder/derive.h"

#include "base/jsonw.h"

static void unknown(struct jsonw *w, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        jw_key(w, keys[i]);
        jw_null(w);
    }
}

static void write_step(struct jsonw *w, const struct step *s)
{
    static const char *const tail[] = {"capacity_changed",
                                       "instance_counts",
                                       "server_concurrency_mean",
                                       "server_concurrency_peak",
                                       "server_model_latency_p95_ms",
                                       "server_5xx_total",
                                       "gpu_utilization_mean",
                                       "cpu_utilization_mean",
                                       "concurrency_agreement"};
    static const char *const judged[] = {"saturated", "settled", "client_bound"};
    jw_object(w);
    jw_kint(w, "run_index", s->run_index);
    jw_kint(w, "step_index", s->step_index);
    jw_kint(w, "concurrency", s->concurrency);
    jw_kdouble(w, "achieved_rps", s->achieved_rps);
    jw_kint(w, "completed", s->completed);
    jw_kint(w, "ok", s->ok);
    jw_kint(w, "rejected", s->rejected);
    jw_kint(w, "chars", s->chars);
    jw_key(w, "outcome_counts");
    jw_object(w);
    jw_kint(w, "ok", s->ok);
    if (s->completed > s->ok)
        jw_kint(w, "failed", s->completed - s->ok);
    jw_end(w);
    jw_kdouble(w, "ttfab_p50_ms", s->ttfab_p50_ms);
    jw_kdouble(w, "ttfab_p95_ms", s->ttfab_p95_ms);
    jw_kdouble(w, "ttfab_p99_ms", s->ttfab_p99_ms);
    jw_kdouble(w, "latency_p95_ms", s->latency_p95_ms);
    jw_kdouble(w, "s_mean_s", s->s_mean_s);
    jw_kdouble(w, "s_p95_s", s->s_p95_s);
    jw_kdouble(w, "concurrency_mean", s->concurrency_mean);
    jw_kint(w, "concurrency_peak", (int64_t)s->concurrency_peak);
    jw_kdouble(w, "ttfab_drift_ms", NUM_UNKNOWN);
    jw_ktri(w, "meets_slo", s->meets_slo);
    unknown(w, judged, sizeof judged / sizeof *judged);
    jw_ktri(w, "usable", s->usable);
    jw_kstring(w, "unusable_reason", s->unusable_reason);
    unknown(w, tail, sizeof tail / sizeof *tail);
    jw_end(w);
}

void ladder_write(const struct qmax *q, struct strbuf *out)
{
    static const char *const conduct[] = {"frozen", "unbounded_queue", "instance_counts_observed",
                                          "ladder_truncated_at", "transport"};
    struct jsonw w;
    jw_init(&w, out, 2);
    jw_object(&w);
    jw_kstring(&w, "model_name", q->model_name);
    jw_kstring(&w, "endpoint", NULL);
    jw_kstring(&w, "instance_type", q->instance_type);
    jw_kstring(&w, "run_id", q->run_id);
    jw_kint(&w, "slo_ms", q->slo_ms);
    jw_kint(&w, "q_max", q->q_max);
    jw_key(&w, "q_max_per_run");
    jw_array(&w);
    for (size_t i = 0; i < q->n_per_run; i++)
        jw_int(&w, q->q_max_per_run[i]);
    jw_end(&w);
    jw_ktri(&w, "q_max_bracketed", q->q_max_bracketed);
    jw_kdouble(&w, "ttfab_p95_at_q_max_ms", q->ttfab_p95_at_q_max_ms);
    jw_kdouble(&w, "s_mean_s", q->s_mean_s);
    jw_kdouble(&w, "s_p95_s", q->s_p95_s);
    unknown(&w, conduct, sizeof conduct / sizeof *conduct);
    jw_key(&w, "deployed_config");
    jw_object(&w);
    jw_kstring(&w, "instance_type", q->config.instance_type);
    jw_kstring(&w, "image_digest", q->config.image_digest);
    jw_kstring(&w, "container_env", NULL);
    jw_end(&w);
    jw_kint(&w, "runs", q->runs);
    jw_kdouble(&w, "hold_s", NUM_UNKNOWN);
    jw_kdouble(&w, "measure_window_s", NUM_UNKNOWN);
    jw_key(&w, "steps");
    jw_array(&w);
    for (size_t i = 0; i < q->n_steps; i++)
        write_step(&w, &q->steps[i]);
    jw_end(&w);
    jw_key(&w, "provenance");
    jw_object(&w);
    jw_kstring(&w, "origin", q->provenance.origin);
    jw_kstring(&w, "run_id", q->provenance.run_id);
    jw_kstring(&w, "measured_at", NULL);
    jw_kstring(&w, "endpoint", NULL);
    jw_kstring(&w, "note", q->provenance.note);
    jw_end(&w);
    jw_kdouble(&w, "ttfab_p95_at_c1_ms", q->ttfab_p95_at_c1_ms);
    jw_end(&w);
    sb_addc(out, '\n');
}
