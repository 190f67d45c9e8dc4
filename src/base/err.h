/* Errors: a function that can fail returns 0 or one of the exit codes below and leaves a complete
 * message in the caller's struct err. Only src/cmd prints it and ends the process. */
#ifndef HEADROOM_BASE_ERR_H
#define HEADROOM_BASE_ERR_H

#include <stdarg.h>

enum exit_code {
    EXIT_DONE = 0,      /* done, warnings included */
    EXIT_ANSWER_NO = 1, /* the question was answered, and the answer is no */
    EXIT_USAGE = 2,     /* the command line asks for something that has no meaning */
    EXIT_REFUSED = 3,   /* an input was refused, missing or unreadable; nothing was written */
    EXIT_OUTPUT = 4     /* an output could not be written */
};

/* The first error wins: err_set on an err that already holds one changes nothing. A text longer than
 * the buffer is cut at a whole character and ends in "...". */
struct err {
    int code; /* 0: no error */
    char text[4096];
};

#define ERR_INIT \
    { \
        0, "" \
    }

/* Records CODE and the formatted text unless an error is already there. Returns the code that E now
 * holds, so that `return err_set(e, EXIT_REFUSED, ...)` reads as it acts. */
int err_set(struct err *e, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
int err_setv(struct err *e, int code, const char *fmt, va_list ap) __attribute__((format(printf, 3, 0)));

#endif
