/* Texts and numbers as literals of the languages that configuration is written in. Texts are UTF-8, NUL-
 * terminated; a byte that is not part of a character becomes U+FFFD. */
#ifndef HEADROOM_RENDER_QUOTE_H
#define HEADROOM_RENDER_QUOTE_H

#include "base/num.h"
#include "base/strbuf.h"

/* JSON has no comments. In a shell, texts are quoted by '. */
enum language { LANGUAGE_PYTHON, LANGUAGE_JSON, LANGUAGE_YAML, LANGUAGE_HCL, LANGUAGE_SHELL };

/* Appends S as one quoted text that the language reads back as S and nothing else. */
void quote_text(struct strbuf *out, enum language language, const char *s);

/* Writes a finite number that the language reads back as the same double, and as a number: YAML 1.1 takes
 * 1e-07 for text, a shell and HCL get no exponent (|x| < 1e21 there). */
char *quote_number(char out[NUM_MAX], enum language language, double x);

/* Appends S as part of a comment that ends with its line: whatever could end the line, or hide or rearrange
 * what is around it, is made visible (\n, \x1b, \u2028). With PREFIX (the line's blanks and comment
 * character) it is folded at 100 columns, each further line behind PREFIX and two blanks; COLUMN is where
 * the text begins. PREFIX NULL: one line. */
void quote_comment(struct strbuf *out, const char *s, const char *prefix, size_t column);

#endif
