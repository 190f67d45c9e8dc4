/* An OOXML package is checked part by part before it takes its name: libxlsxwriter reports success when
 * a full temporary disk has cut a sheet short. */
#ifndef HEADROOM_SHEET_PACKAGE_H
#define HEADROOM_SHEET_PACKAGE_H

#include "base/err.h"

/* Reads the zip file TMP: every part inflates to its stated length and checksum, every part is XML that
 * is well-formed to its end, and the parts that make a workbook are there. SHOWN is the name in messages.
 * EXIT_OUTPUT when anything is amiss. */
int package_check(const char *tmp, const char *shown, struct err *e);

#endif
