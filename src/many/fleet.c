#include "many/fleet.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "json/json.h"
#include "many/shelf.h"
#include "render/summary.h"
#include "sheet/costing.h"
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static void *grown(void *items, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return items;
    *cap = *cap ? 2 * *cap : 64;
    return xreallocarray(items, *cap, size);
}

/* Messages begin with the name of their file and may end in a picture of the line; neither helps in a list. */
static const char *reason_alone(struct arena *a, const char *why, const char *path, const char *file)
{
    const char *const names[] = {path, file, file_base(path)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(why, names[i], n) == 0 && strncmp(why + n, ": ", 2) == 0)
            return arena_strndup(a, why + n + 2, strcspn(why + n + 2, "\n"));
    }
    return arena_strndup(a, why, strcspn(why, "\n"));
}

static void refuse(struct plan_fleet *f, const char *file, const char *why)
{
    f->refused = grown(f->refused, f->n_refused, &f->cap_refused, sizeof *f->refused);
    f->refused[f->n_refused++] = (struct fleet_refused){arena_strdup(f->arena, file), arena_strdup(f->arena, why)};
}

static void add_reasons(struct plan_fleet *f, struct fleet_row *row, const struct plan *p, enum verdict verdict)
{
    for (size_t i = 0; i < p->n_findings; i++)
        if (p->findings[i].verdict == verdict)
            row->reasons[row->n_reasons++] =
                (struct fleet_reason){verdict, false, arena_strdup(f->arena, p->findings[i].name),
                                      arena_strdup(f->arena, p->findings[i].detail)};
    for (size_t i = 0; i < p->audit.n_checks; i++)
        if (p->audit.checks[i].verdict == verdict)
            row->reasons[row->n_reasons++] =
                (struct fleet_reason){verdict, true, arena_strdup(f->arena, p->audit.checks[i].name),
                                      arena_strdup(f->arena, p->audit.checks[i].sentence)};
}

static double finite_or_unknown(double x)
{
    return isfinite(x) ? x : NUM_UNKNOWN;
}

static void add_costs(struct fleet_row *row, const struct plan *p, struct arena *scratch)
{
    struct costing c;
    costing_fill(&c, p, NULL, scratch);
    bool flow = row->method == METHOD_FLOW && c.flow_known;
    const double *fleet = (flow ? &c.flow : &c.published)->instances;
    row->min = fleet[AT_TROUGH];
    row->average = finite_or_unknown(fleet[AT_AVERAGE]);
    row->max = fleet[AT_PEAK];
    row->rate = finite_or_unknown(c.rate);
    row->cost_hour = row->rate * row->max;
    row->cost_month = row->rate * row->average * FLEET_HOURS;
    row->flow_max = c.flow_known ? c.flow_max : NUM_UNKNOWN;
    row->flow_average = c.flow_known ? finite_or_unknown(c.flow.instances[AT_AVERAGE]) : NUM_UNKNOWN;
    row->flow_month = row->rate * row->flow_average * FLEET_HOURS;
    row->refused = finite_or_unknown((flow ? &c.flow : &c.published)->refused[AT_PEAK]);
}

static void add_row(struct plan_fleet *f, const char *file, const struct bytes *b, const struct plan *p)
{
    struct arena *a = f->arena, *scratch = arena_new();
    f->rows = grown(f->rows, f->n_rows, &f->cap_rows, sizeof *f->rows);
    struct fleet_row *row = &f->rows[f->n_rows++];
    *row = (struct fleet_row){.file = arena_strdup(a, file),
                              .model = arena_strdup(a, p->model_name),
                              .endpoint = arena_strdup(a, p->endpoint),
                              .type = arena_strdup(a, p->instance_type),
                              .slug = arena_strdup(a, p->slug),
                              .currency = arena_strdup(a, p->rate.currency ? p->rate.currency : "USD"),
                              .rate_date = arena_strdup(a, p->rate.date),
                              .rate_source = arena_strdup(a, p->rate.source),
                              .peak = load_text(a, p->scenario.peak_rps, p->scenario.peak_streams),
                              .published = p->verdict,
                              .audit = p->audit.worst,
                              .peak_rps = p->scenario.peak_rps,
                              .peak_streams = p->scenario.peak_streams,
                              .verdict_text = arena_strdup(a, p->verdict_text),
                              .method = p->scenario.method,
                              .date = plan_date(p)};
    sha256_hex(row->sha256, b->data, b->len);
    add_costs(row, p, scratch);
    row->reasons = arena_array(a, p->n_findings + p->audit.n_checks + 1, sizeof *row->reasons);
    add_reasons(f, row, p, VERDICT_STOP);
    add_reasons(f, row, p, VERDICT_WARN);
    arena_free(scratch);
}

/* Whether the text is, or may be, a plan: what is JSON and has no object `plan` is another document. */
static bool is_other(const char *name, const struct bytes *b)
{
    struct err ignored = ERR_INIT;
    struct json_doc *doc;
    if (json_parse(name, b->data, b->len, &json_limits_artifact, &doc, &ignored) != 0)
        return false;
    struct json_ref root = json_root(doc), plan = json_member(&root, "plan");
    bool other = json_type(&plan) != JSON_OBJECT;
    json_free(doc);
    return other;
}

static void read_file(struct plan_fleet *f, const char *path, const char *file, struct outset *set)
{
    struct err e = ERR_INIT;
    struct bytes b = {0};
    struct plan *p = NULL;
    if (shelf_regular(path, &e) == 0 && file_read(path, LIMIT_PLAN_BYTES, &b, &e) == 0) {
        if (is_other(file, &b)) {
            notes_add(&f->others, "%s", file);
        } else if (store_read(file, b.data, b.len, &p, &e) == 0) {
            if (p->has_headroom)
                add_row(f, file, &b, p);
            else
                refuse(f, file,
                       "was not written by headroom and carries no evidence; it serves `verify` and `compare` only");
        }
    }
    if (e.code)
        refuse(f, file, reason_alone(f->arena, e.text, path, file));
    if (set)
        outset_input(set, path);
    plan_free(p);
    bytes_free(&b);
}

static int shown_name(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

/* By bytes: the order of a directory differs between file systems, that of a locale between users. */
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool ends_in_json(const char *name)
{
    size_t n = strlen(name);
    return n > 5 && strcmp(name + n - 5, ".json") == 0;
}

static int walk(struct plan_fleet *f, const char *path, const char *file, int depth, struct outset *set)
{
    struct dirent **list;
    int n = depth < LIMIT_DIRECTORY_DEPTH ? scandir(path, &list, shown_name, by_bytes) : (errno = ELOOP, -1);
    if (n < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        const char *name = list[i]->d_name;
        char *inner = xasprintf("%s/%s", path, name);
        char *shown = xasprintf("%s%s%s", file, *file ? "/" : "", name);
        struct stat link, st;
        bool there = lstat(inner, &link) == 0, is_link = there && S_ISLNK(link.st_mode);
        bool is_dir = there && (is_link ? stat(inner, &st) == 0 && S_ISDIR(st.st_mode) : S_ISDIR(link.st_mode));
        if (is_dir && is_link)
            notes_add(&f->notes, "%s is a link to a directory and was not followed.", shown);
        else if (is_dir && walk(f, inner, shown, depth + 1, set) != 0)
            refuse(f, shown, arena_printf(f->arena, "cannot read the directory: %s", strerror(errno)));
        else if (!is_dir && ends_in_json(name))
            read_file(f, inner, shown, set);
        free(inner);
        free(shown);
        free(list[i]);
    }
    free(list);
    return 0;
}

/* 0 infeasible, 1 stopped by the audit, 2 and 3 warnings of either, 4 ok. */
static int rank(const struct fleet_row *r)
{
    return r->published == VERDICT_STOP   ? 0
           : r->audit == VERDICT_STOP     ? 1
           : r->published == VERDICT_WARN ? 2
           : r->audit == VERDICT_WARN     ? 3
                                          : 4;
}

static int worst_first(const void *x, const void *y)
{
    const struct fleet_row *a = x, *b = y;
    return rank(a) != rank(b) ? rank(a) - rank(b) : strcmp(a->file, b->file);
}

bool fleet_same(const char *a, const char *b)
{
    return strcasecmp(a ? a : "unknown", b ? b : "unknown") == 0;
}

/* A sum is unknown until something in it is known. */
static void add_known(double *sum, double x)
{
    if (isfinite(x))
        *sum = num_known(*sum) ? *sum + x : x;
}

/* Adds ROW to the total of its TYPE (NULL: all types) and currency, which is made when it is not there. */
static void add_to(struct fleet_total *totals, size_t *n, const struct fleet_row *row, const char *type)
{
    size_t i = 0;
    while (i < *n && !((!type || fleet_same(totals[i].type, type)) && fleet_same(totals[i].currency, row->currency)))
        i++;
    if (i == *n)
        totals[(*n)++] =
            (struct fleet_total){type,        row->currency, 0,           0,           0,           NUM_UNKNOWN,
                                 NUM_UNKNOWN, NUM_UNKNOWN,   NUM_UNKNOWN, NUM_UNKNOWN, NUM_UNKNOWN, NUM_UNKNOWN};
    struct fleet_total *t = &totals[i];
    t->plans++;
    t->unpriced += isfinite(row->cost_month) ? 0 : 1;
    t->unsized += isfinite(row->flow_max) ? 0 : 1;
    add_known(&t->min, row->min);
    add_known(&t->average, row->average);
    add_known(&t->max, row->max);
    add_known(&t->cost_hour, row->cost_hour);
    add_known(&t->cost_month, row->cost_month);
    add_known(&t->flow_max, row->flow_max);
    add_known(&t->flow_month, row->flow_month);
}

static int by_type(const void *x, const void *y)
{
    const struct fleet_total *a = x, *b = y;
    int c = strcmp(a->type ? a->type : "", b->type ? b->type : "");
    return c ? c : strcmp(a->currency, b->currency);
}

static void add_totals(struct plan_fleet *f)
{
    f->types = arena_array(f->arena, f->n_rows + 1, sizeof *f->types);
    f->currencies = arena_array(f->arena, f->n_rows + 1, sizeof *f->currencies);
    for (size_t i = 0; i < f->n_rows; i++) {
        const struct fleet_row *r = &f->rows[i];
        int k = rank(r);
        size_t *const counts[] = {&f->stops, &f->audit_stops, &f->warns, &f->warns, &f->oks};
        (*counts[k])++;
        add_to(f->types, &f->n_types, r, r->type ? r->type : "unknown");
        add_to(f->currencies, &f->n_currencies, r, NULL);
    }
    qsort(f->types, f->n_types, sizeof *f->types, by_type);
    qsort(f->currencies, f->n_currencies, sizeof *f->currencies, by_type);
}

static int by_endpoint(const void *x, const void *y)
{
    const struct fleet_row *a = *(const struct fleet_row *const *)x, *b = *(const struct fleet_row *const *)y;
    int c = strcmp(a->endpoint ? a->endpoint : "", b->endpoint ? b->endpoint : "");
    return c ? c : strcmp(a->file, b->file);
}

/* Two plans for one endpoint are both in the sums, and only one of them can be deployed. */
static void note_endpoints(struct plan_fleet *f)
{
    const struct fleet_row **rows = xcalloc(f->n_rows + 1, sizeof *rows);
    for (size_t i = 0; i < f->n_rows; i++)
        rows[i] = &f->rows[i];
    qsort(rows, f->n_rows, sizeof *rows, by_endpoint);
    for (size_t i = 0, end; i < f->n_rows; i = end) {
        for (end = i + 1; end < f->n_rows && rows[i]->endpoint && rows[end]->endpoint &&
                          strcmp(rows[i]->endpoint, rows[end]->endpoint) == 0;)
            end++;
        if (end > i + 1)
            notes_add(&f->notes,
                      "Endpoint %s has %zu plans (%s, %s%s): all are in the totals, and only one can be deployed.",
                      rows[i]->endpoint, end - i, rows[i]->file, rows[i + 1]->file, end > i + 2 ? ", ..." : "");
    }
    free(rows);
}

static void note_gaps(struct plan_fleet *f)
{
    size_t unpriced = 0, unsized = 0;
    for (size_t i = 0; i < f->n_currencies; i++) {
        unpriced += f->currencies[i].unpriced;
        unsized += f->currencies[i].unsized;
    }
    if (unpriced)
        notes_add(&f->notes,
                  "%zu of %zu plans %s no known cost of a month (no rate, or loads in two units): the sums of "
                  "cost leave them out.",
                  unpriced, f->n_rows, unpriced == 1 ? "has" : "have");
    if (unsized)
        notes_add(&f->notes,
                  "%zu of %zu plans %s no flow plan (throughput unknown, or a peak in streams): its sums leave "
                  "them out.",
                  unsized, f->n_rows, unsized == 1 ? "has" : "have");
    if (f->n_currencies > 1)
        notes_add(&f->notes, "%zu currencies: costs are summed for each by itself, and never converted.",
                  f->n_currencies);
}

int plan_fleet_read(const char *dir, struct outset *set, struct plan_fleet *f, struct err *e)
{
    *f = (struct plan_fleet){.arena = arena_new()};
    f->others.arena = f->notes.arena = f->arena;
    if (walk(f, dir, "", 0, set) != 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot read the directory: %s", dir, strerror(errno));
    if (f->n_rows == 0 && f->n_refused > 0)
        return err_set(e, EXIT_REFUSED, "%s: no plan beneath it can be read; %zu %s refused, the first: %s: %s", dir,
                       f->n_refused, f->n_refused == 1 ? "file was" : "files were", f->refused[0].file,
                       f->refused[0].why);
    if (f->n_rows == 0)
        return err_set(e, EXIT_REFUSED, "%s: there is no plan beneath it (*.json with an object `plan`)", dir);
    qsort(f->rows, f->n_rows, sizeof *f->rows, worst_first);
    add_totals(f);
    note_endpoints(f);
    note_gaps(f);
    return 0;
}

void plan_fleet_free(struct plan_fleet *f)
{
    free(f->rows);
    free(f->refused);
    arena_free(f->arena);
    *f = (struct plan_fleet){0};
}

int64_t plan_fleet_date(const struct plan_fleet *f)
{
    int64_t newest = 0;
    for (size_t i = 0; i < f->n_rows; i++)
        newest = f->rows[i].date > newest ? f->rows[i].date : newest;
    return newest;
}

const char *plan_fleet_sentence(const struct plan_fleet *f, struct arena *a)
{
    return arena_printf(a, "%zu %s: %zu infeasible, %zu stopped by the audit, %zu with warnings, %zu ok%s", f->n_rows,
                        f->n_rows == 1 ? "plan" : "plans", f->stops, f->audit_stops, f->warns, f->oks,
                        f->n_refused == 0   ? ""
                        : f->n_refused == 1 ? "; 1 file could not be read"
                                            : arena_printf(a, "; %zu files could not be read", f->n_refused));
}
