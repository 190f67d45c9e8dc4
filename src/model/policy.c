#include "model/policy.h"

#include "base/limits.h"

double policy_c_scale_max(double surge, double q_max)
{
    double h = surge - 1;
    return (1 - h) * q_max;
}

double policy_c_scale_min(double surge, double q_max)
{
    double h = surge - 1;
    return (1 - 2 * h) * q_max;
}

int64_t policy_min_safe(double c_scale_max, double c_scale_min)
{
    if (!(c_scale_min > 0))
        return INT_UNKNOWN;
    double r = c_scale_max / c_scale_min;
    if (!(r > 1))
        return INT_UNKNOWN;
    double n = ceil(r / (r - 1) - 1e-9);
    if (!(n <= LIMIT_FLEET))
        return INT_UNKNOWN;
    return n < 2 ? 2 : (int64_t)n;
}

static double at_least_one(double n)
{
    return n < 1 ? 1 : n;
}

double policy_fleet_rps(double rps, double s_mean_s, double c_scale_max)
{
    if (!(rps > 0))
        return 0;
    return at_least_one(ceil(rps * s_mean_s / c_scale_max));
}

double policy_fleet_streams(double streams, double c_scale_max)
{
    if (!(streams > 0))
        return 0;
    return at_least_one(ceil(streams / c_scale_max));
}

double policy_w_max(int64_t slo_ms, double s_p95_s)
{
    double w = (double)slo_ms / 1000 - s_p95_s;
    return w > 0 ? w : 0;
}

int64_t policy_scale_out_cooldown(double t_total_s)
{
    return (int64_t)fmax(10, fmin(30, t_total_s / 2));
}

int64_t policy_scale_in_cooldown(double t_total_s)
{
    return (int64_t)fmax(300, 3 * t_total_s);
}

double policy_utilization(double c_scale_max)
{
    return c_scale_max / (1 + c_scale_max);
}

double policy_cost_per_m_chars(double cost_per_hour, double served_rps, double chars_per_request)
{
    double chars_per_hour = served_rps * chars_per_request * 3600;
    if (!num_known(cost_per_hour) || !(chars_per_hour > 0))
        return NUM_UNKNOWN;
    double cost = cost_per_hour / chars_per_hour * 1e6;
    return isfinite(cost) ? cost : NUM_UNKNOWN;
}
