#include "chart/sample.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

/* Concurrency, p95 TTFAB in ms, achieved requests/s, GPU and CPU in percent: the published ladder.
 */
static const double ladder[8][5] = {
    {1, 65.37169031798838, 16.083333333333332, 40.0, 44.9},
    {5, 286.17150341160595, 17.9, 44.2, 48.1},
    {10, 568.4855983126909, 17.916666666666668, 44.6, 48.9},
    {20, 1129.3242457322776, 17.916666666666668, 44.9, 49.2},
    {30, 1689.802357647568, 17.9, 45.0, 49.5},
    {40, 2245.0045480392873, 17.883333333333333, 45.1, 49.9},
    {50, 2805.6634329725057, 17.866666666666667, 45.0, 50.2},
    {60, 3374.7788213193417, 17.9, 45.2, 50.6},
};

static const struct {
    const char *from, *to;
    double seconds;
    enum tri bounded;
} stage_list[] = {
    {"load_applied", "desired_set", 30.002, TRI_NO},
    {"desired_set", "instance_logging", 180.835, TRI_YES},
    {"instance_logging", "container_started", 3.724, TRI_YES},
    {"container_started", "framework_init", 0.014, TRI_YES},
    {"framework_init", "weights_ready", 6.475, TRI_NO},
    {"weights_ready", "ready", 1.046, TRI_NO},
    {"ready", "warmup_done", 0.0, TRI_NO},
    {"warmup_done", "in_service", 20.713, TRI_NO},
    {"in_service", "traffic_recovered", 47.441, TRI_YES},
};

static void put_step(struct step *s, int64_t run, double concurrency, double p95, double rps, double gpu, double cpu)
{
    *s = (struct step){.run_index = run,
                       .concurrency = (int64_t)concurrency,
                       .completed = 1074,
                       .ok = 1074,
                       .achieved_rps = rps,
                       .ttfab_p95_ms = p95,
                       .gpu_utilization_mean = gpu,
                       .cpu_utilization_mean = cpu,
                       .usable = TRI_YES,
                       .meets_slo = p95 <= 3000.0 ? TRI_YES : TRI_NO};
}

static void put_ladder(struct plan *p)
{
    p->n_steps = 8;
    p->steps = arena_array(p->arena, 8, sizeof *p->steps);
    for (size_t i = 0; i < 8; i++)
        put_step(&p->steps[i], 0, ladder[i][0], ladder[i][1], ladder[i][2], ladder[i][3], ladder[i][4]);
}

static void put_stages(struct plan *p)
{
    p->n_stages = sizeof stage_list / sizeof *stage_list;
    p->stages = arena_array(p->arena, p->n_stages, sizeof *p->stages);
    for (size_t i = 0; i < p->n_stages; i++)
        p->stages[i] = (struct stage){stage_list[i].from, stage_list[i].to, stage_list[i].seconds, NUM_UNKNOWN,
                                      stage_list[i].bounded};
}

static struct plan *reference(void)
{
    struct arena *a = arena_new();
    struct plan *p = arena_alloc(a, sizeof *p);
    p->arena = a;
    p->has_headroom = true;
    p->model_name = "kokoro-82m";
    p->instance_type = "ml.g5.xlarge";
    p->slug = "g5xlarge-8b1b96bc";
    p->q_max = 50;
    p->q_max_is_lower_bound = TRI_NO;
    p->c_scale_max = 37.5;
    p->c_scale_min = 25.0;
    p->min_safe_instances = 3;
    p->min_instances = 1;
    p->max_instances = p->peak_instances = 9;
    p->trough_instances = 1;
    p->scenario = (struct scenario){.peak_rps = 5000.0,
                                    .trough_rps = 10.0,
                                    .peak_streams = NUM_UNKNOWN,
                                    .trough_streams = NUM_UNKNOWN,
                                    .surge = 1.25,
                                    .ttfab_slo_ms = 3000};
    p->measured.q_max = 50;
    p->measured.slo_ms = 3000;
    p->measured.s_mean_s = 0.06132258724884511;
    p->measured.s_p95_s = 0.06613509664312005;
    p->measured.t_total_s = 320.248496;
    p->measured.t_total_measured = true;
    p->policy_lag_bound_s = 60.0;
    p->rate = (struct rate_used){1.408, "USD", "us-east-1", "2026-08", "list", "built-in"};
    p->audit.mu_sat = 17.916666666666668;
    p->audit.surge_exact = 0.967802868;
    p->audit.survivable_c_scale_max = 7.0;
    p->audit.bracket_low = 50.0;
    p->audit.bracket_high = 60.0;
    p->audit.bracket_crossing = 53.41478;
    p->audit.flow.u_star = 0.6992;
    p->audit.flow.instances = 400;
    p->n_inputs = 1;
    p->inputs = arena_alloc(a, sizeof *p->inputs);
    p->inputs->role = "qmax";
    p->inputs->name = "qmax-a&b<c>.json";
    memset(p->inputs->sha256, 'a', 64);
    put_ladder(p);
    put_stages(p);
    return p;
}

static void fill_ladder(struct plan *p, size_t rungs, int64_t passes, double most)
{
    p->n_steps = rungs * (size_t)passes;
    p->steps = arena_array(p->arena, p->n_steps, sizeof *p->steps);
    for (size_t i = 0; i < p->n_steps; i++) {
        size_t rung = i % rungs;
        int64_t pass = (int64_t)(i / rungs);
        double c = 1.0 + floor((most - 1.0) * (double)rung / (double)(rungs > 1 ? rungs - 1 : 1));
        /* Noise without a generator: enough to see that passes differ. */
        double noise = 1.0 + 0.04 * (double)((rung * 7 + (size_t)pass * 13) % 11) / 11.0;
        put_step(&p->steps[i], pass, c, 3000.0 * noise * c / (most * 0.8), 17.9 * c / (c + 0.3) * noise,
                 90.0 * c / (c + 2.0), 60.0 * c / (c + 1.0));
    }
}

static void one_rung(struct plan *p)
{
    p->n_steps = 1;
    p->q_max = 1;
    p->c_scale_max = 0.75;
    p->c_scale_min = 0.5;
    p->audit.surge_exact = 1.0;
    p->audit.survivable_c_scale_max = NUM_UNKNOWN;
    p->audit.bracket_crossing = NUM_UNKNOWN;
    p->n_stages = 1;
}

static void three_passes(struct plan *p)
{
    fill_ladder(p, 8, 3, 60.0);
    p->steps[5].usable = TRI_NO;
    p->steps[13].ttfab_p95_ms = 3300.0;
    p->q_max = 45;
}

static void rungs_200(struct plan *p)
{
    fill_ladder(p, 200, 1, 400.0);
    p->q_max = 300;
    p->c_scale_max = 225.0;
    p->c_scale_min = 150.0;
    p->audit.bracket_crossing = 311.0;
}

static void rungs_5000(struct plan *p)
{
    fill_ladder(p, 5000, 1, 5000.0);
    p->q_max = 3900;
    p->c_scale_max = 2925.0;
    p->c_scale_min = 1950.0;
    p->audit.bracket_crossing = 3950.0;
}

static void geometric(struct plan *p)
{
    fill_ladder(p, 18, 1, 18.0);
    for (size_t i = 0; i < 18; i++)
        p->steps[i].concurrency = (int64_t)1 << i;
    p->q_max = 32768;
    p->c_scale_max = 24576.0;
    p->c_scale_min = 16384.0;
    p->audit.bracket_crossing = 40000.0;
}

static void long_names(struct plan *p)
{
    p->model_name = "a-very-long-model-name-that-somebody-made-up-by-joining-everything-that-could-"
                    "possibly-matter-into-"
                    "one-hundred-and-twenty-chars";
    p->stages[1].from = "a_stage_whose_name_is_as_long_as_the_sentence_that_explains_it_would_be";
    p->stages[0].to = p->stages[1].from;
    p->stages[1].from = "desired_set";
    p->stages[1].to = "a_stage_whose_name_is_as_long_as_the_sentence_that_explains_it_would_be";
    p->stages[2].from = p->stages[1].to;
    p->stages[0].to = "desired_set";
    p->rate.per_hour = 98765.4321;
}

static void chinese(struct plan *p)
{
    p->model_name = "\xE8\xAF\xAD\xE9\x9F\xB3\xE5\x90\x88\xE6\x88\x90-\xC4\x8D\xC5\xA1-\xD1\x91-"
                    "\xCE\xB1\x01<b>&\xE2\x80\xAE"
                    "evil";
    p->stages[1].to = "\xE5\xAE\x9E\xE4\xBE\x8B\xE5\xB0\xB1\xE7\xBB\xAA";
}

static void unknowns(struct plan *p)
{
    p->rate = (struct rate_used){.per_hour = NUM_UNKNOWN};
    p->audit.mu_sat = p->audit.flow.u_star = NUM_UNKNOWN;
    p->audit.flow.instances = INT_UNKNOWN;
    p->audit.survivable_c_scale_max = p->audit.bracket_crossing = NUM_UNKNOWN;
    p->measured.t_total_measured = false;
    p->n_stages = 0;
    p->slug = p->model_name = p->instance_type = NULL;
    p->min_safe_instances = INT_UNKNOWN;
    for (size_t i = 0; i < p->n_steps; i++)
        p->steps[i].achieved_rps = p->steps[i].gpu_utilization_mean = p->steps[i].cpu_utilization_mean = NUM_UNKNOWN;
}

static void nothing(struct plan *p)
{
    unknowns(p);
    p->n_steps = 0;
    p->measured.t_total_s = p->measured.s_mean_s = p->audit.surge_exact = NUM_UNKNOWN;
    p->scenario.peak_rps = NUM_UNKNOWN;
    p->c_scale_min = 0.0;
}

static void no_server(struct plan *p)
{
    for (size_t i = 0; i < p->n_steps; i++)
        p->steps[i].gpu_utilization_mean = p->steps[i].cpu_utilization_mean = NUM_UNKNOWN;
    p->policy_lag_bound_s = NUM_UNKNOWN;
    p->n_missing = 2;
    p->missing_stages = arena_array(p->arena, 2, sizeof *p->missing_stages);
    p->missing_stages[0] = "in_service";
    p->missing_stages[1] = "traffic_recovered";
    p->n_stages -= 2;
}

static void deep(struct plan *p)
{
    geometric(p);
    p->q_max = 100000;
    p->c_scale_max = 75000.0;
    p->c_scale_min = 50000.0;
    p->audit.survivable_c_scale_max = 96000.0;
    p->audit.surge_exact = 0.0;
}

static void huge(struct plan *p)
{
    p->scenario.peak_rps = 4e9;
    p->rate.per_hour = 12345.678;
    p->audit.flow.instances = 319000000;
    p->measured.t_total_s = 86400.0 * 30.0;
    p->stages[1].seconds = 86400.0 * 29.0;
    p->stages[0].seconds = 86400.0 * 60.0;
    p->steps[7].ttfab_p95_ms = 9e12;
}

static void streams(struct plan *p)
{
    p->scenario.peak_streams = 3000.0;
    p->scenario.peak_rps = NUM_UNKNOWN;
    p->audit.flow.instances = INT_UNKNOWN;
}

static void k_one(struct plan *p)
{
    p->scenario.surge = 1.0;
    p->c_scale_max = p->c_scale_min = 50.0;
    p->min_safe_instances = INT_UNKNOWN;
    p->audit.surge_exact = 1.0;
}

static void k_small(struct plan *p)
{
    p->scenario.surge = 1.0005;
    p->c_scale_max = 49.975;
    p->c_scale_min = 49.95;
    p->min_safe_instances = 1999;
    p->min_instances = 7;
}

static void many_stages(struct plan *p)
{
    size_t n = 300;
    p->stages = arena_array(p->arena, n, sizeof *p->stages);
    p->n_stages = n;
    for (size_t i = 0; i < n; i++) {
        p->stages[i] =
            (struct stage){i == 0 ? "desired_set" : arena_printf(p->arena, "stage_%zu", i - 1),
                           arena_printf(p->arena, "stage_%zu", i), i % 37 == 0 ? 25.0 + (double)i / 50.0 : 0.1,
                           NUM_UNKNOWN, i % 5 == 0 ? TRI_YES : TRI_NO};
    }
}

const struct sample samples[] = {
    {"reference", NULL},
    {"one_rung", one_rung},
    {"three_passes", three_passes},
    {"rungs_200", rungs_200},
    {"rungs_5000", rungs_5000},
    {"geometric", geometric},
    {"long_names", long_names},
    {"chinese", chinese},
    {"unknowns", unknowns},
    {"nothing", nothing},
    {"no_server", no_server},
    {"deep", deep},
    {"huge", huge},
    {"streams", streams},
    {"k_one", k_one},
    {"k_small", k_small},
    {"many_stages", many_stages},
};
const size_t n_samples = sizeof samples / sizeof *samples;

struct plan *sample_plan(const struct sample *s)
{
    struct plan *p = reference();
    if (s->change)
        s->change(p);
    return p;
}

const struct sample *sample_find(const char *name)
{
    for (size_t i = 0; i < n_samples; i++)
        if (strcmp(samples[i].name, name) == 0)
            return &samples[i];
    return NULL;
}
