/* What a load test against the deployed endpoint found: validate-<model>.json, a list of checks. */
#include "artifact/artifact.h"
#include "artifact/fields.h"
#include "base/limits.h"
#include "json/json.h"

#include <string.h>

int validate_read(const char *name, const char *text, size_t len, struct arena *a, struct validation **out, size_t *n,
                  struct err *e)
{
    static const struct text_field texts[] = {
        {"check", offsetof(struct validation, check), JSON_REQUIRED},
        {"verdict", offsetof(struct validation, verdict), JSON_REQUIRED},
        {"detail", offsetof(struct validation, detail), JSON_OPTIONAL},
    };
    struct json_doc *doc;
    *out = NULL;
    *n = 0;
    if (json_parse(name, text, len, &json_limits_artifact, &doc, e) != 0)
        return e->code;
    struct json_ref root = json_root(doc), item = {0};
    if (json_type(&root) != JSON_ARRAY)
        json_fail(&root, e, "is %s, expected an array of checks", json_type_name(json_type(&root)));
    else if (json_count(&root) > LIMIT_FINDINGS)
        json_fail(&root, e, "has more than %d checks", LIMIT_FINDINGS);
    else
        *out = arena_array(a, json_count(&root), sizeof **out);
    while (e->code == 0 && *out && json_each(&root, &item)) {
        struct validation *v = &(*out)[(*n)++];
        if (json_as_object(&item, e) != 0 || fields_texts(&item, texts, FIELD_COUNT(texts), a, v, e) != 0)
            break;
        struct json_ref verdict = json_member(&item, "verdict"), check = json_member(&item, "check");
        if (strlen(v->check) > LIMIT_CHECK_NAME &&
            json_fail(&check, e, "is longer than the %d bytes of a name", LIMIT_CHECK_NAME))
            break;
        if (strcmp(v->verdict, "ok") != 0 && strcmp(v->verdict, "warn") != 0 && strcmp(v->verdict, "fail") != 0)
            json_fail(&verdict, e, "is \"%.60s\", expected \"ok\", \"warn\" or \"fail\"", v->verdict);
    }
    json_free(doc);
    return e->code;
}
