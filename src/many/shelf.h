/* Artifacts that many plans name: each file is read, hashed and examined once and kept, within a bound. */
#ifndef HEADROOM_MANY_SHELF_H
#define HEADROOM_MANY_SHELF_H

#include "store/evidence.h"

struct shelf;
struct shelf *shelf_new(void);
void shelf_free(struct shelf *s); /* NULL is allowed */

/* The ladder or scale-out in the file PATH. What comes back lives until shelf_trim. A file that is missing,
 * unreadable or refused gives the same error each time, from memory. Only regular files are read: waiting for
 * a pipe would stop all other lines. */
const struct ladder_part *shelf_ladder(struct shelf *s, const char *path, struct err *e);
const struct scale_out_part *shelf_scale_out(struct shelf *s, const char *path, struct err *e);

/* Refuses what is not a regular file: EXIT_REFUSED, and EXIT_USAGE for "-". */
int shelf_regular(const char *path, struct err *e);

/* As evidence_pair, for two parts of the shelf (T may be NULL); the answer for the last pairing of each
 * ladder is kept. *OUT lives until the next call or shelf_trim. */
int shelf_pair(struct shelf *s, const struct ladder_part *q, const struct scale_out_part *t, bool allow_mismatch,
               bool allow_inconsistent, struct notes *out, struct err *e);

/* Forgets what was used least recently until the bound is kept. Call while no part is in use. */
void shelf_trim(struct shelf *s);

#endif
