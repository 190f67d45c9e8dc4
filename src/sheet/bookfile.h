/* A workbook as an output of a set: made under a temporary name, checked whole, and given its name by the commit. */
#ifndef HEADROOM_SHEET_BOOKFILE_H
#define HEADROOM_SHEET_BOOKFILE_H

#include "base/outset.h"
#include "sheet/xlsx.h"

struct book_info {
    const char *title, *subject, *keywords, *comments; /* constants */
    const char *footer;                                /* as in struct book */
    int64_t date;                                      /* seconds since 1970 */
};

/* Opens B, lets FILL write the sheets, closes it as the output PATH of SET and reads the package back. EXIT_OUTPUT
 * when it cannot be written. */
int book_write(struct book *b, const struct book_info *info, void (*fill)(void *data), void *data, struct outset *set,
               const char *path, struct err *e);

#endif
