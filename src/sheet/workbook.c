#include "sheet/workbook.h"

#include "sheet/bookfile.h"
#include "sheet/pages.h"

#include <stdlib.h>

static void write_pages(void *data)
{
    static void (*const pages[])(struct pages *) = {sheet_summary, sheet_inputs,    sheet_profile, sheet_scenarios,
                                                    sheet_duty,    sheet_ladder,    sheet_stages,  sheet_findings,
                                                    sheet_audit,   sheet_provenance};
    struct pages *pg = data;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (!pg->book.err->code)
            pages[i](pg);
}

int workbook_render(const struct plan *p, const struct profile *profile, struct outset *set, const char *path,
                    struct err *e)
{
    const struct book_info info = {.title = "Cost workbook",
                                   .subject = "Autoscaling: fleet and cost of one model",
                                   .footer = "cost workbook",
                                   .keywords = "headroom, autoscaling, cost",
                                   .comments = "Change the orange cells of sheet Inputs; all sheets follow.",
                                   .date = plan_date(p)};
    struct pages *pg = xcalloc(1, sizeof *pg);
    pg->p = p;
    pg->profile = profile;
    pg->arena = arena_new();
    costing_fill(&pg->c, p, profile, pg->arena);
    pg->rate_known = num_known(pg->c.rate);
    book_write(&pg->book, &info, write_pages, pg, set, path, e);
    arena_free(pg->arena);
    free(pg);
    return e->code;
}
