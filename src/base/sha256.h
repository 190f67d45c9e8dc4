#ifndef HEADROOM_BASE_SHA256_H
#define HEADROOM_BASE_SHA256_H

#include <stddef.h>

/* Lower-case hexadecimal SHA-256 of n bytes. */
void sha256_hex(char out[65], const void *data, size_t n);

#endif
