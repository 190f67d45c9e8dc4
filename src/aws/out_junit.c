/* JUnit XML: a suite an endpoint, a case a rule; findings fail, what could not be judged is
 * skipped. */
#include "aws/drift.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Appends TEXT escaped for XML 1.0. Characters that no XML 1.0 document may hold become U+FFFD. */
static void escape(struct strbuf *out, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = utf8_decode(text + i, n - i, &cp);
        bool allowed = len && (cp >= 0x20 || cp == '\t' || cp == '\n' || cp == '\r') && cp != 0xFFFE && cp != 0xFFFF;
        if (!allowed)
            sb_add(out, "\xEF\xBF\xBD");
        else if (strchr("<>&\"'\t\n\r", (int)cp) && cp < 0x80)
            sb_addf(out, "&#%u;", (unsigned)cp);
        else
            sb_addn(out, text + i, len);
        i += len ? len : 1;
    }
}

static void attribute(struct strbuf *out, const char *name, const char *value)
{
    sb_addf(out, " %s=\"", name);
    escape(out, value);
    sb_addc(out, '"');
}

static void failure(struct strbuf *out, const struct drift_finding *f)
{
    sb_add(out, "      <failure");
    attribute(out, "type", drift_severity_name(drift_rules[f->rule].severity));
    attribute(out, "message", f->detail);
    sb_addc(out, '>');
    if (f->object) {
        escape(out, f->object);
        sb_addc(out, '\n');
    }
    if (f->fix) {
        escape(out, f->fix);
        sb_addc(out, '\n');
    }
    if (f->fix_note)
        escape(out, f->fix_note);
    sb_add(out, "</failure>\n");
}

static int by_resource(const void *a, const void *b)
{
    const struct drift_finding *p = *(const struct drift_finding *const *)a;
    const struct drift_finding *q = *(const struct drift_finding *const *)b;
    int c = strcmp(p->resource, q->resource);
    c = c ? c : (int)p->rule - (int)q->rule;
    return c ? c : (p > q) - (p < q);
}

struct totals {
    size_t tests, failures, skipped;
};

/* One suite: all rules for a configured endpoint, else only those with findings. */
static void suite(const struct drift_report *r, const char *resource, const struct drift_finding *const *list,
                  size_t n, bool configured, struct totals *all, struct strbuf *out)
{
    struct strbuf cases = {0};
    struct totals t = {0};
    size_t at = 0;
    for (int rule = 0; rule < DRIFT_RULES; rule++) {
        const char *why;
        size_t end = at;
        while (end < n && (int)list[end]->rule == rule)
            end++;
        bool orphan = rule == DRIFT_ORPHANED_TARGET;
        if (end == at && (!configured || orphan))
            continue;
        t.tests++;
        sb_add(&cases, "    <testcase");
        attribute(&cases, "classname", resource);
        attribute(&cases, "name", drift_rules[rule].id);
        if (end > at) {
            t.failures++;
            sb_add(&cases, ">\n");
            for (; at < end; at++)
                failure(&cases, list[at]);
            sb_add(&cases, "    </testcase>\n");
        } else if (!drift_judged(r, (enum drift_rule)rule, &why)) {
            t.skipped++;
            sb_add(&cases, "><skipped");
            attribute(&cases, "message", why);
            sb_add(&cases, "/></testcase>\n");
        } else {
            sb_add(&cases, "/>\n");
        }
    }
    sb_add(out, "  <testsuite");
    attribute(out, "name", resource);
    sb_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", t.tests, t.failures, t.skipped);
    sb_add(out, sb_str(&cases));
    sb_add(out, "  </testsuite>\n");
    sb_free(&cases);
    all->tests += t.tests;
    all->failures += t.failures;
    all->skipped += t.skipped;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void drift_junit(const struct drift_report *r, struct strbuf *out)
{
    struct arena *a = arena_new();
    struct strbuf suites = {0};
    struct totals all = {0};
    size_t at = 0, c = 0;
    const struct drift_finding **list = arena_array(a, r->n, sizeof(struct drift_finding *));
    const char **own = arena_array(a, r->config->n, sizeof(char *));
    for (size_t i = 0; i < r->n; i++)
        list[i] = &r->findings[i];
    for (size_t i = 0; i < r->config->n; i++)
        own[i] = r->config->endpoints[i].want.resource_id;
    if (r->n > 1)
        qsort(list, r->n, sizeof *list, by_resource);
    if (r->config->n > 1)
        qsort(own, r->config->n, sizeof *own, by_text);
    /* Both lists are sorted by resource: merge them. */
    while (at < r->n || c < r->config->n) {
        int order = at == r->n ? 1 : c == r->config->n ? -1 : strcmp(list[at]->resource, own[c]);
        const char *resource = order < 0 ? list[at]->resource : own[c];
        size_t end = at;
        while (end < r->n && strcmp(list[end]->resource, resource) == 0)
            end++;
        suite(r, resource, list + at, end - at, order >= 0, &all, &suites);
        at = end;
        c += order >= 0;
    }
    sb_addf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"headroom drift\" "
            "tests=\"%zu\" "
            "failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
            all.tests, all.failures, all.skipped);
    sb_add(out, sb_str(&suites));
    sb_add(out, "</testsuites>\n");
    sb_free(&suites);
    arena_free(a);
}
