#include "ladder/events.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/mem.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

struct record {
    int64_t run, concurrency, chars;
    double start, first, end; /* first: NUM_UNKNOWN when no byte came */
    bool ok;
};

static int count_of(const struct json_ref *root, const char *key, enum json_need need, int64_t least, int64_t *out,
                    struct err *e)
{
    struct json_ref at = json_member(root, key);
    if (json_get_int(root, key, need, out, e) != 0)
        return e->code;
    if (int_known(*out) && (*out < least || (double)*out > LIMIT_FLEET))
        return json_fail(&at, e, "is %lld, expected %lld to 1e9", (long long)*out, (long long)least);
    return 0;
}

static int read_record(const struct json_ref *root, struct record *r, struct err *e)
{
    enum tri ok = TRI_UNKNOWN;
    if (json_as_object(root, e) != 0)
        return e->code;
    if (count_of(root, "run", JSON_REQUIRED, 0, &r->run, e) != 0 ||
        count_of(root, "concurrency", JSON_REQUIRED, 1, &r->concurrency, e) != 0 ||
        json_get_seconds(root, "start_s", JSON_REQUIRED, &r->start, e) != 0 ||
        json_get_seconds(root, "first_byte_s", JSON_OPTIONAL, &r->first, e) != 0 ||
        json_get_seconds(root, "end_s", JSON_REQUIRED, &r->end, e) != 0 ||
        json_get_bool(root, "ok", JSON_REQUIRED, &ok, e) != 0 ||
        count_of(root, "chars", JSON_OPTIONAL, 0, &r->chars, e) != 0)
        return e->code;
    r->ok = ok == TRI_YES;
    struct json_ref first = json_member(root, "first_byte_s"), end = json_member(root, "end_s");
    if (r->ok && !num_known(r->first))
        return json_fail(&first, e, "is absent or null although ok is true, expected the time of the first byte");
    if (r->end < r->start)
        return json_fail(&end, e, "is %.9g, before start_s %.9g", r->end, r->start);
    if (r->first < r->start || r->first > r->end)
        return json_fail(&first, e, "is %.9g, outside start_s %.9g to end_s %.9g", r->first, r->start, r->end);
    return 0;
}

static struct event_group *group_of(struct events *ev, const struct record *r)
{
    /* Records of one rung stand together as a rule: look from the last group backwards. */
    for (size_t i = ev->n; i > 0; i--)
        if (ev->groups[i - 1].run == r->run && ev->groups[i - 1].concurrency == r->concurrency)
            return &ev->groups[i - 1];
    if (ev->n == LIMIT_EVENT_RUNGS)
        return NULL;
    if (ev->n == ev->cap) {
        ev->cap = ev->cap ? 2 * ev->cap : 16;
        ev->groups = xreallocarray(ev->groups, ev->cap, sizeof *ev->groups);
    }
    ev->groups[ev->n] = (struct event_group){
        .run = r->run, .concurrency = r->concurrency, .first_start = r->start, .last_end = r->end};
    return &ev->groups[ev->n++];
}

static void keep(struct event_group *g, const struct record *r)
{
    if (g->n == g->cap) {
        g->cap = g->cap ? 2 * g->cap : 256;
        g->start = xreallocarray(g->start, g->cap, sizeof *g->start);
        g->end = xreallocarray(g->end, g->cap, sizeof *g->end);
    }
    g->start[g->n] = r->start;
    g->end[g->n++] = r->end;
    g->first_start = fmin(g->first_start, r->start);
    g->last_end = fmax(g->last_end, r->end);
    if (!r->ok)
        return;
    if (g->n_ok == g->cap_ok) {
        g->cap_ok = g->cap_ok ? 2 * g->cap_ok : 256;
        g->ttfab_ms = xreallocarray(g->ttfab_ms, g->cap_ok, sizeof *g->ttfab_ms);
        g->s = xreallocarray(g->s, g->cap_ok, sizeof *g->s);
    }
    g->ttfab_ms[g->n_ok] = (r->first - r->start) * 1000.0;
    g->s[g->n_ok++] = r->end - r->start;
    g->chars = int_known(g->chars) && int_known(r->chars) ? g->chars + r->chars : INT_UNKNOWN;
}

static int take_line(struct events *ev, const char *text, size_t len, size_t number, struct err *e)
{
    struct json_doc *doc;
    struct record r = {0};
    if (strspn(text, " \t\r\n") == len)
        return 0;
    char *name = xasprintf("%s: line %zu", ev->name, number);
    if (json_parse_line(name, text, len, &json_limits_artifact, &doc, e) == 0) {
        struct json_ref root = json_root(doc);
        if (read_record(&root, &r, e) == 0) {
            struct event_group *g = group_of(ev, &r);
            if (g)
                keep(g, &r);
            else
                err_set(e, EXIT_REFUSED, "%s: more than %d pairs of run and concurrency", name, LIMIT_EVENT_RUNGS);
        }
        json_free(doc);
    }
    free(name);
    return e->code;
}

static int read_lines(const char *path, struct events *ev, struct err *e)
{
    struct lines *l;
    const char *text;
    size_t len, total = 0;
    bool more = true;
    if (lines_open(path, LIMIT_EVENT_BYTES, &l, e) != 0)
        return e->code;
    while (more && lines_next(l, &text, &len, &more, e) == 0 && more) {
        if (total++ == LIMIT_EVENTS)
            err_set(e, EXIT_REFUSED, "%s: more than %d records", ev->name, LIMIT_EVENTS);
        else
            take_line(ev, text, len, lines_number(l), e);
        more = e->code == 0;
    }
    lines_close(l, ev->sha256);
    return e->code;
}

static int as_walked(const void *a, const void *b)
{
    const struct event_group *p = a, *q = b;
    if (p->run != q->run)
        return p->run < q->run ? -1 : 1;
    if (p->first_start != q->first_start)
        return p->first_start < q->first_start ? -1 : 1;
    return (p->concurrency > q->concurrency) - (p->concurrency < q->concurrency);
}

int events_read(const char *path, struct events *ev, struct err *e)
{
    *ev = (struct events){.name = xstrdup(file_base(path))};
    if (read_lines(path, ev, e) == 0 && ev->n == 0)
        err_set(e, EXIT_REFUSED, "%s: holds no record, expected one JSON object a line", ev->name);
    if (e->code != 0)
        events_free(ev);
    else if (ev->n > 1)
        qsort(ev->groups, ev->n, sizeof *ev->groups, as_walked);
    return e->code;
}

void events_free(struct events *ev)
{
    for (size_t i = 0; i < ev->n; i++) {
        free(ev->groups[i].start);
        free(ev->groups[i].end);
        free(ev->groups[i].ttfab_ms);
        free(ev->groups[i].s);
    }
    free(ev->groups);
    free(ev->name);
    *ev = (struct events){0};
}
