#include "store/diff.h"

#include "artifact/fields.h"

#include <string.h>

/* The first line that differs says enough: a text of several lines is a form with one figure a line. */
static void lines(struct diff *d, const char *key, const char *a, const char *b)
{
    if (diff_same_text(a, b))
        return;
    const char *x = a ? a : "", *y = b ? b : "";
    size_t line = 1;
    while (*x && strcspn(x, "\n") == strcspn(y, "\n") && strncmp(x, y, strcspn(x, "\n")) == 0) {
        x += strcspn(x, "\n");
        y += strcspn(y, "\n");
        x += *x == '\n';
        y += *y == '\n';
        line++;
    }
    struct strbuf path = {0}, was = {0}, is = {0};
    sb_addf(&path, "%s, line %zu", key, line);
    sb_addf(&was, "\"%.*s\"", (int)strcspn(x, "\n"), x);
    sb_addf(&is, "\"%.*s\"", (int)strcspn(y, "\n"), y);
    diff_report(d, sb_str(&path), "", sb_str(&was), sb_str(&is));
    sb_free(&path);
    sb_free(&was);
    sb_free(&is);
}

static int64_t int_at(const void *at, size_t offset)
{
    return *(const int64_t *)(const void *)((const char *)at + offset);
}

static double number_at(const void *at, size_t offset)
{
    return *(const double *)(const void *)((const char *)at + offset);
}

static enum tri tri_at(const void *at, size_t offset)
{
    return *(const enum tri *)(const void *)((const char *)at + offset);
}

static int64_t outcome(const struct step *s, const char *name)
{
    for (size_t i = 0; i < s->n_outcomes; i++)
        if (strcmp(s->outcomes[i].name, name) == 0)
            return s->outcomes[i].n;
    return INT_UNKNOWN;
}

static void outcomes(struct diff *d, const char *path, const struct step *a, const struct step *b)
{
    struct strbuf inner = {0};
    sb_addf(&inner, "%s.outcome_counts", path);
    for (size_t i = 0; i < b->n_outcomes; i++)
        diff_integer(d, sb_str(&inner), b->outcomes[i].name, outcome(a, b->outcomes[i].name), b->outcomes[i].n);
    for (size_t i = 0; i < a->n_outcomes; i++)
        if (!int_known(outcome(b, a->outcomes[i].name)))
            diff_integer(d, sb_str(&inner), a->outcomes[i].name, a->outcomes[i].n, INT_UNKNOWN);
    sb_free(&inner);
}

/* What report, charts and workbook draw from comes from here, so it is evidence like any figure. */
static void ladder(struct diff *d, const struct plan *a, const struct plan *b)
{
    diff_integer(d, "headroom.ladder", "steps", (int64_t)a->n_steps, (int64_t)b->n_steps);
    for (size_t i = 0; i < a->n_steps && i < b->n_steps; i++) {
        const struct step *was = &a->steps[i], *is = &b->steps[i];
        struct strbuf path = {0};
        sb_addf(&path, "headroom.ladder[%zu]", i);
        const char *at = sb_str(&path);
        for (size_t j = 0; j < n_step_ints; j++)
            diff_integer(d, at, step_ints[j].key, int_at(was, step_ints[j].offset), int_at(is, step_ints[j].offset));
        for (size_t j = 0; j < n_step_numbers; j++)
            diff_number(d, at, step_numbers[j].key, number_at(was, step_numbers[j].offset),
                        number_at(is, step_numbers[j].offset));
        for (size_t j = 0; j < n_step_bools; j++)
            diff_flag(d, at, step_bools[j].key, tri_at(was, step_bools[j].offset), tri_at(is, step_bools[j].offset));
        diff_text(d, at, "unusable_reason", was->unusable_reason, is->unusable_reason);
        outcomes(d, at, was, is);
        sb_free(&path);
    }
}

static void stages(struct diff *d, const struct plan *a, const struct plan *b)
{
    diff_integer(d, "headroom.stages", "stages", (int64_t)a->n_stages, (int64_t)b->n_stages);
    for (size_t i = 0; i < a->n_stages && i < b->n_stages; i++) {
        const struct stage *was = &a->stages[i], *is = &b->stages[i];
        struct strbuf path = {0};
        sb_addf(&path, "headroom.stages[%zu]", i);
        diff_text(d, sb_str(&path), "from", was->from, is->from);
        diff_text(d, sb_str(&path), "to", was->to, is->to);
        diff_number(d, sb_str(&path), "seconds", was->seconds, is->seconds);
        diff_number(d, sb_str(&path), "share", was->share, is->share);
        diff_flag(d, sb_str(&path), "bounded", was->bounded, is->bounded);
        sb_free(&path);
    }
    for (size_t i = 0; i < a->n_missing || i < b->n_missing; i++)
        diff_text(d, "headroom", "missing_stages", i < a->n_missing ? a->missing_stages[i] : NULL,
                  i < b->n_missing ? b->missing_stages[i] : NULL);
}

/* The input of B that stands for input I of A: of the same role, and as many of that role before it. */
static const struct input *same_input(const struct plan *a, size_t i, const struct plan *b)
{
    size_t before = 0;
    for (size_t j = 0; j < i; j++)
        before += strcmp(a->inputs[j].role, a->inputs[i].role) == 0;
    for (size_t j = 0; j < b->n_inputs; j++)
        if (strcmp(b->inputs[j].role, a->inputs[i].role) == 0 && before-- == 0)
            return &b->inputs[j];
    return NULL;
}

/* When an artifact was measured decides how old a plan is. Rates and load tests state neither figure; a ladder or
 * scale-out that was not given again is not compared. */
static void inputs(struct diff *d, const struct plan *a, const struct plan *b)
{
    for (size_t i = 0; i < a->n_inputs; i++) {
        const struct input *was = &a->inputs[i], *is = same_input(a, i, b);
        if (!is && (strcmp(was->role, "qmax") == 0 || strcmp(was->role, "ttotal") == 0))
            continue;
        struct strbuf path = {0};
        sb_addf(&path, "headroom.inputs[%s]", was->role);
        diff_text(d, sb_str(&path), "run_id", was->run_id, is ? is->run_id : NULL);
        diff_text(d, sb_str(&path), "measured_at", was->measured_at, is ? is->measured_at : NULL);
        sb_free(&path);
    }
    for (size_t i = 0; i < b->n_inputs; i++)
        if (!same_input(b, i, a))
            diff_report(d, "headroom.inputs", b->inputs[i].role, "absent", "present");
}

void diff_evidence(struct diff *d, const struct plan *a, const struct plan *b)
{
    /* Rates from somewhere else (--rates) show in the costs that they move. */
    if (diff_same_text(a->rate.origin, b->rate.origin))
        diff_fields(d, "headroom.rates", &table_rate, &a->rate, &b->rate);
    ladder(d, a, b);
    stages(d, a, b);
    inputs(d, a, b);
    /* Another version may word the comments in the form otherwise. */
    if (b->config_block && diff_same_text(a->tool_version, HEADROOM_VERSION)) {
        lines(d, "config_block", a->config_block, b->config_block);
        lines(d, "alarm_threshold", a->alarm_threshold, b->alarm_threshold);
    }
}
