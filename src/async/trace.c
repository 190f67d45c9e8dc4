#include "async/trace.h"

#include "async/decimal.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40 };

int trace_add(struct trace *t, const char *name, int64_t arrival, int64_t service, struct err *e)
{
    if (t->n == LIMIT_ARRIVALS)
        return err_set(e, EXIT_REFUSED, "%s: more than %d arrivals", name, LIMIT_ARRIVALS);
    if (t->n == t->cap) {
        t->cap = t->cap ? t->cap + t->cap / 2 : 1024;
        t->rows = xreallocarray(t->rows, t->cap, sizeof *t->rows);
    }
    t->rows[t->n++] = (struct request){.arrival = arrival, .service = service};
    return 0;
}

struct reader {
    const char *name;
    struct lines *lines;
    struct trace *out;
    int64_t service;
    struct err *e;
};

static int refuse(const struct reader *r, const char *what)
{
    return err_set(r->e, EXIT_REFUSED, "%s: line %zu: %s", r->name, lines_number(r->lines), what);
}

static int header(struct reader *r, const char *text, size_t len)
{
    static const char one[] = "arrival_s", two[] = "arrival_s,service_s";
    r->out->own_service = len == sizeof two - 1 && memcmp(text, two, len) == 0;
    if (!r->out->own_service && !(len == sizeof one - 1 && memcmp(text, one, len) == 0))
        return refuse(r, "expected the header arrival_s or arrival_s,service_s");
    if (!r->out->own_service && r->service == REPLAY_NEVER)
        return err_set(r->e, EXIT_USAGE, "%s has no column service_s: --service S is needed", r->name);
    if (r->out->own_service && r->service != REPLAY_NEVER)
        return err_set(r->e, EXIT_USAGE, "%s has its own column service_s: --service has no meaning", r->name);
    return 0;
}

static int time_field(struct reader *r, const char *column, const char *text, size_t len, int64_t *out)
{
    if (decimal_read(text, len, 6, out) == 0)
        return 0;
    if (memchr(text, '\0', len))
        return err_set(r->e, EXIT_REFUSED, "%s: line %zu: %s holds a zero byte, expected a plain decimal", r->name,
                       lines_number(r->lines), column);
    return err_set(r->e, EXIT_REFUSED,
                   "%s: line %zu: %s '%.*s' is not a plain decimal from 0 to 1e9 (no sign, no exponent)", r->name,
                   lines_number(r->lines), column, (int)(len < SHOWN ? len : SHOWN), text);
}

static int row(struct reader *r, const char *text, size_t len)
{
    const char *comma = memchr(text, ',', len);
    size_t first = comma ? (size_t)(comma - text) : len;
    int64_t arrival, service = r->service;
    if (r->out->own_service ? !comma || memchr(comma + 1, ',', len - first - 1) != NULL : comma != NULL)
        return refuse(r, r->out->own_service ? "expected two fields, arrival_s,service_s"
                                             : "expected one field, arrival_s");
    if (time_field(r, "arrival_s", text, first, &arrival) != 0 ||
        (comma && time_field(r, "service_s", comma + 1, len - first - 1, &service) != 0))
        return r->e->code;
    return trace_add(r->out, r->name, arrival, service, r->e);
}

int trace_read(const char *path, int64_t service, struct trace *out, struct err *e)
{
    *out = (struct trace){0};
    struct reader r = {.name = file_base(path), .out = out, .service = service, .e = e};
    if (lines_open(path, LIMIT_CSV_LINE, &r.lines, e) != 0)
        return e->code;
    const char *text;
    size_t len;
    bool more;
    while (lines_next(r.lines, &text, &len, &more, e) == 0 && more) {
        bool first = lines_number(r.lines) == 1;
        csv_trim(&text, &len, first);
        if ((first ? header(&r, text, len) : row(&r, text, len)) != 0)
            break;
    }
    if (e->code == 0 && lines_number(r.lines) == 0)
        err_set(e, EXIT_REFUSED, "%s: is empty, expected the header arrival_s or arrival_s,service_s", r.name);
    lines_close(r.lines, out->sha256);
    return e->code;
}

void trace_free(struct trace *t)
{
    free(t->rows);
    *t = (struct trace){0};
}
