#include "sheet/profile.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/sha256.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *name;
    size_t line;
    struct err *e;
};

static int refuse(const struct reader *r, const char *what)
{
    return err_set(r->e, EXIT_REFUSED, "%s: line %zu: %s", r->name, r->line, what);
}

/* Digits, with one point when POINT allows it: what a spreadsheet writes, without signs and exponents. */
static bool plain(const char *s, bool point)
{
    size_t digits = 0, points = 0;
    for (; *s; s++) {
        if (*s >= '0' && *s <= '9')
            digits++;
        else if (*s == '.' && point)
            points++;
        else
            return false;
    }
    return digits > 0 && points <= 1;
}

static int read_row(const struct reader *r, char *line, struct profile *p)
{
    char *comma = strchr(line, ',');
    if (!comma || strchr(comma + 1, ','))
        return refuse(r, "expected two fields, hour,rps");
    *comma = '\0';
    int64_t hour;
    double rps;
    if (!plain(line, false) || num_parse_int(line, &hour) != 0)
        return err_set(r->e, EXIT_REFUSED, "%s: line %zu: hour '%s' is not a whole number from 0 on", r->name,
                       r->line, line);
    if (!plain(comma + 1, true) || num_parse(comma + 1, &rps) != 0 || rps > LIMIT_PROFILE_RPS)
        return err_set(r->e, EXIT_REFUSED, "%s: line %zu: rps '%s' is not a plain decimal number from 0 to 1e12",
                       r->name, r->line, comma + 1);
    if (p->n == LIMIT_PROFILE_ROWS)
        return err_set(r->e, EXIT_REFUSED, "%s: line %zu: more than %d rows; a profile holds at most a year of hours",
                       r->name, r->line, LIMIT_PROFILE_ROWS);
    if (p->n > 0 && (p->hour[p->n - 1] == INT64_MAX || hour != p->hour[p->n - 1] + 1))
        return err_set(r->e, EXIT_REFUSED,
                       "%s: line %zu: hour %lld follows hour %lld; expected each hour once, in order", r->name,
                       r->line, (long long)hour, (long long)p->hour[p->n - 1]);
    p->hour[p->n] = hour;
    p->rps[p->n] = rps;
    p->n++;
    return 0;
}

int profile_read(const char *name, const char *text, size_t len, struct profile *out, struct err *e)
{
    *out = (struct profile){.name = xstrdup(name), .size = len};
    sha256_hex(out->sha256, text, len);
    out->hour = xcalloc(LIMIT_PROFILE_ROWS, sizeof *out->hour);
    out->rps = xcalloc(LIMIT_PROFILE_ROWS, sizeof *out->rps);
    struct reader r = {.name = name, .e = e};
    const char *p = text, *end = text + len;
    while (p < end && !e->code) {
        r.line++;
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        size_t n = nl ? (size_t)(nl - p) : (size_t)(end - p);
        const char *next = nl ? nl + 1 : end;
        csv_trim(&p, &n, r.line == 1);
        if (n > LIMIT_CSV_LINE || memchr(p, '\0', n)) {
            refuse(&r, "is not a line of CSV, expected hour,rps");
            break;
        }
        char line[LIMIT_CSV_LINE + 1];
        memcpy(line, p, n);
        line[n] = '\0';
        if (r.line == 1) {
            if (strcmp(line, "hour,rps") != 0)
                refuse(&r, "expected the header hour,rps");
        } else {
            read_row(&r, line, out);
        }
        p = next;
    }
    if (!e->code && r.line == 0)
        err_set(e, EXIT_REFUSED, "%s: is empty, expected the header hour,rps", name);
    if (!e->code && out->n == 0)
        err_set(e, EXIT_REFUSED, "%s: has no row, expected at least one hour", name);
    if (e->code)
        profile_free(out);
    return e->code;
}

int profile_load(const char *path, struct profile *out, struct err *e)
{
    struct bytes b;
    if (file_read(path, LIMIT_PROFILE_BYTES, &b, e) != 0)
        return e->code;
    profile_read(file_base(path), b.data, b.len, out, e);
    bytes_free(&b);
    return e->code;
}

void profile_free(struct profile *p)
{
    free(p->name);
    free(p->hour);
    free(p->rps);
    *p = (struct profile){0};
}
