/* The frame of a fuzz target. A target is one file with LLVMFuzzerTestOneInput; `configure --enable-fuzz` links it
 * with libFuzzer, every other build with replay.c, which feeds it the committed seeds and finds. A target states
 * what must hold for any input and stops the process (FUZZ_MUST) when it does not. */
#ifndef HEADROOM_FUZZ_FUZZ_H
#define HEADROOM_FUZZ_FUZZ_H

#include "base/err.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
/* libFuzzer's own changes of bytes; replay.c has a small one of its own. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* Aborts with WHAT when OK is false: libFuzzer keeps the input. */
void fuzz_must(bool ok, const char *what, const char *file, int line);
#define FUZZ_MUST(ok) fuzz_must(ok, #ok, __FILE__, __LINE__)

/* R is what a function returned that reports by E: 0 with no message, or a code with one. */
void fuzz_settled(int r, const struct err *e);

/* One document of an input: bytes in memory of their own, so that reading past them is seen; text[len] is 0. */
struct fuzz_part {
    char *text;
    size_t len;
};
enum { FUZZ_PARTS = 6 };

/* Documents of an input are parted by the control character RS, which no JSON text can hold. Always gives
 * FUZZ_PARTS; those that are not there are empty. */
void fuzz_split(const uint8_t *data, size_t size, struct fuzz_part parts[FUZZ_PARTS]);
void fuzz_split_free(struct fuzz_part parts[FUZZ_PARTS]);

/* What was written is one JSON value that the strict reader takes; is well-formed XML, and where it is a drawing
 * no coordinate is lost; is UTF-8 without control characters other than new lines and tabs, when it is for a
 * terminal. */
void fuzz_is_json(const struct strbuf *out);
void fuzz_is_xml(const struct strbuf *out);
void fuzz_is_printable(const char *text, size_t len);

/* Each line of what was written is a JSON value. Returns how many there are. */
size_t fuzz_is_json_lines(const struct strbuf *out);

/* No number was written that is none: the text has no word "nan" or "inf", unless the input that it came from has. */
void fuzz_is_numbers(const struct strbuf *out, const uint8_t *data, size_t size);
void fuzz_is_numbers_in(const char *text, size_t len, const uint8_t *data, size_t size);

/* Is a whole PDF, from its first line to its last. */
void fuzz_is_pdf(const struct strbuf *out);

/* A probability or a share: unknown, or within 0 to 1. */
void fuzz_is_share(double x);

/* The input as a file that has a name, for readers that open one; in memory. Returns what fuzz_file_close closes. */
enum { FUZZ_PATH = 40 };
int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH]);
void fuzz_file_close(int fd);

/* Enters an empty working directory of this process, made once and removed at its end: for outputs that insist
 * on a file. */
void fuzz_enter_directory(void);

/* Changes whole JSON tokens as often as bytes: numbers to the edges, strings to hostile ones, values to others of
 * another type, elements twice or gone. */
size_t fuzz_mutate_json(uint8_t *data, size_t size, size_t max, unsigned seed);

/* Defined by a target whose input is JSON. */
#define FUZZ_INPUT_IS_JSON \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) \
    { \
        return fuzz_mutate_json(data, size, max, seed); \
    }

#endif
