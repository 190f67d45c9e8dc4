#include "many/document.h"

#include "base/date.h"

#include <stdlib.h>

int document_open(struct report *r, const struct document *d, struct err *e)
{
    static const char tool[] = "headroom " HEADROOM_VERSION;
    char day[16];
    date_day(day, d->date);
    char *foot = xasprintf("%s  \xC2\xB7  %s  \xC2\xB7  %s", tool, day, d->foot);
    /* The paper belongs to the identifier: two sizes are two files. */
    char *id = xasprintf("%s\n%d\n%s", tool, (int)d->paper, d->id);
    struct doc_options o = {.paper = d->paper,
                            .info = {.title = d->title,
                                     .subject = d->subject,
                                     .author = tool,
                                     .creator = tool,
                                     .lang = "en",
                                     .id = id,
                                     .date = d->date},
                            .head_left = d->title,
                            .head_right = d->head_right,
                            .foot_left = foot};
    int status = doc_open(&o, &r->d, e);
    if (status == 0)
        r->a = doc_arena(r->d);
    free(foot);
    free(id);
    return status;
}

int document_close(struct report *r, struct strbuf *out, size_t *missing, struct err *e)
{
    const uint32_t *which;
    size_t kinds;
    if (e->code == 0) {
        doc_missing_note(r->d);
        *missing = pdf_missing(doc_pdf(r->d), &which, &kinds);
        doc_finish(r->d, out, e);
    }
    doc_close(r->d);
    return e->code;
}
