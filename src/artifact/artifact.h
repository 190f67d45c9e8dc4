/* The measurement artifacts as plain structs. Strings and arrays live in the arena that the reader was
 * given. A figure that is null or absent in the file is unknown (base/value.h): 'not measured', which is
 * neither 0 nor a pass. */
#ifndef HEADROOM_ARTIFACT_ARTIFACT_H
#define HEADROOM_ARTIFACT_ARTIFACT_H

#include "base/err.h"
#include "base/mem.h"
#include "base/value.h"

#include <stddef.h>

/* The configuration that was measured. */
struct env_var {
    const char *name;
    const char *value; /* canonical JSON of the value: strings keep their quotes */
};

struct fingerprint {
    bool present;              /* deployed_config was there and not empty */
    const char *instance_type; /* "ml.g5.xlarge" */
    const char *image_digest;
    bool has_env;
    struct env_var *env; /* sorted by name */
    size_t n_env;
};

struct count {
    const char *name;
    int64_t n;
};

struct provenance {
    bool present;
    const char *origin, *run_id, *measured_at, *endpoint, *note;
};

/* One held concurrency of one pass of the ladder. Times in ms or s as the names say; rates in 1/s. */
struct step {
    int64_t run_index, step_index, concurrency, completed, ok, rejected, chars;
    double achieved_rps, ttfab_p50_ms, ttfab_p95_ms, ttfab_p99_ms, latency_p95_ms, s_mean_s, s_p95_s;
    double concurrency_mean, concurrency_peak, ttfab_drift_ms;
    double server_concurrency_mean, server_concurrency_peak;
    double gpu_utilization_mean, cpu_utilization_mean; /* percent */
    enum tri meets_slo, usable, saturated, settled, client_bound, capacity_changed;
    const char *unusable_reason;
    struct count *outcomes; /* outcome_counts */
    size_t n_outcomes;
    bool has_outcomes;
};

struct qmax {
    const char *model_name, *endpoint, *instance_type, *run_id, *transport;
    int64_t slo_ms, q_max;
    int64_t *q_max_per_run;
    size_t n_per_run;
    enum tri q_max_bracketed, frozen, unbounded_queue;
    double ttfab_p95_at_q_max_ms, ttfab_p95_at_c1_ms, s_mean_s, s_p95_s;
    int64_t *instance_counts; /* instance_counts_observed; NULL when unknown */
    size_t n_instance_counts;
    int64_t runs;
    double hold_s, measure_window_s;
    struct fingerprint config;
    struct step *steps;
    size_t n_steps;
    struct provenance provenance;
};

struct mark { /* one entry of a timeline */
    const char *stage, *at, *source, *note;
    int64_t at_us; /* since 1970; INT_UNKNOWN when the stamp cannot be read */
    enum tri bounded;
};

struct stage { /* one entry of durations */
    const char *from, *to;
    double seconds, share;
    enum tri bounded;
};

struct ttotal {
    const char *model_name, *endpoint, *run_id, *trigger, *config_slug;
    struct fingerprint config;
    double t_total_s, t_total_with_policy_bound_s, policy_lag_bound_s;
    enum tri t_total_bounded;
    struct mark *timeline;
    size_t n_timeline;
    struct stage *durations;
    size_t n_durations;
    const char **missing_stages;
    size_t n_missing;
    const char **notes;
    size_t n_notes;
};

struct validation { /* one check of a validate artifact */
    const char *check, *verdict, *detail;
};

struct rate_entry {
    const char *instance_type;
    double per_hour;
};

struct rates {
    const char *region, *date, *source, *currency;
    struct rate_entry *entries;
    size_t n;
};

struct json_ref;

/* Readers: NAME is the file's base name for messages, TEXT is NUL-terminated at text[len]. All of them
 * return EXIT_REFUSED with file, path and what was expected. */
int qmax_read(const char *name, const char *text, size_t len, struct arena *a, struct qmax *out, struct err *e);
int ttotal_read(const char *name, const char *text, size_t len, struct arena *a, struct ttotal *out, struct err *e);
/* The same from a value that is part of a larger document; messages give the path in that. */
int qmax_read_value(const struct json_ref *r, struct arena *a, struct qmax *out, struct err *e);
int ttotal_read_value(const struct json_ref *r, struct arena *a, struct ttotal *out, struct err *e);
int validate_read(const char *name, const char *text, size_t len, struct arena *a, struct validation **out, size_t *n,
                  struct err *e);
int rates_read(const char *name, const char *text, size_t len, struct arena *a, struct rates *out, struct err *e);

/* The eight published on-demand figures that apply when neither --rates nor --rate is given. */
const struct rates *rates_builtin(void);
/* Per instance and hour; NUM_UNKNOWN for an instance type that is not in the table. */
double rates_find(const struct rates *r, const char *instance_type);

#endif
