/* Plans side by side: two to four documents. What differs is listed once, the other way round the same differs, and
 * every output holds; the PDF, which is slow, of some inputs. */
#include "fuzz/fuzz.h"

#include "many/compare_pages.h"
#include "many/compare_text.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

enum { MOST = 4 };

/* Drawing takes a second for each plan that is computed again; nothing else is left out. */
static bool draws(const struct fuzz_part *f)
{
    struct plan *p;
    struct err e = ERR_INIT;
    bool draws = store_read("f.json", f->text, f->len, &p, &e) == 0 && p->has_headroom && !p->scenario.no_sample;
    plan_free(p);
    return draws;
}

static void listed(const struct comparison *c)
{
    for (size_t i = 0; i + 1 < c->n; i++) {
        const struct pair *p = &c->pairs[i];
        FUZZ_MUST(p->other == i + 1);
        for (size_t j = 0; j < p->n_inputs; j++) {
            FUZZ_MUST(p->inputs[j].name && p->inputs[j].was && p->inputs[j].is);
            FUZZ_MUST(p->inputs[j].tried || p->inputs[j].untried);
        }
        for (size_t j = 0; j < p->n_changes; j++) {
            const struct change *x = &p->changes[j];
            FUZZ_MUST(strcmp(x->was, x->is) != 0);
            for (size_t k = 0; k < x->n_causes; k++)
                FUZZ_MUST(x->causes[k].input < p->n_inputs);
        }
    }
}

static void mirrored(const struct comparison *c, const struct comparison *back)
{
    const struct pair *p = &c->pairs[0], *q = &back->pairs[0];
    FUZZ_MUST(p->n_changes == q->n_changes);
    FUZZ_MUST(p->forward == q->back && p->back == q->forward);
    for (size_t i = 0; i < p->n_changes; i++) {
        const struct change *x = pair_change(q, p->changes[i].path);
        FUZZ_MUST(x != NULL && strcmp(x->was, p->changes[i].is) == 0 && strcmp(x->is, p->changes[i].was) == 0);
    }
}

static void shown(const struct comparison *c, const uint8_t *data, size_t size)
{
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    size_t missing = 0;
    compare_json(c, &out);
    fuzz_is_json(&out);
    sb_trunc(&out, 0);
    compare_text(c, &out);
    fuzz_is_numbers(&out, data, size);
    sb_trunc(&out, 0);
    compare_markdown(c, &out);
    fuzz_is_numbers(&out, data, size);
    if (size % 16 == 0) {
        sb_trunc(&out, 0);
        fuzz_settled(compare_pages(c, size % 32 ? PAPER_A4 : PAPER_LETTER, &out, &missing, &e), &e);
        if (e.code)
            fprintf(stderr, "%s\n", e.text);
        FUZZ_MUST(e.code == 0);
        fuzz_is_pdf(&out);
    }
    sb_free(&out);
}

static int compare(char path[MOST][FUZZ_PATH], const size_t *order, size_t n, struct comparison *c)
{
    struct err e = ERR_INIT;
    char *paths[MOST];
    for (size_t i = 0; i < n; i++)
        paths[i] = path[order[i]];
    fuzz_settled(compare_load(paths, n, c, &e), &e);
    FUZZ_MUST(e.code != 0 || c->n == n);
    return e.code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t straight[MOST] = {0, 1, 2, 3}, back[MOST] = {1, 0}, same[MOST] = {0, 0};
    struct fuzz_part f[FUZZ_PARTS];
    struct comparison c, other;
    char path[MOST][FUZZ_PATH];
    int fd[MOST];
    size_t n = 0;
    fuzz_split(data, size, f);
    bool quick = true;
    while (n < MOST && f[n].len > 0 && quick) {
        quick = !draws(&f[n]);
        fd[n] = fuzz_file((const uint8_t *)f[n].text, f[n].len, path[n]);
        n++;
    }
    if (n >= 2 && quick) {
        if (compare(path, straight, n, &c) == 0) {
            listed(&c);
            shown(&c, data, size);
            FUZZ_MUST(compare(path, back, 2, &other) == 0);
            mirrored(&c, &other);
            compare_free(&other);
            FUZZ_MUST(compare(path, same, 2, &other) == 0);
            FUZZ_MUST(other.pairs[0].n_inputs == 0 || strcmp(other.pairs[0].inputs[0].name, "version") == 0);
            FUZZ_MUST(other.pairs[0].n_changes == 0);
            compare_free(&other);
        }
        compare_free(&c);
    }
    for (size_t i = 0; i < n; i++)
        fuzz_file_close(fd[i]);
    fuzz_split_free(f);
    return 0;
}
