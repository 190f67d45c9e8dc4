/* A growing string. Zero-initialise it (struct strbuf sb = {0}); it owns its bytes until sb_detach. */
#ifndef HEADROOM_BASE_STRBUF_H
#define HEADROOM_BASE_STRBUF_H

#include <stddef.h>

struct strbuf {
    char *data; /* NUL-terminated once anything was added, else NULL */
    size_t len, cap;
};

void sb_addc(struct strbuf *sb, char c);
void sb_addn(struct strbuf *sb, const char *s, size_t n);
void sb_add(struct strbuf *sb, const char *s);
void sb_addf(struct strbuf *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sb_fill(struct strbuf *sb, char c, size_t n); /* n times c */
/* TEXT in WIDTH columns of a terminal, to the left or to the right of them; one that is wider stands whole. */
void sb_left(struct strbuf *sb, const char *text, size_t width);
void sb_right(struct strbuf *sb, const char *text, size_t width);
void sb_trunc(struct strbuf *sb, size_t len); /* len <= sb->len */
const char *sb_str(const struct strbuf *sb);  /* never NULL; "" when empty */
char *sb_detach(struct strbuf *sb);           /* caller frees; sb is empty again */
void sb_free(struct strbuf *sb);

#endif
