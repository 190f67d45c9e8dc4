#include "sheet/workbook.h"

#include "sheet/package.h"
#include "sheet/pages.h"

#include <stdlib.h>
#include <string.h>

static void put_properties(struct pages *pg)
{
    if (pg->book.err->code)
        return;
    int64_t date = plan_date(pg->p);
    char title[] = "Cost workbook", subject[] = "Autoscaling: fleet and cost of one model",
         author[] = "headroom " HEADROOM_VERSION, keywords[] = "headroom, autoscaling, cost",
         comments[] = "Change the orange cells of sheet Inputs; all sheets follow.";
    /* 0 means "now" to the library. */
    lxw_doc_properties properties = {.title = title,
                                     .subject = subject,
                                     .author = author,
                                     .keywords = keywords,
                                     .comments = comments,
                                     .created = date == 0 ? 1 : (time_t)date};
    book_check(&pg->book, pg->book.lib.workbook_set_properties(pg->book.wb, &properties), "properties");
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    return slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
}

static int write_book(struct pages *pg, const char *shown, const char *tmp, struct err *e)
{
    static void (*const pages[])(struct pages *) = {
        sheet_summary, sheet_inputs,   sheet_profile, sheet_scenarios,  sheet_duty,
        sheet_ladder,  sheet_stages,   sheet_findings, sheet_audit,     sheet_provenance};
    char *dir = directory_of(tmp);
    if (book_open(&pg->book, shown, tmp, dir, e) == 0) {
        put_properties(pg);
        for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
            if (!e->code)
                pages[i](pg);
        book_close(&pg->book);
    }
    free(dir);
    return e->code;
}

int workbook_render(const struct plan *p, const struct profile *profile, struct outset *set,
                    const char *path, struct err *e)
{
    const char *tmp;
    if (outset_reserve(set, path, &tmp, e) != 0)
        return e->code;
    struct pages *pg = xcalloc(1, sizeof *pg);
    pg->p = p;
    pg->profile = profile;
    pg->arena = arena_new();
    costing_fill(&pg->c, p, profile, pg->arena);
    pg->rate_known = num_known(pg->c.rate);
    if (write_book(pg, path, tmp, e) == 0)
        package_check(tmp, path, e);
    arena_free(pg->arena);
    free(pg);
    return e->code;
}
