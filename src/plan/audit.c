#include "plan/audit.h"

#include "model/chain.h"

void audit_fill(struct plan *p, const struct plan_request *r)
{
    (void)r;
    p->audit = (struct audit){
        .worst = VERDICT_SUPPRESSED,
        .mu_sat = NUM_UNKNOWN,
        .surge_exact = NUM_UNKNOWN,
        .surge_growth = NUM_UNKNOWN,
        .growth_mean_s = NUM_UNKNOWN,
        .survivable_c_scale_max = NUM_UNKNOWN,
        .survivable_t_total_s = NUM_UNKNOWN,
        .unit_cost = NUM_UNKNOWN,
        .rho_peak = NUM_UNKNOWN,
        .rho_trough = NUM_UNKNOWN,
        .refused_peak = NUM_UNKNOWN,
        .keep_up_peak = INT_UNKNOWN,
        .keep_up_trough = INT_UNKNOWN,
        .bracket_low = NUM_UNKNOWN,
        .bracket_high = NUM_UNKNOWN,
        .bracket_crossing = NUM_UNKNOWN,
        .flow = {.u_star = NUM_UNKNOWN,
                 .target_per_minute = NUM_UNKNOWN,
                 .instances = INT_UNKNOWN,
                 .min_instances = INT_UNKNOWN,
                 .max_instances = INT_UNKNOWN,
                 .cost_per_hour = NUM_UNKNOWN},
    };
    /* surge_survival is judged by it when nothing was sampled. */
    struct chain chain = chain_published(p->c_scale_max, p->measured.s_mean_s, (double)p->q_max);
    p->audit.surge_exact = chain_absorbed_within(&chain, p->measured.t_total_s).probability;
}
