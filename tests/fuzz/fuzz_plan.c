/* plan.json: what was read and written reads back as the same bytes, and computing it again from the evidence
 * that it carries ends. */
#include "fuzz/fuzz.h"

#include "store/store.h"
#include "store/verify.h"

#include <stdio.h>
#include <string.h>

FUZZ_INPUT_IS_JSON

static void write_twice(const struct plan *p)
{
    struct strbuf once = {0}, twice = {0}, differences = {0};
    struct plan *again;
    struct err e = ERR_INIT;
    store_write(p, &once);
    if (store_read("again.json", sb_str(&once), once.len, &again, &e) != 0)
        fprintf(stderr, "%s\n", e.text);
    FUZZ_MUST(e.code == 0);
    store_write(again, &twice);
    FUZZ_MUST(once.len == twice.len && memcmp(once.data, twice.data, once.len) == 0);
    store_compare(p, again, &differences); /* by names, which a hostile plan may have twice */
    sb_free(&once);
    sb_free(&twice);
    sb_free(&differences);
    plan_free(again);
}

/* The scale-out and the ladder that the plan carries, as `verify` would be given them. */
static void verify(const struct plan *p, const uint8_t *data, size_t size)
{
    struct evidence ev = {0};
    struct err e = ERR_INIT;
    struct strbuf out = {0};
    static const char *const roles[] = {"qmax", "ttotal"};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < p->n_inputs && ev.n_inputs == i; j++)
            if (strcmp(p->inputs[j].role, roles[i]) == 0)
                evidence_add(&ev, roles[i], "evidence.json", p->inputs[j].text, p->inputs[j].size);
    if (ev.n_inputs > 0 && strcmp(ev.inputs[0].role, "qmax") == 0) {
        fuzz_settled(evidence_read(&ev, true, true, &e), &e);
        if (e.code == 0) {
            struct plan quick = *p;
            quick.shed_probability = NUM_UNKNOWN; /* nothing is drawn: a second each */
            verify_plan(&quick, &ev, NUM_UNKNOWN, NULL, &out, &e);
            fuzz_is_numbers(&out, data, size);
            fuzz_is_numbers_in(e.text, strlen(e.text), data, size);
        }
    }
    sb_free(&out);
    evidence_free(&ev);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct err e = ERR_INIT;
    struct plan *p;
    fuzz_split(data, size, f);
    fuzz_settled(store_read("f.json", f[0].text, f[0].len, &p, &e), &e);
    FUZZ_MUST((p != NULL) == (e.code == 0));
    if (p) {
        write_twice(p);
        verify(p, data, size);
        plan_free(p);
    }
    fuzz_split_free(f);
    return 0;
}
