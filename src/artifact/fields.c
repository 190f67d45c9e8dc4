#include "artifact/fields.h"

#include "base/limits.h"

#include <math.h>

int fields_numbers(const struct json_ref *obj, const struct number_field *f, size_t n, void *out, struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        double *x = (double *)(void *)((char *)out + f[i].offset);
        if (json_get_number(obj, f[i].key, JSON_OPTIONAL, x, e) != 0)
            return e->code;
        if (f[i].sign == FIELD_NOT_NEGATIVE && *x < 0) {
            struct json_ref r = json_member(obj, f[i].key);
            return json_fail(&r, e, "is %g, and cannot be negative", *x);
        }
        if (fabs(*x) > LIMIT_MEASURED) {
            struct json_ref r = json_member(obj, f[i].key);
            return json_fail(&r, e, "is %g, beyond the 1e15 that a measurement can be", *x);
        }
    }
    return 0;
}

int fields_ints(const struct json_ref *obj, const struct int_field *f, size_t n, void *out, struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        int64_t *x = (int64_t *)(void *)((char *)out + f[i].offset);
        if (json_get_int(obj, f[i].key, f[i].need, x, e) != 0)
            return e->code;
        if (int_known(*x) && *x < f[i].least) {
            struct json_ref r = json_member(obj, f[i].key);
            return json_fail(&r, e, "is %lld, expected at least %lld", (long long)*x, (long long)f[i].least);
        }
    }
    return 0;
}

int fields_bools(const struct json_ref *obj, const struct bool_field *f, size_t n, void *out, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (json_get_bool(obj, f[i].key, f[i].need, (enum tri *)(void *)((char *)out + f[i].offset), e) != 0)
            return e->code;
    return 0;
}

int fields_texts(const struct json_ref *obj, const struct text_field *f, size_t n, struct arena *a, void *out,
                 struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (json_get_string(obj, f[i].key, f[i].need, a, (const char **)(void *)((char *)out + f[i].offset), e) != 0)
            return e->code;
    return 0;
}

int strings_read(const struct json_ref *root, const char *key, struct arena *a, const char ***out, size_t *n,
                 struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(root, key, JSON_OPTIONAL, LIMIT_STAGES, &list, e) != 0)
        return e->code;
    *out = arena_array(a, json_count(&list), sizeof **out);
    while (json_each(&list, &item))
        if (json_as_string(&item, a, &(*out)[(*n)++], e) != 0)
            return e->code;
    return 0;
}

int ints_read(const struct json_ref *root, const char *key, enum json_need need, int64_t least, struct arena *a,
              int64_t **out, size_t *n, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(root, key, need, LIMIT_LIST, &list, e) != 0)
        return e->code;
    if (json_type(&list) != JSON_ARRAY)
        return 0;
    *out = arena_array(a, json_count(&list), sizeof **out);
    while (json_each(&list, &item)) {
        if (json_as_int(&item, &(*out)[*n], e) != 0)
            return e->code;
        if ((*out)[(*n)++] < least)
            return json_fail(&item, e, "is below %lld", (long long)least);
    }
    return 0;
}

int provenance_read(const struct json_ref *obj, struct arena *a, struct provenance *out, struct err *e)
{
    static const struct text_field texts[] = {
        {"origin", offsetof(struct provenance, origin), JSON_OPTIONAL},
        {"run_id", offsetof(struct provenance, run_id), JSON_OPTIONAL},
        {"measured_at", offsetof(struct provenance, measured_at), JSON_OPTIONAL},
        {"endpoint", offsetof(struct provenance, endpoint), JSON_OPTIONAL},
        {"note", offsetof(struct provenance, note), JSON_OPTIONAL},
    };
    *out = (struct provenance){0};
    struct json_ref r;
    if (json_get_object(obj, "provenance", JSON_OPTIONAL, &r, e) != 0)
        return e->code;
    if (json_type(&r) != JSON_OBJECT)
        return 0;
    out->present = true;
    return fields_texts(&r, texts, FIELD_COUNT(texts), a, out, e);
}
