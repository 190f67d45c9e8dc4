/* The logical structure of a document while it is drawn: a tree of elements whose leaves are marks on
 * pages. Plain data; internals.c writes it into the file. */
#ifndef HEADROOM_REPORT_TAGS_H
#define HEADROOM_REPORT_TAGS_H

#include "report/haru.h"

#include <stddef.h>

/* A child: another element, or a mark (page and number on that page). */
struct kid {
    size_t next; /* index + 1 in tags.kids; 0: the last one */
    bool is_mark;
    size_t elem, page, mark;
};

struct elem {
    enum pdf_role role;
    size_t parent; /* index; the root is its own */
    char *alt;
    size_t first, last; /* index + 1 in tags.kids; 0: none */
};

struct tags {
    struct elem *elems; /* [0] is the document */
    size_t n_elems, cap_elems;
    struct kid *kids;
    size_t n_kids, cap_kids;
    size_t current;
};

/* The marks of one page: which element each belongs to. */
struct page_marks {
    size_t *elem;
    size_t n, cap;
    bool open;
};

void tags_init(struct tags *t);
void tags_free(struct tags *t);
void tags_begin(struct tags *t, enum pdf_role role, const char *alt);
void tags_end(struct tags *t);
/* A mark of the current element on PAGE; returns its number there. */
size_t tags_mark(struct tags *t, struct page_marks *m, size_t page);
/* "P", "TD": the name in the file. */
const char *tags_name(enum pdf_role role);

#endif
