/* The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), in whole blocks of 624 words: the
 * loops then hold no test for an empty buffer and compilers turn them into vector code. */
#ifndef HEADROOM_MODEL_MT19937_H
#define HEADROOM_MODEL_MT19937_H

#include <stddef.h>
#include <stdint.h>

enum { MT19937_WORDS = 624 };

/* A plain value: copying it copies the generator's place in its sequence. */
struct mt19937 {
    uint32_t state[MT19937_WORDS];
    uint32_t out[MT19937_WORDS]; /* tempered words of the present block */
    uint32_t next;               /* first word of `out` not taken yet; MT19937_WORDS: none left */
};

/* Seeds from an array of COUNT >= 1 words, as init_by_array of the authors' mt19937ar.c does. */
void mt19937_init_by_array(struct mt19937 *g, const uint32_t *key, size_t count);

/* Makes the next block: fills `out` and sets `next` to 0. The rest of the old block is lost. */
void mt19937_refill(struct mt19937 *g);

/* The next 32 random bits. */
static inline uint32_t mt19937_next32(struct mt19937 *g)
{
    if (g->next == MT19937_WORDS)
        mt19937_refill(g);
    return g->out[g->next++];
}

/* The 53 bits of a uniform number, from two words in the order they come. */
static inline uint64_t mt19937_bits53(uint32_t first, uint32_t second)
{
    return ((uint64_t)(first >> 5) << 26) | (second >> 6);
}

/* Uniform on [0, 1): a whole multiple of 2^-53. Takes two words. */
static inline double mt19937_uniform53(struct mt19937 *g)
{
    uint32_t first = mt19937_next32(g);
    uint32_t second = mt19937_next32(g);
    return (double)mt19937_bits53(first, second) / 9007199254740992.0;
}

#endif
