/* What a process must settle before it touches a file. */
#ifndef HEADROOM_BASE_PROCESS_H
#define HEADROOM_BASE_PROCESS_H

/* Takes the places of standard streams that the caller closed, so that no file of ours gets their
 * number; turns a closed pipe or a full quota from a deadly signal into an error of write(); and forgets
 * the environment but for the variables that are documented, so that no library draws otherwise for
 * FREETYPE_PROPERTIES or writes where TMPDIR says. Call first in main. */
void process_start(void);

#endif
