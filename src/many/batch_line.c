#include "many/batch_line.h"

#include "base/jsonw.h"
#include "base/limits.h"
#include "json/json.h"
#include "many/batch_ops.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* In messages, the name of the document that a line is. */
static const char line_name[] = "line";

/* What an error line holds and no other line can: in a string the quotes would be escaped. */
static const char error_mark[] = "\"error\": {\"exit\": ";

#define OP(o) (1U << (o))
#define PLANS OP(OP_PLAN)
#define ARTIFACTS (OP(OP_PLAN) | OP(OP_VERIFY))
#define REPLAYS OP(OP_SIMULATE)
#define ESTIMATES OP(OP_ESTIMATE)
#define EVERY (~0U)

enum type { T_ANY, T_NUMBER, T_INT, T_BOOL, T_TEXT };

/* The members that a line may have. */
static const struct member {
    const char *key;
    enum type type;
    size_t offset;
    unsigned ops;
    const char *flag; /* how messages of plan call it; NULL: it has no flag of another name */
} members[] = {
    {"id", T_ANY, offsetof(struct line, id), EVERY, NULL},
    {"op", T_TEXT, offsetof(struct line, op_name), EVERY, NULL},
    {"qmax", T_ANY, offsetof(struct line, qmax), ARTIFACTS, "--qmax F"},
    {"ttotal", T_ANY, offsetof(struct line, ttotal), ARTIFACTS | REPLAYS, "--ttotal F"},
    {"plan", T_ANY, offsetof(struct line, plan), OP(OP_VERIFY), NULL},
    {"peak_rps", T_NUMBER, offsetof(struct line, scenario.peak_rps), PLANS, "--peak-rps"},
    {"trough_rps", T_NUMBER, offsetof(struct line, scenario.trough_rps), PLANS, "--trough-rps"},
    {"peak_streams", T_NUMBER, offsetof(struct line, scenario.peak_streams), PLANS, "--peak-streams"},
    {"trough_streams", T_NUMBER, offsetof(struct line, scenario.trough_streams), PLANS, "--trough-streams"},
    {"max_scaling_per_t_total", T_NUMBER, offsetof(struct line, scenario.surge), PLANS, "--max-scaling-per-t-total"},
    {"ttfab_slo_ms", T_INT, offsetof(struct line, scenario.ttfab_slo_ms), PLANS, "--ttfab-slo-ms"},
    {"min_instances_floor", T_INT, offsetof(struct line, scenario.min_floor), PLANS, "--min-floor"},
    {"assume_t_total_s", T_NUMBER, offsetof(struct line, scenario.assume_t_total_s), PLANS, "--assume-t-total"},
    {"ceiling_s", T_NUMBER, offsetof(struct line, ceiling_s), ARTIFACTS, "--ceiling-s"},
    {"rate", T_NUMBER, offsetof(struct line, rate), PLANS | REPLAYS | ESTIMATES, "--rate"},
    {"quota", T_INT, offsetof(struct line, scenario.quota), PLANS, "--quota"},
    {"no_sample", T_BOOL, offsetof(struct line, scenario.no_sample), PLANS, "--no-sample"},
    {"allow_config_mismatch", T_BOOL, offsetof(struct line, scenario.allow_config_mismatch), ARTIFACTS,
     "--allow-config-mismatch"},
    {"allow_inconsistent", T_BOOL, offsetof(struct line, scenario.allow_inconsistent), ARTIFACTS,
     "--allow-inconsistent"},
    {"full", T_BOOL, offsetof(struct line, full), PLANS, NULL},
    {"dir", T_TEXT, offsetof(struct line, dir), OP(OP_GATE), NULL},
    {"model", T_TEXT, offsetof(struct line, model), OP(OP_GATE), NULL},
    {"max_age", T_NUMBER, offsetof(struct line, max_age), OP(OP_GATE), NULL},
    {"as_of", T_TEXT, offsetof(struct line, as_of), OP(OP_GATE), NULL},
    {"trace", T_TEXT, offsetof(struct line, replay.trace), REPLAYS, NULL},
    {"burst", T_TEXT, offsetof(struct line, replay.burst), REPLAYS, "--burst"},
    {"poisson", T_NUMBER, offsetof(struct line, replay.poisson), REPLAYS, NULL},
    {"office_hours", T_NUMBER, offsetof(struct line, replay.office_hours), REPLAYS, NULL},
    {"hours", T_NUMBER, offsetof(struct line, replay.hours), REPLAYS, NULL},
    {"seed", T_INT, offsetof(struct line, replay.seed), REPLAYS, NULL},
    {"service", T_NUMBER, offsetof(struct line, replay.service), REPLAYS, "--service"},
    {"provision", T_NUMBER, offsetof(struct line, replay.provision), REPLAYS, NULL},
    {"min", T_INT, offsetof(struct line, replay.min), REPLAYS, NULL},
    {"max", T_INT, offsetof(struct line, replay.max), REPLAYS, NULL},
    {"target", T_NUMBER, offsetof(struct line, replay.target), REPLAYS, NULL},
    {"per_instance", T_INT, offsetof(struct line, replay.per_instance), REPLAYS, NULL},
    {"ttl", T_INT, offsetof(struct line, replay.ttl), REPLAYS, NULL},
    {"timeout", T_INT, offsetof(struct line, replay.timeout), REPLAYS, NULL},
    {"no_wake", T_BOOL, offsetof(struct line, replay.no_wake), REPLAYS, NULL},
    {"wake_periods", T_INT, offsetof(struct line, replay.wake_periods), REPLAYS, NULL},
    {"wake_cooldown", T_NUMBER, offsetof(struct line, replay.wake_cooldown), REPLAYS, NULL},
    {"scale_out_cooldown", T_NUMBER, offsetof(struct line, replay.scale_out_cooldown), REPLAYS, NULL},
    {"scale_in_cooldown", T_NUMBER, offsetof(struct line, replay.scale_in_cooldown), REPLAYS, NULL},
    {"until", T_NUMBER, offsetof(struct line, replay.until), REPLAYS, NULL},
    {"compare", T_BOOL, offsetof(struct line, replay.compare), REPLAYS, NULL},
    {"always_on", T_INT, offsetof(struct line, replay.always_on), REPLAYS | ESTIMATES, NULL},
    {"csv", T_TEXT, offsetof(struct line, csv), ESTIMATES, NULL},
    {"instance_hours", T_ANY, offsetof(struct line, instance_hours), ESTIMATES, NULL},
    {"other", T_ANY, offsetof(struct line, other), ESTIMATES, "--other"},
};
enum { N_MEMBERS = sizeof members / sizeof *members };

static const struct op {
    const char *name;
    void (*run)(struct line *l, struct strbuf *out, struct err *e);
} ops[] = {
    [OP_PLAN] = {"plan", line_plan},
    [OP_VERIFY] = {"verify", line_verify},
    [OP_GATE] = {"gate", line_gate},
    [OP_SIMULATE] = {"async simulate", line_simulate},
    [OP_ESTIMATE] = {"async estimate", line_estimate},
};
enum { N_OPS = sizeof ops / sizeof *ops };

/* The id first: whatever else is wrong with the line, its error can be told apart. */
static int read_id(const struct json_ref *root, struct line *l, struct err *e)
{
    l->id = json_member(root, "id");
    switch (json_type(&l->id)) {
    case JSON_ABSENT: return 0;
    case JSON_ARRAY:
    case JSON_OBJECT:
        json_fail(&l->id, e, "is %s, expected a string or a number", json_type_name(json_type(&l->id)));
        return e->code = EXIT_USAGE;
    case JSON_NUMBER:
        if (fabs(json_number(&l->id)) >= LIMIT_INTEGER) {
            json_fail(&l->id, e, "a number of 2^53 or more may not be what was written; make it a string");
            return e->code = EXIT_USAGE;
        }
        break;
    default: break;
    }
    json_canonical(&l->id, &l->id_text);
    return 0;
}

static int read_op(const struct json_ref *root, struct line *l, struct err *e)
{
    struct json_ref r = json_member(root, "op");
    if (json_type(&r) == JSON_ABSENT)
        return 0;
    const char *text = json_text(&r);
    for (unsigned i = 0; text && i < N_OPS; i++)
        if (strcmp(text, ops[i].name) == 0) {
            l->op = (enum line_op)i;
            return 0;
        }
    struct strbuf names = {0};
    for (unsigned i = 0; i < N_OPS; i++)
        sb_addf(&names, "%s%s", i ? ", " : "", ops[i].name);
    json_fail(&r, e, "expected one of %s", sb_str(&names));
    sb_free(&names);
    return e->code = EXIT_USAGE;
}

/* The members of an operation, for the message about one that it does not have. */
static void known_members(enum line_op op, struct strbuf *out)
{
    for (size_t i = 0; i < N_MEMBERS; i++)
        if (members[i].ops & OP(op))
            sb_addf(out, "%s%s", out->len ? ", " : "", members[i].key);
}

static int read_member(const struct json_ref *r, const struct member *m, struct line *l, struct err *e)
{
    void *at = (char *)l + m->offset;
    if (json_type(r) == JSON_NULL) /* as if it were not there */
        return 0;
    switch (m->type) {
    case T_ANY: *(struct json_ref *)at = *r; break;
    case T_NUMBER: json_as_number(r, at, e); break;
    case T_INT: json_as_int(r, at, e); break;
    case T_BOOL: json_as_bool(r, at, e); break;
    case T_TEXT:
        *(const char **)at = json_text(r); /* the document outlives the line */
        if (!json_text(r))
            json_fail(r, e, "is %s, expected a string", json_type_name(json_type(r)));
        break;
    }
    if (e->code) /* a line is what a command line is elsewhere */
        e->code = EXIT_USAGE;
    return e->code;
}

static int read_line(const struct json_ref *root, struct line *l, struct err *e)
{
    if (json_type(root) != JSON_OBJECT)
        return err_set(e, EXIT_USAGE, "%s: is %s, expected an object", line_name, json_type_name(json_type(root)));
    if (read_id(root, l, e) != 0 || read_op(root, l, e) != 0)
        return e->code;
    struct json_ref item = {0};
    while (json_each(root, &item)) {
        const struct member *m = members;
        while (m < members + N_MEMBERS && strcmp(m->key, item.key) != 0)
            m++;
        if (m == members + N_MEMBERS || !(m->ops & OP(l->op))) {
            struct strbuf known = {0};
            known_members(l->op, &known);
            json_fail(&item, e, "unknown key; %s takes %s", ops[l->op].name, sb_str(&known));
            sb_free(&known);
            return e->code = EXIT_USAGE;
        }
        if (read_member(&item, m, l, e) != 0)
            return e->code;
    }
    return 0;
}

char *batch_message(const char *text)
{
    struct strbuf out = {0};
    while (*text) {
        const struct member *best = NULL;
        for (size_t i = 0; i < N_MEMBERS && *text == '-'; i++)
            if (members[i].flag && strncmp(text, members[i].flag, strlen(members[i].flag)) == 0 &&
                (!best || strlen(members[i].flag) > strlen(best->flag)))
                best = &members[i];
        if (best) {
            sb_add(&out, best->key);
            text += strlen(best->flag);
        } else {
            sb_addc(&out, *text++);
        }
    }
    return sb_detach(&out);
}

void batch_line_error(struct strbuf *out, const char *id, int code, const char *message)
{
    struct jsonw w;
    jw_init(&w, out, 0);
    jw_object(&w);
    jw_key(&w, "id");
    jw_raw(&w, id && *id ? id : "null");
    jw_key(&w, "error");
    jw_object(&w);
    jw_kint(&w, "exit", code);
    jw_kstring(&w, "message", message);
    jw_end(&w);
    jw_end(&w);
    sb_addc(out, '\n');
}

bool batch_line_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r' && text[i] != '\n')
            return false;
    return true;
}

bool batch_line_failed(const char *text, size_t len)
{
    return memmem(text, len, error_mark, sizeof error_mark - 1) != NULL;
}

enum line_outcome batch_line(struct shelf *shelf, const char *text, size_t len, struct strbuf *out)
{
    struct err e = ERR_INIT;
    struct json_doc *doc = NULL;
    struct line l = {.shelf = shelf,
                     .op = OP_PLAN,
                     .scenario = scenario_default(),
                     .ceiling_s = NUM_UNKNOWN,
                     .rate = NUM_UNKNOWN,
                     .max_age = NUM_UNKNOWN,
                     .replay = line_replay_default()};
    if (batch_line_blank(text, len))
        return LINE_BLANK;
    size_t start = out->len;
    if (json_parse_line(line_name, text, len, &json_limits_artifact, &doc, &e) == 0) {
        struct json_ref root = json_root(doc);
        if (read_line(&root, &l, &e) == 0)
            ops[l.op].run(&l, out, &e);
    }
    if (e.code != 0) {
        char *message = e.code == EXIT_USAGE ? batch_message(e.text) : xstrdup(e.text);
        sb_trunc(out, start);
        batch_line_error(out, sb_str(&l.id_text), e.code == EXIT_USAGE ? EXIT_USAGE : EXIT_REFUSED, message);
        free(message);
    }
    arena_free(l.arena);
    sb_free(&l.id_text);
    json_free(doc);
    shelf_trim(shelf);
    return e.code ? LINE_ERROR : LINE_DONE;
}
