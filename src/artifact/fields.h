/* Tables that say which members of a JSON object go into which fields of a struct. */
#ifndef HEADROOM_ARTIFACT_FIELDS_H
#define HEADROOM_ARTIFACT_FIELDS_H

#include "artifact/artifact.h"
#include "json/json.h"

#include <stddef.h>

#define FIELD_COUNT(table) (sizeof(table) / sizeof *(table))

enum field_sign { FIELD_SIGNED, FIELD_NOT_NEGATIVE };

struct number_field { /* all optional */
    const char *key;
    size_t offset; /* of a double */
    enum field_sign sign;
};
struct int_field {
    const char *key;
    size_t offset; /* of an int64_t */
    enum json_need need;
    int64_t least;
};
struct bool_field {
    const char *key;
    size_t offset; /* of an enum tri */
    enum json_need need;
};
struct text_field {
    const char *key;
    size_t offset; /* of a const char * */
    enum json_need need;
};

int fields_numbers(const struct json_ref *obj, const struct number_field *f, size_t n, void *out, struct err *e);
int fields_ints(const struct json_ref *obj, const struct int_field *f, size_t n, void *out, struct err *e);
int fields_bools(const struct json_ref *obj, const struct bool_field *f, size_t n, void *out, struct err *e);
int fields_texts(const struct json_ref *obj, const struct text_field *f, size_t n, struct arena *a, void *out,
                 struct err *e);

/* The fields of one step of a ladder, for whoever writes them out again. */
extern const struct number_field step_numbers[];
extern const struct int_field step_ints[];
extern const struct bool_field step_bools[];
extern const size_t n_step_numbers, n_step_ints, n_step_bools;
int step_read(const struct json_ref *r, struct arena *a, struct step *out, struct err *e);
/* One entry of durations. */
int stage_read(const struct json_ref *r, struct arena *a, struct stage *out, struct err *e);

/* An array of strings; absent and null give none. */
int strings_read(const struct json_ref *obj, const char *key, struct arena *a, const char ***out, size_t *n,
                 struct err *e);
/* An array of integers, each at least LEAST; *out stays NULL when absent or null. */
int ints_read(const struct json_ref *obj, const char *key, enum json_need need, int64_t least, struct arena *a,
              int64_t **out, size_t *n, struct err *e);

/* The member "provenance"; absent and null leave present false. */
int provenance_read(const struct json_ref *obj, struct arena *a, struct provenance *out, struct err *e);

#endif
