/* The fingerprint says which configuration was measured; two artifacts belong together only when it is
 * the same one. */
#ifndef HEADROOM_ARTIFACT_FINGERPRINT_H
#define HEADROOM_ARTIFACT_FINGERPRINT_H

#include "artifact/artifact.h"
#include "artifact/notes.h"
#include "json/json.h"

/* Reads member KEY of OBJ ("deployed_config"). Absent, null and {} leave present false. */
int fingerprint_read(const struct json_ref *obj, const char *key, struct arena *a, struct fingerprint *out,
                     struct err *e);

/* "g5xlarge-8b1b96bc": the instance type without "ml." and dots, "-", the digest's first 8 characters;
 * "unknown" and "nodigest" for what is missing. */
const char *slug_of(struct arena *a, const char *instance_type, const char *image_digest);
const char *qmax_slug(struct arena *a, const struct qmax *q);
/* The stated config_slug, else from deployed_config; "" when there is neither. */
const char *ttotal_slug(struct arena *a, const struct ttotal *t);

/* Do the two artifacts describe one configuration: the same slug, model and, where both have one, container_env? A
 * difference, and a slug that is not known, is EXIT_REFUSED, or with ALLOW a note for each. Doubts that never refuse
 * are noted as well. */
int pair_check(const struct qmax *q, const char *qmax_name, const struct ttotal *t, const char *ttotal_name,
               bool allow, struct notes *notes, struct err *e);

/* Notes when the last two dash parts of a file name look like a slug and disagree with SLUG. */
void file_name_check(const char *name, const char *slug, struct notes *notes);

#endif
