/* Text of AWS exports as data: on a terminal, in a shell command, in numbers for people. */
#ifndef HEADROOM_AWS_TEXT_H
#define HEADROOM_AWS_TEXT_H

#include "base/mem.h"
#include "base/strbuf.h"

#include <stdint.h>

/* TEXT made printable and kept on one line (new lines and tabs become \n and \t). In the arena. */
const char *aws_oneline(struct arena *a, const char *text);

/* A number as a person writes it in a command: 37.5, 25, 960. "unknown" for NaN. In the arena. */
const char *aws_number(struct arena *a, double x);
const char *aws_integer(struct arena *a, int64_t n);

/* Appends TEXT as one word of a POSIX shell; text with characters that a terminal would act on
 * becomes the $'...' form of bash. */
void shell_word(struct strbuf *out, const char *text);

#endif
