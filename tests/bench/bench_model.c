/* Speed of the queue arithmetic. Prints figures; decides nothing.
 *
 * Exact probabilities a second at K = 50, their growth with K, and the ratio to the 200-trial
 * sample. */
#include "model/erlang.h"
#include "model/sampler.h"
#include "model/survive.h"

#include <stdio.h>
#include <time.h>

#define REFERENCE_S 0.06132258724884511
#define REFERENCE_T 320.248496

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds for one probability at depth K, the threshold at three quarters of it. The horizon varies
 * from call to call. EVENTS > 0 sets it by their number; otherwise it is the reference T. */
static double seconds_each(double q_max, double events, double *sum)
{
    struct chain c = chain_published(0.75 * q_max, REFERENCE_S, q_max);
    double t = events > 0.0 ? events / (c.birth + c.death) : REFERENCE_T;
    long count = 0;
    double start = now_s(), spent;
    do {
        for (int i = 0; i < 200; i++)
            *sum += chain_absorbed_within(&c, t * (1.0 + 1e-4 * i)).probability;
        count += 200;
        spent = now_s() - start;
    } while (spent < 0.1);
    return spent / (double)count;
}

static double sample_seconds(struct sample (*draw)(const struct chain *, double), double *sum)
{
    struct chain c = chain_published(37.5, REFERENCE_S, 50.0);
    double start = now_s();
    for (int i = 0; i < 20; i++)
        *sum += draw(&c, REFERENCE_T).probability;
    return (now_s() - start) / 20.0;
}

int main(void)
{
    static const double events[] = {0.0, 10.0, 39.0, 41.0, 100.0, 1000.0, 10000.0, 1e6};
    double sum = 0.0;
    double reference = seconds_each(50.0, 0.0, &sum);
    printf("exact probability, reference plan (K = 50): %.0f a second\n\n", 1.0 / reference);

    printf("microseconds each      K = 50   K = 500  K = 5000   (growth with K: linear is 10)\n");
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        double at[3], q_max = 50.0;
        for (int k = 0; k < 3; k++, q_max *= 10.0)
            at[k] = 1e6 * seconds_each(q_max, events[i], &sum);
        if (events[i] > 0.0)
            printf("%9.0f events      ", events[i]);
        else
            printf("reference T_total    ");
        printf("%8.2f  %8.2f  %8.2f   x %.1f, x %.1f\n", at[0], at[1], at[2], at[1] / at[0], at[2] / at[1]);
    }

    double fast = sample_seconds(sampler_draw, &sum), plain = sample_seconds(sampler_draw_plain, &sum);
    printf("\n200-trial sample: %.3f ms (by its definition %.3f ms); %.0f exact probabilities\n", 1e3 * fast,
           1e3 * plain, fast / reference);

    struct chain c = chain_published(37.5, REFERENCE_S, 50.0);
    printf("Erlang service:");
    for (int stages = 1; stages <= 16; stages *= 2) {
        double start = now_s();
        for (int i = 0; i < 20; i++)
            sum += erlang_absorbed_within(&c, stages, REFERENCE_T).probability;
        printf(" %d stages %.3f ms%s", stages, 1e3 * (now_s() - start) / 20.0, stages < 16 ? "," : "\n");
    }

    double start = now_s();
    for (int i = 0; i < 20; i++) {
        sum += survive_threshold(REFERENCE_S, 50.0, REFERENCE_T, 0.1).value;
        sum += survive_utilization(1.25, 17.916666666666668, 50.0, REFERENCE_T, 0.1).value;
        sum += survive_horizon(&c, 0.1).value;
    }
    printf("the three searches together: %.3f ms\n", 1e3 * (now_s() - start) / 20.0);
    return sum > 0.0 ? 0 : 1;
}
