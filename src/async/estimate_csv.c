/* Days of an estimate from CSV. */
#include "async/estimate.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/value.h"

#include <stdio.h>
#include <string.h>

enum column { COLUMN_LABEL, COLUMN_RATE, COLUMN_HOURS, COLUMNS };
static const char *const names[COLUMNS] = {"label", "hourly_rate_usd", "instance_hours"};

struct reader {
    const char *name;
    struct lines *lines;
    struct estimate *x;
    double rate;
    enum column columns[COLUMNS]; /* of the fields, in the order of the file */
    size_t n;
    struct err *e;
};

static int refuse(const struct reader *r, const char *what)
{
    return err_set(r->e, EXIT_REFUSED, "%s: line %zu: %s", r->name, lines_number(r->lines), what);
}

/* Cuts LINE at its commas. Quotes are not read: no field needs them, and one that has them is refused below. */
static size_t cut(char *line, char *fields[COLUMNS + 1])
{
    size_t n = 0;
    for (char *at = line; at && n <= COLUMNS; n++) {
        fields[n] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return n;
}

static int header(struct reader *r, char *line)
{
    static const char wanted[] =
        "expected a header with instance_hours and, as needed, label and hourly_rate_usd, each once";
    char *fields[COLUMNS + 1];
    bool seen[COLUMNS] = {false};
    r->n = cut(line, fields);
    for (size_t i = 0; i < r->n; i++) {
        size_t c = 0;
        while (c < COLUMNS && strcmp(fields[i], names[c]) != 0)
            c++;
        if (c == COLUMNS || seen[c])
            return refuse(r, wanted);
        seen[c] = true;
        r->columns[i] = (enum column)c;
    }
    if (!seen[COLUMN_HOURS])
        return refuse(r, wanted);
    if (!seen[COLUMN_RATE] && !num_known(r->rate))
        return err_set(r->e, EXIT_USAGE, "%s has no column hourly_rate_usd: --rate R is needed", r->name);
    if (seen[COLUMN_RATE] && num_known(r->rate))
        return err_set(r->e, EXIT_USAGE, "%s has its own column hourly_rate_usd: --rate has no meaning", r->name);
    return 0;
}

static int row(struct reader *r, char *line)
{
    char *fields[COLUMNS + 1], where[300];
    double numbers[COLUMNS] = {[COLUMN_RATE] = r->rate};
    const char *label = NULL;
    if (strchr(line, '"'))
        return refuse(r, "holds a quotation mark, expected plain fields");
    if (cut(line, fields) != r->n)
        return err_set(r->e, EXIT_REFUSED, "%s: line %zu: expected %zu field%s, as in the header", r->name,
                       lines_number(r->lines), r->n, r->n == 1 ? "" : "s");
    for (size_t i = 0; i < r->n; i++) {
        if (r->columns[i] == COLUMN_LABEL)
            label = fields[i];
        else if (num_parse(fields[i], &numbers[r->columns[i]]) != 0)
            return err_set(r->e, EXIT_REFUSED, "%s: line %zu: %s '%.40s' is not a finite decimal number", r->name,
                           lines_number(r->lines), names[r->columns[i]], fields[i]);
    }
    snprintf(where, sizeof where, "%.255s: line %zu", r->name, lines_number(r->lines));
    return estimate_add(r->x, where, EXIT_REFUSED, label, numbers[COLUMN_RATE], numbers[COLUMN_HOURS], r->e);
}

static int line_of(struct reader *r, const char *text, size_t len)
{
    bool first = lines_number(r->lines) == 1;
    csv_trim(&text, &len, first);
    if (memchr(text, '\0', len) || utf8_check(text, len) != len)
        return refuse(r, "is not text in UTF-8");
    char line[LIMIT_DAY_LINE + 1];
    memcpy(line, text, len);
    line[len] = '\0';
    if (!first && r->x->n_rows == LIMIT_DAYS)
        return err_set(r->e, EXIT_REFUSED, "%s: more than %d days", r->name, LIMIT_DAYS);
    return first ? header(r, line) : row(r, line);
}

int estimate_read(struct estimate *x, const char *path, double rate, struct err *e)
{
    struct reader r = {.name = file_base(path), .x = x, .rate = rate, .e = e};
    const char *text;
    size_t len;
    bool more = true;
    if (lines_open(path, LIMIT_DAY_LINE, &r.lines, e) != 0)
        return e->code;
    while (more && lines_next(r.lines, &text, &len, &more, e) == 0 && more)
        more = line_of(&r, text, len) == 0;
    if (e->code == 0 && x->n_rows == 0)
        err_set(e, EXIT_REFUSED, "%s: has no day, expected a header and one row a day", r.name);
    lines_close(r.lines, NULL);
    return e->code;
}
