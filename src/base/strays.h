/* Temporary files of a library that the process may have to leave behind. libxlsxwriter makes each of its own beside
 * the workbook, opens a stream on it (which takes memory) and only then removes its name. */
#ifndef HEADROOM_BASE_STRAYS_H
#define HEADROOM_BASE_STRAYS_H

#include <sys/types.h>

/* Removes the names of files "tmp.*" that this process has open for reading and writing in the directory DEV, INO.
 * Takes no memory and is safe in a signal handler. Does nothing where /proc is not mounted. */
void strays_remove(dev_t dev, ino_t ino);

#endif
