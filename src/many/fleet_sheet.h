/* A fleet as a workbook: rates and what is counted can be changed, and every total follows. */
#ifndef HEADROOM_MANY_FLEET_SHEET_H
#define HEADROOM_MANY_FLEET_SHEET_H

#include "many/fleet.h"

/* Renders F into the output PATH of SET, checked whole. EXIT_OUTPUT when it cannot be written. */
int fleet_sheet(const struct plan_fleet *f, struct outset *set, const char *path, struct err *e);

#endif
