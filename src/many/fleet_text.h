/* A fleet as text and JSON. */
#ifndef HEADROOM_MANY_FLEET_TEXT_H
#define HEADROOM_MANY_FLEET_TEXT_H

#include "base/strbuf.h"
#include "many/fleet.h"

void fleet_text(const struct plan_fleet *f, struct strbuf *out);
void fleet_json(const struct plan_fleet *f, struct strbuf *out);

#endif
