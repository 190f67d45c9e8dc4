#include "base/sha256.h"

#include "base/mem.h"

#include <nettle/sha2.h>
#include <stdlib.h>

struct sha256 {
    struct sha256_ctx ctx;
};

struct sha256 *sha256_new(void)
{
    struct sha256 *s = xcalloc(1, sizeof *s);
    sha256_init(&s->ctx);
    return s;
}

void sha256_add(struct sha256 *s, const void *data, size_t n)
{
    sha256_update(&s->ctx, n, data);
}

void sha256_end(struct sha256 *s, char out[65])
{
    static const char hex[] = "0123456789abcdef";
    unsigned char digest[SHA256_DIGEST_SIZE];
    sha256_digest(&s->ctx, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        out[2 * i] = hex[digest[i] >> 4];
        out[2 * i + 1] = hex[digest[i] & 15];
    }
    out[64] = '\0';
    free(s);
}

void sha256_hex(char out[65], const void *data, size_t n)
{
    struct sha256 *s = sha256_new();
    sha256_add(s, data, n);
    sha256_end(s, out);
}
