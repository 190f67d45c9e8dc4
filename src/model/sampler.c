#include "model/sampler.h"

#include "model/mt19937.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

/* Events between two logarithms. A factor 1 - u is at least 2^-53, so 16 of them stay above the
 * smallest normal double. */
enum { GROUP = 16, WORDS_PER_EVENT = 4 };

#define TWO53 9007199254740992.0

static const uint32_t seed[] = {1234};

/* What is the same for every event of every trial. */
struct setting {
    double horizon, birth, busy_rate, birth_share;
    uint64_t birth_below; /* of the 2^53 values of a uniform, those below mean a birth */
    double slack;
    long levels, start;
};

static struct setting setting_of(const struct chain *c, double horizon_s, double slack)
{
    struct setting s = {.horizon = horizon_s, .birth = c->birth, .slack = slack};
    s.levels = c->levels;
    s.start = c->start;
    s.busy_rate = c->birth + c->death;
    s.birth_share = c->birth / s.busy_rate;
    /* u = bits / 2^53 exactly, so u < share is bits < share 2^53, which is exact as well. */
    s.birth_below = (uint64_t)ceil(s.birth_share * TWO53);
    return s;
}

/* One trial by the definition. Returns whether it is a hit. */
static bool trial_plain(const struct setting *s, struct mt19937 *g)
{
    long n = s->start;
    double clock = 0.0;
    for (;;) {
        double rate = n > 0 ? s->busy_rate : s->birth;
        clock += -log(1.0 - mt19937_uniform53(g)) / rate;
        if (clock > s->horizon)
            return false;
        if (n == 0 || mt19937_uniform53(g) < s->birth_share)
            n++;
        else
            n--;
        if (n >= s->levels)
            return true;
    }
}

/* The clock of a trial kept cheaply, and its distance from the defined clock. */
struct watch {
    double elapsed;
    uint64_t events;
};

enum phase { BEFORE, AFTER, UNSURE };

/* Whether W stands before or after the horizon. Both clocks round each of their sums (half an ulp
 * of at most the horizon) and each waiting time (a few ulps); the product rounds once an event,
 * which the logarithm turns into half an ulp of 1 / rate. Twice their sum is allowed. */
static enum phase phase_of(const struct watch *w, const struct setting *s, double rate)
{
    double margin = (double)(w->events + 64) * DBL_EPSILON * (s->horizon + 2.0 / rate) * 2.0 * s->slack;
    if (w->elapsed + margin < s->horizon)
        return BEFORE;
    return w->elapsed - margin > s->horizon ? AFTER : UNSURE;
}

enum outcome { MISS, HIT, REPLAY };

/* Moves one event at a time until the horizon is passed, which the caller knows to be near. */
static enum outcome last_steps(const struct setting *s, struct mt19937 *g, long n, struct watch w)
{
    for (;;) {
        double rate = n > 0 ? s->busy_rate : s->birth;
        w.elapsed += -log(1.0 - mt19937_uniform53(g)) / rate;
        w.events++;
        enum phase p = phase_of(&w, s, s->birth < s->busy_rate ? s->birth : s->busy_rate);
        if (p != BEFORE)
            return p == AFTER ? MISS : REPLAY;
        if (n == 0 || mt19937_uniform53(g) < s->birth_share)
            n++;
        else
            n--;
        if (n >= s->levels)
            return HIT;
    }
}

/* Some events in a row of a queue that was not empty before any of them. */
struct stretch {
    double product; /* of their 1 - u */
    long depth;     /* before, then after them */
    uint32_t events;
};

/* Runs up to a group, as far as the words of this block reach, and stops when empty or full. */
static inline void run_group(const struct setting *s, const struct mt19937 *g, struct stretch *way)
{
    const uint32_t *word = g->out + g->next;
    const uint64_t birth_below = s->birth_below;
    const long levels = s->levels;
    uint32_t room = (MT19937_WORDS - g->next) / WORDS_PER_EVENT;
    uint32_t count = room < GROUP ? room : GROUP, done = 0;
    long depth = way->depth;
    double product = 1.0;
    do {
        product *= (TWO53 - (double)(int64_t)mt19937_bits53(word[0], word[1])) / TWO53;
        depth += mt19937_bits53(word[2], word[3]) < birth_below ? 1 : -1;
        word += WORDS_PER_EVENT;
        done++;
    } while (done < count && depth > 0 && depth < levels);
    *way = (struct stretch){product, depth, done};
}

/* One trial by the cheap clock. REPLAY leaves the generator anywhere. */
static enum outcome trial_fast(const struct setting *s, struct mt19937 *g)
{
    const long levels = s->levels;
    const double slowest = s->birth < s->busy_rate ? s->birth : s->busy_rate;
    long n = s->start;
    struct watch w = {0.0, 0};
    for (;;) {
        if (n == 0 || MT19937_WORDS - g->next < WORDS_PER_EVENT) {
            /* An event of the empty queue, or one that lies across two blocks of words. */
            double rate = n > 0 ? s->busy_rate : s->birth;
            double wait = -log(1.0 - mt19937_uniform53(g)) / rate;
            w.elapsed += wait;
            w.events++;
            enum phase p = phase_of(&w, s, slowest);
            if (p != BEFORE)
                return p == AFTER ? MISS : REPLAY;
            if (n == 0 || mt19937_uniform53(g) < s->birth_share)
                n++;
            else
                n--;
            if (n >= levels)
                return HIT;
            continue;
        }
        struct stretch way = {.depth = n};
        run_group(s, g, &way);
        struct watch later = {w.elapsed - log(way.product) / s->busy_rate, w.events + way.events};
        if (phase_of(&later, s, slowest) != BEFORE)
            return last_steps(s, g, n, w);
        w = later;
        n = way.depth;
        g->next += way.events * WORDS_PER_EVENT;
        if (n >= levels)
            return HIT;
    }
}

/* Answers what needs no drawing. Returns true when OUT is final. */
static bool settled(const struct chain *c, double horizon_s, struct sample *out)
{
    *out = (struct sample){.drawn = true};
    if (c->start >= c->levels) {
        out->hits = SAMPLER_TRIALS;
        out->probability = 1.0;
        return true;
    }
    if (!(horizon_s > 0.0) || !(c->birth > 0.0))
        return true;
    if (SAMPLER_TRIALS * (c->birth + c->death) * horizon_s > 1e9) {
        out->drawn = false;
        out->probability = NAN;
        return true;
    }
    return false;
}

struct sample sampler_draw_slack(const struct chain *c, double horizon_s, double slack)
{
    struct sample out;
    if (settled(c, horizon_s, &out))
        return out;
    const struct setting s = setting_of(c, horizon_s, slack);
    struct mt19937 g, before;
    mt19937_init_by_array(&g, seed, sizeof seed / sizeof *seed);
    for (int i = 0; i < SAMPLER_TRIALS; i++) {
        before = g;
        enum outcome o = trial_fast(&s, &g);
        if (o == REPLAY) {
            g = before;
            o = trial_plain(&s, &g) ? HIT : MISS;
            out.replays++;
        }
        out.hits += o == HIT;
    }
    out.probability = out.hits / (double)SAMPLER_TRIALS;
    return out;
}

struct sample sampler_draw(const struct chain *c, double horizon_s)
{
    return sampler_draw_slack(c, horizon_s, 1.0);
}

struct sample sampler_draw_plain(const struct chain *c, double horizon_s)
{
    struct sample out;
    if (settled(c, horizon_s, &out))
        return out;
    const struct setting s = setting_of(c, horizon_s, 1.0);
    struct mt19937 g;
    mt19937_init_by_array(&g, seed, sizeof seed / sizeof *seed);
    for (int i = 0; i < SAMPLER_TRIALS; i++)
        out.hits += trial_plain(&s, &g);
    out.probability = out.hits / (double)SAMPLER_TRIALS;
    return out;
}
