#include "plan/catalogue.h"

#include <string.h>

const struct topic topics[] = {
    {
        .name = "measurement_trust",
        .kind = TOPIC_FINDING,
        .question = "Is Q_max the limit of one instance?",
        .meaning =
            "Q_max is the highest concurrency one instance holds inside its latency promise. It is that only when "
            "nothing else moved while the ladder was walked: scaling suspended, one number of instances, and a "
            "container that queues instead of refusing.",
        .formula = "ok when frozen, at most one distinct instance count, and unbounded_queue is true",
        .sources = "frozen, instance_counts_observed, unbounded_queue of the ladder",
        .verdicts = "warn otherwise; a value that is null or absent is not a pass",
        .change = "Measure again with scaling suspended, one instance and an unbounded container queue.",
    },
    {
        .name = "curve_repeatability",
        .kind = TOPIC_FINDING,
        .question = "Would another walk up the ladder find the same Q_max?",
        .meaning =
            "Each pass up the ladder gives its own answer; the plan uses the smallest. Answers far apart mean that "
            "something else than the load decided.",
        .formula = "spread = (max - min) / min of q_max_per_run",
        .sources = "q_max_per_run of the ladder",
        .verdicts = "warn above 0.2; suppressed with fewer than two answers",
        .change = "Measure with two passes or more; find out what differed between them.",
    },
    {
        .name = "slo_budget",
        .kind = TOPIC_FINDING,
        .question = "Does the promise leave time to wait?",
        .meaning =
            "The SLO is a p95 time to first audio byte, waiting included. What the service itself does not use, "
            "W_max, may be spent in a queue.",
        .formula = "W_max = max(0, SLO - S_p95)",
        .sources = "SLO: chosen (--ttfab-slo-ms, the ladder's slo_ms); S_p95: s_p95_s of the ladder",
        .verdicts = "infeasible when S_p95 >= SLO; warn when W_max < S_p95",
        .change = "A longer SLO or a faster model; more instances do not help.",
    },
    {
        .name = "invocation_ceiling",
        .kind = TOPIC_FINDING,
        .question = "Does a request that waited its longest still end in time?",
        .meaning =
            "The platform cuts an invocation off after a fixed time. A request that waits W_max and is then served "
            "must end before that.",
        .formula = "W_max + S_p95 <= ceiling",
        .sources = "ceiling: --ceiling-s, 60 s by default; W_max and S_p95 as in slo_budget",
        .verdicts = "infeasible when the sum is above the ceiling",
        .change = "A shorter SLO, or a platform with a higher ceiling.",
    },
    {
        .name = "queue_depth",
        .kind = TOPIC_FINDING,
        .question = "Is the place where the queue is cut a measured one?",
        .meaning =
            "Behind Q_max requests another one would miss the SLO, so it is refused instead. Q_max is a measured limit "
            "only when a higher rung was tried and missed the SLO.",
        .formula = "queue_max_depth = Q_max; W_max / S requests as a cross-check",
        .sources = "q_max, q_max_bracketed and s_mean_s of the ladder",
        .verdicts = "warn when Q_max is not bracketed",
        .change = "Add higher rungs until one misses the SLO.",
    },
    {
        .name = "threshold_units",
        .kind = TOPIC_FINDING,
        .question = "Can the thresholds be deployed?",
        .meaning =
            "The plan reckons in the client's mean concurrency; CloudWatch scales on the server's. The ratio between "
            "the two is measured on the rung nearest C_scale_max, and never assumed to be 1.",
        .formula = "ratio = median of server_concurrency_peak / concurrency_mean over a rung's usable steps\n"
                   "scaling_target_value = C_scale_max x ratio, scale_in_threshold = C_scale_min x ratio",
        .sources = "server_concurrency_peak and concurrency_mean of the ladder's steps",
        .verdicts = "suppressed when no usable rung has both: then there is nothing to deploy",
        .change = "Measure the ladder with server statistics on.",
    },
    {
        .name = "surge_survival",
        .kind = TOPIC_FINDING,
        .question = "Does an instance survive a surge until new capacity serves?",
        .meaning =
            "An instance at C_scale_max is already well used. While new capacity is under way (T_total), chance alone "
            "may fill it to Q_max. The published method draws 200 random trials.",
        .formula = "birth-death chain: births u/S, deaths 1/S, u = L/(1+L), L = C_scale_max;\n"
                   "from L (rounded half to even) to ceil(Q_max) within T_total",
        .sources = "S: s_mean_s of the ladder; T_total: the scale-out measurement, policy lag included",
        .verdicts =
            "warn above 0.1; judged by surge_exact when nothing was drawn; suppressed when it cannot be computed",
        .change = "Scale out at a lower concurrency, shorten T_total, or hold more instances.",
    },
    {
        .name = "scale_in_safety",
        .kind = TOPIC_FINDING,
        .question = "Does removing an instance overload the others?",
        .meaning =
            "When one of N instances goes, the survivors get N/(N-1) times as much. In a small fleet that can lift them "
            "over C_scale_max, and the fleet flaps.",
        .formula = "r = C_scale_max / C_scale_min, smallest safe fleet = max(2, ceil(r/(r-1) - 1e-9))",
        .sources = "the two thresholds; min_instances: the larger of --min-floor and the fleet at trough",
        .verdicts = "warn when the minimum is below the smallest safe fleet, or no size is safe",
        .change = "Raise --min-floor to the smallest safe fleet.",
    },
    {
        .name = "fleet_cost",
        .kind = TOPIC_FINDING,
        .question = "What does the reserve cost?",
        .meaning = "Holding instances at C_scale_max instead of filling them to Q_max takes more of them.",
        .formula =
            "fleet(load) = ceil(rps x S / C_scale_max) or ceil(streams / C_scale_max); cost = rate x fleet(peak)",
        .sources = "rate: --rate, --rates or the built-in table; load: chosen",
        .verdicts = "ok; suppressed when there is no rate for the instance type",
        .change = "Give a rate.",
    },
    {
        .name = "provision_stage",
        .kind = TOPIC_FINDING,
        .question = "What is T_total made of?",
        .meaning =
            "From asking for capacity to that capacity serving, plus a bound for the time in which the policy notices. "
            "Provisioning depends on the provider's spare capacity and not on the configuration.",
        .formula = "T_total = t_total_s + policy_lag_bound_s",
        .sources = "the scale-out measurement's stages from desired_set on",
        .verdicts = "warn when T_total was assumed (--assume-t-total)",
        .change = "Measure a scale-out to its end.",
    },
    {
        .name = "peak_flow",
        .kind = TOPIC_CHECK,
        .question = "Can the planned fleet serve the peak at all?",
        .meaning =
            "The published rule multiplies a rate by the service time of a request that is alone. An instance that is "
            "full completes no more than its saturated throughput mu_sat, however many requests it holds.",
        .formula = "rho = peak_rps / (max_instances x mu_sat); refused = max(0, 1 - 1/rho);\n"
                   "to keep up: max(1, ceil(peak_rps / mu_sat))",
        .sources = "mu_sat: largest achieved_rps x ok / completed of the usable steps; peak: --peak-rps",
        .verdicts =
            "stop when rho >= 1; warn above u* (survivable); suppressed for loads in streams or an unknown mu_sat",
        .change = "More instances at peak: --method flow says how many.",
    },
    {
        .name = "trough_flow",
        .kind = TOPIC_CHECK,
        .question = "Can the smallest fleet serve the trough?",
        .meaning = "The same question as peak_flow for the lowest load and the minimum of instances.",
        .formula = "rho = trough_rps / (min_instances x mu_sat)",
        .sources = "as in peak_flow, with --trough-rps",
        .verdicts = "stop when rho >= 1; warn above u*; suppressed when the trough is in streams or not given",
        .change = "Raise --min-floor.",
    },
    {
        .name = "surge_exact",
        .kind = TOPIC_CHECK,
        .question = "What is the surge probability without sampling?",
        .meaning =
            "The chain that surge_survival samples has an exact answer. 200 trials miss it by the standard error.",
        .formula = "P(absorbed at ceil(Q_max) within T_total), in closed form; standard error sqrt(P (1-P) / 200)",
        .sources = "as in surge_survival",
        .verdicts = "warn above 0.1",
        .change = "As in surge_survival.",
    },
    {
        .name = "surge_growth",
        .kind = TOPIC_CHECK,
        .question = "And if the load really grows by the surge ratio?",
        .meaning =
            "The published chain holds the load where it is and lets only chance fill the queue. Here arrivals grow by k "
            "while the instance completes what it can.",
        .formula = "births k x u x mu_sat, deaths mu_sat, otherwise the same chain; mean time to reach Q_max",
        .sources = "k: --max-scaling-per-t-total; u: utilization at C_scale_max; mu_sat as in peak_flow",
        .verdicts = "warn above 0.1; suppressed when mu_sat is unknown",
        .change = "Run instances at or below u*.",
    },
    {
        .name = "survivable",
        .kind = TOPIC_CHECK,
        .question = "What would survive?",
        .meaning =
            "The questions turned round: the largest threshold, the largest utilization u* and the longest T_total for "
            "which an instance fills up with a probability of at most 10 %.",
        .formula = "largest C_scale_max with surge_exact <= 0.1; largest u with P <= 0.1 under growth from u/(1-u);\n"
                   "longest T_total with surge_exact <= 0.1 at the plan's threshold",
        .sources = "as in surge_exact and surge_growth",
        .verdicts = "warn when the plan's C_scale_max is larger",
        .change = "Take one of the three figures seriously.",
    },
    {
        .name = "flow_plan",
        .kind = TOPIC_CHECK,
        .question = "What fleet does throughput ask for?",
        .meaning = "A plan by rate instead of by concurrency: each instance is held at u* of what it can complete.",
        .formula = "N = ceil(peak_rps / (u* x mu_sat)); target = u* x mu_sat x 60 invocations a minute and instance",
        .sources = "u* of survivable, mu_sat of peak_flow, the rate of fleet_cost",
        .verdicts = "ok; suppressed when mu_sat is unknown or the peak is in streams",
        .change = "Plan with --method flow to deploy it.",
    },
    {
        .name = "unit_cost",
        .kind = TOPIC_CHECK,
        .question = "What does a million characters really cost?",
        .meaning =
            "The published figure divides the bill by the whole peak load, also by the part that the fleet cannot serve.",
        .formula =
            "rate x peak_instances / (min(peak_rps, peak_instances x mu_sat) x chars_per_request x 3600) x 1e6",
        .sources =
            "chars_per_request: chars / completed of the usable steps; the rest as in peak_flow and fleet_cost",
        .verdicts = "warn above twice the published figure; suppressed when unknown",
        .change = "A fleet that serves the peak.",
    },
    {
        .name = "bracket",
        .kind = TOPIC_CHECK,
        .question = "Between which rungs does the true limit lie?",
        .meaning =
            "Q_max is a rung of the ladder; the limit lies between it and the next one. On a straight line between their "
            "p95 the SLO is met up to the crossing.",
        .formula = "crossing = Q_max + (SLO - p95 at Q_max) / (p95 above - p95 at Q_max) x (rung above - Q_max)",
        .sources = "medians of ttfab_p95_ms by rung",
        .verdicts = "warn when not bracketed",
        .change = "Rungs between the two ends, or above the highest.",
    },
    {
        .name = "slo_margin",
        .kind = TOPIC_CHECK,
        .question = "How close to the promise is Q_max?",
        .meaning = "A p95 just under the SLO will be over it on a slightly slower day.",
        .formula = "(SLO - p95 at Q_max) / SLO",
        .sources = "ttfab_p95_ms of the step that made Q_max the answer",
        .verdicts = "warn under 10 %",
        .change = "A lower Q_max or a longer SLO.",
    },
    {
        .name = "sample_size",
        .kind = TOPIC_CHECK,
        .question = "Do the percentiles rest on enough requests?",
        .meaning = "Of fewer than 20 requests the 95th percentile is the worst single one.",
        .formula = "completed of each usable step",
        .sources = "completed of the ladder's steps",
        .verdicts = "stop under 20, warn under 100",
        .change = "Hold each rung longer.",
    },
    {
        .name = "statistic",
        .kind = TOPIC_CHECK,
        .question = "Are the thresholds read as they were converted?",
        .meaning =
            "The unit conversion is measured on the server's maximum, but the scale-in alarm reads an average.",
        .formula = "cw_units_ratio = 1",
        .sources = "as in threshold_units",
        .verdicts = "warn when the ratio is not 1; suppressed when there is none",
        .change = "Compare the alarm's average with the client's concurrency.",
    },
    {
        .name = "quota",
        .kind = TOPIC_CHECK,
        .question = "May the account run that many instances?",
        .meaning = "A maximum above the account's quota is never reached.",
        .formula = "quota >= max_instances (of the method that --method names)",
        .sources = "--quota N",
        .verdicts = "stop when the quota is smaller; suppressed without --quota",
        .change = "Ask for a higher quota.",
    },
    {
        .name = "service_shape",
        .kind = TOPIC_CHECK,
        .question = "Do service times vary as the chain assumes?",
        .meaning =
            "The published chain assumes exponential service. A service that varies less is like several stages in a row "
            "(Erlang) and fills the queue less often.",
        .formula = "stages m: the largest of 1, 2, 4, 8, 16 whose p95/mean is at least S_p95/S; stage rate m/S",
        .sources = "s_mean_s and s_p95_s of the ladder",
        .verdicts = "ok: informative; the probability is computed by --audit full only",
        .change = "Nothing to change.",
    },
    {
        .name = "evidence",
        .kind = TOPIC_CHECK,
        .question = "Does the deployed endpoint do what the plan says?",
        .meaning =
            "A load test of the real endpoint outranks every derivation. Where it states a p95, a fleet and a concurrency, "
            "the ladder's own prediction for that concurrency an instance stands beside it.",
        .formula = "the ladder's medians, on straight lines between rungs, at concurrency / fleet",
        .sources = "--validate F",
        .verdicts = "stop when a check of the test failed, warn when one warned; suppressed without --validate",
        .change = "Find out why the endpoint differs from the ladder.",
    },
};

const size_t n_topics = sizeof topics / sizeof *topics;

const struct topic *topic_find(const char *name)
{
    for (size_t i = 0; i < n_topics; i++)
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
    return NULL;
}
