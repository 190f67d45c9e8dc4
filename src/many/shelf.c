#include "many/shelf.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/sha256.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What the shelf may keep. A part costs about three times its text: the text, and the structs. */
enum { BUCKETS = 1024, MOST_FILES = 4096, MOST_BYTES = 96 << 20, OWN_BYTES = 4096 };

enum kind { LADDER, SCALE_OUT };

/* An error as it is remembered: a struct err has room for 4 KB of text. */
struct refusal {
    int code; /* 0: none */
    const char *text;
};

/* The answer for a ladder and the scale-out that it was paired with last. */
struct pairing {
    struct arena *arena; /* NULL: none yet */
    const struct scale_out_part *with;
    bool allow_mismatch, allow_inconsistent;
    struct notes warnings;
    struct refusal refusal;
};

struct file {
    enum kind kind;
    char *path;
    struct arena *arena;
    size_t cost;
    struct refusal refusal;
    struct ladder_part ladder;
    struct scale_out_part scale_out;
    struct pairing pairing;
    struct file *next;          /* in its bucket */
    struct file *newer, *older; /* by last use */
};

struct shelf {
    struct file *buckets[BUCKETS];
    struct file *newest, *oldest;
    size_t files, bytes;
};

struct shelf *shelf_new(void)
{
    return xcalloc(1, sizeof(struct shelf));
}

static size_t bucket(enum kind kind, const char *path)
{
    uint64_t h = UINT64_C(14695981039346656037) + (uint64_t)kind;
    for (; *path; path++)
        h = (h ^ (unsigned char)*path) * UINT64_C(1099511628211);
    return (size_t)(h % BUCKETS);
}

static void unlink_use(struct shelf *s, struct file *f)
{
    *(f->newer ? &f->newer->older : &s->newest) = f->older;
    *(f->older ? &f->older->newer : &s->oldest) = f->newer;
}

static void use(struct shelf *s, struct file *f)
{
    f->newer = NULL;
    f->older = s->newest;
    *(s->newest ? &s->newest->newer : &s->oldest) = f;
    s->newest = f;
}

static void forget(struct shelf *s, struct file *f)
{
    struct file **at = &s->buckets[bucket(f->kind, f->path)];
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    unlink_use(s, f);
    s->files--;
    s->bytes -= f->cost;
    arena_free(f->pairing.arena);
    arena_free(f->arena);
    free(f->path);
    free(f);
}

static struct refusal remember(struct arena *a, const struct err *e)
{
    return (struct refusal){e->code, e->code ? arena_strdup(a, e->text) : NULL};
}

static int as_before(const struct refusal *was, struct err *e)
{
    return was->code ? err_set(e, was->code, "%s", was->text) : 0;
}

int shelf_regular(const char *path, struct err *e)
{
    struct stat st;
    if (strcmp(path, "-") == 0)
        return err_set(e, EXIT_USAGE, "-: standard input holds the lines; name a file, or give the document itself");
    if (stat(path, &st) != 0)
        return err_set(e, EXIT_REFUSED, "%s: cannot open: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return err_set(e, EXIT_REFUSED, "%s: is not a regular file", path);
    return 0;
}

static void load(struct file *f, struct err *e)
{
    struct bytes b;
    f->cost = OWN_BYTES;
    if (shelf_regular(f->path, e) != 0 || file_read(f->path, LIMIT_ARTIFACT_BYTES, &b, e) != 0)
        return;
    const char *name = file_base(f->path);
    struct input in = {
        .role = f->kind == LADDER ? "qmax" : "ttotal", .name = arena_strdup(f->arena, name), .size = b.len};
    if (strlen(b.data) != b.len) {
        err_set(e, EXIT_REFUSED, "%s: holds a NUL byte, which JSON does not allow", name);
    } else {
        in.text = arena_strndup(f->arena, b.data, b.len);
        sha256_hex(in.sha256, b.data, b.len);
        f->cost += 3 * b.len;
        f->ladder.input = f->scale_out.input = in;
        if (f->kind == LADDER)
            evidence_ladder(f->arena, NULL, &f->ladder, e);
        else
            evidence_scale_out(f->arena, NULL, &f->scale_out, e);
    }
    bytes_free(&b);
}

static struct file *fetch(struct shelf *s, enum kind kind, const char *path)
{
    struct file **head = &s->buckets[bucket(kind, path)];
    for (struct file *f = *head; f; f = f->next)
        if (f->kind == kind && strcmp(f->path, path) == 0) {
            unlink_use(s, f);
            use(s, f);
            return f;
        }
    struct file *f = xcalloc(1, sizeof *f);
    f->kind = kind;
    f->path = xstrdup(path);
    f->arena = arena_new();
    struct err e = ERR_INIT;
    load(f, &e);
    f->refusal = remember(f->arena, &e);
    f->next = *head;
    *head = f;
    use(s, f);
    s->files++;
    s->bytes += f->cost;
    return f;
}

const struct ladder_part *shelf_ladder(struct shelf *s, const char *path, struct err *e)
{
    struct file *f = fetch(s, LADDER, path);
    return as_before(&f->refusal, e) ? NULL : &f->ladder;
}

const struct scale_out_part *shelf_scale_out(struct shelf *s, const char *path, struct err *e)
{
    struct file *f = fetch(s, SCALE_OUT, path);
    return as_before(&f->refusal, e) ? NULL : &f->scale_out;
}

int shelf_pair(struct shelf *s, const struct ladder_part *q, const struct scale_out_part *t, bool allow_mismatch,
               bool allow_inconsistent, struct notes *out, struct err *e)
{
    (void)s; /* the ladder's own file keeps the answer */
    struct file *f = (struct file *)((uintptr_t)q - offsetof(struct file, ladder));
    struct pairing *p = &f->pairing;
    if (!p->arena || p->with != t || p->allow_mismatch != allow_mismatch ||
        p->allow_inconsistent != allow_inconsistent) {
        arena_free(p->arena);
        *p = (struct pairing){.arena = arena_new(),
                              .with = t,
                              .allow_mismatch = allow_mismatch,
                              .allow_inconsistent = allow_inconsistent};
        p->warnings.arena = p->arena;
        struct err why = ERR_INIT;
        evidence_pair(q, t, allow_mismatch, allow_inconsistent, &p->warnings, &why);
        p->refusal = remember(p->arena, &why);
    }
    *out = p->warnings;
    return as_before(&p->refusal, e);
}

void shelf_trim(struct shelf *s)
{
    while (s->oldest && (s->files > MOST_FILES || s->bytes > (size_t)MOST_BYTES)) {
        struct file *gone = s->oldest;
        /* A scale-out at the same address later must not look like this one. */
        if (gone->kind == SCALE_OUT)
            for (struct file *f = s->newest; f; f = f->older)
                if (f->pairing.with == &gone->scale_out) {
                    arena_free(f->pairing.arena);
                    f->pairing = (struct pairing){0};
                }
        forget(s, gone);
    }
}

void shelf_free(struct shelf *s)
{
    if (!s)
        return;
    while (s->newest)
        forget(s, s->newest); /* NOLINT(clang-analyzer-unix.Malloc): unlink_use moves newest on */
    free(s);
}
