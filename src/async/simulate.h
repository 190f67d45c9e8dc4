/* What a simulation shows, whatever shows it: replays with their settings, their figures as rows, sentences. */
#ifndef HEADROOM_ASYNC_SIMULATE_H
#define HEADROOM_ASYNC_SIMULATE_H

#include "async/curve.h"
#include "base/jsonw.h"
#include "base/outset.h"
#include "base/strbuf.h"
#include "chart/scene.h"

struct run {
    struct replay_settings settings;
    struct replay_result result;
    struct curve backlog; /* only where a picture is asked for and there is no sweep */
};

struct sim_input {
    const char *role, *name; /* "arrivals"; the base name */
    char sha256[65];
};

struct simulation {
    const char *source; /* what was replayed: a file's base name, or the arrivals in words */
    double rate;        /* USD an instance-hour; NUM_UNKNOWN */
    int64_t always_on;  /* instances to compare with */
    struct run *runs;   /* one; with COMPARE a second without the wake pair; with a sweep one a setting */
    size_t n_runs;
    bool compare, sweep_target, sweep_provision;
    const struct request *rows; /* of the first run, sorted */
    size_t n_rows;
    struct sim_input inputs[2]; /* files that were read */
    size_t n_inputs;
};

double run_hours(const struct run *r); /* instance-hours billed */
double run_cost(const struct simulation *s, const struct run *r);
double run_always_on_cost(const struct simulation *s, const struct run *r);
double run_saving(const struct simulation *s, const struct run *r); /* share of always-on; may be negative */

/* The figures of the first run (with COMPARE of both), in the order in which to read them. */
enum sim_kind { SIM_HEADING, SIM_COUNT, SIM_SECONDS, SIM_HOURS, SIM_MONEY, SIM_SHARE };
struct sim_figure {
    enum sim_kind kind;
    const char *key; /* its name in the workbook; NULL for headings */
    const char *label;
    double value[2]; /* NUM_UNKNOWN: none */
    bool quiet;      /* says nothing: unfinished when all ended, cost without a rate */
};
/* In the arena. */
struct sim_figure *sim_figures(const struct simulation *s, struct arena *a, size_t *n);
/* The value as people read it, with its unit; "-" for none. */
const char *sim_shown(const struct sim_figure *f, size_t column, struct arena *a);

/* The answer in a sentence (of a sweep, where waiting is shortest and what that takes), and what follows from it: N
 * paragraphs in the arena. */
const char *sim_answer(const struct simulation *s, struct arena *a);
const char **sim_notes(const struct simulation *s, struct arena *a, size_t *n);
/* Target and provisioning of one setting of a sweep, as far as they are swept. */
const char *sim_setting(const struct simulation *s, const struct run *r, struct arena *a);
/* The settings in words. */
const char *sim_settings(const struct simulation *s, struct arena *a);

/* "name, SHA-256 .." of each file that was read, a line each; "" without any. */
const char *sim_evidence(const struct simulation *s, struct arena *a);
/* When outputs that carry a date were made: SOURCE_DATE_EPOCH, else 1980-01-01, in seconds since 1970. */
int64_t sim_date(void);

const char *request_state_name(enum request_state state);

/* The members of the JSON answer, into an object that is open. */
void simulate_members(const struct simulation *s, struct jsonw *w);

/* Renderers. CSV is a row a request, of a sweep a row a setting. */
void simulate_text(const struct simulation *s, struct strbuf *out);
void simulate_json(const struct simulation *s, struct strbuf *out);
void simulate_csv(const struct simulation *s, struct strbuf *out);

/* Backlog and capacity over time; of a sweep, cost against waiting. The caller frees with scene_free. */
struct scene *simulate_chart(const struct simulation *s, const struct font *f, struct arena *a);
/* A page of PDF with answer, chart and figures. EXIT_OUTPUT. */
int simulate_pdf(const struct simulation *s, struct strbuf *out, struct err *e);
/* The workbook into the output PATH of SET: requests, capacity and totals as formulas over them, or the settings
 * of a sweep. EXIT_OUTPUT. */
int simulate_book(const struct simulation *s, struct outset *set, const char *path, struct err *e);

#endif
