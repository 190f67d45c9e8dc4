/* On-demand rates by instance type: a built-in table, or a file of the user's. */
#include "artifact/artifact.h"
#include "artifact/fields.h"
#include "base/limits.h"
#include "json/json.h"

#include <string.h>

const struct rates *rates_builtin(void)
{
    static struct rate_entry entries[] = {
        {"ml.g5.xlarge", 1.408},    {"ml.g5.2xlarge", 2.816}, {"ml.g5.4xlarge", 5.632}, {"ml.g4dn.xlarge", 0.736},
        {"ml.g4dn.2xlarge", 1.120}, {"ml.p3.2xlarge", 4.284}, {"ml.c5.xlarge", 0.238},  {"ml.c5.2xlarge", 0.476},
    };
    static const struct rates table = {
        .region = "us-east-1",
        .date = "2026-08",
        .source = "published on-demand figures for SageMaker hosting, built in; not a quote",
        .currency = "USD",
        .entries = entries,
        .n = FIELD_COUNT(entries),
    };
    return &table;
}

double rates_find(const struct rates *r, const char *instance_type)
{
    for (size_t i = 0; i < r->n; i++)
        if (instance_type && strcmp(r->entries[i].instance_type, instance_type) == 0)
            return r->entries[i].per_hour;
    return NUM_UNKNOWN;
}

int rates_read(const char *name, const char *text, size_t len, struct arena *a, struct rates *out, struct err *e)
{
    static const struct text_field texts[] = {
        {"region", offsetof(struct rates, region), JSON_OPTIONAL},
        {"date", offsetof(struct rates, date), JSON_OPTIONAL},
        {"source", offsetof(struct rates, source), JSON_OPTIONAL},
        {"currency", offsetof(struct rates, currency), JSON_OPTIONAL},
    };
    *out = (struct rates){0};
    struct json_doc *doc;
    if (json_parse(name, text, len, &json_limits_artifact, &doc, e) != 0)
        return e->code;
    struct json_ref root = json_root(doc), table, item = {0};
    if (json_as_object(&root, e) == 0 && fields_texts(&root, texts, FIELD_COUNT(texts), a, out, e) == 0 &&
        json_get_object(&root, "rates", JSON_REQUIRED, &table, e) == 0) {
        out->entries = arena_array(a, json_count(&table), sizeof *out->entries);
        while (json_each(&table, &item)) {
            struct rate_entry *r = &out->entries[out->n++];
            r->instance_type = arena_strdup(a, item.key);
            if (json_as_number(&item, &r->per_hour, e) != 0)
                break;
            if (r->per_hour < 0 && json_fail(&item, e, "is negative; a rate is a price per instance and hour"))
                break;
            if (r->per_hour > LIMIT_RATE &&
                json_fail(&item, e, "is %g, beyond the 1e15 that a rate can be", r->per_hour))
                break;
        }
        if (!out->currency)
            out->currency = "USD";
    }
    json_free(doc);
    return e->code;
}
