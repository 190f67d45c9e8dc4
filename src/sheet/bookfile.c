#include "sheet/bookfile.h"

#include "base/mem.h"
#include "sheet/package.h"

#include <stdlib.h>
#include <string.h>

static void put_properties(struct book *b, const struct book_info *info)
{
    if (b->err->code)
        return;
    /* The library copies these texts; its fields lack the const. */
    lxw_doc_properties properties = {.title = (char *)info->title,
                                     .subject = (char *)info->subject,
                                     .author = (char *)"headroom " HEADROOM_VERSION,
                                     .keywords = (char *)info->keywords,
                                     .comments = (char *)info->comments,
                                     /* 0 means "now" to the library. */
                                     .created = info->date == 0 ? 1 : (time_t)info->date};
    book_check(b, b->lib.workbook_set_properties(b->wb, &properties), "properties");
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    return slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
}

int book_write(struct book *b, const struct book_info *info, void (*fill)(void *data), void *data, struct outset *set,
               const char *path, struct err *e)
{
    const char *tmp;
    if (outset_reserve(set, path, &tmp, e) != 0)
        return e->code;
    char *dir = directory_of(tmp);
    if (book_open(b, path, tmp, dir, e) == 0) {
        b->footer = info->footer;
        put_properties(b, info);
        if (!e->code)
            fill(data);
        if (book_close(b) == 0)
            package_check(tmp, path, e);
    }
    free(dir);
    return e->code;
}
