#include "aws/config.h"

#include "base/awsname.h"
#include "base/file.h"
#include "base/limits.h"
#include "json/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const struct drift_endpoint *p = a, *q = b;
    return strcmp(p->want.endpoint, q->want.endpoint);
}

const struct drift_endpoint *drift_config_find(const struct drift_config *c, const char *endpoint)
{
    struct drift_endpoint key = {.want.endpoint = endpoint};
    return c->n ? bsearch(&key, c->endpoints, c->n, sizeof key, by_name) : NULL;
}

static int count_of(const struct json_ref *obj, const char *key, enum json_need need, int64_t least, int64_t *out,
                    struct err *e)
{
    if (json_get_int(obj, key, need, out, e) != 0)
        return e->code;
    struct json_ref at = json_member(obj, key);
    if (int_known(*out) && (*out < least || (double)*out > LIMIT_FLEET))
        return json_fail(&at, e, "is %lld, expected %lld to 1e9", (long long)*out, (long long)least);
    return 0;
}

static int figure_of(const struct json_ref *obj, const char *key, double *out, struct err *e)
{
    if (json_get_number(obj, key, JSON_OPTIONAL, out, e) != 0)
        return e->code;
    struct json_ref at = json_member(obj, key);
    if (num_known(*out) && *out < 0)
        return json_fail(&at, e, "is negative, expected a number from 0");
    return 0;
}

static void note_unknown(const struct json_ref *obj, struct arena *a, struct drift_config *out)
{
    static const char *const known[] = {"variant",
                                        "min_instances",
                                        "max_instances",
                                        "scaling_target_value",
                                        "scale_in_threshold",
                                        "scale_out_cooldown_s",
                                        "scale_in_cooldown_s",
                                        "method"};
    struct json_ref at = {0};
    while (json_each(obj, &at)) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found = found || strcmp(known[i], at.key) == 0;
        if (found || out->n_notes == 20)
            continue;
        struct strbuf path = {0};
        json_path(&at, &path);
        if (!out->notes)
            out->notes = arena_array(a, 20, sizeof *out->notes);
        out->notes[out->n_notes++] =
            arena_printf(a, "%s: %s: means nothing here and is ignored", out->name, sb_str(&path));
        sb_free(&path);
    }
}

static int read_endpoint(const struct json_ref *at, struct arena *a, struct aws_expected *w, struct err *e)
{
    const char *method = NULL;
    if (!aws_name_ok(at->key))
        return json_fail(at, e, "is no name that AWS accepts for an endpoint: " AWS_NAME_RULE);
    if (json_as_object(at, e) != 0)
        return e->code;
    w->endpoint = arena_strdup(a, at->key);
    struct json_ref variant = json_member(at, "variant"), max = json_member(at, "max_instances");
    struct json_ref how = json_member(at, "method");
    json_get_string(at, "variant", JSON_OPTIONAL, a, &w->variant, e);
    json_get_string(at, "method", JSON_OPTIONAL, a, &method, e);
    count_of(at, "min_instances", JSON_REQUIRED, 0, &w->min, e);
    count_of(at, "max_instances", JSON_REQUIRED, 0, &w->max, e);
    count_of(at, "scale_out_cooldown_s", JSON_OPTIONAL, 0, &w->scale_out_cooldown_s, e);
    count_of(at, "scale_in_cooldown_s", JSON_OPTIONAL, 0, &w->scale_in_cooldown_s, e);
    figure_of(at, "scaling_target_value", &w->target_value, e);
    figure_of(at, "scale_in_threshold", &w->scale_in_threshold, e);
    if (e->code != 0)
        return e->code;
    w->variant = w->variant ? w->variant : "primary";
    if (!aws_name_ok(w->variant))
        return json_fail(&variant, e, "is no name that AWS accepts for a variant: " AWS_NAME_RULE);
    if (w->max < w->min)
        return json_fail(&max, e, "is %lld, below min_instances %lld", (long long)w->max, (long long)w->min);
    if (method && strcmp(method, "published") != 0 && strcmp(method, "flow") != 0)
        return json_fail(&how, e, "is neither \"published\" nor \"flow\"");
    w->flow = method && strcmp(method, "flow") == 0;
    w->first_chunk_us = NUM_UNKNOWN;
    w->resource_id = arena_printf(a, "endpoint/%s/variant/%s", w->endpoint, w->variant);
    return 0;
}

/* The line on which the member NAME stands, looking from *at on; the text is JSON that was read
 * already, and valid names need no escapes. */
static size_t line_of(const char *name, const char **at, size_t *line)
{
    char quoted[80];
    size_t n = strlen(name);
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    for (const char *p = *at; (p = strstr(p, quoted)) != NULL; p += n + 2) {
        const char *after = p + n + 2;
        after += strspn(after, " \t\r\n");
        if (*after != ':')
            continue;
        for (const char *q = *at; q < p; q++)
            *line += *q == '\n';
        *at = p;
        break;
    }
    return *line;
}

int drift_config_parse(const char *name, const char *text, size_t len, struct arena *a, struct drift_config *out,
                       struct err *e)
{
    struct json_doc *doc;
    *out = (struct drift_config){.name = arena_strdup(a, name)};
    if (json_parse(name, text, len, &json_limits_export, &doc, e) != 0)
        return e->code;
    struct json_ref root = json_root(doc), list, at = {0};
    const char *from = text;
    size_t line = 1;
    list = json_member(&root, "plan");
    if (json_type(&list) != JSON_ABSENT)
        json_fail(&list, e,
                  "this is a plan.json, which `headroom validate` compares; expected a configuration with the "
                  "$.endpoints of an account");
    else if (json_as_object(&root, e) == 0 && json_get_object(&root, "endpoints", JSON_REQUIRED, &list, e) == 0) {
        out->endpoints = arena_array(a, json_count(&list), sizeof *out->endpoints);
        while (e->code == 0 && json_each(&list, &at)) {
            struct drift_endpoint *d = &out->endpoints[out->n++];
            if (read_endpoint(&at, a, &d->want, e) == 0) {
                d->line = line_of(d->want.endpoint, &from, &line);
                note_unknown(&at, a, out);
            }
        }
    }
    json_free(doc);
    if (e->code == 0 && out->n > 1)
        qsort(out->endpoints, out->n, sizeof *out->endpoints, by_name);
    return e->code;
}

int drift_config_load(const char *path, struct arena *a, struct drift_config *out, struct err *e)
{
    struct bytes b;
    if (file_read(path, LIMIT_ARTIFACT_BYTES, &b, e) != 0)
        return e->code;
    int r = drift_config_parse(file_base(path), b.data, b.len, a, out, e);
    bytes_free(&b);
    return r;
}
