#include "async/simulate.h"

#include "async/decimal.h"
#include "base/num.h"

static void time_cell(struct strbuf *out, int64_t us)
{
    char buf[NUM_MAX];
    if (us != REPLAY_NEVER)
        sb_add(out, decimal_text(buf, us, 6));
}

static void requests(const struct simulation *s, struct strbuf *out)
{
    sb_add(out, "arrival_s,service_s,state,start_s,terminal_s,cold\n");
    for (size_t i = 0; i < s->n_rows; i++) {
        const struct request *q = &s->rows[i];
        time_cell(out, q->arrival);
        sb_addc(out, ',');
        time_cell(out, q->service);
        sb_addc(out, ',');
        sb_add(out, request_state_name(q->state));
        sb_addc(out, ',');
        time_cell(out, q->start);
        sb_addc(out, ',');
        time_cell(out, q->terminal);
        sb_add(out, q->state == REQUEST_BEYOND ? ",\n" : q->cold ? ",true\n" : ",false\n");
    }
}

static void number_cell(struct strbuf *out, double x)
{
    char buf[NUM_MAX];
    sb_addc(out, ',');
    if (num_known(x))
        sb_add(out, num_plain(buf, x));
}

static void settings(const struct simulation *s, struct strbuf *out)
{
    char buf[NUM_MAX];
    sb_add(out, "target,provision_s,accepted,completed,failed,expired,unfinished,beyond_end,end_s,"
                "billable_instance_hours,cost_usd,always_on_cost_usd,hours_at_zero,wake_ups,p50_s,p95_s,"
                "cold_n,cold_p50_s,cold_p95_s,warm_n,warm_p50_s,warm_p95_s\n");
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct run *run = &s->runs[i];
        const struct replay_result *r = &run->result;
        sb_add(out, decimal_text(buf, run->settings.target, 9));
        const double cells[] = {replay_s(run->settings.provision),
                                (double)r->accepted,
                                (double)r->completed,
                                (double)r->failed,
                                (double)r->expired,
                                (double)r->unfinished,
                                (double)r->beyond_end,
                                replay_s(r->end),
                                run_hours(run),
                                run_cost(s, run),
                                run_always_on_cost(s, run),
                                (double)r->at_zero / 3.6e9,
                                (double)r->wake_ups,
                                replay_s(r->all.p50),
                                replay_s(r->all.p95),
                                (double)r->cold.n,
                                replay_s(r->cold.p50),
                                replay_s(r->cold.p95),
                                (double)r->warm.n,
                                replay_s(r->warm.p50),
                                replay_s(r->warm.p95)};
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            number_cell(out, cells[k]);
        sb_addc(out, '\n');
    }
}

void simulate_csv(const struct simulation *s, struct strbuf *out)
{
    if (s->sweep_target || s->sweep_provision)
        settings(s, out);
    else
        requests(s, out);
}
