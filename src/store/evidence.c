#include "store/evidence.h"

#include "artifact/fingerprint.h"
#include "artifact/integrity.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/sha256.h"

#include <string.h>

void evidence_add(struct evidence *ev, const char *role, const char *name, const char *text, size_t len)
{
    if (!ev->arena) {
        ev->arena = arena_new();
        ev->warnings.arena = ev->arena;
    }
    struct input *in = &ev->inputs[ev->n_inputs++];
    *in = (struct input){.role = role, .name = arena_strdup(ev->arena, name), .size = len};
    in->text = arena_strndup(ev->arena, text, len);
    sha256_hex(in->sha256, text, len);
}

static struct input *input_of(struct evidence *ev, const char *role)
{
    for (size_t i = 0; i < ev->n_inputs; i++)
        if (strcmp(ev->inputs[i].role, role) == 0)
            return &ev->inputs[i];
    return NULL;
}

/* The newest stamp of a timeline: when this scale-out was measured. */
static const char *newest_mark(const struct ttotal *t)
{
    const struct mark *newest = NULL;
    for (size_t i = 0; i < t->n_timeline; i++)
        if (int_known(t->timeline[i].at_us) && (!newest || t->timeline[i].at_us > newest->at_us))
            newest = &t->timeline[i];
    return newest ? newest->at : NULL;
}

int evidence_ladder(struct arena *a, const struct json_ref *value, struct ladder_part *x, struct err *e)
{
    struct input *in = &x->input;
    x->problems.arena = x->doubts.arena = a;
    if (value ? qmax_read_value(value, a, &x->ladder, e) != 0
              : qmax_read(in->name, in->text, in->size, a, &x->ladder, e) != 0)
        return e->code;
    in->run_id = x->ladder.run_id;
    in->measured_at = x->ladder.provenance.measured_at;
    qmax_integrity(&x->ladder, in->name, &x->problems);
    file_name_check(in->name, qmax_slug(a, &x->ladder), &x->doubts);
    return 0;
}

int evidence_scale_out(struct arena *a, const struct json_ref *value, struct scale_out_part *x, struct err *e)
{
    struct input *in = &x->input;
    x->problems.arena = x->doubts.arena = a;
    if (value ? ttotal_read_value(value, a, &x->ttotal, e) != 0
              : ttotal_read(in->name, in->text, in->size, a, &x->ttotal, e) != 0)
        return e->code;
    in->run_id = x->ttotal.run_id;
    in->measured_at = newest_mark(&x->ttotal);
    ttotal_integrity(&x->ttotal, in->name, &x->problems);
    file_name_check(in->name, ttotal_slug(a, &x->ttotal), &x->doubts);
    return 0;
}

static void append(struct notes *to, const struct notes *from)
{
    for (size_t i = 0; i < from->n; i++)
        notes_add(to, "%s", from->items[i]);
}

int evidence_pair(const struct ladder_part *q, const struct scale_out_part *t, bool allow_mismatch,
                  bool allow_inconsistent, struct notes *out, struct err *e)
{
    struct notes problems = {.arena = out->arena};
    append(out, &q->doubts);
    append(&problems, &q->problems);
    if (t) {
        append(out, &t->doubts);
        append(&problems, &t->problems);
        if (pair_check(&q->ladder, q->input.name, &t->ttotal, t->input.name, allow_mismatch, out, e) != 0)
            return e->code;
    }
    return integrity_settle(&problems, allow_inconsistent, out, e);
}

int evidence_read(struct evidence *ev, bool allow_mismatch, bool allow_inconsistent, struct err *e)
{
    struct arena *a = ev->arena;
    struct input *q = input_of(ev, "qmax"), *t = input_of(ev, "ttotal"), *r = input_of(ev, "rates"),
                 *v = input_of(ev, "validate");
    struct ladder_part ladder = {.input = *q};
    struct scale_out_part scale_out = {0};
    if (evidence_ladder(a, NULL, &ladder, e) != 0)
        return e->code;
    *q = ladder.input;
    ev->ladder = ladder.ladder;
    ev->has_ttotal = t != NULL;
    if (t) {
        scale_out.input = *t;
        if (evidence_scale_out(a, NULL, &scale_out, e) != 0)
            return e->code;
        *t = scale_out.input;
        ev->ttotal = scale_out.ttotal;
    }
    if (evidence_pair(&ladder, t ? &scale_out : NULL, allow_mismatch, allow_inconsistent, &ev->warnings, e) != 0)
        return e->code;
    ev->has_rates = r != NULL;
    if (r && rates_read(r->name, r->text, r->size, a, &ev->rates, e) != 0)
        return e->code;
    if (v && validate_read(v->name, v->text, v->size, a, &ev->validation, &ev->n_validation, e) != 0)
        return e->code;
    return 0;
}

static int add_file(struct evidence *ev, const char *role, const char *path, struct err *e)
{
    struct bytes b;
    if (!path)
        return 0;
    if (file_read(path, LIMIT_ARTIFACT_BYTES, &b, e) != 0)
        return e->code;
    if (strlen(b.data) != b.len)
        err_set(e, EXIT_REFUSED, "%s: holds a NUL byte, which JSON does not allow", file_base(path));
    else
        evidence_add(ev, role, file_base(path), b.data, b.len);
    bytes_free(&b);
    return e->code;
}

int evidence_load(const char *qmax, const char *ttotal, const char *rates, const char *validate, bool allow_mismatch,
                  bool allow_inconsistent, struct evidence *ev, struct err *e)
{
    const char *const paths[] = {qmax, ttotal, rates, validate};
    int from_stdin = 0;
    *ev = (struct evidence){0};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        from_stdin += paths[i] && strcmp(paths[i], "-") == 0;
    if (from_stdin > 1)
        return err_set(e, EXIT_USAGE, "only one input can be standard input (-)");
    if (add_file(ev, "qmax", qmax, e) != 0 || add_file(ev, "ttotal", ttotal, e) != 0 ||
        add_file(ev, "rates", rates, e) != 0 || add_file(ev, "validate", validate, e) != 0 ||
        evidence_read(ev, allow_mismatch, allow_inconsistent, e) != 0)
        evidence_free(ev);
    return e->code;
}

void evidence_free(struct evidence *ev)
{
    arena_free(ev->arena);
    *ev = (struct evidence){0};
}

struct evidence evidence_of(const struct ladder_part *q, const struct scale_out_part *t, const struct notes *warnings)
{
    struct evidence ev = {.ladder = q->ladder, .n_inputs = 1, .warnings = *warnings};
    ev.inputs[0] = q->input;
    if (t) {
        ev.has_ttotal = true;
        ev.ttotal = t->ttotal;
        ev.inputs[ev.n_inputs++] = t->input;
    }
    return ev;
}

struct rate_used evidence_rate(const struct evidence *ev, double rate)
{
    if (num_known(rate))
        return (struct rate_used){.per_hour = rate, .currency = "USD", .source = "given by --rate", .origin = "flag"};
    const struct rates *t = ev->has_rates ? &ev->rates : rates_builtin();
    return (struct rate_used){
        .per_hour = rates_find(t, ev->ladder.instance_type),
        .currency = t->currency,
        .region = t->region,
        .date = t->date,
        .source = t->source,
        .origin = ev->has_rates ? "file" : "built-in",
    };
}

struct plan_request evidence_request(const struct evidence *ev, const struct scenario *s, double rate)
{
    return (struct plan_request){
        .ladder = &ev->ladder,
        .ttotal = ev->has_ttotal ? &ev->ttotal : NULL,
        .scenario = *s,
        .rate = evidence_rate(ev, rate),
        .inputs = ev->inputs,
        .n_inputs = ev->n_inputs,
        .validation = ev->validation,
        .n_validation = ev->n_validation,
        .warnings = &ev->warnings,
        .with_audit = true,
    };
}
