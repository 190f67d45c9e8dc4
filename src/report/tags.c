#include "report/tags.h"

#include "base/mem.h"

#include <stdlib.h>

static const char *const role_names[PDF_ROLES] = {
    [PDF_H1] = "H1", [PDF_H2] = "H2",         [PDF_P] = "P",       [PDF_L] = "L",
    [PDF_LI] = "LI", [PDF_TABLE] = "Table",   [PDF_TR] = "TR",     [PDF_TH] = "TH",
    [PDF_TD] = "TD", [PDF_FIGURE] = "Figure", [PDF_CODE] = "Code",
};

const char *tags_name(enum pdf_role role)
{
    return role_names[role];
}

static size_t add_elem(struct tags *t, enum pdf_role role, size_t parent, const char *alt)
{
    if (t->n_elems == t->cap_elems) {
        t->cap_elems = t->cap_elems ? 2 * t->cap_elems : 64;
        t->elems = xreallocarray(t->elems, t->cap_elems, sizeof *t->elems);
    }
    t->elems[t->n_elems] = (struct elem){.role = role, .parent = parent, .alt = alt ? xstrdup(alt) : NULL};
    return t->n_elems++;
}

static void add_kid(struct tags *t, size_t parent, struct kid kid)
{
    if (t->n_kids == t->cap_kids) {
        t->cap_kids = t->cap_kids ? 2 * t->cap_kids : 64;
        t->kids = xreallocarray(t->kids, t->cap_kids, sizeof *t->kids);
    }
    t->kids[t->n_kids++] = kid;
    struct elem *e = &t->elems[parent];
    if (e->last)
        t->kids[e->last - 1].next = t->n_kids;
    else
        e->first = t->n_kids;
    e->last = t->n_kids;
}

void tags_init(struct tags *t)
{
    *t = (struct tags){0};
    add_elem(t, PDF_P, 0, NULL);
}

void tags_free(struct tags *t)
{
    for (size_t i = 0; i < t->n_elems; i++)
        free(t->elems[i].alt);
    free(t->elems);
    free(t->kids);
    *t = (struct tags){0};
}

void tags_begin(struct tags *t, enum pdf_role role, const char *alt)
{
    size_t parent = t->current;
    t->current = add_elem(t, role, parent, alt);
    add_kid(t, parent, (struct kid){.elem = t->current});
}

void tags_end(struct tags *t)
{
    t->current = t->elems[t->current].parent;
}

size_t tags_mark(struct tags *t, struct page_marks *m, size_t page)
{
    if (m->n == m->cap) {
        m->cap = m->cap ? 2 * m->cap : 32;
        m->elem = xreallocarray(m->elem, m->cap, sizeof *m->elem);
    }
    m->elem[m->n] = t->current;
    add_kid(t, t->current, (struct kid){.is_mark = true, .page = page, .mark = m->n});
    return m->n++;
}
