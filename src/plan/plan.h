/* The plan: everything that the renderers may know, computed once. Renderers take a const pointer and
 * see no JSON. All memory is in plan->arena. Unknown values as in base/value.h. */
#ifndef HEADROOM_PLAN_PLAN_H
#define HEADROOM_PLAN_PLAN_H

#include "artifact/artifact.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/value.h"

enum verdict { VERDICT_OK, VERDICT_WARN, VERDICT_STOP, VERDICT_SUPPRESSED };

enum method { METHOD_PUBLISHED, METHOD_FLOW };

/* Within one T_total a surge may fill an instance with at most this probability. */
#define SURGE_LIMIT 0.1

/* What somebody chose: the load, the factors, the flags. */
struct scenario {
    double peak_rps, trough_rps, peak_streams, trough_streams; /* NUM_UNKNOWN: not given */
    double surge;                                              /* max_scaling_per_t_total, k */
    int64_t ttfab_slo_ms;
    int64_t min_floor; /* min_instances_floor */
    double ceiling_s;
    double assume_t_total_s; /* NUM_UNKNOWN: T_total was measured */
    int64_t quota;           /* INT_UNKNOWN: not given */
    enum method method;
    bool strict, no_sample, audit_full;
    bool allow_config_mismatch, allow_inconsistent;
};

/* plan.findings[]; also the shape of an audit check's head. Text is for people; numbers stand in it. */
struct finding {
    const char *name;
    enum verdict verdict; /* VERDICT_STOP is written "infeasible" */
    const char *detail;
    const char *recommendation; /* NULL: nothing to do */
};

/* One figure of an audit check. An integer figure is written without a point. */
struct figure {
    const char *key;
    enum figure_kind { FIGURE_NUMBER, FIGURE_INT, FIGURE_TEXT } kind;
    double number;   /* NUM_UNKNOWN: null */
    int64_t integer; /* INT_UNKNOWN: null */
    const char *text;
};

struct audit_check {
    const char *name;
    enum verdict verdict; /* VERDICT_STOP is written "stop" */
    struct figure *figures;
    size_t n_figures;
    const char *sentence;
    const char *recommendation; /* NULL: nothing to do */
};

/* The flow method: sized by throughput. Unknown when mu_sat or the load in rps is unknown. */
struct flow {
    double u_star;            /* largest utilization that holds P <= 0.1 under growth */
    double target_per_minute; /* u* mu_sat x 60: invocations per minute and instance */
    int64_t instances;        /* N = ceil(peak_rps / (u* mu_sat)) */
    int64_t min_instances, max_instances;
    double cost_per_hour; /* rate x N */
};

/* The audit's figures that charts, workbook and configuration need as numbers (all of them stand in the
 * checks too). Probabilities are rounded to 9 significant digits. */
struct audit {
    struct audit_check *checks; /* in the order of the table in plan/audit.c */
    size_t n_checks;
    enum verdict worst; /* the audit's own verdict */
    double mu_sat;      /* 1/s; NUM_UNKNOWN */
    double surge_exact; /* published chain without sampling */
    double surge_growth, growth_mean_s;
    double survivable_c_scale_max, survivable_t_total_s;
    double unit_cost; /* per million characters at served throughput */
    double rho_peak, rho_trough, refused_peak;
    int64_t keep_up_peak, keep_up_trough;               /* instances merely to keep up */
    double bracket_low, bracket_high, bracket_crossing; /* concurrency */
    struct flow flow;
};

/* Medians over usable steps at one concurrency. */
struct rung {
    int64_t concurrency;
    double p95_ms, cw_ratio; /* cw_ratio: median of server_concurrency_peak / concurrency_mean */
};

struct measured {
    const char *model_name, *endpoint, *instance_type, *transport;
    int64_t q_max, slo_ms;
    enum tri q_max_bracketed, frozen, unbounded_queue;
    double ttfab_p95_at_c1_ms, s_mean_s, s_p95_s;
    double t_total_s; /* bound included, or the assumed value */
    bool t_total_measured;
    double chars_per_request; /* 0: unknown, as in the published format */
    int64_t *instance_counts;
    size_t n_instance_counts;
    struct fingerprint config;
    double q_max_spread;
    int64_t runs_contributing;
    struct rung *rungs; /* ascending concurrency; only rungs with a usable step */
    size_t n_rungs;
    struct provenance provenance;
};

/* One file that the plan was made from. */
struct input {
    const char *role; /* "qmax", "ttotal", "rates", "validate" */
    const char *name; /* base name */
    const char *run_id;
    const char *measured_at; /* as written in the artifact; NULL */
    char sha256[65];
    size_t size;
    const char *text; /* exact bytes, NUL-terminated */
};

/* Which rate applied. */
struct rate_used {
    double per_hour; /* NUM_UNKNOWN: no rate for this instance type */
    const char *currency, *region, *date, *source;
    const char *origin; /* "built-in", "file", "flag" */
};

struct plan {
    struct arena *arena;
    bool has_headroom; /* false: a plan.json of another tool; serves verify and compare only */
    const char *schema_version, *tool_version;

    /* plan.* of plan.json, the published method */
    const char *model_name, *endpoint, *instance_type, *slug;
    int64_t q_max;
    enum tri q_max_is_lower_bound;
    double c_scale_max, c_scale_min;
    double c_scale_max_cw, c_scale_min_cw; /* scaling_target_value, scale_in_threshold; NUM_UNKNOWN */
    double cw_ratio;                       /* cw_units_ratio; NUM_UNKNOWN */
    int64_t min_safe_instances;            /* INT_UNKNOWN: none is safe */
    double w_max_s, ceiling_s;
    int64_t min_instances, max_instances, peak_instances, trough_instances;
    int64_t fleet_at_q_max; /* the peak fleet if instances were filled to Q_max */
    int64_t queue_max_depth, scale_out_cooldown_s, scale_in_cooldown_s;
    double utilization, shed_probability; /* sampled; NUM_UNKNOWN: not drawn */
    double peak_cost_per_hour, peak_cost_per_m_chars;
    struct finding *findings;
    size_t n_findings;
    struct measured measured;
    struct scenario scenario;
    enum tri t_total_measured;   /* the copy at the top of plan.json */
    const char *verdict_text;    /* "INFEASIBLE", "warn (2)", "ok" */
    enum verdict verdict;        /* STOP, WARN or OK */
    const char *config_block;    /* the Python form */
    const char *alarm_threshold; /* a sentence */
    double alarm_ms;             /* NUM_UNKNOWN: no N=1 rung */

    /* headroom.* of plan.json */
    struct input *inputs;
    size_t n_inputs;
    struct rate_used rate;
    struct step *steps; /* the ladder */
    size_t n_steps;
    struct stage *stages; /* durations, the one before the clock included */
    size_t n_stages;
    const char **missing_stages;
    size_t n_missing;
    double policy_lag_bound_s; /* NUM_UNKNOWN: not stated */
    struct audit audit;
    const char **warnings; /* accepted deviations and doubts about the inputs */
    size_t n_warnings;
};

/* The words of plan.json and of people. */
const char *verdict_published(enum verdict v); /* ok warn infeasible suppressed */
const char *verdict_audit(enum verdict v);     /* ok warn stop suppressed */
const char *verdict_mark(enum verdict v);      /* OK WARN STOP ---- */

/* A copy of everything is in the plan's arena; freeing it frees the plan. NULL is allowed. */
void plan_free(struct plan *p);

/* Newest measured_at of the inputs in seconds since 1970, SOURCE_DATE_EPOCH when it is set, 1980-01-01
 * when neither is known: the date that outputs carry. */
int64_t plan_date(const struct plan *p);

/* Fills OUT, with room for all of them, worst first: stop, warn, suppressed, ok; equals in their order. */
void plan_findings_worst_first(const struct plan *p, const struct finding **out);
void plan_checks_worst_first(const struct plan *p, const struct audit_check **out);

/* Finds a finding or an audit check by name; NULL. */
/* How many usable steps the ladder held at this concurrency. */
size_t plan_usable_steps(const struct plan *p, int64_t concurrency);
const struct finding *plan_finding(const struct plan *p, const char *name);
const struct audit_check *plan_check(const struct plan *p, const char *name);
const struct figure *check_figure(const struct audit_check *c, const char *key);

#endif
