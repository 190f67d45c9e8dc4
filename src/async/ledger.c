#include "async/ledger.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *event, *found, *shown;
} kinds[EVENT_KINDS] = {
    [EVENT_REGISTERED] = {"registered", NULL, "registered"},
    [EVENT_SUBMITTED] = {"submitted", NULL, "submitted"},
    [EVENT_SUBMIT_TIMEOUT] = {"submit_timeout", NULL, "submit_timeout"},
    [EVENT_COMPLETED] = {"completed", NULL, "completed"},
    [EVENT_FAILED] = {"failed", NULL, "failed"},
    [EVENT_EXPIRED] = {"expired", NULL, "expired"},
    [EVENT_FOUND_OUTPUT] = {"reconciled", "output", "reconciled (output)"},
    [EVENT_FOUND_FAILURE] = {"reconciled", "failure", "reconciled (failure)"},
    [EVENT_FOUND_NOTHING] = {"reconciled", "nothing", "reconciled (nothing)"},
};

const char *event_name(enum event_kind k)
{
    return kinds[k].shown;
}

const char *job_state_name(enum job_state s)
{
    static const char *const names[] = {"REGISTERED", "SUBMITTED", "COMPLETED", "FAILED"};
    return s == JOB_UNKNOWN ? "UNKNOWN" : names[s];
}

static int text_of(const struct json_ref *root, const char *key, size_t most, enum json_need need, struct arena *a,
                   const char **out, struct err *e)
{
    struct json_ref at = json_member(root, key);
    if (json_get_string(root, key, need, a, out, e) != 0)
        return e->code;
    if (*out && (!**out || utf8_count(*out) > most))
        return json_fail(&at, e, "has %zu characters, expected 1 to %zu", utf8_count(*out), most);
    return 0;
}

static int kind_of(const struct json_ref *root, struct arena *a, enum event_kind *out, struct err *e)
{
    struct json_ref event = json_member(root, "event"), found = json_member(root, "found");
    const char *name, *what = NULL;
    if (json_get_string(root, "event", JSON_REQUIRED, a, &name, e) != 0)
        return e->code;
    bool reconciled = strcmp(name, "reconciled") == 0;
    if (reconciled && json_get_string(root, "found", JSON_REQUIRED, a, &what, e) != 0)
        return e->code;
    for (int k = 0; k < EVENT_KINDS; k++)
        if (strcmp(kinds[k].event, name) == 0 && (!reconciled || strcmp(kinds[k].found, what) == 0)) {
            *out = (enum event_kind)k;
            return 0;
        }
    if (reconciled)
        return json_fail(&found, e, "is '%.60s', expected output, failure or nothing", what);
    return json_fail(&event, e,
                     "is '%.60s', expected registered, submitted, submit_timeout, completed, failed, expired or "
                     "reconciled",
                     name);
}

static int read_event(const struct json_ref *root, struct arena *a, struct event *ev, struct err *e)
{
    *ev = (struct event){.deadline_s = NUM_UNKNOWN};
    if (json_as_object(root, e) != 0 || kind_of(root, a, &ev->kind, e) != 0 ||
        text_of(root, "inference_id", LIMIT_REQUEST_ID, JSON_REQUIRED, a, &ev->id, e) != 0 ||
        json_get_seconds(root, "at_s", JSON_REQUIRED, &ev->at_s, e) != 0)
        return e->code;
    if (ev->kind != EVENT_REGISTERED)
        return 0;
    if (json_get_seconds(root, "deadline_s", JSON_OPTIONAL, &ev->deadline_s, e) != 0 ||
        text_of(root, "output_location", LIMIT_REQUEST_TEXT, JSON_OPTIONAL, a, &ev->output, e) != 0 ||
        text_of(root, "failure_location", LIMIT_REQUEST_TEXT, JSON_OPTIONAL, a, &ev->failure, e) != 0)
        return e->code;
    return 0;
}

static int take_line(struct ledger *l, const char *file, const char *text, size_t len, size_t number, struct err *e)
{
    struct json_doc *doc;
    if (strspn(text, " \t\r\n") == len)
        return 0;
    if (l->n_events == LIMIT_EVENTS)
        return err_set(e, EXIT_REFUSED, "%s: more than %d events", file, LIMIT_EVENTS);
    if (l->n_events == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 256;
        l->events = xreallocarray(l->events, l->cap, sizeof *l->events);
    }
    char *name = xasprintf("%s: line %zu", file, number);
    if (json_parse_line(name, text, len, &json_limits_artifact, &doc, e) == 0) {
        struct json_ref root = json_root(doc);
        if (read_event(&root, l->arena, &l->events[l->n_events], e) == 0)
            l->n_events++;
        json_free(doc);
    }
    free(name);
    return e->code;
}

int ledger_read(const char *path, struct ledger *l, struct err *e)
{
    struct lines *lines;
    const char *text;
    size_t len;
    bool more = true;
    *l = (struct ledger){.arena = arena_new(), .now_s = NUM_UNKNOWN};
    if (lines_open(path, LIMIT_EVENT_BYTES, &lines, e) != 0)
        return e->code;
    while (more && lines_next(lines, &text, &len, &more, e) == 0 && more)
        more = take_line(l, file_base(path), text, len, lines_number(lines), e) == 0;
    lines_close(lines, NULL);
    if (e->code == 0 && l->n_events == 0)
        err_set(e, EXIT_REFUSED, "%s: holds no event, expected one JSON object a line", file_base(path));
    return e->code;
}

static int by_text(const char *a, const char *b)
{
    return !a || !b ? (a != NULL) - (b != NULL) : strcmp(a, b);
}

/* Unknown sorts last. */
static int by_number(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

static int by_terms(const struct event *p, const struct event *q)
{
    int r = by_number(p->deadline_s, q->deadline_s);
    r = r ? r : by_text(p->output, q->output);
    return r ? r : by_text(p->failure, q->failure);
}

/* A total order but for events that are equal in everything: what follows from it cannot depend on the
 * order of lines. */
static int by_job(const void *a, const void *b)
{
    const struct event *p = a, *q = b;
    int r = strcmp(p->id, q->id);
    r = r ? r : (p->kind > q->kind) - (p->kind < q->kind);
    r = r ? r : by_number(p->at_s, q->at_s);
    return r ? r : by_terms(p, q);
}

static bool is_terminal(enum event_kind k)
{
    return k >= EVENT_COMPLETED && k <= EVENT_FOUND_FAILURE;
}

static bool is_success(enum event_kind k)
{
    return k == EVENT_COMPLETED || k == EVENT_FOUND_OUTPUT;
}

/* What reconciliation finds agrees with the event that announced it; two announcements of different kinds
 * do not agree, even when both say that there will be no output. */
static bool contradict(enum event_kind a, enum event_kind b)
{
    return is_success(a) != is_success(b) || (a == EVENT_FAILED && b == EVENT_EXPIRED) ||
           (a == EVENT_EXPIRED && b == EVENT_FAILED);
}

static void settle(struct ledger_job *j, double now_s)
{
    bool ended = false;
    for (int k = 0; k < EVENT_KINDS; k++) {
        enum event_kind kind = (enum event_kind)k;
        if (!is_terminal(kind) || !num_known(j->first_s[k]))
            continue;
        for (int other = 0; other < k; other++)
            if (is_terminal((enum event_kind)other) && num_known(j->first_s[other]) &&
                contradict(kind, (enum event_kind)other))
                j->conflict = true;
        if (!ended || j->first_s[k] < j->first_s[j->stands])
            j->stands = kind;
        ended = true;
    }
    j->uncertain = !ended && num_known(j->first_s[EVENT_SUBMIT_TIMEOUT]);
    if (!num_known(j->first_s[EVENT_REGISTERED])) {
        j->state = JOB_UNKNOWN;
        j->since_s = NUM_UNKNOWN;
        for (int k = 0; k < EVENT_KINDS; k++)
            j->since_s = fmin(j->since_s, j->first_s[k]);
    } else if (ended) {
        j->state = is_success(j->stands) ? JOB_COMPLETED : JOB_FAILED;
        j->since_s = j->first_s[j->stands];
    } else {
        j->state = num_known(j->first_s[EVENT_SUBMITTED]) ? JOB_SUBMITTED : JOB_REGISTERED;
        j->since_s = j->first_s[j->state == JOB_SUBMITTED ? EVENT_SUBMITTED : EVENT_REGISTERED];
        j->overdue = num_known(j->deadline_s) && now_s > j->deadline_s;
    }
}

/* The events of one job, sorted by kind and time. */
static void fill_job(struct ledger_job *j, const struct event *ev, size_t n, double now_s)
{
    *j = (struct ledger_job){.id = ev[0].id, .deadline_s = NUM_UNKNOWN};
    for (int k = 0; k < EVENT_KINDS; k++)
        j->first_s[k] = NUM_UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        bool first = !num_known(j->first_s[ev[i].kind]);
        if (first)
            j->first_s[ev[i].kind] = ev[i].at_s;
        if (ev[i].kind != EVENT_REGISTERED)
            continue;
        if (first) {
            j->deadline_s = ev[i].deadline_s;
            j->output = ev[i].output;
            j->failure = ev[i].failure;
        } else if (by_terms(&ev[0], &ev[i]) != 0) { /* registrations sort first */
            j->registered_twice = true;
        }
    }
    settle(j, now_s);
}

void ledger_replay(struct ledger *l, double now_s)
{
    if (l->n_events == 0)
        return;
    qsort(l->events, l->n_events, sizeof *l->events, by_job);
    l->now_s = now_s;
    if (!num_known(now_s))
        for (size_t i = 0; i < l->n_events; i++)
            l->now_s = fmax(l->now_s, l->events[i].at_s);
    for (size_t i = 0; i < l->n_events; i++)
        l->n_jobs += i == 0 || strcmp(l->events[i].id, l->events[i - 1].id) != 0;
    l->jobs = xcalloc(l->n_jobs, sizeof *l->jobs);
    size_t job = 0, from = 0;
    for (size_t i = 1; i <= l->n_events; i++)
        if (i == l->n_events || strcmp(l->events[i].id, l->events[from].id) != 0) {
            fill_job(&l->jobs[job++], &l->events[from], i - from, l->now_s);
            from = i;
        }
}

static bool needs_a_person(const struct ledger_job *j)
{
    return j->state == JOB_UNKNOWN || j->conflict || j->registered_twice || j->uncertain || j->overdue;
}

bool ledger_needs_a_person(const struct ledger *l)
{
    for (size_t i = 0; i < l->n_jobs; i++)
        if (needs_a_person(&l->jobs[i]))
            return true;
    return false;
}

void ledger_free(struct ledger *l)
{
    arena_free(l->arena);
    free(l->events);
    free(l->jobs);
    *l = (struct ledger){0};
}
