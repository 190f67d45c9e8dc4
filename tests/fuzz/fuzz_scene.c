/* Scenes of any items, and the charts that know nothing of a plan, through all painters: SVG is well-formed, PNG
 * and PDF are made. The bytes are drawn from front to back: a kind, numbers, a text. */
#include "fuzz/fuzz.h"

#include "base/num.h"
#include "chart/generic.h"
#include "chart/paint.h"
#include "report/layout.h"
#include "report/paint_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
    const uint8_t *data;
    size_t left;
    struct arena *arena;
};

static uint8_t byte(struct source *s)
{
    if (s->left == 0)
        return 0;
    s->left--;
    return *s->data++;
}

static unsigned pick(struct source *s, unsigned n)
{
    return byte(s) % n;
}

/* Mostly a coordinate on the page, else one of the numbers that break things, else any bits. */
static double number(struct source *s)
{
    static const double edges[] = {0.0,      -0.0,      1e-300, 5e-324, 1e300, -1e300,
                                   INFINITY, -INFINITY, NAN,    1e9,    -1e9,  0.005};
    double x = 0;
    switch (pick(s, 4)) {
    case 0: return edges[pick(s, sizeof edges / sizeof *edges)];
    case 1:
        if (s->left >= sizeof x) {
            memcpy(&x, s->data, sizeof x);
            s->data += sizeof x;
            s->left -= sizeof x;
        }
        return x;
    default: return byte(s) * 2.5 + pick(s, 100) / 100.0 - 20;
    }
}

/* Texts are UTF-8 once they have been read; bytes that are not would never come here. */
static const char *text(struct source *s)
{
    size_t n = pick(s, 40);
    if (n > s->left)
        n = s->left;
    char *t = arena_alloc(s->arena, 3 * n + 1);
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t c = byte(s);
        if (c == 0)
            break;
        if (c < 0x80) {
            t[len++] = (char)c;
        } else { /* somewhere in the plane, surrogates left out */
            unsigned cp = 0x80u + (unsigned)(c & 0x7F) * 400u;
            t[len++] = (char)(0xE0 | (cp >> 12));
            t[len++] = (char)(0x80 | ((cp >> 6) & 0x3F));
            t[len++] = (char)(0x80 | (cp & 0x3F));
            if (cp < 0x800 || (cp >= 0xD800 && cp < 0xE000)) {
                len -= 3;
                t[len++] = '?';
            }
        }
    }
    t[len] = '\0';
    return t;
}

static struct stroke stroke(struct source *s)
{
    return (struct stroke){(enum role)pick(s, ROLE_COUNT), pick(s, 40) / 8.0, (enum dash)pick(s, DASH_COUNT)};
}

static struct fill fill(struct source *s)
{
    return (struct fill){(enum role)pick(s, ROLE_COUNT), pick(s, 11) / 10.0, (enum hatch)pick(s, HATCH_COUNT)};
}

/* Everything is drawn in an order of its own statement: compilers evaluate arguments in different orders, and a
 * find must replay with all of them. */
static struct scene *items(struct source *s, const struct font *font)
{
    struct scene *out = scene_new(font, "fuzz", 480, 300);
    scene_title(out, "%s", text(s));
    scene_desc(out, "%s", text(s));
    char *evidence = text_clean(text(s));
    scene_evidence(out, evidence);
    free(evidence);
    for (int i = 0; i < 50 && s->left > 0; i++) {
        struct point p[20];
        size_t n = pick(s, 20);
        double x = number(s), y = number(s), w = number(s), h = number(s);
        struct fill f = fill(s);
        struct stroke line = stroke(s);
        struct text_style style = {1 + pick(s, 40), pick(s, 2), f.role, (enum anchor)pick(s, 3)};
        switch (pick(s, 6)) {
        case 0: scene_rect(out, x, y, w, h, f, line); break;
        case 1: scene_segment(out, x, y, w, h, line); break;
        case 2:
        case 3:
            for (size_t j = 0; j < n; j++)
                p[j] = (struct point){number(s), number(s)};
            if (n % 2)
                scene_line(out, p, n, line);
            else
                scene_area(out, p, n, f, line);
            break;
        case 4: scene_mark(out, x, y, fabs(w), (enum marker)pick(s, MARK_COUNT), f, line); break;
        default: scene_text(out, x, y, style, text(s));
        }
    }
    return out;
}

static struct axis_spec axis(struct source *s)
{
    return (struct axis_spec){text(s), (enum scale_kind)pick(s, 5), pick(s, 2)};
}

static double *numbers(struct source *s, size_t n)
{
    double *x = arena_array(s->arena, n + 1, sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = number(s);
    return x;
}

static struct scene *generic(struct source *s, const struct font *font)
{
    struct chart_text t = {"fuzz", text(s), pick(s, 2) ? text(s) : NULL, text(s), pick(s, 2) ? text(s) : NULL};
    size_t n = pick(s, 30);
    const char **labels = arena_array(s->arena, 31, sizeof *labels);
    for (size_t i = 0; i < 31; i++)
        labels[i] = i < 4 ? text(s) : labels[i % 4];
    switch (pick(s, 4)) {
    case 0: {
        struct series *lines = arena_array(s->arena, 4, sizeof *lines);
        struct rule rule = {number(s), text(s), (enum role)pick(s, ROLE_COUNT)};
        struct panel *panels = arena_array(s->arena, 3, sizeof *panels);
        size_t m = 1 + pick(s, 3);
        for (size_t i = 0; i < 4; i++)
            lines[i] = (struct series){.label = labels[i],
                                       .kind = (enum series_kind)pick(s, 4),
                                       .x = numbers(s, n),
                                       .y = numbers(s, n),
                                       .n = n};
        for (size_t i = 0; i < m; i++)
            panels[i] = (struct panel){axis(s), lines, pick(s, 5), &rule, pick(s, 2)};
        return chart_lines(font, &t, axis(s), panels, m);
    }
    case 1: {
        struct bar *bars = arena_array(s->arena, n + 1, sizeof *bars);
        for (size_t i = 0; i < n; i++)
            bars[i] = (struct bar){labels[i], number(s), labels[i + 1], (enum role)pick(s, ROLE_COUNT),
                                   (enum hatch)pick(s, HATCH_COUNT)};
        return chart_bars(font, &t, axis(s), bars, n);
    }
    case 2: {
        struct heat h = {.x_title = text(s),
                         .y_title = text(s),
                         .unit = text(s),
                         .columns = labels,
                         .n_columns = 1 + pick(s, 12),
                         .rows = labels,
                         .n_rows = 1 + pick(s, 12)};
        h.value = numbers(s, h.n_columns * h.n_rows);
        h.format = num_money;
        return chart_heat(font, &t, &h);
    }
    default: {
        struct axis_spec x = axis(s), y = axis(s);
        const double *px = numbers(s, n), *py = numbers(s, n);
        return chart_frontier(font, &t, x, y, px, py, labels, n);
    }
    }
}

static void paint(const struct scene *s, bool all)
{
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    struct doc *d;
    paint_svg(s, 1.0, &out);
    fuzz_is_xml(&out);
    sb_trunc(&out, 0);
    scene_dump(s, &out);
    sb_trunc(&out, 0);
    if (all) {
        fuzz_settled(paint_png(s, 1.0, &out, &e), &e);
        FUZZ_MUST(e.code == 0 && out.len > 8);
        sb_trunc(&out, 0);
        struct doc_options o = {.info = {.title = "t",
                                         .subject = "s",
                                         .author = "a",
                                         .keywords = "k",
                                         .creator = "c",
                                         .lang = "en",
                                         .id = "i"},
                                .head_left = "l",
                                .head_right = "r",
                                .foot_left = "f"};
        FUZZ_MUST(doc_open(&o, &d, &e) == 0);
        doc_scene(d, s);
        if (doc_finish(d, &out, &e) != 0)
            fprintf(stderr, "%s\n", e.text);
        FUZZ_MUST(e.code == 0);
        fuzz_is_pdf(&out);
        doc_close(d);
    }
    sb_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct font *font;
    struct err e = ERR_INIT;
    if (!font)
        FUZZ_MUST(font_open(&font, &e) == 0);
    struct source s = {data, size, arena_new()};
    unsigned kind = pick(&s, 32);
    struct scene *scene = kind % 2 ? generic(&s, font) : items(&s, font);
    FUZZ_MUST(scene != NULL && (kind % 2 == 0 || scene->refused == 0));
    paint(scene, kind < 4); /* PNG and PDF are slow */
    scene_free(scene);
    arena_free(s.arena);
    return 0;
}
