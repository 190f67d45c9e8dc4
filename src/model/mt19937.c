#include "model/mt19937.h"

enum { N = MT19937_WORDS, M = 397, EARLY = N - M /* words whose partner is in the old block */ };

static void init_by_number(uint32_t *state, uint32_t seed)
{
    state[0] = seed;
    for (uint32_t i = 1; i < N; i++)
        state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
}

void mt19937_init_by_array(struct mt19937 *g, const uint32_t *key, size_t count)
{
    uint32_t *s = g->state;
    init_by_number(s, 19650218U);
    uint32_t i = 1;
    size_t j = 0;
    for (size_t k = count > N ? count : N; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525U)) + key[j] + (uint32_t)j;
        if (++i == N) {
            s[0] = s[N - 1];
            i = 1;
        }
        if (++j == count)
            j = 0;
    }
    for (uint32_t k = N - 1; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941U)) - i;
        if (++i == N) {
            s[0] = s[N - 1];
            i = 1;
        }
    }
    s[0] = 0x80000000U;
    g->next = N;
}

static inline uint32_t twist(uint32_t here, uint32_t after, uint32_t partner)
{
    uint32_t y = (here & 0x80000000U) | (after & 0x7fffffffU);
    return partner ^ (y >> 1) ^ ((0U - (y & 1U)) & 0x9908b0dfU);
}

void mt19937_refill(struct mt19937 *g)
{
    uint32_t *s = g->state;
    /* Cut so that the long loops run a multiple of four times: gcc -O2 vectorizes only those. */
    for (int i = 0; i < EARLY - 3; i++)
        s[i] = twist(s[i], s[i + 1], s[i + M]);
    for (int i = EARLY - 3; i < EARLY; i++)
        s[i] = twist(s[i], s[i + 1], s[i + M]);
    for (int i = 0; i < N - EARLY - 1; i++)
        s[i + EARLY] = twist(s[i + EARLY], s[i + EARLY + 1], s[i]);
    s[N - 1] = twist(s[N - 1], s[0], s[M - 1]);

    for (int i = 0; i < N; i++) {
        uint32_t y = s[i];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680U;
        y ^= (y << 15) & 0xefc60000U;
        y ^= y >> 18;
        g->out[i] = y;
    }
    g->next = 0;
}
