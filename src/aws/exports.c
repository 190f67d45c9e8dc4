/* Order and look-ups over what was read: everything is sorted once and found by bisection. */
#include "aws/exports.h"

#include "aws/text.h"

#include <stdlib.h>
#include <string.h>

static int text_order(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int seq_order(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int target_key(const struct aws_target *p, const struct aws_target *q)
{
    int c = strcmp(p->resource_id, q->resource_id);
    return c ? c : strcmp(p->dimension, q->dimension);
}

static int policy_key(const struct aws_policy *p, const struct aws_policy *q)
{
    int c = strcmp(p->resource_id, q->resource_id);
    c = c ? c : strcmp(p->dimension, q->dimension);
    return c ? c : strcmp(p->name, q->name);
}

static int target_order(const void *a, const void *b)
{
    const struct aws_target *p = a, *q = b;
    int c = target_key(p, q);
    return c ? c : seq_order(p->seq, q->seq);
}

static int policy_order(const void *a, const void *b)
{
    const struct aws_policy *p = a, *q = b;
    int c = policy_key(p, q);
    return c ? c : seq_order(p->seq, q->seq);
}

static int alarm_order(const void *a, const void *b)
{
    const struct aws_alarm *p = a, *q = b;
    int c = strcmp(p->name, q->name);
    return c ? c : seq_order(p->seq, q->seq);
}

int aws_metric_order(const struct aws_metric *a, const struct aws_metric *b)
{
    int c = text_order(a->space, b->space);
    c = c ? c : text_order(a->name, b->name);
    for (size_t i = 0; c == 0 && i < a->n_dims && i < b->n_dims; i++) {
        c = strcmp(a->dims[i].name, b->dims[i].name);
        c = c ? c : strcmp(a->dims[i].value, b->dims[i].value);
    }
    return c ? c : seq_order(a->n_dims, b->n_dims);
}

static int metric_order(const void *a, const void *b)
{
    return aws_metric_order(a, b);
}

static int wire_order(const void *a, const void *b)
{
    const struct aws_wire *p = a, *q = b;
    int c = strcmp(p->action, q->action);
    return c ? c : strcmp(p->alarm->name, q->alarm->name);
}

static int watch_order(const void *a, const void *b)
{
    const struct aws_watch *p = a, *q = b;
    int c = strcmp(p->endpoint, q->endpoint);
    return c ? c : strcmp(p->alarm->name, q->alarm->name);
}

static void sort(void *list, size_t n, size_t size, int (*order)(const void *, const void *))
{
    if (n > 1)
        qsort(list, n, size, order);
}

static void note(struct aws_exports *x, const char *text)
{
    x->notes = xreallocarray(x->notes, x->n_notes + 1, sizeof *x->notes);
    x->notes[x->n_notes++] = text;
}

static void note_repeated(struct aws_exports *x, size_t count, const char *what, const char *first)
{
    if (count > 0)
        note(x, arena_printf(x->arena,
                             "%zu of the %s stand%s in the exports more than once (%s); the last one given counts",
                             count, what, count == 1 ? "s" : "", aws_oneline(x->arena, first)));
}

/* Of elements with the same key the last one given stays. */
static void drop_repeated(struct aws_exports *x)
{
    size_t n = 0, dropped = 0;
    const char *first = NULL;
    for (size_t i = 0; i < x->n[AWS_TARGETS]; i++) {
        if (n > 0 && target_key(&x->targets[n - 1], &x->targets[i]) == 0) {
            n--;
            dropped++;
            first = first ? first : x->targets[i].resource_id;
        }
        x->targets[n++] = x->targets[i];
    }
    x->n[AWS_TARGETS] = n;
    note_repeated(x, dropped, "scalable targets", first);
    n = dropped = 0;
    first = NULL;
    for (size_t i = 0; i < x->n[AWS_POLICIES]; i++) {
        if (n > 0 && policy_key(&x->policies[n - 1], &x->policies[i]) == 0) {
            n--;
            dropped++;
            first = first ? first : x->policies[i].name;
        }
        x->policies[n++] = x->policies[i];
    }
    x->n[AWS_POLICIES] = n;
    note_repeated(x, dropped, "policies", first);
    n = dropped = 0;
    first = NULL;
    for (size_t i = 0; i < x->n[AWS_ALARMS]; i++) {
        if (n > 0 && strcmp(x->alarms[n - 1].name, x->alarms[i].name) == 0) {
            n--;
            dropped++;
            first = first ? first : x->alarms[i].name;
        }
        x->alarms[n++] = x->alarms[i];
    }
    x->n[AWS_ALARMS] = n;
    note_repeated(x, dropped, "alarms", first);
}

/* Target tracking appends ":createdBy/<uuid>" to the ARN of the policy that its alarm calls. */
static const char *policy_of_action(struct arena *a, const char *action)
{
    const char *end = strstr(action, ":createdBy/");
    return end ? arena_strndup(a, action, (size_t)(end - action)) : action;
}

static void index_alarms(struct aws_exports *x)
{
    size_t wires = 0, watches = 0;
    for (size_t i = 0; i < x->n[AWS_ALARMS]; i++) {
        wires += x->alarms[i].n_actions;
        watches += x->alarms[i].metric.n_dims;
    }
    x->wires = xcalloc(wires + 1, sizeof *x->wires);
    x->watches = xcalloc(watches + 1, sizeof *x->watches);
    for (size_t i = 0; i < x->n[AWS_ALARMS]; i++) {
        const struct aws_alarm *a = &x->alarms[i];
        for (size_t k = 0; k < a->n_actions; k++)
            x->wires[x->n_wires++] = (struct aws_wire){policy_of_action(x->arena, a->actions[k]), a};
        for (size_t k = 0; k < a->metric.n_dims; k++)
            if (strcmp(a->metric.dims[k].name, "EndpointName") == 0)
                x->watches[x->n_watches++] = (struct aws_watch){a->metric.dims[k].value, a};
    }
    sort(x->wires, x->n_wires, sizeof *x->wires, wire_order);
    sort(x->watches, x->n_watches, sizeof *x->watches, watch_order);
}

void aws_exports_finish(struct aws_exports *x)
{
    sort(x->targets, x->n[AWS_TARGETS], sizeof *x->targets, target_order);
    sort(x->policies, x->n[AWS_POLICIES], sizeof *x->policies, policy_order);
    sort(x->alarms, x->n[AWS_ALARMS], sizeof *x->alarms, alarm_order);
    sort(x->metrics, x->n[AWS_METRICS], sizeof *x->metrics, metric_order);
    drop_repeated(x);
    index_alarms(x);
    static const char *const what[AWS_KINDS] = {"scalable targets", "policies", "alarms", "metrics"};
    for (int k = 0; k < AWS_KINDS; k++) {
        if (x->pending[k] && !x->cut[k])
            x->cut[k] = x->pending_file[k];
        if (x->cut[k])
            note(x, arena_printf(x->arena,
                                 "%s: the export of %s is incomplete (its last page has a NextToken), so none "
                                 "of them is called missing; export again without --no-paginate and --max-items",
                                 aws_oneline(x->arena, x->cut[k]), what[k]));
    }
}

bool aws_complete(const struct aws_exports *x, enum aws_kind kind)
{
    return x->given[kind] && !x->cut[kind];
}

/* First index of N elements of SIZE at LIST that is not below KEY. */
static size_t lower_bound(const void *list, size_t n, size_t size, const void *key,
                          int (*order)(const void *element, const void *key))
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (order((const char *)list + mid * size, key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static int target_vs(const void *element, const void *key)
{
    return target_key(element, key);
}

const struct aws_target *aws_find_target(const struct aws_exports *x, const char *resource_id, const char *dimension)
{
    struct aws_target key = {.resource_id = resource_id, .dimension = dimension};
    size_t at = lower_bound(x->targets, x->n[AWS_TARGETS], sizeof key, &key, target_vs);
    return at < x->n[AWS_TARGETS] && target_key(&x->targets[at], &key) == 0 ? &x->targets[at] : NULL;
}

static int policy_vs(const void *element, const void *key)
{
    return policy_key(element, key);
}

const struct aws_policy *aws_find_policies(const struct aws_exports *x, const char *resource_id,
                                           const char *dimension, size_t *n)
{
    struct aws_policy key = {.resource_id = resource_id, .dimension = dimension, .name = ""};
    size_t at = lower_bound(x->policies, x->n[AWS_POLICIES], sizeof key, &key, policy_vs), end = at;
    while (end < x->n[AWS_POLICIES] && strcmp(x->policies[end].resource_id, resource_id) == 0 &&
           strcmp(x->policies[end].dimension, dimension) == 0)
        end++;
    *n = end - at;
    return *n > 0 ? &x->policies[at] : NULL;
}

static int alarm_vs(const void *element, const void *key)
{
    return strcmp(((const struct aws_alarm *)element)->name, key);
}

const struct aws_alarm *aws_find_alarm(const struct aws_exports *x, const char *name)
{
    size_t at = lower_bound(x->alarms, x->n[AWS_ALARMS], sizeof *x->alarms, name, alarm_vs);
    return at < x->n[AWS_ALARMS] && strcmp(x->alarms[at].name, name) == 0 ? &x->alarms[at] : NULL;
}

static int wire_vs(const void *element, const void *key)
{
    return strcmp(((const struct aws_wire *)element)->action, key);
}

const struct aws_wire *aws_find_wires(const struct aws_exports *x, const char *policy_arn, size_t *n)
{
    size_t at = lower_bound(x->wires, x->n_wires, sizeof *x->wires, policy_arn, wire_vs), end = at;
    while (end < x->n_wires && strcmp(x->wires[end].action, policy_arn) == 0)
        end++;
    *n = end - at;
    return *n > 0 ? &x->wires[at] : NULL;
}

static int watch_vs(const void *element, const void *key)
{
    return strcmp(((const struct aws_watch *)element)->endpoint, key);
}

const struct aws_watch *aws_find_watches(const struct aws_exports *x, const char *endpoint, size_t *n)
{
    size_t at = lower_bound(x->watches, x->n_watches, sizeof *x->watches, endpoint, watch_vs), end = at;
    while (end < x->n_watches && strcmp(x->watches[end].endpoint, endpoint) == 0)
        end++;
    *n = end - at;
    return *n > 0 ? &x->watches[at] : NULL;
}

static int metric_vs(const void *element, const void *key)
{
    return aws_metric_order(element, key);
}

bool aws_find_metric(const struct aws_exports *x, const struct aws_metric *m)
{
    size_t at = lower_bound(x->metrics, x->n[AWS_METRICS], sizeof *m, m, metric_vs);
    return at < x->n[AWS_METRICS] && aws_metric_order(&x->metrics[at], m) == 0;
}

bool aws_made_alarm(const struct aws_alarm *a)
{
    return strncmp(a->name, "TargetTracking-", strlen("TargetTracking-")) == 0;
}

bool aws_split_resource(const char *id, struct arena *a, const char **endpoint, const char **variant)
{
    if (strncmp(id, "endpoint/", 9) != 0)
        return false;
    const char *mid = strstr(id + 9, "/variant/");
    if (!mid || mid == id + 9 || !mid[9] || strchr(mid + 9, '/'))
        return false;
    *endpoint = arena_strndup(a, id + 9, (size_t)(mid - (id + 9)));
    *variant = arena_strdup(a, mid + 9);
    return true;
}
