/* The build that keeps to libharu's public functions. */
#include "report/internals.h"

bool internals_there(void)
{
    return false;
}

int internals_open(struct pdf *pdf, struct err *e)
{
    (void)pdf;
    (void)e;
    return 0;
}

void internals_close(struct pdf *pdf)
{
    (void)pdf;
}

void internals_operator(struct pdf_page *page, const char *text)
{
    (void)page;
    (void)text;
}

void internals_finish(struct pdf *pdf)
{
    (void)pdf;
}
