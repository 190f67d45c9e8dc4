#include "many/progress.h"

#include <math.h>
#include <stdio.h>

enum { SETTLED_S = 2 }; /* before that a rate says little about the time left */

void progress_start(struct progress *p, bool on, int64_t size, double now)
{
    *p = (struct progress){.on = on, .size = size, .started = now, .shown = now};
}

void progress_begin(struct progress *p, uint64_t position, double now)
{
    p->begun = position;
    p->started = now;
}

static void left(struct strbuf *out, double seconds)
{
    long s = seconds < 1e7 ? (long)ceil(seconds) : 9999999;
    if (s >= 3600)
        sb_addf(out, ", %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
    else
        sb_addf(out, ", %ld:%02ld left", s / 60, s % 60);
}

void progress_text(const struct progress *p, uint64_t done, uint64_t failed, uint64_t position, double now,
                   struct strbuf *out)
{
    double spent = now - p->started;
    sb_addf(out, "%llu done, %llu failed", (unsigned long long)done, (unsigned long long)failed);
    if (spent > 0)
        sb_addf(out, ", %.0f/s", (double)done / spent);
    if (p->size > 0 && position > p->begun && spent >= SETTLED_S && position <= (uint64_t)p->size)
        left(out, spent * (double)((uint64_t)p->size - position) / (double)(position - p->begun));
}

void progress_show(struct progress *p, uint64_t done, uint64_t failed, uint64_t position, double now)
{
    if (!p->on || now - p->shown < 0.5)
        return;
    struct strbuf line = {0};
    progress_text(p, done, failed, position, now, &line);
    size_t width = line.len;
    if (p->width > width)
        sb_fill(&line, ' ', p->width - width);
    fprintf(stderr, "\r%s", sb_str(&line));
    fflush(stderr);
    sb_free(&line);
    p->width = width;
    p->shown = now;
}

void progress_end(struct progress *p)
{
    if (p->width > 0)
        fprintf(stderr, "\r%*s\r", (int)p->width, "");
    p->width = 0;
}
