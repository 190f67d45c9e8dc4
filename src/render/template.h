/* A small strict template renderer. Texts that come from artifacts are data: they enter a document only
 * through a tag, and each tag escapes for the language of the document.
 *
 *   {{name}}          a literal of the language: a quoted text, a number, true or false
 *   {{string name}}   a number as a quoted text ("50")
 *   {{comment name}}  a text for a comment: what could end the line is made visible; where the line holds
 *                     only blanks and # before the tag, it is folded at 100 columns
 *   {{if name}} .. {{else}} .. {{end}}   name is true: a true flag, a known value, a list with rows;
 *                     {{if !name}} the contrary
 *   {{each name}} .. {{end}}   once a row of a list; a name is looked up in the row, then outside; `last`
 *                     is true in the last row
 *   {{include name}}  another embedded template, with the same values; within a line it loses its last newline
 *
 * A line that holds nothing but if, else, each, end or include leaves nothing of its own behind. A name that was
 * never set, a value that is unknown and a tag that does not fit are errors, never an empty text. */
#ifndef HEADROOM_RENDER_TEMPLATE_H
#define HEADROOM_RENDER_TEMPLATE_H

#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/value.h"
#include "render/quote.h"

#include <stddef.h>

/* A set of values. It lives in an arena; names and texts are not copied and must outlive it. */
struct tvars;

/* PARENT is looked at for names that are not here; NULL: nothing more. */
struct tvars *tvars_new(struct arena *a, const struct tvars *parent);
void tvars_text(struct tvars *v, const char *name, const char *text); /* NULL: unknown */
void tvars_int(struct tvars *v, const char *name, int64_t n);         /* INT_UNKNOWN: unknown */
void tvars_number(struct tvars *v, const char *name, double x);       /* not finite: unknown */
void tvars_flag(struct tvars *v, const char *name, bool on);
void tvars_list(struct tvars *v, const char *name); /* a list without rows yet */
/* Adds a row to the list NAME (made when it is not there) and returns it to be filled. */
struct tvars *tvars_row(struct tvars *v, const char *name);

/* Appends the rendered TEXT (NUL-terminated) to OUT. NAME is for messages. On an error (EXIT_OUTPUT: the
 * document cannot be written; it is a defect of template or program) OUT holds what came before it. */
int template_render(const char *name, const char *text, enum language language, const struct tvars *v,
                    struct strbuf *out, struct err *e);

/* The templates of this program: the files of templates/, embedded when it was built. */
struct embedded_template {
    const char *name, *text;
};
extern const struct embedded_template embedded_templates[]; /* ends with a NULL name */

/* As template_render, of an embedded template. */
int template_file(const char *name, enum language language, const struct tvars *v, struct strbuf *out, struct err *e);

#endif
