#include "async/ledger.h"

#include "base/file.h"
#include "base/jsonw.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static void padded(struct strbuf *out, const char *text, size_t width)
{
    sb_left(out, text, width);
    sb_add(out, "  ");
}

/* The names of the jobs as they may be shown on a line of a terminal. */
static const char **shown_ids(const struct ledger *l, struct arena *a)
{
    const char **ids = arena_array(a, l->n_jobs + 1, sizeof *ids);
    for (size_t i = 0; i < l->n_jobs; i++) {
        char *line = printable_line(l->jobs[i].id);
        ids[i] = arena_strdup(a, line);
        free(line);
    }
    return ids;
}

static const char *seconds(char out[NUM_MAX], double s)
{
    return num_known(s) && s < 1e21 ? num_plain(out, s) : num_known(s) ? num_exact(out, s) : "none";
}

static void count_states(const struct ledger *l, size_t counts[JOB_STATES], size_t *unknown)
{
    for (size_t i = 0; i < l->n_jobs; i++)
        if (l->jobs[i].state == JOB_UNKNOWN)
            (*unknown)++;
        else
            counts[l->jobs[i].state]++;
}

/* "completed at 5 s, failed at 9 s" */
static void list_terminal(const struct ledger_job *j, struct strbuf *out)
{
    char b[NUM_MAX];
    bool some = false;
    for (int k = EVENT_COMPLETED; k <= EVENT_FOUND_FAILURE; k++)
        if (num_known(j->first_s[k])) {
            sb_addf(out, "%s%s at %s s", some ? ", " : "", event_name((enum event_kind)k), seconds(b, j->first_s[k]));
            some = true;
        }
}

/* Whether another end was reported at the very time of the one that stands. */
static bool at_once(const struct ledger_job *j)
{
    for (int k = EVENT_COMPLETED; k <= EVENT_FOUND_FAILURE; k++)
        if (k != (int)j->stands && num_known(j->first_s[k]) && j->first_s[k] == j->first_s[j->stands])
            return true;
    return false;
}

static void text_needs(const struct ledger_job *j, const char *id, struct strbuf *out)
{
    char b[NUM_MAX];
    if (j->state == JOB_UNKNOWN) {
        sb_addf(out, "  %s: was never registered;", id);
        bool some = false;
        for (int k = 0; k < EVENT_KINDS; k++)
            if (num_known(j->first_s[k])) {
                sb_addf(out, "%s %s at %s s", some ? "," : "", event_name((enum event_kind)k),
                        seconds(b, j->first_s[k]));
                some = true;
            }
        sb_addc(out, '\n');
    }
    if (j->conflict) {
        sb_addf(out, "  %s: contradictory ends: ", id);
        list_terminal(j, out);
        sb_addf(out, at_once(j) ? "; at one instant, %s stands by rule\n" : "; the earlier stands, %s\n",
                event_name(j->stands));
    }
    if (j->registered_twice)
        sb_addf(out, "  %s: registered again with another deadline or location; the earlier stands\n", id);
    if (j->uncertain)
        sb_addf(out,
                "  %s: acceptance is uncertain since the submission timed out at %s s; look for its output and its "
                "failure, never send it again\n",
                id, seconds(b, j->first_s[EVENT_SUBMIT_TIMEOUT]));
    if (j->overdue)
        sb_addf(out, "  %s: overdue, %s past its deadline %s s\n", id, job_state_name(j->state),
                seconds(b, j->deadline_s));
}

void ledger_text(const struct ledger *l, struct strbuf *out)
{
    char b[NUM_MAX];
    struct arena *a = arena_new();
    const char **ids = shown_ids(l, a);
    size_t counts[JOB_STATES] = {0}, unknown = 0, width = strlen("job");
    count_states(l, counts, &unknown);
    sb_addf(out, "%zu job%s at %s s: %zu registered, %zu submitted, %zu completed, %zu failed", l->n_jobs - unknown,
            l->n_jobs - unknown == 1 ? "" : "s", seconds(b, l->now_s), counts[JOB_REGISTERED], counts[JOB_SUBMITTED],
            counts[JOB_COMPLETED], counts[JOB_FAILED]);
    if (unknown)
        sb_addf(out, "; events of %zu unknown job%s", unknown, unknown == 1 ? "" : "s");
    sb_add(out, ledger_needs_a_person(l) ? "\n\nNeeds a person:\n" : "\nNothing needs a person.\n");
    for (size_t i = 0; i < l->n_jobs; i++)
        text_needs(&l->jobs[i], ids[i], out);
    for (size_t i = 0; i < l->n_jobs; i++)
        if (utf8_width(ids[i]) > width)
            width = utf8_width(ids[i]);
    sb_addc(out, '\n');
    padded(out, "job", width);
    sb_add(out, "state       since, s        deadline, s\n");
    for (size_t i = 0; i < l->n_jobs; i++) {
        const struct ledger_job *j = &l->jobs[i];
        padded(out, ids[i], width);
        padded(out, job_state_name(j->state), 10);
        padded(out, seconds(b, j->since_s), 14);
        sb_addf(out, "%s\n", seconds(b, j->deadline_s));
    }
    arena_free(a);
}

static void json_events(struct jsonw *w, const char *key, const struct ledger_job *j, int from, int to)
{
    jw_key(w, key);
    jw_array(w);
    for (int k = from; k <= to; k++)
        if (num_known(j->first_s[k])) {
            jw_object(w);
            jw_kstring(w, "event", event_name((enum event_kind)k));
            jw_kdouble(w, "at_s", j->first_s[k]);
            jw_end(w);
        }
    jw_end(w);
}

static void json_job(struct jsonw *w, const struct ledger_job *j)
{
    bool ended = j->state == JOB_COMPLETED || j->state == JOB_FAILED;
    jw_object(w);
    jw_kstring(w, "inference_id", j->id);
    jw_kstring(w, "state", job_state_name(j->state));
    jw_kdouble(w, "since_s", j->since_s);
    jw_kstring(w, "by",
               ended ? event_name(j->stands)
                     : event_name(j->state == JOB_SUBMITTED ? EVENT_SUBMITTED : EVENT_REGISTERED));
    jw_kdouble(w, "deadline_s", j->deadline_s);
    jw_kstring(w, "output_location", j->output);
    jw_kstring(w, "failure_location", j->failure);
    jw_kbool(w, "acceptance_uncertain", j->uncertain);
    jw_kbool(w, "overdue", j->overdue);
    jw_kbool(w, "conflict", j->conflict);
    jw_kbool(w, "registered_twice", j->registered_twice);
    jw_end(w);
}

static bool is_conflict(const struct ledger_job *j)
{
    return j->conflict && j->state != JOB_UNKNOWN;
}
static bool is_unknown(const struct ledger_job *j)
{
    return j->state == JOB_UNKNOWN;
}
static bool is_uncertain(const struct ledger_job *j)
{
    return j->uncertain && j->state != JOB_UNKNOWN;
}
static bool is_overdue(const struct ledger_job *j)
{
    return j->overdue;
}
static bool is_twice(const struct ledger_job *j)
{
    return j->registered_twice;
}

static void json_ids(struct jsonw *w, const char *key, const struct ledger *l,
                     bool (*which)(const struct ledger_job *j))
{
    jw_key(w, key);
    jw_array(w);
    for (size_t i = 0; i < l->n_jobs; i++)
        if (which(&l->jobs[i]))
            jw_string(w, l->jobs[i].id);
    jw_end(w);
}

static void json_conflicts(struct jsonw *w, const struct ledger *l)
{
    jw_key(w, "conflicts");
    jw_array(w);
    for (size_t i = 0; i < l->n_jobs; i++) {
        const struct ledger_job *j = &l->jobs[i];
        if (!is_conflict(j))
            continue;
        jw_object(w);
        jw_kstring(w, "inference_id", j->id);
        jw_kstring(w, "stands", event_name(j->stands));
        json_events(w, "reported", j, EVENT_COMPLETED, EVENT_FOUND_FAILURE);
        jw_end(w);
    }
    jw_end(w);
}

static void json_unknown(struct jsonw *w, const struct ledger *l)
{
    jw_key(w, "unknown");
    jw_array(w);
    for (size_t i = 0; i < l->n_jobs; i++) {
        if (!is_unknown(&l->jobs[i]))
            continue;
        jw_object(w);
        jw_kstring(w, "inference_id", l->jobs[i].id);
        json_events(w, "events", &l->jobs[i], 0, EVENT_KINDS - 1);
        jw_end(w);
    }
    jw_end(w);
}

void ledger_json(const struct ledger *l, struct strbuf *out)
{
    struct jsonw w;
    size_t counts[JOB_STATES] = {0}, unknown = 0;
    count_states(l, counts, &unknown);
    jw_init(&w, out, 2);
    jw_object(&w);
    jw_kdouble(&w, "now_s", l->now_s);
    jw_kbool(&w, "needs_a_person", ledger_needs_a_person(l));
    jw_key(&w, "counts");
    jw_object(&w);
    for (int s = 0; s < JOB_STATES; s++)
        jw_kint(&w, job_state_name((enum job_state)s), (int64_t)counts[s]);
    jw_end(&w);
    jw_key(&w, "jobs");
    jw_array(&w);
    for (size_t i = 0; i < l->n_jobs; i++)
        if (!is_unknown(&l->jobs[i]))
            json_job(&w, &l->jobs[i]);
    jw_end(&w);
    json_conflicts(&w, l);
    json_ids(&w, "registered_twice", l, is_twice);
    json_ids(&w, "uncertain", l, is_uncertain);
    json_ids(&w, "overdue", l, is_overdue);
    json_unknown(&w, l);
    jw_end(&w);
    sb_addc(out, '\n');
}
