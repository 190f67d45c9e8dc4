/* An output set: files that take their names together or not at all. Each is written to a temporary
 * name in its own directory, synced and closed; then standard output is written and flushed; only then
 * are the names taken. When that fails half-way, what was there before comes back. */
#ifndef HEADROOM_BASE_OUTSET_H
#define HEADROOM_BASE_OUTSET_H

#include "base/err.h"

#include <stddef.h>

struct outset;
struct strbuf;
struct outset *outset_new(void);

/* Names an input, so that an output which is the same file is refused (EXIT_USAGE). Call before adding. */
void outset_input(struct outset *s, const char *path);

/* Adds PATH with its whole content. A directory, FIFO or device is EXIT_OUTPUT; a path that is an input
 * or was added already EXIT_USAGE; a symbolic link's target is what gets replaced. */
int outset_file(struct outset *s, const char *path, const void *data, size_t n, struct err *e);

/* For a library that insists on writing by name: reserves a temporary file beside PATH and returns its
 * name in *tmp (owned by the set). outset_commit syncs it and gives it its name. */
int outset_reserve(struct outset *s, const char *path, const char **tmp, struct err *e);

/* Makes DIR an output directory: created when absent (its parent must exist), removed again when the
 * set fails. Files in it are then added by outset_file with their full path. */
int outset_dir(struct outset *s, const char *dir, struct err *e);

/* Would outset_file take PATH? Nothing is made: asked before work that is in vain otherwise. */
int outset_check(struct outset *s, const char *path, struct err *e);

/* The directory that must be writable for PATH to be an output: PATH itself when it is a directory, else
 * the one that holds the file its links lead to. The caller frees; NULL when links lead round. */
char *outset_place(const char *path);

/* Text for standard output; appended to what was given before. */
void outset_stdout(struct outset *s, const char *data, size_t n);
/* The same of all that TEXT holds, which is empty afterwards: large outputs are not held twice. */
void outset_stdout_take(struct outset *s, struct strbuf *text);

/* Takes the names. On failure nothing has changed. Call once. */
int outset_commit(struct outset *s, struct err *e);

/* Removes what was not committed and frees the set. NULL is allowed. */
void outset_free(struct outset *s);

#endif
