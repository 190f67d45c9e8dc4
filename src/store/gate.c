#include "store/gate.h"

#include "base/date.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/sha256.h"
#include "json/json.h"
#include "store/store.h"
#include "store/verify.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct gate {
    const char *dir, *model;
    struct arena *arena;
    struct gate_answer *answer;
};

static void shut(struct gate *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void shut(struct gate *g, const char *fmt, ...)
{
    struct err e = ERR_INIT; /* a bounded buffer for a sentence */
    va_list ap;
    va_start(ap, fmt);
    err_setv(&e, EXIT_ANSWER_NO, fmt, ap);
    va_end(ap);
    notes_add(&g->answer->shut, "%s", e.text);
}

static void pass(struct gate *g, const char *text)
{
    notes_add(&g->answer->open, "%s", text);
}

static const char *in_dir(const struct gate *g, const char *name)
{
    return arena_printf(g->arena, "%s/%s", g->dir, name);
}

static int json_file(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 5 && d->d_name[0] != '.' && strcmp(d->d_name + n - 5, ".json") == 0;
}

/* By bytes: the order of a directory differs between file systems, that of a locale between users.
 */
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Whether TEXT is a plan for the model. A file that is not JSON is none. */
static bool is_plan_for(const char *name, const struct bytes *b, const char *model)
{
    struct err ignored = ERR_INIT;
    struct json_doc *doc;
    if (json_parse(name, b->data, b->len, &json_limits_artifact, &doc, &ignored) != 0)
        return false;
    struct json_ref root = json_root(doc), plan = json_member(&root, "plan");
    struct json_ref of = json_member(&plan, "model_name");
    const char *text = json_text(&of);
    bool yes = text && strcmp(text, model) == 0;
    json_free(doc);
    return yes;
}

/* The one plan for the model; NULL with the reason given. An unreadable directory is EXIT_REFUSED.
 */
static struct plan *find_plan(struct gate *g, const char **file, struct err *e)
{
    struct dirent **list;
    struct plan *found = NULL;
    struct strbuf names = {0}, broken = {0};
    size_t count = 0;
    int n = scandir(g->dir, &list, json_file, by_bytes);
    if (n < 0) {
        err_set(e, EXIT_REFUSED, "%s: cannot read the directory: %s", g->dir, strerror(errno));
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        const char *name = arena_strdup(g->arena, list[i]->d_name);
        struct err why = ERR_INIT;
        struct bytes b = {0};
        struct plan *p = NULL;
        free(list[i]);
        if (file_read(in_dir(g, name), LIMIT_PLAN_BYTES, &b, &why) != 0 || !is_plan_for(name, &b, g->model)) {
            if (strncmp(name, "plan", 4) == 0)
                sb_addf(&broken, "%s%s", broken.len ? ", " : "", name);
            bytes_free(&b);
            continue;
        }
        sb_addf(&names, "%s%s", names.len ? ", " : "", name);
        if (count++ == 0 && store_read(name, b.data, b.len, &p, &why) != 0)
            shut(g, "%s", why.text);
        if (p) {
            found = p;
            *file = name;
        }
        bytes_free(&b);
    }
    free(list);
    if (count == 0)
        shut(g, "no plan for the model %s%s%s%s", g->model, broken.len ? " (not one, or unreadable: " : "",
             sb_str(&broken), broken.len ? ")" : "");
    if (count > 1) {
        shut(g, "%zu plans for the model: %s", count, sb_str(&names));
        plan_free(found);
        found = NULL;
    }
    sb_free(&names);
    sb_free(&broken);
    return found;
}

static void check_verdict(struct gate *g, const struct plan *p)
{
    if (p->verdict == VERDICT_STOP)
        shut(g, "the plan is infeasible");
    else
        pass(g, arena_printf(g->arena, "feasible: %s", p->verdict_text));
    if (!num_known(p->c_scale_max_cw) || !num_known(p->c_scale_min_cw))
        shut(g, "the thresholds are not in measured units: no usable step has both server and "
                "client concurrency");
    else
        pass(g, "thresholds in measured units");
}

/* The file beside the plan that is the input of ROLE, by name and content; NULL when there is none.
 */
static const char *artifact(struct gate *g, const struct plan *p, const char *role)
{
    for (size_t i = 0; i < p->n_inputs; i++) {
        const struct input *in = &p->inputs[i];
        struct err e = ERR_INIT;
        struct bytes b;
        char sum[65];
        if (strcmp(in->role, role) != 0)
            continue;
        if (strchr(in->name, '/') || strcmp(in->name, ".") == 0 || strcmp(in->name, "..") == 0) {
            shut(g, "the plan records an input '%s', which is no base name", in->name);
            return NULL;
        }
        const char *path = in_dir(g, in->name);
        if (file_read(path, LIMIT_ARTIFACT_BYTES, &b, &e) != 0) {
            shut(g, "%s", e.text);
            return NULL;
        }
        sha256_hex(sum, b.data, b.len);
        bytes_free(&b);
        if (strcmp(sum, in->sha256) != 0) {
            shut(g,
                 "%s is not the file that the plan was made from: SHA-256 %.12s..., recorded "
                 "%.12s...",
                 in->name, sum, in->sha256);
            return NULL;
        }
        return path;
    }
    return NULL;
}

static bool recorded(const struct plan *p, const char *role)
{
    for (size_t i = 0; i < p->n_inputs; i++)
        if (strcmp(p->inputs[i].role, role) == 0)
            return true;
    return false;
}

static void check_evidence(struct gate *g, const struct plan *p, verify_fill *fill)
{
    static const char *const roles[] = {"qmax", "ttotal", "rates", "validate"};
    const char *paths[4];
    bool all = true;
    for (size_t i = 0; i < 4; i++) {
        paths[i] = artifact(g, p, roles[i]);
        all = all && (paths[i] != NULL || !recorded(p, roles[i]));
    }
    if (!recorded(p, "qmax"))
        shut(g, "the plan records no ladder that it was made from");
    if (!all || !paths[0])
        return;
    struct err e = ERR_INIT;
    struct evidence ev;
    struct strbuf differences = {0};
    size_t n = 0;
    if (evidence_load(paths[0], paths[1], paths[2], paths[3], p->scenario.allow_config_mismatch,
                      p->scenario.allow_inconsistent, &ev, &e) == 0) {
        n = verify_plan(p, &ev, NUM_UNKNOWN, fill, &differences, &e);
        evidence_free(&ev);
    }
    if (e.code != 0) {
        shut(g, "the plan does not verify: %s", e.text);
    } else if (n > 0) {
        char *end = strchr(differences.data, '\n');
        if (end)
            *end = '\0';
        shut(g, "the plan does not verify: %zu %s not reproduced, first %s", n, n == 1 ? "value is" : "values are",
             differences.data);
    } else {
        pass(g, arena_printf(g->arena, "verified against %s%s%s", file_base(paths[0]), paths[1] ? " and " : "",
                             paths[1] ? file_base(paths[1]) : ""));
    }
    sb_free(&differences);
}

static void check_age(struct gate *g, const struct plan *p, double max_days, int64_t as_of_us)
{
    const struct input *newest = NULL;
    int64_t at = 0, us;
    char day[16], today[16], a[NUM_MAX], b[NUM_MAX];
    for (size_t i = 0; i < p->n_inputs; i++)
        if (p->inputs[i].measured_at && date_parse(p->inputs[i].measured_at, &us) == 0 && (!newest || us > at)) {
            newest = &p->inputs[i];
            at = us;
        }
    if (!newest) {
        shut(g, "no artifact says when it was measured, so none can be younger than --max-age");
        return;
    }
    double days = ((double)as_of_us - (double)at) / 86400e6;
    date_day(day, at / 1000000);
    date_day(today, as_of_us / 1000000);
    /* A day may begin before what was measured in its course; more than that is a date before the measurement. */
    bool before = days <= -1;
    const char *text =
        arena_printf(g->arena, "%s is the newest artifact, of %s: %s days %s %s, %s allowed", newest->name, day,
                     num_fixed(a,
                               before     ? -days
                               : days > 0 ? days
                                          : 0,
                               1),
                     before ? "after" : "old on", today, num_plain(b, max_days));
    if (days > max_days)
        shut(g, "%s", text);
    else
        pass(g, text);
}

int gate_ask(const char *dir, const char *model, double max_days, int64_t as_of_us, verify_fill *fill,
             struct arena *a, struct gate_answer *out, struct err *e)
{
    struct gate g = {.dir = dir, .model = model, .arena = a, .answer = out};
    *out = (struct gate_answer){.shut.arena = a, .open.arena = a};
    struct plan *p = find_plan(&g, &out->file, e);
    if (p && !p->has_headroom) {
        shut(&g, "%s was not made by headroom (it has no object `headroom`), so it cannot be verified", out->file);
    } else if (p) {
        out->audit_stops = p->audit.worst == VERDICT_STOP;
        check_verdict(&g, p);
        check_evidence(&g, p, fill);
        if (num_known(max_days))
            check_age(&g, p, max_days, as_of_us);
    }
    plan_free(p);
    return e->code;
}
