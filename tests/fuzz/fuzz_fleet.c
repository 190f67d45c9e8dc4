/* A directory of documents, summarised: every file is a row, another document or refused, totals add up by type and
 * by currency, and every output holds; PDF and workbook, which are slow, of some inputs. */
#include "fuzz/fuzz.h"

#include "base/num.h"
#include "many/fleet_pages.h"
#include "many/fleet_sheet.h"
#include "many/fleet_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

FUZZ_INPUT_IS_JSON

static const char *const names[FUZZ_PARTS] = {"plans/a.json", "plans/b.json",         "plans/in/a.json",
                                              "plans/c.json", "plans/in/plan-b.json", "plans/in/d.json"};

static void put(const char *name, const struct fuzz_part *part)
{
    FILE *f = fopen(name, "wb");
    FUZZ_MUST(f != NULL && fwrite(part->text, 1, part->len, f) == part->len && fclose(f) == 0);
}

static void leave(void)
{
    for (size_t i = 0; i < FUZZ_PARTS; i++)
        unlink(names[i]);
    rmdir("plans/in");
    rmdir("plans");
}

static void enter(void)
{
    static bool entered;
    if (entered)
        return;
    entered = true;
    fuzz_enter_directory();
    FUZZ_MUST(mkdir("plans", 0700) == 0 && mkdir("plans/in", 0700) == 0);
    atexit(leave);
}

/* What sums may lose to rounding, and to numbers too large for a sum. */
static bool close_to(double x, double y)
{
    return (!isfinite(x) && !isfinite(y)) || fabs(x - y) <= 1e-9 * fabs(x + y);
}

static void added_up(const struct plan_fleet *f)
{
    size_t of_types = 0, of_currencies = 0, unpriced[2] = {0}, unsized[2] = {0};
    double max = 0, sum = 0;
    for (size_t i = 0; i < f->n_rows; i++) {
        const struct fleet_row *r = &f->rows[i];
        FUZZ_MUST(!(r->min > r->max) && !(r->average < r->min * (1 - 1e-12)) && !(r->average > r->max * (1 + 1e-12)));
        fuzz_is_share(r->refused);
        max += isfinite(r->max) ? r->max : 0;
    }
    for (size_t i = 0; i < f->n_types; i++) {
        of_types += f->types[i].plans;
        unpriced[0] += f->types[i].unpriced;
        unsized[0] += f->types[i].unsized;
        sum += isfinite(f->types[i].max) ? f->types[i].max : 0;
    }
    for (size_t i = 0; i < f->n_currencies; i++) {
        of_currencies += f->currencies[i].plans;
        unpriced[1] += f->currencies[i].unpriced;
        unsized[1] += f->currencies[i].unsized;
    }
    FUZZ_MUST(of_types == f->n_rows && of_currencies == f->n_rows && f->n_currencies <= f->n_types);
    FUZZ_MUST(unpriced[0] == unpriced[1] && unsized[0] == unsized[1]);
    FUZZ_MUST(close_to(max, sum));
    FUZZ_MUST(f->stops + f->audit_stops + f->warns + f->oks == f->n_rows);
}

static void shown(const struct plan_fleet *f, const uint8_t *data, size_t size)
{
    struct strbuf out = {0};
    struct err e = ERR_INIT;
    size_t missing = 0;
    fleet_json(f, &out);
    fuzz_is_json(&out);
    sb_trunc(&out, 0);
    fleet_text(f, &out);
    fuzz_is_numbers(&out, data, size);
    sb_trunc(&out, 0);
    if (size % 16 == 0) {
        fuzz_settled(fleet_pages(f, size % 32 ? PAPER_A4 : PAPER_LETTER, &out, &missing, &e), &e);
        if (e.code)
            fprintf(stderr, "%s\n", e.text);
        FUZZ_MUST(e.code == 0);
        fuzz_is_pdf(&out);
    }
    if (size % 8 == 1) {
        struct outset *set = outset_new();
        fuzz_settled(fleet_sheet(f, set, "fleet.xlsx", &e), &e);
        if (e.code)
            fprintf(stderr, "%s\n", e.text);
        FUZZ_MUST(e.code == 0);
        outset_free(set);
    }
    sb_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct plan_fleet fleet;
    struct err e = ERR_INIT;
    size_t n = 0;
    enter();
    fuzz_split(data, size, f);
    for (size_t i = 0; i < FUZZ_PARTS; i++)
        if (f[i].len > 0)
            put(names[i], &f[i]), n++;
        else
            unlink(names[i]);
    fuzz_settled(plan_fleet_read("plans", NULL, &fleet, &e), &e);
    FUZZ_MUST(fleet.n_rows + fleet.n_refused + fleet.others.n == n);
    FUZZ_MUST((e.code == 0) == (fleet.n_rows > 0));
    if (e.code == 0) {
        added_up(&fleet);
        shown(&fleet, data, size);
    }
    plan_fleet_free(&fleet);
    fuzz_split_free(f);
    return 0;
}
