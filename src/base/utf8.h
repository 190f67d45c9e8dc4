/* UTF-8: checked once on the raw bytes of each input, trusted afterwards. */
#ifndef HEADROOM_BASE_UTF8_H
#define HEADROOM_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes the character at s (n bytes left). Returns its length and sets *cp, or 0 when the bytes are
 * not well-formed (overlong, surrogate, above U+10FFFF, cut short). */
size_t utf8_decode(const char *s, size_t n, uint32_t *cp);

/* Offset of the first byte that is not part of a well-formed character; n when all is well. */
size_t utf8_check(const char *s, size_t n);

/* Number of characters. */
size_t utf8_count(const char *s);

/* Columns on a terminal: combining marks 0, East Asian wide 2, else 1 (a plain table, no locale). */
size_t utf8_width(const char *s);

/* Control characters, bidirectional marks and overrides, line separators: what can rewrite or rearrange
 * the text around it on a terminal or in a document. */
bool utf8_hidden(uint32_t cp);

/* Encodes cp at out (4 bytes are enough). Returns the length. */
size_t utf8_encode(char out[4], uint32_t cp);

#endif
