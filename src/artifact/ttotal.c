/* The scale-out measurement: ttotal-<model>-<trigger>-<slug>.json. */
#include "artifact/artifact.h"
#include "artifact/fields.h"
#include "artifact/fingerprint.h"
#include "base/date.h"
#include "base/limits.h"
#include "json/json.h"

static const struct text_field texts[] = {
    {"model_name", offsetof(struct ttotal, model_name), JSON_REQUIRED},
    {"endpoint", offsetof(struct ttotal, endpoint), JSON_OPTIONAL},
    {"run_id", offsetof(struct ttotal, run_id), JSON_OPTIONAL},
    {"trigger", offsetof(struct ttotal, trigger), JSON_OPTIONAL},
    {"config_slug", offsetof(struct ttotal, config_slug), JSON_OPTIONAL},
};

static const struct number_field numbers[] = {
    {"t_total_s", offsetof(struct ttotal, t_total_s), FIELD_NOT_NEGATIVE},
    {"t_total_with_policy_bound_s", offsetof(struct ttotal, t_total_with_policy_bound_s), FIELD_NOT_NEGATIVE},
    {"policy_lag_bound_s", offsetof(struct ttotal, policy_lag_bound_s), FIELD_NOT_NEGATIVE},
};

static int read_timeline(const struct json_ref *root, struct arena *a, struct ttotal *t, struct err *e)
{
    static const struct text_field mark_texts[] = {
        {"stage", offsetof(struct mark, stage), JSON_REQUIRED},
        {"at", offsetof(struct mark, at), JSON_OPTIONAL},
        {"source", offsetof(struct mark, source), JSON_OPTIONAL},
        {"note", offsetof(struct mark, note), JSON_OPTIONAL},
    };
    struct json_ref list, item = {0};
    if (json_get_array(root, "timeline", JSON_OPTIONAL, LIMIT_STAGES, &list, e) != 0)
        return e->code;
    t->timeline = arena_array(a, json_count(&list), sizeof *t->timeline);
    while (json_each(&list, &item)) {
        struct mark *m = &t->timeline[t->n_timeline++];
        if (json_as_object(&item, e) != 0 || fields_texts(&item, mark_texts, FIELD_COUNT(mark_texts), a, m, e) != 0 ||
            json_get_bool(&item, "bounded", JSON_OPTIONAL, &m->bounded, e) != 0)
            return e->code;
        m->at_us = INT_UNKNOWN;
        struct json_ref at = json_member(&item, "at");
        if (m->at && date_parse(m->at, &m->at_us) != 0)
            return json_fail(&at, e, "is \"%.60s\", expected a date and time as in 2026-08-04T14:42:58Z", m->at);
    }
    return 0;
}

int stage_read(const struct json_ref *r, struct arena *a, struct stage *s, struct err *e)
{
    static const struct text_field stage_texts[] = {
        {"from", offsetof(struct stage, from), JSON_REQUIRED},
        {"to", offsetof(struct stage, to), JSON_REQUIRED},
    };
    static const struct number_field stage_numbers[] = {
        {"seconds", offsetof(struct stage, seconds), FIELD_NOT_NEGATIVE},
        {"share", offsetof(struct stage, share), FIELD_NOT_NEGATIVE},
    };
    if (json_as_object(r, e) != 0 || fields_texts(r, stage_texts, FIELD_COUNT(stage_texts), a, s, e) != 0 ||
        fields_numbers(r, stage_numbers, FIELD_COUNT(stage_numbers), s, e) != 0)
        return e->code;
    return json_get_bool(r, "bounded", JSON_OPTIONAL, &s->bounded, e);
}

static int read_durations(const struct json_ref *root, struct arena *a, struct ttotal *t, struct err *e)
{
    struct json_ref list, item = {0};
    if (json_get_array(root, "durations", JSON_OPTIONAL, LIMIT_STAGES, &list, e) != 0)
        return e->code;
    t->durations = arena_array(a, json_count(&list), sizeof *t->durations);
    while (json_each(&list, &item))
        if (stage_read(&item, a, &t->durations[t->n_durations++], e) != 0)
            return e->code;
    return 0;
}

/* A ladder states no t_total_s either, and would pass for a measurement that did not finish. */
static int refuse_ladder(const struct json_ref *root, struct err *e)
{
    struct json_ref q_max = json_member(root, "q_max"), steps = json_member(root, "steps"),
                    total = json_member(root, "t_total_s");
    if (json_type(&total) == JSON_ABSENT && (json_type(&q_max) != JSON_ABSENT || json_type(&steps) != JSON_ABSENT))
        return json_fail(root, e, "this is a ladder (qmax), which --qmax takes; expected a scale-out (ttotal)");
    return 0;
}

int ttotal_read_value(const struct json_ref *root, struct arena *a, struct ttotal *t, struct err *e)
{
    *t = (struct ttotal){0};
    if (json_as_object(root, e) == 0 && refuse_ladder(root, e) == 0 &&
        fields_texts(root, texts, FIELD_COUNT(texts), a, t, e) == 0 &&
        fields_numbers(root, numbers, FIELD_COUNT(numbers), t, e) == 0 &&
        json_get_bool(root, "t_total_bounded", JSON_OPTIONAL, &t->t_total_bounded, e) == 0 &&
        read_timeline(root, a, t, e) == 0 && read_durations(root, a, t, e) == 0 &&
        strings_read(root, "missing_stages", a, &t->missing_stages, &t->n_missing, e) == 0 &&
        strings_read(root, "notes", a, &t->notes, &t->n_notes, e) == 0)
        fingerprint_read(root, "deployed_config", a, &t->config, e);
    return e->code;
}

int ttotal_read(const char *name, const char *text, size_t len, struct arena *a, struct ttotal *t, struct err *e)
{
    struct json_doc *doc;
    if (json_parse(name, text, len, &json_limits_artifact, &doc, e) != 0)
        return e->code;
    struct json_ref root = json_root(doc);
    ttotal_read_value(&root, a, t, e);
    json_free(doc);
    return e->code;
}
