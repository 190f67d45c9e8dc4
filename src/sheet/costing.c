#include "sheet/costing.h"

#include "model/policy.h"

/* The assumed day: share of the way from trough to peak in each hour. */
static const double day_shape[24] = {0.20, 0.10, 0.05, 0.00, 0.00, 0.05, 0.15, 0.30, 0.50, 0.70, 0.80, 0.85,
                                     0.85, 0.85, 0.90, 0.90, 0.90, 0.95, 1.00, 1.00, 0.95, 0.80, 0.55, 0.35};
static const int64_t day_hours[24] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                      12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};

static double count(int64_t n)
{
    return int_known(n) ? (double)n : NUM_UNKNOWN;
}

/* NaN wins, unlike fmax and fmin: an unknown stays unknown. */
static double larger(double a, double b)
{
    return isnan(a) || isnan(b) ? NUM_UNKNOWN : a > b ? a : b;
}

static double smaller(double a, double b)
{
    return isnan(a) || isnan(b) ? NUM_UNKNOWN : a < b ? a : b;
}

static double over(double a, double b)
{
    return b > 0 ? a / b : NUM_UNKNOWN;
}

const char *load_unit_text(enum load_unit u)
{
    return u == LOAD_RPS ? "requests/s" : u == LOAD_STREAMS ? "streams" : "requests in flight";
}

static double fleet_in(enum load_unit unit, double load, double s_mean_s, double c_scale_max)
{
    if (unit == LOAD_RPS)
        return policy_fleet_rps(load, s_mean_s, c_scale_max);
    return policy_fleet_streams(load, c_scale_max);
}

/* Instances for one load of the profile's unit at a threshold. */
static double costing_fleet(const struct costing *c, double load, double c_scale_max)
{
    return fleet_in(c->unit, load, c->s_mean_s, c_scale_max);
}

/* Ratio of the measured rung nearest C_scale_max, ties to the higher: the last rung whose half-way point
 * to the one below is not above it. */
static double cw_ratio_near(const struct measured *m, double c_scale_max)
{
    double ratio = NUM_UNKNOWN, below = NUM_UNKNOWN;
    for (size_t i = 0; i < m->n_rungs; i++) {
        const struct rung *r = &m->rungs[i];
        if (!num_known(r->cw_ratio))
            continue;
        double from = isnan(below) ? 0 : (below + (double)r->concurrency) / 2;
        if (c_scale_max >= from)
            ratio = r->cw_ratio;
        below = (double)r->concurrency;
    }
    return ratio;
}

static void fill_given(struct costing *c, const struct plan *p)
{
    const struct scenario *s = &p->scenario;
    c->rate = p->rate.per_hour;
    c->currency = p->rate.currency ? p->rate.currency : "unknown";
    c->peak_unit = num_known(s->peak_streams) ? LOAD_STREAMS : LOAD_RPS;
    c->peak = c->peak_unit == LOAD_STREAMS ? s->peak_streams : s->peak_rps;
    if (!num_known(c->peak))
        c->peak = 0;
    c->trough_given = num_known(s->trough_streams) || num_known(s->trough_rps);
    c->trough_unit = num_known(s->trough_streams) ? LOAD_STREAMS : num_known(s->trough_rps) ? LOAD_RPS : c->peak_unit;
    c->trough = !c->trough_given ? 0 : c->trough_unit == LOAD_STREAMS ? s->trough_streams : s->trough_rps;
    c->surge = s->surge;
    c->floor = count(s->min_floor);
    c->hours_per_month = 730;
    c->q_max = count(p->measured.q_max);
    c->s_mean_s = p->measured.s_mean_s;
    c->s_p95_s = p->measured.s_p95_s;
    c->slo_ms = count(p->measured.slo_ms);
    c->t_total_s = p->measured.t_total_s;
    c->chars_per_request = p->measured.chars_per_request > 0 ? p->measured.chars_per_request : NUM_UNKNOWN;
    c->mu_sat = p->audit.mu_sat > 0 ? p->audit.mu_sat : NUM_UNKNOWN;
    c->u_star = p->audit.flow.u_star > 0 ? p->audit.flow.u_star : NUM_UNKNOWN;
}

static void fill_published(struct costing *c, const struct plan *p)
{
    c->headroom = c->surge - 1;
    c->c_scale_max = policy_c_scale_max(c->surge, c->q_max);
    c->c_scale_min = policy_c_scale_min(c->surge, c->q_max);
    c->scale_ratio = over(c->c_scale_max, c->c_scale_min);
    c->min_safe = count(policy_min_safe(c->c_scale_max, c->c_scale_min));
    c->w_max_s = policy_w_max(p->measured.slo_ms, c->s_p95_s);
    c->utilization = policy_utilization(c->c_scale_max);
    c->cw_ratio = cw_ratio_near(&p->measured, c->c_scale_max);
    c->scaling_target = c->c_scale_max * c->cw_ratio;
    c->scale_in_threshold = c->c_scale_min * c->cw_ratio;
    c->trough_fleet = fleet_in(c->trough_unit, c->trough, c->s_mean_s, c->c_scale_max);
    c->peak_fleet = fleet_in(c->peak_unit, c->peak, c->s_mean_s, c->c_scale_max);
    c->min_instances = larger(c->floor, c->trough_fleet);
    c->max_instances = larger(c->min_instances, c->peak_fleet);
    c->fleet_at_q_max = fleet_in(c->peak_unit, c->peak, c->s_mean_s, c->q_max);
    c->rate_effective = c->rate * (1 - c->discount);
    c->peak_cost_per_hour = c->rate_effective * c->peak_fleet;
    c->published_rps = c->peak_unit == LOAD_RPS ? c->peak : c->peak_fleet * c->c_scale_max / c->s_mean_s;
    c->peak_cost_per_m_chars = policy_cost_per_m_chars(c->peak_cost_per_hour, c->published_rps, c->chars_per_request);
}

static void fill_flow(struct costing *c)
{
    bool rps = c->peak_unit == LOAD_RPS;
    double served = c->peak_fleet * c->mu_sat;
    c->unit_cost_served =
        policy_cost_per_m_chars(c->peak_cost_per_hour, rps ? smaller(c->peak, served) : served, c->chars_per_request);
    c->rho_peak = rps ? c->peak / (c->max_instances * c->mu_sat) : NUM_UNKNOWN;
    c->refused_peak = c->rho_peak <= 0 ? 0 : larger(0, 1 - 1 / c->rho_peak);
    c->keep_up_peak = !rps ? NUM_UNKNOWN : c->peak <= 0 ? 0 : larger(1, ceil(c->peak / c->mu_sat));
    bool trough_rps = c->trough_unit == LOAD_RPS && c->trough_given;
    c->rho_trough = trough_rps ? c->trough / (c->min_instances * c->mu_sat) : NUM_UNKNOWN;
    c->keep_up_trough = !trough_rps ? NUM_UNKNOWN : c->trough <= 0 ? 0 : larger(1, ceil(c->trough / c->mu_sat));

    c->flow_known = rps && num_known(c->mu_sat) && num_known(c->u_star);
    c->flow_per_instance = c->flow_known ? c->u_star * c->mu_sat : NUM_UNKNOWN;
    c->flow_target = c->flow_per_instance * 60;
    c->flow_instances = ceil(c->peak / c->flow_per_instance);
    c->flow_min = !c->flow_known               ? NUM_UNKNOWN
                  : c->trough_unit == LOAD_RPS ? larger(c->floor, ceil(c->trough / c->flow_per_instance))
                                               : c->floor;
    c->flow_max = larger(c->flow_min, c->flow_instances);
    c->flow_cost_per_hour = c->rate_effective * c->flow_instances;
}

static void fill_profile(struct costing *c, const struct profile *profile, struct arena *arena)
{
    c->assumed = profile == NULL;
    c->n = profile ? profile->n : 24;
    c->unit = profile ? LOAD_RPS : c->peak_unit == c->trough_unit ? c->peak_unit : LOAD_CONCURRENT;
    double **arrays[] = {&c->shape, &c->load, &c->fleet, &c->instances, &c->flow_fleet, &c->cost, &c->flow_cost};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = arena_array(arena, c->n, sizeof **arrays[i]);
    c->hour = profile ? profile->hour : day_hours;
    bool convert = c->unit == LOAD_CONCURRENT;
    double low = convert && c->trough_unit == LOAD_RPS ? c->trough * c->s_mean_s : c->trough;
    double high = convert && c->peak_unit == LOAD_RPS ? c->peak * c->s_mean_s : c->peak;
    bool flow = c->flow_known && c->unit == LOAD_RPS;
    double loads = 0;
    c->instance_hours = c->flow_instance_hours = c->hours_at_limit = 0;
    for (size_t i = 0; i < c->n; i++) {
        c->shape[i] = profile ? NUM_UNKNOWN : day_shape[i];
        c->load[i] = profile ? profile->rps[i] : low + (high - low) * day_shape[i];
        c->fleet[i] = costing_fleet(c, c->load[i], c->c_scale_max);
        c->instances[i] = smaller(c->max_instances, larger(c->min_instances, c->fleet[i]));
        c->cost[i] = c->instances[i] * c->rate_effective;
        c->flow_fleet[i] =
            flow ? smaller(c->flow_max, larger(c->flow_min, ceil(c->load[i] / c->flow_per_instance))) : NUM_UNKNOWN;
        c->flow_cost[i] = c->flow_fleet[i] * c->rate_effective;
        loads += c->load[i];
        c->instance_hours += c->instances[i];
        c->flow_instance_hours += c->flow_fleet[i];
        c->hours_at_limit += c->fleet[i] > c->max_instances;
    }
    double n = (double)c->n;
    c->average_load = loads / n;
    c->average_instances = c->instance_hours / n;
    c->flow_average_instances = c->flow_instance_hours / n;
}

/* Requests per second behind each column. Streams are counted as the published method counts them: every
 * instance that the load needs, filled to C_scale_max. */
static void fill_offered(struct costing *c)
{
    double per_instance = c->c_scale_max / c->s_mean_s, fleets = 0;
    for (size_t i = 0; i < c->n; i++)
        fleets += c->fleet[i];
    c->offered_rps[AT_TROUGH] =
        c->trough_unit == LOAD_RPS ? c->trough : c->trough_fleet * c->c_scale_max / c->s_mean_s;
    c->offered_rps[AT_AVERAGE] = c->unit == LOAD_RPS ? c->average_load : fleets / (double)c->n * per_instance;
    c->offered_rps[AT_PEAK] = c->published_rps;
}

static double served_average(const struct costing *c, const double *instances)
{
    double sum = 0;
    for (size_t i = 0; i < c->n; i++)
        sum += smaller(c->load[i], instances[i] * c->mu_sat);
    return sum / (double)c->n;
}

static void fill_method(const struct costing *c, struct method_cost *m, const double *instances)
{
    for (int k = 0; k < COLUMNS; k++) {
        double n = m->instances[k];
        m->hours_day[k] = n * 24;
        m->hours_month[k] = n * c->hours_per_month;
        m->hours_year[k] = m->hours_month[k] * 12;
        m->cost_hour[k] = c->rate_effective * n;
        m->cost_day[k] = m->cost_hour[k] * 24;
        m->cost_month[k] = m->cost_hour[k] * c->hours_per_month + c->other_month;
        m->cost_year[k] = m->cost_month[k] * 12;
        enum load_unit unit = k == AT_TROUGH ? c->trough_unit : k == AT_PEAK ? c->peak_unit : c->unit;
        double can = n * c->mu_sat;
        m->served_rps[k] = unit != LOAD_RPS  ? can
                           : k == AT_AVERAGE ? served_average(c, instances)
                                             : smaller(c->offered_rps[k], can);
        m->refused[k] = unit == LOAD_RPS && c->offered_rps[k] > 0
                            ? larger(0, 1 - m->served_rps[k] / c->offered_rps[k])
                            : NUM_UNKNOWN;
        m->per_1000[k] = over(m->cost_hour[k], c->offered_rps[k] * 3600) * 1000;
        m->per_m_chars[k] = policy_cost_per_m_chars(m->cost_hour[k], c->offered_rps[k], c->chars_per_request);
        m->per_m_chars_served[k] = policy_cost_per_m_chars(m->cost_hour[k], m->served_rps[k], c->chars_per_request);
    }
}

void costing_fill(struct costing *c, const struct plan *p, const struct profile *profile, struct arena *arena)
{
    *c = (struct costing){0};
    fill_given(c, p);
    fill_published(c, p);
    fill_flow(c);
    fill_profile(c, profile, arena);
    fill_offered(c);
    const double published[] = {c->min_instances, c->average_instances, c->max_instances};
    const double flow[] = {c->flow_min, c->flow_average_instances, c->flow_max};
    for (int k = 0; k < COLUMNS; k++) {
        c->published.instances[k] = published[k];
        c->flow.instances[k] = flow[k];
    }
    fill_method(c, &c->published, c->instances);
    fill_method(c, &c->flow, c->flow_fleet);
}

double costing_hours(const struct costing *c, double c_scale_max, double instance_rate, double least, double most)
{
    double sum = 0;
    for (size_t i = 0; i < c->n; i++) {
        double n =
            num_known(instance_rate) ? ceil(c->load[i] / instance_rate) : costing_fleet(c, c->load[i], c_scale_max);
        sum += smaller(most, larger(least, n));
    }
    return sum;
}

double costing_month(const struct costing *c, double instance_hours)
{
    return c->rate_effective * (instance_hours / (double)c->n) * c->hours_per_month + c->other_month;
}
