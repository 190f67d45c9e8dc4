#include "store/tables.h"

#include <stddef.h>

#define TABLE(name) const struct table name = {name##_fields, sizeof name##_fields / sizeof *name##_fields}
#define P(key, type, member) \
    { \
        key, type, offsetof(struct plan, member) \
    }
#define M(key, type) \
    { \
#key, type, offsetof(struct measured, key) \
    }
#define S(key, type, member) \
    { \
        key, type, offsetof(struct scenario, member) \
    }
#define A(key, type) \
    { \
#key, type, offsetof(struct audit, key) \
    }

static const struct field table_plan_fields[] = {
    P("model_name", F_TEXT, model_name),
    P("endpoint", F_TEXT, endpoint),
    P("instance_type", F_TEXT, instance_type),
    P("q_max", F_INT, q_max),
    P("q_max_is_lower_bound", F_TRI, q_max_is_lower_bound),
    P("c_scale_max", F_NUMBER, c_scale_max),
    P("c_scale_min", F_NUMBER, c_scale_min),
    P("c_scale_max_in_cw_units", F_NUMBER, c_scale_max_cw),
    P("cw_units_ratio", F_NUMBER, cw_ratio),
    P("min_safe_instances", F_INT, min_safe_instances),
    P("w_max_s", F_NUMBER, w_max_s),
    P("ceiling_s", F_NUMBER, ceiling_s),
    P("min_instances", F_INT, min_instances),
    P("max_instances", F_INT, max_instances),
    P("peak_instances", F_INT, peak_instances),
    P("trough_instances", F_INT, trough_instances),
    P("queue_max_depth", F_INT, queue_max_depth),
    P("scale_out_cooldown_s", F_INT, scale_out_cooldown_s),
    P("scale_in_cooldown_s", F_INT, scale_in_cooldown_s),
    P("utilization_at_c_scale_max", F_NUMBER, utilization),
    P("shed_probability_at_c_scale_max", F_NUMBER, shed_probability),
    P("peak_cost_per_hour", F_NUMBER, peak_cost_per_hour),
    P("peak_cost_per_m_chars", F_NUMBER, peak_cost_per_m_chars),
};
TABLE(table_plan);

static const struct field table_measured_fields[] = {
    M(model_name, F_TEXT),
    M(endpoint, F_TEXT),
    M(instance_type, F_TEXT),
    M(q_max, F_INT),
    M(q_max_bracketed, F_TRI),
    M(slo_ms, F_INT),
    M(ttfab_p95_at_c1_ms, F_NUMBER),
    M(s_mean_s, F_NUMBER),
    M(s_p95_s, F_NUMBER),
    M(t_total_s, F_NUMBER),
    M(t_total_measured, F_BOOL),
    M(chars_per_request, F_NUMBER),
    M(frozen, F_TRI),
    M(unbounded_queue, F_TRI),
};
TABLE(table_measured);

static const struct field table_measured_tail_fields[] = {
    M(q_max_spread, F_NUMBER),
    M(runs_contributing, F_INT),
};
TABLE(table_measured_tail);

static const struct field table_scenario_fields[] = {
    S("peak_rps", F_NUMBER, peak_rps),
    S("trough_rps", F_NUMBER, trough_rps),
    S("peak_streams", F_NUMBER, peak_streams),
    S("trough_streams", F_NUMBER, trough_streams),
    S("max_scaling_per_t_total", F_NUMBER, surge),
    S("ttfab_slo_ms", F_INT, ttfab_slo_ms),
    S("min_instances_floor", F_INT, min_floor),
};
TABLE(table_scenario);

static const struct field table_flags_fields[] = {
    S("ceiling_s", F_NUMBER, ceiling_s),
    S("assume_t_total_s", F_NUMBER, assume_t_total_s),
    S("quota", F_INT, quota),
    S("strict", F_BOOL, strict),
    S("no_sample", F_BOOL, no_sample),
    S("audit_full", F_BOOL, audit_full),
    S("allow_config_mismatch", F_BOOL, allow_config_mismatch),
    S("allow_inconsistent", F_BOOL, allow_inconsistent),
};
TABLE(table_flags);

static const struct field table_provenance_fields[] = {
    {"origin", F_TEXT, offsetof(struct provenance, origin)},
    {"run_id", F_TEXT, offsetof(struct provenance, run_id)},
    {"measured_at", F_TEXT, offsetof(struct provenance, measured_at)},
    {"endpoint", F_TEXT, offsetof(struct provenance, endpoint)},
    {"note", F_TEXT, offsetof(struct provenance, note)},
};
TABLE(table_provenance);

static const struct field table_rate_fields[] = {
    {"per_hour", F_NUMBER, offsetof(struct rate_used, per_hour)},
    {"currency", F_TEXT, offsetof(struct rate_used, currency)},
    {"region", F_TEXT, offsetof(struct rate_used, region)},
    {"date", F_TEXT, offsetof(struct rate_used, date)},
    {"source", F_TEXT, offsetof(struct rate_used, source)},
    {"origin", F_TEXT, offsetof(struct rate_used, origin)},
};
TABLE(table_rate);

static const struct field table_audit_fields[] = {
    A(mu_sat, F_NUMBER),
    A(rho_peak, F_NUMBER),
    A(rho_trough, F_NUMBER),
    A(refused_peak, F_NUMBER),
    A(keep_up_peak, F_INT),
    A(keep_up_trough, F_INT),
    A(surge_exact, F_NUMBER),
    A(surge_growth, F_NUMBER),
    A(growth_mean_s, F_NUMBER),
    A(survivable_c_scale_max, F_NUMBER),
    A(survivable_t_total_s, F_NUMBER),
    A(unit_cost, F_NUMBER),
    A(bracket_low, F_NUMBER),
    A(bracket_high, F_NUMBER),
    A(bracket_crossing, F_NUMBER),
};
TABLE(table_audit);

static const struct field table_flow_fields[] = {
    {"minimum", F_INT, offsetof(struct flow, min_instances)},
    {"maximum", F_INT, offsetof(struct flow, max_instances)},
    {"target", F_NUMBER, offsetof(struct flow, target_per_minute)},
    {"cost", F_NUMBER, offsetof(struct flow, cost_per_hour)},
    {"instances", F_INT, offsetof(struct flow, instances)},
    {"u_star", F_NUMBER, offsetof(struct flow, u_star)},
};
TABLE(table_flow);

static const struct field table_extra_fields[] = {
    P("slug", F_TEXT, slug),
    P("fleet_at_q_max", F_INT, fleet_at_q_max),
    P("alarm_ms", F_NUMBER, alarm_ms),
    P("policy_lag_bound_s", F_NUMBER, policy_lag_bound_s),
};
TABLE(table_extra);
