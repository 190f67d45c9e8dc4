/* The frame of a unit test program: it defines unit_suite(), unit.c has main(). Table-driven tests
 * add themselves with tcase_add_loop_test and put the row's name into the message of each check. */
#ifndef HEADROOM_UNIT_UNIT_H
#define HEADROOM_UNIT_UNIT_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* The suite of this program. */
Suite *unit_suite(void);

/* The path of a file below the source tree, which may be read-only. Points into a buffer that the
 * next call overwrites. */
const char *unit_source(const char *relative);

/* Creates an empty directory below the build tree and makes it the working directory; unit_leave
 * goes back and removes it with all that is in it. */
void unit_enter(void);
void unit_leave(void);

/* The working directory's number of entries, "." and ".." apart. */
size_t unit_entries(void);

/* Writes and reads small files; the reader's result is NUL-terminated and to be freed, NULL when
 * the file cannot be opened. */
void unit_write(const char *path, const char *text);
char *unit_read(const char *path);
bool unit_holds(const char *path, const char *text);

#endif
