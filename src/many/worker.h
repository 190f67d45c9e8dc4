/* A worker: a copy of this process that answers blocks of lines which come through a pipe. */
#ifndef HEADROOM_MANY_WORKER_H
#define HEADROOM_MANY_WORKER_H

#include "base/strbuf.h"
#include "many/shelf.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Memory that this process and its workers share, one area for each block in flight: lines and answers need not
 * be copied through pipes unless they are larger. */
enum { AREA_LINES = 256 * 1024, AREA_ANSWERS = 1024 * 1024 };
struct area {
    char lines[AREA_LINES], answers[AREA_ANSWERS];
};
struct area *areas_new(unsigned n); /* NULL: the system has none */
void areas_free(struct area *areas, unsigned n);

/* What goes through the pipes, both ways. */
struct frame {
    uint64_t len, offset; /* bytes; where they are in the area */
    uint32_t area;
    uint32_t shared;        /* 0: the bytes follow in the pipe */
    uint32_t lines, failed; /* lines answered (blank ones are not), and those that are errors */
};

struct worker {
    pid_t pid; /* 0: none */
    int to, from;
    struct strbuf send; /* not yet taken by the pipe: send.data[sent ..] */
    size_t sent;
    struct frame head; /* of the answer that is arriving */
    size_t head_got;
    struct strbuf answer;
};

/* Starts a copy that knows no descriptor of the OTHERS (n of them). False when the system does not allow it. */
bool worker_start(struct worker *w, const struct worker *others, unsigned n, struct area *areas);

/* Hands a block over, to be answered in area number AREA of AREAS; worker_push moves it through the pipe. */
void worker_give(struct worker *w, const struct area *areas, unsigned area, const char *data, size_t len);

/* Move what can be moved without waiting. False: the worker is gone. */
bool worker_push(struct worker *w);
bool worker_pull(struct worker *w, bool *complete); /* complete: w->head is there, and the answer
                                                            * in w->answer or in the area */
void worker_taken(struct worker *w);                /* the answer was used */

/* Closes the pipes and waits for the end of the process, however it ends. */
void worker_end(struct worker *w);

/* Answers a block in this process. */
struct frame worker_answer(struct shelf *shelf, const char *data, size_t len, struct strbuf *out);

#endif
