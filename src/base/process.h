/* What a process must settle before it touches a file. */
#ifndef HEADROOM_BASE_PROCESS_H
#define HEADROOM_BASE_PROCESS_H

/* Takes the places of standard streams that the caller closed, so that no file of ours gets their
 * number, and turns a closed pipe or a full quota from a deadly signal into an error of write(). Call
 * first in main. */
void process_start(void);

#endif
