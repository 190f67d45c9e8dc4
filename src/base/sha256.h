#ifndef HEADROOM_BASE_SHA256_H
#define HEADROOM_BASE_SHA256_H

#include <stddef.h>

/* Lower-case hexadecimal SHA-256 of n bytes. */
void sha256_hex(char out[65], const void *data, size_t n);

/* The same over bytes that come in pieces. sha256_end frees. */
struct sha256;
struct sha256 *sha256_new(void);
void sha256_add(struct sha256 *s, const void *data, size_t n);
void sha256_end(struct sha256 *s, char out[65]);

#endif
