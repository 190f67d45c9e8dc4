/* Numbers as text, without a locale: the exact form for machines and the house form for people. */
#ifndef HEADROOM_BASE_NUM_H
#define HEADROOM_BASE_NUM_H

#include <stdint.h>

enum { NUM_MAX = 64 }; /* bytes that any function here may fill, its NUL included */

/* The shortest decimal digits that read back as the same double, with a point or an exponent always
 * there, laid out as Python's repr does (0.001, 1e-05, 12.671999999999999, 1e+16). -0.0 keeps its sign.
 * x must be finite. */
char *num_exact(char out[NUM_MAX], double x);

/* As num_exact, but a whole number loses its ".0" and an exponent is never used: for messages, HCL
 * and YAML, where 1e5 would be read as text. x must be finite and |x| < 1e21. */
char *num_plain(char out[NUM_MAX], double x);

/* Rounds to 9 significant digits. The results of exp, log, sin and pow differ in their last bits
 * between processors, so whatever decides or prints goes through here first. */
double num_round9(double x);

/* Rounds half to even, as Python's round does. */
double num_half_even(double x);

/* Human form. A number that is unknown (NaN) reads "unknown", an infinity "infinite". Thousands are
 * parted by a thin space (U+2009). `decimals` 0..9. */
char *num_fixed(char out[NUM_MAX], double x, int decimals);
char *num_count(char out[NUM_MAX], int64_t n);
char *num_ms(char out[NUM_MAX], double ms);            /* "2 806 ms", "65.4 ms" */
char *num_seconds(char out[NUM_MAX], double s);        /* "320.2 s" */
char *num_concurrency(char out[NUM_MAX], double c);    /* "37.50" */
char *num_percent(char out[NUM_MAX], double share);    /* 0.9974 -> "99.7 %" */
char *num_money(char out[NUM_MAX], double amount);     /* "12.67", no currency */
char *num_unit_cost(char out[NUM_MAX], double amount); /* four significant digits: "0.02791" */
char *num_rate(char out[NUM_MAX], double per_s);       /* load as given: "5 000", "17.9", "0.005" */

/* The ending of a noun behind the count N: "1 instance", "2 instances". */
static inline const char *num_s(double n)
{
    return n == 1 ? "" : "s";
}

/* Reads a plain decimal or exponent number that fills TEXT to its end ("1.25", "1e3", no blanks, no
 * hex, no inf or nan). Returns 0, or -1 when it is not one or is not finite. */
int num_parse(const char *text, double *out);
/* Reads a decimal integer that fills TEXT to its end and fits. Returns 0 or -1. */
int num_parse_int(const char *text, int64_t *out);

#endif
